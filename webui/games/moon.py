"""MOON on a board: which registers an operation works on, its cost, and where cards lie."""

from __future__ import annotations

from companion.games.api import Effect, Json
from companion.games.moon.actions import Action, End, Look, Operate, Repair, Reveal, SetUp, Tell
from companion.games.moon.deal import unseen_cards
from companion.games.moon.layout import columns
from companion.games.moon.operations import FREE, HACKERS, NAMES, OPERATIONS, full_cost
from companion.games.moon.rules import Rules, rules_from
from companion.games.moon.state import State
from webui.games import Target


def target(state: State, action: Action, effects: tuple[Effect, ...]) -> Target:
    """Where bits come from and go, and the kind of an action."""
    del state, effects
    match action:
        case Operate(_name, landing, source):
            return Target("operate", source, landing, landing)
        case End():
            return Target("end")
        case Repair(part):
            return Target("repair", None, part, part)
        case Look(seat):
            return Target("look", None, seat, seat)
        case Tell(seat):
            return Target("tell", None, seat, seat)
        case SetUp() | Reveal():
            return Target("chance")


def facts(view: Json) -> dict[str, Json]:
    """Registers, energy, operations with their costs, places of goals, and the players."""
    rules, position = rules_from(view["rules"]), view["position"]
    told = {
        "mode": rules.mode,
        "bits": rules.bits,
        "columns": list(columns(rules.bits)),
        "registers": position["registers"],
        "energy": position["energy"],
        "refill": position["refill"],
        "disabled": position["disabled"],
        "deck": len(position["deck"]),
        "owed": position["owed"],
        "begun": view["phase"] != "set-up",
        "operations": _operations(rules, position),
        "cards_in_goal": rules.cards_in_goal,
        "initial_cards": rules.initial_cards,
        "dealt_cards": rules.dealt_cards,
        "deck_cards": unseen_cards(rules)[1],
        "hackers": list(HACKERS) if rules.competitive and rules.hacker_cards else [],
    }
    return told | (_duel(view) if rules.competitive else _together(view))


def _operations(rules: Rules, position: Json) -> list[Json]:
    """The operations that take part, with what each costs whose turn it is, in halves."""
    mover = position["players"].get(position["to_move"]) if rules.competitive else None
    hacker = mover["hacker"] if mover else None
    told: list[Json] = []
    for name in NAMES:
        if not rules.enabled(name):
            continue
        free = bool(mover and mover["free_left"] and name in FREE.get(hacker or "", ()))
        cost = full_cost(name, competitive=rules.competitive, hacker=hacker)
        told.append(
            {
                "name": name,
                "registers": OPERATIONS[name].registers,
                "cost": 0 if free else cost,
                "usual": full_cost(name, competitive=rules.competitive),
                "free": free,
                "broken": name in position["disabled"],
                "ram": rules.competitive and name == "MOV",
            }
        )
    return told


def _together(view: Json) -> dict[str, Json]:
    """The places of the goals in a cooperative game, and the goal that is up."""
    position = view["position"]
    places = position["slots"]
    return {
        "slots": [
            {
                "site": f"slot {number}",
                "cards": cards,
                "broken": number in position["broken"],
                "lost": number == len(places),
            }
            for number, cards in enumerate(places, 1)
        ],
        "current": position["current"],
        "goal": view["goal"],
        "solved": position["solved"],
    }


def _duel(view: Json) -> dict[str, Json]:
    """The players of a competitive game; ``value`` only of a goal that the viewer sees."""
    position = view["position"]
    shown = {one["of"]: one["goal"] for one in view["shown"]}
    return {
        "to_move": position["to_move"],
        "looks": view["looks"],
        "untold": view["untold"],
        "made": view["made"],
        "players": {
            seat: {
                **player,
                "value": None if seat in shown else view["goals"][seat],
                "shown": shown.get(seat),
                "shown_value": view["goals"][seat] if seat in shown else None,
            }
            for seat, player in position["players"].items()
        },
    }
