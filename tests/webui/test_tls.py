"""https: the visitor's own address, cookies for https only, streams, and a clean end."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import ssl
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.config import Panel as PanelSettings
from companion.errors import ConfigProblem, UsageError
from tests.webui.making import Panel
from webui.app import close_app
from webui.serving import open_server
from webui.tls import tls_context

needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A certificate that this test made for itself, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    made = (str(folder / "certificate.pem"), str(folder / "key.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-out", made[0], "-keyout", made[1]],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return made


class Visitor:
    """A browser that trusts the certificate."""

    def __init__(self, port: int, certificate: str) -> None:
        trust = ssl.create_default_context(cafile=certificate)
        self.connection = http.client.HTTPSConnection("localhost", port, timeout=10, context=trust)

    def asked(self, method: str, path: str, body: Any = None) -> http.client.HTTPResponse:
        headers = {"X-Moontable": "1", "Content-Type": "application/json"}
        headers["Origin"] = f"https://localhost:{self.connection.port}"
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        return self.connection.getresponse()


@needs_openssl
def test_the_panel_is_served_encrypted(panel: Panel, files: tuple[str, str]) -> None:
    settings = PanelSettings(port=_free(), certificate=files[0], key=files[1])
    server = open_server(panel.app, settings)
    server.start()
    visitor = Visitor(settings.port, files[0])
    try:
        told = json.loads(visitor.asked("GET", "/api/session").read())
        assert told["own_screen"] is True, "the address behind the encryption is known"
        pin = json.loads(visitor.asked("GET", "/api/invite").read())["pins"]["player"]
        answer = visitor.asked("POST", "/api/join", {"pin": pin})
        answer.read()
        assert answer.status == 200, "the origin is https"
        assert "Secure" in answer.headers["Set-Cookie"]
        stream = visitor.asked("GET", "/api/events")
        assert stream.readline() == b"retry: 1000\n"
    finally:
        server.close(before=lambda: close_app(panel.app))
        visitor.connection.close()


@needs_openssl
def test_who_speaks_plainly_to_it_is_not_understood(panel: Panel, files: tuple[str, str]) -> None:
    settings = PanelSettings(port=_free(), certificate=files[0], key=files[1])
    server = open_server(panel.app, settings)
    server.start()
    plain = http.client.HTTPConnection("127.0.0.1", settings.port, timeout=10)
    try:
        plain.request("GET", "/api/session")
        with pytest.raises((OSError, http.client.HTTPException)):
            plain.getresponse()
        told = Visitor(settings.port, files[0])
        assert told.asked("GET", "/api/session").status == 200
        told.connection.close()
    finally:
        plain.close()
        server.close(before=lambda: close_app(panel.app))


@needs_openssl
def test_a_taken_port_is_said(panel: Panel, files: tuple[str, str]) -> None:
    settings = PanelSettings(port=_free(), certificate=files[0], key=files[1])
    first = open_server(panel.app, settings)
    first.start()
    with pytest.raises(UsageError, match="can't listen"):
        open_server(panel.app, settings)
    first.close(before=lambda: close_app(panel.app))


@pytest.mark.parametrize("content", [None, "", "no certificate"])
def test_a_certificate_that_is_none_is_said(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "certificate.pem"
    if content is not None:
        file.write_text(content)
    with pytest.raises(ConfigProblem, match=r"can't be used"):
        tls_context(str(file), "")


def _free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
