"""What stands in front of every request and behind every answer: hosts, origins, headers, errors.

* The Host header must name this machine: an address, its name, or a name from the settings. A page
  elsewhere whose name was made to point here (DNS rebinding) has another one.
* What changes something must come from our own pages: the Origin must be ours, and the header
  ``X-Moontable`` must be there, which no form and no foreign page can send without asking.
* Every answer forbids scripts and styles that aren't files of ours, and being framed.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.config import Panel
from companion.errors import MoontableError, UnknownRecord
from companion.games.errors import GameError
from webui.parts import parts
from webui.refusals import Refusal
from webui.viewing import catalogue

TOKEN_HEADER = "X-Moontable"
SAFE = ("GET", "HEAD")
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def host_name(host: str) -> str:
    """The name in a Host header, without its port and in small letters.

    >>> host_name("Table.local:8080"), host_name("[::1]:8080")
    ('table.local', '[::1]')
    """
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower().rstrip(".")


def known_host(host: str, panel: Panel) -> bool:
    """Whether a Host header can be of somebody who meant this machine."""
    name = host_name(host)
    if name in LOOPBACK_NAMES:
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        own = socket.gethostname().lower().partition(".")[0]
        public = urlsplit(panel.public_url).hostname
        return name in (own, f"{own}.local", f"{own}.lan", f"{own}.home.arpa", public)
    return True


def refuse_strangers() -> None:
    """Raise `Refusal` for requests that don't come to us, or not from our own pages."""
    if not known_host(request.host, parts().settings.panel):
        raise Refusal(421, "wrong-host")
    if request.method in SAFE:
        return
    origin = request.headers.get("Origin")
    if origin is not None and origin.lower() != f"{request.scheme}://{request.host}".lower():
        raise Refusal(403, "foreign-page")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Refusal(403, "foreign-page")
    if not request.headers.get(TOKEN_HEADER):
        raise Refusal(403, "no-token")


def with_headers(response: Response) -> Response:
    """The answer with the headers that every answer has."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/static/"):
        response.headers["Cache-Control"] = "no-cache"
    else:
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def told(refusal: Refusal) -> ResponseReturnValue:
    """A refusal as JSON under /api, as a page elsewhere."""
    data = refusal.told(catalogue())
    if request.path.startswith("/api/"):
        return data, refusal.status, refusal.headers
    page = render_template(["error.html", "plain-error.html"], **data, status=refusal.status)
    return page, refusal.status, refusal.headers


def install(app: Flask) -> None:
    """Put the guard around an application."""
    app.before_request(refuse_strangers)
    app.after_request(with_headers)

    @app.errorhandler(Refusal)
    def refused(error: Refusal) -> ResponseReturnValue:
        return told(error)

    @app.errorhandler(UnknownRecord)
    def unknown(error: UnknownRecord) -> ResponseReturnValue:
        del error
        return told(Refusal(404, "no-such-game"))

    @app.errorhandler(GameError)
    @app.errorhandler(MoontableError)
    def said(error: GameError | MoontableError) -> ResponseReturnValue:
        return told(Refusal(400, "refused", message=error.message, advice=error.advice))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> ResponseReturnValue:
        status = error.code or 500
        code = {404: "not-found", 405: "wrong-method", 413: "too-large"}.get(status, "bad-request")
        headers = {"Allow": ", ".join(sorted(getattr(error, "valid_methods", None) or ()))}
        return told(
            Refusal(status, code, values={"kb": 64}, headers=headers if status == 405 else None)
        )

    @app.errorhandler(Exception)
    def failed(error: Exception) -> ResponseReturnValue:
        app.logger.error("a request failed", exc_info=error)
        return told(Refusal(500, "failed"))
