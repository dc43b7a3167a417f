"""The virtual table as people use it: every change gives a new table, which can be photographed.

    table = PlayTable.begun(desk_setup())
    table = table.put("brown-3", 64.0, 96.0, seed=1)        # on the point nearest to there
    table = table.shown("brown-3", "star")
    picture = table.photograph(seed=1).image

A piece that is let go near a point lies on it as untidily as people lay things; on a point that
holds pieces it lies on top. What the camera sees is drawn once for each table, so that a second
photograph of it costs only the sensor's noise, and of a table that differs little from one that was
drawn before only where it differs.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.errors import MoontableError
from companion.language.notices import notice
from vision.camera import Camera
from vision.desk.grounds import kept_ground
from vision.desk.pieces import (
    COLOURS,
    STONE,
    called,
    face_of,
    piece_id,
    showing,
    turn_of,
    whole_set,
)
from vision.desk.pushing import Push, camera_at
from vision.desk.redrawing import Drawing, Levels, Wanted, always, drawn
from vision.render.ground import board_rim
from vision.render.render import Rendered, Stage, truth_of
from vision.render.scene import Placed, Placement, Reach, Scene, throw
from vision.render.sensor import noisy
from vision.render.symbols import FACES
from vision.render.tables import TableSetup, random_hand

Pixels = NDArray[np.uint8]

HIGHEST = 3
"""So many pieces at most lie on each other: people can put a stack on a safe, allowed or not."""
_DIMMEST = 0.02


class NotOnTheDesk(MoontableError):
    """What was asked of the virtual table can't be done with its pieces."""


@dataclass(slots=True, eq=False)
class _Drawn:
    """The picture of one table without noise, drawn when it is first asked for.

    ``near``: a table before this one that was drawn, until this one is.
    """

    levels: Levels | None = None
    near: Drawing | None = None


_DRAWING, _TAKING = threading.Lock(), threading.Lock()
"""One table is drawn at a time, and one picture taken: two at once would take twice the memory, and
not be sooner."""


