"""Nobody else on the machine reads what an installation owns: folders 700, files 600.

Standard library only: the launcher repairs what exists before anything else is loaded.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

OURS = (
    "bivouac.sqlite3*", "secret_key", "logins.txt", "launcher.*", "*.log", "backups", "broker", "static",
)  # fmt: skip
"""What we write into a state folder. Whatever else lies there is another's: the folder may have been chosen badly."""


def close_to_others(state: Path) -> None:
    """Repair the modes of a state folder and of what we keep in it; a folder that all share (sticky) stays as it is."""
    if state.is_dir() and not state.stat().st_mode & stat.S_ISVTX:
        _close(state)
    for pattern in OURS:
        for path in state.glob(pattern):
            for found in (path, *_inside(path)):
                _close(found)


def close_database(path: Path) -> None:
    """Repair the modes of a SQLite database and of the files beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        _close(path.with_name(path.name + suffix))


def _inside(path: Path) -> Iterator[Path]:
    if path.is_dir() and not path.is_symlink():
        yield from path.rglob("*")


def _close(path: Path) -> None:
    """700 for a folder and 600 for a file, where it is ours; links and sockets stay."""
    with contextlib.suppress(OSError):
        mode = path.lstat().st_mode
        wanted = 0o700 if stat.S_ISDIR(mode) else 0o600
        if (stat.S_ISDIR(mode) or stat.S_ISREG(mode)) and stat.S_IMODE(mode) != wanted:
            os.chmod(path, wanted)
