"""The engineer's guide names every module of the engine."""

import re
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent.parent
ENGINE = BASE_DIR / "battles" / "resolvers" / "lgg"


def test_every_module_of_the_engine_stands_in_the_guide() -> None:
    guide = (BASE_DIR / "docs" / "engine.md").read_text()
    named = set(re.findall(r"`([a-z_0-9./]+)`", guide))
    modules = {path.stem for path in ENGINE.glob("*.py")} - {"__init__"}
    assert "doctrine/" in named
    assert modules - named == set()


def test_every_module_of_the_general_stands_in_the_guide() -> None:
    guide = (BASE_DIR / "docs" / "engine.md").read_text()
    modules = {f"doctrine/{path.stem}" for path in (ENGINE / "doctrine").glob("*.py")} - {"doctrine/__init__"}
    assert len(modules) > 20
    assert modules - set(re.findall(r"`(doctrine/[a-z_]+)`", guide)) == set()


def test_the_guide_names_no_module_that_is_gone() -> None:
    guide = (BASE_DIR / "docs" / "engine.md").read_text()
    table = guide.partition("| layer |")[2].partition("\n\n")[0]
    resolvers = {path.name for folder in (ENGINE, ENGINE.parent) for path in folder.iterdir()}
    cells = [row.split("|")[2] for row in table.splitlines() if row.count("|") > 3]
    named = set(re.findall(r"`([a-z_0-9.]+)`", " ".join(cells)))
    assert len(named) > 40
    assert {name for name in named if f"{name}.py" not in resolvers and name not in resolvers} == set()
