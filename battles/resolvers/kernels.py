"""Compile small rule functions ahead of time, or leave them plain.

``@kernel`` builds exactly one compiled version of a function from its annotations, when it is first wanted
(``late_kernels``). Compiling is on when the environment says ``BIVOUAC_KERNELS=1`` before this module is first
imported; otherwise ``@kernel`` returns the plain function and numba is never imported. ``NUMBA_DISABLE_JIT=1`` switches
compiling off whatever else is said.

Compiled code is cached on disk, in a folder for each kernel module (``kernel_folders``).
"""

import functools
import importlib
import os
import typing
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from battles.resolvers.kernel_cache import LOCATOR
from battles.resolvers.kernel_folders import OPTIONS, folder_of

F = TypeVar("F", bound=Callable[..., Any])
Row = npt.NDArray[np.float64]
"""One row of numbers; as an annotation of a kernel it means a one-dimensional array."""


class Points(npt.NDArray[np.float64] if typing.TYPE_CHECKING else object):  # type: ignore[misc]
    """Annotation only: a table of points, one (x, y) a row."""


class U64(int):
    """Annotation only: an unsigned 64-bit number."""


COMPILED = os.environ.get("BIVOUAC_KERNELS") in ("1", "on") and os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"

u64: Callable[[Any], Any] = np.uint64 if COMPILED else int
"""Turns a number into what 64-bit arithmetic needs: compiled numbers wrap by themselves, plain ones are masked."""
i64: Callable[[Any], Any] = np.int64 if COMPILED else int


def _lowest_bit(bits: int) -> int:
    """The number of the lowest bit that is set; not for 0."""
    return (bits & -bits).bit_length() - 1


lowest_bit: Callable[[int], int] = (
    importlib.import_module("numba.cpython.unsafe.numbers").trailing_zeros if COMPILED else _lowest_bit)
"""The number of the lowest bit that is set in a row of bits; not for 0."""


def kernel(function: F) -> F:
    """Compile ``function`` for the one signature of its annotations, or return it as it is when compiling is off."""
    return _compile(function) if COMPILED else function


def _numba() -> Any:
    """The compiler, imported only where something is compiled."""
    return importlib.import_module("numba")


def _compile(function: F) -> F:
    _numba().config.CACHE_LOCATOR_CLASSES = LOCATOR
    folder_of(function.__module__)
    return typing.cast(F, _late().late_kernel(function, _signature(function), OPTIONS))


def build(module: str) -> None:
    """Make or load every kernel of an imported module now; without that each waits until it is wanted."""
    if COMPILED:
        _late().build(module)


def _late() -> Any:
    """What needs the compiler at its import."""
    from battles.resolvers import late_kernels

    return late_kernels


def _signature(function: Callable[..., Any]) -> Any:
    hints = typing.get_type_hints(function)
    result = _numba_type(hints.pop("return"))
    return result(*(_numba_type(hint) for hint in hints.values()))


@functools.cache
def _numba_type(hint: Any) -> Any:
    """The compiled type of one annotation; a class with a ``RECORD`` dtype is passed by reference."""
    numba = _numba()
    simple = {int: numba.int64, float: numba.float64, bool: numba.boolean, type(None): numba.void, U64: numba.uint64,
              Row: numba.float64[::1], Points: numba.float64[:, ::1]}
    if hint in simple:
        return simple[hint]
    if typing.get_origin(hint) is tuple:
        return numba.types.Tuple([_numba_type(part) for part in typing.get_args(hint)])
    return numba.from_dtype(hint.RECORD)
