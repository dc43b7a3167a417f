"""The error tree: one line of text, standard second parents, safe to copy."""

import copy
import pickle
from pathlib import Path

import pytest

from companion import errors
from companion.errors import ANTICIPATED, MoontableError
from companion.games.errors import BadNotation

PATH = Path("games.db")
MADE: dict[str, MoontableError] = {
    "usage": errors.UsageError("What.", "Do this."),
    "exchange file": errors.BadExchangeFile("What.", "Do this."),
    "config": errors.ConfigProblem("What.", "Do this."),
    "file": errors.FileProblem("What.", "Do this.", PATH),
    "disk full": errors.DiskFull("What.", "Do this.", PATH),
    "record": errors.RecordProblem("What.", "Do this."),
    "unknown record": errors.UnknownRecord("What.", "Do this."),
    "locked": errors.RecordLocked("What.", "Do this."),
    "read-only": errors.RecordReadOnly("What.", "Do this."),
    "damaged": errors.RecordDamaged("What.", "Do this."),
    "too new": errors.RecordTooNew("What.", "Do this."),
}
each_error = pytest.mark.parametrize("error", MADE.values(), ids=MADE)


def test_the_cases_cover_every_class_of_the_tree() -> None:
    tree = {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, MoontableError)
    }
    assert tree - {MoontableError} == {type(error) for error in MADE.values()}
    assert {cls.__name__ for cls in tree} < set(errors.__all__)


@each_error
def test_text_is_the_message_then_the_advice(error: MoontableError) -> None:
    assert str(error) == "What. Do this."


def test_text_stays_on_one_line() -> None:
    assert str(errors.UsageError("Two\nlines.", "And\r\n more.")) == "Two lines. And more."


def test_text_has_no_trailing_space_without_advice() -> None:
    assert str(errors.UsageError("What.", "")) == "What."


@each_error
def test_copies_and_pickles_keep_what_they_say(error: MoontableError) -> None:
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


@pytest.mark.parametrize(
    ("name", "second_parent"),
    [
        ("config", ValueError),
        ("file", OSError),
        ("disk full", OSError),
        ("unknown record", LookupError),
        ("damaged", ValueError),
    ],
)
def test_is_also_of_the_standard_kind(name: str, second_parent: type[Exception]) -> None:
    assert isinstance(MADE[name], second_parent)


def test_file_problem_names_its_file_as_the_system_does() -> None:
    error = errors.FileProblem("What.", "Do this.", PATH)
    assert (error.path, error.filename) == (PATH, PATH)
    assert (error.errno, error.strerror) == (None, "What.")


@each_error
def test_every_error_is_anticipated(error: MoontableError) -> None:
    assert isinstance(error, ANTICIPATED)


def test_the_errors_of_games_are_anticipated_too() -> None:
    assert isinstance(BadNotation("What.", "Do this."), ANTICIPATED)


def test_a_fault_of_the_program_is_not_anticipated() -> None:
    assert not isinstance(ValueError("What."), ANTICIPATED)
