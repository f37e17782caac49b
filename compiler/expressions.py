"""Writes the expressions of a rule in LLVM's language."""

import ast
from typing import Any

from compiler import kinds
from compiler.kinds import BOOL, FLOAT, INT, NOTHING, WORD, Array, Kind, Record, Several, widest
from compiler.lines import Lines, Marks, Value, constant
from compiler.machine import FAULT
from compiler.refused import CannotCompile
from compiler.scope import Scope, as_array, places

WHOLE = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
         ast.LShift: "shl"}  # fmt: skip
BROKEN = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
SIGNED = {ast.Eq: "icmp eq", ast.NotEq: "icmp ne", ast.Lt: "icmp slt", ast.LtE: "icmp sle", ast.Gt: "icmp sgt",
          ast.GtE: "icmp sge"}  # fmt: skip
UNSIGNED = SIGNED | {ast.Lt: "icmp ult", ast.LtE: "icmp ule", ast.Gt: "icmp ugt", ast.GtE: "icmp uge"}
ORDERED = {ast.Eq: "fcmp oeq", ast.NotEq: "fcmp une", ast.Lt: "fcmp olt", ast.LtE: "fcmp ole", ast.Gt: "fcmp ogt",
           ast.GtE: "fcmp oge"}  # fmt: skip


