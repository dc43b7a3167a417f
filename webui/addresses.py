"""Where this machine can be reached in its network."""

from __future__ import annotations

import socket
from contextlib import suppress

from companion.config import Panel

ANY = ("0.0.0.0", "::", "")
SOMEWHERE = ("192.0.2.1", 9)
"""An address of nobody (RFC 5737): the system says which of ours it would send from."""


def panel_urls(panel: Panel, *, port: int) -> tuple[str, ...]:
    """The panel's URLs, the one for phones first; only loopback where it listens nowhere else."""
    scheme = "https" if panel.certificate else "http"
    loopback = f"{scheme}://127.0.0.1:{port}"
    urls = [panel.public_url.rstrip("/")] if panel.public_url else []
    if panel.host in ANY:
        urls += [f"{scheme}://{address}:{port}" for address in network_addresses()]
        urls.append(loopback)
    elif panel.host in ("127.0.0.1", "localhost", "::1"):
        urls.append(loopback)
    else:
        urls.append(f"{scheme}://{panel.host}:{port}")
    return tuple(dict.fromkeys(urls))


def network_addresses() -> tuple[str, ...]:
    """This machine's address in the network, if it is in one; nothing is sent to find out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE)
        address = str(probe.getsockname()[0])
        if not address.startswith(("127.", "0.")):
            return (address,)
    return ()
