"""Marks in the cache of compiled rules: whether those of this very source are all there, or how many are."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from battles.resolvers import kernel_folders


@cache
def sources_digest() -> str:
    """Return a hash of every module of the resolvers and of what compiles them."""
    text = hashlib.sha256(repr((sys.version, _version("llvmlite"), _version("numpy"))).encode())
    text.update(repr(kernel_folders.BOUNDSCHECK).encode() + kernel_folders.NAMED_COMPILER.encode())
    for path in sorted(kernel_folders.PACKAGE.rglob("*.py")):
        text.update(str(path.relative_to(kernel_folders.PACKAGE)).encode() + path.read_bytes())
    return text.hexdigest()[:24]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def mark() -> Path:
    """Return the file that says so when all rules of this source are compiled."""
    return kernel_folders.cache_root() / f"ready-{sources_digest()}"


def progress_file() -> Path:
    """Return the file that says how far the compilation of this source has come."""
    return kernel_folders.cache_root() / f"progress-{sources_digest()}"


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
