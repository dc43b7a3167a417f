"""What the lights show of a table, and what its buttons ask for."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.games.registry import game_by_id
from companion.record import Event, Started, Timeline
from companion.referee.commands import Command, Done, Pause, TakeBack, Why
from companion.referee.snapshot import Answer as Said_
from companion.referee.snapshot import Said, Snapshot, TablePhase
from hardware.buttons import Press
from hardware.from_table import answer_light, asked_by, notch_levels, sides_of, table_view
from hardware.lights import Answer, Level, Phase, Side
from webui.commands import read_order

MAIN = (
    '{"columns": 9, "to_move": "blue", "points": {"a1": ["brown moon"], "e9": ["blue moon"],'
    ' "c1": ["brown stone"], "c9": ["blue stone"]},'
    ' "deities": {"brown": ["jothi", 3], "blue": ["keddep", 1]},'
    ' "lost": {"brown": {}, "blue": {}}}'
)


def snapshot_of(game_id: str, **fields: object) -> Snapshot:
    game = game_by_id(game_id)
    state = game.initial({})
    started = Started(game_id, 1)
    if game_id == "moons-and-stars":
        state = game.position_from_json(json.loads(MAIN))
    timeline = Timeline(game, (Event(1, "", 0.0, started),), state)
    shown = Snapshot(
        phase=TablePhase.TURNS, game_id=1, timeline=timeline, to_act=game.to_act(state)
    )
    return replace(shown, **fields)  # type: ignore[arg-type]


def test_without_a_game_nothing_is_lit() -> None:
    view = table_view(Snapshot())
    assert (view.phase, view.to_act, view.answer) == (Phase.IDLE, frozenset(), Answer.NONE)
    assert (view.notches_brown, view.notches_blue) == (None, None)


def test_the_side_to_act_and_the_deities_are_shown() -> None:
    view = table_view(snapshot_of("moons-and-stars"))
    assert view.to_act == {Side.BLUE}
    assert view.notches_brown == Level(3, 5)
    assert view.notches_blue == Level(1, 5)


@pytest.mark.parametrize(
    ("said", "light"),
    [
        (Said.LEGAL, Answer.LEGAL),
        (Said.SETTLED, Answer.LEGAL),
        (Said.ILLEGAL, Answer.ILLEGAL),
        (Said.FAULTS, Answer.ILLEGAL),
        (Said.AMBIGUOUS, Answer.ASKS),
        (Said.HAND, Answer.ASKS),
        (Said.UNREADABLE, Answer.ASKS),
        (Said.OUT_OF_STEP, Answer.ASKS),
        (Said.UNCHANGED, Answer.NONE),
    ],
)
def test_what_the_referee_says_has_a_colour(said: Said, light: Answer) -> None:
    assert answer_light(said) is light
    answered = snapshot_of("moons-and-stars", answer=Said_(1, said))
    assert table_view(answered).answer is light
    looking = table_view(replace(answered, looking=True))
    assert looking.answer is Answer.NONE, "the light goes out when a press is taken"


def test_every_answer_has_a_light() -> None:
    assert all(isinstance(answer_light(said), Answer) for said in Said)


def test_a_pause_is_shown() -> None:
    assert table_view(snapshot_of("moons-and-stars", paused=True)).paused


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        ("moons-and-stars", {Side.BROWN: "brown", Side.BLUE: "blue"}),
        ("moonlight", {Side.BROWN: "green", Side.BLUE: "blue"}),
    ],
)
def test_a_game_for_two_has_a_seat_at_each_side(game: str, sides: dict[Side, str]) -> None:
    assert sides_of(snapshot_of(game)) == sides


def test_a_game_without_notches_lights_none() -> None:
    assert notch_levels(snapshot_of("moonlight")) == {}


@pytest.mark.parametrize(
    ("press", "command"),
    [
        (Press.DONE_BROWN, Done("brown")),
        (Press.DONE_BLUE, Done("blue")),
        (Press.TAKE_BACK_BROWN, TakeBack(seat="brown")),
        (Press.TAKE_BACK_BLUE, TakeBack(seat="blue")),
        (Press.PAUSE, Pause()),
        (Press.WHY, Why()),
    ],
)
def test_a_button_asks_for_its_side(press: Press, command: Command) -> None:
    assert asked_by(press, snapshot_of("moons-and-stars")) == command


def test_a_button_without_a_game_asks_for_nobodys_seat() -> None:
    assert asked_by(Press.DONE_BROWN, Snapshot()) == Done(None)


@pytest.mark.parametrize(
    ("press", "body"),
    [
        (Press.DONE_BROWN, {"type": "done", "seat": "brown"}),
        (Press.DONE_BLUE, {"type": "done", "seat": "blue"}),
        (Press.TAKE_BACK_BROWN, {"type": "take-back", "seat": "brown"}),
        (Press.PAUSE, {"type": "pause"}),
        (Press.WHY, {"type": "why"}),
    ],
)
def test_a_button_of_the_panel_asks_for_what_the_one_of_wood_does(
    press: Press, body: dict[str, str]
) -> None:
    assert asked_by(press, snapshot_of("moons-and-stars")) == read_order(body).command
