"""A camera whose every frame the test plays, and a server of streams on this machine."""

from __future__ import annotations

import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np

from companion.language.notices import Notice
from vision.sources.api import Control, LockReport, Pixels, Values


def plain(brightness: int, size_px: tuple[int, int] = (640, 480)) -> Pixels:
    """A picture of one brightness."""
    return np.full((size_px[1], size_px[0], 3), brightness, dtype=np.uint8)


def brightness(pixels: Pixels) -> float:
    return float(pixels.mean())


class PlayedReader:
    """A `Reader`: gives what is put in its queue; None there is the end, an error is raised."""

    def __init__(self) -> None:
        self.frames: queue.Queue[Pixels | Exception | None] = queue.Queue()
        self.current: Pixels | None = None
        self.decoded = 0
        self.locked: list[Values | None] = []
        self.released = threading.Event()

    def play(self, *shades: int) -> None:
        for shade in shades:
            self.frames.put(plain(shade))

    def grab(self) -> float | None:
        begun_s = time.monotonic()
        frame = self.frames.get()
        if isinstance(frame, Exception):
            raise frame
        self.current = frame
        return None if frame is None else begun_s

    def preview(self) -> Pixels | None:
        return self.pixels()

    def pixels(self) -> Pixels | None:
        self.decoded += 1
        current = self.current
        return current if current is not None and current.size else None

    def lock(self, values: Values | None) -> LockReport:
        self.locked.append(values)
        held = {Control.EXPOSURE: (8000.0,), **(values or {})}
        return LockReport(held, {Control.FOCUS: Notice("it has none")})

    def release(self) -> None:
        self.released.set()


class StreamServer:
    """Sends JPEG pictures as an endless HTTP stream, as cameras in the network do."""

    def __init__(self, port: int = 0, *, size_px: tuple[int, int] = (640, 480)) -> None:
        self.size_px = size_px
        self.shade = 60
        self.silent = False
        self._stop = threading.Event()
        played = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=part")
                self.end_headers()
                try:
                    while not played._stop.is_set():
                        if not played.silent:
                            self.wfile.write(played.part())
                            self.wfile.flush()
                        time.sleep(0.03)
                except OSError:
                    pass

            def log_message(self, format: str, *args: Any) -> None:
                del format, args

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/stream.mjpg"

    def part(self) -> bytes:
        _, data = cv2.imencode(".jpg", plain(self.shade, self.size_px))
        jpeg = data.tobytes()
        head = f"--part\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
        return head.encode() + jpeg + b"\r\n"

    def close(self) -> None:
        """Die: all connections end, and the port is free."""
        self._stop.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
