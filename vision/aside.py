"""Arrays laid aside: in a file without a name, not in memory, as they are seldom asked for.

    laid = Aside.of(array)
    with laid.read() as array: ...          # in memory until the block ends

Where no such file can be written the array stays in memory. The file ends with the program,
however that ends.
"""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """An array of bytes of some shape; any thread may read it.

    file: what holds it, None where it is `held` in memory.
    """

    shape: tuple[int, ...]
    file: mmap.mmap | None
    held: Bytes | None

    @classmethod
    def of(cls, array: Bytes) -> Aside:
        """Lay an array aside."""
        if not array.size:
            return cls(array.shape, None, array)
        try:
            with tempfile.TemporaryFile(prefix="moontable-") as file:
                file.write(np.ascontiguousarray(array).data)
                file.flush()
                return cls(array.shape, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), None)
        except OSError:
            return cls(array.shape, None, array)

    @contextmanager
    def read(self) -> Iterator[Bytes]:
        """Yield the array, which can't be written to; what of it was brought to memory goes."""
        if self.file is None:
            assert self.held is not None, "one of both has it"
            yield self.held
            return
        try:
            yield np.frombuffer(self.file, np.uint8).reshape(self.shape)
        finally:
            self.file.madvise(mmap.MADV_DONTNEED)
