"""Why an action of play is refused: every reason, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Reason, reason
from companion.games.moon.actions import SOME_GOAL, Action, End, Look, Operate, Repair, Reveal, Tell
from companion.games.moon.cards import CODES, UNKNOWN, is_goal
from companion.games.moon.legal import can_tell, cost_of, goals_to_draw
from companion.games.moon.operations import OPERATIONS, RAM, REGISTERS, binary, units
from companion.games.moon.rules import SEATS
from companion.games.moon.state import Phase, State
from companion.games.moon.turns import outcome_of, ram_owner, value_at


def play_reasons(state: State, action: Action) -> list[Reason]:
    """Every reason against an action of play in a game that has begun and is not over."""
    return list(dict.fromkeys(_reasons(state, action)))


def over_reason(state: State) -> Reason:
    """A game that is over refuses everything, by the ruling that ended it."""
    ruling = "MN-12" if state.outcome is None else state.outcome.ruling
    return reason(ruling, "game-over")


def seat_reason(state: State, action: Action, seat: str) -> Iterator[Reason]:
    """Only the player to move acts (MN-28); a cooperative game's players act as one (MN-13)."""
    if isinstance(action, Tell):
        if seat != action.seat:
            yield reason("MN-33", "goal-of-another", seat=action.seat)
    elif state.rules.competitive and state.phase is not Phase.OVER and seat != state.seat:
        yield reason("MN-28", "not-your-turn", seat=state.seat)


def _reasons(state: State, action: Action) -> Iterator[Reason]:
    if isinstance(action, Reveal):
        yield from _reveal(state, action)
    elif isinstance(action, Repair):
        yield from _repair(state, action)
    elif isinstance(action, Tell):
        yield from _tell(state, action)
    elif state.phase is Phase.REPAIR:
        yield reason("MN-25", "repair-first", parts=state.disabled)
    elif state.phase is Phase.CARD:
        yield reason("MN-03", "card-first")
    if isinstance(action, Operate):
        yield from _operate(state, action)
    elif isinstance(action, Look):
        yield from _look(state, action)
    elif isinstance(action, End):
        return


def _reveal(state: State, action: Reveal) -> Iterator[Reason]:
    if state.phase is not Phase.CARD:
        yield reason("MN-03", "no-card-due")
    elif state.mover is not None and action.card.split(" ")[0] == SOME_GOAL:
        yield from _drawn_goal(state, action.card)
    elif CODES.get(action.card) not in state.unknown:
        yield reason("MN-03", "card-not-left", card=action.card)


def _drawn_goal(state: State, card: str) -> Iterator[Reason]:
    """A goal that the mover drew: no reason names the card, since others hear them (MN-33)."""
    if not goals_to_draw(state):
        yield reason("MN-33", "no-goal-left")
    elif card != SOME_GOAL:
        yield from _goal_card(state, state.to_move, card)


def _tell(state: State, action: Tell) -> Iterator[Reason]:
    """Why a card can't be told as one's own goal (MN-33)."""
    if not state.players:
        yield reason("MN-33", "no-goals-of-ones-own")
    elif action.seat not in state.rules.seats:
        yield reason("MN-33", "no-such-player", seat=action.seat)
    elif not state.unknown:
        yield reason("MN-33", "goals-are-known")
    else:
        seat = SEATS.index(action.seat)
        if action.place not in range(len(state.players[seat].goal)):
            yield reason("MN-33", "no-such-goal-card", seat=action.seat)
        elif not can_tell(state, seat, action.place, CODES.get(action.card, UNKNOWN)):
            yield from _goal_card(state, seat, action.card)


def _goal_card(state: State, seat: int, text: str) -> Iterator[Reason]:
    card = CODES.get(text, UNKNOWN)
    if not is_goal(card):
        yield reason("MN-33", "not-a-goal")
    elif card in state.players[seat].goal:
        yield reason("MN-33", "told-already")
    elif card not in state.unknown:
        yield reason("MN-33", "lies-open")


def _repair(state: State, action: Repair) -> Iterator[Reason]:
    if state.phase is not Phase.REPAIR:
        yield reason("MN-25", "no-repair-due")
    if action.part not in state.disabled:
        yield reason("MN-25", "not-broken", part=action.part)


def _look(state: State, action: Look) -> Iterator[Reason]:
    mover = state.mover
    if mover is None:
        yield reason("MN-30", "no-looks-together")
        return
    if not mover.bugs:
        yield reason("MN-30", "no-bug", seat=state.seat)
    if action.seat not in state.rules.seats:
        yield reason("MN-30", "no-such-player", seat=action.seat)
    elif action.seat == state.seat:
        yield reason("MN-30", "own-goal")
    elif not state.players[SEATS.index(action.seat)].goal:
        yield reason("MN-30", "no-goal-there", seat=action.seat)


# --- Operations -----------------------------------------------------------------------------------


def _operate(state: State, action: Operate) -> Iterator[Reason]:
    operation = OPERATIONS.get(action.name)
    if operation is None:
        yield reason("MN-15", "no-such-operation", op=action.name)
        return
    if not state.rules.enabled(action.name):
        yield reason("MN-15", "not-enabled", op=action.name)
    yield from _registers(state, action, operation.registers)
    if action.name in state.disabled:
        yield reason("MN-23", "operation-in-error", op=action.name)
    for name in dict.fromkeys((action.target, action.source)):
        if name is not None and name in state.disabled:
            yield reason("MN-22", "register-in-error", register=name)
    cost = cost_of(state, action.name)
    if cost > state.energy:
        yield from _short(state, action, cost)
    yield from _wrong_result(state, action)


