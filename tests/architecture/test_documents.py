"""The documents: every link leads somewhere, every guide is in the index, every command that is named exists."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import get_commands

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DOCS = BASE_DIR / "docs"
DOCUMENTS = sorted([*BASE_DIR.glob("*.md"), *DOCS.rglob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
COMMAND = re.compile(r"(?:manage\.py|bin/manage) ([a-z_]+)")


def links(document: Path) -> list[str]:
    """The targets of a document's links; what stands in code is none."""
    return LINK.findall(CODE.sub("", document.read_text()))


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub and GitLab make them."""
    heads = re.findall(r"^#+ +(.+)$", re.sub(r"```.*?```", "", document.read_text(), flags=re.DOTALL), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", LINK.sub(lambda m: m[0][1 : m[0].index("]")], head).lower()) for head in heads)
    return {text.strip().replace(" ", "-") for text in plain}


def dead(document: Path, target: str) -> bool:
    """Whether a link within the repository leads to no file, or to no heading of it."""
    path, _, anchor = unquote(target).partition("#")
    there = (document.parent / path).resolve() if path else document
    return not there.exists() or bool(anchor and there.suffix == ".md" and anchor not in anchors(there))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    inside = [target for target in links(document) if not re.match(r"[a-z]+:", target)]
    assert [target for target in inside if dead(document, target)] == []
    outside = [target for target in links(document) if re.match(r"[a-z]+:", target)]
    assert [target for target in outside if not target.startswith("https://")] == []


def test_the_anchors_of_headings_are_known() -> None:
    assert "the-plan-of-battle" in anchors(DOCS / "player.md")
    assert dead(DOCS / "player.md", "#no-such-heading")
    assert dead(DOCS / "player.md", "nowhere.md")


def test_the_index_names_every_guide_and_no_other() -> None:
    index = {target for target in links(DOCS / "README.md") if "/" not in target}
    assert index == {path.name for path in DOCS.glob("*.md")} - {"README.md"}


def test_the_readme_leads_to_every_guide() -> None:
    named = set(re.findall(r"docs/\w+\.md", (BASE_DIR / "README.md").read_text()))
    assert named == {f"docs/{path.name}" for path in DOCS.glob("*.md")}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_a_document_names_exists(document: Path) -> None:
    assert set(COMMAND.findall(document.read_text())) <= {*get_commands(), "py"}


def test_every_source_file_that_a_document_names_exists() -> None:
    """Some documents name files by the end of their path: ``fields/maker.py``."""
    folders = ("lab", "config", "campaign", "battles", "compiler", "rosters", "base", "guides", "tests", "templates",
               "static")  # fmt: skip
    files = {f"/{path.relative_to(BASE_DIR)}" for folder in folders for path in (BASE_DIR / folder).rglob("*.*")}
    text = "".join(path.read_text() for path in DOCS.rglob("*.md"))
    named = set(re.findall(r"`([\w/]+\.(?:py|toml|js|typ|html))`", text))
    named -= {path.name for path in BASE_DIR.iterdir()}
    assert len(named) > 30
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in files)) == []


def test_every_picture_is_shown_somewhere() -> None:
    shown = {Path(target).name for document in DOCUMENTS for target in links(document) if "img/" in target}
    assert shown == {path.name for path in (DOCS / "img").iterdir()}


def requirements() -> set[str]:
    """The packages that any of our lists of requirements names, in small letters."""
    lines = [line for path in BASE_DIR.glob("requirements*.txt") for line in path.read_text().splitlines()]
    return {found[0].lower() for line in lines if (found := re.match(r"[A-Za-z][\w-]*", line))}


def test_every_package_has_its_reason() -> None:
    table = (DOCS / "decisions" / "0002-packages.md").read_text().lower()
    named = {name for name in requirements() if re.search(rf"(?<![\w-]){name}(?![\w-])", table)}
    assert len(requirements()) > 30
    assert requirements() - named == set()


def test_the_glossary_has_each_word_once_and_in_order() -> None:
    rows = (DOCS / "glossary.md").read_text().partition("|---|---|\n")[2].splitlines()
    words = [row.split("|")[1].strip().lower() for row in rows if row]
    assert len(words) > 60
    assert words == sorted(set(words))
