"""https without a proxy: takes encrypted connections and hands what they say to the panel.

waitress speaks no TLS. A thread of its own does, with asyncio: for every connection it opens one
to the panel's port on this machine's loopback, and carries bytes both ways. Which of the panel's
connections belongs to whom is kept by port, so that the panel still knows its visitors' addresses:
`WithVisitors` puts them where they belong.
"""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from companion.errors import ConfigProblem

HANDSHAKE_S = 10.0
MOST_CONNECTIONS = 150
CHUNK = 64 * 1024

Environ = dict[str, Any]
Wsgi = Callable[[Environ, Any], Iterable[bytes]]


class Visitors:
    """The address of whoever is behind a connection from loopback, by that connection's port."""

    def __init__(self) -> None:
        self._addresses: dict[int, str] = {}

    def came(self, port: int, address: str) -> None:
        """Somebody is behind the connection of a port."""
        self._addresses[port] = address

    def went(self, port: int) -> None:
        """Nobody is any more."""
        self._addresses.pop(port, None)

    def at(self, port: int) -> str | None:
        """The address; None where nobody came through here."""
        return self._addresses.get(port)


class WithVisitors:
    """A WSGI application that is told who is behind the connections of a `TlsFront`."""

    def __init__(self, app: Wsgi, visitors: Visitors) -> None:
        self._app = app
        self._visitors = visitors

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Answer a request."""
        port = str(environ.get("REMOTE_PORT", ""))
        address = self._visitors.at(int(port)) if port.isdecimal() else None
        if address is not None and environ.get("REMOTE_ADDR") == "127.0.0.1":
            environ["REMOTE_ADDR"] = address
            environ["wsgi.url_scheme"] = "https"
        return self._app(environ, start_response)


def tls_context(certificate: str, key: str) -> ssl.SSLContext:
    """What a server needs to encrypt. Raises `ConfigProblem` for files that can't be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key or None)
    except (OSError, ValueError) as error:
        why = " ".join(str(error).split())
        raise ConfigProblem(
            f"The certificate {certificate} can't be used ({why}).",
            "Check certificate and key in [panel]: two PEM files that this user may read.",
        ) from error
    return context


class TlsFront:
    """Listens with TLS and carries to the panel at ``inner_port``, in a thread of its own.

    Raises OSError where it can't listen.
    """

    def __init__(
        self, context: ssl.SSLContext, *, host: str, port: int, inner_port: int, visitors: Visitors
    ) -> None:
        self._context = context
        self._inner_port = inner_port
        self._visitors = visitors
        self._open = 0
        self._loop = asyncio.new_event_loop()
        try:
            self._server = self._loop.run_until_complete(self._listening(host, port))
        except OSError:
            self._loop.close()
            raise
        self._thread = threading.Thread(target=self._run, name="tls", daemon=True)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self._server.sockets[0].getsockname()[1])

    def start(self) -> None:
        """Serve from now on."""
        self._thread.start()

    def close(self, *, wait_s: float = 3.0) -> None:
        """Stop listening and drop what is open."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(wait_s)

    async def _listening(self, host: str, port: int) -> asyncio.Server:
        return await asyncio.start_server(
            self._visit, host or None, port, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_S
        )

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._server.close()
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self._loop.run_until_complete(asyncio.sleep(0.01))  # what was aborted is let go of
            self._loop.close()

    async def _visit(self, inside: asyncio.StreamReader, outside: asyncio.StreamWriter) -> None:
        """Carry one connection, until one of its ends is closed."""
        if self._open >= MOST_CONNECTIONS:
            outside.close()
            return
        self._open += 1
        try:
            with suppress(OSError, ssl.SSLError, asyncio.IncompleteReadError):
                await self._carry(inside, outside)
            outside.close()
        except asyncio.CancelledError:
            outside.transport.abort()  # there is no time to take leave
            raise
        finally:
            self._open -= 1

    async def _carry(self, inside: asyncio.StreamReader, outside: asyncio.StreamWriter) -> None:
        back, forth = await asyncio.open_connection("127.0.0.1", self._inner_port)
        port = int(forth.get_extra_info("sockname")[1])
        self._visitors.came(port, str(outside.get_extra_info("peername")[0]))
        ways = [
            asyncio.ensure_future(_pour(inside, forth)),
            asyncio.ensure_future(_pour(back, outside)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            forth.close()
            self._visitors.went(port)


async def _pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Carry bytes one way until there are no more; a slow taker slows the giver down."""
    while data := await source.read(CHUNK):
        target.write(data)
        await target.drain()
