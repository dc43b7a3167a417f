#!/usr/bin/env bash
# Take moontable off this machine. Packages that apt installed stay.
#
#   sudo /opt/moontable/current/deploy/uninstall.sh            keeps records and settings
#   sudo /opt/moontable/current/deploy/uninstall.sh --purge    removes those, too, and the user
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=deploy/common.sh
. "$here/common.sh"

purge=no
case ${1:-} in
"") ;;
--purge) purge=yes ;;
*) fail "There is no option $1; only --purge." ;;
esac
need_root

if has_systemd; then
    systemctl --quiet disable --now moontable.service 2>/dev/null || true
fi
rm -f "$unit" "$(dirname "$unit")/multi-user.target.wants/moontable.service"
if has_systemd; then
    systemctl daemon-reload
fi
rm -f "$command" "$service_command"
rm -rf "${prefix:?}"
if [ "$purge" = yes ]; then
    rm -rf "${state:?}"
    if id "$user" >/dev/null 2>&1; then
        userdel "$user"
    fi
    say "moontable is gone, with all its records."
else
    say "moontable is gone. Records and settings are still in $state."
fi
