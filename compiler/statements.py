"""Writes a whole rule in LLVM's language."""

import ast
from typing import Any

from compiler import kinds
from compiler.expressions import Expressions
from compiler.kinds import BOOL, INT, NOTHING, Array, Kind, Record, Several
from compiler.lines import Value, constant
from compiler.refused import CannotCompile
from compiler.scope import Scope, as_array


class Rule(Expressions):
    """One rule, written when it is made."""

    def __init__(self, kernel: Any) -> None:
        super().__init__(Scope(kernel))
        self.kernel = kernel
        self._loops: list[tuple[str, str]] = []
        self.variables = {name: self.room(kind.llvm) for name, kind in self.scope.own.items()}
        for name, kind in zip(kernel.names, kernel.given, strict=True):
            value = self.as_kind(Value(kind, f"%a.{name}"), self.scope.own[name])
            self.write(f"store {value}, ptr {self.variables[name]}")
        self._all(self.scope.node.body)
        if kernel.returned != NOTHING and not leaves(self.scope.node.body):
            raise CannotCompile(f"line {self.scope.node.lineno}: it may end without a value")
        self._leave()

    def text(self, linkage: str) -> str:
        """Return the whole function."""
        given = ", ".join(f"{given_as(kind)} %a.{name}"
                          for name, kind in zip(self.kernel.names, self.kernel.given, strict=True))  # fmt: skip
        name = f'{returned_as(self.kernel.returned)} @"{self.kernel.symbol}"'
        head = f"define {linkage} {name}({given}) {self.kernel.effects} {{"
        return "\n".join([head, "entry:", *self.rooms, *self.lines, "}"])

    def _leave(self) -> None:
        kind = self.kernel.returned
        self.write("ret void" if kind == NOTHING else f"ret {kind.llvm} zeroinitializer")

    def _all(self, body: list[ast.stmt]) -> None:
        for node in body:
            if type(node) not in _STATEMENTS:
                raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is not known")
            _STATEMENTS[type(node)](self, node)

    def _expression(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self.value(node.value)
        elif not isinstance(node.value, ast.Constant):
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} has no effect")

    def _return(self, node: ast.Return) -> None:
        kind = self.kernel.returned
        if (node.value is None) != (kind == NOTHING):
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is not what the annotation has")
        if node.value is None:
            self._leave()
        else:
            self.write(f"ret {self._returned(node.value, kind)}")
        self.after_leaving()

    def _returned(self, node: ast.expr, kind: Kind) -> Value:
        if isinstance(kind, Several):
            values = self._parts(node)
            if len(values) != len(kind.parts):
                raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} has not {len(kind.parts)} parts")
            return self.tupled([self.as_kind(value, part) for value, part in zip(values, kind.parts, strict=True)])
        return self.value_as(node, kind)

    def _parts(self, node: ast.expr) -> list[Value]:
        """Return the values of a tuple's parts."""
        if isinstance(node, ast.Tuple):
            return [self.value(part) for part in node.elts]
        whole = self.value(node)
        if not isinstance(whole.kind, Several):
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is no tuple")
        return [self.part(whole, number) for number in range(len(whole.kind.parts))]

    def _assign(self, node: ast.Assign) -> None:
        if any(isinstance(target, ast.Tuple) for target in node.targets):
            values = self._parts(node.value)
            for target in node.targets:
                assert isinstance(target, ast.Tuple)
                for part, value in zip(target.elts, values, strict=True):
                    self._set(part, value)
        else:
            value = self.value(node.value)
            for target in node.targets:
                self._set(target, value)

    def _set(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            held = self.as_kind(value, self.scope.own[target.id])
            self.write(f"store {held}, ptr {self.variables[target.id]}")
            return
        place = self._target(target)
        assert isinstance(place.kind, Array)
        self.keep(place.kind.cell, place.text, value, self.marks.of_field(place.kind.field))

    def _target(self, target: ast.expr) -> Value:
        """Return the address that an assignment writes to."""
        place = None
        if isinstance(target, ast.Attribute):
            place = self.field(target)
        elif isinstance(target, ast.Subscript):
            place = self.place(target)
        if place is None or not isinstance(place.kind, Array) or place.kind.shape:
            raise CannotCompile(f"line {target.lineno}: {ast.unparse(target)} cannot be written to")
        return place

    def _change(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self._set(node.target, self.reckoned(node, self.value(node.target), node.op, self.value(node.value)))
            return
        place = self._target(node.target)
        assert isinstance(place.kind, Array)
        cell, mark = place.kind.cell, self.marks.of_field(place.kind.field)
        before = self.read(cell, place.text, mark)
        self.keep(cell, place.text, self.reckoned(node, before, node.op, self.value(node.value)), mark)

    def _if(self, node: ast.If) -> None:
        yes, no, end = self.label(), self.label(), self.label()
        self.decide(node.test, yes, no)
        for label, body in ((yes, node.body), (no, node.orelse)):
            self.begin(label, fall=False)
            self._all(body)
            self.jump(end)
        self.begin(end, fall=False)

    def _while(self, node: ast.While) -> None:
        test, body, end = self.label(), self.label(), self.label()
        self.begin(test)
        self.decide(node.test, body, end)
        self.begin(body, fall=False)
        self._body(node, on=test, end=end)
        self.jump(test)
        self.begin(end, fall=False)

    def _body(self, node: ast.While | ast.For, *, on: str, end: str) -> None:
        if node.orelse:
            raise CannotCompile(f"line {node.lineno}: a loop has no else")
        self._loops.append((on, end))
        self._all(node.body)
        self._loops.pop()

    def _break(self, node: ast.Break) -> None:
        self.jump(self._loops[-1][1])
        self.after_leaving()

    def _continue(self, node: ast.Continue) -> None:
        self.jump(self._loops[-1][0])
        self.after_leaving()

    def _for(self, node: ast.For) -> None:
        if isinstance(node.iter, ast.Call):
            self._for_range(node, *self._range(node.iter))
        else:
            row = self.rowed(node.iter.elts) if isinstance(node.iter, ast.Tuple) else self._constants(node.iter)
            self._over(node, row)

    def _constants(self, node: ast.expr) -> Value:
        table = as_array(self.scope.outside(node))
        return Value(Array(table.dtype.str[1:], table.shape), self.marks.of_table(table))

    def _range(self, node: ast.Call) -> tuple[Value, Value, Value]:
        """First, end and step of a range."""
        if self.scope.called(node) != "range" or not 1 <= len(node.args) <= 3:
            raise CannotCompile(f"line {node.lineno}: {ast.unparse(node)} is no range")
        given = [self.value_as(part, INT) for part in node.args]
        first, end = (constant(INT, 0), given[0]) if len(given) == 1 else (given[0], given[1])
        step = given[2] if len(given) == 3 else constant(INT, 1)
        if isinstance(node.args[-1], ast.UnaryOp) and len(given) == 3:
            step = constant(INT, ast.literal_eval(node.args[-1]))
        if not step.text.lstrip("-").isdigit() or not int(step.text):
            raise CannotCompile(f"line {node.lineno}: the step of a range must be a number other than 0")
        return first, end, step

    def _for_range(self, node: ast.For, first: Value, end: Value, step: Value) -> None:
        counter = self._counter(first)
        test, body, on, done = (self.label() for _ in range(4))
        self.begin(test)
        now = self.make(INT, f"load i64, ptr {counter}")
        more = self.make(INT, f"icmp {'sgt' if step.text.startswith('-') else 'slt'} {now}, {end.text}")
        self.branch(more.text, body, done)
        self.begin(body, fall=False)
        self._set(node.target, now)
        self._body(node, on=on, end=done)
        self._step(counter, step, on, test)
        self.begin(done, fall=False)

    def _over(self, node: ast.For, row: Value) -> None:
        """A loop over numbers that lie side by side."""
        assert isinstance(row.kind, Array)
        counter = self._counter(constant(INT, 0))
        test, body, on, done = (self.label() for _ in range(4))
        self.begin(test)
        now = self.make(INT, f"load i64, ptr {counter}")
        more = self.make(INT, f"icmp slt {now}, {row.kind.shape[0]}")
        self.branch(more.text, body, done)
        self.begin(body, fall=False)
        at = self.make(row.kind.rest, f"getelementptr inbounds {kinds.CELLS[row.kind.cell]}, {row}, {now}")
        self._set(node.target, self.read(row.kind.cell, at.text, ""))
        self._body(node, on=on, end=done)
        self._step(counter, constant(INT, 1), on, test)
        self.begin(done, fall=False)

    def _counter(self, first: Value) -> str:
        counter = self.room("i64", empty=False)
        self.write(f"store {first}, ptr {counter}")
        return counter

    def _step(self, counter: str, step: Value, on: str, test: str) -> None:
        self.begin(on)
        now = self.make(INT, f"load i64, ptr {counter}")
        self.write(f"store {self.make(INT, f'add nsw {now}, {step.text}')}, ptr {counter}")
        self.jump(test)


def leaves(body: list[ast.stmt]) -> bool:
    """Does a rule never go past the end of these statements?"""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return leaves(last.body) and leaves(last.orelse)
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return not any(isinstance(part, ast.Break) for part in ast.walk(last))
    return isinstance(last, ast.Return)


def given_as(kind: Kind) -> str:
    """Write a parameter for LLVM: a record is never null, and its numbers lie at their own alignment."""
    if isinstance(kind, Record):
        return f"ptr nonnull noundef align 8 dereferenceable({kind.dtype.itemsize})"
    return "ptr noundef" if isinstance(kind, Array) else "i1 zeroext" if kind == BOOL else kind.llvm


def returned_as(kind: Kind) -> str:
    """Write a rule's return type for LLVM."""
    return "zeroext i1" if kind == BOOL else kind.llvm


_STATEMENTS: dict[Any, Any] = {
    ast.Expr: Rule._expression, ast.Return: Rule._return, ast.Assign: Rule._assign, ast.AugAssign: Rule._change,
    ast.If: Rule._if, ast.While: Rule._while, ast.For: Rule._for, ast.Break: Rule._break,
    ast.Continue: Rule._continue, ast.Pass: lambda rule, node: None,
}  # fmt: skip
