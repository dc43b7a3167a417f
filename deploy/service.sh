#!/usr/bin/env bash
# Run moontable as the service does: as its user, with its settings and records.
#
#   sudo moontable-service doctor
#   sudo moontable-service config show
set -euo pipefail

if [ "$(id -u)" -ne 0 ]; then
    echo "This needs root, to become the service's user: sudo $0 $*" >&2
    exit 1
fi
cd /var/lib/moontable
exec setpriv --reuid=moontable --regid=moontable --init-groups --no-new-privs \
    env MOONTABLE_HOME=/var/lib/moontable HOME=/var/lib/moontable LG_WD=/var/lib/moontable \
    /opt/moontable/current/venv/bin/moontable "$@"
