"""Actions in the words of the exchange format, read strictly and said plainly when wrong."""

from __future__ import annotations

from companion.games.api import Json
from companion.games.errors import BadNotation
from companion.games.moon.actions import Action, End, Look, Operate, Repair, Reveal, SetUp, Tell
from companion.games.moon.operations import OPERATIONS, RAM, binary
from companion.games.moon.reasons import workable
from companion.games.moon.rules import COMPETITIVE
from companion.games.moon.state import Phase, State
from companion.games.moon.turns import outcome_of

_KINDS = "op, end, repair, bug, reveal, tell, setup"
_HALVES = ("left", "right")


def action_to_json(action: Action) -> dict[str, Json]:
    """An action in the words of the exchange format; what it doesn't know in like words."""
    match action:
        case Operate(name, target, source, result):
            data: dict[str, Json] = {"op": name}
            if source is not None:
                data["from"] = source
            data["to"] = target
            if result is not None:
                data["result"] = result
            return data
        case End():
            return {"end": True}
        case Repair(part):
            return {"repair": part}
        case Look(seat):
            return {"bug": seat}
        case Reveal(card):
            return {"reveal": card}
        case Tell(seat, card, place):
            return {"tell": card, "seat": seat, **({"half": _HALVES[1]} if place else {})}
        case SetUp():
            return {"setup": _set_up_to_json(action)}


def _set_up_to_json(action: SetUp) -> dict[str, Json]:
    data: dict[str, Json] = {"mode": action.mode, "initial": list(action.initial)}
    if action.mode == COMPETITIVE:
        data |= {"players": action.players, "start": action.start, "goals": list(action.goals)}
    elif action.goals:
        data["goals"] = list(action.goals)
    data["deck"] = list(action.deck)
    if action.hackers:
        data["hackers"] = dict(action.hackers)
    return data


def action_from_json(state: State, data: Json) -> Action:
    """The action that the fields say; whether it is legal is not judged. Raises `BadNotation`."""
    if not isinstance(data, dict) or not all(isinstance(name, str) for name in data):
        raise BadNotation(f"{data!r} is not an action.", "An action is an object.")
    if "op" in data:
        _only(data, "op", "from", "to", "result")
        source = _text(data, "from") if data.get("from") is not None else None
        operate = Operate(_text(data, "op"), _text(data, "to"), source, _result(data))
        return tidied(state, operate)
    if "end" in data:
        _only(data, "end")
        if data["end"] is not True:
            raise BadNotation("'end' has to be true.")
        return End()
    if "repair" in data:
        _only(data, "repair")
        return Repair(_text(data, "repair"))
    if "bug" in data:
        _only(data, "bug")
        return Look(_text(data, "bug"))
    if "reveal" in data:
        _only(data, "reveal")
        return Reveal(_text(data, "reveal"))
    if "tell" in data:
        _only(data, "tell", "seat", "half")
        half = data.get("half", _HALVES[0])
        if half not in _HALVES:
            raise BadNotation(f"'half' is {half!r}; it has to be left or right.")
        return Tell(_text(data, "seat"), _text(data, "tell"), _HALVES.index(half))
    if "setup" in data:
        _only(data, "setup")
        return _set_up(data["setup"])
    raise BadNotation("This is no action of MOON.", f"One has: {_KINDS}.")


def tidied(state: State, action: Operate) -> Operate:
    """An operation as `legal` has it: the own RAM without its owner, a right result unsaid."""
    own = f"{RAM} {state.seat}"
    target = RAM if action.target == own else action.target
    source = RAM if action.source == own else action.source
    plain = Operate(action.name, target, source)
    if action.result is None or _is_right(state, plain, action.result):
        return plain
    return Operate(action.name, target, source, action.result)


def _is_right(state: State, plain: Operate, result: int) -> bool:
    if state.phase is Phase.SET_UP or plain.name not in OPERATIONS:
        return False
    return workable(state, plain) and outcome_of(state, plain) == result


def _set_up(data: Json) -> SetUp:
    if not isinstance(data, dict):
        raise BadNotation("A set-up is an object with named fields.")
    _only(data, "mode", "initial", "deck", "players", "start", "goals", "hackers")
    mode = _text(data, "mode")
    duel = mode == COMPETITIVE
    players = data.get("players", 0) if duel else 0
    if not isinstance(players, int) or isinstance(players, bool):
        raise BadNotation(f"'players' is {players!r}; it has to be a number.")
    hackers = data.get("hackers") or {}
    if not isinstance(hackers, dict):
        raise BadNotation("'hackers' has to be an object: seat and colour.")
    pairs = tuple((seat, _text(hackers, seat)) for seat in sorted(hackers) if hackers[seat])
    return SetUp(
        mode=mode,
        initial=_cards(data.get("initial", [])),
        deck=_deck(data.get("deck")),
        players=players,
        start=_text(data, "start") if duel and data.get("start") is not None else "",
        goals=_deck(data.get("goals", []), "goals"),
        hackers=pairs,
    )


def _cards(data: Json) -> tuple[str, ...]:
    if not isinstance(data, list) or not all(isinstance(card, str) for card in data):
        raise BadNotation("Cards are a list of words.", "A card is like 'goal 0110'.")
    return tuple(data)


def _deck(data: Json, where: str = "deck") -> tuple[str | None, ...]:
    if not isinstance(data, list) or not all(
        card is None or isinstance(card, str) for card in data
    ):
        raise BadNotation(f"'{where}' has to be a list of cards.", "One that nobody knows is null.")
    return tuple(data)


def _result(data: dict[str, Json]) -> int | None:
    value = data.get("result")
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise BadNotation(f"'result' is {value!r}; it has to be a value.", f"Like {binary(6, 4)} = 6.")


def _text(data: dict[str, Json], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise BadNotation(f"'{name}' is {value!r}; it has to be text.")
    return value


def _only(data: dict[str, Json], *names: str) -> None:
    """Refuse fields that the action does not have."""
    for name in data:
        if name not in names:
            raise BadNotation(f"This action has no field '{name}'.")
