"""A function in LLVM's language as it is written: numbered values, blocks, and room for variables."""

from __future__ import annotations

import hashlib
import struct
from typing import Any, NamedTuple

import numpy as np

from compiler.kinds import BOOL, CELLS, FLOAT, INT, WORD, Array, Kind, Number
from compiler.refused import CannotCompile

WIDENED = {(BOOL, INT): "zext", (BOOL, WORD): "zext", (BOOL, FLOAT): "uitofp", (INT, FLOAT): "sitofp",
           (WORD, FLOAT): "uitofp", (FLOAT, INT): "fptosi"}  # fmt: skip


class Value(NamedTuple):
    """A value and how LLVM writes it; of a table and a record, the address."""

    kind: Kind
    text: str

    def __str__(self) -> str:
        return f"{self.kind.llvm} {self.text}"


def constant(kind: Kind, value: Any) -> Value:
    """Return a number that is known."""
    if kind == FLOAT:
        return Value(FLOAT, f"0x{struct.unpack('>Q', struct.pack('>d', float(value)))[0]:016X}")
    if kind == BOOL:
        return Value(BOOL, "true" if value else "false")
    return Value(kind, str(int(value)))


class Lines:
    """The lines of one function, and where they are being written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.rooms: list[str] = []
        self.block, self._count = "entry", 0

    def new(self) -> int:
        """Return a number that nothing else has."""
        self._count += 1
        return self._count

    def write(self, text: str) -> None:
        """Write an instruction without a value."""
        self.lines.append("  " + text)

    def make(self, kind: Kind, text: str) -> Value:
        """Write an instruction; its value."""
        name = f"%t{self.new()}"
        self.lines.append(f"  {name} = {text}")
        return Value(kind, name)

    def room(self, llvm: str, *, empty: bool = True) -> str:
        """Room for a variable, for the whole function."""
        name = f"%r{self.new()}"
        self.rooms.append(f"  {name} = alloca {llvm}")
        if empty:
            self.rooms.append(f"  store {llvm} zeroinitializer, ptr {name}")
        return name

    def label(self) -> str:
        """Return the name of a new block."""
        return f"b{self.new()}"

    def begin(self, label: str, *, fall: bool = True) -> None:
        """Begin a block; what was written before it goes on there, unless it has left."""
        if fall:
            self.jump(label)
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """Go on in another block."""
        self.write(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Go on in one of two blocks."""
        self.write(f"br i1 {condition}, label %{yes}, label %{no}")

    def after_leaving(self) -> None:
        """Begin a block for code that can never be reached, since LLVM wants one."""
        self.begin(self.label(), fall=False)

    def as_kind(self, value: Value, kind: Kind) -> Value:
        """Return a value as another kind that can hold it."""
        if value.kind == kind or _fits(value.kind, kind):
            return value
        if {value.kind, kind} == {INT, WORD}:
            return Value(kind, value.text)
        if (value.kind, kind) not in WIDENED:
            raise CannotCompile(f"{value.kind} cannot become {kind}")
        how = WIDENED[value.kind, kind]  # type: ignore[index]
        return self.make(kind, f"{how} {value} to {kind.llvm}")

    def truth(self, value: Value) -> str:
        """Return whether a number counts as true."""
        if value.kind == BOOL:
            return value.text
        if not isinstance(value.kind, Number):
            raise CannotCompile(f"{value.kind} is neither true nor false")
        if value.kind == FLOAT:
            return self.make(BOOL, f"fcmp une {value}, 0.0").text
        return self.make(BOOL, f"icmp ne {value}, 0").text

    def read(self, cell: str, address: str, mark: str) -> Value:
        """Return the number at an address."""
        read = self.make(INT, f"load {CELLS[cell]}, ptr {address}{mark}")
        if CELLS[cell] == "i64":
            return Value(WORD if cell == "u8" else INT, read.text)
        if cell == "f8":
            return Value(FLOAT, read.text)
        how = "zext" if cell[0] == "u" else "sext"
        return self.make(INT, f"{how} {CELLS[cell]} {read.text} to i64")

    def keep(self, cell: str, address: str, value: Value, mark: str) -> None:
        """Write a number to an address."""
        held = self.as_kind(value, FLOAT if cell == "f8" else INT)
        text = held.text
        if CELLS[cell] not in ("i64", "double"):
            text = self.make(INT, f"trunc i64 {text} to {CELLS[cell]}").text
        self.write(f"store {CELLS[cell]} {text}, ptr {address}{mark}")


class Marks:
    """Notes for LLVM about tables: which of them lie apart, and what the modules' tables hold."""

    def __init__(self) -> None:
        self.fields: set[int] = set()
        self.tables: dict[str, str] = {}

    def of_field(self, field: int | None) -> str:
        """Return the mark of a number in a field of a record: what is written to another field does not change it."""
        if field is None:
            return ""
        self.fields.add(field)
        return f", !tbaa !{2 * field + 2}"

    def of_table(self, table: Any) -> str:
        """Return the name of a table of numbers that never change."""
        whole = Array(table.dtype.str[1:], table.shape).stored
        text = f"private unnamed_addr constant {whole} {_listed(table)}"
        name = f"@table.{hashlib.sha256(text.encode()).hexdigest()[:16]}"
        self.tables[name] = text
        return name

    def of_words(self, words: str) -> str:
        """Return the name of a sentence."""
        data = words.encode() + b"\0"
        listed = "".join(f"\\{letter:02X}" for letter in data)
        text = f'private unnamed_addr constant [{len(data)} x i8] c"{listed}"'
        name = f"@words.{hashlib.sha256(data).hexdigest()[:16]}"
        self.tables[name] = text
        return name

    def add(self, other: Marks) -> None:
        """Take over the marks of another rule."""
        self.fields |= other.fields
        self.tables |= other.tables

    def lines(self) -> list[str]:
        """Return all of it, as lines of a program."""
        lines = [f"{name} = {text}" for name, text in sorted(self.tables.items())]
        for field in sorted(self.fields):
            lines.append(f'!{2 * field + 1} = !{{!"at {field}", !0, i64 0}}')
            lines.append(f"!{2 * field + 2} = !{{!{2 * field + 1}, !{2 * field + 1}, i64 0}}")
        return [*lines, '!0 = !{!"record"}']


def _fits(given: Kind, wanted: Kind) -> bool:
    """Does a table do for one of perhaps unknown length?"""
    if not isinstance(given, Array) or not isinstance(wanted, Array):
        return False
    alike = len(given.shape) == len(wanted.shape) and given.cell == wanted.cell
    return alike and all(a == b or -1 in (a, b) for a, b in zip(given.shape, wanted.shape, strict=True))


def _listed(table: Any) -> str:
    kind: Number = FLOAT if table.dtype == np.float64 else INT
    if table.ndim == 1:
        return "[" + ", ".join(str(constant(kind, value)) for value in table) + "]"
    inner = Array(table.dtype.str[1:], table.shape[1:]).stored
    return "[" + ", ".join(f"{inner} {_listed(row)}" for row in table) + "]"
