#!/usr/bin/env bash
# Make a folder with Debian 13, the base of today's Raspberry Pi OS, in which a real picamera2 runs
# on libcamera's virtual pipeline: the tests in tests/vision/sources/test_picamera2_real.py use it.
#
#   sudo apt install debootstrap
#   sudo tests/vision/sources/pi/make_root.sh /var/tmp/pi-root
#   sudo MOONTABLE_PICAMERA2_ROOT=/var/tmp/pi-root make test
#
# Takes some minutes (sixteen on a busy machine) and 2 GB. MIRROR names another Debian mirror than this machine's own.
set -euo pipefail

root=${1:?Usage: make_root.sh FOLDER}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if [ "$(id -u)" -ne 0 ]; then
    echo "Only root may make such a folder: use sudo." >&2
    exit 1
fi
if ! command -v debootstrap >/dev/null; then
    echo "This needs debootstrap: apt install debootstrap" >&2
    exit 1
fi
if [ -e "$root/made" ]; then
    echo "$root is there already."
    exit 0
fi

# The mirror that this machine itself uses, if it is a Debian: the nearest, and the one it may reach.
own_mirror() {
    local files=(/etc/apt/sources.list /etc/apt/sources.list.d/*)
    cat "${files[@]}" 2>/dev/null |
        sed -n -E 's/^deb +(\[[^]]*\] +)?([^ ]+).*/\2/p; s/^URIs: *([^ ]+).*/\1/p' |
        grep -v security | grep debian | head -n 1 || true
}
mirror=${MIRROR:-$(own_mirror)}
if [ -z "$mirror" ]; then
    echo "Name a Debian mirror: MIRROR=http://… $0 $root" >&2
    exit 1
fi

echo "Debian 13 from $mirror"
packages=ca-certificates,gcc,libc6-dev,libcap-dev,python3,python3-dev,python3-venv
packages+=,python3-numpy,python3-opencv,python3-gpiozero
packages+=,systemd-sysv,dbus # for tests/deploy/with_systemd.sh
mkdir -p "$root"
debootstrap --variant=minbase --include="$packages" trixie "$root" "$mirror" >"$root.log" 2>&1 || {
    tail -n 20 "$root.log" >&2
    exit 1
}
rm -f "$root.log"

# Certificates that this machine's owner has added are needed inside as well.
if compgen -G "/usr/local/share/ca-certificates/*.crt" >/dev/null; then
    cp /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
fi
if [ -r /etc/pip.conf ]; then
    cp /etc/pip.conf "$root/etc/pip.conf"
fi
echo "deb $mirror trixie-backports main" >"$root/etc/apt/sources.list.d/backports.list"

# Python's libcamera with a virtual pipeline is in the backports; picamera2, which only Raspberry Pi
# OS has as a package, comes by pip, which must not bring a numpy of its own beside apt's.
cp "$here/heap.c" "$root/root/"
chroot "$root" /bin/bash -euo pipefail <<'INSIDE'
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
update-ca-certificates >/dev/null 2>&1
apt-get -qq update
apt-get -qq install --no-install-recommends -t trixie-backports \
    python3-libcamera libcamera-ipa >/dev/null
apt-get clean
gcc -O2 -Wall -Wextra -shared -fPIC -o /root/heap.so /root/heap.c
python3 -m venv --system-site-packages /root/venv
numpy=$(python3 -c 'import numpy; print(numpy.__version__)')
echo "numpy==$numpy" >/root/constraints.txt
/root/venv/bin/pip install --quiet --no-cache-dir --disable-pip-version-check \
    --constraint /root/constraints.txt picamera2 pytest hypothesis
touch /made
INSIDE
echo "Made $root"
