"""A compiled rule, as Python and the compiler see it."""

from __future__ import annotations

import ast
import ctypes
import functools
import operator
import threading
import typing
from collections.abc import Callable
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

from compiler import kinds
from compiler.annotations import ADDRESS
from compiler.kinds import BOOL, FLOAT, INT, NOTHING, WORD, Kind, Number, Record, Several
from compiler.machine import FAULTS
from compiler.named import in_order
from compiler.refused import CannotCompile

LOCK = threading.RLock()


class RuleFault(RuntimeError):
    """A compiled rule went wrong: the battle it belongs to is no battle."""


class Kernel:
    """A rule. It is made, or taken from the cache, with the program it belongs to when it is first called."""

    def __init__(self, function: FunctionType, code_of: Callable[[Kernel], int]) -> None:
        self.py_func, self._code_of = function, code_of
        functools.update_wrapper(typing.cast(Any, self), function)
        self.symbol = f"{function.__module__}.{function.__qualname__}"
        self._run: Callable[..., Any] | None = None

    @cached_property
    def _signature(self) -> tuple[dict[str, Kind], Kind]:
        hints = typing.get_type_hints(self.py_func)
        returned = kinds.of_annotation(hints.pop("return"))
        return {name: kinds.of_annotation(hint) for name, hint in hints.items()}, returned

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what it is given."""
        return tuple(self._signature[0])

    @property
    def given(self) -> tuple[Kind, ...]:
        """The kinds of what it is given."""
        return tuple(self._signature[0].values())

    @property
    def returned(self) -> Kind:
        """The kind of what it returns."""
        return self._signature[1]

    @property
    def size(self) -> int:
        """Bytes of its bytecode: how much there is to it."""
        return len(self.py_func.__code__.co_code)

    @cached_property
    def written(self) -> Any:
        """It in LLVM's language."""
        from compiler.statements import Rule

        try:
            return Rule(self)
        except CannotCompile as why:
            raise CannotCompile(f"{self.symbol}, {why}") from None

    @cached_property
    def only_reads(self) -> bool:
        """Does neither it nor what it calls write to a record or table, or note a fault?"""
        from compiler.scope import text_of, writes

        own, known = text_of(self.py_func), self.py_func.__globals__
        if any(map(writes, ast.walk(own))):
            return False
        calls = (node.func for node in ast.walk(own) if isinstance(node, ast.Call))
        called = (known.get(name.id) for name in calls if isinstance(name, ast.Name))
        return all(rule.only_reads for rule in called if isinstance(rule, Kernel))

    @property
    def effects(self) -> str:
        """The number of LLVM's attributes for it: what it leaves alone need not be read again after a call."""
        return "#1" if self.only_reads else "#0"

    @property
    def entry(self) -> str:
        """The name by which Python calls it: a rule that returns a tuple has an entry that writes it to memory."""
        return f"{self.symbol}.entry" if isinstance(self.returned, Several) else self.symbol

    def ready(self) -> None:
        """Make or load it now; where it cannot be had yet, it stays plain for this time."""
        with LOCK:
            address = self._code_of(self) if self._run is None else 0
            if address:
                self._run = _callable(self, address)

    def __call__(self, *given: Any, **named: Any) -> Any:
        if self._run is None:
            self.ready()
        return (self._run or self.py_func)(*(in_order(self.py_func, given, named) if named else given))

    def __repr__(self) -> str:
        return f"<rule {self.symbol}>"


C_TYPES: dict[Kind, Any] = {INT: ctypes.c_int64, WORD: ctypes.c_uint64, FLOAT: ctypes.c_double, BOOL: ctypes.c_bool,
                            NOTHING: None}  # fmt: skip
TURNED: dict[Kind, Any] = {INT: operator.index, WORD: operator.index, FLOAT: float, BOOL: bool}


def _record_at(record: Any) -> int:
    """Return where a record lies; its ``data`` would describe all its fields at each call, some 30 times as slow."""
    kept = vars(record).get(ADDRESS)
    return kept if kept is not None else int(np.frombuffer(record, np.uint8).__array_interface__["data"][0])


def _table_at(table: Any) -> int:
    if not table.flags.c_contiguous or table.dtype.str[1:] != "f8":
        raise TypeError("a row of 64-bit numbers that lie side by side is needed")
    return int(table.__array_interface__["data"][0])


def _c_type(kind: Kind) -> Any:
    return C_TYPES[kind] if isinstance(kind, Number) else ctypes.c_void_p


def _turn(kind: Kind) -> Any:
    return TURNED[kind] if isinstance(kind, Number) else _record_at if isinstance(kind, Record) else _table_at


def _callable(kernel: Kernel, address: int) -> Callable[..., Any]:
    """Make the function that Python calls: it turns arguments into numbers and addresses, and raises errors."""
    turns = [_turn(kind) for kind in kernel.given]
    run = _several(kernel, address) if isinstance(kernel.returned, Several) else _single(kernel, address)

    def call(*given: Any) -> Any:
        whole = given if len(given) == len(turns) else in_order(kernel.py_func, given, {})
        returned = run(*[turn(value) for turn, value in zip(turns, whole, strict=True)])
        if FAULTS.value:
            place, FAULTS.value = ctypes.string_at(FAULTS.value).decode(), 0
            raise RuleFault(f"{place}: something was divided by nought")
        return returned

    return call


def _single(kernel: Kernel, address: int) -> Any:
    return ctypes.CFUNCTYPE(C_TYPES[kernel.returned], *map(_c_type, kernel.given))(address)


def _several(kernel: Kernel, address: int) -> Any:
    """Return a rule that returns a tuple: its parts are read from memory that it is given."""
    function = ctypes.CFUNCTYPE(None, *map(_c_type, kernel.given), ctypes.c_void_p)(address)
    assert isinstance(kernel.returned, Several)
    names = [f"part_{number}" for number in range(len(kernel.returned.parts))]
    fields = list(zip(names, map(_c_type, kernel.returned.parts), strict=True))
    room = type("Parts", (ctypes.Structure,), {"_fields_": fields})

    def run(*given: Any) -> Any:
        parts = room()
        function(*given, ctypes.addressof(parts))
        return tuple(getattr(parts, name) for name in names)

    return run
