"""Steps that make a profile of an older version one of the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.language.notices import notice, notice_to_json, together

Json = dict[str, Any]
Arrays = dict[str, NDArray[np.float32]]
Step = Callable[[Json, Arrays], tuple[Json, Arrays]]

_SHADOW = 22
"""Where version 1 kept the measures of shadows: one, another measure, three more."""


def _without_lamps(header: Json, arrays: Arrays) -> tuple[Json, Arrays]:
    """Version 1 did not know where the light comes from, so its shadows say nothing."""
    usual = arrays["usual"]
    nothing = np.zeros((len(usual), 2), np.float32)
    any_surface = usual[:, _SHADOW + 1 : _SHADOW + 2]
    rest = usual[:, _SHADOW + 5 :]
    none = np.zeros((len(usual), 3), np.float32)
    arrays = {name: value for name, value in arrays.items() if name != "shadow"}
    arrays["usual"] = np.hstack([usual[:, :_SHADOW], nothing, any_surface, none, rest])
    unknown = {"weights": [1.0, 0.0, 0.0], "slant": [0.0, 0.0], "bend": 0.0, "spread": 0.1}
    again = together(notice("teaching.no-light"), notice("teaching.teach-light"))
    warnings = [*header["warnings"], notice_to_json(again)]
    return {**header, "lamps": unknown, "warnings": warnings}, arrays


def _without_witness(header: Json, arrays: Arrays) -> tuple[Json, Arrays]:
    """Versions 2 and 3 kept vectors of other networks; they can't be compared with this one's."""
    arrays = {name: value for name, value in arrays.items() if not name.startswith("witness")}
    again = notice_to_json(together(notice("teaching.old-faces"), notice("teaching.teach-faces")))
    warnings = [*(said for said in header["warnings"] if said != again), again]
    return {**header, "witness": [None, None], "warnings": warnings}, arrays


MIGRATIONS: Mapping[int, Step] = {1: _without_lamps, 2: _without_witness, 3: _without_witness}
"""For each old version the step that turns its header and arrays into the next version's."""
