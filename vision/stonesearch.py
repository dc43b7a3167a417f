"""The board of a late game, found by its stones: rows of them are the lattice, lines make it exact.

Where stones cover most of a board, its lines are short pieces among hundreds of round edges and
propose nothing. But the stones stand on the lattice themselves (`vision.stonegrid`). So they say
where it lies, the pieces of line between them where exactly, and both where it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.boardfit import fit_lines, likeliest_window
from vision.boardvalue import BoardFit, Floats, Pixels, Task, picture_size
from vision.discs import find_discs
from vision.posefit import view_from_homography
from vision.standing import Stones, lowered
from vision.stonegrid import StoneGrid, lattices_of
from vision.upright import turned

_LEANT = 1.4  # times that a picture is stretched upwards, to see a tilted board's stones round
_MOST_MISFIT = 0.2  # how far the stones' homography may be from any camera, in pitches
_WIDE = 6  # lines around the stones that are looked at
_LEAST_LEAD = 0.5  # of the likeliest window, for a fit to be tried
_REACHES = (0.2, 0.12, 0.1, 0.1)  # how far lines are looked for, in pitches: stones say it well


def fits_on_stones(task: Task, even: Pixels, toward: Floats) -> Iterator[BoardFit]:
    """Yield the boards that the stones of a picture may stand on, its contrast being `even`."""
    if task.columns != task.rows:
        return
    for grid in _lattices(even):
        stones = Stones.of(grid, picture_size(even))
        sought = replace(task, stones=stones)
        fit = _fitted(sought, grid, toward)
        if fit is None and task.lens.may_be_cropped:
            fit = _fitted(replace(sought, lens=task.lens.cropped()), grid, toward)
        if fit is not None:
            yield fit


def _lattices(even: Pixels) -> Iterator[StoneGrid]:
    """Yield the lattices of the discs in a picture, as it is and stretched upwards."""
    yield from lattices_of(find_discs(even))
    taller = cv2.resize(even, None, fx=1, fy=_LEANT, interpolation=cv2.INTER_LINEAR)
    for leant in lattices_of(find_discs(np.asarray(taller, np.uint8))):
        yield leant.squeezed(taller.shape[0] / even.shape[0])


def _fitted(task: Task, grid: StoneGrid, toward: Floats) -> BoardFit | None:
    """Return the board fitted from the lattice of its stones, or None when no camera sees it so."""
    middle = np.median(grid.places, axis=0)
    first = np.rint(middle - (np.array([task.columns, task.rows]) - 1) / 2)
    shift = np.array([[1.0, 0, first[0]], [0, 1, first[1]], [0, 0, 1]])
    upright = turned(grid.to_px @ shift, task.columns, task.rows, toward)
    try:
        view, misfit = view_from_homography(
            upright,
            task.lens,
            task.columns,
            task.rows,
            pitch_mm=task.pitch_mm,
            ratio_spread=task.ratio_spread,
        )
    except (ValueError, cv2.error):
        return None
    if misfit > _MOST_MISFIT:
        return None
    view = replace(view, camera=lowered(view.camera, view.pitch_mm))
    view, light, lead = likeliest_window(task, view, wide=_WIDE)
    if lead < _LEAST_LEAD:
        return None
    return fit_lines(task, view, light=light, reaches=_REACHES)