class Expressions(Lines):
    """The expressions of one rule."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope, self.marks = scope, Marks()
        self.variables: dict[str, str] = {}
        self.calls: dict[Any, None] = {}
        self.asked: set[str] = set()

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        if type(node) not in _VALUES:
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is not known")
        return _VALUES[type(node)](self, node)  # type: ignore[no-any-return]

    def value_as(self, node: ast.expr, kind: Kind) -> Value:
        """Return the value of an expression as another kind."""
        return self.as_kind(self.value(node), kind)

    def decide(self, node: ast.expr, yes: str, no: str) -> None:
        """Go on in one of two blocks."""
        if isinstance(node, ast.BoolOp):
            for part in node.values[:-1]:
                rest = self.label()
                self.decide(part, *((rest, no) if isinstance(node.op, ast.And) else (yes, rest)))
                self.begin(rest, fall=False)
            self.decide(node.values[-1], yes, no)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.decide(node.operand, no, yes)
        else:
            self.branch(self.truth(self.value(node)), yes, no)

    def _constant(self, node: ast.Constant) -> Value:
        return constant(kinds.of_constant(node.value), node.value)

    def _name(self, node: ast.expr) -> Value:
        if isinstance(node, ast.Name) and node.id in self.scope.own:
            kind = self.scope.own[node.id]
            return self.make(kind, f"load {kind.llvm}, ptr {self.variables[node.id]}")
        value = self.scope.outside(node)
        if isinstance(value, int | float) or not hasattr(value, "__len__"):
            return constant(kinds.of_constant(value), value)
        table = as_array(value)
        return Value(Array(table.dtype.str[1:], table.shape), self.marks.of_table(table))

    def _attribute(self, node: ast.Attribute) -> Value:
        place = self.field(node)
        if place is None:
            return self._name(node)
        table = place.kind
        assert isinstance(table, Array)
        return place if table.shape else self.read(table.cell, place.text, self.marks.of_field(table.field))

    def field(self, node: ast.Attribute) -> Value | None:
        """Return the offset of a record's field; None for a name that is no field."""
        kind = self.scope.own.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if not isinstance(kind, Record):
            return None
        table = kinds.field_of(kind, node.attr)
        record = self.value(node.value)
        return self.make(table, f"getelementptr inbounds i8, {record}, i64 {table.field}")

    def _subscript(self, node: ast.Subscript) -> Value:
        if isinstance(node.value, ast.Tuple):
            return self._one_of(node.value.elts, node.slice)
        self.scope.kind(node)
        if isinstance(self.scope.kind(node.value), Several):
            return self.part(self.value(node.value), ast.literal_eval(node.slice))
        place = self.place(node)
        table = place.kind
        assert isinstance(table, Array)
        return place if table.shape else self.read(table.cell, place.text, self.marks.of_field(table.field))

    def part(self, value: Value, number: int) -> Value:
        """Return a part of a tuple."""
        assert isinstance(value.kind, Several)
        return self.make(value.kind.parts[number], f"extractvalue {value}, {number}")

    def place(self, node: ast.Subscript) -> Value:
        """Return the address of a number in a table."""
        value = self.value(node.value)
        table, steps = value.kind, [self.value_as(place, INT) for place in places(node)]
        assert isinstance(table, Array)
        inner = Array(table.cell, table.shape[1:]).stored
        text = f"getelementptr inbounds {inner}, {value}, " + ", ".join(map(str, steps))
        for _ in steps:
            table = table.rest
        return self.make(table, text)

    def rowed(self, nodes: list[ast.expr]) -> Value:
        """Return some numbers side by side in memory."""
        kind = self.scope.common(nodes)
        assert isinstance(kind, kinds.Number)
        table = Array({INT: "i8", BOOL: "i8", FLOAT: "f8", WORD: "u8"}[kind], (len(nodes),))
        room = self.room(table.stored, empty=False)
        for number, node in enumerate(nodes):
            at = self.make(table.rest, f"getelementptr inbounds {table.stored}, ptr {room}, i64 0, i64 {number}")
            self.keep(table.cell, at.text, self.value(node), "")
        return Value(table, room)

    def _one_of(self, nodes: list[ast.expr], which: ast.expr) -> Value:
        row, step = self.rowed(nodes), self.value_as(which, INT)
        table = row.kind
        assert isinstance(table, Array)
        at = self.make(table.rest, f"getelementptr inbounds {cell_of(table)}, {row}, {step}")
        return self.read(table.cell, at.text, "")

    def _tuple(self, node: ast.Tuple) -> Value:
        return self.tupled([self.value(part) for part in node.elts])

    def tupled(self, values: list[Value]) -> Value:
        """Return a tuple of values."""
        whole = Value(Several(tuple(value.kind for value in values)), "poison")
        for number, value in enumerate(values):
            whole = self.make(whole.kind, f"insertvalue {whole}, {value}, {number}")
        return whole

    def _both(self, node: ast.BoolOp) -> Value:
        """``and`` and ``or``: the first value that decides, or the last."""
        kind, end = self.scope.kind(node), self.label()
        come: list[str] = []
        for part in node.values[:-1]:
            value, rest = self.value_as(part, kind), self.label()
            truth = self.truth(value)
            come.append(f"[ {value.text}, %{self.block} ]")
            self.branch(truth, *((rest, end) if isinstance(node.op, ast.And) else (end, rest)))
            self.begin(rest, fall=False)
        last = self.value_as(node.values[-1], kind)
        come.append(f"[ {last.text}, %{self.block} ]")
        self.begin(end)
        return self.make(kind, f"phi {kind.llvm} " + ", ".join(come))

    def _either(self, node: ast.IfExp) -> Value:
        kind, (yes, no, end) = self.scope.kind(node), (self.label(), self.label(), self.label())
        self.decide(node.test, yes, no)
        come: list[str] = []
        for label, part in ((yes, node.body), (no, node.orelse)):
            self.begin(label, fall=False)
            value = self.value_as(part, kind)
            come.append(f"[ {value.text}, %{self.block} ]")
            self.jump(end)
        self.begin(end, fall=False)
        return self.make(kind, f"phi {kind.llvm} " + ", ".join(come))

    def _unary(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return self.make(BOOL, f"xor i1 {self.truth(value)}, true")
        if not isinstance(value.kind, kinds.Number) or (isinstance(node.op, ast.Invert) and value.kind == FLOAT):
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is not known")
        if isinstance(node.op, ast.Invert):
            value = self.as_kind(value, INT) if value.kind == BOOL else value
            return self.make(value.kind, f"xor {value}, -1")
        if isinstance(node.op, ast.UAdd):
            return self.as_kind(value, INT) if value.kind == BOOL else value
        if isinstance(node.op, ast.USub) and value.kind == FLOAT:
            return self.make(FLOAT, f"fneg {value}")
        return self.make(INT, f"sub i64 0, {self.as_kind(value, INT).text}")

    def _binary(self, node: ast.BinOp) -> Value:
        return self.reckoned(node, self.value(node.left), node.op, self.value(node.right))

    def reckoned(self, node: ast.AST, left: Value, op: ast.operator, right: Value) -> Value:
        """Return one number and another."""
        kind = FLOAT if isinstance(op, ast.Div) else widest(left.kind, right.kind)
        if kind == BOOL and not isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
            kind = INT
        left, right = self.as_kind(left, kind), self.as_kind(right, kind)
        names = BROKEN if kind == FLOAT else WHOLE
        if type(op) in names:
            return self.make(kind, f"{names[type(op)]} {left}, {right.text}")
        if isinstance(op, ast.RShift):
            return self.make(kind, f"{'lshr' if kind == WORD else 'ashr'} {left}, {right.text}")
        if isinstance(op, ast.FloorDiv | ast.Mod) and kind in (INT, WORD):
            return self._divided(left, self._not_zero(right, node), rest=isinstance(op, ast.Mod))
        raise CannotCompile(f"line {getattr(node, 'lineno', 0)}: {ast.unparse(node)} is not known")

    def _divided(self, left: Value, right: Value, *, rest: bool) -> Value:
        """Rounded down, and the rest of the divisor's sign."""
        if left.kind == WORD:
            return self.make(WORD, f"{'urem' if rest else 'udiv'} {left}, {right.text}")
        left_over = self.make(INT, f"srem {left}, {right.text}")
        if right.text.isdigit():
            wrong = self.make(BOOL, f"icmp slt {left_over}, 0")
        else:
            signs = self.make(INT, f"xor {left_over}, {right.text}")
            unlike, some = self.make(BOOL, f"icmp slt {signs}, 0"), self.make(BOOL, f"icmp ne {left_over}, 0")
            wrong = self.make(BOOL, f"and {unlike}, {some.text}")
        if rest:
            more = self.make(INT, f"select {wrong}, {right}, i64 0")
            return self.make(INT, f"add {left_over}, {more.text}")
        whole, less = self.make(INT, f"sdiv {left}, {right.text}"), self.make(INT, f"sext {wrong} to i64")
        return self.make(INT, f"add {whole}, {less.text}")

    def _not_zero(self, value: Value, node: ast.AST) -> Value:
        """Return a divisor; nought is noted as a fault, and one taken for it."""
        if value.text.lstrip("-").isdigit() and int(value.text):
            return value
        wrong, fault, on = self.make(BOOL, f"icmp eq {value}, 0"), self.label(), self.label()
        came = self.block
        self.branch(wrong.text, fault, on)
        self.begin(fault, fall=False)
        place = f"{self.scope.kernel.symbol}, line {getattr(node, 'lineno', 0)}"
        self.write(f'store ptr {self.marks.of_words(place)}, ptr @"{FAULT}"')
        self.begin(on)
        return self.make(value.kind, f"phi {value.kind.llvm} [ {value.text}, %{came} ], [ 1, %{fault} ]")

    def compared(self, left: Value, op: ast.cmpop, right: Value) -> Value:
        """Return whether a comparison of two numbers holds."""
        kind = widest(left.kind, right.kind)
        if not isinstance(kind, kinds.Number) or type(op) not in SIGNED:
            raise CannotCompile(f"{kind} has no comparison {type(op).__name__}")
        if kind == BOOL and not isinstance(op, ast.Eq | ast.NotEq):
            kind = INT
        names = ORDERED if kind == FLOAT else UNSIGNED if kind == WORD else SIGNED
        return self.make(BOOL, f"{names[type(op)]} {self.as_kind(left, kind)}, {self.as_kind(right, kind).text}")

    def _compare(self, node: ast.Compare) -> Value:
        if any(self._is_eventful(part) for other in node.comparators[1:] for part in ast.walk(other)):
            return self._by_steps(node)
        left, both = self.value(node.left), None
        for op, other in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.In | ast.NotIn):
                found, right = self._among(left, other, isinstance(op, ast.NotIn)), left
            else:
                right = self.value(other)
                found = self.compared(left, op, right)
            both = found if both is None else self.make(BOOL, f"and {both}, {found.text}")
            left = right
        assert both is not None
        return both

    def _is_eventful(self, node: ast.AST) -> bool:
        """May a part do more than come to a value?"""
        if isinstance(node, ast.Call):
            return not isinstance(self.scope.called(node), str)
        return isinstance(node, ast.FloorDiv | ast.Mod)

    def _by_steps(self, node: ast.Compare) -> Value:
        """A chain of comparisons whose later parts must not be reckoned once one has failed."""
        left, end = self.value(node.left), self.label()
        come: list[str] = []
        for op, other in zip(node.ops, node.comparators, strict=True):
            right = left if isinstance(op, ast.In | ast.NotIn) else self.value(other)
            among = isinstance(op, ast.In | ast.NotIn)
            found = self._among(left, other, isinstance(op, ast.NotIn)) if among else self.compared(left, op, right)
            come.append(f"[ {found.text}, %{self.block} ]")
            rest = self.label()
            self.branch(found.text, rest, end)
            self.begin(rest, fall=False)
            left = right
        come.append(f"[ true, %{self.block} ]")
        self.begin(end)
        return self.make(BOOL, "phi i1 " + ", ".join(come))

    def _among(self, value: Value, node: ast.expr, other: bool) -> Value:
        """Is a number one of some?"""
        if isinstance(node, ast.Tuple):
            parts = [self.value(part) for part in node.elts]
        else:
            table = as_array(self.scope.outside(node))
            parts = [constant(kinds.number_in(table.dtype.str[1:]), part) for part in table]
        found = constant(BOOL, False)
        for part in parts:
            found = self.make(BOOL, f"or {found}, {self.compared(value, ast.Eq(), part).text}")
        return self.make(BOOL, f"xor {found}, true") if other else found

    def _call(self, node: ast.Call) -> Value:
        called = self.scope.called(node)
        if isinstance(called, str):
            self.scope.kind(node)
            return _KNOWN[called](self, called, node)  # type: ignore[no-any-return]
        wanted = dict(zip(called.names, called.given, strict=True))
        parts = self.scope.given(node, called).items()
        values = {name: self.value_as(part, wanted[name]) for name, part in parts}
        given = [values[name] for name in wanted]
        self.calls[called] = None
        passed = ", ".join(f"i1 zeroext {value.text}" if value.kind == BOOL else str(value) for value in given)
        text = f'call {"zeroext i1" if called.returned == BOOL else called.returned.llvm} @"{called.symbol}"({passed})'
        if called.returned == NOTHING:
            self.write(text)
            return Value(NOTHING, "")
        return self.make(called.returned, text)

    def _turned(self, called: str, node: ast.Call) -> Value:
        """``int``, ``float``, ``bool`` and the like."""
        value = self.value(node.args[0])
        if called == "bool":
            return Value(BOOL, self.truth(value))
        return self.as_kind(value, {"int": INT, "float": FLOAT, "word": WORD}[called])

    def _rounded(self, called: str, node: ast.Call) -> Value:
        done = self.library(FLOAT, f"{called}.f64", [self.value_as(node.args[0], FLOAT)])
        return done if called == "sqrt" else self.as_kind(done, INT)

    def _lowest_bit(self, called: str, node: ast.Call) -> Value:
        return self.library(INT, "cttz.i64", [self.value(node.args[0]), Value(BOOL, "true")])

    def _size(self, called: str, node: ast.Call) -> Value:
        value = self.value(node.args[0])
        if value.kind == FLOAT:
            return self.library(FLOAT, "fabs.f64", [value])
        return self.library(INT, "abs.i64", [self.as_kind(value, INT), Value(BOOL, "false")])

    def _extreme(self, called: str, node: ast.Call) -> Value:
        """Return the least or greatest; of equal ones the first."""
        kind = self.scope.kind(node)
        best, *others = [self.value_as(part, kind) for part in node.args]
        op: ast.cmpop = ast.Lt() if called == "min" else ast.Gt()
        for other in others:
            better = self.compared(other, op, best)
            best = self.make(kind, f"select {better}, {other}, {best}")
        return best

    def library(self, kind: Kind, name: str, given: list[Value]) -> Value:
        """Return one of LLVM's own functions."""
        self.asked.add(f"declare {kind.llvm} @llvm.{name}({', '.join(value.kind.llvm for value in given)})")
        return self.make(kind, f"call {kind.llvm} @llvm.{name}({', '.join(map(str, given))})")


def cell_of(table: Array) -> str:
    """Write a table's number in LLVM's form."""
    return kinds.CELLS[table.cell]


_VALUES: dict[Any, Any] = {
    ast.Constant: Expressions._constant, ast.Name: Expressions._name, ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript, ast.Tuple: Expressions._tuple, ast.BoolOp: Expressions._both,
    ast.IfExp: Expressions._either, ast.UnaryOp: Expressions._unary, ast.BinOp: Expressions._binary,
    ast.Compare: Expressions._compare, ast.Call: Expressions._call,
}  # fmt: skip
_KNOWN: dict[str, Any] = {
    "int": Expressions._turned, "float": Expressions._turned, "bool": Expressions._turned,
    "word": Expressions._turned, "sqrt": Expressions._rounded, "floor": Expressions._rounded,
    "ceil": Expressions._rounded, "lowest_bit": Expressions._lowest_bit, "abs": Expressions._size,
    "min": Expressions._extreme, "max": Expressions._extreme,
}  # fmt: skip
