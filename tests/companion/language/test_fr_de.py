"""French and German are whole and speak their own grammar: agreement, elision, cases, compounds."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.api import (
    Carried,
    Changed,
    Effect,
    Outcome,
    Piece,
    Placed,
    Reason,
    Removed,
    Value,
    reason,
)
from companion.language.catalogue import Catalogue, load
from companion.language.files import HERE, tables, texts
from companion.language.grammar import PLACEHOLDER, Grammar, placeholders
from tests.companion.games.cirondo import test_sentences as cirondo
from tests.companion.games.cirondo.table import GAME as CIRONDO
from tests.companion.games.moon import test_sentences as moon
from tests.companion.games.moon.table import GAME as MOON
from tests.companion.games.moonlight import test_sentences as moonlight
from tests.companion.games.moonlight.table import GAME as MOONLIGHT
from tests.companion.games.stargazers import test_sentences as stargazers
from tests.companion.games.stargazers.table import GAME as STARGAZERS
from tests.companion.language import test_english as moons_and_stars
from tests.companion.language.asked import Asked, asked_by
from tests.companion.language.test_games import GAME as MOONS_AND_STARS

LANGUAGES = ("fr", "de")
GAMES = ("cirondo", "moon", "moonlight", "moons-and-stars", "stargazers")
SUBJECTS = (*GAMES, "terminal", "watch")

SAME = {
    "switches.bits.name",
    "switches.hacker_cards.name",
    "switches.mode.name",
    "watch.option-played",
}
"""Texts that are the same in English and in French or German."""

CALLS = [
    (language, game, key, call)
    for language in LANGUAGES
    for game in GAMES
    for call in asked_by(game.replace("-", "_"))
    for key in sorted(call.keys)
]
SITES = {
    "cirondo": ("G5", "H6", "F12"),
    "moon": ("slot 2", "A8", "energy 5"),
    "moonlight": ("1,0", "-1,2", "0,0"),
    "stargazers": ("tile 1,2", "tile 4,4"),
}
TYPICAL: dict[str, dict[str, tuple[Value, ...]]] = {
    "cirondo": cirondo.TYPICAL,
    "moon": moon.TYPICAL,
    "moonlight": moonlight.TYPICAL,
}


def alone(language: str, *subjects: str) -> Catalogue:
    """A catalogue that never says anything in English."""
    return replace(load(language, *subjects), fallback=None)


def own_texts(language: str, subject: str) -> dict[str, str]:
    """The texts of one file by their keys."""
    return dict(texts(tables(HERE, language, (subject,))))


def sample_reasons(game: str, key: str, call: Asked) -> Iterator[Reason]:
    """Reasons as a call may give them, with the values that the games' own tests find typical."""
    if game == "moons-and-stars":
        yield from moons_and_stars.sample_reasons(key, call)
        return
    for turn in range(3):
        if game == "stargazers":
            given = stargazers.typical(call, turn)
        else:
            found = TYPICAL[game]
            names = sorted(call.parameters)
            given = tuple((name, found[name][turn % len(found[name])]) for name in names)
        yield Reason("XX-01", key, SITES[game][: call.sites], given)


def blemishes(language: str, sentence: str) -> list[str]:
    """What is wrong with a sentence; nothing for a good one."""
    signs = ("{", "}", "None", "  ", "()", " .", " ,", "“”", "''", "(XX-", "(MS-")
    found = [sign for sign in signs if sign in sentence]
    if not re.match(r"[A-ZÀÉÊÜÖÄ«„]", sentence):
        found.append("begins without a capital letter")
    if not sentence.endswith((".", "?")):
        found.append("does not end")
    if len(sentence) > 185:
        found.append("is too long")
    return [*found, *badly_set(language, sentence)]


def badly_set(language: str, text: str) -> list[str]:
    """Signs that do not stand as the language sets them."""
    if language == "de":
        return [sign for sign in "«»”'" if sign in text]
    text = text.replace("power ?", "power")  # what is typed is typed with plain spaces
    found = re.findall(r"[ \w][;!?»]|«[ \w]|[ \w]:(?= |$)|\w'\w|[„“”]", text)
    typed = {"n:", "e:", "h:"}  # "brown:", "blue:", "Cadbeth:"
    return [sign for sign in found if sign not in typed or "’" in sign]


