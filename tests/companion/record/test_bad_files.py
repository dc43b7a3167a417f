"""Records that are locked, read-only, cut off, foreign, too new or too old."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.errors import (
    FileProblem,
    MoontableError,
    RecordDamaged,
    RecordLocked,
    RecordReadOnly,
    RecordTooNew,
)
from companion.record import (
    Comment,
    Durability,
    RecordLog,
    Started,
    salvage,
    salvage_into,
    set_aside,
)
from companion.record.schema import APPLICATION_ID, SCHEMA_VERSION, VERSION_1

NOBODY = 65534


def filled(path: Path, *, games: int = 3, events: int = 40) -> bytes:
    """A record with something in it; returns its bytes."""
    with RecordLog.open(path, durability=Durability.KILL) as log:
        for _ in range(games):
            recorder = log.begin(Started("moons-and-stars", 1))
            for number in range(events):
                recorder.append(Comment(f"{number} " + "x" * 200))
    return path.read_bytes()


def test_a_record_that_another_writes_is_locked_after_a_while(path: Path) -> None:
    filled(path)
    with RecordLog.open(path, wait_s=0.1) as log, closing(sqlite3.connect(path)) as other:
        recorder = log.recorder(1)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(RecordLocked, match="Another program is writing"):
            recorder.append(Comment("x"))
        with pytest.raises(RecordLocked):
            log.begin(Started("moons-and-stars", 1))
        with pytest.raises(RecordLocked):
            RecordLog.open(path, wait_s=0.1)
        with RecordLog.open(path, write=False, wait_s=0.1) as reader:
            assert len(reader.games()) == 3
        other.execute("ROLLBACK")
        assert recorder.append(Comment("x")).sequence == 42


def test_a_record_that_another_has_for_itself_is_locked(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for write in (True, False):
            with pytest.raises(RecordLocked):
                RecordLog.open(path, write=write, wait_s=0.1)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, whom permission bits don't stop."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture(name="shared")
def _shared() -> Iterator[Path]:
    """A folder that others may look into, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="moontable-test-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_record_is_listed_and_not_written(shared: Path) -> None:
    path = shared / "games.db"
    before = filled(path)
    path.chmod(0o444)
    shared.chmod(0o555)
    with as_nobody():
        with pytest.raises(RecordReadOnly, match="can't be written here"):
            RecordLog.open(path)
        with RecordLog.open(path, write=False) as log:
            assert [entry.events for entry in log.games()] == [41, 41, 41]
            with pytest.raises(RecordReadOnly):
                log.begin(Started("moons-and-stars", 1))
        with pytest.raises(RecordReadOnly):
            RecordLog.open(shared / "new.db")
    assert path.read_bytes() == before


def test_a_read_only_record_shows_even_what_is_still_in_its_log(shared: Path) -> None:
    work, path = shared / "work.db", shared / "games.db"
    with RecordLog.open(work) as log:
        log.begin(Started("moons-and-stars", 1)).append(Comment("just now"))
        shutil.copyfile(work, path)
        shutil.copyfile(f"{work}-wal", f"{path}-wal")
    shared.chmod(0o555)
    with as_nobody(), RecordLog.open(path, write=False) as log:
        assert [entry.events for entry in log.games()] == [2]


@pytest.mark.parametrize("sixteenth", range(16))
def test_a_record_that_was_cut_off_is_left_alone_and_told(sixteenth: int, path: Path) -> None:
    whole = filled(path)
    cut = whole[: len(whole) * sixteenth // 16 + sixteenth % 3]
    path.write_bytes(cut)
    for write in (True, False):
        with pytest.raises(RecordDamaged, match="damaged"):
            RecordLog.open(path, write=write)
    assert path.read_bytes() == cut
    saved = salvage(path)
    for game in saved:
        assert [event.sequence for event in game.events] == list(range(1, len(game.events) + 1))
    if sixteenth > 8:
        assert saved
    assert path.read_bytes() == cut


def test_what_can_be_read_goes_into_a_new_record_on_request(path: Path) -> None:
    whole = filled(path)
    path.write_bytes(whole[: len(whole) // 4096 * 3 // 4 * 4096])
    aside = set_aside(path)
    assert not path.exists()
    with RecordLog.open(path) as log:
        recorders = salvage_into(log, aside)
        assert recorders
        assert "game 1 of games.db.set-aside-" in log.entry(1).source
        assert log.recorder(1).append(Comment("on it goes")).sequence > 1


@pytest.mark.parametrize(
    "content", [b"", b"x", b"This is a letter.\n" * 50, b"\0" * 8192, b"SQLite format 3\0"]
)
def test_a_file_that_is_no_database_is_left_alone(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(RecordDamaged):
        RecordLog.open(path)
    assert salvage(path) == ()
    assert path.read_bytes() == content


def test_a_record_with_a_page_written_over_is_told(path: Path) -> None:
    whole = bytearray(filled(path))
    whole[-6000:-2000] = os.urandom(4000)
    path.write_bytes(whole)
    with pytest.raises(RecordDamaged):
        RecordLog.open(path)
    assert salvage(path)


def test_a_database_of_something_else_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE events (x)")
    before = path.read_bytes()
    for write in (True, False):
        with pytest.raises(RecordDamaged, match="no record of games"):
            RecordLog.open(path, write=write)
    assert path.read_bytes() == before


def test_a_record_without_its_tables_is_damaged(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("CREATE TABLE games (id)")
    with pytest.raises(RecordDamaged):
        RecordLog.open(path)


def test_a_record_of_a_newer_moontable_is_left_alone(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    for write in (True, False):
        with pytest.raises(RecordTooNew, match="newer moontable"):
            RecordLog.open(path, write=write)
    assert path.read_bytes() == before


def old(path: Path) -> None:
    """A record as the first schema had it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for statement in VERSION_1:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
        connection.execute("INSERT INTO games VALUES (1, 'moons-and-stars', 1, 't', '{}', '{}')")
        begins = '{"game":"moons-and-stars","rules_version":1}'
        connection.execute(f"INSERT INTO events VALUES (1, 1, 't', 0, 'started', '{begins}')")


def test_an_older_record_is_brought_up_to_date_with_its_games(path: Path) -> None:
    old(path)
    with RecordLog.open(path) as log:
        assert log.entry(1).source == ""
        log.recorder(1).append(Comment("on it goes"))
        log.copy_in(log.events(1), source="a copy")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


def test_an_older_record_is_read_without_writing_to_it(path: Path) -> None:
    old(path)
    before = path.read_bytes()
    with RecordLog.open(path, write=False) as log:
        assert [entry.events for entry in log.games()] == [1]
    assert path.read_bytes() == before


def test_a_migration_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old(path)
    steps = {2: ("ALTER TABLE games ADD COLUMN source TEXT", "CREATE TABLE games (x)")}
    monkeypatch.setattr("companion.record.schema.MIGRATIONS", steps)
    with pytest.raises(MoontableError):
        RecordLog.open(path)
    monkeypatch.undo()
    with RecordLog.open(path) as log:
        assert len(log.games()) == 1


def test_a_path_that_cannot_be_a_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileProblem):
        RecordLog.open(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(FileProblem):
        RecordLog.open(tmp_path / "file" / "games.db")
    with pytest.raises(FileProblem):
        RecordLog.open(tmp_path / "none.db", write=False)
    with pytest.raises(FileProblem):
        RecordLog.open(tmp_path / ("x" * 300))
    with pytest.raises(FileProblem):
        salvage(tmp_path / "none.db")
