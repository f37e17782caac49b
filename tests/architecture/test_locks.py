"""Rows are locked only inside a transaction. PostgreSQL refuses it otherwise; tests run inside one and hide that."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from tests.architecture.trees import tree_of

ROOT = Path(__file__).resolve().parent.parent.parent
INSIDE = ("services",)
OUTSIDE = ("views", "tasks", "admin", "management", "replies", "pages")


def functions() -> list[tuple[Path, ast.FunctionDef]]:
    """Every function of the services and of those who call them, with its file."""
    found = []
    for app in ("campaign", "battles", "rosters", "base"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if set(path.relative_to(ROOT).with_suffix("").parts) & {*INSIDE, *OUTSIDE}:
                tree = tree_of(path)
                found += [(path, node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return found


def is_atomic(node: ast.FunctionDef) -> bool:
    """Whether a function is a transaction as a whole."""
    return any("transaction.atomic" in ast.unparse(one) for one in node.decorator_list)


def calls_outside_transactions(node: ast.AST) -> set[str]:
    """The names that a function calls, but for those inside its own ``with transaction.atomic()``."""
    found: set[str] = set()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.With) and any("atomic" in ast.unparse(item) for item in child.items):
            continue
        if isinstance(child, ast.Call):
            called = child.func
            found.add(called.id if isinstance(called, ast.Name) else getattr(called, "attr", ""))
        found |= calls_outside_transactions(child)
    return found


def without_transaction() -> list[str]:
    """The callers from outside who reach a lock through functions none of which opens a transaction."""
    callers: dict[str, list[tuple[Path, ast.FunctionDef]]] = defaultdict(list)
    for path, node in functions():
        if not is_atomic(node):
            for name in calls_outside_transactions(node):
                callers[name].append((path, node))
    wrong, seen, reached = set(), set(), ["select_for_update"]
    while reached:
        for path, node in callers.get(reached.pop(), ()):
            if set(path.relative_to(ROOT).with_suffix("").parts) & set(OUTSIDE):
                wrong.add(f"{path.relative_to(ROOT)}: {node.name}")
            elif node.name not in seen:
                seen.add(node.name)
                reached.append(node.name)
    return sorted(wrong)


def test_no_view_reaches_a_lock_outside_a_transaction() -> None:
    assert without_transaction() == []


@pytest.mark.parametrize(("code", "called"), [
    ("def f():\n    g()", {"g"}), ("def f():\n    a.g().h()", {"g", "h"}),
    ("def f():\n    with transaction.atomic():\n        g()\n    h()", {"h", "atomic"} - {"atomic"}),
])  # fmt: skip
def test_what_stands_inside_a_transaction_is_not_counted(code: str, called: set[str]) -> None:
    assert calls_outside_transactions(ast.parse(code).body[0]) == called
