"""Before the first turn: rolls, the reroll, who starts, deities, set-up (MS-03 … MS-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TypeVar

from companion.games.api import CHANCE, Effect, Placed, Reason, Transition, reason
from companion.games.moons_and_stars.actions import (
    DEITIES,
    Choose,
    Decide,
    Lot,
    Preparation,
    Roll,
    SetUp,
)
from companion.games.moons_and_stars.home import (
    CUBES,
    piece_from_words,
    placed_board,
    sample_set_up,
    set_up_actions,
    set_up_reasons,
)
from companion.games.moons_and_stars.piles import KINDS, SIDES
from companion.games.moons_and_stars.state import (
    Faces,
    Phase,
    Start,
    State,
    face_count,
    notch_pile,
    notch_site,
)
from companion.games.moons_and_stars.turns import begin_turn

T = TypeVar("T")


def movers_rolled(faces: Faces) -> int:
    """How many moons and stars a roll shows."""
    return face_count(faces, "moon") + face_count(faces, "star")


def due_rolls(state: State) -> tuple[int, ...]:
    """The sides that have to roll now."""
    return tuple(side for side in (0, 1) if state.start.rolls[side] is None)


def actors(state: State) -> frozenset[str]:
    """Who acts before the first turn."""
    if state.phase in (Phase.ROLLS, Phase.LOT):
        return frozenset((CHANCE,))
    if state.phase is Phase.REROLL:
        return frozenset(SIDES[side] for side in (0, 1) if state.start.kept[side] is None)
    if state.phase is Phase.DEITIES:
        return frozenset((SIDES[picker(state)],))
    return frozenset(SIDES[side] for side in (0, 1) if not state.start.placed[side])


def picker(state: State) -> int:
    """Who picks a deity now: the second mover first (MS-13)."""
    first = state.start.first or 0
    return 1 - first if state.deities[1 - first] is None else first


def legal(state: State) -> Iterator[Preparation]:
    """The legal actions before the first turn, in a fixed order."""
    if state.phase is Phase.ROLLS:
        for side in due_rolls(state):
            yield from (Roll(SIDES[side], faces) for faces in _all_faces())
    elif state.phase is Phase.REROLL:
        for side in (0, 1):
            if state.start.kept[side] is None:
                yield from (Decide(SIDES[side], reroll) for reroll in (False, True))
    elif state.phase is Phase.LOT:
        yield from (Lot(seat) for seat in SIDES)
    elif state.phase is Phase.DEITIES:
        side = picker(state)
        yield from (Choose(SIDES[side], d) for d in DEITIES if d not in state.deities)
    else:
        for side in (0, 1):
            if not state.start.placed[side]:
                yield from set_up_actions(state, side)


def _all_faces() -> Iterator[Faces]:
    """The 20,349 results of a roll."""
    for moon in range(CUBES, -1, -1):
        for star in range(CUBES - moon, -1, -1):
            for pit in range(CUBES - moon - star, -1, -1):
                for trap in range(CUBES - moon - star - pit, -1, -1):
                    for safe in range(CUBES - moon - star - pit - trap, -1, -1):
                        path = CUBES - moon - star - pit - trap - safe
                        yield (moon, star, pit, trap, safe, path)


def sample(state: State, rng: Random) -> Preparation:
    """A random legal action; dice and lots by their true odds."""
    if state.phase is Phase.ROLLS:
        thrown = rng.choices(range(len(KINDS)), k=CUBES)
        faces = tuple(thrown.count(face) for face in range(len(KINDS)))
        side = due_rolls(state)[0]  # who rolls first makes no difference
        return Roll(SIDES[side], (faces[0], faces[1], faces[2], faces[3], faces[4], faces[5]))
    if state.phase is Phase.SET_UP:
        side = rng.choice([side for side in (0, 1) if not state.start.placed[side]])
        return sample_set_up(state, side, rng)
    return rng.choice(list(legal(state)))


def rolled(
    state: State, owner: str, faces: Mapping[str, int], *, unreadable: int = 0
) -> Preparation | None:
    """What sixteen cubes of `owner` on the table stand for (see `TakesRolls.rolled`).

    While the sides decide, cubes that lie as before are kept; others were rolled again.
    """
    counts = tuple(faces.get(kind, 0) for kind in KINDS)
    shown: Faces = (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
    if state.phase is Phase.ROLLS:
        return Roll(owner, shown, unreadable)
    if state.phase is not Phase.REROLL or owner not in SIDES or unreadable:
        return None
    return Decide(owner, reroll=state.start.rolls[SIDES.index(owner)] != shown)


_PHASE_OF: dict[type[Preparation], Phase] = {
    Roll: Phase.ROLLS,
    Decide: Phase.REROLL,
    Lot: Phase.LOT,
    Choose: Phase.DEITIES,
    SetUp: Phase.SET_UP,
}
_RULING_OF: dict[type[Preparation], str] = {
    Roll: "MS-03",
    Decide: "MS-03",
    Lot: "MS-12",
    Choose: "MS-13",
    SetUp: "MS-07",
}


def reasons(state: State, action: Preparation) -> Iterator[Reason]:
    """Why an action before the first turn is refused; nothing: it is legal."""
    kind = type(action)
    seat = action.first if isinstance(action, Lot) else action.side
    if seat not in SIDES:
        yield reason("MS-12", "no-such-side", side=seat)
        return
    if state.phase is not _PHASE_OF[kind]:
        yield reason(_RULING_OF[kind], f"not-now-{kind.__name__.lower()}", phase=state.phase.value)
        return
    side = SIDES.index(seat)
    if isinstance(action, Roll):
        yield from _roll_reasons(state, side, action)
    elif isinstance(action, Decide):
        if state.start.kept[side] is not None:
            yield reason("MS-03", "reroll-decided", side=seat)
    elif isinstance(action, Choose):
        yield from _choose_reasons(state, side, action)
    elif isinstance(action, SetUp):
        if state.start.placed[side]:
            yield reason("MS-07", "set-up-done", side=seat)
        else:
            yield from set_up_reasons(state, action)


def _roll_reasons(state: State, side: int, action: Roll) -> Iterator[Reason]:
    if side not in due_rolls(state):
        yield reason("MS-03", "roll-not-due", side=action.side)
    if action.unreadable:
        yield reason("MS-04", "roll-unreadable", count=action.unreadable, side=action.side)
    total = sum(action.faces) + action.unreadable
    if total != CUBES or min(action.faces) < 0:
        yield reason("MS-03", "roll-sixteen", count=total, due=CUBES, side=action.side)


def _choose_reasons(state: State, side: int, action: Choose) -> Iterator[Reason]:
    if action.deity not in DEITIES:
        yield reason("MS-13", "no-such-deity", named=action.deity)
    elif action.deity in state.deities:
        yield reason("MS-13", "deity-taken", deity=action.deity)
    if side != picker(state):
        yield reason("MS-13", "deity-order", side=SIDES[picker(state)])


def apply(state: State, action: Preparation) -> Transition[State]:
    """A legal action before the first turn done."""
    if isinstance(action, Roll):
        return Transition(_roll(state, action))
    if isinstance(action, Decide):
        return Transition(_decide(state, action))
    if isinstance(action, Lot):
        return Transition(_after_order(state, SIDES.index(action.first)))
    if isinstance(action, Choose):
        return _choose(state, action)
    return _set_up(state, action)


def _set(pair: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    """The pair with one side's value set."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


