"""Profiles: one file a table, holding its camera, its board and the pieces that were taught.

    ProfileProblem      the file can't be used; says why and what to do

A profile is a ZIP file with `profile.json` (format, version, plain facts, and the SHA-256 of the
other members), `arrays.npz` (colours, faces) and `empty.jpg` (the empty board as it was
photographed). It is written beside its place and moved there, so a reader never sees half a file.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.migrations import MIGRATIONS, Arrays, Json
from companion.language.notices import Notice, notice_from_json, notice_to_json
from vision.boardvalue import BoardFit
from vision.faces import FaceBank
from vision.gauge import Gauge
from vision.kit import Kit
from vision.lamps import Lamps
from vision.layout import Layout
from vision.likeness import Likeness
from vision.notches import Notches
from vision.photo import LONGEST_PX, PhotoProblem, decode_photo
from vision.pixels import PixelModel
from vision.read import Table, prepare
from vision.sites import FEATURES

FORMAT = "moontable profile"
VERSION = 4
_HEADER, _ARRAYS, _EMPTY = "profile.json", "arrays.npz", "empty.jpg"
_MOST_BYTES = 64 * 1024 * 1024


class ProfileProblem(ValueError):
    """A profile that can't be used, in words that say what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """All that is kept of one table.

    empty_jpeg: the photo of the empty board as a file's bytes. warnings: what seemed wrong with
    the teaching, in sentences. revision: how often it was corrected since it was built. taught:
    how many of the kit's first examples are from the teaching photos (0: all).
    """

    layout: Layout
    fit: BoardFit
    kit: Kit
    notches: Notches
    empty_jpeg: bytes
    warnings: tuple[Notice, ...] = ()
    revision: int = 0
    taught: int = 0

    def table(self) -> Table:
        """Return the table, ready for reading. ProfileProblem when the empty photo is damaged."""
        try:
            empty = decode_photo(self.empty_jpeg, longest_px=LONGEST_PX).pixels
        except PhotoProblem as problem:
            raise ProfileProblem(f"The profile's empty board can't be used. {problem}") from problem
        return prepare(empty, self.fit, self.layout, self.kit, self.notches)


def save_profile(profile: Profile, path: Path) -> None:
    """Write a profile; an older file of that name is replaced only when all is written.

    Raises OSError as the file system does.
    """
    members = {_ARRAYS: _pack_arrays(profile.kit), _EMPTY: profile.empty_jpeg}
    header = _header(profile)
    header["sha256"] = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    members = {_HEADER: json.dumps(header, indent=1).encode(), **members}
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as bundle:
                for member, data in members.items():
                    bundle.writestr(member, data)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    """Return the process's mask for new files."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def load_profile(path: Path) -> Profile:
    """Read a profile of this version or an older one. ProfileProblem with the reason."""
    again = "Make it again with `moontable profile build`."
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ProfileProblem(f"{path} is too large for a profile. Check the name.")
        with zipfile.ZipFile(path) as bundle:
            header = json.loads(bundle.read(_HEADER))
            if not isinstance(header, dict) or header.get("format") != FORMAT:
                raise ProfileProblem(f"{path} is not a moontable profile. Check the name.")
            _check_version(header, path)
            members = {name: bundle.read(name) for name in (_ARRAYS, _EMPTY)}
    except OSError as error:
        raise ProfileProblem(
            f"{path} can't be read ({error.strerror or error}). Check the name."
        ) from error
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        if isinstance(error, ProfileProblem):
            raise
        raise ProfileProblem(f"{path} is damaged or not a profile. {again}") from error
    for name, data in members.items():
        if hashlib.sha256(data).hexdigest() != header.get("sha256", {}).get(name):
            raise ProfileProblem(f"{path} is damaged: {name} has changed. {again}")
    try:
        return _unpacked(header, members)
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise ProfileProblem(f"{path} is incomplete ({error}). {again}") from error


def _check_version(header: Json, path: Path) -> None:
    """ProfileProblem for versions that can't be read."""
    version = header.get("version")
    if not isinstance(version, int) or version < 1:
        raise ProfileProblem(f"{path} does not say which version it is. Make it again.")
    if version > VERSION:
        raise ProfileProblem(
            f"{path} was made by a newer moontable (version {version}, here {VERSION}). "
            "Update moontable, or make the profile again."
        )


