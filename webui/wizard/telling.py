"""What is told of the set-up in hand, in the viewer's language."""

from __future__ import annotations

from typing import Any

import numpy as np

from calibration.lens import CAMERA_MODELS
from calibration.shot import Shot
from calibration.wizard.layouts import FEWEST_COLUMNS, lesson_points
from calibration.wizard.session import LESSONS, Session
from companion.language.notices import worded
from vision.camera import Camera
from vision.eyes import TableEyes
from vision.marks import grid_px, marks_of
from vision.sources.api import LockReport
from vision.sources.browser import BrowserSource
from vision.view import is_of


def told_session(
    session: Session, eyes: TableEyes, *, locked: LockReport | None, language: str
) -> dict[str, Any]:
    """Return what is done, and what came of it; ``locked`` is what the camera was locked to."""
    facts, layout = session.facts, session.facts.layout()
    state = eyes.state()
    return {
        "due": session.due.value,
        "camera": {
            "watch": state.watch.value,
            "name": worded(state.name, language),
            "reason": worded(state.reason, language),
            "virtual": eyes.desk is not None,
            "phone": isinstance(eyes.source, BrowserSource),
            "locked": None if locked is None else worded(locked.said, language),
            "set_up": eyes.profile is not None,
        },
        "facts": {
            "columns": facts.columns,
            "notches": facts.notches,
            "pitch_mm": facts.pitch_mm,
            "piece_mm": facts.piece_mm,
            "south": facts.south.value,
            "model": facts.model,
        },
        "models": [
            {"id": key, "name": model.name, "field_deg": round(model.field_deg)}
            for key, model in CAMERA_MODELS.items()
        ],
        "corner_sites": list(layout.corner_sites),
        "empty": None if session.empty is None else _size(session.empty),
        "board": _board(session),
        "lessons": [
            {
                "number": number,
                "points": lesson_points(layout, number) if layout.columns >= FEWEST_COLUMNS else {},
                "taken": number in session.lessons,
            }
            for number in LESSONS
        ],
        "learned": _learned(session, language),
        "trial": _trial(session, language),
        "saved": session.saved,
        "troubles": {step.value: worded(why, language) for step, why in session.troubles.items()},
        "hints": list(session.complaints()),
    }


def _board(session: Session) -> dict[str, Any] | None:
    fit, layout = session.fit, session.facts.layout()
    if fit is None:
        return None
    camera: Camera = fit.camera
    corners = camera.project(np.column_stack([layout.corners_mm, np.zeros(4)]))
    return {
        "residual_mm": round(fit.residual_mm, 2),
        "seen": round(fit.seen, 2),
        "high_mm": round(float(camera.position_mm[2])),
        "tilt_deg": round(camera.tilt_deg, 1),
        "corners": {
            site: [round(float(x), 1), round(float(y), 1)]
            for site, (x, y) in zip(layout.corner_sites, corners, strict=True)
        },
        "grid": grid_px(camera, layout),
    }


def _learned(session: Session, language: str) -> dict[str, Any] | None:
    if session.learnt is None:
        return None
    faces = [
        {
            "colour": face.colour,
            "face": face.face,
            "lead": face.lead,
            "nearest": face.nearest,
            "verdict": face.verdict,
            "picture": face.picture,
        }
        for face in session.faces
    ]
    warnings = [worded(warning, language) for warning in session.learnt.profile.warnings]
    return {"faces": faces, "warnings": warnings, "astray": list(session.astray)}


def _trial(session: Session, language: str) -> dict[str, Any] | None:
    if session.trial is None or session.reading is None or session.table is None:
        return None
    table = session.table
    fits = is_of(session.trial.size_px, table.view.camera)
    marks = marks_of(table.view, session.reading, table.notches) if fits else {}
    if "reason" in marks:
        marks["reason"] = worded(marks["reason"], language)
    return {**_size(session.trial), **marks}


def _size(shot: Shot) -> dict[str, Any]:
    return {"size_px": list(shot.size_px), "mark": f"{hash(shot.jpeg) & 0xFFFFFFFF:x}"}
