#!/usr/bin/env bash
# Install moontable as a service, or update it. For Raspberry Pi OS and Debian 13.
#
#   sudo deploy/install.sh              install this folder, or update to it
#   sudo deploy/install.sh FILE.whl     install a wheel
#   sudo deploy/install.sh --back       go back to the release before
#   --no-apt                            install no packages: they are all there
#
# Each release has a folder of its own in /opt/moontable/releases; "current" names the one that runs.
# A new one is made beside it, checked, and only then made current; if it does not start, the old one
# runs again. Records and settings in /var/lib/moontable are never touched. It may be run again at
# any time, and after it was interrupted.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=deploy/common.sh
. "$here/common.sh"

kept=3              # so many releases stay
least_free_mb=400   # needed for a first installation

# Everything comes from apt: its numpy, OpenCV and picamera2 are built for each other.
needed=(python3 python3-venv python3-pip python3-setuptools python3-packaging python3-click
    python3-flask python3-waitress python3-segno python3-numpy python3-opencv)
# Only Raspberry Pi OS has all of these; without them the product runs on other cameras, and on
# virtual buttons and lights.
if_there=(python3-picamera2 python3-gpiozero python3-lgpio rpicam-apps-lite espeak-ng)

main() {
    local source=$here/.. apt=yes back=no
    while [ $# -gt 0 ]; do
        case $1 in
        --no-apt) apt=no ;;
        --back) back=yes ;;
        -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit 0 ;;
        -*) fail "There is no option $1; see $0 --help" ;;
        *) source=$1 ;;
        esac
        shift
    done
    need_root
    if [ "$back" = yes ]; then
        go_back
        return
    fi
    [ -e "$source" ] || fail "There is no $source."
    source=$(cd "$(dirname "$source")" && pwd)/$(basename "$source")
    check_machine
    [ "$apt" = no ] || install_packages
    check_python
    make_user
    local release
    release=$(release_name "$source") || exit 1
    make_release "$source" "$release"
    check_release "$release"
    take_over "$release"
    remove_old
}

check_machine() {
    command -v apt-get >/dev/null || fail "This is for Raspberry Pi OS and Debian: no apt-get here."
    local bits free_mb
    bits=$(getconf LONG_BIT)
    [ "$bits" = 64 ] || fail "This system has $bits bits. Install the 64-bit Raspberry Pi OS."
    mkdir -p "$prefix"
    free_mb=$(($(df --output=avail -k "$prefix" | tail -n 1) / 1024))
    [ "$free_mb" -ge "$least_free_mb" ] ||
        fail "Only $free_mb MB are free on the disk of $prefix; $least_free_mb MB are needed."
}

install_packages() {
    say "Looking at the packages."
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update || say "The list of packages could not be renewed; going on with the old one."
    local package wanted=("${needed[@]}")
    for package in "${if_there[@]}"; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            wanted+=("$package")
        fi
    done
    apt-get -qq -y install --no-install-recommends "${wanted[@]}" >/dev/null ||
        fail "Some packages could not be installed: ${wanted[*]}"
}

check_python() {
    python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' ||
        fail "$(python3 --version) is here; moontable needs 3.11 to 3.13. Debian 13 has 3.13."
}

make_user() {
    local group
    for group in video gpio audio; do
        getent group "$group" >/dev/null || groupadd --system "$group"
    done
    getent group "$user" >/dev/null || groupadd --system "$user"
    if ! id "$user" >/dev/null 2>&1; then
        useradd --system --gid "$user" --home-dir "$state" --no-create-home \
            --shell /usr/sbin/nologin --comment "the referee of the table" "$user"
    fi
    usermod --append --groups video,gpio,audio "$user"
    install -d -m 0750 -o "$user" -g "$user" "$state"
    # A start with sudo leaves files that the service could not write.
    find "$state" ! -user "$user" -exec chown -h "$user:$user" {} +
}

# The version, and when it was installed: the same version may come twice.
release_name() {
    local version
    case $1 in
    *.whl) version=$(basename "$1" | cut -d- -f2) ;;
    *)
        version=$(python3 -c 'import sys, tomllib
print(tomllib.load(open(sys.argv[1], "rb"))["project"]["version"])' "$1/pyproject.toml" 2>/dev/null) ||
            fail "$1 is neither a wheel nor a folder of moontable. Nothing was changed."
        ;;
    esac
    say "$version-$(date -u +%Y%m%dT%H%M%S)"
}

