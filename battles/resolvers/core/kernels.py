"""Compile small rule functions ahead of time, or leave them plain.

``@kernel`` makes a function a compiled rule, by its annotations, when it is first wanted. Compiling is on when the
environment has ``BIVOUAC_KERNELS=1`` before this module is first imported, and with ``auto`` where all rules are in
the cache. Otherwise, and where the compiler was not tried with what is installed, ``@kernel`` returns the plain
function and nothing of the compiler is imported.
"""

import logging
import os
import typing
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from battles.resolvers.core import kernel_marks
from compiler.annotations import U64, Points, Row, lowest_bit
from compiler.fitting import why_not

__all__ = ["COMPILED", "U64", "Points", "Row", "build", "i64", "kernel", "lowest_bit", "make_ready", "u64"]

F = TypeVar("F", bound=Callable[..., Any])
RULES = __package__.rpartition(".")[0]
"""The package that holds the rules."""


def _is_on() -> bool:
    wanted = os.environ.get("BIVOUAC_KERNELS")
    if wanted not in ("1", "on") and not (wanted == "auto" and kernel_marks.is_ready()):
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
