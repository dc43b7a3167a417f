"""What can go wrong with pins and outputs.

MoontableError
└── HardwareProblem
    ├── NoPins      there is nothing here that could drive pins
    ├── PinHeld     another program, or an earlier start of this one, still holds a pin
    └── BadPin      a pin can't do what it is asked to
"""

from companion.errors import MoontableError

__all__ = ["BadPin", "HardwareProblem", "NoPins", "PinHeld"]


class HardwareProblem(MoontableError):
    """Buttons, lights or sounds can't be used; the game goes on without them."""


class NoPins(HardwareProblem):
    """There is nothing here that could drive pins."""


class PinHeld(HardwareProblem):
    """Another program, or an earlier start of this one, still holds a pin."""


class BadPin(HardwareProblem):
    """A pin can't do what it is asked to."""
