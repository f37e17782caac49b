"""Kernels that are compiled, or taken from the cache, when they are first wanted: called, or used by another kernel.

A process that only plays battles so loads one finished program instead of every rule with all that it is made of, which
takes a fifth of the time and a third of the memory. Imported only where rules are compiled.
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher


class LateDispatcher(CPUDispatcher):
    """A kernel of one signature. ``await_signature`` tells it which; ``ready`` makes or loads it."""

    _awaited: Any = None

    def await_signature(self, signature: Any) -> None:
        """Keep compiled code on disk, and make it for this signature alone, but not yet."""
        self.enable_caching()
        self._awaited = signature

    def ready(self) -> None:
        """Make it now, unless that is done."""
        with global_compiler_lock:
            signature, self._awaited = self._awaited, None
            if signature is not None:
                self.compile(signature)
                self.disable_compile()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Asked by the compiler when another kernel calls this one."""
        self.ready()
        return super().get_call_template(args, kws)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Asked when Python calls and nothing fits: a first call, perhaps of several threads, or one that is wrong."""
        first = not self.overloads
        self.ready()
        if first or tuple(map(self.typeof_pyval, args)) in self.overloads:
            return self
        return super()._compile_for_args(*args, **kws)  # type: ignore[misc]


def late_kernel(function: FunctionType, signature: Any, options: dict[str, Any]) -> LateDispatcher:
    """The kernel of a plain function."""
    kernel = LateDispatcher(py_func=function, targetoptions={**options, "nopython": True})
    kernel.await_signature(signature)
    return kernel


def build(module: str) -> None:
    """Make all kernels of an imported module."""
    for value in list(vars(sys.modules[module]).values()):
        if isinstance(value, LateDispatcher) and value.py_func.__module__ == module:
            value.ready()