def forms_asked(template: str) -> Iterator[str]:
    """The forms that a template names, without what they agree with."""
    for _capital, _name, _rest, form, _choices in PLACEHOLDER.findall(template):
        for word in form.split():
            yield word.split(".")[0]


def forms_known(say: Catalogue) -> set[str]:
    """The forms that a language has something for."""
    known = {*say.grammar.phrases, *say.grammar.frames, *say.grammar.lists}
    for word in (*say.grammar.terms.values(), *say.grammar.sites):
        known |= set(word) if isinstance(word, dict) else set()
    return known


# --- Whole ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_and_nothing_is_idle(language: str, subject: str) -> None:
    assert load(language, subject).missing() == ()
    assert own_texts(language, subject).keys() == own_texts("en", subject).keys()


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_english_is_left(language: str, subject: str) -> None:
    english = own_texts("en", subject)
    same = {key for key, text in own_texts(language, subject).items() if text == english[key]}
    assert same <= SAME


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_asks_for_what_its_english_asks_for(language: str, subject: str) -> None:
    english = own_texts("en", subject)
    for key, text in own_texts(language, subject).items():
        assert placeholders(text) == placeholders(english[key]), key
        assert not set("{}") & set(PLACEHOLDER.sub("", text)), key


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_that_a_text_names_is_there(language: str, subject: str) -> None:
    say = load(language, subject)
    known = forms_known(say)
    phrases = [*say.grammar.phrases.values()]
    phrases += [text for site in say.grammar.sites for text in site.values()]
    for text in (*own_texts(language, subject).values(), *phrases):
        for form in forms_asked(text):
            assert form in known or form.startswith("@"), text


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_set_as_the_language_sets_it(language: str, subject: str) -> None:
    for key, text in own_texts(language, subject).items():
        assert badly_set(language, text) == [], f"{key}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_choice_is_among_as_many_words_as_there_are_categories(language: str) -> None:
    """French has three plural categories and two genders, German two and three."""
    allowed = {2, 3}
    for subject in SUBJECTS:
        for key, text in own_texts(language, subject).items():
            for _capital, name, _rest, _form, choices in PLACEHOLDER.findall(text):
                by_number = name.isdecimal() or name in {"count", "due", "named", "lost", "via"}
                words = choices.count("|")
                if choices:
                    assert words in allowed, key
                    assert words == ((3, 2) if by_number else (2, 3))[language == "de"], key


@pytest.mark.parametrize(
    ("language", "game", "key", "call"),
    CALLS,
    ids=[f"{lang}-{key}-{call.where}" for lang, _game, key, call in CALLS],
)
def test_every_sentence_fills(language: str, game: str, key: str, call: Asked) -> None:
    say = alone(language, game)
    for why in sample_reasons(game, key, call):
        sentence = say.sentence(why)
        assert blemishes(language, sentence) == [], sentence


RULES: list[tuple[Any, dict[str, Any]]] = [
    (MOONS_AND_STARS, {"notches": 2}),
    (CIRONDO, {"players": "four"}),
    (MOON, {"difficulty": "normal", "events": True, "column_resets": True, "slots_usable": 5}),
    (
        MOON,
        {
            "mode": "competitive",
            "players": 3,
            "difficulty": "hard",
            "events": True,
            "hacker_cards": True,
        },
    ),
    (MOONLIGHT, {}),
    (STARGAZERS, {"match": 2, "hand_size": 12, "players": 4}),
]


def effects_of(game: Any, rules: dict[str, Any]) -> set[Effect]:
    """What hands do in a random game."""
    rng, state, effects = Random(5), game.initial(rules), set[Effect]()
    for _ in range(400):
        if not game.to_act(state):
            break
        after = game.apply(state, game.sample(state, rng))
        effects |= set(after.effects)
        state = after.state
    return effects


