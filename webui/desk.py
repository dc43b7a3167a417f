"""The virtual table: pieces that people move about in the browser, before the very same camera.

What is done to it is done to the wood: the referee hears of it when it looks. `DeskArea` keeps the
last changes, so that a slip of the finger can be undone.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import cv2
from flask import Response
from flask.typing import ResponseReturnValue

from companion.referee.snapshot import Snapshot
from vision.desk.lay import NothingToLay, next_table, shown_table
from vision.desk.pieces import COLOURS
from vision.desk.playing import PlayTable
from vision.desk.telling import desk_marks
from vision.render.symbols import FACES
from vision.sources.virtual import Desk
from webui.pace import Pace
from webui.parts import parts
from webui.refusals import Refusal
from webui.roles import Role
from webui.routing import Area, Route
from webui.schema import BOOL, array, obj, text, whole

MOST_UNDONE = 30
MOST_DRAWN_ANEW = 4
"""So often a picture is begun anew for a table that changes; then it is of the table as it was."""
HANDS = Pace("desk", 15, 40)
"""Changes of the virtual table."""
PICTURES = Pace("desk-pictures", 8, 30)
_QUALITY = 88

PIECE = text(20, least=1)
SITE = text(4, least=2)
PX = array({"type": "number", "minimum": -20000, "maximum": 20000}, 2)
COLOUR = {"type": "string", "enum": list(COLOURS)}
FACE = {"type": "string", "enum": list(FACES)}

Change = Callable[[PlayTable], PlayTable]


class DeskRoom:
    """The virtual table as the panel serves it."""

    def __init__(self, desk: Desk[PlayTable], *, rng: Random | None = None) -> None:
        self._desk = desk
        self._rng = rng or Random()
        self._lock = threading.Lock()
        self._earlier: deque[PlayTable] = deque(maxlen=MOST_UNDONE)
        self._picture: tuple[int, bytes] = (-1, b"")
        self._drawing = threading.Lock()

    def now(self) -> ResponseReturnValue:
        """Where everything is."""
        return self._told()

    def picture(self) -> ResponseReturnValue:
        """The table as the camera sees it now."""
        with self._drawing:
            version, table = self._desk.look()
            if self._picture[0] != version:
                for _ in range(MOST_DRAWN_ANEW):
                    if table.prepare(partial(self._lies_still, version)):
                        break
                    version, table = self._desk.look()
                image = table.photograph(seed=version).image
                done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
                if not done:
                    raise Refusal(500, "failed")
                self._picture = (version, data.tobytes())
            answer = Response(self._picture[1], mimetype="image/jpeg")
        answer.headers["X-Desk-Version"] = str(version)
        return answer

    def _lies_still(self, version: int) -> bool:
        return version == self._desk.version

    def move(self, body: dict[str, Any]) -> ResponseReturnValue:
        """A piece is let go on a point, or at a place of the picture."""
        piece, seed = body["piece"], self._seed()
        if "site" in body:
            return self._change(lambda table: table.put_on(piece, body["site"], seed=seed))
        if len(body.get("px", ())) != 2:
            raise Refusal(422, "bad-shape", values={"why": "'site' or 'px' must be given"})

        def put(table: PlayTable) -> PlayTable:
            edge = table.setup.look.layout.piece_mm
            x, y = table.camera.unproject([body["px"]], height_mm=edge)[0]
            return table.put(piece, float(x), float(y), seed=seed)

        return self._change(put)

    def turn(self, body: dict[str, Any]) -> ResponseReturnValue:
        """A piece is turned by quarters, clockwise."""
        return self._change(lambda table: table.turned(body["piece"], body.get("quarters", 1)))

    def face(self, body: dict[str, Any]) -> ResponseReturnValue:
        """A cube is turned over to another face."""
        return self._change(lambda table: table.shown(body["piece"], body["face"]))

    def lift(self, body: dict[str, Any]) -> ResponseReturnValue:
        """A piece is taken off the table."""
        return self._change(lambda table: table.lifted(body["piece"]))

    def figure(self, body: dict[str, Any]) -> ResponseReturnValue:
        """A deity's figure is put on a notch."""
        return self._change(lambda table: table.with_notch(body["colour"], body["notch"]))

    def roll(self, body: dict[str, Any]) -> ResponseReturnValue:
        """Sixteen cubes are thrown on the board, which is cleared before."""
        seed = body.get("seed", self._seed())
        faces = body.get("faces")
        return self._change(lambda table: table.rolled(body["colour"], seed=seed, faces=faces))

    def hand(self, body: dict[str, Any]) -> ResponseReturnValue:
        """A hand reaches over the board, or goes away."""
        seed = self._seed() if body["on"] else None
        return self._change(lambda table: table.reached(seed))

    def bump(self, body: dict[str, Any]) -> ResponseReturnValue:
        """The board is pushed, or put back."""
        seed = self._seed() if body["on"] else None
        return self._change(lambda table: table.bumped(seed))

    def light(self, body: dict[str, Any]) -> ResponseReturnValue:
        """The lamp is dimmed."""
        return self._change(lambda table: table.dimmed(body["share"]))

    def clear(self) -> ResponseReturnValue:
        """Everything is taken off the table."""
        return self._change(PlayTable.lifted_all)

    def lay(self, body: dict[str, Any]) -> ResponseReturnValue:
        """The table is laid as the game says, or as it would be after one more legal step."""
        snapshot: Snapshot = parts().table.snapshot
        with self._lock:
            rng = Random(self._rng.random())
        step = body.get("what", "shown") == "next"
        try:
            lay = next_table(snapshot, rng) if step else shown_table(snapshot, rng)
        except NothingToLay as problem:
            raise Refusal(409, "not-now", message=problem.message, advice=problem.advice) from None
        return self._change(lay)

    def undo(self) -> ResponseReturnValue:
        """The last change of the table is taken back."""
        with self._lock:
            if self._earlier:
                self._desk.put(self._earlier.pop())
        return self._told()

    def _change(self, change: Change) -> ResponseReturnValue:
        with self._lock:
            before = self._desk.table
            after = self._desk.change(change)
            if after is not before:
                self._earlier.append(before.put_away())
        return self._told()

    def _told(self) -> dict[str, Any]:
        version, table = self._desk.look()
        return {"version": version, "undo": bool(self._earlier), **desk_marks(table)}

    def _seed(self) -> int:
        with self._lock:
            return self._rng.randrange(1 << 30)


