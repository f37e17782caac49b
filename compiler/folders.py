"""The folder of compiled rules, and the modules that hold rules.

They lie under ``BIVOUAC_KERNEL_CACHE`` or the user's cache folder, in one folder for each part that is compiled
together: a package with rules, or one module. Its name is the SHA-256 of the source of its modules, of every module of
this program that these import, of the compiler, and of versions. So what is found in it is always right: another
checkout of the same sources on the same machine uses it as it is.
"""

import functools
import hashlib
import os
import re
import sys
from importlib import metadata
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
"""Below it lie the modules of this program."""
MARKED = re.compile(r"^@kernel$", re.M)
IMPORT = re.compile(r"^\s*from ([\w.]+) import (\([^)]*\)|[^\n]*)|^\s*import ([\w.]+)", re.M)


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
        raise CacheFolderError(
            f"Compiled rules cannot be kept in {folder}: {error.strerror}. "
            "Set BIVOUAC_KERNEL_CACHE to a folder that can be written."
        ) from error
    return str(folder)


def cache_root() -> Path:
    """Return the folder that holds all compiled rules."""
    if "BIVOUAC_KERNEL_CACHE" in os.environ:
        return Path(os.environ["BIVOUAC_KERNEL_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "bivouac" / "kernels"


def kernel_modules(package: str) -> list[str]:
    """Return the modules of a package, at any depth, that hold rules, by their names."""
    paths = (path.relative_to(ROOT).with_suffix("") for path in _path(package).rglob("*.py"))
    return sorted(name for name in (".".join(path.parts) for path in paths) if MARKED.search(_source(name)))


def room_of(module: str) -> str:
    """Return the part to which the rules of a module belong: its package; of a module elsewhere, itself."""
    return module.rpartition(".")[0] if _is_ours(module) else module


@functools.cache
def modules_in(part: str) -> tuple[str, ...]:
    """Return the modules of a part: those with rules that are in a package, not further down; of a module, itself."""
    if not _is_ours(part) or not _path(part).is_dir():
        return (part,)
    names = (f"{part}.{path.stem}" for path in sorted(_path(part).glob("*.py")))
    return tuple(name for name in names if MARKED.search(_source(name)))


@functools.cache
def digest_of(part: str) -> str:
    """Return the digest of a part's sources, as a short text."""
    modules = modules_in(part)
    text = repr((modules, versions()))
    names = sorted({*_compiler(), *(name for module in modules for name in _closure(module))})
    sources = "".join(f"{name}\n{_source(name)}\n" for name in names)
    return hashlib.sha256((text + sources).encode()).hexdigest()[:24]


def versions() -> tuple[str, ...]:
    """Return the versions of all that makes code of rules."""
    try:
        return sys.version, np.__version__, metadata.version("llvmlite")
    except metadata.PackageNotFoundError:
        return sys.version, np.__version__


@functools.cache
def _compiler() -> tuple[str, ...]:
    return tuple(f"compiler.{path.stem}" for path in Path(__file__).parent.glob("*.py"))


@functools.cache
def _closure(module: str) -> frozenset[str]:
    """``module`` and every module of this program that it imports, directly or not."""
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
    """List the modules of this program that a module imports; a word too many in an import does no harm."""
    names: list[str] = []
    for source, what, whole in IMPORT.findall(_source(module)):
        names += [whole] if whole else [source, *(f"{source}.{name}" for name in re.findall(r"\w+", what))]
    return tuple(name for name in names if _is_ours(name))


def _is_ours(module: str) -> bool:
    """Does a module, by its name, belong to this program?"""
    return _is_top(module.partition(".")[0])


@functools.cache
def _is_top(package: str) -> bool:
    return (ROOT / package / "__init__.py").is_file()


def _path(module: str) -> Path:
    return ROOT / Path(*module.split("."))


@functools.cache
def _source(module: str) -> str:
    """Return the source text of a module of this program, or of any module given by name (empty: no such file)."""
    if _is_ours(module):
        path = _path(module).with_suffix(".py")
        path = path if path.is_file() else _path(module) / "__init__.py"
    else:
        path = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    return path.read_text(encoding="utf-8") if path.is_file() else ""
