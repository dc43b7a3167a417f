"""Is the machine fit for the table? Each look at it is a `Check`, with advice where one is needed.

    for check in examine(ThisMachine(), settings): print(check)

`machine` is what the checks ask; a test plays a machine of its own in its place.
"""

from hardware.doctor.check import Check, State
from hardware.doctor.examine import examine
from hardware.doctor.machine import Imported, Machine, ThisMachine

__all__ = ["Check", "Imported", "Machine", "State", "ThisMachine", "examine"]
