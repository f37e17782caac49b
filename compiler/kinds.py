"""Kinds of values in a compiled rule: numbers, tuples of them, records, and tables of numbers in memory."""

from __future__ import annotations

import functools
import typing
from dataclasses import dataclass
from typing import Any

import numpy as np

from compiler.annotations import U64, Points, Row
from compiler.refused import CannotCompile


@dataclass(frozen=True)
class Number:
    """A kind of number, and how LLVM writes it."""

    name: str
    llvm: str


INT, FLOAT, BOOL = Number("int", "i64"), Number("float", "double"), Number("bool", "i1")
WORD = Number("unsigned 64-bit number", "i64")
NOTHING = Number("nothing", "void")


@dataclass(frozen=True)
class Several:
    """A tuple."""

    parts: tuple[Any, ...]

    @property
    def llvm(self) -> str:
        """A structure of its parts."""
        return "{ " + ", ".join(part.llvm for part in self.parts) + " }"


@dataclass(frozen=True)
class Record:
    """A record, passed by its address."""

    dtype: Any
    llvm: str = "ptr"


@dataclass(frozen=True)
class Array:
    """Numbers in memory, all of one format; -1 in the shape where the length is not known.

    ``field`` is where in its record it begins; None where it may be a part of anything.
    """

    cell: str
    shape: tuple[int, ...]
    field: int | None = None
    llvm: str = "ptr"

    @property
    def stored(self) -> str:
        """The whole of it as LLVM writes it; only where every length is known."""
        text = CELLS[self.cell]
        for length in reversed(self.shape):
            text = f"[{length} x {text}]"
        return text

    @property
    def rest(self) -> Array:
        """A row of it."""
        return Array(self.cell, self.shape[1:], self.field)


Kind = Number | Several | Record | Array
CELLS = {"i1": "i8", "i2": "i16", "i4": "i32", "i8": "i64", "u1": "i8", "u2": "i16", "u4": "i32", "u8": "i64",
         "f8": "double"}  # fmt: skip
ROW, POINTS = Array("f8", (-1,)), Array("f8", (-1, 2))


def number_in(cell: str) -> Number:
    """Return the number that a format becomes once it is read."""
    return FLOAT if cell == "f8" else WORD if cell == "u8" else INT


@functools.cache
def field_of(record: Record, name: str) -> Array:
    """Return a field of a record, as a table without a shape where it is one number."""
    if not record.dtype.fields or name not in record.dtype.fields:
        raise CannotCompile(f"a record has no field {name!r}")
    kind, at = record.dtype.fields[name][:2]
    return Array(_cell(kind.base), kind.shape, at)


def _cell(kind: np.dtype[Any]) -> str:
    text = kind.str[1:]
    if text not in CELLS:
        raise CannotCompile(f"numbers of the format {kind.str} are not known")
    return text


def of_annotation(hint: Any) -> Kind:
    """Return the kind of what a rule is given or returns, by its annotation."""
    simple: dict[Any, Kind] = {int: INT, float: FLOAT, bool: BOOL, type(None): NOTHING, U64: WORD, Row: ROW,
                               Points: POINTS}  # fmt: skip
    if hint in simple:
        return simple[hint]
    if typing.get_origin(hint) is tuple:
        parts = tuple(of_annotation(part) for part in typing.get_args(hint))
        if all(isinstance(part, Number) for part in parts):
            return Several(parts)
    if hasattr(hint, "RECORD"):
        return Record(hint.RECORD)
    if isinstance(hint, type) and issubclass(hint, int):
        return INT
    raise CannotCompile(f"the annotation {hint!r} is not known")


def of_constant(value: Any) -> Number:
    """Return the kind of a number in a module."""
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, np.uint64):
        return WORD
    if isinstance(value, int | np.integer) and -(1 << 63) <= int(value) < 1 << 64:
        return INT if int(value) < 1 << 63 else WORD
    if isinstance(value, float | np.floating):
        return FLOAT
    raise CannotCompile(f"{value!r} is no number of 64 bits")


def widest(one: Kind, other: Kind) -> Kind:
    """Return the narrowest kind that holds either."""
    if one == other:
        return one
    if isinstance(one, Several) and isinstance(other, Several) and len(one.parts) == len(other.parts):
        return Several(tuple(widest(a, b) for a, b in zip(one.parts, other.parts, strict=True)))
    for kind in (FLOAT, WORD, INT):
        if kind in (one, other) and {one, other} <= {FLOAT, WORD, INT, BOOL}:
            return kind
    raise CannotCompile(f"one thing cannot be both {one} and {other}")
