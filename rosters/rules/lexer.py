"""Cutting the text of a roster into tokens, each with its line and column."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from base.refusal import Refusal

_QUOTED = r""" "(?:[^"\n]|"")*" | “[^“”\n]*” | „[^„“”\n]*[“”] | «[^«»\n]*» """
_VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅟↉"
_PATTERN = re.compile(
    rf"""
    (?P<bullet> (?m:^) [^\S\n]* [-*•–] (?=\s) )
  | (?P<name> {_QUOTED} )
  | (?P<fraction> [0-9]{{1,6}} [^\S\n]* [/⁄∕] [^\S\n]* [0-9]{{1,6}} (?![0-9\w]) )
  | (?P<calibre> 12[- ]?(?:pdr|pounder)s?\b )
  | (?P<number> [0-9]{{1,9}} (?! [0-9/⁄∕.] | [^\W_x\d] ) )
  | (?P<vulgar> [{_VULGAR}] )
  | (?P<word> [^\W\d_] [\w'’.-]* | × )
  | (?P<separator> [,;\n] )
  | (?P<space> [\s()]+? )
  | (?P<other> . )
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Token:
    """A piece of a roster's text; ``kind`` is number, fraction, word, name or separator."""

    kind: str
    text: str
    line: int
    column: int

    def refusal(self, reason: str) -> Refusal:
        """Return a refusal that begins with the place."""
        return Refusal(f"Line {self.line}, column {self.column}: {reason}")


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of ``text``; a character that belongs nowhere is refused."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    line, start = 1, 0
    for match in _PATTERN.finditer(text):
        token = Token(match.lastgroup or "other", match[0], line, match.start() - start + 1)
        if match[0] == "\n":
            line, start = line + 1, match.end()
        if token.kind not in ("space", "bullet"):
            yield _meaning(token)


def items_of(tokens: Iterator[Token]) -> Iterator[list[Token]]:
    """Yield the tokens item by item, without the separators; empty items are passed over."""
    item: list[Token] = []
    for token in tokens:
        if token.kind != "separator":
            item.append(token)
        elif item:
            yield item
            item = []
    if item:
        yield item


def quote(name: str) -> str:
    """Return a name in quotation marks, those inside it doubled."""
    return '"' + name.replace('"', '""') + '"'


def _meaning(token: Token) -> Token:
    text = token.text
    if token.kind in ("other", "vulgar"):
        raise token.refusal(_stray(text))
    if token.kind == "calibre":
        return Token("word", text, token.line, token.column)
    if token.kind == "word" and text.lower() == "and":
        return Token("separator", text, token.line, token.column)
    if token.kind == "name":
        return Token("name", _unquote(text), token.line, token.column)
    if token.kind == "fraction":
        return Token("fraction", re.sub(r"\s*[/⁄∕]\s*", "/", text), token.line, token.column)
    return token


def _unquote(text: str) -> str:
    inner = text[1:-1]
    return inner.replace('""', '"') if text[0] == '"' else inner


def _stray(sign: str) -> str:
    if sign in _VULGAR:
        return f"write the strength {sign} as two whole numbers with a stroke, such as 2/4."
    if sign in '"“„«':
        return "this quotation mark is not closed on its line; close it after the name."
    if sign.isdecimal() or sign in "/⁄∕":
        return "this number cannot be read; write a count such as 3, or a strength such as 2/4, in the digits 0 to 9."
    return f'the sign "{sign}" does not belong here; separate units by commas and put names in quotation marks.'
