"""The documents of the site, in the order of their index, each read once for the life of a process."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.safestring import SafeString
from markdown_it.token import Token

from guides import text
from guides.text import Heading

FOLDER = Path(__file__).resolve().parent.parent / "docs"
INDEX = "README"


@dataclass(frozen=True)
class Passage:
    """A paragraph, an item or a row of a table, below its heading."""

    heading: Heading
    words: str


@dataclass(frozen=True)
class Guide:
    """A document: ``headings`` are those of its table of contents."""

    name: str
    title: str
    html: SafeString
    headings: tuple[Heading, ...]
    passages: tuple[Passage, ...]


@cache
def files() -> dict[str, Path]:
    """Find the file of each document by its name, in the order of the index; a folder follows its own document."""
    first = {path.stem: path for path in sorted(FOLDER.glob("*.md")) if path.stem != INDEX}
    tokens = text.parsed((FOLDER / f"{INDEX}.md").read_text(), frozenset(first))
    links = (str(part.attrGet("href")).strip("/").rpartition("/")[2] for part in _parts(tokens))
    order = dict.fromkeys([*(name for name in links if name in first), *first])
    return {path.stem: path for name in order for path in [first[name], *sorted((FOLDER / name).glob("*.md"))]}


def names() -> tuple[str, ...]:
    """List the names of all documents in their order."""
    return tuple(files())


def _parts(tokens: Sequence[Token]) -> Iterator[Token]:
    return (part for token in tokens for part in token.children or () if part.type == "link_open")


@cache
def guide(name: str) -> Guide | None:
    """Return a document by its name; None if there is none."""
    path = FOLDER / f"{INDEX}.md" if name == INDEX else files().get(name)
    if path is None:
        return None
    tokens = text.parsed(path.read_text(), frozenset(files()))
    heads = text.headings(tokens)
    contents = tuple(head for head in heads if head.level in (2, 3))
    return Guide(name, heads[0].title, text.html(tokens), contents, tuple(_passages(tokens)))


def library() -> list[Guide]:
    """Every document, in the order of the index."""
    return [found for name in names() if (found := guide(name))]


def _passages(tokens: Sequence[Token]) -> Iterator[Passage]:
    """The passages that a search can find: each paragraph and item alone, the cells of a row together."""
    heads, cells = iter(text.headings(tokens)), list[str]()
    here, in_row, in_heading = None, False, False
    for token in tokens:
        if token.type == "heading_open":
            here = next(heads)
        in_heading = token.type == "heading_open" or (in_heading and token.type == "inline")
        in_row = token.type == "tr_open" or (in_row and token.type != "tr_close")
        if token.type == "inline" and not in_heading:
            cells.append(text.plain(token))
        if cells and not in_row and here:
            yield Passage(here, ": ".join(filter(None, cells)))
            cells = []
