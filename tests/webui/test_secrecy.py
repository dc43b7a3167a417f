"""What a viewer is told doesn't differ between games that differ in what that viewer can't know."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.api import CHANCE
from companion.games.registry import AnyGame, game_by_id
from companion.language.catalogue import load
from companion.record.events import Event, Played, Started
from companion.record.replay import Step, Timeline
from companion.referee.commands import Play
from companion.referee.snapshot import Answer, Said, Snapshot, TablePhase
from tests.webui.making import Panel
from webui.asking import answer_to
from webui.refusals import Refusal
from webui.roles import Role, Viewer
from webui.telling import Teller
from webui.telling.secrecy import known_state

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("stargazers", {}),
    ("stargazers", {"players": 3}),
    ("stargazers", {"youngest_child": True}),
    ("moon", {"mode": "cooperative"}),
    ("moon", {"mode": "competitive", "players": 3}),
    ("moon", {"mode": "competitive", "players": 2, "bits": 5, "difficulty": "hard"}),
    ("moon", {"mode": "competitive", "unseen": True, "difficulty": "normal", "events": True}),
    ("moon", {"mode": "competitive", "unseen": True, "bits": 6, "players": 3}),
    ("moonlight", {}),
    ("moonlight", {"lone_wolf": {"value": 4}}),
]
NAMES = [f"{game} {' '.join(f'{k}={v}' for k, v in rules.items())}" for game, rules in GAMES]


def played(game: AnyGame, rules: dict[str, Any], steps: int, rng: Random) -> Timeline:
    """A game of so many random actions."""
    state = game.initial(rules)
    timeline = Timeline(game, (Event(1, "2026-01-01", 0.0, Started(game.spec.id, 1)),), state)
    for number in range(steps):
        if not game.to_act(state):
            break
        action = game.sample(state, rng)
        data = Played(
            game.actor(state, action), game.encode_action(action), game.format(state, action)
        )
        event = Event(number + 2, "2026-01-01", 1.0, data)
        after = game.apply(state, action)
        step = Step(event, data.seat, data.notation, action, after.state, after.effects)
        timeline = replace(
            timeline, events=(*timeline.events, event), steps=(*timeline.steps, step)
        )
        state = after.state
    return timeline


def reshuffled(action: Any, rng: Random) -> Any:
    """An action of chance with its hidden cards in another order; others as they are."""

    def mixed(cards: Any) -> Any:
        return tuple(rng.sample(cards, len(cards)))

    names = [name for name in ("deck", "order", "goals", "green", "blue") if hasattr(action, name)]
    return replace(action, **{name: mixed(getattr(action, name)) for name in names})


def as_could_be(timeline: Timeline, seat: str | None, rng: Random) -> Timeline:
    """The same game for all that a seat may know: other hidden cards now, and other deals."""
    game: Any = timeline.game
    steps, events = list(timeline.steps), list(timeline.events)
    for number, step in enumerate(steps):
        if step.seat == CHANCE:
            action = reshuffled(step.action, rng)
            before = timeline.state_at(number)
            data = Played(CHANCE, game.encode_action(action), game.format(before, action))
            event = replace(step.event, data=data)
            steps[number] = replace(step, event=event, notation=data.notation, action=action)
            events[number + 1] = event
    last = replace(steps[-1], state=game.redetermine(timeline.state, seat, rng))
    return replace(timeline, events=tuple(events), steps=(*steps[:-1], last))


def snapshot_of(timeline: Timeline) -> Snapshot:
    """The table of a game, with the answer to its last action."""
    game, last = timeline.game, timeline.steps[-1]
    return Snapshot(
        version=5,
        phase=TablePhase.TURNS,
        game_id=1,
        timeline=timeline,
        to_act=game.to_act(timeline.state),
        lying=game.placement(timeline.state),
        answer=Answer(1, Said.LEGAL, last.seat, last.notation, last.action),
    )


def viewers(game: AnyGame, state: Any) -> list[Viewer]:
    """Everybody who may look: each seat, spectators, and whoever owns the table."""
    seats = [Viewer(Role.PLAYER, seat) for seat in game.seats(state)]
    return [Viewer(), Viewer(Role.REFEREE), Viewer(Role.ADMIN, own_screen=True), *seats]


@pytest.mark.parametrize(("name", "rules"), GAMES, ids=NAMES)
def test_a_viewer_is_told_the_same_of_games_that_differ_in_hidden_cards(
    name: str, rules: dict[str, Any]
) -> None:
    game = game_by_id(name)
    differed = 0
    for seed in range(8):
        rng = Random(seed)
        timeline = played(game, rules, 1 + 4 * seed, rng)
        for viewer in viewers(game, timeline.state):
            other = as_could_be(timeline, viewer.seat, rng)
            differed += other.state != timeline.state
            told = Teller(now_s=lambda: 0.0).tell(snapshot_of(timeline), viewer)
            told_of_other = Teller(now_s=lambda: 0.0).tell(snapshot_of(other), viewer)
            assert json.dumps(told) == json.dumps(told_of_other)
    assert differed > 10, "the states must differ, or nothing is tested"


@pytest.mark.parametrize(("name", "rules"), GAMES, ids=NAMES)
def test_a_question_is_answered_the_same_whatever_is_hidden(
    name: str, rules: dict[str, Any]
) -> None:
    game, say = game_by_id(name), load("en", name, "panel-server")
    asked = 0
    for seed in range(8):
        rng = Random(seed)
        timeline = played(game, rules, 2 + 5 * seed, rng)
        for viewer in viewers(game, timeline.state):
            other = as_could_be(timeline, viewer.seat, rng)
            for _ in range(5):
                if not game.to_act(timeline.state):
                    continue
                action = game.encode_action(game.sample(timeline.state, rng))
                answers = [
                    answered({"action": action}, one, viewer, say) for one in (timeline, other)
                ]
                asked += answers[0] is not None
                assert answers[0] == answers[1]
    assert asked > 10


def answered(body: dict[str, Any], timeline: Timeline, viewer: Viewer, say: Any) -> Any:
    """The answer to a question, None for one that isn't this viewer's to ask."""
    try:
        return answer_to(body, timeline, viewer, say)
    except Refusal as refusal:
        if refusal.status != 403:
            raise
        return None


@pytest.mark.parametrize(("name", "rules"), GAMES, ids=NAMES)
def test_what_a_player_knows_is_one_state_for_all_that_could_be(
    name: str, rules: dict[str, Any]
) -> None:
    game: Any = game_by_id(name)
    for seed in range(8):
        rng = Random(seed)
        state = played(game, rules, 2 + 3 * seed, rng).state
        for seat in game.seats(state):
            other = game.redetermine(state, seat, rng)
            assert known_state(game, state, seat) == known_state(game, other, seat)


@pytest.mark.parametrize(
    ("name", "rules"),
    [("stargazers", {}), ("moon", {"mode": "competitive"}), ("moonlight", {})],
    ids=["stargazers", "moon", "moonlight"],
)
def test_nobody_without_a_seat_is_told_what_somebody_could_play(
    name: str, rules: dict[str, Any]
) -> None:
    game = game_by_id(name)
    timeline = played(game, rules, 9, Random(3))
    for viewer in (Viewer(), Viewer(Role.REFEREE), Viewer(Role.ADMIN, own_screen=True)):
        assert Teller().tell(snapshot_of(timeline), viewer)["actions"] == []


@pytest.mark.parametrize("name", ["stargazers", "moonlight"])
def test_a_hand_is_seen_by_its_own_seat_and_by_nobody_else(name: str, panel: Panel) -> None:
    panel.begin(name, steps=3 if name == "moonlight" else 1)
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    seat = min(panel.table.snapshot.to_act)
    mine, other = panel.joined(seat=seat), panel.spectator()
    assert mine.table()["actions"]
    assert mine.table()["board"]["view"] != other.table()["board"]["view"]
    assert other.table()["actions"] == []


def test_a_refused_try_tells_the_nearest_plays_to_its_own_seat_only(panel: Panel) -> None:
    panel.begin("stargazers", steps=1)
    seat = min(panel.table.snapshot.to_act)
    held = {one["text"][:2] for one in panel.joined(seat=seat).table()["actions"]}
    others = [f"{colour}{shape}" for colour in "RGBY" for shape in "MSCP"]
    tried = next(one for one in others if one not in held and _readable(panel, one))
    panel.table.do(Play(text=tried, seat=seat))
    assert panel.table.snapshot.answer is not None
    assert panel.table.snapshot.answer.nearest
    assert panel.spectator().table()["answer"]["nearest"] == []


def _readable(panel: Panel, text: str) -> bool:
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    try:
        timeline.game.parse(timeline.state, text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("name", ["stargazers", "moon", "moonlight"])
def test_the_record_of_a_game_with_hidden_cards_is_given_out_when_it_is_over(
    name: str, panel: Panel
) -> None:
    number = panel.begin(name, steps=4).game_id
    for kind in ("txt", "json"):
        answer = panel.own_screen().get(f"/api/games/{number}/export.{kind}")
        assert answer.status_code == 403
        assert answer.get_json()["error"]["code"] == "cards-are-hidden"
    assert panel.own_screen().get("/api/games/1/export.txt").status_code == 200


@pytest.mark.parametrize("name", ["stargazers", "moon", "moonlight"])
def test_a_step_of_the_past_tells_no_more_than_the_seat_may_know(name: str, panel: Panel) -> None:
    number = panel.begin(name, steps=5).game_id
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    for step in range(len(timeline.steps) + 1):
        told = panel.spectator().get(f"/api/games/{number}/steps/{step}").get_json()
        assert told["board"]["view"] == json.loads(
            json.dumps(timeline.game.view(timeline.state_at(step), None))
        )


def test_nobody_who_plays_deals_cards_by_name(panel: Panel) -> None:
    panel.begin("moonlight", steps=1)
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    deal = timeline.game.encode_action(timeline.game.sample(timeline.state, Random(1)))
    for browser in (panel.joined(), panel.joined("referee", seat="blue")):
        answer = browser.order("play", action=deal)
        assert answer.status_code == 403
        assert answer.get_json()["error"]["code"] == "cards-are-shuffled"
    assert panel.joined().order("draw").status_code == 200


def test_real_cards_are_dealt_without_being_told(panel: Panel) -> None:
    """Players with cards of their own tell the referee how many there are, and no more."""
    panel.begin("moonlight", steps=1)
    answer = panel.joined().order("play", text="deal hidden 11/hidden 11")
    assert answer.status_code == 200
    assert panel.table.snapshot.answer is not None
    assert panel.table.snapshot.answer.said is Said.LEGAL


def test_a_referee_who_does_not_play_may_enter_a_deal(panel: Panel) -> None:
    panel.begin("moonlight", steps=1)
    timeline = panel.table.snapshot.timeline
    assert timeline is not None
    deal = timeline.game.encode_action(timeline.game.sample(timeline.state, Random(1)))
    assert panel.joined("referee").order("play", action=deal).status_code == 200


def test_a_lot_is_no_secret(panel: Panel) -> None:
    panel.begin("moonlight")
    listed = panel.joined().table()["actions"]
    assert [one["text"] for one in listed] == ["lot green", "lot blue"]
