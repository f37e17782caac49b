"""The folder of compiled rules, and the modules that hold rules.

They lie under ``BIVOUAC_KERNEL_CACHE`` or the user's cache folder, in one folder for each part that is compiled
together: a package with rules, or one module. Its name is the SHA-256 of the source of its modules, of every module
that these import from this package, of what compiles them, and of versions and options. So what is found in it is
always right: another checkout of the same sources on the same machine uses it as it is.
"""

import functools
import hashlib
import os
import re
import sys
from importlib import metadata
from pathlib import Path

import numpy as np

NAMED_COMPILER = os.environ.get("BIVOUAC_COMPILER", "")
"""The compiler that the host has chosen: "numba", or empty for the default."""
BOUNDSCHECK = os.environ.get("BIVOUAC_KERNEL_BOUNDSCHECK", "0") == "1"
PACKAGE = Path(__file__).parent
PREFIX = "battles.resolvers"
COMPILER = f"{PREFIX}.compiler"
MARKED = re.compile(r"^@(rule|kernel|stage)$", re.M)
IMPORT = re.compile(rf"^\s*from ({PREFIX}[\w.]*) import (\([^)]*\)|[^\n]*)|^\s*import ({PREFIX}[\w.]*)", re.M)


class CacheFolderError(RuntimeError):
    """The folder for compiled rules cannot be written."""


@functools.cache
def folder_of(part: str) -> str:
    """Return the folder of a part's compiled rules, made if it is missing; CacheFolderError if it cannot be written."""
    folder = cache_root() / digest_of(part)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".writable").touch()
    except OSError as error:
        raise CacheFolderError(f"Compiled rules cannot be kept in {folder}: {error.strerror}. "
                               "Set BIVOUAC_KERNEL_CACHE to a folder that can be written.") from error
    return str(folder)


def cache_root() -> Path:
    """Return the folder that holds all compiled rules."""
    if "BIVOUAC_KERNEL_CACHE" in os.environ:
        return Path(os.environ["BIVOUAC_KERNEL_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bivouac" / "kernels"


def kernel_modules() -> list[str]:
    """Return the modules that hold rules, by their names."""
    names = (".".join((PREFIX, *path.relative_to(PACKAGE).with_suffix("").parts)) for path in PACKAGE.rglob("*.py"))
    return sorted(name for name in names if MARKED.search(_source(name)))


def room_of(module: str) -> str:
    """Return the part to which the rules of a module belong: its package; of a module elsewhere, itself."""
    return module.rpartition(".")[0] if module.startswith(PREFIX + ".") else module


@functools.cache
def modules_in(part: str) -> tuple[str, ...]:
    """Return the modules of a part: those with rules that stand in a package, not further down; of a module, itself."""
    folder = PACKAGE / Path(*part.split(".")[2:])
    if not (part == PREFIX or part.startswith(PREFIX + ".")) or not folder.is_dir():
        return (part,)
    names = (f"{part}.{path.stem}" for path in sorted(folder.glob("*.py")))
    return tuple(name for name in names if MARKED.search(_source(name)))


@functools.cache
def digest_of(part: str) -> str:
    """Return the digest of a part's sources, as a short text."""
    modules = modules_in(part)
    text = repr((modules, BOUNDSCHECK, sys.version, np.__version__, _version("llvmlite"), _version("numba")))
    names = sorted({*_compiler(), *(name for module in modules for name in _closure(module))})
    sources = "".join(f"{name}\n{_source(name)}\n" for name in names)
    return hashlib.sha256((text + sources).encode()).hexdigest()[:24]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


@functools.cache
def _compiler() -> tuple[str, ...]:
    return tuple(f"{COMPILER}.{path.stem}" for path in (PACKAGE / "compiler").glob("*.py"))


@functools.cache
def _closure(module: str) -> frozenset[str]:
    """``module`` and every module of this package that it imports, directly or not."""
    found: set[str] = set()
    open_ends = [module]
    while open_ends:
        name = open_ends.pop()
        if name not in found and _source(name):
            found.add(name)
            open_ends.extend(_imports(name))
    return frozenset(found)


@functools.cache
def _imports(module: str) -> tuple[str, ...]:
    """List the modules of this package that a module imports; a word too many in an import does no harm."""
    names: list[str] = []
    for source, what, whole in IMPORT.findall(_source(module)):
        names += [whole] if whole else [source, *(f"{source}.{name}" for name in re.findall(r"\w+", what))]
    return tuple(names)


@functools.cache
def _source(module: str) -> str:
    """Return the source text of a module of this package, or of any kernel module given by name (empty: no such
    file)."""
    if module.startswith(PREFIX):
        path = PACKAGE / Path(*module.split(".")[2:])
        path = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    else:
        path = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    return path.read_text(encoding="utf-8") if path.is_file() else ""
