"""The meaning of the names in a rule, and the kinds of its expressions."""

import ast
import builtins
import math
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from compiler import kinds
from compiler.annotations import lowest_bit
from compiler.kinds import BOOL, FLOAT, INT, WORD, Array, Kind, Record, Several, widest
from compiler.named import by_parameter, parameters_of, words_of
from compiler.refused import CannotCompile

KNOWN: dict[Any, str] = {
    min: "min", max: "max", abs: "abs", int: "int", float: "float", bool: "bool", range: "range",
    math.sqrt: "sqrt", math.floor: "floor", math.ceil: "ceil",
    lowest_bit: "lowest_bit", np.uint64: "word", np.int64: "int",
}  # fmt: skip
"""Functions that are no rules."""
RETURNED = {"int": INT, "floor": INT, "ceil": INT, "lowest_bit": INT, "float": FLOAT, "sqrt": FLOAT, "bool": BOOL,
            "word": WORD}  # fmt: skip
BIT_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor)


@cache
def _functions(path: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a file by the line where they begin, decorators included."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in found}


def text_of(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function."""
    code = function.__code__
    return _functions(code.co_filename)[code.co_firstlineno]


def writes(node: ast.AST) -> bool:
    """Does a part of a rule write to a record or table, call a rule by its module, or perhaps divide whole numbers by
    nought, which notes a fault?"""
    if isinstance(node, ast.Attribute | ast.Subscript):
        return isinstance(node.ctx, ast.Store)
    if isinstance(node, ast.Call):
        return not isinstance(node.func, ast.Name)
    if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.FloorDiv | ast.Mod):
        return not isinstance(node.right if isinstance(node, ast.BinOp) else node.value, ast.Constant)
    return False


class Scope:
    """The names of one rule. Its own are those it is given and those it assigns."""

    def __init__(self, kernel: Any) -> None:
        self.kernel, self.node = kernel, text_of(kernel.py_func)
        self.own: dict[str, Kind] = dict(zip(kernel.names, kernel.given, strict=True))
        before: dict[str, Kind] = {}
        while before != self.own:
            before = dict(self.own)
            self._look_at(self.node.body)

    def _look_at(self, body: list[ast.stmt]) -> None:
        """Note the kinds of all names that statements assign."""
        for node in body:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._note(target, node.value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                self._widen(node.target.id, self.kind(ast.BinOp(node.target, node.op, node.value)))
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                self._widen(node.target.id, self._of_loop(node.iter))
            for part in ("body", "orelse"):
                self._look_at(getattr(node, part, []))

    def _note(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._widen(target.id, self.kind(value))
        elif isinstance(target, ast.Tuple):
            parts = self.parts(value)
            if len(parts) != len(target.elts):
                raise CannotCompile(f"line {value.lineno}: {ast.unparse(value)} has not {len(target.elts)} parts")
            for name, kind in zip(target.elts, parts, strict=True):
                if isinstance(name, ast.Name):
                    self._widen(name.id, kind)

    def parts(self, value: ast.expr) -> tuple[Kind, ...]:
        """Return the kinds of a tuple's parts."""
        if isinstance(value, ast.Tuple):
            return tuple(self.kind(part) for part in value.elts)
        kind = self.kind(value)
        if not isinstance(kind, Several):
            raise CannotCompile(f"line {value.lineno}: {ast.unparse(value)} is no tuple")
        return kind.parts

    def _widen(self, name: str, kind: Kind) -> None:
        self.own[name] = widest(self.own.get(name, kind), kind)

    def _of_loop(self, over: ast.expr) -> Kind:
        if isinstance(over, ast.Call):
            return INT
        if isinstance(over, ast.Tuple):
            return self.common(over.elts)
        kind = self.kind(over)
        if not isinstance(kind, Array) or len(kind.shape) != 1:
            raise CannotCompile(f"line {over.lineno}: {ast.unparse(over)} is no row of numbers")
        return kinds.number_in(kind.cell)

    def common(self, nodes: list[ast.expr]) -> Kind:
        """Return the kind that several expressions share."""
        kind = self.kind(nodes[0])
        for node in nodes[1:]:
            kind = widest(kind, self.kind(node))
        return kind

    def outside(self, node: ast.expr) -> Any:
        """Return the meaning of a name in the module, in a class of numbers, or in a module that it imports."""
        if isinstance(node, ast.Attribute):
            place = self.outside(node.value)
            if isinstance(place, ModuleType | type):
                return getattr(place, node.attr)
        elif isinstance(node, ast.Name) and node.id not in self.own:
            names = self.kernel.py_func.__globals__
            if node.id in names or hasattr(builtins, node.id):
                return names[node.id] if node.id in names else getattr(builtins, node.id)
        raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is not known before it is used")

    def called(self, node: ast.Call) -> Any:
        """Return the callee of a call: the name of a known function, or a rule."""
        found = self.outside(node.func)
        if not hasattr(found, "py_func") and (not callable(found) or found not in KNOWN):
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node.func)} is no rule")
        if node.keywords and not hasattr(found, "py_func"):
            raise CannotCompile(f"line {node.lineno}: give {ast.unparse(node.func)} its arguments by their places")
        return found if hasattr(found, "py_func") else KNOWN[found]

    def given(self, node: ast.Call, called: Any) -> dict[str, ast.expr]:
        """Return the expression for each parameter of a rule: what is written, in that order, then defaults."""
        parameters = {name: None if default is None else ast.Constant(default)
                      for name, default in parameters_of(called.py_func).items()}  # fmt: skip
        words = words_of(map(self._constant_of, node.args))
        named = {str(part.arg): part.value for part in node.keywords}
        try:
            return by_parameter(parameters, node.args, named, words)
        except TypeError as why:
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node.func)} {why}") from None

    def _constant_of(self, node: ast.expr) -> Any:
        """Return the value of a name that is a constant; None of anything else."""
        try:
            return self.outside(node)
        except CannotCompile:
            return None

    def kind(self, node: ast.expr) -> Kind:
        """Return the kind of an expression."""
        if type(node) not in _KINDS:
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is not known")
        return _KINDS[type(node)](self, node)  # type: ignore[no-any-return]

    def _constant(self, node: ast.Constant) -> Kind:
        return kinds.of_constant(node.value)

    def _name(self, node: ast.expr) -> Kind:
        if isinstance(node, ast.Name) and node.id in self.own:
            return self.own[node.id]
        return kind_of_value(self.outside(node))

    def _attribute(self, node: ast.Attribute) -> Kind:
        if isinstance(node.value, ast.Name) and isinstance(self.own.get(node.value.id), Record):
            field = kinds.field_of(self.own[node.value.id], node.attr)
            return field if field.shape else kinds.number_in(field.cell)
        return self._name(node)

    def _subscript(self, node: ast.Subscript) -> Kind:
        if isinstance(node.value, ast.Tuple):
            return self.common(node.value.elts)
        kind = self.kind(node.value)
        if isinstance(kind, Several):
            return kind.parts[self._place(node.slice, len(kind.parts))]  # type: ignore[no-any-return]
        for place in places(node):
            if not isinstance(kind, Array) or not kind.shape:
                raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} has no such place")
            if known(place) is not None and kind.shape[0] >= 0:
                self._place(place, kind.shape[0])
            kind = kind.rest
        assert isinstance(kind, Array)
        return kind if kind.shape else kinds.number_in(kind.cell)

    def _place(self, node: ast.expr, length: int) -> int:
        """Return a place that is a number in the text; none counts from the end."""
        number = known(node)
        if number is None or not 0 <= number < length:
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is no place from 0 to {length - 1}")
        return number

    def _call(self, node: ast.Call) -> Kind:
        called = self.called(node)
        if hasattr(called, "py_func"):
            return called.returned  # type: ignore[no-any-return]
        if called == "range" or not node.args:
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is no number")
        if called in RETURNED:
            return RETURNED[called]
        kind = self.common(node.args)
        return INT if kind == BOOL and called == "abs" else kind

    def _binary(self, node: ast.BinOp) -> Kind:
        if isinstance(node.op, ast.Div):
            return FLOAT
        kind = widest(self.kind(node.left), self.kind(node.right))
        return INT if kind == BOOL and not isinstance(node.op, BIT_OPERATORS) else kind

    def _unary(self, node: ast.UnaryOp) -> Kind:
        kind = self.kind(node.operand)
        return BOOL if isinstance(node.op, ast.Not) else INT if kind == BOOL else kind


