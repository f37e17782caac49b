"""No rule system is named outside its folder, neither in code nor on pages; where one is, the reason stands here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from battles.resolvers.contract.registry import systems
from tests.architecture.trees import tree_of

ROOT = Path(__file__).resolve().parents[2]
APPS = ("lab/bench", "lab/general", "config", "campaign", "battles", "rosters", "base")
FOLDER = ROOT / "battles" / "resolvers"
NAMED = {
    "battles/resolvers/values/battle.py": "a battle file that names no rules is one of the first rule system",
    "lab/": "the benchmark measures the parts of one engine, kernel by kernel",
    "rosters/rules/data/rosters.toml": "the name of the table, which is in the hash of every profile",
}
"""Where a rule system is named, by the beginning of the path, and why."""
CITED = {
    "campaign/services/": "attrition, pursuit and new armies are rules of the campaign, taken from that book",
    "battles/services/effects.py": "the rule by which units are amalgamated, in the ledger",
    "battles/forms/results.py": "the steps of the evening, which all rule systems share",
    "battles/resolvers/common/": "the steps of the evening, which all rule systems share",
    "battles/resolvers/values/typed.py": "what a unit can come out of a battle as, which all rule systems share",
    "rosters/": "amalgamation is a rule of the rosters and was taken from that book",
}
"""Where a rule of one book is cited by its id, by the beginning of the path, and why."""
OLD = ("migrations",)


def own_folders() -> dict[str, Path]:
    """The folder of each rule system of the program."""
    return {slug: FOLDER / slug for slug in systems() if (FOLDER / slug / "system.py").is_file()}


def is_outside(path: Path) -> bool:
    """Does a file belong to no rule system, and not to the past?"""
    inside = any(path.is_relative_to(folder) for folder in own_folders().values())
    return not inside and not set(OLD) & set(path.parts)


def words_of(tree: ast.Module) -> Iterator[str]:
    """The strings, names and imports of a module; docstrings and notes are no code."""
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value
        elif isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def texts() -> Iterator[tuple[str, list[str]]]:
    """Every file outside the rule systems by its path, with the words in which it could name one."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if is_outside(path):
                yield str(path.relative_to(ROOT)), list(words_of(tree_of(path)))
    plain = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    plain += [path for app in APPS for kind in ("*.typ", "*.toml") for path in (ROOT / app).rglob(kind)]
    for path in sorted(plain):
        if is_outside(path):
            yield str(path.relative_to(ROOT)), values_of(path)


def values_of(path: Path) -> list[str]:
    """The lines of a template or a table; in a table notes and sources are no code."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [re.sub(r'source = ".*?"', "", line) for line in lines if not line.startswith("#")]


def names() -> re.Pattern[str]:
    """What names a rule system: its slug or code as a word of its own, its name."""
    words = {word for system in systems().values() if system.slug in own_folders()
             for word in (system.slug, system.code, system.name)}  # fmt: skip
    words -= {"activation"}
    return re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, sorted(words)))})(?![a-z])", re.IGNORECASE)


def cites() -> re.Pattern[str]:
    """An id of a rule of a book."""
    codes = "|".join(system.code for system in systems().values() if system.slug in own_folders())
    return re.compile(rf"\b(?:{codes})-[A-Z0-9][\w.]*(?:-[a-z]\b)?")


def unreasoned(found: set[str], reasons: dict[str, str]) -> set[str]:
    """Files that no reason covers, and reasons that cover no file."""
    open_files = {path for path in found if not any(path.startswith(known) for known in reasons)}
    return open_files | {known for known in reasons if not any(path.startswith(known) for path in found)}


def test_no_rule_system_is_named_outside_its_folder() -> None:
    name, cite = names(), cites()
    found = {path for path, words in texts() if any(name.search(cite.sub("", word)) for word in words)}
    assert unreasoned(found, NAMED) == set()


def test_no_rule_of_a_book_is_cited_outside_its_folder() -> None:
    cite = cites()
    found = {path for path, words in texts() if any(cite.search(word) for word in words)}
    assert unreasoned(found, CITED) == set()


@pytest.mark.parametrize("code", [
    "x = 'lgg'", "x = 'LGG'", "from battles.resolvers.lgg import resolver", "import battles.resolvers.lgg.resolver",
    "LGG = 1", "print(f'by La Grande Guerre {x}')", "lgg.fight()",
])  # fmt: skip
def test_a_name_is_seen(code: str) -> None:
    assert any(names().search(cites().sub("", word)) for word in words_of(ast.parse(code)))


@pytest.mark.parametrize("code", ["x = 'LGG-8.5-b'", "def f():\n    '''LGG and no other'''", "x = 1\n'by LGG'"])
def test_a_cited_rule_or_a_docstring_names_nobody(code: str) -> None:
    assert not any(names().search(cites().sub("", word)) for word in words_of(ast.parse(code)))


CORE = {"system", "resolver", "codes", "doctrine", "turn", "moves", "losses", "odds", "papers", "phrases"}


def test_the_folders_of_the_systems_with_the_common_record_have_the_same_modules_at_their_core() -> None:
    """At the top, or in a room of a larger system."""
    folders = {slug: folder for slug, folder in own_folders().items() if (folder / "codes.py").is_file()}
    assert len(folders) >= 5
    lacking = {slug: CORE - {path.stem for path in folder.rglob("*")} for slug, folder in folders.items()}
    assert {slug: names for slug, names in lacking.items() if names} == {}
