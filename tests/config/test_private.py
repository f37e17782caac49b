"""Nobody else on the machine reads what an installation owns."""

import os
import sqlite3
import stat
from pathlib import Path

from base.private import close_database, close_to_others
from campaign.management.commands.backup import copy_database, default_target


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_what_exists_is_repaired_and_strange_files_are_left_alone(tmp_path):
    state = tmp_path / "var"
    (state / "backups").mkdir(parents=True, mode=0o755)
    (state / "static" / "css").mkdir(parents=True, mode=0o755)
    ours = ["bivouac.sqlite3", "bivouac.sqlite3-wal", "bivouac.sqlite3-shm", "secret_key", "logins.txt",
            "backups/bivouac-1.sqlite3", "static/css/site.css", "launcher.lock"]  # fmt: skip
    for name in (*ours, "holiday.jpg"):
        (state / name).write_text("x")
        (state / name).chmod(0o644)
    (state / "backups" / "link").symlink_to(tmp_path)
    close_to_others(state)
    assert {name: mode(state / name) for name in ours} == dict.fromkeys(ours, 0o600)
    assert {mode(state / name) for name in ("", "backups", "static", "static/css")} == {0o700}
    assert (mode(state / "holiday.jpg"), mode(tmp_path) & 0o700) == (0o644, 0o700)


def test_a_folder_that_all_share_stays_as_it_is(tmp_path):
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "secret_key").write_text("x")
    (shared / "secret_key").chmod(0o644)
    close_to_others(shared)
    assert (mode(shared), mode(shared / "secret_key")) == (0o1777, 0o600)


def test_a_database_elsewhere_is_closed_with_its_files(tmp_path):
    path = tmp_path / "war.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE t (x)")
    files = [path, tmp_path / "war.db-wal", tmp_path / "war.db-shm"]
    for file in files:
        file.chmod(0o644)
    close_database(path)
    assert [mode(file) for file in files] == [0o600] * 3
    connection.close()


def test_a_process_of_the_site_writes_for_itself_alone(tmp_path):
    (tmp_path / "new").write_text("x")
    assert mode(tmp_path / "new") == 0o600
    before = os.umask(0o077)
    os.umask(before)
    assert before == 0o077


def test_a_backup_is_for_its_owner_alone(tmp_path):
    source = tmp_path / "bivouac.sqlite3"
    sqlite3.connect(source).execute("CREATE TABLE t (x)")
    before = os.umask(0o022)
    try:
        kept = default_target(source)
        for target in (kept, tmp_path / "copy.sqlite3"):
            copy_database(source, target)
    finally:
        os.umask(before)
    assert [mode(path) for path in (tmp_path / "copy.sqlite3", kept.parent, kept)] == [0o600, 0o700, 0o600]
