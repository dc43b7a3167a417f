"""Arrays laid aside come back as they were, wherever they lie."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vision.aside import Aside, Bytes

SHAPES = ((480, 640, 3), (7,), (1, 1), (0, 4))


def made(shape: tuple[int, ...]) -> Bytes:
    """Bytes that are not alike."""
    return np.random.default_rng(5).integers(0, 256, shape, dtype=np.uint8)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_read_is_what_was_laid_aside(shape: tuple[int, ...]) -> None:
    array = made(shape)
    laid = Aside.of(array)
    for _ in range(2):
        with laid.read() as again:
            assert np.array_equal(again, array)
            assert again.shape == shape


def test_a_part_of_an_array_is_laid_aside_as_it_looks() -> None:
    array = made((40, 60))[::2, ::3]
    with Aside.of(array).read() as again:
        assert np.array_equal(again, array)


def test_nothing_of_it_is_held_in_memory() -> None:
    assert Aside.of(made((480, 640))).held is None


def test_several_may_read_it_at_once() -> None:
    array = made((300, 200))
    laid = Aside.of(array)

    def same(_: int) -> bool:
        with laid.read() as again:
            return bool(np.array_equal(again, array))

    with ThreadPoolExecutor(4) as readers:
        assert all(readers.map(same, range(60)))


def test_where_no_file_can_be_written_it_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: str) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    array = made((30, 20))
    laid = Aside.of(array)
    assert laid.file is None
    with laid.read() as again:
        assert np.array_equal(again, array)
