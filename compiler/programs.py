"""Programs: the rules of one room, made into code together and kept in the cache.

A note in the folder of the program's sources names the code, whose name is the digest of what LLVM made it from: where
only words have changed, the code that is there serves.
"""

import functools
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from compiler import folders, machine
from compiler.kernel import Kernel

_LOADED: set[str] = set()


def all_programs(package: str, first: Callable[[str], bool]) -> list[str]:
    """Return every program of a package: before others those that come first, and of those the largest."""
    names = Counter(map(folders.room_of, folders.kernel_modules(package)))
    return sorted(names, key=lambda name: (not first(name), -names[name]))


def code_of(kernel: Kernel) -> int:
    """Return the address of a rule's code, loaded with all that it calls; 0 while it is missing.

    A program whose modules are still being imported cannot be made.
    """
    program = folders.room_of(kernel.py_func.__module__)
    if not _note(program).is_file() and any(map(_is_begun, folders.modules_in(program))):
        return 0
    _load(program)
    return machine.loaded().address(kernel.entry)


def _is_begun(module: str) -> bool:
    return bool(getattr(getattr(sys.modules.get(module), "__spec__", None), "_initializing", False))


def _load(program: str) -> None:
    """Load a program and all that it calls, unless it is loaded already."""
    waiting, added = [program], False
    while waiting:
        name = waiting.pop()
        if name not in _LOADED:
            code, calls = _kept(name)
            _LOADED.add(name)
            machine.loaded().add(code)
            waiting += calls
            added = True
    if added:
        machine.loaded().finish()


def _kept(program: str) -> tuple[bytes, list[str]]:
    """Return the code of a program and the names of those it calls, made first where the cache does not hold it."""
    keep(program)
    note = json.loads(_note(program).read_text())
    return _code(note["code"]).read_bytes(), note["calls"]


def keep(program: str) -> None:
    """Make a program, unless the cache holds it."""
    if not is_kept(program):
        from compiler.assembling import assembled

        made = assembled(program)
        digest = machine.digest_of(made.text)
        if not _code(digest).is_file():
            _write(_code(digest), machine.made(made.text))
        note = {"program": program, "code": digest, "calls": sorted(made.calls)}
        _write(_note(program), json.dumps(note).encode())


def is_kept(program: str) -> bool:
    """Does the cache hold a program, made for this processor?"""
    note = _note(program)
    return note.is_file() and _code(json.loads(note.read_text())["code"]).is_file()


@functools.cache
def _note(program: str) -> Path:
    return Path(folders.folder_of(program)) / f"{machine.name_of_processor()}.json"


def _code(digest: str) -> Path:
    return folders.cache_root() / f"{digest}.o"


def _write(path: Path, data: bytes) -> None:
    """The whole file at once, so that nobody reads half of it."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
        draft.write(data)
    os.replace(draft.name, path)
