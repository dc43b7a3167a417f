#!/usr/bin/env bash
# Install, update, break, go back and uninstall in a Debian 13 folder, and say "all went well".
#
#   tests/deploy/in_root.sh FOLDER        as root; FOLDER by tests/vision/sources/pi/make_root.sh
#
# The folder itself stays as it is: all happens in a layer over it, which is thrown away.
set -euo pipefail
root=${1:?Usage: in_root.sh FOLDER}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/deploy/layer.sh
. "$here/layer.sh"
make_layer "$root"

chroot "$all" /bin/bash -euo pipefail <<'INSIDE'
export LC_ALL=C.UTF-8
step() { echo "--- $*"; }
must_fail() {
    if "$@"; then
        echo "this should have failed: $*" >&2
        exit 1
    fi
}
releases() { find /opt/moontable/releases -mindepth 1 -maxdepth 1 -printf '%f\n' | sort; }

step "a first installation, packages and all"
/source/deploy/install.sh
first=$(readlink /opt/moontable/current)
moontable --version
test "$(stat -c %U /var/lib/moontable)" = moontable
grep -q '^host = "0.0.0.0"' /var/lib/moontable/moontable.toml
id moontable
test -x /usr/local/sbin/moontable-service
test -L /etc/systemd/system/multi-user.target.wants/moontable.service
moontable-service config path

step "pip has put no numpy and no OpenCV beside apt's"
/opt/moontable/current/venv/bin/python - <<'PYTHON'
import cv2, numpy
assert numpy.__file__.startswith("/usr/lib/python3"), numpy.__file__
assert cv2.__file__.startswith("/usr/lib/python3"), cv2.__file__
print("numpy", numpy.__version__, "OpenCV", cv2.__version__)
PYTHON

step "the eyes read with apt's OpenCV"
cd /
/opt/moontable/current/venv/bin/python - <<'PYTHON'
from vision.render.tables import random_table
from vision.render.virtual import VirtualTable
from vision.sources.virtual import Desk, VirtualSource
source = VirtualSource(Desk(VirtualTable(random_table(7, size_px=(320, 240)))))
print("a photograph of", source.still(5.0).size_px)
source.close()
PYTHON

step "an update beside it; settings and records stay, files of root are given back"
echo '# ours' >>/var/lib/moontable/moontable.toml
touch /var/lib/moontable/games.sqlite
sleep 1
/source/deploy/install.sh --no-apt
second=$(readlink /opt/moontable/current)
test "$first" != "$second"
grep -q '# ours' /var/lib/moontable/moontable.toml
test "$(stat -c %U /var/lib/moontable/games.sqlite)" = moontable

step "a release that needs what is not there never becomes current"
cp -a /source /broken
sed -i 's/"click>=8.1"/"click>=99"/' /broken/pyproject.toml
sleep 1
must_fail /broken/deploy/install.sh --no-apt
test "$(readlink /opt/moontable/current)" = "$second"
test "$(releases | wc -l)" = 2

step "nor does one that can't be built, or is none"
cp /source/pyproject.toml /broken/pyproject.toml
sed -i 's/^build-backend = .*/build-backend = "nothing"/' /broken/pyproject.toml
must_fail /broken/deploy/install.sh --no-apt
echo 'oh [' >/broken/pyproject.toml
must_fail /broken/deploy/install.sh --no-apt
must_fail /source/deploy/install.sh --no-apt /usr
test "$(readlink /opt/moontable/current)" = "$second"
test "$(releases | wc -l)" = 2

step "one that was interrupted is cleared away by the next"
mkdir -p /opt/moontable/releases/0.0.0-interrupted/venv
sleep 1
/source/deploy/install.sh --no-apt
test ! -e /opt/moontable/releases/0.0.0-interrupted

step "back to the one before"
third=$(readlink /opt/moontable/current)
/opt/moontable/current/deploy/install.sh --back
test "$(readlink /opt/moontable/current)" = "$second"
moontable --version

step "updates keep three"
for _ in 1 2 3; do
    sleep 1
    /source/deploy/install.sh --no-apt >/dev/null
done
test "$(releases | wc -l)" = 3
test ! -e "/opt/moontable/$third"

step "wrong settings stop an update before it is current"
before=$(readlink /opt/moontable/current)
cp /var/lib/moontable/moontable.toml /tmp/right.toml
echo '[camra]' >>/var/lib/moontable/moontable.toml
sleep 1
must_fail /source/deploy/install.sh --no-apt
test "$(readlink /opt/moontable/current)" = "$before"
test "$(releases | wc -l)" = 3
cp /tmp/right.toml /var/lib/moontable/moontable.toml

step "uninstalling keeps the records, purging does not"
/opt/moontable/current/deploy/uninstall.sh
test -e /var/lib/moontable/games.sqlite
test ! -e /opt/moontable
test ! -e /usr/local/bin/moontable
/source/deploy/uninstall.sh --purge
test ! -e /var/lib/moontable
must_fail id moontable
must_fail /source/deploy/uninstall.sh --prune
INSIDE
echo "all went well"
