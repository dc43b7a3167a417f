"""Catalan and Spanish as people hear them: agreement, elision, contractions, plurals."""

from collections.abc import Callable

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
    Ruling,
    Value,
    Verdict,
    reason,
)
from companion.language.catalogue import Catalogue, load
from companion.language.files import texts
from companion.language.grammar import PLACEHOLDER
from tests.companion.language.spoken import said

MOONS = "moons-and-stars"
MOON, STAR = Piece("brown", "moon"), Piece("blue", "star")
PIT, TRAP = Piece("blue", "pit"), Piece("blue", "trap", "north")
PATH, FIGURE = Piece("blue", "path", "east-west"), Piece("blue", "agbert")

Said = tuple[str, Reason | Effect | Outcome, str, str]
"""A subject, what is said in it, and how: in Catalan, in Spanish."""

HEARD: list[Said] = [
    (
        MOONS,
        reason("MS-20", "over-pit", "e4", piece=PIT),
        "La fossa blava del punt e4 barra el pas: una lluna no pot passar per sobre d'una fossa.",
        "El foso azul de e4 cierra el paso: una luna no puede pasar por encima de un foso.",
    ),
    (
        MOONS,
        reason("MS-15", "not-your-piece", "e4", piece=STAR, side="brown"),
        "L'estrella blava del punt e4 no es pot moure ara: li toca al marró. "
        "Tria una lluna o una estrella marró.",
        "La estrella azul de e4 no se puede mover ahora: le toca al marrón. "
        "Elige una luna o una estrella marrón.",
    ),
    (
        MOONS,
        reason("MS-16", "fixture-on-mover", "e4", piece=MOON, other=PATH),
        "La lluna marró és a sobre del camí blau a e4. "
        "Només les llunes i les estrelles poden estar a sobre d'alguna cosa.",
        "La luna marrón está encima del camino azul en e4. "
        "Solo las lunas y las estrellas pueden estar encima de algo.",
    ),
    (
        MOONS,
        reason("MS-37", "must-be-pulled", "e4", "e5", "d4", rests=("e6", "lost")),
        "Ningú no es pot quedar a e4, la boca de les trampes dels punts e5 i d4. "
        "L'arrossegada porta a e6 o fora del tauler.",
        "Nadie puede quedarse en e4, la boca de las trampas de e5 y d4. "
        "El arrastre lleva a e6 o fuera del tablero.",
    ),
    (
        MOONS,
        reason("MS-37", "must-be-pulled", "e4", "e5", rests=("e6",)),
        "Ningú no es pot quedar a e4, la boca de la trampa del punt e5. L'arrossegada porta a e6.",
        "Nadie puede quedarse en e4, la boca de la trampa de e5. El arrastre lleva a e6.",
    ),
    (
        MOONS,
        reason("MS-13", "other-figure", "blue notch 2", piece=FIGURE, deity="jothi"),
        "La figura blava d'Agbert és a l'osca 2 del blau, però la deïtat d'aquest bàndol és Jothi. "
        "Canvia les figures.",
        "La figura azul de Agbert está en la muesca 2 del azul, "
        "pero la deidad de ese bando es Jothi. Cambia las figuras.",
    ),
    (
        MOONS,
        reason("MS-06", "set-up-missing", count=0, due=1, kind="moon", side="brown"),
        "El marró va treure 1 lluna, però al tauler no n'hi ha cap.",
        "El marrón sacó 1 luna, pero en el tablero no hay ninguna.",
    ),
    (
        MOONS,
        reason("MS-06", "set-up-missing", count=2, due=3, kind="pit", side="blue"),
        "El blau va treure 3 fosses, però al tauler n'hi ha dues.",
        "El azul sacó 3 fosos, pero en el tablero hay dos.",
    ),
    (
        MOONS,
        reason("MS-70", "agbert-not-lost", count=2, kind="pit", lost=1),
        "Vols recuperar 2 fosses, però només se n'ha perdut una.",
        "Quieres recuperar 2 fosos, pero solo se ha perdido uno.",
    ),
    (
        MOONS,
        reason("MS-70", "agbert-not-lost", count=1, kind="star", lost=0),
        "Vols recuperar 1 estrella, però no se n'ha perdut cap.",
        "Quieres recuperar 1 estrella, pero no se ha perdido ninguna.",
    ),
    (
        MOONS,
        reason("MS-65", "yinnok-along-axis", "e4", way="up", ways=("east", "west")),
        "La trampa nova del punt e4 mira a l'est o a l'oest, al llarg del camí que era, i no «up».",
        "La trampa nueva de e4 mira al este o al oeste, a lo largo del camino que era, y no «up».",
    ),
    (
        MOONS,
        reason("MS-53", "path-flank", "e4", heading="east"),
        "El camí del punt e4 només es recorre seguint la seva línia. "
        "Anant cap a l'est, et trobes amb el seu costat.",
        "El camino de e4 solo se recorre a lo largo. "
        "Yendo hacia el este te encuentras con su costado.",
    ),
    (
        MOONS,
        reason("MS-36", "left-on-mouth", "e4", "e5", piece=STAR, trap=TRAP),
        "L'estrella blava del punt e4 és a la boca de la trampa blava del punt e5. "
        "Encara ha de ser arrossegada.",
        "La estrella azul de e4 está en la boca de la trampa azul de e5. "
        "Todavía tiene que ser arrastrada.",
    ),
    (
        MOONS,
        Carried("MS-39", (STAR,), "e2", "e4", "pulled", ("d4", "e5")),
        "les trampes dels punts d4 i e5 arrosseguen l'estrella blava del punt e2 al punt e4",
        "las trampas de d4 y e5 arrastran la estrella azul de e2 a e4",
    ),
    (
        MOONS,
        Removed("MS-43", (MOON, Piece("brown", "star")), "e4", 0, "lost", ("d4",)),
        "la trampa del punt d4 arrossega la pila de lluna marró i estrella marró "
        "del punt e4 fora del tauler",
        "la trampa de d4 arrastra la pila de luna marrón y estrella marrón "
        "de e4 fuera del tablero",
    ),
    (
        MOONS,
        Carried("MS-56", (FIGURE,), "blue notch 1", "blue notch 2", "advanced"),
        "posa la figura blava d'Agbert a l'osca 2",
        "pon la figura azul de Agbert en la muesca 2",
    ),
    (
        MOONS,
        Placed("MS-70", TRAP, "a1", "placed"),
        "posa a a1 una trampa blava mirant al nord",
        "pon en a1 una trampa azul mirando al norte",
    ),
    (
        MOONS,
        Changed("MS-64", PATH, TRAP, "e4", 0, "turned over"),
        "tomba el camí blau del punt e4 perquè sigui una trampa blava mirant al nord",
        "dale la vuelta al camino azul de e4 para que sea una trampa azul mirando al norte",
    ),
    (
        MOONS,
        Changed("MS-64", TRAP, PATH, "e4", 0, "turned over"),
        "tomba la trampa blava del punt e4 perquè sigui un camí blau d'est a oest",
        "dale la vuelta a la trampa azul de e4 para que sea un camino azul de este a oeste",
    ),
    (
        MOONS,
        Outcome("blue", "MS-73", "stone-reached"),
        "Guanya el blau: ha arribat a la pedra del rival.",
        "Gana el azul: ha llegado a la piedra del rival.",
    ),
    (
        "cirondo",
        reason("CI-22", "set-up-missing", "A1", count=2, side="silver"),
        "Al platejat encara li falten 2 peces per començar, la primera a A1. "
        "Els planetes comencen a l'anell exterior; les llunes, al següent.",
        "Al plateado todavía le faltan 2 piezas para empezar, la primera en A1. "
        "Los planetas empiezan en el anillo exterior; las lunas, en el siguiente.",
    ),
    (
        "cirondo",
        Carried("CI-07", (Piece("silver", "moon"),), "B30", "C30", "moved"),
        "mou la lluna platejada de la casella B30 a la C30",
        "mueve la luna plateada de B30 a C30",
    ),
    (
        "stargazers",
        reason("SG-14", "not-in-hand", side="p1", card=Piece("red", "star-card")),
        "El jugador 1 no té la carta de l'estrella vermella.",
        "El jugador 1 no tiene la carta de la estrella roja.",
    ),
    (
        "stargazers",
        reason("SG-14", "too-many-copies", name="red comet", count=5, due=3),
        "A la baralla hi ha «cometa vermell» 5 vegades, però només hi hauria de ser tres vegades.",
        "En la baraja está «cometa rojo» 5 veces, pero solo debería estar tres veces.",
    ),
    (
        "moonlight",
        reason(
            "ML-05", "wrong-cover", "1,0", lower=Piece("green", "1"), upper=Piece("blue", "lone")
        ),
        "A 1,0, el Llop Solitari blau no pot ser a sobre de l'1 verd. "
        "Una carta en tapa una del rival que val exactament un menys.",
        "En 1,0, el Lobo Solitario azul no puede estar encima del 1 verde. "
        "Una carta tapa una del rival que vale exactamente uno menos.",
    ),
    (
        "moon",
        Carried("MN-07", (Piece("", "card", "face-down"),), "slot 1", "slot 2", "moved up"),
        "passa el que hi ha al lloc 1 al lloc 2",
        "pasa lo que hay en el lugar 1 al lugar 2",
    ),
    (
        "moon",
        Placed("MN-08", Piece("red", "hacker"), "p1 hacker", "laid"),
        "posa el hacker vermell al costat de la RAM del jugador 1",
        "pon el hacker rojo junto a la RAM del jugador 1",
    ),
    (
        "moon",
        Changed(
            "MN-03", Piece("", "card", "face-down"), Piece("", "error", "B"), "deck", 0,
            "turned over",
        ),
        "gira la carta de la pila: és l'error B",
        "destapa la carta del mazo: es el error B",
    ),
    (
        "moon",
        Carried("MN-20", (Piece("", "marker"),), "energy 3", "energy 2", "spent"),
        "baixa l'energia de 1½ unitats a 1 unitat",
        "baja la energía de 1½ unidades a 1 unidad",
    ),
    (
        "moon",
        Outcome(None, "MN-32", "shared", ("p1", "p3")),
        "La pila és buida. El jugador 1 i el jugador 3 han resolt la mateixa quantitat d'objectius "
        "i guanyen junts.",
        "El mazo está vacío. El jugador 1 y el jugador 3 han resuelto la misma cantidad de "
        "objetivos y ganan juntos.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("subject", "what", "catalan", "_spanish"), HEARD)
def test_catalan(
    subject: str, what: Reason | Effect | Outcome, catalan: str, _spanish: str
) -> None:
    assert said(load("ca", subject), what) == catalan


@pytest.mark.parametrize(("subject", "what", "_catalan", "spanish"), HEARD)
def test_spanish(
    subject: str, what: Reason | Effect | Outcome, _catalan: str, spanish: str
) -> None:
    assert said(load("es", subject), what) == spanish


SAYS: list[tuple[str, str, Callable[[Catalogue], str]]] = [
    ("e4 i i3", "e4 e i3", lambda say: say.name(("e4", "i3"))),
    ("e4, i3 i a1", "e4, i3 y a1", lambda say: say.name(("e4", "i3", "a1"))),
    (
        "a l'osca 2 del blau hi veig una figura blava d'Agbert",
        "en la muesca 2 del azul veo una figura azul de Agbert",
        lambda say: say.say("watch.place", site="blue notch 2", piece="blue agbert"),
    ),
    (
        "a i3 hi veig un camí marró cap al nord",
        "en i3 veo un camino marrón hacia el norte",
        lambda say: say.say("watch.place", site="i3", piece="brown path north"),
    ),
    (
        "Mou l'estrella blava del punt e2 al punt e3, després treu la lluna marró del punt e3.",
        "Mueve la estrella azul de e2 a e3, luego retira la luna marrón de e3.",
        lambda say: say.steps_sentence(
            (
                Carried("MS-16", (STAR,), "e2", "e3", "moved"),
                Removed("MS-26", (MOON,), "e3", 0, "captured"),
            )
        ),
    ),
    (
        "Una lluna sempre fa dos moviments; del punt e4 al punt e5 només n'hi ha un. "
        "Podries jugar Me4-e6 o Me4-d5.",
        "Una luna siempre hace dos movimientos; de e4 a e5 solo hay uno. "
        "Podrías jugar Me4-e6 o Me4-d5.",
        lambda say: say.ruling_text(
            Ruling(
                Verdict.ILLEGAL,
                (reason("MS-18", "moon-one-step", "e4", "e5"),),
                nearest=("Me4-e6", "Me4-d5"),
            )
        ),
    ),
    (
        "Guanya el marró. La partida acaba en taules.",
        "Gana el marrón. La partida acaba en tablas.",
        lambda say: (
            f"{say.outcome_sentence(Outcome('brown', 'XY-1', 'news'))} "
            f"{say.outcome_sentence(Outcome(None, 'XY-1', 'news'))}"
        ),
    ),
    ("17 vegades", "17 veces", lambda say: say.name(17, "times")),
]


@pytest.mark.parametrize(("catalan", "spanish", "ask"), SAYS)
def test_lists_steps_photos_and_rulings(
    catalan: str, spanish: str, ask: Callable[[Catalogue], str]
) -> None:
    assert ask(load("ca", MOONS, "watch")) == catalan
    assert ask(load("es", MOONS, "watch")) == spanish


@pytest.mark.parametrize("tag", ["ca", "es", "en"])
def test_notation_is_said_as_it_is_though_a_phase_is_called_so_too(tag: str) -> None:
    say = load(tag, "moonlight", "panel-server", "watch")
    assert say.say("said.legal", action="score").startswith("score: ")
    assert say.say("watch.option-played", actions=("score", "deal")).split()[::2] == [
        "score",
        "deal",
    ]


PANEL: list[tuple[str, str, str, dict[str, Value]]] = [
    ("Li toca al blau.", "Le toca al azul.", "prompts-panel.turns", {"seats": ("blue",)}),
    (
        "Li toca al blau i el marró.",
        "Le toca al azul y el marrón.",
        "prompts-panel.act",
        {"seats": ("blue", "brown")},
    ),
    (
        "El marró té una bonificació per fer servir ara.",
        "El marrón tiene una bonificación que usar ahora.",
        "prompts-panel.bonus",
        {"seats": ("brown",)},
    ),
    ("No li toca al marró.", "No le toca al marrón.", "said.not-your-turn", {"seat": "brown"}),
    ("S'ha desfet una acció.", "Se ha deshecho una acción.", "log.takeback", {"count": 1}),
    (
        "S'han desfet unes quantes accions.",
        "Se han deshecho varias acciones.",
        "log.takeback",
        {"count": 2},
    ),
    (
        "La partida només té 0 accions.",
        "La partida solo tiene 0 acciones.",
        "errors.no-such-step.message",
        {"steps": 0},
    ),
    (
        "Uneix-te a la taula com a àrbitre: el PIN és a la pantalla de la taula.",
        "Únete a la mesa como árbitro: el PIN está en la pantalla de la mesa.",
        "errors.forbidden.advice",
        {"role": "referee"},
    ),
]


@pytest.mark.parametrize(("catalan", "spanish", "key", "values"), PANEL)
def test_the_panel(catalan: str, spanish: str, key: str, values: dict[str, Value]) -> None:
    assert load("ca", MOONS, "panel-server").say(key, **values) == catalan
    assert load("es", MOONS, "panel-server").say(key, **values) == spanish


@pytest.mark.parametrize("tag", ["ca", "es"])
@pytest.mark.parametrize(
    ("subject", "words"), [("panel", 2), ("wizard", 2), ("boards", 2), ("panel-server", 3)]
)
def test_choices_by_number_are_as_many_as_who_fills_them_reads(
    tag: str, subject: str, words: int
) -> None:
    """Pages know "one" and "more" (texts.js); the server's grammar knows "none", too."""
    for key, text in texts(load(tag, subject).tables):
        for *_, choices in PLACEHOLDER.findall(text):
            if choices:
                assert choices.count("|") == words, key


@pytest.mark.parametrize("tag", ["ca", "es"])
def test_what_people_type_is_left_alone(tag: str) -> None:
    say = load(tag, "moonlight")
    why = reason("ML-16", "power-taken", power="Nit de el llop a el bosc y i o o")
    assert "«Nit de el llop a el bosc y i o o»" in say.sentence(why)


@pytest.mark.parametrize("tag", ["ca", "es"])
@pytest.mark.parametrize("region", ["{}-ES", "{}_ES.UTF-8"])
def test_a_tag_with_a_region_is_the_language(tag: str, region: str) -> None:
    said = load(region.format(tag).partition(".")[0], MOONS).language
    assert said == tag
