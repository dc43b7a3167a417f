"""Serving the panel: waitress, with threads enough for every stream and for requests besides."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.config import Panel
from companion.errors import MoontableError, UsageError
from webui.streams import MOST_STREAMS
from webui.tls import TlsFront, Visitors, WithVisitors, tls_context

THREADS = MOST_STREAMS + 8
"""A stream keeps its thread; with waitress's 4 the fifth browser would wait for ever."""
MOST_CONNECTIONS = 200
MOST_WAITING_BYTES = 512 * 1024
"""So much may wait for a slow browser in memory; beyond it, its stream waits, too."""


class Service(Protocol):
    """A panel that is served, with or without TLS."""

    def start(self) -> None:
        """Serve from now on."""
        ...

    def close(self, *, before: Callable[[], None] = ..., wait_s: float = ...) -> None:
        """Stop; ``before`` ends what would keep a thread busy."""
        ...


def open_server(app: Flask, panel: Panel) -> Service:
    """Listen as it is set. Raises `UsageError` or `ConfigProblem` where that can't be."""
    try:
        if panel.certificate:
            return TlsServer(app, panel)
        return Server(app, host=panel.host, port=panel.port)
    except OSError as error:
        if isinstance(error, MoontableError):
            raise
        raise UsageError(
            f"The panel can't listen on {panel.host} port {panel.port} ({error.strerror}).",
            "Does another moontable run? Else take another port: moontable serve --port 8081",
        ) from error


class TlsServer:
    """A panel behind TLS: `TlsFront` at the set address, the panel itself on loopback."""

    def __init__(self, app: Flask, panel: Panel) -> None:
        context, visitors = tls_context(panel.certificate, panel.key), Visitors()
        app.wsgi_app = WithVisitors(app.wsgi_app, visitors)  # type: ignore[method-assign]
        self._inner = Server(app, host="127.0.0.1", port=0)
        try:
            self._front = TlsFront(
                context,
                host=panel.host,
                port=panel.port,
                inner_port=self._inner.port,
                visitors=visitors,
            )
        except OSError:
            self._inner.close()
            raise

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return self._front.port

    def start(self) -> None:
        """Serve from now on."""
        self._inner.start()
        self._front.start()

    def close(self, *, before: Callable[[], None] = lambda: None, wait_s: float = 3.0) -> None:
        """Stop both; ``before`` ends what would keep a thread busy."""
        before()
        self._front.close(wait_s=wait_s)
        self._inner.close(wait_s=wait_s)


class Server:
    """A panel that is being served, in a thread of its own."""

    def __init__(self, app: Flask, *, host: str, port: int) -> None:
        self._map: dict[int, Any] = {}
        try:
            self._server = self._made(app, host, port)
        except OSError:
            wasyncore.close_all(self._map, ignore_all=True)
            raise
        self._thread = threading.Thread(target=self._server.run, name="panel", daemon=True)

    def _made(self, app: Flask, host: str, port: int) -> Any:
        return create_server(
            app,
            map=self._map,
            host=host,
            port=port,
            threads=THREADS,
            connection_limit=MOST_CONNECTIONS,
            channel_timeout=60,
            channel_request_lookahead=1,  # so that a stream learns when its browser has gone
            outbuf_high_watermark=MOST_WAITING_BYTES,
            outbuf_overflow=MOST_WAITING_BYTES,
            max_request_body_size=64 * 1024 * 1024,
            max_request_header_size=32 * 1024,
            clear_untrusted_proxy_headers=False,
            ident=None,
        )

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._server.effective_port)

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def close(self, *, before: Callable[[], None] = lambda: None, wait_s: float = 3.0) -> None:
        """Stop listening; ``before`` ends what would keep a thread busy."""
        before()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=wait_s)
        if not self._thread.is_alive():
            self._shut()
            return
        # Its sockets belong to its own thread: the trigger wakes that one, to close them there.
        with suppress(OSError):  # somebody else's pull may have woken it in the meantime
            self._server.trigger.pull_trigger(self._shut)
        self._thread.join(wait_s)

    def _shut(self) -> None:
        wasyncore.close_all(self._map, ignore_all=True)
