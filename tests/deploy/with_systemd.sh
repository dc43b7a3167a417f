#!/usr/bin/env bash
# Boot a real systemd in a Debian 13 folder, in namespaces of its own, and let it run the service:
# first start, sandbox, watchdog, an update that does not start, the way back. A stand-in serves.
#
#   tests/deploy/with_systemd.sh FOLDER     as root; FOLDER by tests/vision/sources/pi/make_root.sh
#
# Takes about three minutes, most of it waiting for the watchdog. Says "all went well" at the end.
set -euo pipefail
root=${1:?Usage: with_systemd.sh FOLDER}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/deploy/layer.sh
. "$here/layer.sh"

if [ ! -x "$root/lib/systemd/systemd" ]; then
    echo "There is no systemd in $root: make it anew." >&2
    exit 1
fi
make_layer "$root"
umount "$all/proc"
cp "$here/standin.py" "$all/source/companion/commands/serve.py"
sed -i '/^ *"serve": /d; s|^    {$|    {\n        "serve": "companion.commands.serve:serve",|' \
    "$all/source/companion/app.py"
# A machine in a folder has no modules to load and nobody who logs in.
mkdir -p "$all/etc/systemd/system"
for unit in systemd-modules-load systemd-logind; do
    ln -s /dev/null "$all/etc/systemd/system/$unit.service"
done
: >"$all/etc/machine-id"
echo table >"$all/etc/hostname"

# What process 1 of the folder does before it becomes systemd.
boot() {
    mount --make-rprivate /
    mount -t proc proc "$all/proc"
    mount -t sysfs sysfs "$all/sys" || mount --rbind /sys "$all/sys"
    mount -t tmpfs tmpfs "$all/sys/fs/cgroup" || true
    mount -t cgroup2 cgroup2 "$all/sys/fs/cgroup"
    mount -t tmpfs tmpfs "$all/run"
    mount -t tmpfs tmpfs "$all/dev"
    local name
    for name in null zero full random urandom tty; do
        # shellcheck disable=SC2046
        mknod -m 666 "$all/dev/$name" c $(stat -c '%Hr %Lr' "/dev/$name")
    done
    mkdir "$all/dev/shm"
    ln -s /proc/self/fd "$all/dev/fd"
    exec chroot "$all" env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        /lib/systemd/systemd --system --unit=multi-user.target
}
export -f boot
export all
unshare --pid --fork --mount --uts --ipc --cgroup bash -euo pipefail -c boot \
    >"$layer/boot.log" 2>&1 &
outer=$!
first=""
shut_down() {
    [ -z "$first" ] || kill -9 "$first" 2>/dev/null || true
    wait "$outer" 2>/dev/null || true
    drop_layer
}
trap shut_down EXIT
for _ in $(seq 100); do
    first=$(pgrep -P "$outer" || true)
    [ -z "$first" ] || break
    sleep 0.1
done

inside() {
    nsenter -t "$first" -m -p -u -i -C chroot "$all" \
        env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"
}
step() { echo "--- $*"; }
must_fail() {
    if "$@"; then
        echo "this should have failed: $*" >&2
        exit 1
    fi
}
# Wait up to $1 seconds until the rest succeeds.
wait_for() {
    local most=$1
    shift
    for _ in $(seq "$most"); do
        if "$@"; then
            return
        fi
        sleep 1
    done
    inside journalctl -u moontable -n 20 --no-pager >&2 || true
    echo "it never came to be: $*" >&2
    exit 1
}
is_up() { inside systemctl is-active --quiet multi-user.target 2>/dev/null; }
shows() { [ "$(inside systemctl show moontable.service "--property=$1" --value)" = "$2" ]; }

step "systemd is up"
wait_for 60 is_up

step "a first installation starts the service"
# The network is this machine's, so the panel gets a port that nobody else has.
mkdir -p "$all/var/lib/moontable"
printf '[panel]\nport = 18973\n' >"$all/var/lib/moontable/moontable.toml"
inside /source/deploy/install.sh
old=$(inside readlink /opt/moontable/current)
shows ActiveState active
shows StatusText "The table is set."

step "it can write its own folders, and no others"
may=$(inside cat /var/lib/moontable/may)
echo "$may"
test "$may" = "/var/lib/moontable /run/moontable /tmp"

step "an update that does not start: the old release runs again"
inside cp -a /source /dies
echo "# DIES" >>"$all/dies/companion/commands/serve.py"
must_fail inside /dies/deploy/install.sh --no-apt
test "$(inside readlink /opt/moontable/current)" = "$old"
shows ActiveState active

step "nor one whose panel can't be reached"
inside cp -a /source /deaf
echo "# DEAF" >>"$all/deaf/companion/commands/serve.py"
must_fail inside /deaf/deploy/install.sh --no-apt
test "$(inside readlink /opt/moontable/current)" = "$old"
shows ActiveState active

step "without a sign of life it is ended and started again"
inside touch /var/lib/moontable/hangs
wait_for 120 shows Result watchdog
inside rm /var/lib/moontable/hangs
wait_for 60 shows NRestarts 1
wait_for 60 shows ActiveState active

step "an update that starts, and the way back"
inside /source/deploy/install.sh --no-apt
test "$(inside readlink /opt/moontable/current)" != "$old"
inside /opt/moontable/current/deploy/install.sh --back
test "$(inside readlink /opt/moontable/current)" = "$old"
shows ActiveState active

step "it is gone when it is uninstalled"
inside /opt/moontable/current/deploy/uninstall.sh --purge
must_fail shows LoadState loaded
echo "all went well"
