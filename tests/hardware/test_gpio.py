"""The drivers on gpiozero's own mock pins: what goes to the pins, and what comes from them."""

from __future__ import annotations

import errno
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from gpiozero import Button, Device
from gpiozero.exc import BadPinFactory, GPIOPinInUse, PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config import BuzzerKind, Pins, Settings, settings_from
from hardware.buttons import Key, Press, Pressed
from hardware.errors import BadPin, HardwareProblem, NoPins, PinHeld
from hardware.gpio import GpioButtons, GpioBuzzer, GpioLights, default_factory
from hardware.holding import is_held, opened
from hardware.lights import Colour, Lamp, Level, Lights, Phase, Side, TableView
from hardware.opening import open_hardware
from hardware.sounds import Tune
from hardware.virtual import VirtualButtons, VirtualLights
from tests.hardware.waiting import until

PINS = Pins()
QUICK = settings_from("[buttons]\ndebounce_s = 0.005\nhold_s = 0.4\n")


@pytest.fixture
def factory() -> Iterator[Any]:
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


def level(factory: Any, pin: int | None) -> bool:
    assert pin is not None
    return bool(factory.pin(pin).state)


def press(factory: Any, pin: int | None, *, for_s: float = 0.05) -> None:
    factory.pin(pin).drive_low()
    threading.Event().wait(for_s)
    factory.pin(pin).drive_high()


def test_a_contact_to_ground_is_down(factory: Any) -> None:
    buttons, told = GpioButtons(PINS, factory=factory), list[tuple[Key, bool]]()
    assert set(buttons.wired()) == set(Key)
    assert not any(map(buttons.is_down, Key))
    buttons.listen(lambda key, down: told.append((key, down)))
    factory.pin(PINS.done_blue).drive_low()
    assert buttons.is_down(Key.DONE_BLUE)
    factory.pin(PINS.done_blue).drive_high()
    assert told == [(Key.DONE_BLUE, True), (Key.DONE_BLUE, False)]
    buttons.close()
    buttons.close()


def test_buttons_that_are_not_wired_are_not_there(factory: Any) -> None:
    buttons = GpioButtons(replace(PINS, done_brown=None, referee=None), factory=factory)
    assert buttons.wired() == (Key.DONE_BLUE,)
    buttons.close()


@pytest.mark.parametrize("inverted", [False, True])
def test_lights_go_to_their_pins(factory: Any, inverted: bool) -> None:
    lights = GpioLights(PINS, factory=factory, inverted=inverted)
    lights.show(
        Lights(
            turn_blue=Lamp.ON,
            ruling=Colour.AMBER,
            notches_brown=Level(3, 5),
            notches_blue=Level(5, 5),
        )
    )
    pins = (PINS.turn_brown, PINS.turn_blue, PINS.ruling_green, PINS.ruling_red)
    on = [level(factory, pin) is not inverted for pin in pins]
    assert on == [False, True, True, True]
    brown = [level(factory, pin) is not inverted for pin in PINS.notches_brown]
    assert brown == [True, True, False, False]
    assert all(level(factory, pin) is not inverted for pin in PINS.notches_blue)
    lights.show(Lights(ruling=Colour.RED))
    assert [level(factory, pin) is not inverted for pin in pins] == [False, False, False, True]
    lights.close()
    lights.close()


def test_a_blinking_light_blinks_and_ends(factory: Any) -> None:
    lights = GpioLights(PINS, factory=factory)
    lights.show(Lights(turn_brown=Lamp.BLINK))
    assert until(lambda: level(factory, PINS.turn_brown))
    lights.show(Lights(turn_brown=Lamp.BLINK))
    lights.show(Lights())
    assert not level(factory, PINS.turn_brown)
    lights.close()


class Registers:
    """A chain of 74HC595, played: what its outputs show, the first chip's QA first."""

    def __init__(self, factory: Any, data: int, clock: int, latch: int, *, chips: int) -> None:
        self.inside = [False] * 8 * chips
        self.shown: list[bool] = []
        self._rises(factory.pin(clock), lambda: self._shift(bool(factory.pin(data).state)))
        self._rises(factory.pin(latch), self._latch)

    def _rises(self, pin: Any, act: Callable[[], None]) -> None:
        class Wired(type(pin)):  # type: ignore[misc] # gpiozero has no types
            def _change_state(self, value: float) -> bool:
                changed = bool(super()._change_state(value))
                if changed and value:
                    act()
                return changed

        pin.__class__ = Wired

    def _latch(self) -> None:
        self.shown = list(self.inside)

    def _shift(self, bit: bool) -> None:
        self.inside = [bit, *self.inside[:-1]]


CHAIN = replace(
    PINS, notches_brown=(), notches_blue=(), chain_data=18, chain_clock=23, chain_latch=24
)


