# A throw-away layer over a Debian 13 folder; sourced, not run.
# shellcheck shell=bash

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Make the layer over folder $1, with this project in /source; $all is where it is.
make_layer() {
    layer=$(mktemp -d)
    mount -t tmpfs tmpfs "$layer"
    trap drop_layer EXIT
    mkdir "$layer/upper" "$layer/work" "$layer/all"
    all=$layer/all
    mount -t overlay overlay -o "lowerdir=$1,upperdir=$layer/upper,workdir=$layer/work" "$all"
    mount -t proc proc "$all/proc"
    mkdir "$all/source"
    tar -C "$repository" --exclude=./.venv --exclude=./.git --exclude=__pycache__ -cf - . |
        tar -C "$all/source" -xf -
}

drop_layer() {
    umount "$all/proc" 2>/dev/null || true
    umount "$all" 2>/dev/null || true
    umount "$layer"
    rmdir "$layer"
}
