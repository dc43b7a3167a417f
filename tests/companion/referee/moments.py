"""Tables brought to a moment, and a power cut: their folder is copied as it is then.

A new table is laid from the copy.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games.api import Changed, Piece
from companion.record import Durability, RecordLog
from companion.record.on_table import OnTable
from companion.referee.again import lay_again
from companion.referee.bench import TableSettings
from companion.referee.commands import (
    AcceptTable,
    CorrectAction,
    Overrule,
    Pause,
    Play,
    Resynchronise,
    SetAutomatic,
    TakeBack,
)
from companion.referee.evidence import Look, Sight
from companion.referee.eyes import ScriptedEyes, Watch
from companion.referee.figures import figure_steps
from companion.referee.snapshot import Answer, Said, Snapshot
from companion.referee.table import Table
from hardware.from_table import table_view
from hardware.lights import lights_for
from tests.companion.referee.sitting_at import (
    CAPTURE,
    ENDING,
    LINE,
    MOON,
    PULLED,
    WAIT_S,
    Seated,
    seated,
)
from tests.companion.referee.test_table_preparing import FIRST, OTHER, laid_for, throw, to_set_up

STAR = Piece("brown", "star")
LOST = "p4o3/1ff5f/f2te5/5tw3/1s7/2TwF1F3/3SSSOH|1/8S/1H|1TsFS3 brown -,- -,-"
"""The star that steps from d3 to d2 is pulled off the board."""
ON_A_PULL = "5s3/1fs2oftnf/s4te1tes/2h|3S1tn/9/1FP6/1O3S3/H|1Te1Tn4/6FF1 brown -,- -,-"
"""The star that steps from g6 to g7 is pulled onto i7 and captures there."""
TURNING = (
    "3f3f1/3p1oh-1tn/3p5/5s1mf/1s7/TsM2FO1H|H|/1FF2F1TnH-/2Tn2Te3/9"
    " blue jothi:3,yinnok:5 M2S2,M5S1 owed=blue"
)
"""Blue's deity may turn cubes over."""


@contextmanager
def cut(
    at: Seated, folder: Path, *, watch: Watch | None = Watch.LIVE, **settings: Any
) -> Iterator[Seated]:
    """The power goes now, and comes back: another table, and its camera sees the same wood.

    ``watch``: how that camera is; None: there is none.
    """
    home = folder / f"after-{len(list(folder.glob('after-*')))}"
    home.mkdir()
    for path in folder.glob("*"):
        if path.is_file() and not path.name.endswith("-shm"):
            shutil.copy(path, home / path.name)
    eyes = ScriptedEyes(at.eyes.sees, at.eyes.roll, watch=watch or Watch.NONE)
    kept = OnTable(home / "games.sqlite")
    with (
        RecordLog.open(home / "games.sqlite", durability=Durability.KILL) as log,
        Table(
            log,
            eyes=None if watch is None else eyes,
            settings=TableSettings(**settings),
            kept=kept,
        ) as table,
    ):
        assert lay_again(table, log, kept) is None
        after = Seated(table, eyes, at.wood, at.unsure)
        if watch is not None:
            after.wait(lambda snapshot: snapshot.camera.watch is watch)
        table.rest(WAIT_S)
        yield after


def stands(snapshot: Snapshot) -> dict[str, Any]:
    """What is to be the same after a power cut."""
    answer, proposal = snapshot.answer, snapshot.proposal
    return {
        "phase": snapshot.phase,
        "to act": snapshot.to_act,
        "todo": snapshot.todo,
        "lying": snapshot.lying,
        "answer": answer and without_memory(answer),
        "proposal": proposal and replace(proposal, photo=None),
        "roll": snapshot.roll,
        "paused": snapshot.paused,
        "automatic": snapshot.automatic,
        "lights": lights_for(table_view(snapshot)),
    }


def without_memory(answer: Answer) -> Answer:
    """An answer without what belongs to one run of the program."""
    ruling = answer.ruling and replace(answer.ruling, nearest=())
    action = answer.action if answer.said is Said.ILLEGAL else None
    return replace(answer, number=0, photo=None, ruling=ruling, action=action)


def owing(at: Seated, notation: str, owes: Callable[[Any], bool]) -> Answer:
    """Do the steps of a move that its player thinks of, and press."""
    action = at.game.complete(at.state, at.game.parse(at.state, notation))
    effects = at.game.apply(at.state, action).effects
    at.hands(*(step for step in effects if not owes(step)))
    return at.press("brown")


