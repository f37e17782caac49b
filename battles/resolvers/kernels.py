"""Compile small rule functions ahead of time, or leave them plain.

``@kernel`` builds exactly one compiled version of a function from its annotations, when it is first wanted
(``late_kernels``). Compiling is on when the environment says ``BIVOUAC_KERNELS=1`` before this module is first
imported; otherwise ``@kernel`` returns the plain function and numba is never imported. ``NUMBA_DISABLE_JIT=1`` switches
compiling off whatever else is said.

Compiled code is cached on disk, under ``BIVOUAC_KERNEL_CACHE`` or the user's cache folder, in one folder per kernel
module whose name is the SHA-256 of that module's source, of every module it imports
from this package, of what compiles it, of the compiler's options and of the versions of Python, numpy and numba.
"""

import ast
import functools
import hashlib
import importlib
import os
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from battles.resolvers.kernel_cache import LOCATOR

F = TypeVar("F", bound=Callable[..., Any])
Row = npt.NDArray[np.float64]
"""One row of numbers; as an annotation of a kernel it means a one-dimensional array."""


class Points(npt.NDArray[np.float64] if typing.TYPE_CHECKING else object):  # type: ignore[misc]
    """Annotation only: a table of points, one (x, y) a row."""


class U64(int):
    """Annotation only: an unsigned 64-bit number."""


COMPILED = os.environ.get("BIVOUAC_KERNELS") in ("1", "on") and os.environ.get("NUMBA_DISABLE_JIT", "0") != "1"
BOUNDSCHECK = os.environ.get("BIVOUAC_KERNEL_BOUNDSCHECK", "0") == "1"
OPTIONS = {"nogil": True, "boundscheck": BOUNDSCHECK, "error_model": "numpy"}
PACKAGE = Path(__file__).parent
PREFIX = "battles.resolvers"
LATE = f"{PREFIX}.late_kernels"

u64: Callable[[Any], Any] = np.uint64 if COMPILED else int
"""Turns a number into what 64-bit arithmetic needs: compiled numbers wrap by themselves, plain ones are masked."""
i64: Callable[[Any], Any] = np.int64 if COMPILED else int


def _lowest_bit(bits: int) -> int:
    """The number of the lowest bit that is set; not for 0."""
    return (bits & -bits).bit_length() - 1


lowest_bit: Callable[[int], int] = (
    importlib.import_module("numba.cpython.unsafe.numbers").trailing_zeros if COMPILED else _lowest_bit)
"""The number of the lowest bit that is set in a row of bits; not for 0."""


class CacheFolderError(RuntimeError):
    """The folder for compiled kernels cannot be written."""


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
    return importlib.import_module(LATE)


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


@functools.cache
def folder_of(module: str) -> str:
    """The folder of a module's compiled kernels, made if it is missing; CacheFolderError if it cannot be written."""
    folder = cache_root() / _digest(module)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".writable").touch()
    except OSError as error:
        raise CacheFolderError(f"Compiled rules cannot be kept in {folder}: {error.strerror}. "
                               "Set BIVOUAC_KERNEL_CACHE to a folder that can be written.") from error
    return str(folder)


def cache_root() -> Path:
    """The folder that holds all compiled kernels."""
    if "BIVOUAC_KERNEL_CACHE" in os.environ:
        return Path(os.environ["BIVOUAC_KERNEL_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bivouac" / "kernels"


def _digest(module: str) -> str:
    numba = _numba()
    text = repr((module, sorted(OPTIONS.items()), sys.version, np.__version__, numba.__version__))
    sources = "".join(f"{name}\n{_source(name)}\n" for name in sorted(_closure(module) | _closure(LATE)))
    return hashlib.sha256((text + sources).encode()).hexdigest()[:24]


def _closure(module: str) -> set[str]:
    """``module`` and every module of this package that it imports, directly or not."""
    found: set[str] = set()
    open_ends = [module]
    while open_ends:
        name = open_ends.pop()
        if name not in found and _source(name):
            found.add(name)
            open_ends.extend(_imports(name))
    return found


@functools.cache
def _imports(module: str) -> tuple[str, ...]:
    names: list[str] = []
    for node in ast.walk(ast.parse(_source(module))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PREFIX):
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names if alias.name.startswith(PREFIX)]
    return tuple(names)


@functools.cache
def _source(module: str) -> str:
    """The source text of a module of this package, or of any kernel module given by name (empty: no such file)."""
    if module.startswith(PREFIX):
        path = PACKAGE / Path(*module.split(".")[2:])
        path = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    else:
        path = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    return path.read_text(encoding="utf-8") if path.is_file() else ""
