"""What the referee answers to each line that people at a terminal type.

The console knows no game: it asks the game's protocol and the language's catalogue. It neither
prints nor reads; `companion.commands.play` does that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from companion.errors import ANTICIPATED, UsageError
from companion.games.api import CHANCE, Advises, Ruling
from companion.games.errors import BadNotation
from companion.language.catalogue import Catalogue
from companion.record.compose import misread_action, takeback
from companion.record.compose import overruled as overruled_event
from companion.record.events import Comment
from companion.record.sitting import Sitting
from companion.terminal.showing import log_text, mentions, position_text

MOST_SIGNS = 60_000
"""Legal actions shown at most, by the squares of their lengths: a set-up has too many to read."""

BY_ENTER = ("deities", "set-up")
"""Phases in which a mere Enter leaves the choice to the referee, besides those of chance."""

HELP = (
    ("{example}", "move"),
    ("Enter", "enter"),
    ("auto", "auto"),
    ("moves, moves {part}", "moves"),
    ("why {example}", "why"),
    ("coach", "coach"),
    ("board", "board"),
    ("takeback, takeback 2", "takeback"),
    ("misread {example}", "misread"),
    ("overrule {example}", "overrule"),
    ("resign", "resign"),
    ("offer draw, agree draw", "agree"),
    ("claim draw", "claim"),
    ("comment WORDS", "comment"),
    ("log", "log"),
    ("position", "position"),
    ("quit", "quit"),
)
"""What can be typed, and the key of what it does."""
DECLARED = {"resign": "resign", "agree": "offer draw", "claim": "claim draw"}
"""Key -> what is typed to declare it, which not every game knows."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to one line; ``done`` when the players leave.

    ``verbatim`` text is to be copied: its lines must not be broken.
    """

    text: str
    done: bool = False
    verbatim: bool = False


class Console:
    """One game at a terminal."""

    def __init__(self, sitting: Sitting, say: Catalogue, rng: Random) -> None:
        self._sitting = sitting
        self._say = say
        self._rng = rng
        self._commands: dict[str, Callable[[str], Answer]] = {
            "help": self._help,
            "?": self._help,
            "board": self._board,
            "moves": self._moves,
            "why": self._why,
            "coach": self._coach,
            "auto": self._auto,
            "takeback": self._takeback,
            "misread": self._misread,
            "overrule": self._overrule,
            "comment": self._comment,
            "log": self._log,
            "position": self._position,
            "quit": self._quit,
        }

    @property
    def _game(self) -> Any:
        return self._sitting.timeline.game

    @property
    def _state(self) -> Any:
        return self._sitting.state

    def banner(self) -> str:
        """What is said before the first prompt."""
        number = self._sitting.game_id
        return "\n\n".join(
            (
                self._say.say("console.banner", number=number),
                self._situation(board=self._shows_board()),
            )
        )

    def prompt(self) -> str:
        """Who is to act, as a prompt."""
        seats = sorted(self._game.to_act(self._state))
        return f"{' or '.join(seats) or 'over'}> "

    def answer(self, line: str) -> Answer:
        """What the referee says to a line. Errors that a person can mend are said, not raised."""
        words = line.strip()
        first, _, rest = words.partition(" ")
        try:
            command = self._commands.get(first.lower())
            if command is not None:
                return command(rest.strip())
            if not words:
                return self._enter()
            return self._try(words)
        except ANTICIPATED as error:
            if isinstance(error, BadNotation) and error.why is not None:
                return Answer(" ".join(self._say.unread(error.why)))
            return Answer(str(error))

    # --- What the players see -----------------------------------------------------------------

    def _situation(self, *, board: bool) -> str:
        """The board, and what is to be done now."""
        game, state = self._game, self._state
        lines = [game.board_text(state), ""] if board else []
        outcome = game.outcome(state)
        if outcome is not None:
            said = self._say.outcome_sentence(outcome)
            lines += [f"{said} [{outcome.ruling}]", self._say.say("console.over")]
        else:
            lines.append(self._say.say(f"prompts.{game.phase(state)}"))
        return "\n".join(lines)

    def _ruling(self, ruling: Ruling, action: Any) -> str:
        """A ruling in full: the verdict, each reason with its ID, what else could be played."""
        notation = partial(self._game.format, self._state)
        if ruling.legal:
            notes = [f"  {self._say.sentence(note)}" for note in ruling.notes]
            steps = [f"  {self._say.steps_sentence(ruling.effects)}"] if ruling.effects else []
            verdict = f"{notation(action)}: {self._say.say('texts.legal')}"
            return "\n".join([verdict, *notes, *steps])
        lines = [self._say.say("console.refused", action=notation(action))]
        lines += [f"  {self._say.sentence(why)} [{why.ruling}]" for why in ruling.reasons]
        if ruling.nearest:
            moves = tuple(notation(near) for near in ruling.nearest)
            lines.append("  " + self._say.say("texts.nearest", moves=moves))
        return "\n".join(lines)

    # --- Playing ------------------------------------------------------------------------------

    def _enter(self) -> Answer:
        """An empty line: the referee does what is left to chance or has no meaning to type."""
        phase = self._game.phase(self._state)
        if phase == "reroll":  # nobody's roll is thrown away by a mere Enter
            return self._play(next(iter(self._game.legal(self._state))))
        if CHANCE in self._game.to_act(self._state) or phase in BY_ENTER:
            return self._auto("")
        return Answer(self._situation(board=False))

    def _auto(self, _words: str) -> Answer:
        if not self._game.to_act(self._state):
            return Answer(self._situation(board=False))
        return self._play(self._game.sample(self._state, self._rng))

    def _try(self, words: str) -> Answer:
        """An action that was typed: ruled on, recorded either way."""
        game, state = self._game, self._state
        action = game.complete(state, game.parse(state, words))
        if game.is_legal(state, action):
            return self._play(action)
        ruling = game.rule_on(state, action)
        self._sitting.refuse(action)
        return Answer(self._ruling(ruling, action))

    def _play(self, action: Any) -> Answer:
        game, before = self._game, self._state
        notation = game.format(before, action)
        notes = game.rule_on(before, action).notes
        self._sitting.play(action)
        effects = self._sitting.timeline.steps[-1].effects
        lines = [] if self._is_secret(before) else [notation]
        lines += [self._say.sentence(note) for note in notes]
        if game.phase(before) in ("turns", "bonus"):
            steps = self._say.steps_sentence(effects)
            lines += [self._say.say("console.by-hand", steps=steps)] if steps else []
        return self._after(lines)

    def _is_secret(self, before: Any) -> bool:
        """Whether what was dealt must not be shown to those who play: it holds hidden cards."""
        hides = not self._game.spec.perfect_information
        return hides and CHANCE in self._game.to_act(before)

    def _after(self, lines: list[str]) -> Answer:
        """What is said after something has changed: the table, the end if this is it."""
        if self._game.outcome(self._state) is not None and self._sitting.timeline.result is None:
            self._sitting.finish()
        lines += ["", self._situation(board=self._shows_board())]
        return Answer("\n".join(lines))

    def _shows_board(self) -> bool:
        """Before anything lies on the points there is nothing to draw."""
        return bool(self._game.placement(self._state).piles) and self._game.phase(
            self._state
        ) not in ("rolls", "reroll", "lot", "deities")

    # --- Asking -------------------------------------------------------------------------------

    def _why(self, words: str) -> Answer:
        if not words:
            raise UsageError(
                "There is nothing to rule on.", f"Write: why {self._game.spec.example}"
            )
        game, state = self._game, self._state
        action = game.complete(state, game.parse(state, words))
        return Answer(self._ruling(game.rule_on(state, action), action))

    def _coach(self, _words: str) -> Answer:
        """What to do now, where the game has somebody to say it."""
        game = self._game
        if not isinstance(game, Advises):
            return Answer(self._say.say("console.no-coach"))
        advice = game.advise(self._state)
        lines = [self._say.sentence(advice.said)]
        return Answer("\n".join([*lines, *(f"  {action}" for action in advice.actions)]))

    def _moves(self, words: str) -> Answer:
        game, state = self._game, self._state
        listed: list[str] = []
        signs = 0
        for action in game.legal(state):
            notation = game.format(state, action)
            if not mentions(notation, words):
                continue
            signs += len(notation) ** 2  # long ones are hard to read: a few will do
            if signs > MOST_SIGNS:
                return Answer("\n".join([*_columns(listed), self._say.say("console.more-moves")]))
            listed.append(notation)
        return Answer("\n".join(_columns(listed)) or self._say.say("console.no-moves"))

    def _board(self, _words: str) -> Answer:
        return Answer(self._situation(board=True))

    def _help(self, _words: str) -> Answer:
        example = self._game.spec.example
        part = re.split(r"[^\w]", example)[0]
        lines = [self._say.say("console.help")]
        lines += [
            f"  {typed.format(example=example, part=part).ljust(24)}"
            f"{self._say.say(f'console.help-{key}')}"
            for typed, key in HELP
            if self._knows(key)
        ]
        return Answer("\n".join([*lines, self._say.say("console.help-more")]))

    def _knows(self, key: str) -> bool:
        """Whether the game has what a line of the help tells of."""
        if key == "coach":
            return isinstance(self._game, Advises)
        if key not in DECLARED:
            return True
        try:
            self._game.parse(self._state, DECLARED[key])
        except BadNotation:
            return False
        return True

    def _log(self, _words: str) -> Answer:
        return Answer(log_text(self._sitting.timeline), verbatim=True)

    def _position(self, _words: str) -> Answer:
        return Answer(position_text(self._game, self._state), verbatim=True)

    def _quit(self, _words: str) -> Answer:
        return Answer(self._say.say("console.saved", number=self._sitting.game_id), done=True)

    # --- Correcting ---------------------------------------------------------------------------

    def _takeback(self, words: str) -> Answer:
        if words and not (words.isascii() and words.isdecimal() and len(words) < 6):
            raise UsageError(f"'{words}' is no number of actions.", "Write: takeback 2")
        self._sitting.record(takeback(self._sitting.timeline, actions=int(words or 1)))
        return self._after([self._say.say("console.taken-back")])

    def _misread(self, words: str) -> Answer:
        """The last action was typed or seen wrong; this is what was really played."""
        timeline = self._sitting.timeline
        if not timeline.steps:
            raise UsageError("No action was played yet.", "There is nothing to correct.")
        game, before = self._game, timeline.state_at(len(timeline.steps) - 1)
        action = game.complete(before, game.parse(before, words))
        if not game.is_legal(before, action):
            return Answer(self._say.ruling_text(game.rule_on(before, action)))
        self._sitting.record(misread_action(timeline, action))
        return self._after([self._say.say("console.corrected", action=game.format(before, action))])

    def _overrule(self, words: str) -> Answer:
        """The players agree to a try that the rules refuse."""
        game, state = self._game, self._state
        action = game.complete(state, game.parse(state, words))
        if game.is_legal(state, action):
            raise UsageError("The rules allow this.", "Just play it.")
        goes_on = game.forced(state, action)
        event = overruled_event(self._sitting.timeline, action, goes_on=goes_on, by="the players")
        self._sitting.record(event)
        return self._after([self._say.say("console.overruled", action=event.notation)])

    def _comment(self, words: str) -> Answer:
        if not words:
            raise UsageError("The comment is empty.", "Write: comment a fine move")
        self._sitting.record(Comment(words))
        return Answer(self._say.say("console.noted"))


def _columns(words: list[str], *, width: int = 78) -> list[str]:
    """Words in columns.

    >>> _columns(["a", "bb", "ccc"], width=10)
    ['a    bb', 'ccc']
    """
    cell = max(map(len, words), default=0) + 2
    per_line = max(1, width // cell)
    rows = [words[i : i + per_line] for i in range(0, len(words), per_line)]
    return ["".join(word.ljust(cell) for word in row).rstrip() for row in rows]
