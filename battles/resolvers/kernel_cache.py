"""Where the compiler keeps a compiled kernel: by what the sources say, not by where or when they were checked out.

The folder's name is a digest of everything the kernel was made from (``kernel_folders``), so a kernel found in it is
always right: another checkout of the same sources on the same machine uses it as it is.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from battles.resolvers.kernel_folders import folder_of

LOCATOR = f"{__name__}.DigestLocator"


class DigestLocator:
    """A cache locator of the compiler (its ``CACHE_LOCATOR_CLASSES``)."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> DigestLocator:
        """The locator of one function; the file it stands in does not matter."""
        return cls(py_func)

    def ensure_cache_path(self) -> None:
        """Make the folder; OSError when it cannot be written."""
        path = Path(self.get_cache_path())
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass

    def get_cache_path(self) -> str:
        """The folder of the module's digest."""
        return folder_of(self._module)

    def get_source_stamp(self) -> str:
        """Always the same: the folder says what the source is."""
        return "by digest"

    def get_disambiguator(self) -> str:
        """Two functions of one name in a module stand on different lines."""
        return str(self._line)
