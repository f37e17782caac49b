"""Puts the rules of one room together as a program.

It calls the rules of other programs by their names, and holds copies of the light ones among them for LLVM to put in
place of a call; the copies themselves become no code.
"""

import sys
from importlib import import_module
from typing import NamedTuple

from compiler import folders
from compiler.kernel import Kernel
from compiler.kinds import Several
from compiler.lines import Marks
from compiler.machine import FAULT
from compiler.statements import given_as, returned_as

LIGHT = 600
"""Bytes of bytecode up to which a rule of another program is copied."""
EFFECTS = ("attributes #0 = { nounwind }", "attributes #1 = { nounwind willreturn memory(read) }")
"""Rules raise nothing; the second kind ends and writes nothing (``Kernel.effects``)."""


class Assembled(NamedTuple):
    """A program in LLVM's language, and the names of the programs that it calls."""

    text: str
    calls: set[str]


def assembled(program: str) -> Assembled:
    """Return a program."""
    return joined(_rules_of(program))


def joined(own: list[Kernel]) -> Assembled:
    """Return a program of some rules."""
    others = _others(own)
    copied = [rule for rule in others if rule.size <= LIGHT]
    texts = [rule.written.text("dso_local") + _entry(rule) for rule in own]
    texts += [rule.written.text("available_externally") for rule in copied]
    declared = {_declared(rule) for rule in others if rule.size > LIGHT}
    marks = Marks()
    for rule in (*own, *copied):
        declared |= rule.written.asked
        marks.add(rule.written.marks)
    head = [f'@"{FAULT}" = external global ptr', *sorted(declared)]
    text = "\n".join([*head, *texts, *EFFECTS, *marks.lines()])
    return Assembled(text, {folders.room_of(rule.py_func.__module__) for rule in others})


def _rules_of(program: str) -> list[Kernel]:
    found: dict[Kernel, None] = {}
    for name in folders.modules_in(program):
        module = sys.modules.get(name) or import_module(name)
        found |= {value: None for value in vars(module).values()
                  if isinstance(value, Kernel) and value.py_func.__module__ == name}  # fmt: skip
    return list(found)


def _others(own: list[Kernel]) -> list[Kernel]:
    """Return the rules of other programs that a program calls, and those that the light ones among them call."""
    found, at_home, open_ends = dict[Kernel, None](), set(own), list(own)
    while open_ends:
        for rule in open_ends.pop().written.calls:
            if rule not in found and rule not in at_home:
                found[rule] = None
                open_ends += [rule] if rule.size <= LIGHT else []
    return list(found)


def _declared(rule: Kernel) -> str:
    given = ", ".join(map(given_as, rule.given))
    return f'declare {returned_as(rule.returned)} @"{rule.symbol}"({given}) {rule.effects}'


def _entry(rule: Kernel) -> str:
    """Return the entry of a rule that returns a tuple; nothing for others."""
    if not isinstance(rule.returned, Several):
        return ""
    whole = rule.returned.llvm
    given = ", ".join(f"{given_as(kind)} %a.{name}" for name, kind in zip(rule.names, rule.given, strict=True))
    lines = [
        f'\ndefine dso_local void @"{rule.entry}"({given}{", " if given else ""}ptr %out) #0 {{',
        f'  %told = call {whole} @"{rule.symbol}"({given})', f"  store {whole} %told, ptr %out", "  ret void", "}",
    ]  # fmt: skip
    return "\n".join(lines)