@pytest.mark.parametrize("inverted", [False, True])
def test_a_chain_lights_twelve_notches_a_side(factory: Any, inverted: bool) -> None:
    chain = Registers(factory, 18, 23, 24, chips=3)
    lights = GpioLights(CHAIN, factory=factory, inverted=inverted)
    assert chain.shown == [inverted] * 24
    lights.show(Lights(notches_brown=Level(3, 12), notches_blue=Level(12, 12)))
    expected = [True] * 3 + [False] * 9 + [True] * 12
    assert [bit is not inverted for bit in chain.shown] == expected
    lights.close()
    assert chain.shown == [inverted] * 24


def test_a_short_chain_lights_its_sides_one_after_the_other(factory: Any) -> None:
    chain = Registers(factory, 18, 23, 24, chips=2)
    lights = GpioLights(CHAIN, factory=factory, chain_lights=5)
    lights.show(Lights(notches_brown=Level(2, 5), notches_blue=Level(1, 5)))
    assert chain.shown[:10] == [True, True, False, False, False, True, False, False, False, False]
    lights.close()


def test_no_light_is_needed(factory: Any) -> None:
    none = Pins(
        turn_brown=None,
        turn_blue=None,
        ruling_green=None,
        ruling_red=None,
        notches_brown=(),
        notches_blue=(),
    )
    lights = GpioLights(none, factory=factory)
    lights.show(Lights(turn_brown=Lamp.ON, ruling=Colour.RED, notches_brown=Level(1, 5)))
    lights.close()


@pytest.mark.parametrize("kind", [BuzzerKind.ACTIVE, BuzzerKind.PASSIVE])
@pytest.mark.parametrize("tune", Tune)
def test_a_tune_sounds_for_its_time_and_then_is_silent(
    factory: Any, kind: BuzzerKind, tune: Tune
) -> None:
    pin, slept = factory.pin(4), list[tuple[float, bool]]()

    def sleep(time_s: float) -> None:
        slept.append((time_s, bool(pin.state)))

    buzzer = GpioBuzzer(4, kind=kind, factory=factory, sleep=sleep)
    buzzer.play(tune)
    expected = (
        [(beep.on_s, True) for beep in tune.value],
        [(beep.off_s, False) for beep in tune.value],
    )
    assert (slept[::2], slept[1::2]) == expected
    buzzer.close()
    buzzer.close()


def test_a_tune_that_is_broken_off_is_silent(factory: Any) -> None:
    def sleep(_: float) -> None:
        raise OSError("broken off")

    buzzer = GpioBuzzer(4, kind=BuzzerKind.ACTIVE, factory=factory, sleep=sleep)
    with pytest.raises(OSError, match="broken off"):
        buzzer.play(Tune.LEGAL)
    assert not level(factory, 4)
    buzzer.close()


def test_a_part_that_is_opened_halfway_lets_go_of_its_pins(factory: Any) -> None:
    holding = Button(PINS.referee, pin_factory=factory)
    with pytest.raises(GPIOPinInUse):
        GpioButtons(PINS, factory=factory)
    holding.close()
    GpioButtons(PINS, factory=factory).close()


def test_a_table_plays_on_pins(factory: Any) -> None:
    heard: list[Press] = []
    hardware = open_hardware(QUICK, lambda one: heard.append(one.press), factory=lambda: factory)
    assert hardware.troubles == ()
    assert not hardware.virtual
    press(factory, PINS.done_brown)
    assert until(lambda: heard == [Press.DONE_BROWN])
    factory.pin(PINS.done_blue).drive_low()
    assert until(lambda: heard[1:] == [Press.TAKE_BACK_BLUE])
    factory.pin(PINS.done_blue).drive_high()
    hardware.outputs.show(TableView(phase=Phase.TURNS, to_act=frozenset({Side.BROWN})))
    assert until(lambda: level(factory, PINS.turn_brown))
    hardware.close()
    # Everything is let go of: a second start finds the pins free.
    again = open_hardware(QUICK, lambda _: None, factory=lambda: factory)
    assert again.troubles == ()
    again.close()


def test_the_pins_are_given_back_to_other_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    hardware = open_hardware(QUICK, lambda _: None)
    made = Device.pin_factory
    assert made is hardware.factory
    assert isinstance(made, MockFactory)
    assert made.pins
    hardware.close()
    assert Device.pin_factory is None
    assert not made.pins


def test_a_storm_on_a_pin_is_one_press(factory: Any) -> None:
    heard: list[Press] = []
    calm = settings_from("[buttons]\ndebounce_s = 0.1\nhold_s = 5\n")
    hardware = open_hardware(calm, lambda one: heard.append(one.press), factory=lambda: factory)
    for _ in range(500):
        press(factory, PINS.referee, for_s=0)
    press(factory, PINS.referee, for_s=0.2)
    for _ in range(500):
        press(factory, PINS.referee, for_s=0)
    assert until(lambda: bool(heard))
    hardware.close()
    assert heard == [Press.PAUSE]


