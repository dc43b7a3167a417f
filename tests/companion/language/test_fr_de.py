"""French and German as people hear and read them: agreement, elision, cases."""

import pytest

from companion.games.api import (
    Carried,
    Changed,
    Effect,
    Piece,
    Placed,
    Reason,
    Removed,
    Value,
    reason,
)
from companion.language.catalogue import load
from companion.language.files import texts
from companion.language.grammar import PLACEHOLDER, Grammar
from tests.companion.language.spoken import said

MOONS, CIRONDO, STARGAZERS, MOONLIGHT, MOON_GAME = (
    "moons-and-stars",
    "cirondo",
    "stargazers",
    "moonlight",
    "moon",
)
MOON, STAR, PIT = Piece("brown", "moon"), Piece("blue", "star"), Piece("blue", "pit")
TRAP, SAFE = Piece("blue", "trap", "north"), Piece("brown", "safe")
PATH, PATH_BEFORE = Piece("blue", "path", "east-west"), Piece("blue", "path", "north-south")
FIGURE = Piece("brown", "agbert")
SOLAR, PLANET = Piece("gold", "solar system"), Piece("silver", "planet")
WOLF = Piece("blue", "lone")
DOWN, ON, OFF = Piece("", "card", "face-down"), Piece("", "bit", "on"), Piece("", "bit", "off")

Said = tuple[str, Reason | Effect, str, str]
"""A subject, what is said in it, and how: in French, in German."""