@pytest.mark.parametrize(("game", "rules"), RULES, ids=[game.spec.id for game, _ in RULES])
def test_every_step_of_a_game_is_told_without_an_english_word(
    game: Any, rules: dict[str, Any]
) -> None:
    english = re.compile(
        r"\b(the|on|of|to|brown|blue|gold|silver|red|green|moon|star|pit|trap|safe|path|stone"
        r"|planet|solar|card|tile|bead|goal|deck|face|slot|energy|notch|p\d)\b"
    )
    for effect in effects_of(game, rules):
        for language in LANGUAGES:
            say = alone(language, game.spec.id)
            step = say.effect_sentence(effect)
            assert blemishes(language, f"{step[:1].upper()}{step[1:]}.") == [], step
            assert not english.search(step), step


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_reads_well(language: str, game: str) -> None:
    say = alone(language, game)
    winner = {"cirondo": "gold", "moon": "p2", "moonlight": "green", "stargazers": "p1"}
    for key, text in say.tables["outcomes"].items():
        who = winner.get(game, "blue") if "winner" in text else None
        shared = ("p1", "p3") if "shared" in text else ()
        assert blemishes(language, say.outcome_sentence(Outcome(who, "XX-01", key, shared))) == []


# --- The grammar ----------------------------------------------------------------------------------


def test_a_form_that_does_not_vary_serves_every_agreement() -> None:
    terms = {"2": {"words": "deux"}, "1": {"words": {"m": "un", "f": "une"}}}
    grammar = Grammar(terms=terms)
    said = [grammar.render(number, "words.f") for number in (1, 2, 3)]
    assert said == ["une", "deux", "3"]


BROWN_MOON, BLUE_STAR = Piece("brown", "moon"), Piece("blue", "star")
BLUE_TRAP, BROWN_SAFE = Piece("blue", "trap", "north"), Piece("brown", "safe")
BLUE_PATH = Piece("blue", "path", "east-west")
SOLAR, PLANET = Piece("gold", "solar system"), Piece("silver", "planet")


@pytest.mark.parametrize(
    ("expected", "game", "why"),
    [
        # An article elides before a vowel, the adjective agrees and follows.
        (
            "L’étoile bleue en e4 reste en place. Seules les lunes et les étoiles se déplacent.",
            "moons-and-stars",
            reason("MS-15", "fixture-stands", "e4", piece=BLUE_STAR),
        ),
        (
            "Une fosse bleue et un abri brun sont au même point, d4. "
            "Seules les lunes et les étoiles se posent sur autre chose.",
            "moons-and-stars",
            reason("MS-06", "two-fixtures", "d4", piece=Piece("blue", "pit"), other=BROWN_SAFE),
        ),
        # "à le" is "au", "de le" is "du"; the names of points stay as they are.
        (
            "La lune brune en e4 ne peut pas bouger maintenant\u00a0: c’est au camp bleu de "
            "jouer. Choisis une lune ou une étoile bleue.",
            "moons-and-stars",
            reason("MS-15", "not-your-piece", "e4", piece=BROWN_MOON, side="blue"),
        ),
        (
            "Une lune fait toujours deux mouvements\u202f; de e4 à e5, il n’y en a qu’un.",
            "moons-and-stars",
            reason("MS-18", "moon-one-step", "e4", "e5"),
        ),
        (
            "L’étoile bleue en e4 est dans la gueule du piège bleu en e5. "
            "Elle doit encore être tirée.",
            "moons-and-stars",
            reason("MS-37", "left-on-mouth", "e4", "e5", piece=BLUE_STAR, trap=BLUE_TRAP),
        ),
        # Of none, of one, of several.
        (
            "Le lancer du camp brun montrait 1 lune, mais il n’y en a aucune sur le plateau.",
            "moons-and-stars",
            reason("MS-06", "set-up-missing", side="brown", kind="moon", due=1, count=0),
        ),
        (
            "Le lancer du camp bleu montrait 3 pièges, mais il y en a un sur le plateau.",
            "moons-and-stars",
            reason("MS-06", "set-up-missing", side="blue", kind="trap", due=3, count=1),
        ),
        (
            "Personne ne peut rester en e4, dans la gueule des pièges en e5 et d4. "
            "La pièce est tirée vers e6 ou hors du plateau.",
            "moons-and-stars",
            reason("MS-37", "must-be-pulled", "e4", "e5", "d4", rests=("e6", "lost")),
        ),
        (
            "La partie en est encore au lancer des cubes.",
            "moons-and-stars",
            reason("MS-07", "not-begun", phase="rolls"),
        ),
        (
            "Agbert du camp brun est sur le cran 2 du camp bleu, mais la divinité de ce camp est "
            "Cadbeth. Change de figurine.",
            "moons-and-stars",
            reason(
                "MS-13",
                "other-figure",
                "blue notch 2",
                piece=Piece("brown", "agbert"),
                deity="cadbeth",
            ),
        ),
        (
            "La planète argentée en C3 barre la route de A1 à E5, et on ne saute par-dessus rien.",
            "cirondo",
            reason("CI-08", "no-jump", "A1", "E5", "C3", piece=PLANET),
        ),
        (
            "La lune verte et l’étoile rouge sont au même endroit, en rangée 1, colonne 2. "
            "Chaque tuile a un endroit pour elle seule.",
            "stargazers",
            reason(
                "SG-13",
                "two-tiles",
                "tile 1,2",
                pieces=(Piece("green", "moon"), Piece("red", "star")),
            ),
        ),
        (
            "Le Loup solitaire bleu n’est pas dans la main du camp vert.",
            "moonlight",
            reason("ML-07", "not-in-hand", piece=Piece("blue", "lone"), side="green"),
        ),
        (
            "XOR de 0110 et 0011 donne 0101. C’est maintenant la valeur de la RAM\u202f; "
            "C ne change pas.",
            "moon",
            reason(
                "MN-16",
                "sum-two",
                op="XOR",
                here="0110",
                there="0011",
                after="0101",
                target="RAM",
                source="C",
            ),
        ),
    ],
)
def test_french_sentences_as_people_hear_them(expected: str, game: str, why: Reason) -> None:
    said = alone("fr", game).sentence(why)
    assert said == expected or said.endswith(f". {expected}")


