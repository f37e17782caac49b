"""Rules made from their text, in this process, without the cache."""

import itertools
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from compiler.assembling import joined
from compiler.kernel import Kernel
from compiler.machine import loaded, made

HEAD = """
from math import ceil, floor, sqrt
import numpy as np
from compiler.annotations import U64, Points, Row, lowest_bit
from compiler.named import Named

u64 = np.uint64
i64 = np.int64
"""
NUMBERS = itertools.count()


def module_of(folder: Path, text: str) -> ModuleType:
    """A module of its own with the text's functions, all of them plain."""
    name = f"made_{next(NUMBERS)}"
    path = folder / f"{name}.py"
    path.write_text(HEAD + text)
    module = ModuleType(name)
    exec(compile(path.read_text(), str(path), "exec"), vars(module))  # noqa: S102
    return module


def rules_of(folder: Path, text: str) -> dict[str, Kernel]:
    """The functions of a text as rules; made together when the first is called."""
    module = module_of(folder, text)
    own = [value for value in vars(module).values()
           if isinstance(value, FunctionType) and getattr(value, "__module__", "") == module.__name__]  # fmt: skip
    rules = [Kernel(function, _code_of(lambda: rules)) for function in own]
    vars(module).update({rule.py_func.__name__: rule for rule in rules})
    return {rule.py_func.__name__: rule for rule in rules}


def rule_of(folder: Path, text: str) -> Kernel:
    """The last function of a text as a rule."""
    return list(rules_of(folder, text).values())[-1]


def _code_of(rules: Callable[[], list[Kernel]]) -> Callable[[Kernel], int]:
    def code_of(rule: Kernel) -> int:
        if not loaded().address(rule.entry):
            loaded().add(made(joined(rules()).text))
            loaded().finish()
        return loaded().address(rule.entry)

    return code_of


def outcome(function: Callable[..., Any], given: tuple[Any, ...]) -> str:
    """What a function comes to, each part by its kind and all its digits; or that it divides by nought."""
    try:
        told = function(*given)
    except (ZeroDivisionError, RuntimeError):
        return "divided by nought"
    return repr([*told] if isinstance(told, tuple) else [told])
