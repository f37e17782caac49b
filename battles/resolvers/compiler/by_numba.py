"""Rules compiled by numba as it is: slower to compile and to load, but for any version and processor it knows.

Compiled code is kept in the folder of the rule's module (``kernel_folders``), whose name says what it was made from.
"""

from __future__ import annotations

import functools
import sys
import tempfile
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.dispatcher import Dispatcher
from numba.cpython.unsafe.numbers import trailing_zeros

from battles.resolvers.compiler.annotations import U64, Points, Row
from battles.resolvers.kernel_folders import BOUNDSCHECK, folder_of

lowest_bit: Any = trailing_zeros


class DigestLocator:
    """A cache locator of numba (its ``CACHE_LOCATOR_CLASSES``): by what the sources say, not by where they lie."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module, self._line = function.__module__, function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> DigestLocator:
        """Return the locator of one function; the file it stands in does not matter."""
        return cls(py_func)

    def ensure_cache_path(self) -> None:
        """Make the folder; OSError when it cannot be written."""
        path = Path(self.get_cache_path())
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass

    def get_cache_path(self) -> str:
        """Return the folder of the module's digest."""
        return folder_of(self._module)

    def get_source_stamp(self) -> str:
        """Always the same: the folder says what the source is."""
        return "by digest"

    def get_disambiguator(self) -> str:
        """Two functions of one name in a module stand on different lines."""
        return str(self._line)


def kernel(function: Callable[..., Any]) -> Any:
    """Return a rule that numba compiles, or takes from its cache, when it is first called.

    Rules that call it hand on numbers as its annotations have them: numba would else compile it anew for each width of
    a number, and knows less of the narrow ones.
    """
    vars(numba.config)["CACHE_LOCATOR_CLASSES"] = f"{__name__}.DigestLocator"
    rule: Any = numba.njit(nogil=True, boundscheck=BOUNDSCHECK, cache=True)(function)
    called = rule.get_call_template
    rule.get_call_template = lambda given, named: called(_widened(function, given), named)
    return rule


def _widened(function: Callable[..., Any], given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the types of what a rule is given: a number's by the annotation, a table's or a record's as it is."""
    wanted = _signature(function)
    return tuple(
        wide if isinstance(wide, numba.types.Number | numba.types.Boolean) else kind
        for wide, kind in zip(wanted, given, strict=True)
    )


def make(module: str) -> None:
    """Compile all rules of an imported module."""
    for value in list(vars(sys.modules[module]).values()):
        if isinstance(value, Dispatcher) and value.py_func.__module__ == module:
            value.compile(_signature(value.py_func))


@functools.cache
def _signature(function: Callable[..., Any]) -> Any:
    hints = typing.get_type_hints(function)
    hints.pop("return")
    return tuple(_type(hint) for hint in hints.values())


@functools.cache
def _type(hint: Any) -> Any:
    """Return the compiled type of one annotation; a class with a ``RECORD`` dtype is passed by reference."""
    simple = {int: numba.int64, float: numba.float64, bool: numba.boolean, U64: numba.uint64,
              Row: numba.float64[::1], Points: numba.float64[:, ::1]}  # fmt: skip
    return simple[hint] if hint in simple else numba.from_dtype(hint.RECORD)