@pytest.mark.parametrize(
    ("expected", "game", "effect"),
    [
        (
            "déplace la lune brune avec l’étoile brune dessus de e2 à e3",
            "moons-and-stars",
            Carried("MS-16", (BROWN_MOON, Piece("brown", "star")), "e2", "e3"),
        ),
        (
            "les pièges en e5 et e7 tirent l’étoile bleue de e4 à e8",
            "moons-and-stars",
            Carried("MS-37", (BLUE_STAR,), "e4", "e8", "pulled", ("e5", "e7")),
        ),
        (
            "le piège en e5 tire la lune brune de e4 hors du plateau",
            "moons-and-stars",
            Removed("MS-43", (BROWN_MOON,), "e4", 0, "lost", ("e5",)),
        ),
        (
            "pose un piège bleu tourné vers le nord en c3",
            "moons-and-stars",
            Placed("MS-06", BLUE_TRAP, "c3"),
        ),
        (
            "tourne le chemin bleu en c3 dans le sens est-ouest",
            "moons-and-stars",
            Changed("MS-63", Piece("blue", "path", "north-south"), BLUE_PATH, "c3"),
        ),
        (
            "retourne l’abri brun en c3 pour en faire une lune brune",
            "moons-and-stars",
            Changed("MS-69", BROWN_SAFE, BROWN_MOON, "c3", 0, "turned over"),
        ),
        (
            "remets Agbert du camp bleu sur le cran 1",
            "moons-and-stars",
            Carried(
                "MS-58", (Piece("blue", "agbert"),), "blue notch 5", "blue notch 1", "set back"
            ),
        ),
        (
            "pose un système solaire doré à sa place en H2",
            "cirondo",
            Placed("CI-09", SOLAR, "H2", "promoted"),
        ),
        (
            "fais passer la carte bug des cartes du joueur 2 aux cartes du joueur 1",
            "moon",
            Carried("MN-30", (Piece("", "bug"),), "p2 bugs", "p1 bugs", "handed over"),
        ),
        (
            "allume la colonne 8 de la RAM du joueur 3",
            "moon",
            Changed(
                "MN-16",
                Piece("", "bit", "off"),
                Piece("", "bit", "on"),
                "p3 RAM 8",
                0,
                "switched on",
            ),
        ),
    ],
)
def test_french_steps(expected: str, game: str, effect: Effect) -> None:
    assert alone("fr", game).effect_sentence(effect) == expected


