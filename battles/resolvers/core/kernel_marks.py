"""Marks in the cache of compiled rules: whether those of this very source are all there, or how many are."""

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from compiler import folders


@cache
def sources_digest() -> str:
    """Return a hash of every module of the resolvers and of what compiles them."""
    text = hashlib.sha256(repr(folders.versions()).encode())
    for package in (Path(__file__).parents[1], Path(folders.__file__).parent):
        for path in sorted(package.rglob("*.py")):
            text.update(str(path.relative_to(folders.ROOT)).encode() + path.read_bytes())
    return text.hexdigest()[:24]


def mark() -> Path:
    """Return the file that says so when all rules of this source are compiled."""
    return folders.cache_root() / f"ready-{sources_digest()}"


def progress_file() -> Path:
    """Return the file that says how far the compilation of this source has come."""
    return folders.cache_root() / f"progress-{sources_digest()}"


def is_ready() -> bool:
    """Has this very source been compiled into the cache?"""
    return mark().is_file()


@dataclass(frozen=True)
class Progress:
    """The progress of the compilation: parts made, of how many."""

    done: int
    of: int

    @property
    def sentence(self) -> str:
        """The sentence that the referee reads."""
        return (f"Rules compiled: {self.done} of {self.of}. Battles are fought meanwhile, "
                "only more slowly.")  # fmt: skip


def note_progress(done: int, of: int) -> None:
    """Write how far the compilation has come, the whole file at once, so that nobody reads half of it."""
    draft = progress_file().with_suffix(".draft")
    draft.write_text(json.dumps({"done": done, "of": of}))
    os.replace(draft, progress_file())


def progress() -> Progress | None:
    """Return the progress of the compilation; None where nobody has begun it, or it is over."""
    try:
        marks = json.loads(progress_file().read_text())
        return None if is_ready() else Progress(int(marks["done"]), int(marks["of"]))
    except (OSError, ValueError, KeyError):
        return None