HEARD: list[Said] = [
    (
        MOONS,
        reason("MS-15", "fixture-stands", "e4", piece=STAR),
        "L'étoile bleue en e4 reste en place. Seules les lunes et les étoiles se déplacent.",
        "Der blaue Stern auf e4 bleibt, wo er ist. Nur Monde und Sterne ziehen.",
    ),
    (
        MOONS,
        reason("MS-15", "not-your-piece", "e4", piece=TRAP, side="brown"),
        "Le piège bleu en e4 ne peut pas bouger maintenant : c'est au camp brun de jouer. "
        "Choisis une lune ou une étoile brune.",
        "Die blaue Falle auf e4 darf jetzt nicht ziehen: Braun ist am Zug. "
        "Nimm einen braunen Mond oder Stern.",
    ),
    (
        MOONS,
        reason("MS-18", "moon-one-step", "e4", "e5"),
        "Une lune fait toujours deux mouvements ; de e4 à e5, il n'y en a qu'un.",
        "Ein Mond macht immer zwei Bewegungen; von e4 nach e5 ist es nur eine.",
    ),
    (
        MOONS,
        reason("MS-38", "trap-entered", "e4", piece=TRAP),
        "Personne ne peut entrer sur le piège bleu en e4, d'aucun côté. "
        "Seul ce qui est tiré par sa gueule passe à travers.",
        "Niemand kann die blaue Falle auf e4 betreten, von keiner Seite. "
        "Hindurch kommt nur, was von ihrem Maul aus mitgerissen wird.",
    ),
    (
        MOONS,
        reason("MS-50", "safe-full", "e4", piece=SAFE, guest=STAR),
        "L'abri en e4 est occupé. L'étoile bleue s'y repose : "
        "personne ne peut s'y poser, ni la capturer.",
        "Die Burg auf e4 ist besetzt. Der blaue Stern ruht dort: "
        "Niemand kann dort landen oder ihn schlagen.",
    ),
    (
        MOONS,
        reason("MS-33", "on-pit", "d4", piece=MOON, other=PIT),
        "La lune brune est sur la fosse bleue en d4. "
        "Une fosse avale ce qui s'y pose : elle doit quitter le plateau.",
        "Auf d4 ist der braune Mond über der blauen Grube. "
        "Eine Grube verschluckt, was darauf landet, also muss er vom Brett.",
    ),
    (
        MOONS,
        reason("MS-06", "two-fixtures", "d4", piece=PATH, other=SAFE),
        "Un chemin bleu et un abri brun sont au même point, d4. "
        "Seules les lunes et les étoiles se posent sur autre chose.",
        "Ein blauer Pfad und eine braune Burg sind zusammen auf d4. "
        "Nur Monde und Sterne können auf etwas stehen.",
    ),
    (
        MOONS,
        reason("MS-37", "left-on-mouth", "e4", "e5", piece=STAR, trap=TRAP),
        "L'étoile bleue en e4 est dans la gueule du piège bleu en e5. Elle doit encore être tirée.",
        "Der blaue Stern auf e4 ist im Maul der blauen Falle auf e5 "
        "und muss noch mitgerissen werden.",
    ),
    (
        MOONS,
        reason("MS-37", "must-be-pulled", "e4", "e5", "d4", rests=("e6", "lost")),
        "Personne ne peut rester en e4, dans la gueule des pièges en e5 et d4. "
        "La pièce est tirée vers e6 ou hors du plateau.",
        "Niemand kann auf e4 bleiben, im Maul der Fallen auf e5 und d4. "
        "Der Sog führt nach e6 oder vom Brett.",
    ),
    (
        MOONS,
        reason("MS-06", "set-up-missing", side="brown", kind="moon", due=1, count=0),
        "Le lancer du camp brun montrait 1 lune, mais il n'y en a aucune sur le plateau.",
        "Braun hat 1 Mond gewürfelt, aber auf dem Brett sind keine.",
    ),
    (
        MOONS,
        reason("MS-06", "set-up-missing", side="blue", kind="trap", due=3, count=1),
        "Le lancer du camp bleu montrait 3 pièges, mais il y en a un sur le plateau.",
        "Blau hat 3 Fallen gewürfelt, aber auf dem Brett ist eine.",
    ),
    (
        MOONS,
        reason("MS-04", "roll-unreadable", side="brown", count=2),
        "Parmi les cubes du camp brun, deux sont illisibles. "
        "Ne relance que ceux-là ; le second lancer te reste.",
        "Von den braunen Würfeln sind zwei nicht zu lesen. "
        "Wirf nur diese neu; der zweite Wurf bleibt dir.",
    ),
    (
        MOONS,
        reason("MS-07", "not-begun", phase="rolls"),
        "Les tours de jeu n'ont pas commencé. La partie en est encore au lancer des cubes.",
        "Die Züge haben noch nicht begonnen. Das Spiel ist noch beim Würfeln.",
    ),
    (
        MOONS,
        reason("MS-13", "other-figure", "blue notch 2", piece=FIGURE, deity="cadbeth"),
        "Agbert du camp brun est sur le cran 2 du camp bleu, "
        "mais la divinité de ce camp est Cadbeth. Change de figurine.",
        "Auf Kerbe 2 von Blau steht Agbert von Braun, "
        "aber die Gottheit dieser Seite ist Cadbeth. Tausch die Götterfigur aus.",
    ),
    (
        MOONS,
        Carried("MS-16", (MOON, Piece("brown", "star")), "e2", "e3"),
        "déplace la lune brune avec l'étoile brune dessus de e2 à e3",
        "zieh den braunen Mond mit dem braunen Stern darauf von e2 nach e3",
    ),
    (
        MOONS,
        Carried("MS-37", (STAR,), "e4", "e8", "pulled", ("e5", "e7")),
        "les pièges en e5 et e7 tirent l'étoile bleue de e4 à e8",
        "lass die Fallen auf e5 und e7 den blauen Stern von e4 nach e8 mitreißen",
    ),
    (
        MOONS,
        Removed("MS-43", (MOON,), "e4", 0, "lost", ("e5",)),
        "le piège en e5 tire la lune brune de e4 hors du plateau",
        "lass die Falle auf e5 den braunen Mond von e4 vom Brett reißen",
    ),
    (
        MOONS,
        Placed("MS-06", TRAP, "c3"),
        "pose un piège bleu tourné vers le nord en c3",
        "stell eine blaue Falle mit Blick nach Norden auf c3",
    ),
    (
        MOONS,
        Changed("MS-63", PATH_BEFORE, PATH, "c3"),
        "tourne le chemin bleu en c3 dans le sens est-ouest",
        "dreh den blauen Pfad auf c3 in Ost-West-Richtung",
    ),
    (
        MOONS,
        Changed("MS-69", SAFE, MOON, "c3", 0, "turned over"),
        "retourne l'abri brun en c3 pour en faire une lune brune",
        "dreh die braune Burg auf c3 um, sodass ein brauner Mond daraus wird",
    ),
    (
        MOONS,
        Carried("MS-58", (FIGURE,), "brown notch 5", "brown notch 1", "set back"),
        "remets Agbert du camp brun sur le cran 1",
        "stell Agbert von Braun zurück auf Kerbe 1",
    ),
    (
        CIRONDO,
        reason("CI-08", "no-jump", "A1", "E5", "C3", piece=SOLAR),
        "Le système solaire doré en C3 barre la route de A1 à E5, et on ne saute par-dessus rien.",
        "Das goldene Sonnensystem auf C3 ist im Weg von A1 nach E5, und übersprungen wird nichts.",
    ),
    (
        CIRONDO,
        Removed("CI-13", (PLANET,), "C3"),
        "enlève la planète argentée de C3",
        "nimm den silbernen Planeten von C3 weg",
    ),
    (
        CIRONDO,
        Placed("CI-09", SOLAR, "H2", "promoted"),
        "pose un système solaire doré à sa place en H2",
        "stell dafür ein goldenes Sonnensystem auf H2",
    ),
    (
        STARGAZERS,
        reason("SG-14", "all-copies-seen", card=Piece("red", "comet-card"), count=3),
        "Les trois exemplaires de la carte comète rouge sont déjà apparus ailleurs : "
        "on ne peut pas la jouer maintenant.",
        "Alle drei Exemplare der roten Kometenkarte waren schon anderswo zu sehen, "
        "also kann man sie jetzt nicht spielen.",
    ),
    (
        STARGAZERS,
        Placed("SG-13", Piece("orange", "comet"), "tile 1,2", "laid"),
        "pose la comète orange en rangée 1, colonne 2",
        "leg den orangefarbenen Kometen in Zeile 1, Spalte 2 hin",
    ),
    (
        MOONLIGHT,
        reason("ML-05", "wrong-cover", "1,0", upper=Piece("green", "4"), lower=WOLF),
        "En 1,0, le 4 vert ne peut pas être sur le Loup solitaire bleu. "
        "Une carte en recouvre une de l'autre camp qui vaut exactement un de moins.",
        "Auf 1,0 kann die grüne 4 nicht auf dem blauen Einsamen Wolf liegen. "
        "Eine Karte überdeckt eine der anderen Seite, die genau um eins niedriger ist.",
    ),
    (
        MOON_GAME,
        reason("MN-16", "sum-mov", target="RAM", source="C", after="0101"),
        "La RAM vaut maintenant 0101, comme C.",
        "Im RAM steht jetzt 0101, wie in C.",
    ),
    (
        MOON_GAME,
        Carried("MN-31", (Piece("", "goal", "solved"),), "p3 goal", "p3 solved", "kept"),
        "pose l'objectif résolu à côté de la RAM du joueur 3",
        "leg das gelöste Ziel neben das RAM von Spieler 3",
    ),
    (
        MOON_GAME,
        Carried("MN-30", (Piece("", "bug"),), "p2 bugs", "p1 bugs", "handed over"),
        "fais passer la carte bug des cartes du joueur 2 aux cartes du joueur 1",
        "gib die Bug-Karte von den Karten von Spieler 2 zu den Karten von Spieler 1",
    ),
    (
        MOON_GAME,
        Changed("MN-16", OFF, ON, "p3 RAM 8", 0, "switched on"),
        "allume la colonne 8 de la RAM du joueur 3",
        "schalte Spalte 8 des RAM von Spieler 3 ein",
    ),
    (
        MOON_GAME,
        Changed("MN-02", DOWN, DOWN, "slot 2", 0, "rearranged"),
        "laisse la carte face cachée à l'emplacement 2",
        "lass die verdeckte Karte auf Platz 2 liegen",
    ),
]


