"""What checking an exchange file gives: a result for each check, and how many passed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Part(Enum):
    """What kind of check a result is of."""

    CASE = "case"
    SETUP = "set-up"
    VIEW = "view"
    SCORING = "scoring"
    PERFT = "perft"
    PLAYOUT = "playout"
    UNKNOWN = "part"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check: what was checked, and, where it failed, what was expected and what came."""

    part: Part
    name: str
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Whether all was as expected."""
        return not self.problem

    def __str__(self) -> str:
        verdict = f"FAILED: {self.problem}" if self.problem else "passed"
        return f"{self.part.value} '{self.name}': {verdict}"


@dataclass(frozen=True, slots=True)
class Summary:
    """How many checks passed, and the ones that did not."""

    passed: int
    failures: tuple[CheckResult, ...]

    @property
    def failed(self) -> int:
        """How many failed."""
        return len(self.failures)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"


def summary(results: Iterable[CheckResult]) -> Summary:
    """Count results.

    >>> print(summary([CheckResult(Part.CASE, "a"), CheckResult(Part.CASE, "b", "legal")]))
    1 passed, 1 failed
    """
    passed, failures = 0, []
    for result in results:
        if result.passed:
            passed += 1
        else:
            failures.append(result)
    return Summary(passed, tuple(failures))
