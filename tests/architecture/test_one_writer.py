"""Guarded columns have one writer; this reads the code to see that it stays so."""

import ast
from pathlib import Path

import pytest

from tests.architecture.trees import tree_of

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "campaign", "battles", "rosters", "base")
# The pure packages cannot reach the models (import contract), so their records may have fields of the same name.
PURE = ("rosters/rules", "battles/resolvers", "campaign/rules", "migrations")

# column: (model, the only modules that write it)
WRITERS = {
    "strength": ("Unit", {"rosters/services.py"}),
    "balance": ("Account", {"campaign/services/record/points.py"}),
}


def _modules():
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not any(part in name for part in PURE):
                yield name, tree_of(path)


def _targets(node):
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return [node.target]
    return []


def _assigns(node, column):
    flat = [part for target in _targets(node) for part in ast.walk(target)]
    return any(isinstance(part, ast.Attribute) and part.attr == column for part in flat)


def _called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _writes_by_call(node, column, model):
    if not isinstance(node, ast.Call):
        return False
    name = _called(node)
    named = column in {keyword.arg for keyword in node.keywords}
    of_model = model in {part.id for part in ast.walk(node.func) if isinstance(part, ast.Name)}
    if name == "setattr":
        return any(isinstance(arg, ast.Constant) and arg.value == column for arg in node.args)
    if name in ("bulk_update", "save"):
        return column in {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
    makes = name == model or (of_model and name in ("create", "get_or_create", "update_or_create"))
    return named and (name == "update" or makes)


def writers_of(column, model, modules):
    """The modules that write ``model.column``."""
    return {
        name
        for name, tree in modules
        if any(_assigns(node, column) or _writes_by_call(node, column, model) for node in ast.walk(tree))
    }


@pytest.mark.parametrize("column", WRITERS)
def test_a_guarded_column_has_one_writer(column):
    model, allowed = WRITERS[column]
    assert writers_of(column, model, _modules()) == allowed


@pytest.mark.parametrize("code", [
    "unit.strength = 3", "unit.strength -= 1", "a, unit.strength = 1, 2", "Unit.objects.update(strength=3)",
    "units.filter(pk=1).update(strength=F('strength') - 1)", "Unit(army=a, strength=3)",
    "Unit.objects.create(army=a, strength=3)", "Unit.objects.bulk_update(units, ['strength'])",
    "unit.save(update_fields=['strength'])", "setattr(unit, 'strength', 3)",
])  # fmt: skip
def test_the_reader_sees_each_way_of_writing(code):
    assert writers_of("strength", "Unit", [("x.py", ast.parse(code))]) == {"x.py"}


@pytest.mark.parametrize("code", [
    "x = unit.strength", "Unit.objects.filter(strength=0)", "RosterItem(strength=3)",
    "correct_strength(unit=u, strength=3)",
])  # fmt: skip
def test_the_reader_leaves_reading_alone(code):
    assert writers_of("strength", "Unit", [("x.py", ast.parse(code))]) == set()
