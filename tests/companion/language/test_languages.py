"""A language with genders, cases, three plural categories and another order of words."""

from pathlib import Path

import pytest

from companion.games.api import Carried, Outcome, Piece, Ruling, Verdict, reason
from companion.language.catalogue import load
from companion.language.files import HERE, languages, nearest_language, texts
from companion.language.grammar import PLACEHOLDER, Grammar, UnfilledText

TONGUES = Path(__file__).parent / "tongues"
SUBJECTS = sorted(file.stem for file in (HERE / "en").glob("*.toml") if file.stem != "common")
ENGLISH = load("en", "moons-and-stars")
TOY = load("qaa", "moons-and-stars", folder=TONGUES)
BROWN_MOON, BLUE_STAR = Piece("brown", "moon"), Piece("blue", "star")
BLUE_TRAP = Piece("blue", "trap", "north")


@pytest.mark.parametrize(
    ("expected", "piece"),
    [
        ("Über den braunen Mond auf e4 darf ein Mond nicht ziehen.", BROWN_MOON),
        ("Über die blaue Falle auf e4 darf ein Mond nicht ziehen.", BLUE_TRAP),
    ],
)
def test_article_and_adjective_agree_in_gender_and_case(expected: str, piece: Piece) -> None:
    assert TOY.sentence(reason("MS-20", "over-trap", "e4", piece=piece)) == expected


@pytest.mark.parametrize(
    ("expected", "piece"),
    [
        ("Der blaue Stern auf e4 bleibt, wo er ist.", BLUE_STAR),
        ("Die blaue Falle auf e4 bleibt, wo sie ist.", BLUE_TRAP),
    ],
)
def test_other_words_agree_with_a_gender(expected: str, piece: Piece) -> None:
    assert TOY.sentence(reason("MS-15", "fixture-stands", "e4", piece=piece)) == expected


@pytest.mark.parametrize(
    ("expected", "traps"),
    [
        ("Auf e4 zieht die Falle auf e5, und zwar nach e6 oder vom Brett.", ("e5",)),
        ("Auf e4 ziehen die Fallen auf e5 und d4, und zwar nach e6 oder vom Brett.", ("e5", "d4")),
    ],
)
def test_words_agree_with_the_length_of_a_list(expected: str, traps: tuple[str, ...]) -> None:
    why = reason("MS-37", "must-be-pulled", "e4", *traps, rests=("e6", "lost"))
    assert TOY.sentence(why) == expected


@pytest.mark.parametrize(
    ("expected", "due"),
    [
        ("Monde: keiner gewürfelt.", 0),
        ("Mond: einer gewürfelt.", 1),
        ("Monde: mehrere gewürfelt.", 7),
    ],
)
def test_a_language_has_as_many_plural_categories_as_it_says(expected: str, due: int) -> None:
    why = reason("MS-06", "set-up-missing", kind="moon", count=0, due=due, side="blue")
    assert TOY.sentence(why) == expected


def test_a_stack_is_moved_in_one_phrase_with_the_verb_last() -> None:
    effect = Carried("MS-16", (BROWN_MOON, BLUE_STAR), "e2", "e3")
    expected = "den braunen Mond samt den blauen Stern von e2 nach e3 ziehen"
    assert TOY.effect_sentence(effect) == expected
    assert TOY.steps_sentence((effect, effect)).startswith("Den braunen Mond samt")
    assert ", dann den braunen" in TOY.steps_sentence((effect, effect))


def test_what_a_language_lacks_is_said_whole_in_english() -> None:
    why = reason("MS-18", "moon-one-step", "e4", "e5")
    assert TOY.sentence(why) == ENGLISH.sentence(why)
    assert TOY.outcome_sentence(Outcome(None, "MS-25", "agreed")).startswith("The game is a draw")
    assert TOY.ruling_title("MS-18") == ENGLISH.ruling_title("MS-18")


def test_a_sentence_that_asks_for_too_much_is_said_in_english() -> None:
    why = reason("MS-15", "not-your-piece", "e4", piece=BLUE_STAR, side="brown")
    assert TOY.sentence(why) == ENGLISH.sentence(why)


def test_missing_names_what_a_language_lacks_and_nothing_else() -> None:
    missing = TOY.missing()
    assert {"sentences.moon-one-step", "outcomes.agreed", "terms.pit", "rulings.MS-18"} <= set(
        missing
    )
    assert not {"sentences.over-trap", "texts.legal", "terms.moon"} & set(missing)
    assert len(set(missing)) == len(missing)
    assert ENGLISH.missing() == ()


