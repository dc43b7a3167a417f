"""Words that melt where they meet: articles before vowels, prepositions with articles."""

import pytest

from companion.language.grammar import Grammar

ROMANCE = Grammar.of(
    {
        "terms": {
            "star": {"name": "estrella", "gender": "f"},
            "pit": {"name": "fossa", "gender": "f"},
            "ring": {"name": "anell"},
            "path": {"name": "camí"},
        },
        "frames": {"quoted": "«{}»", "the": "el {}"},
        "lists": {"and": {"between": ", ", "last": " y "}},
        "grammar": {
            "genders": ["m", "f"],
            "joins": [
                {"pattern": r"\b(?:el|la) (?=[aeiou])", "text": "l'"},
                {"pattern": r"\b([Dd])e el\b", "text": r"\1el"},
                {"pattern": r" y (?=i)", "text": " e "},
            ],
        },
    }
)


@pytest.mark.parametrize(
    ("expected", "template", "kind"),
    [
        ("l'estrella", "{kind|el|la} {kind}", "star"),
        ("la fossa", "{kind|el|la} {kind}", "pit"),
        ("de l'anell", "de {kind:the}", "ring"),
        ("Del camí", "De {kind:the}", "path"),
        ("del camí", "de {kind|el|la} {kind}", "path"),
        ("de l'anell i del camí", "de {kind:the} i de {other:the}", "ring"),
        ("«de el la aigua»", "{typed:quoted}", "ring"),
        ("el 3", "{kind:the}", "3"),
    ],
)
def test_words_melt_where_values_meet_their_neighbours(
    expected: str, template: str, kind: str
) -> None:
    values = {"kind": kind, "other": "path", "typed": "de el la aigua"}
    assert ROMANCE.fill(template, values) == expected


def test_the_last_word_of_a_list_may_change_the_word_before_it() -> None:
    assert ROMANCE.render(("a1", "h2", "i3")) == "a1, h2 e i3"
    assert ROMANCE.render(("a1", "i2", "h3")) == "a1, i2 y h3"


def test_a_language_without_joins_changes_nothing() -> None:
    assert Grammar().fill("de {a} el {b}", {"a": "el", "b": "ara"}) == "de el el ara"
