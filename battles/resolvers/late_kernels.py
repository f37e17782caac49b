"""Kernels that are compiled, or taken from the cache, when they are first wanted: called, or used by another kernel.

A process that only plays battles so loads the few finished programs that they consist of instead of every rule.
Imported only where rules are compiled.

The compiler puts all that a kernel calls into its own program, again and again up the tree of calls. Therefore a
kernel that has grown heavy is a *stage*: others call it by an address known by name instead of swallowing it.
"""

from __future__ import annotations

import copy
import dis
import sys
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.cpython import slicing

from battles.resolvers.kernel_folders import BOUNDSCHECK, folder_of
from battles.resolvers.lean_kernels import be_lean

STAGE_WEIGHT = 20000
"""Bytes of bytecode, its own and of what it swallows, above which a kernel is a stage."""


def index_as_it_is(builder: Any, index: Any, size: Any) -> Any:
    """No kernel counts from the end of a row, so that the compiler need not ask at every access whether one does;
    only then can it read rows in a loop several numbers at a time."""
    return index


slicing.fix_index = index_as_it_is
if not BOUNDSCHECK:
    be_lean()
vars(config)["SLP_VECTORIZE"] = 1  # like operations that stand side by side are done together


def narrow_features() -> str | None:
    """What the processor can do, without its widest instructions: they are the longest, and rules have short rows."""
    try:
        features = llvm.get_host_cpu_features()
    except RuntimeError:
        return None
    features.update({name: False for name in features if name.startswith(("avx512", "avx10"))})
    return str(features.flatten())


if vars(config)["CPU_FEATURES"] is None:
    vars(config)["CPU_FEATURES"] = narrow_features()


Program: Any = JITCodeLibrary
_read, _give = Program._unserialize.__func__, Program._get_module_for_linking


def read_program(kind: Any, codegen: Any, state: Any) -> Any:
    """A finished program from the cache. What another kernel would need to swallow it is put aside until one asks: in a
    process that only plays nobody does, and it would take a fifth of the memory."""
    program = _read(kind, codegen, state)
    if state[1] == "object":
        program.put_aside, program._shared_module = state[2][1], None
    return program


def give_program(program: Any) -> Any:
    """What another kernel needs to swallow a program."""
    if program._shared_module is None and hasattr(program, "put_aside"):
        program._shared_module = llvm.parse_bitcode(program.put_aside)
    return _give(program)


Program._unserialize = classmethod(read_program)
Program._get_module_for_linking = give_program


class LateDispatcher(CPUDispatcher):
    """A kernel of one signature. ``await_signature`` tells it which; ``ready`` makes or loads it."""

    _awaited: Any = None

    def await_signature(self, signature: Any) -> None:
        """Keep compiled code on disk, and make it for this signature alone, but not yet."""
        self.enable_caching()
        self._awaited = signature

    def ready(self) -> None:
        """Make it now, with the stages that it calls, unless that is done."""
        with global_compiler_lock:
            signature, self._awaited = self._awaited, None
            if signature is not None:
                for stage in self.stages:
                    stage.ready()
                self.compile(signature)
                self.disable_compile()
                if self.is_stage:
                    self._stand_alone()

    @cached_property
    def callees(self) -> list[LateDispatcher]:
        """The kernels that its text names."""
        named = {step.argval for step in dis.get_instructions(self.py_func) if step.opname == "LOAD_GLOBAL"}
        found = (self.py_func.__globals__.get(name) for name in sorted(named))
        return [kernel for kernel in found if isinstance(kernel, LateDispatcher)]

    @cached_property
    def weight(self) -> int:
        """Bytes of bytecode, its own and of all that it swallows."""
        return len(self.py_func.__code__.co_code) + sum(kernel.weight for kernel in self.callees if not kernel.is_stage)

    @property
    def is_stage(self) -> bool:
        """Is it called by its address?"""
        return self.weight > STAGE_WEIGHT

    @cached_property
    def stages(self) -> list[LateDispatcher]:
        """The stages that its program calls: its own, and those of what it swallows."""
        found: dict[LateDispatcher, None] = {}
        for kernel in self.callees:
            found.update(dict.fromkeys([kernel] if kernel.is_stage else kernel.stages))
        return list(found)

    def _stand_alone(self) -> None:
        """Let other kernels call this one by its address."""
        made: Any = next(iter(self.overloads.values()))
        target: Any = self.targetctx
        symbol = f"{Path(folder_of(self.py_func.__module__)).name}:{self.py_func.__name__}"
        llvm.add_symbol(symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))
        outside = copy.copy(made.fndesc)
        outside.mangled_name = symbol
        target.remove_user_function(made.entry_point)
        target.insert_user_function(made.entry_point, outside, [])

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
