"""What is wired where: faults are named, and the drawings show everything."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from companion.cli import main
from companion.config import BuzzerKind, Pins, Settings
from hardware.diagram import header_text, parts_text
from hardware.drawing import wiring_svg
from hardware.header import HEADER, Role, pin_of
from hardware.pins import Part, faults, free_pins, uses

DEFAULT = Settings()


def wired(**changes: object) -> Settings:
    return replace(DEFAULT, pins=replace(Pins(), **changes))  # type: ignore[arg-type] # any pin


def test_the_header_is_that_of_a_pi() -> None:
    assert len(HEADER) == 40
    assert sorted(pin.gpio for pin in HEADER if pin.gpio is not None) == list(range(28))
    roles = [pin.role for pin in HEADER]
    assert [roles.count(role) for role in (Role.POWER_3V3, Role.POWER_5V, Role.GROUND)] == [2, 2, 8]
    grounds = [pin.position for pin in HEADER if pin.role is Role.GROUND]
    assert grounds == [6, 9, 14, 20, 25, 30, 34, 39]
    places = {2: 3, 4: 7, 17: 11, 18: 12, 27: 13, 10: 19, 0: 27, 21: 40}
    assert {gpio: pin_of(gpio).position for gpio in places} == places


def test_the_header_agrees_with_gpiozero() -> None:
    mock = pytest.importorskip("gpiozero.pins.mock").MockFactory()
    header = mock.board_info.headers["J8"]
    for pin in HEADER:
        (known,) = [one for one in header.pins.values() if one.number == pin.position]
        assert known.name == pin.name


def test_the_defaults_have_no_fault_and_use_every_setting() -> None:
    assert faults(DEFAULT) == ()
    every = replace(Pins(), chain_data=8, chain_clock=9, chain_latch=10)
    assert {use.setting for use in uses(every)} == {f"pins.{item.name}" for item in fields(Pins)}


FAULTS: dict[str, tuple[Settings, bool, str]] = {
    "one pin twice": (wired(turn_brown=17), True, "GPIO17 is wired to brown done and brown's turn"),
    "one pin twice in a bar": (wired(notches_blue=(18, 18)), True, "GPIO18 is wired to blue notch"),
    "a pin that is none": (wired(buzzer=28), True, "pins.buzzer: the header has no GPIO28"),
    "a pin below": (wired(buzzer=-1), True, "the header has no GPIO-1"),
    "the ID pins": (wired(buzzer=1), False, "belongs to the ID chip"),
    "I2C": (wired(buzzer=3), False, "GPIO3, which belongs to I2C"),
    "SPI": (wired(buzzer=9), False, "GPIO9, which belongs to SPI"),
    "the serial port": (wired(buzzer=14), False, "GPIO14, which belongs to the serial port"),
    "a chain of two pins": (wired(chain_data=4, chain_clock=8), True, "not all of its three"),
    "a chain and single lights": (
        wired(chain_data=4, chain_clock=8, chain_latch=7),
        False,
        "both singly and on the chain",
    ),
    "no buttons": (wired(done_brown=None, done_blue=None), False, "No button says"),
    "bars of two lengths": (wired(notches_blue=(18, 23)), False, "different number"),
    "a bar of one": (wired(notches_blue=(18,)), False, "has one light"),
    "a buzzer that is not wired": (wired(buzzer=None), False, "not wired"),
}


@pytest.mark.parametrize(("settings", "serious", "said"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_advice(settings: Settings, serious: bool, said: str) -> None:
    (fault,) = [one for one in faults(settings) if said in one.text]
    assert fault.serious is serious
    assert fault.advice.endswith(".")


def test_every_fault_is_named_the_serious_first() -> None:
    found = faults(wired(done_blue=17, buzzer=17, referee=2, notches_blue=()))
    assert [fault.serious for fault in found] == [True, False, False]
    assert "brown done and blue done and buzzer" in found[0].text


def test_what_needs_no_part_has_no_fault() -> None:
    quiet = replace(DEFAULT.sound, buzzer=BuzzerKind.OFF)
    automatic = replace(DEFAULT.table, automatic=True)
    none = wired(done_brown=None, done_blue=None, buzzer=None)
    assert faults(replace(none, sound=quiet, table=automatic)) == ()


def test_free_pins_are_those_that_nothing_needs() -> None:
    assert free_pins(uses(Pins())) == "4"


def test_the_header_is_drawn_as_text() -> None:
    lines = header_text(DEFAULT).splitlines()
    assert len(lines) == 21
    assert all(len(line) < 80 for line in lines)
    assert "brown done - GPIO17 (11) | (12) GPIO18 - blue notch 1" in lines[6]
    assert "GND (39) | (40) GPIO21 - brown notch 4" in lines[20]


def test_a_clash_is_drawn_too() -> None:
    clash = wired(turn_brown=17)
    assert "brown done + brown's turn - GPIO17" in header_text(clash)
    assert "CLASH: brown done + brown&#x27;s turn" in wiring_svg(clash)


def test_each_part_says_how_it_is_joined() -> None:
    lines = parts_text(DEFAULT).splitlines()
    assert len(lines) == len(uses(Pins()))
    for use, line in zip(uses(Pins()), lines, strict=True):
        assert line.startswith(use.what)
        assert ("330 ohm" in line) is (use.part is Part.LIGHT)
    inverted = replace(DEFAULT, outputs=replace(DEFAULT.outputs, inverted=True))
    assert "3V3 - 330 ohm - LED (long leg to 3V3) - pin" in parts_text(inverted)
    assert "RCLK (12) of every 74HC595" in parts_text(wired(chain_latch=4))
    assert "no such pin" in parts_text(wired(buzzer=99))


@pytest.mark.parametrize(
    "settings",
    [
        DEFAULT,
        wired(turn_brown=17),
        wired(notches_brown=(), notches_blue=()),
        wired(buzzer=99),
        wired(notches_brown=(), notches_blue=(), chain_data=18, chain_clock=23, chain_latch=24),
    ],
    ids=["as it is", "a clash", "no bars", "no such pin", "a chain"],
)
def test_the_picture_is_an_svg_that_shows_every_pin_and_part(settings: Settings) -> None:
    text = wiring_svg(settings)
    root = ET.fromstring(text)
    words = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {str(pin.position) for pin in HEADER} <= set(words)
    for use in uses(settings.pins):
        assert any(use.what in word for word in words) is (0 <= use.gpio <= 27)
    width = float(root.attrib["width"])
    places = [float(number) for number in re.findall(r' x="(-?[\d.]+)"', text)]
    assert all(0 <= place <= width for place in places)


def test_the_picture_in_the_docs_is_that_of_the_defaults() -> None:
    drawn = Path(__file__).parents[2] / "docs" / "images" / "wiring.svg"
    assert drawn.read_text("utf-8") == wiring_svg(DEFAULT)


def test_the_drawing_in_the_docs_is_that_of_the_defaults() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hardware.md").read_text("utf-8")
    drawn = "\n".join(f"    {line}" for line in header_text(DEFAULT).splitlines())
    assert drawn in page


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTABLE_HOME", str(tmp_path))
    return tmp_path


def test_the_command_draws_and_checks(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = home / "wiring.svg"
    assert main(["pins", "--svg", str(picture)]) == 0
    printed = capsys.readouterr().out
    assert "brown done - GPIO17 (11)" in printed
    assert "No two parts share a pin." in printed
    assert picture.read_text("utf-8") == wiring_svg(DEFAULT)


def test_the_command_names_a_clash_and_says_so_by_its_exit_code(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MOONTABLE_PINS_BUZZER", "17")
    assert main(["pins"]) == 1
    assert "wrong: GPIO17 is wired to brown done and buzzer." in capsys.readouterr().out
    assert main(["pins", "--svg", str(home / "nowhere" / "x.svg")]) == 2
    assert "can't be written" in capsys.readouterr().err
