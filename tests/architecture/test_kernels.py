"""What the compiler would refuse in a rule is found without compiling it."""

import ast
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from tests.architecture.trees import tree_of

RESOLVERS = Path(__file__).resolve().parent.parent.parent / "battles" / "resolvers"
REFUSED = (ast.GeneratorExp, ast.Lambda, ast.With, ast.Try, ast.Yield, ast.Starred, ast.JoinedStr, ast.Dict, ast.Set,
           ast.SetComp, ast.DictComp, ast.Raise, ast.Assert)  # fmt: skip


def kernels() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for path in sorted(RESOLVERS.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef) and is_kernel(node):
                yield path, node


def is_kernel(node: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in node.decorator_list)


def refused(function: ast.FunctionDef) -> list[str]:
    return [f"{function.name}: {type(node).__name__}" for node in ast.walk(function) if isinstance(node, REFUSED)]


def test_rules_use_only_what_can_be_compiled() -> None:
    assert [f"{path.name}:{name}" for path, function in kernels() for name in refused(function)] == []


def test_rules_say_their_types() -> None:
    silent = [f"{path.name}:{one.name}" for path, one in kernels()
              if one.returns is None or any(argument.annotation is None for argument in one.args.args)]  # fmt: skip
    assert silent == []


def test_an_event_is_logged_by_its_own_names() -> None:
    calls = [(path, node) for path in sorted(RESOLVERS.rglob("*.py")) for node in ast.walk(tree_of(path))
             if isinstance(node, ast.Call) and ast.unparse(node.func) == "log_event"]  # fmt: skip
    assert len(calls) > 150
    assert [f"{path.name}:{call.lineno}" for path, call in calls if len(call.args) != 2 or unknown(path, call)] == []


def unknown(path: Path, call: ast.Call) -> set[str | None]:
    """The words of a call that its event does not have."""
    module = import_module(".".join(path.relative_to(RESOLVERS.parents[1]).with_suffix("").parts))
    name, *rest = ast.unparse(call.args[1]).split(".")
    event = reduce(getattr, rest, vars(module)[name])
    return {part.arg for part in call.keywords} - {"rule", "side", *event.names}


@pytest.mark.parametrize("text", ["any(x for x in y)", "x\n    raise x", "lambda: 1", "{1: 2}", "f'{x}'"])
def test_what_is_refused_is_found(text: str) -> None:
    function = ast.parse(f"def one():\n    return {text}").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert len(refused(function)) == 1
