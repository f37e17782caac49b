"""Imports that the import contracts cannot see."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.architecture.trees import tree_of

ROOT = Path(__file__).resolve().parents[2]
APPS = ("lab/bench", "lab/general", "config", "campaign", "battles", "compiler", "rosters", "base")
BY_NAME = {
    "battles/resolvers/contract/registry.py": "doors of rule systems, whose names the manifests hold",
    "compiler/assembling.py": "the modules of a program, to compile their rules",
    "lab/bench/programs/peer_": "peers, which only a machine that measures them has installed",
    "config/wsgi.py": "the addresses, before the first request",
}
"""Where something is imported by a name that is made at run time, and why."""


def imports_by_name(tree: ast.AST) -> int:
    """How often a module imports by a name: ``import_module`` or ``__import__``."""
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = [func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "") for func in called]
    return sum(name in ("import_module", "__import__") for name in names)


def test_nothing_is_imported_by_name_but_where_it_has_a_reason() -> None:
    found = {str(path.relative_to(ROOT)) for app in APPS for path in (ROOT / app).rglob("*.py")
             if imports_by_name(tree_of(path))}  # fmt: skip
    assert {path for path in found if not any(path.startswith(known) for known in BY_NAME)} == set()
    assert {known for known in BY_NAME if not any(path.startswith(known) for path in found)} == set()


def test_an_import_by_name_is_seen() -> None:
    assert imports_by_name(ast.parse("import importlib\nimportlib.import_module('x')")) == 1
    assert imports_by_name(ast.parse("from importlib import import_module as f\nimport_module('x')")) == 1
    assert imports_by_name(ast.parse("__import__('x')")) == 1
    assert imports_by_name(ast.parse("import importlib")) == 0


def test_the_manifests_cost_nothing_heavy_at_the_start() -> None:
    asked = "import sys; from battles.resolvers.contract.registry import systems; systems(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "battles.resolvers.contract.manifest" in loaded
    assert loaded & {"numpy", "llvmlite", "shapely", "django", "battles.resolvers.core.kernels"} == set()
    assert [name for name in loaded if name.endswith(".resolver")] == []