def a_figure(step: Any) -> bool:
    return bool(figure_steps((step,)))


def first_step(at: Seated, notation: str) -> Answer:
    """Only the first step of a move is done."""
    answer = at.play(notation, steps=1)
    assert answer.said is Said.LEGAL
    assert answer.todo
    return answer


def deity_alone(at: Seated) -> None:
    answer = owing(at, "d4-d5", a_figure)
    assert [a_figure(step) for step in answer.todo] == [True]


def deity_late(at: Seated) -> None:
    deity_alone(at)
    at.lay(h7=(), h6=(Piece("blue", "star"),))
    assert at.press("blue").said is Said.LEGAL
    assert at.snapshot.todo, "it is not forgotten because the other side went on"


def turned(at: Seated) -> None:
    """Brown's deity turns a trap, by what is entered."""
    action = next(
        action
        for action in at.game.legal(at.state)
        if any(isinstance(e, Changed) for e in at.game.apply(at.state, action).effects)
    )
    at.do(Play(action=at.game.encode_action(action)))
    assert at.answer.said is Said.LEGAL


def illegal(at: Seated) -> None:
    at.lay(h4=(), h5=(MOON,))
    assert at.press("brown").said is Said.ILLEGAL


def illegal_after_a_debt(at: Seated) -> None:
    deity_alone(at)
    at.lay(h7=(), h2=(Piece("blue", "star"),))
    assert at.press("blue").said is Said.ILLEGAL
    assert at.snapshot.todo


def illegal_by_hand(at: Seated) -> None:
    at.do(Play(text="h4-h5", seat="brown"))
    assert at.answer.said is Said.ILLEGAL


def two_moves(at: Seated) -> None:
    at.press("brown")
    at.lay(h4=(), h6=(MOON,), f7=(), f6=(Piece("blue", "star"),))
    assert at.press("brown").said is Said.AMBIGUOUS


def out_of_step(at: Seated) -> None:
    at.lay(c3=(), h4=(), d4=(), c5=(MOON,))
    assert at.press("brown").said is Said.OUT_OF_STEP


def proposed(at: Seated) -> None:
    at.lay(d4=(), c3=(), d6=(MOON, STAR))
    at.press("brown")
    at.do(Resynchronise())
    at.said(Said.PROPOSAL)
    assert at.snapshot.proposal is not None
    assert at.snapshot.proposal.asked


def faults(at: Seated) -> None:
    at.lay(e9=(Piece("brown", "stone"),))
    at.do(Resynchronise())
    at.said(Said.PROPOSAL)
    at.do(AcceptTable(seat="brown"))
    assert at.answer.said is Said.FAULTS


def hand(at: Seated) -> None:
    at.hide(Sight.HAND, "An arm is over a1.")
    assert at.press("brown").said is Said.HAND


def taken_back(at: Seated) -> None:
    at.play("h4-h6")
    at.do(TakeBack(seat="brown"))
    at.table.rest(WAIT_S)
    assert at.snapshot.todo


def capture_taken_back(at: Seated) -> None:
    deity_alone(at)
    at.do(TakeBack(seat="brown"))
    at.table.rest(WAIT_S)
    assert at.snapshot.todo
    assert not any(map(a_figure, at.snapshot.todo)), "the deity was never moved"


def entered(at: Seated) -> None:
    at.do(Play(text="d4-d5", seat="brown"))
    assert len(at.snapshot.todo) == 3


def overruled(at: Seated) -> None:
    illegal(at)
    at.do(Overrule("they agreed"))
    at.table.rest(WAIT_S)


def corrected(at: Seated) -> None:
    at.play("h4-h6")
    at.do(CorrectAction(text="h4-h2"))
    at.table.rest(WAIT_S)


def paused(at: Seated) -> None:
    deity_alone(at)
    at.do(Pause())


def out_of_turn(at: Seated) -> None:
    assert at.press("blue").said is Said.NOT_YOUR_TURN


def won(at: Seated) -> None:
    at.play("h8-i9")


def automatically(at: Seated) -> None:
    at.do(SetAutomatic(on=True))
    at.table.rest(WAIT_S)


def wood_as_before(at: Seated) -> None:
    """Nothing has happened yet."""