def desk_area(desk: Desk[PlayTable], *, rng: Random | None = None) -> Area:
    """The routes of a virtual table."""
    room = DeskRoom(desk, rng=rng)

    def change(path: str, answer: Callable[..., ResponseReturnValue], body: Any = None) -> Route:
        about = (answer.__doc__ or "").strip()
        return Route(
            *("POST", f"/api/desk/{path}", answer, about),
            role=Role.PLAYER,
            body=body,
            gives=obj({}, more=True),
            pace=HANDS,
            statuses={400: "It can't be done with these pieces.", 409: "There is nothing to lay."},
        )

    return Area(
        "desk",
        (
            Route("GET", "/api/desk", room.now, "Where everything lies.", gives=obj({}, more=True)),
            Route(
                *("GET", "/api/desk/picture.jpg", room.picture, "What its camera sees."),
                query={"v": text(20)},
                gives="image/jpeg",
                pace=PICTURES,
            ),
            change("move", room.move, obj({"piece": PIECE, "site": SITE, "px": PX}, "piece")),
            change("turn", room.turn, obj({"piece": PIECE, "quarters": whole(-3, 3)}, "piece")),
            change("face", room.face, obj({"piece": PIECE, "face": FACE}, "piece", "face")),
            change("lift", room.lift, obj({"piece": PIECE}, "piece")),
            change(
                *("figure", room.figure),
                obj({"colour": COLOUR, "notch": whole(1, 12)}, "colour", "notch"),
            ),
            change(
                *("roll", room.roll),
                obj(
                    {"colour": COLOUR, "faces": array(FACE, 16), "seed": whole(0, 1 << 30)},
                    "colour",
                ),
            ),
            change("hand", room.hand, obj({"on": BOOL}, "on")),
            change("bump", room.bump, obj({"on": BOOL}, "on")),
            change(
                *("light", room.light),
                obj({"share": {"type": "number", "minimum": 0, "maximum": 1.5}}, "share"),
            ),
            change("clear", room.clear),
            change(
                *("lay", room.lay), obj({"what": {"type": "string", "enum": ["shown", "next"]}})
            ),
            change("undo", room.undo),
        ),
    )
