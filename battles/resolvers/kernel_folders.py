"""Which folder keeps the compiled kernels of a module.

They lie under ``BIVOUAC_KERNEL_CACHE`` or the user's cache folder, in one folder per kernel module whose name is the
SHA-256 of that module's source, of every module it imports from this package, of what compiles it, of the compiler's
options and of the versions of Python, numpy and numba.
"""

import ast
import functools
import hashlib
import os
import sys
from importlib import metadata
from pathlib import Path

import numpy as np

BOUNDSCHECK = os.environ.get("BIVOUAC_KERNEL_BOUNDSCHECK", "0") == "1"
OPTIONS = {"nogil": True, "boundscheck": BOUNDSCHECK, "error_model": "numpy"}
PACKAGE = Path(__file__).parent
PREFIX = "battles.resolvers"
LATE = f"{PREFIX}.late_kernels"


class CacheFolderError(RuntimeError):
    """The folder for compiled kernels cannot be written."""


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
    text = repr((module, sorted(OPTIONS.items()), sys.version, np.__version__, metadata.version("numba")))
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
