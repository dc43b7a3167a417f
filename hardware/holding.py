"""Opening a part on the pins: a pin that is still held is waited for, errors are told in a line."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from typing import TypeVar

from hardware.errors import BadPin, HardwareProblem, PinHeld

PartT = TypeVar("PartT")

TRIES = 5
WAIT_S = 0.5


def opened(
    what: str,
    make: Callable[[], PartT],
    *,
    tries: int = TRIES,
    wait_s: float = WAIT_S,
    tell: Callable[[str], None] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> PartT:
    """Make a part, up to ``tries`` times while its pins are held; the first wait is told.

    Raises `PinHeld` if they are held to the end, `BadPin` for whatever else a pin refuses.
    """
    for left in reversed(range(tries)):
        try:
            return make()
        except HardwareProblem:
            raise
        except Exception as error:
            if not is_held(error):
                advice = "See the wiring: moontable pins"
                raise BadPin(f"The {what} can't be opened ({_line(error)}).", advice) from error
            if not left:
                advice = (
                    "Stop what has it (often an earlier moontable that still runs), and start anew."
                )
                raise PinHeld(f"A pin of the {what} is in use ({_line(error)}).", advice) from error
            if tell is not None and left == tries - 1:
                tell(f"A pin of the {what} is still in use; trying again for {left * wait_s:g} s.")
            sleep(wait_s)
    raise ValueError("tries must be at least 1")


def is_held(error: Exception) -> bool:
    """Whether an error of a pin says that somebody else has it.

    gpiozero says so of its own process only (GPIOPinInUse). Of another process the system says
    it: EBUSY, which lgpio turns into an error of its own with the text "GPIO busy".
    """
    if type(error).__name__ == "GPIOPinInUse":
        return True
    if isinstance(error, OSError) and error.errno == errno.EBUSY:
        return True
    return "gpio busy" in str(error).lower()


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