TURNS: dict[str, tuple[str, Callable[[Seated], object]]] = {
    "nothing said yet": (LINE, wood_as_before),
    "the table is ready": (LINE, lambda at: at.press("brown")),
    "a move is done": (LINE, lambda at: at.play("h4-h6")),
    "a lost piece is to be taken off": (LOST, lambda at: first_step(at, "d3-d2")),
    "a piece is captured on a pull": (ON_A_PULL, lambda at: first_step(at, "g6-g7")),
    "a cube is to be turned": (TURNING, turned),
    "a deity is to be advanced": (CAPTURE, deity_alone),
    "a deity that was forgotten a turn ago": (CAPTURE, deity_late),
    "a pulled piece is to be carried on": (PULLED, lambda at: first_step(at, "d3-d2")),
    "a refused move is to be put back": (LINE, illegal),
    "a refused move, and a deity besides": (CAPTURE, illegal_after_a_debt),
    "a refused move that was entered": (LINE, illegal_by_hand),
    "one of two explanations": (LINE, two_moves),
    "out of step": (LINE, out_of_step),
    "a hidden piece is asked for": (LINE, proposed),
    "a table that can't be": (LINE, faults),
    "a hand is over the table": (LINE, hand),
    "a move is taken back": (LINE, taken_back),
    "a capture is taken back": (CAPTURE, capture_taken_back),
    "all steps of an entered move": (CAPTURE, entered),
    "a refused move stands": (LINE, overruled),
    "a misread move is corrected": (LINE, corrected),
    "in a pause": (CAPTURE, paused),
    "pressed out of turn": (LINE, out_of_turn),
    "a bonus is to be chosen": (f"{CAPTURE} notches=2", deity_alone),
    "won": (ENDING, won),
    "judged without a press": (LINE, automatically),
}


def unclear(at: Seated) -> None:
    few = {**FIRST, "moon": 1}
    assert throw(at, "brown", few, unread=((3.0, 4.0),), reason="Cocked.") is Said.ROLL_UNCLEAR


def no_roll(at: Seated) -> None:
    assert at.press("brown").said is Said.UNREADABLE


def rolled(at: Seated) -> None:
    throw(at, "brown", FIRST)


def reroll(at: Seated) -> None:
    throw(at, "brown", FIRST)
    throw(at, "blue", FIRST)


def choose_deity(at: Seated) -> None:
    for _ in range(2):
        throw(at, "brown", FIRST)
        throw(at, "blue", OTHER)
    (seat,) = at.snapshot.to_act
    assert at.press(seat).said is Said.CHOOSE


def half_set_up(at: Seated) -> None:
    to_set_up(at)
    at.show(laid_for(at, "brown"))
    assert at.press("brown").said is Said.LEGAL


def bad_set_up(at: Seated) -> None:
    to_set_up(at)
    at.show(laid_for(at, "brown"))
    at.lay(e6=(STAR,))
    assert at.press("brown").said is Said.ILLEGAL


def doubtful_set_up(at: Seated) -> None:
    to_set_up(at)
    placement = laid_for(at, "brown")
    site = next(s for s, p in placement.piles.items() if p[0].kind == "moon")
    at.unsure = {site: {Look("brown moon", 1): 0.6, Look("brown star", 1): 0.4}}
    at.show(placement)
    assert at.press("brown").said is Said.DOUBT


def set_up_done(at: Seated) -> None:
    half_set_up(at)
    at.show(laid_for(at, "blue"))
    assert at.press("blue").said is Said.LEGAL


BEFORE: dict[str, Callable[[Seated], None]] = {
    "nothing rolled yet": wood_as_before,
    "a roll in doubt": unclear,
    "no roll": no_roll,
    "one side has rolled": rolled,
    "keep or roll again": reroll,
    "a set-up begins": to_set_up,
    "a deity is to be chosen": choose_deity,
    "one side has set up": half_set_up,
    "a set-up with faults": bad_set_up,
    "a set-up in doubt": doubtful_set_up,
    "both have set up": set_up_done,
}


@contextmanager
def moment(case: str, folder: Path) -> Iterator[Seated]:
    """A table at a moment, at rest."""
    if case in TURNS:
        line, bring = TURNS[case]
        begun = seated(folder, line=line, kept=True)
    else:
        bring = BEFORE[case]
        rules = {} if bring is choose_deity else {"deities": "off"}
        begun = seated(folder, line=None, rules=rules, kept=True)
    with begun as at:
        bring(at)
        at.table.rest(WAIT_S)
        yield at
