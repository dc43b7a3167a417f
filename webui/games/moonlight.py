"""Moonlight on a board: where a card may lie, how the rows stand, what each side holds."""

from __future__ import annotations

from companion.games.api import Effect, Json
from companion.games.moonlight.actions import (
    Action,
    Deal,
    Lay,
    Lot,
    Pass,
    Power,
    Score,
    Use,
)
from companion.games.moonlight.cards import SIDES
from companion.games.moonlight.exchange import read_grid
from companion.games.moonlight.hidden import tells_moons
from companion.games.moonlight.rectangle import box_of, free_cells
from companion.games.moonlight.rules import Rules, rules_from
from companion.games.moonlight.scoring import (
    corners_of,
    count_round,
    moons_known,
    row_totals,
    told_moons,
)
from companion.games.moonlight.state import Grid, State, site_of, visible
from webui.games import Target


def target(state: State, action: Action, effects: tuple[Effect, ...]) -> Target:
    """Which cell to touch for an action, and its kind."""
    del effects
    match action:
        case Lay(card, cell):
            kind = "cover" if state.stack(cell) else "lay"
            return Target(kind, str(card), site_of(cell), site_of(cell))
        case Pass():
            return Target("pass")
        case Lot() | Deal():
            return Target("chance")
        case Score():
            return Target("score")
        case Power():
            return Target("power")
        case Use():
            return Target("use")


def facts(view: Json) -> dict[str, Json]:
    """The grid's rows as they stand, the cells that are still free, hands, powers, rounds."""
    rules, grid = rules_from(view["rules"]), read_grid(view["grid"])
    box = box_of(cell for cell, _stack in grid)
    return {
        "box": None if box is None else [box.left, box.top, box.right, box.bottom],
        "complete": box is not None and box.complete,
        "free": [site_of(cell) for cell in free_cells(tuple(cell for cell, _stack in grid))],
        "corners": [] if box is None else [site_of(cell) for cell in corners_of(rules, box)],
        **_standing(rules, grid),
        "hands": view["hands"],
        "piles": {side: len(view["decks"][side]) for side in SIDES},
        "rounds_won": view["rounds_won"],
        "lone_wolf": view["lone_wolf"],
        "wolf": {"value": rules.wolf_value, "moons": rules.wolf_moons},
        "powers": {
            side: [
                {"name": name, "box": rules.ticked(name), "used": name in view["used"][side]}
                for name in view["powers"][side]
            ]
            for side in SIDES
        },
        "to_choose": None if rules.powers is None else [name for name, _kind in rules.powers],
        "starter": view["starter"],
        "turns": view["turns"],
        "last_round": view["last_round"],
    }


def _standing(rules: Rules, grid: Grid) -> dict[str, Json]:
    """What each row holds and gives, the points so far, and the moons as far as they are told.

    ``untold`` are the visible cards of each side whose moons nobody has told, ``telling`` whether
    any card's were told in this round as it was laid (ML-01).
    """
    if not grid:
        return {
            "rows": [],
            "points": dict.fromkeys(SIDES, 0),
            **dict.fromkeys(("told", "untold"), dict.fromkeys(SIDES, 0)),
            "moons_known": True,
            "telling": False,
        }
    result, totals = count_round(rules, grid), row_totals(rules, grid)
    told, untold = told_moons(rules, grid)
    return {
        "rows": [
            {
                "row": y,
                **dict(zip(SIDES, totals[y], strict=True)),
                "winner": None if winner is None else SIDES[winner],
                "points": points,
            }
            for y, winner, points in result.rows
        ],
        "points": dict(zip(SIDES, result.points, strict=True)),
        "visible": {side: visible(grid, number) for number, side in enumerate(SIDES)},
        "told": dict(zip(SIDES, told, strict=True)),
        "untold": dict(zip(SIDES, untold, strict=True)),
        "moons_known": moons_known(rules, grid),
        "telling": any(
            one.moons is not None and tells_moons(rules, one)
            for _cell, pile in grid
            for one in pile
        ),
    }