def test_a_button_held_down_at_the_start_fires_nothing(factory: Any) -> None:
    heard: list[Pressed] = []

    pin = factory.pin(PINS.done_brown)
    pull = type(pin)._set_pull

    class Low(type(pin)):  # type: ignore[misc] # gpiozero has no types
        def _set_pull(self, value: str) -> None:
            pull(self, value)
            self._change_state(False)

    pin.__class__ = Low
    hardware = open_hardware(QUICK, heard.append, factory=lambda: factory)
    assert hardware.buttons.is_down(Key.DONE_BROWN)
    pin.drive_high()
    press(factory, PINS.done_blue)
    assert until(lambda: bool(heard))
    assert [one.press for one in heard] == [Press.DONE_BLUE]
    hardware.close()


def test_a_pin_that_is_still_held_is_waited_for(factory: Any) -> None:
    holding = Button(PINS.done_blue, pin_factory=factory)
    told: list[str] = []

    def sleep(_: float) -> None:
        if told:
            holding.close()

    hardware = open_hardware(
        QUICK, lambda _: None, tell=told.append, factory=lambda: factory, sleep=sleep
    )
    assert hardware.troubles == ()
    assert not hardware.virtual
    assert len(told) == 1
    assert "still in use" in told[0]
    hardware.close()


def test_a_pin_that_stays_held_is_told_and_the_rest_works(factory: Any) -> None:
    holding = Button(PINS.done_blue, pin_factory=factory)
    slept: list[float] = []
    hardware = open_hardware(QUICK, lambda _: None, factory=lambda: factory, sleep=slept.append)
    assert len(slept) == 4
    (trouble,) = hardware.troubles
    assert "in use" in trouble
    assert isinstance(hardware.buttons, VirtualButtons)
    assert isinstance(hardware.lights, GpioLights)
    hardware.close()
    holding.close()


def test_one_pin_for_two_parts_is_told(factory: Any) -> None:
    clash = replace(QUICK, pins=replace(PINS, turn_brown=PINS.done_brown))
    hardware = open_hardware(clash, lambda _: None, factory=lambda: factory, sleep=lambda _: None)
    assert len(hardware.troubles) == 1
    assert isinstance(hardware.lights, VirtualLights)
    hardware.close()


def no_factory() -> Any:
    raise NoPins("No pins can be driven here.", "See moontable doctor.")


def test_without_a_pin_factory_virtual_parts_stand_in() -> None:
    heard: list[Press] = []
    hardware = open_hardware(QUICK, lambda one: heard.append(one.press), factory=no_factory)
    assert hardware.virtual
    assert hardware.troubles == ("No pins can be driven here. See moontable doctor.",)
    assert isinstance(hardware.buttons, VirtualButtons)
    hardware.buttons.press(Key.REFEREE, for_s=0.05)
    assert until(lambda: heard == [Press.PAUSE])
    hardware.close()


def test_a_factory_that_raises_anything_is_a_trouble_and_no_error() -> None:
    def broken() -> Any:
        raise ZeroDivisionError("oh")

    hardware = open_hardware(QUICK, lambda _: None, factory=broken)
    assert "oh" in hardware.troubles[0]
    hardware.close()


def test_what_is_switched_off_is_not_opened(factory: Any) -> None:
    off = settings_from("[buttons]\nenabled = false\n[outputs]\nenabled = false\n")
    hardware = open_hardware(off, lambda _: None, factory=no_factory)
    assert hardware.troubles == ()
    assert hardware.virtual
    hardware.close()


def test_this_machine_has_no_pins_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> Any:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(Device, "_default_pin_factory", staticmethod(nothing))
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(NoPins, match="python3-lgpio"):
        default_factory()


def test_without_gpiozero_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(NoPins, match="python3-gpiozero"):
        default_factory()


def test_the_mock_factory_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    made = default_factory()
    assert isinstance(made, MockFactory)


@pytest.mark.parametrize(
    ("error", "held"),
    [
        (GPIOPinInUse("pin 4 is already in use"), True),
        (OSError(errno.EBUSY, "busy"), True),
        (RuntimeError("'GPIO busy'"), True),
        (PinInvalidPin("4 is not a valid pin"), False),
        (OSError(errno.EACCES, "no"), False),
    ],
)
def test_who_holds_a_pin_is_told_from_the_error(error: Exception, held: bool) -> None:
    assert is_held(error) is held

    def make() -> None:
        raise error

    with pytest.raises(PinHeld if held else BadPin) as caught:
        opened("buttons", make, sleep=lambda _: None)
    assert isinstance(caught.value, HardwareProblem)
    assert caught.value.__cause__ is error


def test_a_pin_that_the_header_lacks_is_told(factory: Any) -> None:
    with pytest.raises(BadPin, match="moontable pins"):
        opened("buttons", lambda: GpioButtons(Pins(done_brown=99), factory=factory))


def test_settings_of_a_table_are_those_of_a_file() -> None:
    assert replace(QUICK, buttons=Settings().buttons) == Settings()