def _header(profile: Profile) -> Json:
    """Return the plain facts."""
    faces = profile.kit.faces
    return {
        "format": FORMAT,
        "version": VERSION,
        "layout": profile.layout.to_json(),
        "board": profile.fit.to_json(),
        "notches": {
            "brown": profile.notches.brown.tolist(),
            "blue": profile.notches.blue.tolist(),
        },
        "faces": {
            "names": list(faces.names),
            "colours": faces.colours.tolist(),
            "axes": faces.axes.tolist(),
            "shared": faces.shared,
            "warmth": faces.warmth,
            "typical": faces.typical,
        },
        "witness": [
            None if bank is None else {"labels": bank.labels, "groups": bank.groups}
            for bank in profile.kit.witness
        ],
        "lone_stones": profile.kit.lone_stones,
        "usual": profile.kit.pixels.usual,
        "gauge": {
            "mean": profile.kit.gauge.mean.tolist(),
            "spread": profile.kit.gauge.spread.tolist(),
        },
        "lamps": {
            "weights": profile.kit.lamps.weights.tolist(),
            "slant": profile.kit.lamps.slant.tolist(),
            "bend": profile.kit.lamps.bend,
            "spread": profile.kit.lamps.spread,
        },
        "warnings": [notice_to_json(warning) for warning in profile.warnings],
        "revision": profile.revision,
        "taught": profile.taught,
    }


def _pack_arrays(kit: Kit) -> bytes:
    """Return the kit's arrays as the bytes of an .npz file."""
    arrays: dict[str, Any] = {
        "surfaces": kit.pixels.surfaces.astype(np.float16),
        "board": kit.pixels.board.astype(np.float16),
        "crops": kit.faces.crops.astype(np.float16),
        "usual": kit.usual.astype(np.float32),
    }
    for k, bank in enumerate(kit.witness):
        if bank is not None:
            arrays[f"witness_{k}"] = bank.prototypes.astype(np.float32)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def _witness(header: Json, arrays: Mapping[str, Any], k: int) -> Likeness | None:
    """Return what the embedding knows of one colour's faces."""
    bank = header["witness"][k]
    if bank is None:
        return None
    groups = tuple(tuple(tuple(map(int, group)) for group in part) for part in bank["groups"])
    return Likeness(tuple(map(str, bank["labels"])), arrays[f"witness_{k}"], groups)


def _lamps(told: Json) -> Lamps:
    """Return the light from the header."""
    weights, slant = np.array(told["weights"], float), np.array(told["slant"], float)
    if weights.shape != (3,) or slant.shape != (2,):
        raise ValueError("its light has a wrong shape")
    return Lamps(weights, slant, float(told["bend"]), float(told["spread"]))


def _unpacked(header: Json, members: Mapping[str, bytes]) -> Profile:
    """Return the profile from its header and members."""
    with np.load(io.BytesIO(members[_ARRAYS]), allow_pickle=False) as file:
        arrays: Arrays = {name: file[name].astype(np.float32) for name in file.files}
    for version in range(header["version"], VERSION):
        header, arrays = MIGRATIONS[version](header, arrays)
    faces = header["faces"]
    bank = FaceBank(
        arrays["crops"],
        tuple(str(name) for name in faces["names"]),
        np.array(faces["colours"], dtype=np.int64),
        np.array(faces["axes"], dtype=np.float32),
        int(faces["shared"]),
        float(faces["warmth"]),
        float(faces["typical"]),
    )
    if arrays["usual"].shape != (2, len(FEATURES)):
        raise ValueError("it keeps other measures than this version takes")
    pixels = PixelModel(arrays["surfaces"], arrays["board"], float(header["usual"]))
    gauge = Gauge(
        *(np.array(header["gauge"][part], float).reshape(2, 2) for part in ("mean", "spread"))
    )
    kit = Kit(
        pixels,
        bank,
        _lamps(header["lamps"]),
        gauge,
        bool(header["lone_stones"]),
        arrays["usual"].astype(np.float64),
        (_witness(header, arrays, 0), _witness(header, arrays, 1)),
    )
    notches = Notches(
        *(
            np.array(header["notches"][colour], dtype=np.float64).reshape(-1, 2)
            for colour in ("brown", "blue")
        )
    )
    return Profile(
        Layout.from_json(header["layout"]),
        BoardFit.from_json(header["board"]),
        kit,
        notches,
        members[_EMPTY],
        tuple(map(notice_from_json, header["warnings"])),
        int(header.get("revision", 0)),
        int(header.get("taught", 0)),
    )