@dataclass(frozen=True, slots=True)
class PlayTable:
    """A table, what lies on it and beside it, and who reaches over it.

    on: the pieces on the table, off: those beside it; together always the whole set. notches:
    colour -> the notch of its figure. light: of the lamp, 1 = as it was set up.
    """

    setup: TableSetup
    on: tuple[Placed, ...] = ()
    off: tuple[Placed, ...] = ()
    notches: Mapping[str, int] = field(default_factory=dict)
    hand: Reach | None = None
    push: Push | None = None
    light: float = 1.0
    _drawn: _Drawn = field(default_factory=_Drawn, compare=False, repr=False)

    @classmethod
    def begun(cls, setup: TableSetup) -> PlayTable:
        """Return the table with an empty board, the set beside it, the figures on their first."""
        count = setup.look.layout.notches
        return cls(setup, off=whole_set(), notches=dict.fromkeys(COLOURS, 1) if count else {})

    @property
    def camera(self) -> Camera:
        """The camera as it stands to the board now."""
        if self.push is None:
            return self.setup.camera
        east, north = (float(v) for v in self.setup.look.layout.corners_mm[2])
        return camera_at(self.setup.camera, self.push, (east / 2, north / 2))

    def find(self, piece: str) -> Placed:
        """Return the piece of that id. Raises NotOnTheDesk."""
        for one in (*self.on, *self.off):
            if piece_id(one) == piece:
                return one
        raise NotOnTheDesk(notice("desk.no-piece", piece=piece), notice("desk.load-again"))

    def lies(self, piece: str) -> bool:
        """Whether the piece of that id is on the table."""
        return any(piece_id(one) == piece for one in self.on)

    def pile(self, site: str) -> tuple[Placed, ...]:
        """Return the pieces on a point, bottom first."""
        return tuple(sorted((p for p in self.on if p.site == site), key=lambda p: p.level))

    def placement(self) -> dict[str, list[str]]:
        """Return what lies on each point, bottom first; points with nothing are left out."""
        sites = {p.site for p in self.on if p.site is not None}
        order = (site for site in self.setup.look.layout.sites if site in sites)
        return {site: [p.name for p in self.pile(site)] for site in order}

    def put(self, piece: str, x_mm: float, y_mm: float, *, seed: int) -> PlayTable:
        """Return the table with a piece let go at a place; beside the board it leaves the table."""
        site = self.setup.look.layout.site_at(x_mm, y_mm)
        if site is not None:
            return self.put_on(piece, site, seed=seed)
        west, south, east, north = board_rim(self.setup.look)
        if not (west < x_mm < east and south < y_mm < north):
            return self.lifted(piece)
        rest = self.lifted(piece)
        loose = replace(rest.find(piece), x_mm=x_mm, y_mm=y_mm, base_mm=0.0, site=None, level=0)
        return rest._with(loose)

    def put_on(self, piece: str, site: str, *, seed: int) -> PlayTable:
        """Return the table with a piece on top of what lies on a point. Raises NotOnTheDesk."""
        try:
            self.setup.look.layout.site_mm(site)
        except ValueError as error:
            raise NotOnTheDesk(
                notice("desk.no-point", site=site), notice("desk.name-point")
            ) from error
        here = self.find(piece)
        if self.lies(piece) and here.site == site and here.level == len(self.pile(site)) - 1:
            return self
        rest = self.lifted(piece)
        pile = rest.pile(site)
        if len(pile) >= HIGHEST:
            raise NotOnTheDesk(notice("desk.would-fall", site=site), notice("desk.elsewhere"))
        rng = np.random.default_rng([seed, 41])
        return rest._with(rest._laid(rest.find(piece), site, pile, rng))

    def lifted(self, piece: str) -> PlayTable:
        """Return the table with a piece beside it; what lay on it comes down."""
        gone = self.find(piece)
        if not self.lies(piece):
            return self
        rest = [p for p in self.on if piece_id(p) != piece]
        if gone.site is not None:
            above = sorted(
                (p for p in rest if p.site == gone.site and p.level > gone.level),
                key=lambda p: p.level,
            )
            base, level = gone.base_mm, gone.level
            for one in above:
                rest[rest.index(one)] = replace(one, base_mm=base, level=level)
                base, level = base + self._height(one), level + 1
        aside = showing(gone, gone.thing, round((turn_of(gone.name) or 0.0) / 90.0) * 90.0)
        aside = replace(aside, site=None, level=0, base_mm=0.0, lean_deg=(0.0, 0.0))
        return self._changed(on=tuple(rest), off=(*self.off, aside))

    def turned(self, piece: str, quarters: int = 1) -> PlayTable:
        """Return the table with a piece turned by quarters, clockwise; what lies on it stays."""
        one = self.find(piece)
        return self._replaced(showing(one, one.thing, one.turn_deg - 90.0 * quarters))

    def shown(self, piece: str, face: str) -> PlayTable:
        """Return the table with another face of a cube on top. Raises NotOnTheDesk."""
        one = self.find(piece)
        if face not in FACES or one.thing == STONE:
            raise NotOnTheDesk(
                notice("desk.no-face", face=face), notice("desk.choose-face", faces=tuple(FACES))
            )
        return self._replaced(showing(one, face, one.turn_deg))

    def rolled(self, colour: str, *, seed: int, faces: Sequence[str] | None = None) -> PlayTable:
        """Return the board cleared, with the sixteen cubes of a colour thrown on it.

        faces: sixteen chosen ones; None: as they fall. Raises NotOnTheDesk.
        """
        cubes = [p for p in whole_set() if p.colour == colour and p.thing != STONE]
        if not cubes:
            raise NotOnTheDesk(notice("desk.no-cubes", colour=colour), notice("desk.roll-either"))
        rng = np.random.default_rng([seed, 43])
        fallen = [str(f) for f in rng.choice(FACES, len(cubes))] if faces is None else [*faces]
        if len(fallen) != len(cubes) or set(fallen) - set(FACES):
            raise NotOnTheDesk(
                notice("desk.sixteen"), notice("desk.choose-face", faces=tuple(FACES))
            )
        lying = throw(self.setup.look, colour, fallen, rng, touching=0.15)
        on = tuple(replace(one, copy=cube.copy) for one, cube in zip(lying, cubes, strict=True))
        taken = {piece_id(p) for p in on}
        rest = tuple(p for p in self.lifted_all().off if piece_id(p) not in taken)
        return self._changed(on=on, off=rest)

    def lifted_all(self) -> PlayTable:
        """Return the table with nothing on it."""
        table = self
        for piece in sorted(self.on, key=lambda p: -p.level):
            table = table.lifted(piece_id(piece))
        return table

    def laid(self, placement: Placement, *, seed: int) -> PlayTable:
        """Return the table changed to a placement; pieces that stay right are not touched.

        Pieces that are not in the set are left out: a position of another game's, or seventeen
        cubes. Raises NotOnTheDesk for points that the board doesn't have.
        """
        rng = np.random.default_rng([seed, 47])
        table = self
        for site in {p.site for p in self.on}:
            wanted = list(placement.get(site, ())) if site is not None else []
            pile = [p for p in self.on if p.site == site]
            pile = pile if site is None else list(self.pile(site))
            same = 0
            while same < min(len(pile), len(wanted)) and pile[same].name == wanted[same]:
                same += 1
            for piece in reversed(pile[same:]):
                table = table.lifted(piece_id(piece))
        for site, names in placement.items():
            for name in names[len(table.pile(site)) :]:
                free = table._free_for(name)
                if free is None:
                    break
                turn = turn_of(name)
                turn = 90.0 * int(rng.integers(4)) if turn is None else turn
                aside = table._replaced(showing(free, face_of(name), turn))
                table = aside.put_on(piece_id(free), site, seed=int(rng.integers(1 << 30)))
        return table

    def with_notch(self, colour: str, notch: int) -> PlayTable:
        """Return the table with a figure on a notch. Raises NotOnTheDesk."""
        most = self.setup.look.layout.notches
        if colour not in COLOURS or not 1 <= notch <= most:
            raise NotOnTheDesk(
                notice("desk.no-notch", notch=notch), notice("desk.notches", most=most)
            )
        if self.notches.get(colour) == notch:
            return self
        return self._changed(notches={**self.notches, colour: notch})

    def reached(self, seed: int | None) -> PlayTable:
        """Return the table with a hand over it, or with none."""
        if seed is None:
            return self if self.hand is None else self._changed(hand=None)
        rng = np.random.default_rng([seed, 53])
        return self._changed(hand=random_hand(rng, self.setup.look.layout))

    def bumped(self, seed: int | None) -> PlayTable:
        """Return the table with the board pushed some millimetres, or back where it was."""
        if seed is None:
            return self if self.push is None else self._changed(push=None)
        rng = np.random.default_rng([seed, 59])
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(4, 9)
        east, north = float(reach * np.cos(angle)), float(reach * np.sin(angle))
        turn = float(rng.choice([-1, 1]) * rng.uniform(0.5, 2.5))
        return self._changed(push=Push(east, north, turn))

    def dimmed(self, light: float) -> PlayTable:
        """Return the table with the lamp at a share of its strength, 0.02 to 1.5."""
        light = min(max(float(light), _DIMMEST), 1.5)
        return self if light == self.light else self._changed(light=light)

    def scene(self) -> Scene:
        """Return what the camera sees."""
        setup = self.setup
        lamp = tuple(v * self.light for v in setup.light.lamp)
        ambient = tuple(v * self.light for v in setup.light.ambient)
        light = replace(setup.light, lamp=lamp, ambient=ambient)  # type: ignore[arg-type] # 3 each
        sensor = replace(setup.sensor, jpeg=0)
        notches = tuple(self.notches.items())
        return Scene(setup.look, self.camera, light, sensor, self.on, notches, self.hand)

    def photograph(self, *, seed: int) -> Rendered:
        """Return the camera's picture now, with the noise of `seed`."""
        scene, levels = self.scene(), self.levels()
        with _TAKING:
            picture = noisy(levels, scene.sensor, np.random.default_rng([seed, 32]))
        return Rendered(picture, truth_of(scene))

    def preview(self, width_px: int, *, seed: int) -> Pixels:
        """Return a small picture (h, width_px, 3), as if a photograph were made so small.

        Its noise is less, as that of a mean is.
        """
        levels, sensor = self.levels(), self.scene().sensor
        width, height = self.camera.size_px
        share = min(width_px / width, 1.0)
        size = round(width * share), round(height * share)
        little = np.stack([cv2.resize(p, size, interpolation=cv2.INTER_AREA) for p in levels])
        sensor = replace(sensor, noise=sensor.noise * share)
        return noisy(little, sensor, np.random.default_rng([seed, 32]))

    def levels(self) -> Levels:
        """Return the camera's picture now without noise: (3, H, W), not to be changed."""
        levels = self._levels(always)
        assert levels is not None, "it is always wanted"
        return levels

    def prepare(self, wanted: Wanted) -> bool:
        """Draw it, so that a photograph is cheap; whether it was not given up as not ``wanted``."""
        return self._levels(wanted) is not None

    def _levels(self, wanted: Wanted) -> Levels | None:
        with _DRAWING:
            levels = self._drawn.levels
            if levels is not None or not wanted():
                return levels
            scene = self.scene()
            setup = self.setup
            floor = kept_ground(
                *(scene.look, scene.light, scene.camera), full=setup.light, home=setup.camera
            )
            stage = Stage.of(scene, sight=floor.sight, floor=floor)
            levels = self._drawn.levels = drawn(stage, self._drawn.near, wanted)
            if levels is not None:
                self._drawn.near = None
            return levels

    def drawn_from(self, near: Drawing) -> PlayTable:
        """Return the same table, to be drawn from the picture of another."""
        return replace(self, _drawn=_Drawn(near=near))

    def put_away(self) -> PlayTable:
        """Return the same table without its picture, 4 MB, to be kept for later."""
        return replace(self, _drawn=_Drawn())

    def _changed(self, **changes: object) -> PlayTable:
        levels, near = self._drawn.levels, self._drawn.near
        if levels is not None:
            near = Drawing(self.scene(), levels)
        return replace(self, _drawn=_Drawn(near=near), **changes)  # type: ignore[arg-type] # our own fields

    def _replaced(self, piece: Placed) -> PlayTable:
        """Return the table with another state of a piece that stays where it is."""
        name = piece_id(piece)
        on = tuple(piece if piece_id(p) == name else p for p in self.on)
        off = tuple(piece if piece_id(p) == name else p for p in self.off)
        return self._changed(on=on, off=off)

    def _with(self, piece: Placed) -> PlayTable:
        """Return the table with a piece from beside it laid as it says."""
        name = piece_id(piece)
        off = tuple(p for p in self.off if piece_id(p) != name)
        return self._changed(on=(*self.on, piece), off=off)

    def _height(self, piece: Placed) -> float:
        look = self.setup.look
        return look.pieces.stone_mm[1] if piece.thing == STONE else look.layout.piece_mm

    def _laid(self, piece: Placed, site: str, pile: Sequence[Placed], rng: Generator) -> Placed:
        """Return a piece as a hand lays it on a pile."""
        spread = self.setup.spread
        x, y = self.setup.look.layout.site_mm(site)
        if pile:
            x, y = pile[-1].x_mm, pile[-1].y_mm
        reach = spread.offset_mm if not pile else min(0.8, spread.offset_mm)
        angle, away = rng.uniform(0, 2 * np.pi), reach * np.sqrt(rng.uniform())
        straight = round(piece.turn_deg / 90.0) * 90.0
        turn = straight + float(rng.uniform(-1, 1)) * spread.turn_deg
        return replace(
            piece,
            name=called(piece.colour, piece.thing, turn),
            x_mm=float(x + away * np.cos(angle)),
            y_mm=float(y + away * np.sin(angle)),
            turn_deg=turn % 360.0,
            base_mm=sum(self._height(p) for p in pile),
            site=site,
            level=len(pile),
        )

    def _free_for(self, name: str) -> Placed | None:
        """Return a piece beside the table that can be `name`, one that shows it already first."""
        colour, face = name.split()[:2]
        stone = face == STONE
        mine = [p for p in self.off if p.colour == colour and (p.thing == STONE) == stone]
        return next((p for p in mine if p.thing == face), mine[0] if mine else None)
