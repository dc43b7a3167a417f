"""Why what somebody typed can't be read is said in every language, by every game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from companion.games.api import Piece, Value
from companion.games.errors import BadNotation, Unread, unread
from companion.language.catalogue import Catalogue, load
from companion.language.files import languages, texts
from companion.language.grammar import placeholders
from tests.companion.language.asked import GAMES
from tests.companion.language.spoken import SPOKEN, WORD, words_of

TAGS = languages()
RAISED = ("BadNotation", "AmbiguousNotation")


@dataclass(frozen=True)
class Given:
    """One call of `unread` in a game's source: its key, and the names of its values."""

    game: str
    key: str
    names: frozenset[str]


def tree(game: str) -> ast.Module:
    return ast.parse((GAMES / game.replace("-", "_") / "reading.py").read_text("utf-8"))


def called(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in names


def raised_in(game: str) -> list[ast.Call]:
    """Every error that says that words can't be read."""
    return [
        node
        for node in ast.walk(tree(game))
        if isinstance(node, ast.Call) and called(node, *RAISED)
    ]


def given_by(game: str) -> Iterator[Given]:
    """Every reason for that; a key that is put into a name first is one of its two."""
    module = tree(game)
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not called(node, "unread"):
            continue
        names = frozenset(str(keyword.arg) for keyword in node.keywords)
        first = node.args[0]
        for key in (
            [first] if isinstance(first, ast.Constant) else named(module, ast.unparse(first))
        ):
            assert isinstance(key, ast.Constant)
            yield Given(game, str(key.value), names)


def named(module: ast.Module, name: str) -> list[ast.expr]:
    """What a name is set to, of two."""
    return [
        one
        for node in ast.walk(module)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
        if isinstance(node.value, ast.IfExp)
        for one in (node.value.body, node.value.orelse)
    ]


GIVEN = [given for game in SPOKEN for given in given_by(game)]


@cache
def language(tag: str, game: str) -> Catalogue:
    return load(tag, game)


def own_texts(tag: str, game: str) -> dict[str, str]:
    return {
        key.removeprefix("unread."): text
        for key, text in texts(language(tag, game).tables)
        if key.startswith("unread.")
    }


@pytest.mark.parametrize("game", SPOKEN)
def test_every_error_about_what_was_typed_says_why_for_each_language(game: str) -> None:
    errors = raised_in(game)
    assert len(errors) > 7
    for error in errors:
        parts = [*error.args, *(keyword.value for keyword in error.keywords)]
        whys = [part for part in parts if called(part, "unread") or ast.unparse(part) == "why"]
        assert len(whys) == 1, f"{game}:{error.lineno}"


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("given", GIVEN, ids=lambda given: f"{given.game}-{given.key}")
def test_every_reason_has_a_text_that_asks_for_what_it_is_given(given: Given, tag: str) -> None:
    own = own_texts(tag, given.game)
    assert f"{given.key}.message" in own
    for part in ("message", "advice"):
        text = own.get(f"{given.key}.{part}", "")
        assert placeholders(text) <= given.names, text
    assert "advice" in own


def test_no_text_is_idle() -> None:
    for game in SPOKEN:
        keys = {given.key for given in GIVEN if given.game == game}
        shared = {given.key for given in GIVEN}
        for key in own_texts("en", game).keys() - {"advice"}:
            common = f"unread.{key}" in dict(texts(load("en").tables))
            assert key.split(".")[0] in (shared if common else keys), key


# --- What people may type -------------------------------------------------------------------------

BAD: dict[str, tuple[str, ...]] = {
    "moons-and-stars": (
        *("", "x" * 2001, "?!", "lot", "lot green", "resign red", "roll brown: five moons"),
        *("set up brown: a1", "Dirlydwurg: brown", "Jothi: a1", "z9", "MMe2^-e4"),
    ),
    "cirondo": ("", "x" * 2000, "?!", "resign green", "lot", "lot green", "Z99"),
    "moon": (
        *("", "x" * 9000, "?!", "FLY A", "ROL", "MOV A", "ROL AB", "XOR A,B", "ROL A=2"),
        *("reveal ?", "tell", "set up competitive what", "set up competitive players=many"),
        *("set up cooperative initial=?", "set up competitive hackers=me"),
    ),
    "moonlight": (
        *("", "x" * 9000, "?!", "lot", "lot red", 'power "Howl', "power", "3 over 9,9", "deal ?"),
        *("deal 3x / ?", "score; moons", "score; green two"),
    ),
    "stargazers": ("", "x" * 700, "?!", "players p1=old", "new game", "reshuffle !!"),
}
"""Texts that nobody can read, at the start of a game or whenever."""

MADE: dict[str, tuple[Unread, ...]] = {
    "moons-and-stars": (
        unread("other-pieces", site="e4", pieces=(Piece("brown", "moon"),), who="S"),
        unread(
            "other-pieces",
            site="e4",
            pieces=(Piece("brown", "moon"), Piece("blue", "star")),
            who="S",
        ),
    ),
    "cirondo": tuple(
        unread("another-piece", site="B1", piece=Piece("gold", kind), who="P")
        for kind in ("moon", "solar system")
    ),
}
TYPICAL: dict[str, Value] = {
    **{"text": "xyz", "who": "MM", "op": "XOR", "right": "Me2-e4#", "site": "e4", "count": 4},
    **{"choices": ("e4>e5", "e4>d4"), "names": ("ROL", "XOR"), "side": "blue"},
    **{"sides": ("green", "blue"), "piece": Piece("blue", "moon")},
    "pieces": (Piece("brown", "moon"),),
}


def errors_of(game: str) -> Iterator[BadNotation]:
    """What each of the texts is refused with."""
    rules: Any = SPOKEN[game].game
    state = rules.initial({})
    for text in BAD[game]:
        try:
            rules.complete(state, rules.parse(state, text))
        except BadNotation as error:
            yield error


def listed(text: str) -> str:
    """A text with each list written alike: the catalogue joins them as people do."""
    return text.replace(" and ", ", ").replace(" or ", ", ")


def whys(game: str) -> list[Unread]:
    """Every reason of a game, with typical values."""
    made = [
        Unread(given.key, {name: TYPICAL[name] for name in given.names})
        for given in GIVEN
        if given.game == game
    ]
    return [*made, *MADE.get(game, ())]


@pytest.mark.parametrize("game", SPOKEN)
def test_the_english_texts_say_what_the_errors_say(game: str) -> None:
    errors = list(errors_of(game))
    assert len(errors) > 4
    for error in errors:
        assert error.why is not None
        message, advice = language("en", game).unread(error.why)
        assert message == error.message
        assert listed(advice) == listed(error.advice)


@pytest.mark.parametrize("tag", [tag for tag in TAGS if tag != "en"])
@pytest.mark.parametrize("game", SPOKEN)
def test_every_reason_is_said_in_the_language(game: str, tag: str) -> None:
    say, english = language(tag, game), language("en", game)
    foreign = words_of(english) - words_of(say)
    for why in whys(game):
        said, original = say.unread(why), english.unread(why)
        template = own_texts(tag, game)[f"{why.key}.message"]
        assert said[0] != original[0]
        assert said[1] != original[1]
        for text in said:
            assert not [sign for sign in ("{", "}", "None", "  ") if sign in text], text
            assert not text.startswith("unread."), text
        typed = set(WORD.findall(" ".join([template, *map(str, why.values.values())])))
        if not any(isinstance(value, Piece | tuple) for value in why.values.values()):
            assert not set(WORD.findall(said[0])) & foreign - typed, said[0]
        if any(isinstance(value, Piece) for value in why.values.values()):
            assert not set(WORD.findall(said[0])) & {"moon", "gold", "star", "brown"}, said[0]


@pytest.mark.parametrize(
    ("tag", "game", "why", "expected"),
    [
        (
            "de",
            "moons-and-stars",
            unread("no-action", text="e2 nach e4"),
            (
                "„e2 nach e4“ ist keine Aktion.",
                "Schreib einen Zug wie e2-e4, oder pass.",
            ),
        ),
        (
            "de",
            "cirondo",
            unread("another-piece", site="B1", piece=Piece("gold", "solar system"), who="P"),
            (
                "Auf B1 steht ein goldenes Sonnensystem, nicht P.",
                "Schreib einen Zug wie B1-C1, oder pass.",
            ),
        ),
        (
            "fr",
            "moons-and-stars",
            unread("other-pieces", site="e4", pieces=(Piece("blue", "moon"),), who="S"),
            (
                "En e4 se trouve la lune bleue, et non S.",
                "Écris un coup comme e2-e4, ou pass.",
            ),
        ),
        (
            "ca",
            "moonlight",
            unread("no-side", text="red", sides=("green", "blue")),
            ("«red» no és cap bàndol.", "Escriu green o blue."),
        ),
        (
            "es",
            "cirondo",
            unread("nothing-goes-there", side="gold", site="C1"),
            (
                "Ninguna pieza así del dorado puede ir a C1.",
                "Escribe una jugada como B1-C1, o bien pass.",
            ),
        ),
    ],
)
def test_what_people_read(tag: str, game: str, why: Unread, expected: tuple[str, str]) -> None:
    assert language(tag, game).unread(why) == expected
