"""The commonest slips of docs/style.md: pages, documents and what programs print are free of them."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.trees import tree_of

BASE_DIR = Path(__file__).resolve().parent.parent.parent
SLIPS = {
    "a relative clause as the subject": re.compile(
        r"(?:^|[.!?] )(?:Who|Whom|Whose) (?!\w+ \w+[^.!]*\?)[a-z][^.?!]*[.!]"
    ),
    "whoever": re.compile(r"\b[Ww]hom?ever\b"),
    "of late, surer": re.compile(r"\b(?:of late|surer)\b"),
    "a program that tells": re.compile(r"\b(?:is|are|was) told\b|\btells\b"),
    "words that stand": re.compile(r"\b(?:numbers?|letters?|lines?|reasons?|choices?|names?) stands?\b"),
}
"""What is looked for, by its name."""
PAGES = sorted((BASE_DIR / "templates").rglob("*.html"))
GUIDES = sorted(
    {*BASE_DIR.glob("*.md"), *(BASE_DIR / "docs").rglob("*.md")}
    - {BASE_DIR / "CHANGELOG.md", BASE_DIR / "docs" / "style.md"}
)
"""All documents but the record of changes, and the page that shows what not to write."""
MARKUP = re.compile(r"\{[%#{].*?[%#}]\}|<[^>]*>", re.DOTALL)


PROGRAM = [
    path
    for room in ("battles", "lab/bench", "lab/general", "campaign", "compiler", "config", "guides", "rosters", "base")
    for path in sorted((BASE_DIR / room).rglob("*.py"))
    if "migrations" not in path.parts
]
QUESTION = ("What ", "Who ", "Whom ", "Whose ", "How ", "Where ", "Which ", "Why ", "When ")


def docstrings(path: Path) -> list[str]:
    """Return the docstrings of a module, of its classes and of its functions."""
    nodes = ast.walk(tree_of(path))
    told = (ast.get_docstring(n) for n in nodes if isinstance(n, (ast.Module, ast.ClassDef, ast.FunctionDef)))
    return [text for text in told if text]


def slips(text: str) -> list[str]:
    """List the slips of a text, each with its words."""
    return [f"{name}: {found[0]!r}" for name, pattern in SLIPS.items() for found in pattern.finditer(text)]


@pytest.mark.parametrize(
    "words", ["Who comes late leads his own column.", "It is told below.", "The letter stands beside."]
)
def test_a_slip_is_found(words: str) -> None:
    assert slips(words)


@pytest.mark.parametrize("words", ["Who may read this?", "The unit stands on the hill.", "Tell the host."])
def test_plain_words_are_let_be(words: str) -> None:
    assert slips(words) == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_the_guides_are_plain(guide: Path) -> None:
    assert slips(guide.read_text()) == []


def test_the_pages_are_plain() -> None:
    found = {where(path): slips(MARKUP.sub(" ", path.read_text())) for path in PAGES}
    assert {name: words for name, words in found.items() if words} == {}


def where(path: Path) -> str:
    return path.relative_to(BASE_DIR).as_posix()


def strings(path: Path) -> list[str]:
    """Return what a module may print: its strings of several words, docstrings left out."""
    nodes = list(ast.walk(tree_of(path)))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    said = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in silent]
    return [text for text in said if isinstance(text, str) and " " in text]


HELP = {"campaign/models/outbox.py": "a help text of a column, which a migration holds"}
"""Where a slip is left, and why."""


def test_what_the_program_prints_is_plain() -> None:
    found = {where(path): [slip for text in strings(path) for slip in slips(text)] for path in PROGRAM}
    assert {name for name, words in found.items() if words} == set(HELP)


def test_docstrings_are_plain() -> None:
    """Modules that are compiled keep their text: a change of it compiles them anew on every machine."""
    rules = re.compile(r"resolvers/(compiler|activation|lgg/(doctrine|movement|plane|sums))/")
    plain = [path for path in PROGRAM if not rules.search(path.as_posix())]
    found = {where(path): slips("\n".join(docstrings(path))) for path in plain}
    assert {name: words for name, words in found.items() if words} == {}


def test_no_docstring_begins_with_a_relative_clause() -> None:
    found = {where(path): [t for t in docstrings(path) if t.startswith(QUESTION)] for path in PROGRAM}
    assert {name: words for name, words in found.items() if words} == {}


def test_every_command_says_what_it_does_as_an_order() -> None:
    """`Fight a battle file`, not `Fights a battle file`."""
    helps = {
        where(path): found[1]
        for path in PROGRAM
        if path.parent.name == "commands" and (found := re.search(r'^    help = "(\w+)', path.read_text(), re.M))
    }
    assert len(helps) > 15
    assert {name: word for name, word in helps.items() if re.search(r"[^s]s$|ing$|ed$", word)} == {}


def test_every_hour_on_a_page_has_its_zone() -> None:
    """A time of day without a zone is read in the reader's own, which need not be the site's."""
    for path in [*PAGES, *PROGRAM]:
        hours = re.findall(r"""["'][^"']*H:i[^"']*["']""", path.read_text())
        assert not [hour for hour in hours if not re.search(r"H:i(:s)? [eTO]", hour)], where(path)