def plain(text: str) -> str:
    """A text with the signs that a keyboard has, for eyes to compare."""
    signs = {"\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{NO-BREAK SPACE}": " "}
    for sign, instead in {**signs, "\N{NARROW NO-BREAK SPACE}": " "}.items():
        text = text.replace(sign, instead)
    return text


@pytest.mark.parametrize(("subject", "what", "french", "german"), HEARD)
def test_what_people_hear(subject: str, what: Reason | Effect, french: str, german: str) -> None:
    assert plain(said(load("fr", subject), what)) == french
    assert said(load("de", subject), what) == german


@pytest.mark.parametrize(
    ("language", "subject", "seen", "expected"),
    [
        ("fr", MOONS, "blue trap north", "je vois un piège bleu tourné vers le nord en e4"),
        ("fr", MOONS, "brown star", "je vois une étoile brune en e4"),
        ("fr", CIRONDO, "gold solar system", "je vois un système solaire doré en e4"),
        ("de", MOONS, "brown path north-south", "auf e4 sehe ich einen braunen Pfad in "
         "Nord-Süd-Richtung"),
        ("de", MOONS, "blue jothi", "auf e4 sehe ich Jothi von Blau"),
        ("de", CIRONDO, "silver planet", "auf e4 sehe ich einen silbernen Planeten"),
    ],
)  # fmt: skip
def test_what_an_eye_sees_is_told_in_the_language(
    language: str, subject: str, seen: str, expected: str
) -> None:
    say = load(language, subject, "watch")
    assert plain(say.say("watch.place", site="e4", piece=seen)) == expected