def known(node: ast.expr) -> int | None:
    """Return a whole number that is written as such; None for anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and known(node.operand) is not None:
        return -int(ast.literal_eval(node.operand))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def places(node: ast.Subscript) -> list[ast.expr]:
    """Return the places in a table, which are between brackets."""
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def kind_of_value(value: Any) -> Kind:
    """Return the kind of a value of a module."""
    if isinstance(value, tuple | list | np.ndarray):
        table = as_array(value)
        return Array(table.dtype.str[1:], table.shape)
    return kinds.of_constant(value)


def as_array(value: Any) -> Any:
    """Return numbers of a module as a table of 64-bit numbers."""
    table = np.array(value)
    wanted = {"b": np.int64, "i": np.int64, "u": np.uint64, "f": np.float64}.get(table.dtype.kind)
    if wanted is None:
        raise CannotCompile(f"{str(value)[:60]} is no table of numbers")
    return table.astype(wanted)


_KINDS: dict[Any, Any] = {
    ast.Constant: Scope._constant, ast.Name: Scope._name, ast.Attribute: Scope._attribute,
    ast.Subscript: Scope._subscript, ast.Call: Scope._call, ast.BinOp: Scope._binary, ast.UnaryOp: Scope._unary,
    ast.Compare: lambda scope, node: BOOL, ast.BoolOp: lambda scope, node: scope.common(node.values),
    ast.IfExp: lambda scope, node: scope.common([node.body, node.orelse]),
    ast.Tuple: lambda scope, node: Several(scope.parts(node)),
}  # fmt: skip
