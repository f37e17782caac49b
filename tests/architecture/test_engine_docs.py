"""The engineer's guide names every module of the engine in its room."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.trees import tree_of

BASE_DIR = Path(__file__).resolve().parent.parent.parent
GUIDE = "".join((BASE_DIR / "docs" / name).read_text() for name in ("engine.md", "general.md"))
ENGINE = BASE_DIR / "battles" / "resolvers" / "lgg"
TOLD_ELSEWHERE = {"doctrine", "companion"}
ROOMS = {path.parent.name: path.parent for path in ENGINE.glob("*/__init__.py")}


def rows() -> dict[str, set[str]]:
    """What each row of the guide's table of rooms names."""
    table = GUIDE.partition("| room |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1:3] for row in table.splitlines() if row.count("|") > 3]
    return {room.strip().strip("`/"): set(re.findall(r"`([a-z_0-9.]+)`", names)) for room, names in cells}


def modules(room: Path) -> set[str]:
    return {path.stem for path in room.glob("*.py")} - {"__init__"}


def test_every_room_stands_in_the_guide() -> None:
    assert len(ROOMS) > 10
    assert set(ROOMS) - set(rows()) == set()


@pytest.mark.parametrize("room", sorted(set(ROOMS) - TOLD_ELSEWHERE))
def test_the_guide_names_the_modules_of_a_room_and_no_others(room: str) -> None:
    data = {path.name for path in ROOMS[room].glob("*.toml")}
    assert rows()[room] == modules(ROOMS[room]) | data


def test_every_module_of_the_general_stands_in_the_guide() -> None:
    rooms = [path.parent for path in (ENGINE / "doctrine").glob("*/__init__.py")]
    named = {f"doctrine/{room.name}/{module}" for room in rooms for module in modules(room)}
    assert len(named) > 20
    assert named == set(re.findall(r"`(doctrine/[a-z_]+/[a-z_]+)`", GUIDE))


def test_nothing_but_the_door_stands_outside_the_rooms() -> None:
    assert modules(ENGINE) == {"phrases", "resolver", "system"}


def defined(module: str) -> set[str]:
    """What the modules of one name define, in whatever room they stand."""
    trees = [tree_of(path) for path in ENGINE.parent.rglob(f"{module}.py")]
    found = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assigned = [node.targets for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    return found | {name.id for targets in assigned for name in targets if isinstance(name, ast.Name)}


def test_what_the_guide_names_with_its_module_is_defined_there() -> None:
    known = {path.stem for path in ENGINE.parent.rglob("*.py")}
    named = re.findall(r"`(?:\w+/)?([a-z_]+)\.([A-Za-z_]+)`", GUIDE)
    inside = [(module, name) for module, name in named if module in known and name not in ("py", "toml")]
    assert len(inside) > 15
    assert [f"{module}.{name}" for module, name in inside if name not in defined(module)] == []
