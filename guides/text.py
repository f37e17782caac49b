"""Markdown to HTML. What a document holds of HTML is escaped; nothing in it runs, and nothing in it has a style."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

RELATIVE = re.compile(r"(?!\w+:|//|#)(?P<file>[\w./-]+)\.md(?P<anchor>#.*)?")
WIDE, WIDE_END = '<div class="table-responsive" tabindex="0">\n', "</div>\n"


@dataclass(frozen=True)
class Heading:
    """A heading with its anchor, as GitHub makes anchors."""

    level: int
    title: str
    anchor: str


class Writer(RendererHTML):
    """Write tables that scroll on their own, and columns of numbers by a class: the site allows no inline style."""

    def table_open(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        return f'{WIDE}<table class="table table-sm">\n'

    def table_close(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        return f"</table>\n{WIDE_END}"

    def th_open(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        """A cell of the head without words heads nothing."""
        number = ' class="num"' if tokens[at].attrGet("class") else ""
        return f"<th{number}>" if tokens[at + 1].content else "<td>"

    def th_close(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        return "</th>\n" if tokens[at - 1].content else "</td>\n"

    def fence(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        """Code that scrolls on its own, also for the keyboard."""
        return f'<pre tabindex="0"><code>{escapeHtml(tokens[at].content)}</code></pre>\n'

    def heading_close(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        anchor = tokens[at - 2].attrGet("id")
        return (
            f' <a class="anchor no-print" href="#{anchor}" aria-hidden="true" tabindex="-1">#</a></{tokens[at].tag}>\n'
        )


MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=Writer).enable("table")


def parsed(text: str, known: frozenset[str]) -> list[Token]:
    """Read a document; links to a ``known`` document lead to its page, links to other files are plain words."""
    tokens = MARKDOWN.parse(text)
    used: dict[str, int] = {}
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(plain(tokens[at + 1]), used))
        if token.attrGet("style"):
            token.attrs = {"class": "num"}
        if token.children:
            token.children = _linked(token.children, known)
    return tokens


def html(tokens: Sequence[Token]) -> SafeString:
    """Write the tokens as HTML, every word of theirs escaped."""
    written = str(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}))
    return mark_safe(written)  # noqa: S308  # nosec B308 B703


def headings(tokens: Sequence[Token]) -> list[Heading]:
    """List the headings in their order."""
    return [
        Heading(int(token.tag[1]), plain(tokens[at + 1]), str(token.attrGet("id")))
        for at, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def plain(token: Token) -> str:
    """The words of a paragraph, a heading or a cell without their marks."""
    words = (" " if part.type.endswith("break") else part.content for part in token.children or ())
    return "".join(words)


def _anchor(title: str, used: dict[str, int]) -> str:
    name = re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
    used[name] = used.get(name, -1) + 1
    return f"{name}-{used[name]}" if used[name] else name


def _linked(parts: Sequence[Token], known: frozenset[str]) -> list[Token]:
    """The parts of a line with links that lead somewhere on the site."""
    kept, left_out = [], 0
    for part in parts:
        if part.type == "link_open":
            target = _target(str(part.attrGet("href")), known)
            part.attrs = {"href": target}
            left_out += not target
        if target_lost := part.type in ("link_open", "link_close") and left_out > 0:
            left_out -= part.type == "link_close"
        if not target_lost:
            kept.append(part)
    return kept


def _target(href: str, known: frozenset[str]) -> str:
    """Return the address of a link on the site; empty where it has no page."""
    found = RELATIVE.fullmatch(href)
    if not found:
        return href if href.startswith(("#", "https://")) else ""
    name = found["file"].rpartition("/")[2]
    if name == "README":
        return reverse("guides")
    return f"{reverse('guide', args=[name])}{found['anchor'] or ''}" if name in known else ""