PANEL: list[tuple[str, str, str, dict[str, Value]]] = [
    (
        "C'est au camp bleu de jouer.",
        "Am Zug: Blau.",
        "prompts-panel.turns",
        {"seats": ("blue",)},
    ),
    (
        "On attend le camp bleu et le camp brun.",
        "Jetzt dran: Blau und Braun.",
        "prompts-panel.act",
        {"seats": ("blue", "brown")},
    ),
    ("On attend le camp brun.", "Jetzt dran: Braun.", "prompts-panel.act", {"seats": ("brown",)}),
    (
        "Ce n'est pas au camp brun de jouer.",
        "Braun ist nicht am Zug.",
        "said.not-your-turn",
        {"seat": "brown"},
    ),
    ("e2-e4 : oui.", "e2-e4: ja.", "said.legal", {"action": "e2-e4"}),
    ("Une action est reprise.", "Eine Aktion wird zurückgenommen.", "log.takeback", {"count": 1}),
    (
        "La partie n'a que 2 actions.",
        "Das Spiel hat nur 2 Aktionen.",
        "errors.no-such-step.message",
        {"steps": 2},
    ),
    (
        "Rejoins la table comme arbitre : le PIN est sur l'écran de la table.",
        "Mach am Tisch als Schiedsrichter mit: Die PIN steht auf dem Bildschirm des Tisches.",
        "errors.forbidden.advice",
        {"role": "referee"},
    ),
]


@pytest.mark.parametrize(("french", "german", "key", "values"), PANEL)
def test_what_the_panel_says(french: str, german: str, key: str, values: dict[str, Value]) -> None:
    assert plain(load("fr", MOONS, "panel-server").say(key, **values)) == french
    assert load("de", MOONS, "panel-server").say(key, **values) == german


@pytest.mark.parametrize(
    ("subject", "french", "german"),
    [("panel", 2, 2), ("wizard", 2, 2), ("boards", 2, 2), ("panel-server", 3, 2)],
)
def test_choices_by_number_are_as_many_as_who_fills_them_reads(
    subject: str, french: int, german: int
) -> None:
    """Pages know "one" and "more" (texts.js); the server's French knows "none", too."""
    for language, words in (("fr", french), ("de", german)):
        for key, text in texts(load(language, subject).tables):
            for *_, choices in PLACEHOLDER.findall(text):
                assert not choices or choices.count("|") == words, key


def test_steps_follow_each_other_in_one_sentence() -> None:
    steps = (Carried("MS-16", (MOON,), "e2", "e4"), Removed("MS-26", (STAR,), "e4"))
    assert plain(load("fr", MOONS).steps_sentence(steps)) == (
        "Déplace la lune brune de e2 à e4, puis enlève l'étoile bleue de e4."
    )
    assert load("de", MOONS).steps_sentence(steps) == (
        "Zieh den braunen Mond von e2 nach e4, dann nimm den blauen Stern von e4 weg."
    )


def test_a_form_that_does_not_vary_serves_every_agreement() -> None:
    grammar = Grammar(terms={"2": {"words": "deux"}, "1": {"words": {"m": "un", "f": "une"}}})
    assert [grammar.render(number, "words.f") for number in (1, 2, 3)] == ["une", "deux", "3"]
