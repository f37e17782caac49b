"""The habits of the house, measured."""

import ast
import re
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template import engines

from tests.architecture.trees import tree_of

BASE_DIR = Path(__file__).resolve().parent.parent.parent
APPS = ("lab/bench", "lab/general", "config", "campaign", "battles", "compiler", "rosters", "base", "guides")
LONGEST_FUNCTION, LONGEST_FILE, MOST_FILES = 50, 400, 20


def sources() -> list[Path]:
    return [p for app in APPS for p in sorted((BASE_DIR / app).rglob("*.py")) if "migrations" not in p.parts]


def functions() -> Iterator[tuple[str, int]]:
    for path in sources():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(BASE_DIR)}:{node.name}", length(node)


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body, its docstring left out."""
    body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1


def test_functions_are_short() -> None:
    lengths = dict(functions())
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}
    assert statistics.median(lengths.values()) <= 8
    assert statistics.quantiles(lengths.values(), n=10)[-1] <= 25


def test_a_file_can_be_read_in_a_sitting() -> None:
    sizes = {str(p.relative_to(BASE_DIR)): len(p.read_text().splitlines()) for p in sources()}
    assert {name: lines for name, lines in sizes.items() if lines > LONGEST_FILE} == {}


def test_a_folder_is_a_room_and_no_corridor() -> None:
    """A room's own name (``__init__.py``) is not counted."""
    python = [p for top in (*APPS, "lab", "tests") for p in (BASE_DIR / top).rglob("*.py") if p.name != "__init__.py"]
    files = {p for p in python if "migrations" not in p.parts} | {*(BASE_DIR / "templates").rglob("*.*")}
    rooms = Counter(str(p.parent.relative_to(BASE_DIR)) for p in files)
    assert {room: count for room, count in rooms.items() if count > MOST_FILES} == {}


def test_views_reach_rows_through_selectors_services_and_visibility() -> None:
    views = [p for p in sources() if p.name == "views.py" or p.parent.name == "views"]
    assert views
    assert [str(p) for p in views if re.search(r"\.objects\b|\.save\(|\.delete\(", p.read_text())] == []


ESCAPED_BY_JINJA = BASE_DIR / "config" / "requests" / "timing.py"
"""It hands on what Jinja2 has escaped; ``config.backends.jinja`` turns escaping on for every template."""
ESCAPED_BY_MARKDOWN = BASE_DIR / "guides" / "text.py"
"""It hands on what markdown-it has escaped (tests/guides); documents are files of the program."""


def test_jinja_escapes_everything_and_knows_no_exception() -> None:
    template = engines["jinja2"].from_string("{{ name }}{% set own %}{{ name }}{% endset %}{{ own }}")
    assert template.render({"name": "<b>"}) == "&lt;b&gt;&lt;b&gt;"


def test_nothing_is_marked_safe_or_exempt_from_csrf() -> None:
    text = {p: p.read_text() for p in [*sources(), *(BASE_DIR / "templates").rglob("*.html")]}
    banned = re.compile(r"\|\s*safe\b|csrf_exempt|mark_safe\(|autoescape off")
    assert {p for p, content in text.items() if banned.search(content)} == {ESCAPED_BY_JINJA, ESCAPED_BY_MARKDOWN}


def test_templates_keep_to_the_content_policy() -> None:
    banned = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>|\sstyle=|\son[a-z]+=\"|javascript:|hx-on", re.I)
    pages = list((BASE_DIR / "templates").rglob("*.html"))
    assert pages
    assert [str(p) for p in pages if banned.search(p.read_text())] == []


def test_public_functions_of_services_and_rules_say_what_they_do() -> None:
    silent = []
    for path in sources():
        if {"services", "rules", "resolvers"} & set(path.relative_to(BASE_DIR).parts):
            tree = tree_of(path)
            names = [n for n in tree.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
            silent += [f"{path.relative_to(BASE_DIR)}:{n.name}" for n in names if not ast.get_docstring(n)]
    assert silent == []


@pytest.mark.parametrize("word", ["TODO", "FIXME", "XXX", "HACK", "for now", "in the next issue"])
def test_no_note_to_ourselves_is_left(word: str) -> None:
    assert [str(p) for p in [*sources(), *(BASE_DIR / "docs").rglob("*.md")] if word in p.read_text()] == []


def test_the_contracts_between_the_rooms_hold() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([str(program)], cwd=BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
