"""French and German as they are set, and the forms that they vary by: signs, elision, choices."""

import re
from collections.abc import Iterator

import pytest

from companion.language.catalogue import Catalogue, load
from companion.language.files import HERE, texts
from companion.language.grammar import AS_TYPED, PLACEHOLDER
from tests.companion.language.spoken import SPOKEN, everything, said

LANGUAGES = ("fr", "de")
SUBJECTS = sorted(file.stem for file in (HERE / "en").glob("*.toml") if file.stem != "common")
GAMES = [(language, game) for language in LANGUAGES for game in SPOKEN]

# --- Signs ----------------------------------------------------------------------------------------

WRONG = {
    "fr": re.compile(
        r"[ \w][!?»]|[ ][;:]|«[ \w]|\w[;:](?=\s|$)|\w'\w|[“”„]"  # a space that may break, or none
    ),
    "de": re.compile(r"[«»”]|\w'\w|[ ][;:!?]|“(?=\w)"),
}
"""Signs that do not stand as the language sets them."""

TYPED = ("roll brown:", "deity brown:", "set up brown:", "score; moons 4 2;", "score;", "power ?")
"""What is typed is typed with plain signs; here all of it that looks wrong."""


def badly_set(language: str, text: str) -> list[str]:
    for typed in TYPED:
        text = text.replace(typed, "")
    return WRONG[language].findall(text)


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_set_as_the_language_sets_it(language: str, subject: str) -> None:
    for key, text in texts(load(language, subject).tables):
        if key != "prompts.bonus":  # hardly more than what is typed
            assert badly_set(language, PLACEHOLDER.sub("x", text)) == [], f"{key}: {text}"


@pytest.mark.parametrize(("language", "game"), GAMES)
def test_every_sentence_and_step_is_set_well(language: str, game: str) -> None:
    say = load(language, game)
    for what in everything(game):
        text = said(say, what)
        assert badly_set(language, text) == [], text
        assert len(text) <= 185, text


@pytest.mark.parametrize("game", SPOKEN)
def test_french_words_melt_wherever_they_meet(game: str) -> None:
    apart = r"\b([Dd]e|à) les? (?!dire)|\b([Ll][ea]|[Dd]e|[Qq]ue) [aeiouéè]\w\w"
    say = load("fr", game)
    for what in everything(game):
        text = said(say, what)
        assert not re.search(apart, text), text


# --- Forms ----------------------------------------------------------------------------------------


def forms_known(say: Catalogue) -> set[str]:
    """The forms that a language has something for."""
    known = {AS_TYPED, *say.grammar.phrases, *say.grammar.frames, *say.grammar.lists}
    for word in (*say.grammar.terms.values(), *say.grammar.sites):
        known |= set(word) if isinstance(word, dict) else set()
    return known


def templates(say: Catalogue) -> Iterator[str]:
    """Every text, every phrase, every name of a site."""
    yield from (text for _key, text in texts(say.tables))
    yield from say.grammar.phrases.values()
    yield from (text for site in say.grammar.sites for text in site.values())


@pytest.mark.parametrize(("language", "game"), GAMES)
def test_every_form_that_a_text_names_is_there(language: str, game: str) -> None:
    say = load(language, game, "terminal", "watch")
    for text in templates(say):
        for _capital, _name, _rest, form, _choices in PLACEHOLDER.findall(text):
            for word in form.split():
                assert word.split(".")[0] in forms_known(say) or word.startswith("@"), text


@pytest.mark.parametrize(("language", "game"), GAMES)
def test_a_choice_has_a_word_for_each_category_or_gender(language: str, game: str) -> None:
    say = load(language, game)
    allowed = {len(say.grammar.plural) + 1, len(say.grammar.genders)}
    for text in templates(say):
        for *_others, choices in PLACEHOLDER.findall(text):
            assert not choices or choices.count("|") in allowed, text