def _roll(state: State, action: Roll) -> State:
    """A roll with no mover does not stand: it is rolled again free (MS-05)."""
    if not movers_rolled(action.faces):
        return state
    rolls = _set(state.start.rolls, SIDES.index(action.side), action.faces)
    after = replace(state, start=replace(state.start, rolls=rolls))
    if due_rolls(after):
        return after
    if None in after.start.kept:
        return replace(after, phase=Phase.REROLL)
    return _after_rolls(after)


def _decide(state: State, action: Decide) -> State:
    """The sides decide once both first rolls are seen; then those who wish roll again."""
    side = SIDES.index(action.side)
    kept = _set(state.start.kept, side, not action.reroll)
    after = replace(state, start=replace(state.start, kept=kept))
    if None in kept:
        return after
    rolls = tuple(
        roll if keeps else None for roll, keeps in zip(after.start.rolls, kept, strict=True)
    )
    after = replace(after, start=replace(after.start, rolls=(rolls[0], rolls[1])))
    return replace(after, phase=Phase.ROLLS) if due_rolls(after) else _after_rolls(after)


def first_mover(start: Start) -> int | None:
    """Fewer moons and stars begin; then fewer stars; then the lot (None) (MS-12)."""
    counts = [(movers_rolled(faces), face_count(faces, "star")) for faces in start.rolls if faces]
    if counts[0] == counts[1]:
        return None
    return 0 if counts[0] < counts[1] else 1


def _after_rolls(state: State) -> State:
    first = first_mover(state.start)
    if first is None:
        return replace(state, phase=Phase.LOT)
    return _after_order(state, first)


def _after_order(state: State, first: int) -> State:
    phase = Phase.DEITIES if state.rules.deities == "on" else Phase.SET_UP
    return replace(state, phase=phase, to_move=first, start=replace(state.start, first=first))


def _choose(state: State, action: Choose) -> Transition[State]:
    side = SIDES.index(action.side)
    deities = _set(state.deities, side, action.deity)
    phase = Phase.DEITIES if None in deities else Phase.SET_UP
    figure = notch_pile(side, action.deity)[0]
    placed = Placed("MS-13", figure, notch_site(side, 1))
    return Transition(replace(state, deities=deities, phase=phase), (placed,))


def _set_up(state: State, action: SetUp) -> Transition[State]:
    side = SIDES.index(action.side)
    placed = _set(state.start.placed, side, True)
    after = replace(
        state, board=placed_board(state, action), start=replace(state.start, placed=placed)
    )
    effects: tuple[Effect, ...] = tuple(
        Placed("MS-06", piece_from_words(side, words), site) for site, words in action.pieces
    )
    if all(placed):
        return begin_turn(replace(after, phase=Phase.TURNS), effects)
    return Transition(after, effects)