make_release() {
    local source=$1 place=$prefix/releases/$2 copy=""
    say "Making release $2."
    mkdir -p "$place"
    # apt's packages are seen from inside; pip installs ours only, asks no network, and so can't put
    # another numpy beside apt's.
    python3 -m venv --system-site-packages "$place/venv"
    if [ -d "$source" ]; then
        copy=$(mktemp -d)
        # A copy, since building leaves files behind, which would belong to root.
        tar -C "$source" --exclude=./.git --exclude=./.venv --exclude=./build --exclude='*.egg-info' \
            --exclude=__pycache__ -cf - . | tar -C "$copy" -xf -
        source=$copy
    fi
    "$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir \
        --no-index --no-deps --no-build-isolation "$source" || {
        rm -rf "$place" "$copy"
        fail "Release $2 could not be made and was removed. The one before still runs."
    }
    [ -z "$copy" ] || rm -rf "$copy"
    mkdir -p "$place/deploy" "$place/docs"
    cp "$here"/*.sh "$here"/*.py "$here"/*.service "$place/deploy/"
    cp "$here/../docs/raspberry-pi.md" "$place/docs/" 2>/dev/null || true
}

check_release() {
    local place=$prefix/releases/$1
    chmod -R a+rX "$place"
    say "Checking it."
    if ! as_service "$place/venv/bin/python" "$place/deploy/check_release.py" ||
        ! as_service "$place/venv/bin/moontable" --version; then
        rm -rf "$place"
        fail "The release is not fit to run and was removed. The one before still runs."
    fi
    if [ ! -e "$state/moontable.toml" ]; then
        first_settings "$place"
    fi
    if ! as_service "$place/venv/bin/moontable" config show >/dev/null; then
        rm -rf "$place"
        fail "The settings in $state/moontable.toml do not suit this release (see above). Mend them."
    fi
    touch "$place/whole"
}

# Settings to begin with: the Pi's camera if there can be one, and a panel that phones can reach.
first_settings() {
    local camera=virtual
    if as_service "$1/venv/bin/python" -c 'import picamera2' 2>/dev/null; then
        camera=picamera2
    fi
    as_service "$1/venv/bin/moontable" config default |
        sed -e "s/^source = .*/source = \"$camera\"/" -e 's/^host = .*/host = "0.0.0.0"/' \
            >"$state/moontable.toml"
    chown "$user:$user" "$state/moontable.toml"
    say "Settings were made with the camera \"$camera\": $state/moontable.toml"
}

install_files() {
    local place=$prefix/releases/$1
    install -m 0644 "$place/deploy/moontable.service" "$unit"
    ln -sfn "$prefix/current/venv/bin/moontable" "$command"
    install -m 0755 "$place/deploy/service.sh" "$service_command"
}

take_over() {
    local new=$1 old
    old=$(current_release)
    install_files "$new"
    switch_to "releases/$new"
    if ! has_systemd; then
        say "Installed $new. No systemd runs here, so nothing was started."
        mkdir -p "$(dirname "$unit")/multi-user.target.wants"
        ln -sfn "$unit" "$(dirname "$unit")/multi-user.target.wants/moontable.service"
        return
    fi
    systemctl daemon-reload
    systemctl --quiet enable moontable.service
    if restart_service; then
        say "Running $new. The panel: http://$(hostname).local:$(setting panel port)"
        return
    fi
    journalctl --unit=moontable.service --lines=20 --no-pager >&2 || true
    rm -f "$prefix/releases/$new/whole"
    if [ -z "$old" ] || [ ! -e "$prefix/releases/$old/whole" ]; then
        fail "$new does not start (see above), and there is none to go back to."
    fi
    install_files "$old"
    switch_to "releases/$old"
    restart_service || fail "Neither $new nor $old starts: sudo moontable-service doctor"
    fail "$new does not start (see above). $old runs again."
}

go_back() {
    local now before
    now=$(current_release)
    before=$(other_releases | tail -n 1)
    [ -n "$before" ] || fail "There is no other release to go back to."
    install_files "$before"
    switch_to "releases/$before"
    if has_systemd; then
        restart_service || fail "$before does not start: sudo moontable-service doctor"
    fi
    # It stays away from being gone back to, and is removed with the next update.
    rm -f "$prefix/releases/$now/whole"
    say "Back at $before."
}

remove_old() {
    local now release
    now=$(current_release)
    for release in "$prefix"/releases/*/; do
        release=$(basename "$release")
        if [ ! -e "$prefix/releases/$release/whole" ] && [ "$release" != "$now" ]; then
            rm -rf "${prefix:?}/releases/$release"
        fi
    done
    other_releases | head -n "-$((kept - 1))" | while read -r release; do
        rm -rf "${prefix:?}/releases/$release"
    done
}

main "$@"