@pytest.mark.parametrize("tag", languages())
def test_every_language_that_is_shipped_is_whole(tag: str) -> None:
    assert load(tag, *SUBJECTS).missing() == ()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_text_is_empty_and_every_brace_is_read(subject: str) -> None:
    for key, text in texts(load("en", subject).tables):
        assert text.strip(), key
        assert not set("{}") & set(PLACEHOLDER.sub("", text)), key


def test_the_layout_of_a_text_is_kept() -> None:
    assert Grammar().fill("  {0}   two\n  spaces ", {"sites": ("e4",)}) == "  e4   two\n  spaces "


def test_a_piece_without_an_owner_is_named_without_a_gap() -> None:
    assert ENGLISH.name(Piece("", "stone"), "the") == "the stone"


@pytest.mark.parametrize(
    ("expected", "tag"),
    [("en", "en"), ("en", "EN"), ("en", "en-GB"), ("en", "en_US"), (None, "tlh"), (None, "")],
)
def test_a_language_is_found_by_its_tag(expected: str | None, tag: str) -> None:
    assert nearest_language(tag) == expected
    assert load(tag, "moons-and-stars").language == "en"


def test_an_unknown_language_or_subject_is_english_or_plain() -> None:
    why = reason("MS-18", "moon-one-step", "e4", "e5")
    assert load("tlh", "moons-and-stars").sentence(why) == ENGLISH.sentence(why)
    assert load("en", "no-such-game").sentence(why) == (
        "The rules don't allow this on e4 and e5 (MS-18)."
    )


def test_what_no_language_knows_is_still_said() -> None:
    assert (
        ENGLISH.sentence(reason("XY-1", "news", "e4")) == "The rules don't allow this on e4 (XY-1)."
    )
    assert ENGLISH.sentence(reason("XY-1", "news")) == "The rules don't allow this (XY-1)."
    assert ENGLISH.sentence(reason("MS-20", "over-pit")) == "The rules don't allow this (MS-20)."
    assert ENGLISH.outcome_sentence(Outcome("blue", "XY-2", "news")) == "Blue wins."
    assert ENGLISH.outcome_sentence(Outcome(None, "XY-2", "news")) == "The game is a draw."
    assert ENGLISH.ruling_title("XY-3") == "XY-3"
    assert ENGLISH.deity_bonus("zeus") == "zeus"
    assert ENGLISH.switch_text("gravity") == "gravity"
    assert ENGLISH.switch_value("columns", 9) == "9"
    assert ENGLISH.say("texts.news") == "texts.news"
    odd = Carried("XY-4", (BROWN_MOON,), "e2", "e3", "beamed up")
    assert ENGLISH.effect_sentence(odd) == "do what ruling XY-4 asks for"


def test_a_ruling_is_told_with_the_nearest_moves() -> None:
    why = reason("MS-18", "moon-one-step", "e4", "e5")
    ruling = Ruling(Verdict.ILLEGAL, (why, why), nearest=("Me4-e6", "Me4-d5"))
    assert ENGLISH.ruling_lines(ruling) == (
        "A moon always makes two movements; from e4 to e5 is only one.",
        "You could play Me4-e6 or Me4-d5.",
    )
    allowed = Ruling(Verdict.LEGAL, effects=(Carried("MS-16", (BROWN_MOON,), "e2", "e4"),))
    assert ENGLISH.ruling_text(allowed) == (
        "Yes, that is allowed. Move the brown moon from e2 to e4."
    )
    assert ENGLISH.ruling_text(Ruling(Verdict.LEGAL)) == "Yes, that is allowed."


@pytest.mark.parametrize(
    ("expected", "form"),
    [
        ("blue trap", ""),
        ("the blue trap", "the"),
        ("a blue trap", "a"),
        ("blue trap facing north", "full"),
        ("“blue trap”", "quoted"),
        ("blue trap", "no-such-form"),
    ],
)
def test_a_piece_is_named_in_a_form(expected: str, form: str) -> None:
    assert ENGLISH.name(BLUE_TRAP, form) == expected


@pytest.mark.parametrize("template", ["{piece}", "{0}", "{0+}", "{count|a|b}", "{sites:@count}"])
def test_a_template_without_its_value_is_an_error(template: str) -> None:
    with pytest.raises(UnfilledText):
        Grammar().fill(template, {"sites": ()})


def test_braces_that_people_typed_are_left_alone() -> None:
    assert Grammar().fill("{name}!", {"name": "{piece}"}) == "{piece}!"