@pytest.mark.parametrize(
    ("expected", "game", "why"),
    [
        # Nominative, accusative and dative; adjectives after "der" and after "ein".
        (
            "Die blaue Falle auf e4 bleibt, wo sie ist. Nur Monde und Sterne ziehen.",
            "moons-and-stars",
            reason("MS-15", "fixture-stands", "e4", piece=BLUE_TRAP),
        ),
        (
            "Niemand kann die blaue Falle auf e4 betreten, von keiner Seite. "
            "Hindurch kommt nur, was von ihrem Maul aus mitgerissen wird.",
            "moons-and-stars",
            reason("MS-38", "trap-entered", "e4", piece=BLUE_TRAP),
        ),
        (
            "Auf d4 ist der blaue Stern über der braunen Burg. "
            "Auf einem Pfad kann niemand stehen bleiben.",
            "moons-and-stars",
            reason("MS-55", "on-path", "d4", piece=BLUE_STAR, other=BROWN_SAFE),
        ),
        (
            "Der blaue Stern auf e4 darf jetzt nicht ziehen: Braun ist am Zug. "
            "Nimm einen braunen Mond oder Stern.",
            "moons-and-stars",
            reason("MS-15", "not-your-piece", "e4", piece=BLUE_STAR, side="brown"),
        ),
        (
            "Ein blauer Pfad und eine braune Burg sind zusammen auf d4. "
            "Nur Monde und Sterne können auf etwas stehen.",
            "moons-and-stars",
            reason("MS-06", "two-fixtures", "d4", piece=BLUE_PATH, other=BROWN_SAFE),
        ),
        # Numbers.
        (
            "Braun hat 1 Mond gewürfelt, aber auf dem Brett sind keine.",
            "moons-and-stars",
            reason("MS-06", "set-up-missing", side="brown", kind="moon", due=1, count=0),
        ),
        (
            "Blau hat 3 Fallen gewürfelt, aber auf dem Brett ist eine.",
            "moons-and-stars",
            reason("MS-06", "set-up-missing", side="blue", kind="trap", due=3, count=1),
        ),
        (
            "Von den braunen Würfeln sind zwei nicht zu lesen. "
            "Wirf nur diese neu; der zweite Wurf bleibt dir.",
            "moons-and-stars",
            reason("MS-04", "roll-unreadable", side="brown", count=2),
        ),
        (
            "Niemand kann auf e4 bleiben, im Maul der Fallen auf e5 und d4. "
            "Der Sog führt nach e6 oder vom Brett.",
            "moons-and-stars",
            reason("MS-37", "must-be-pulled", "e4", "e5", "d4", rests=("e6", "lost")),
        ),
        (
            "Das Spiel ist noch beim Würfeln.",
            "moons-and-stars",
            reason("MS-07", "not-begun", phase="rolls"),
        ),
        (
            "Auf Kerbe 2 von Blau steht Agbert von Braun, aber die Gottheit dieser Seite ist "
            "Cadbeth. Tausch die Götterfigur aus.",
            "moons-and-stars",
            reason(
                "MS-13",
                "other-figure",
                "blue notch 2",
                piece=Piece("brown", "agbert"),
                deity="cadbeth",
            ),
        ),
        (
            "Das goldene Sonnensystem auf C3 ist im Weg von A1 nach E5, "
            "und übersprungen wird nichts.",
            "cirondo",
            reason("CI-08", "no-jump", "A1", "E5", "C3", piece=SOLAR),
        ),
        # Compound nouns.
        (
            "Alle drei Exemplare der roten Kometenkarte waren schon anderswo zu sehen, "
            "also kann man sie jetzt nicht spielen.",
            "stargazers",
            reason("SG-14", "all-copies-seen", card=Piece("red", "comet-card"), count=3),
        ),
        (
            "Auf 1,0 kann die grüne 4 nicht auf dem blauen Einsamen Wolf liegen. Eine Karte "
            "überdeckt eine der anderen Seite, die genau um eins niedriger ist.",
            "moonlight",
            reason(
                "ML-05",
                "wrong-cover",
                "1,0",
                upper=Piece("green", "4"),
                lower=Piece("blue", "lone"),
            ),
        ),
        (
            "XOR von 0110 und 0011 ergibt 0101. Das steht jetzt im RAM; C bleibt, wie es ist.",
            "moon",
            reason(
                "MN-16",
                "sum-two",
                op="XOR",
                here="0110",
                there="0011",
                after="0101",
                target="RAM",
                source="C",
            ),
        ),
    ],
)
def test_german_sentences_as_people_hear_them(expected: str, game: str, why: Reason) -> None:
    said = alone("de", game).sentence(why)
    assert said == expected or said.endswith(f". {expected}")


