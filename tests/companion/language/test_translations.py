"""Every language says all that English says, in words of its own."""

import re
from collections.abc import Iterable
from functools import cache

import pytest

from companion.games.api import Outcome, Piece, Reason
from companion.language.catalogue import Catalogue, load
from companion.language.files import HERE, languages, texts
from companion.language.grammar import PLACEHOLDER, placeholders
from tests.companion.language.spoken import SPOKEN, WORD, calls, effects, reasons, words_of

SUBJECTS = sorted(file.stem for file in (HERE / "en").glob("*.toml") if file.stem != "common")
TAGS = [tag for tag in languages() if tag != "en"]
BOTH = [(tag, subject) for tag in TAGS for subject in SUBJECTS]
GAMES = [(tag, subject) for tag in TAGS for subject in SPOKEN]

SAME = {
    *("switches.mode.name", "switches.hacker_cards.name", "switches.bits.name"),
    *("panel.bar.pause", "panel.nav.menu", "panel.nav.table"),
    *("wizard.camera.on", "wizard.desk.pause", "wizard.phone.choose", "cameras.lock.gain.name"),
    *("boards.moon.ram", "boards.moonlight.points", "boards.stargazers.colour.orange"),
    *(f"boards.{game}.example" for game in ("cirondo", "stargazers", "moon", "moonlight")),
}
"""Names, and notation, that are written alike in several languages."""


@cache
def language(tag: str, subject: str) -> Catalogue:
    return load(tag, subject)


def english(say: Catalogue) -> Catalogue:
    assert say.fallback is not None
    return say.fallback


def blemishes(sentence: str) -> list[str]:
    """What is wrong with a sentence of any language; nothing for a good one."""
    found = [sign for sign in ("{", "}", "None", "  ", "()", "( ", " )") if sign in sentence]
    first = sentence.lstrip("«„“¿¡\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")
    if first == sentence and not (first[:1].isupper() or first[:1].isdecimal()):
        found.append("begins without a capital letter")
    if not re.search(r"[.!?]$", sentence):
        found.append("does not end")
    if re.search(r"\b[A-Z]{2}-\d", sentence):
        found.append("says a number instead of a reason")
    if len(sentence) > 230:
        found.append("is too long")
    return found


def left_in_english(say: Catalogue, sentence: str, typed: str) -> set[str]:
    """English words for pieces and such that stand in a sentence, beside what it quotes."""
    foreign = words_of(english(say)) - words_of(say)
    return set(WORD.findall(sentence)) & foreign - set(WORD.findall(typed))


@pytest.mark.parametrize(("tag", "subject"), BOTH)
def test_nothing_is_missing_and_nothing_is_said_that_nobody_asks_for(
    tag: str, subject: str
) -> None:
    say = language(tag, subject)
    assert say.missing() == ()
    assert {key for key, _ in texts(say.tables)} <= {key for key, _ in texts(english(say).tables)}


@pytest.mark.parametrize(("tag", "subject"), BOTH)
def test_no_text_is_empty_and_every_brace_is_read(tag: str, subject: str) -> None:
    for key, text in texts(language(tag, subject).tables):
        assert text.strip(), key
        assert not set("{}") & set(PLACEHOLDER.sub("", text)), key


@pytest.mark.parametrize(("tag", "subject"), BOTH)
def test_no_text_is_left_in_english(tag: str, subject: str) -> None:
    say = language(tag, subject)
    original = dict(texts(english(say).tables))
    same = {
        key
        for key, text in texts(say.tables)
        if text == original[key] and WORD.search(PLACEHOLDER.sub("", text))
    }
    assert same <= SAME


@pytest.mark.parametrize(("tag", "subject"), BOTH)
def test_a_text_tells_all_that_the_english_one_tells(tag: str, subject: str) -> None:
    say = language(tag, subject)
    original = dict(texts(english(say).tables))
    given = {
        key: call.parameters | {str(number) for number in range(call.sites)}
        for key, call in (calls(subject) if subject in SPOKEN else ())
    }
    for key, text in texts(say.tables):
        names = placeholders(original[key])
        assert names <= placeholders(text), key
        assert placeholders(text) <= names | given.get(key.removeprefix("sentences."), set()), key


@pytest.mark.parametrize(("tag", "subject"), GAMES)
def test_every_reason_is_said_in_the_language(tag: str, subject: str) -> None:
    say, bad = language(tag, subject), {}
    for why in reasons(subject):
        template = say.tables["sentences"][why.key]
        sentence = say.sentence(why)
        values = {**dict(why.parameters), "sites": why.sites}
        assert sentence == say.grammar.fill(template, values)
        typed = " ".join([template, *typed_in(say, values.values())])
        found = blemishes(sentence) + sorted(left_in_english(say, sentence, typed))
        if found:
            bad[sentence] = found
    assert bad == {}


def typed_in(say: Catalogue, values: Iterable[object]) -> list[str]:
    """The values that only a person can have typed, since no language has a word for them."""
    terms = english(say).grammar.terms
    return [value for value in values if isinstance(value, str) and value not in terms]


@pytest.mark.parametrize(("tag", "subject"), GAMES)
def test_every_step_is_said_in_the_language(tag: str, subject: str) -> None:
    say = language(tag, subject)
    for effect in effects(subject):
        step = say.effect_sentence(effect)
        assert step != english(say).effect_sentence(effect)
        assert blemishes(f"{step[:1].upper()}{step[1:]}.") == []
        assert left_in_english(say, step, "") == set(), step


@pytest.mark.parametrize(("tag", "subject"), GAMES)
def test_every_outcome_is_said_in_the_language(tag: str, subject: str) -> None:
    say, game = language(tag, subject), SPOKEN[subject].game
    seats = game.seats(game.initial(SPOKEN[subject].rules[-1]))
    for key, template in say.tables["outcomes"].items():
        for seat in seats:
            names = placeholders(template)
            shared = seats[:2] if "shared" in names else ()
            sentence = say.outcome_sentence(
                Outcome(seat if "winner" in names else None, "XY-1", key, shared)
            )
            assert blemishes(sentence) == []
            assert left_in_english(say, sentence, "") == set(), sentence


@pytest.mark.parametrize(("tag", "subject"), GAMES)
def test_every_title_is_a_line(tag: str, subject: str) -> None:
    for ruling, title in language(tag, subject).tables["rulings"].items():
        assert re.fullmatch(r"\w[^{}]{8,90}[^.{} ]", title), ruling
        assert title[0].isupper()


@pytest.mark.parametrize("tag", TAGS)
def test_a_piece_in_the_words_of_the_game_is_named_in_the_language(tag: str) -> None:
    say = load(tag, "moons-and-stars", "watch")
    for piece in (Piece("brown", "star"), Piece("blue", "trap", "north"), Piece("blue", "jothi")):
        seen = say.say("watch.place", site="e4", piece=str(piece))
        assert left_in_english(say, seen, "") == set(), seen


@pytest.mark.parametrize("tag", TAGS)
def test_a_ruling_that_nobody_knows_is_still_told_in_the_language(tag: str) -> None:
    say = language(tag, "moons-and-stars")
    for why in (Reason("XY-1", "news", ("e4",)), Reason("XY-1", "news")):
        assert "XY-1" in say.sentence(why)
        assert say.sentence(why) != english(say).sentence(why)
