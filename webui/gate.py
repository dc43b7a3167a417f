"""Who comes in: PINs, the cookie of those who have joined, and the table's own screen.

The cookie says device, role and name, and is signed with the table's secret together with the
table's name: one from another table, or made before all were sent away, is nobody's. The server
remembers nothing of those who join, so that a thousand joins cost it nothing.
"""

from __future__ import annotations

import hmac
import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Request, Response
from itsdangerous import BadData, URLSafeTimedSerializer

from companion.config import Panel
from companion.games.api import Seat
from webui.guard import LOOPBACK_NAMES, host_name
from webui.keys import KeyFile
from webui.refusals import Refusal
from webui.roles import Role, Viewer, role_of

COOKIE = "moontable"
COOKIE_AGE_S = 90 * 24 * 3600
MOST_NAME = 40
OWN_ADDRESSES = ("127.0.0.1", "::1")
FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
"""Headers of a proxy: who comes with one does not sit at the table's own screen."""

FREE_TRIES = 3
"""Wrong PINs of one address that cost nothing."""
LONGEST_WAIT_S = 60.0
MOST_ADDRESSES = 512
TRIES_TO_RENEW = 60
"""After so many wrong PINs, from wherever, the PINs are others: guessing leads nowhere."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What a cookie says."""

    device: str
    role: Role
    name: str


class Tries:
    """Slows wrong PINs down, by address. Safe for threads, and bounded."""

    def __init__(self, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._clock_s = clock_s
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._since_renewal = 0
        self._lock = threading.Lock()

    def begin(self, address: str) -> float:
        """Begin a try: 0, or how long this address must wait before its next one.

        It counts as wrong until `was_right`: those that come at once wait for each other.
        """
        with self._lock:
            count, last_s = self._wrong.get(address, (0, -math.inf))
            pause_s = min(LONGEST_WAIT_S, 2.0 ** (count - FREE_TRIES)) if count >= FREE_TRIES else 0
            now_s = self._clock_s()
            if last_s + pause_s > now_s:
                return last_s + pause_s - now_s
            self._wrong.pop(address, None)
            self._wrong[address] = (count + 1, now_s)
            if len(self._wrong) > MOST_ADDRESSES:
                self._wrong.popitem(last=False)
            return 0.0

    def was_wrong(self) -> bool:
        """The try was wrong; whether the PINs are to be renewed now."""
        with self._lock:
            self._since_renewal += 1
            due = self._since_renewal >= TRIES_TO_RENEW
            if due:
                self._since_renewal = 0
            return due

    def was_right(self, address: str) -> None:
        """Forget what this address got wrong."""
        with self._lock:
            self._wrong.pop(address, None)


class Gate:
    """Lets people in, and knows them again."""

    def __init__(
        self, keys: KeyFile, panel: Panel, *, clock_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.keys = keys
        self.tries = Tries(clock_s)
        self._panel = panel

    def viewer(self, request: Request, language: str) -> Viewer:
        """Who makes a request."""
        own = self._is_own_screen(request)
        known = self._pass_of(request.cookies.get(COOKIE, ""))
        if known is None and not own:
            return Viewer(language=language)
        device = known.device if known is not None else "own-screen"
        role = known.role if known is not None else Role.SPECTATOR
        return Viewer(
            role=Role.ADMIN if own else role,
            seat=self.keys.keys.seated.get(device),
            language=language,
            name=known.name if known is not None else "",
            device=device,
            own_screen=own,
        )

    def join(self, pin: str, name: str, *, address: str, device: str = "") -> Pass:
        """Let somebody in. Raises `Refusal` for a wrong PIN, or one that came too soon."""
        wait_s = self.tries.begin(address)
        if wait_s > 0:
            seconds = str(math.ceil(wait_s))
            raise Refusal(
                429, "wait-for-pin", values={"seconds": seconds}, headers={"Retry-After": seconds}
            )
        role = self._role_of_pin(pin)
        if role is None:
            if self.tries.was_wrong():
                self.keys.renew_pins()
            raise Refusal(403, "wrong-pin")
        self.tries.was_right(address)
        return Pass(device or secrets.token_hex(8), role, name.strip()[:MOST_NAME])

    def give_cookie(self, response: Response, known: Pass, *, secure: bool) -> None:
        """Put the cookie of somebody who was let in into an answer."""
        keys = self.keys.keys
        data = {"d": known.device, "r": known.role.word, "n": known.name, "e": keys.era}
        response.set_cookie(
            COOKIE,
            self._signer().dumps(data),
            max_age=COOKIE_AGE_S,
            secure=secure,
            httponly=True,
            samesite="Strict",
        )

    def take_cookie(self, response: Response) -> None:
        """Forget somebody."""
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")

    def take_seat(self, viewer: Viewer, seat: Seat | None, *, shared: bool) -> None:
        """A device takes a seat. Raises `Refusal` where another has it and it can't be shared."""
        taken = any(
            place == seat and device != viewer.device
            for device, place in self.keys.keys.seated.items()
        )
        if seat is not None and taken and not shared:
            raise Refusal(409, "seat-taken", values={"seat": seat})
        self.keys.seat(viewer.device, seat)

    def _is_own_screen(self, request: Request) -> bool:
        """Whether it comes from this machine, and from nobody behind a proxy on it."""
        if self._panel.behind_proxy or request.remote_addr not in OWN_ADDRESSES:
            return False
        if any(name in request.headers for name in FORWARDED):
            return False
        return host_name(request.host) in LOOPBACK_NAMES

    def _role_of_pin(self, pin: str) -> Role | None:
        """The role that a PIN is for; every PIN is compared, in the same time."""
        found = None
        for role, known in self.keys.keys.pins.items():
            if hmac.compare_digest(pin.encode(), known.encode()):
                found = role
        return found

    def _signer(self) -> URLSafeTimedSerializer:
        keys = self.keys.keys
        return URLSafeTimedSerializer(keys.secret, salt=f"moontable {keys.table}")

    def _pass_of(self, cookie: str) -> Pass | None:
        if not cookie or len(cookie) > 1024:
            return None
        try:
            data: Any = self._signer().loads(cookie, max_age=COOKIE_AGE_S)
        except BadData:
            return None
        if not isinstance(data, Mapping) or data.get("e") != self.keys.keys.era:
            return None
        role = role_of(str(data.get("r")))
        if role is None:
            return None
        return Pass(str(data.get("d")), role, str(data.get("n")))