@pytest.mark.parametrize(
    ("expected", "game", "effect"),
    [
        (
            "zieh den braunen Mond mit dem braunen Stern darauf von e2 nach e3",
            "moons-and-stars",
            Carried("MS-16", (BROWN_MOON, Piece("brown", "star")), "e2", "e3"),
        ),
        (
            "lass die Fallen auf e5 und e7 den blauen Stern von e4 nach e8 mitreißen",
            "moons-and-stars",
            Carried("MS-37", (BLUE_STAR,), "e4", "e8", "pulled", ("e5", "e7")),
        ),
        (
            "stell eine blaue Falle mit Blick nach Norden auf c3",
            "moons-and-stars",
            Placed("MS-06", BLUE_TRAP, "c3"),
        ),
        (
            "dreh den blauen Pfad auf c3 in Ost-West-Richtung",
            "moons-and-stars",
            Changed("MS-63", Piece("blue", "path", "north-south"), BLUE_PATH, "c3"),
        ),
        (
            "dreh die braune Burg auf c3 um, sodass ein brauner Mond daraus wird",
            "moons-and-stars",
            Changed("MS-69", BROWN_SAFE, BROWN_MOON, "c3", 0, "turned over"),
        ),
        # Weak nouns take an ending.
        (
            "nimm den silbernen Planeten von C3 weg",
            "cirondo",
            Removed("CI-13", (PLANET,), "C3"),
        ),
        (
            "stell dafür ein goldenes Sonnensystem auf H2",
            "cirondo",
            Placed("CI-09", SOLAR, "H2", "promoted"),
        ),
        (
            "leg den orangefarbenen Kometen in Zeile 1, Spalte 2 hin",
            "stargazers",
            Placed("SG-13", Piece("orange", "comet"), "tile 1,2", "laid"),
        ),
        # Where is dative, whither is accusative.
        (
            "leg das gelöste Ziel neben das RAM von Spieler 3",
            "moon",
            Carried("MN-31", (Piece("", "goal", "solved"),), "p3 goal", "p3 solved", "kept"),
        ),
        (
            "lass die verdeckte Karte auf Platz 2 liegen",
            "moon",
            Changed(
                "MN-02",
                Piece("", "card", "face-down"),
                Piece("", "card", "face-down"),
                "slot 2",
                0,
                "rearranged",
            ),
        ),
    ],
)
def test_german_steps(expected: str, game: str, effect: Effect) -> None:
    assert alone("de", game).effect_sentence(effect) == expected


@pytest.mark.parametrize(
    ("expected", "language", "game", "piece"),
    [
        ("je vois un piège bleu tourné vers le nord en e4", "fr", "moons-and-stars", "blue trap north"),
        ("je vois une étoile brune en e4", "fr", "moons-and-stars", "brown star"),
        ("je vois un système solaire doré en e4", "fr", "cirondo", "gold solar system"),
        ("auf e4 sehe ich eine blaue Falle mit Blick nach Norden", "de", "moons-and-stars", "blue trap north"),
        ("auf e4 sehe ich einen braunen Stern", "de", "moons-and-stars", "brown star"),
        ("auf e4 sehe ich einen silbernen Planeten", "de", "cirondo", "silver planet"),
    ],
)  # fmt: skip
def test_what_an_eye_sees_is_told_in_the_language(
    expected: str, language: str, game: str, piece: str
) -> None:
    assert alone(language, game, "watch").say("watch.place", site="e4", piece=piece) == expected


@pytest.mark.parametrize(
    ("expected", "language"),
    [
        (
            "Déplace la lune brune de e2 à e4, puis enlève l’étoile bleue de e4.",
            "fr",
        ),
        ("Zieh den braunen Mond von e2 nach e4, dann nimm den blauen Stern von e4 weg.", "de"),
    ],
)
def test_steps_follow_each_other_in_one_sentence(expected: str, language: str) -> None:
    steps = (Carried("MS-16", (BROWN_MOON,), "e2", "e4"), Removed("MS-26", (BLUE_STAR,), "e4"))
    assert alone(language, "moons-and-stars").steps_sentence(steps) == expected
