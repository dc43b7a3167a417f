# Names and small steps that the scripts in this folder share; sourced, not run.
# shellcheck shell=bash disable=SC2034

prefix=/opt/moontable
state=/var/lib/moontable
user=moontable
unit=/etc/systemd/system/moontable.service
command=/usr/local/bin/moontable
service_command=/usr/local/sbin/moontable-service

say() { printf '%s\n' "$*"; }

fail() {
    printf 'moontable: %s\n' "$*" >&2
    exit 1
}

need_root() {
    [ "$(id -u)" -eq 0 ] || fail "This needs root: sudo $0"
}

# Whether systemd runs this machine: not so in a chroot, a container or an image that is being made.
has_systemd() { [ -d /run/systemd/system ]; }

# Run a command as the service's user with its environment.
as_service() {
    setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs \
        env -i PATH=/usr/local/bin:/usr/bin:/bin LC_ALL=C.UTF-8 HOME="$state" \
        MOONTABLE_HOME="$state" LG_WD="$state" "$@"
}

# Let "current" be another release, in one step: at no moment is there none.
switch_to() {
    ln -sfn "$1" "$prefix/current.new"
    mv -T "$prefix/current.new" "$prefix/current"
}

# The name of the release that is current, or nothing.
current_release() {
    if [ -L "$prefix/current" ]; then
        basename "$(readlink "$prefix/current")"
    fi
}

# All whole releases but the current one, the oldest first. One without its mark was interrupted
# while it was made, or did not start.
other_releases() {
    local now release
    now=$(current_release)
    find "$prefix/releases" -mindepth 2 -maxdepth 2 -name whole -printf '%T@ %h\n' |
        sort -n | sed 's/.*\///' | while read -r release; do
        if [ "$release" != "$now" ]; then
            say "$release"
        fi
    done
}

# A number or a text in the settings, as the current release reads them: setting panel port
setting() {
    as_service "$prefix/current/venv/bin/python" - "$@" <<'PYTHON'
import sys
from companion.config import load_config
print(getattr(getattr(load_config(), sys.argv[1]), sys.argv[2]))
PYTHON
}

# Start the service anew, wait until it says that it is ready (Type=notify lets systemd wait), and
# look whether the panel can be reached.
restart_service() {
    systemctl daemon-reload
    systemctl reset-failed moontable.service 2>/dev/null || true
    systemctl restart moontable.service && systemctl is-active --quiet moontable.service || return
    python3 - "$(setting panel host)" "$(setting panel port)" <<'PYTHON' || return
import socket, sys
host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(sys.argv[1], sys.argv[1])
try:
    socket.create_connection((host, int(sys.argv[2])), timeout=10).close()
except OSError as error:
    sys.exit(f"It is ready, but nothing answers at {host}, port {sys.argv[2]} ({error}).")
PYTHON
}