def _registers(state: State, action: Operate, registers: int) -> Iterator[Reason]:
    """Which registers an operation may work on (MN-17, MN-18, MN-36)."""
    if registers == 1 and action.source is not None:
        yield reason("MN-18", "one-register", op=action.name)
    if registers == 2 and action.source is None:
        yield reason("MN-17", "two-registers", op=action.name)
    if registers == 2 and _same(state, action):
        yield reason("MN-17", "same-register", op=action.name, register=action.target)
    others = []
    for name in dict.fromkeys((action.source, action.target)):
        if name is None or name in REGISTERS:
            continue
        if name != RAM and not name.startswith(f"{RAM} "):
            yield reason("MN-18", "no-such-register", register=name)
            continue
        if not state.players:
            yield reason("MN-18", "no-ram-together")
            continue
        if action.name != "MOV":
            yield reason("MN-18", "ram-only-moves", op=action.name)
        owner = ram_owner(state, name)
        if owner < 0:
            yield reason("MN-18", "no-such-ram", ram=name)
        elif owner != state.to_move:
            others.append(SEATS[owner])
        elif name != RAM:
            yield reason("MN-18", "own-ram", ram=name)
    for seat in others:
        yield reason("MN-36", "ram-of-another", seat=seat)


def _same(state: State, action: Operate) -> bool:
    """Whether source and target are one and the same."""
    if action.source is None:
        return False
    if action.source == action.target:
        return True
    if not (action.source.startswith(RAM) and action.target.startswith(RAM)):
        return False
    owner = ram_owner(state, action.source)
    return owner >= 0 and owner == ram_owner(state, action.target)


def _is_there(state: State, name: str | None) -> bool:
    """Whether a register or a RAM module exists."""
    return name in REGISTERS or (
        name is not None and name.startswith(RAM) and ram_owner(state, name) >= 0
    )


def workable(state: State, action: Operate) -> bool:
    """Whether an operation has a result at all, legal or not: its registers are there."""
    operation = OPERATIONS.get(action.name)
    if operation is None or not _is_there(state, action.target):
        return False
    if operation.registers == 1:
        return action.source is None
    return _is_there(state, action.source)


def _short(state: State, action: Operate, cost: int) -> Iterator[Reason]:
    """No debt (MN-20); the sum is told where there is one."""
    price, left = units(cost), units(state.energy)
    if not workable(state, action):
        yield reason("MN-20", "too-little-energy", op=action.name, cost=price, left=left)
        return
    here, there, after = numbers(state, action)
    if action.source is None:
        yield reason(
            "MN-20", "too-little-for-one",
            op=action.name, here=here, after=after, cost=price, left=left,
        )  # fmt: skip
    else:
        yield reason(
            "MN-20", "too-little-for-two",
            op=action.name, here=here, there=there, after=after, cost=price, left=left,
        )  # fmt: skip


def numbers(state: State, action: Operate) -> tuple[str, str, str]:
    """The bits of target and source, and what the target holds afterwards."""
    bits = state.rules.bits
    here = value_at(state, action.target)
    there = here if action.source is None else value_at(state, action.source)
    return binary(here, bits), binary(there, bits), binary(outcome_of(state, action), bits)


def _wrong_result(state: State, action: Operate) -> Iterator[Reason]:
    """The table shows something else than the operation gives (MN-16, MN-19)."""
    if action.result is None or not workable(state, action):
        return
    here, there, after = numbers(state, action)
    shown = binary(action.result, state.rules.bits)
    ruling = "MN-19" if action.source is None else "MN-16"
    if shown == after:
        yield reason(ruling, "result-said", op=action.name, after=after)
    elif action.source is None:
        yield reason(ruling, "wrong-one", op=action.name, here=here, after=after, shown=shown)
    else:
        yield reason(
            ruling, "wrong-two", op=action.name, here=here, there=there, after=after, shown=shown
        )


def sum_of(state: State, action: Operate) -> Reason:
    """What an operation does, as a sentence: "ROL 1100 is 1001"."""
    here, there, after = numbers(state, action)
    ruling = OPERATIONS[action.name].ruling
    if action.source is None:
        return reason(
            ruling, "sum-one", op=action.name, target=action.target, here=here, after=after
        )
    if action.name == "MOV":
        return reason(ruling, "sum-mov", target=action.target, source=action.source, after=after)
    return reason(
        ruling, "sum-two",
        op=action.name, target=action.target, source=action.source,
        here=here, there=there, after=after,
    )  # fmt: skip


def solved_notes(before: State, after: State) -> tuple[Reason, ...]:
    """That goals were solved by what was done; more than one where A held the next one, too."""
    count = after.solved - before.solved
    count += sum(new.solved for new in after.players) - sum(old.solved for old in before.players)
    if count <= 0:
        return ()
    ruling = "MN-31" if after.players else "MN-10"
    return (reason(ruling, "goals-solved", count=count),)
