"""Compile small rule functions ahead of time, or leave them plain.

``@kernel`` makes a function a compiled rule, by its annotations, when it is first wanted. Compiling is on when the
environment has ``BIVOUAC_KERNELS=1`` before this module is first imported, and with ``auto`` where all rules are in
the cache. Otherwise, and where the compiler was not tried with what is installed, ``@kernel`` returns the plain
function and nothing of the compiler is imported.
"""

import hashlib
import json
import logging
import os
import typing
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Concatenate, Protocol, TypeVar

import numpy as np

from compiler import folders
from compiler.annotations import U64, Points, Row, lowest_bit
from compiler.fitting import why_not
from compiler.named import Named, by_words


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


__all__ = ["COMPILED", "U64", "Named", "Points", "Row", "build", "by_name", "i64", "kernel", "lowest_bit", "make_ready",
           "u64"]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", contravariant=True)
C = TypeVar("C", contravariant=True, bound=Named)
RULES = __package__.rpartition(".")[0]
"""The package that holds the rules."""


def _is_on() -> bool:
    wanted = os.environ.get("BIVOUAC_KERNELS")
    if wanted not in ("1", "on") and not (wanted == "auto" and is_ready()):
        return False
    reason = why_not()
    if reason:
        logging.getLogger(__name__).warning("The rules are not compiled, battles take longer: %s.", reason)
    return not reason


COMPILED = _is_on()

u64 = typing.cast(Callable[[int], int], np.uint64 if COMPILED else int)
"""Turns a number into what 64-bit arithmetic needs: compiled numbers wrap by themselves, plain ones are masked."""
i64 = typing.cast(Callable[[float], int], np.int64 if COMPILED else int)


def kernel(function: F) -> F:
    """Compile ``function`` for the one signature of its annotations, or return it as it is when compiling is off."""
    if not COMPILED:
        return function
    from compiler.kernel import Kernel
    from compiler.programs import code_of

    return typing.cast(F, Kernel(typing.cast(Any, function), code_of))


class NamedRule(Protocol[R, C]):
    """A rule that is given a record, a constant, and numbers by the constant's words for them."""

    def __call__(self, record: R, constant: C, /, *given: int, **named: int) -> None:
        """Carry it out."""


def by_name(rule: Callable[Concatenate[R, C, ...], None]) -> NamedRule[R, C]:
    """Let a rule be given its numbers by the words of its second argument. A compiled one always can."""
    return rule if COMPILED else by_words(rule)


def make_ready(*rules: Callable[..., Any]) -> None:
    """Load rules now, which would else be done when they are first called."""
    if COMPILED:
        for rule in rules:
            typing.cast(Any, rule).ready()


def parts(first: str) -> list[str]:
    """List the programs, which are compiled one by one: those of one rule system, and what all share, come first."""
    from compiler.programs import all_programs

    shared = (__package__, f"{RULES}.aftermath")
    return all_programs(RULES, lambda name: name in shared or name.startswith(f"{RULES}.{first}."))


def build(part: str) -> None:
    """Compile a part, where the cache does not hold it."""
    if COMPILED:
        from compiler.programs import keep

        keep(part)
