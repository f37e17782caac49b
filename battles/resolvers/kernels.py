"""Compile small rule functions ahead of time, or leave them plain.

``@kernel`` makes a function a compiled rule, by its annotations, when it is first wanted. Compiling is on when the
environment says ``BIVOUAC_KERNELS=1`` before this module is first imported, and with ``auto`` where all rules are in
the cache; otherwise ``@kernel`` returns the plain
function and nothing of the compiler is imported. ``NUMBA_DISABLE_JIT=1`` switches compiling off, whatever else is set.

Rules are compiled by ``battles.resolvers.compiler``, and by plain numba where ``BIVOUAC_COMPILER=numba`` says so, where
the compiler was not tried with what is installed, and while the bounds of rows are checked.
"""

import logging
import os
import typing
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

from battles.resolvers import kernel_marks
from battles.resolvers.compiler import annotations
from battles.resolvers.compiler.annotations import U64, Points, Row
from battles.resolvers.compiler.fitting import why_not
from battles.resolvers.kernel_folders import BOUNDSCHECK, NAMED_COMPILER

__all__ = ["COMPILED", "U64", "Points", "Row", "build", "i64", "kernel", "lowest_bit", "make_ready", "u64"]

F = TypeVar("F", bound=Callable[..., Any])


def _is_on() -> bool:
    wanted = os.environ.get("BIVOUAC_KERNELS")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") == "1":
        return False
    return wanted in ("1", "on") or (wanted == "auto" and kernel_marks.is_ready())


COMPILED = _is_on()


def _takes_numba() -> bool:
    """Does numba compile the rules of this process? Where nobody has asked for it, the log says why."""
    if NAMED_COMPILER == "numba" or BOUNDSCHECK:
        return True
    reason = why_not()
    if reason:
        logging.getLogger(__name__).warning("The rules are compiled by numba, not by the compiler of ours: %s.", reason)
    return bool(reason)


BY_NUMBA = COMPILED and _takes_numba()

u64: Callable[[Any], Any] = np.uint64 if COMPILED else int
"""Turns a number into what 64-bit arithmetic needs: compiled numbers wrap by themselves, plain ones are masked."""
i64: Callable[[Any], Any] = np.int64 if COMPILED else int


def _numba() -> Any:
    """Rules by numba, imported only where they are."""
    return import_module("battles.resolvers.compiler.by_numba")


lowest_bit: Callable[[int], int] = _numba().lowest_bit if BY_NUMBA else annotations.lowest_bit
"""The number of the lowest bit that is set in a row of bits; not for 0."""


def kernel(function: F) -> F:
    """Compile ``function`` for the one signature of its annotations, or return it as it is when compiling is off."""
    if not COMPILED:
        return function
    if BY_NUMBA:
        return typing.cast(F, _numba().kernel(function))
    from battles.resolvers.compiler.kernel import Kernel
    from battles.resolvers.compiler.programs import code_of

    return typing.cast(F, Kernel(typing.cast(Any, function), code_of))


def make_ready(*rules: Callable[..., Any]) -> None:
    """Load rules now, which would else be done when they are first called."""
    if COMPILED and not BY_NUMBA:
        for rule in rules:
            typing.cast(Any, rule).ready()


def parts(first: str) -> list[str]:
    """List what is compiled part by part: programs, those of one rule system first; modules where numba compiles
    them."""
    from battles.resolvers.kernel_folders import kernel_modules

    if BY_NUMBA:
        return kernel_modules()
    from battles.resolvers.compiler.programs import all_programs

    return all_programs(first)


def build(part: str) -> None:
    """Compile a part, where the cache does not hold it."""
    if BY_NUMBA:
        import_module(part)
        _numba().make(part)
    elif COMPILED:
        from battles.resolvers.compiler.programs import keep

        keep(part)
