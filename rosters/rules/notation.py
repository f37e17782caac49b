"""The notation of rosters (LGG-C1-a): ``3 Line inf, one 2/4 Line inf, 1 Elite inf Guard "Alte Garde"``.

An item is ``[count] [strength/full] type [Guard] [Outriders] ["name"]``. Items are separated by commas, semicolons,
line ends or the word "and". Short and long names of the types are read, and count words from one to ten.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from base.refusal import Refusal
from base.signs import level
from rosters.rules.catalogue import UnitType, catalogue, unit_type
from rosters.rules.own_types import NO_TYPES, OwnTypes
from rosters.rules.type_names import find_own, find_type

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


MOST_BYTES = 65_536
MOST_OF_AN_ITEM = 200
MOST_UNITS = 500
LONGEST_NAME = 80
COUNT_WORDS = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
_COUNTS = COUNT_WORDS | {"a": 1, "an": 1}
_GUARD = ("guard", "guards")
_OUTRIDERS = ("outriders", "outrider")


@dataclass(frozen=True)
class RosterItem:
    """One unit as a roster writes it; ``name`` and ``own``, its type in its war (HR-30), are empty if it has none."""

    type: str
    strength: int
    guard: bool = False
    outriders: bool = False
    name: str = ""
    own: str = ""


def parse_roster(text: str, own: OwnTypes = NO_TYPES) -> tuple[RosterItem, ...]:
    """LGG-C1-a: the units of a roster in canonical order; what cannot be read is refused with line and column.

    ``own`` are the types of the roster's war, which it may name too (HR-30).
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refusal(f"The roster is longer than {MOST_BYTES:,} bytes; split it into several armies.")
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise Refusal("The roster holds characters that are not text; save it as plain text (UTF-8).")
    units: list[RosterItem] = []
    for tokens in items_of(tokens_of(text)):
        units += _read_item(tokens, own)
        if len(units) > MOST_UNITS:
            raise tokens[0].refusal(f"with this item the roster has more than {MOST_UNITS:,} units; split it.")
    if not units:
        raise Refusal("The roster is empty; write at least one unit, such as: 3 Line inf, one 2/4 Line inf.")
    return canonical(units)


def print_roster(items: Iterable[RosterItem]) -> str:
    """LGG-C1-a: the canonical text; ``parse_roster(print_roster(x)) == canonical(x)``."""
    return ", ".join(_print_group(item, len(list(same))) for item, same in groupby(canonical(items)))


def canonical(items: Iterable[RosterItem]) -> tuple[RosterItem, ...]:
    """Return the units by type in order of appearance; within a type full units first, then by falling strength."""
    units = tuple(items)
    types = {key: place for place, key in reversed(list(enumerate((unit.type, unit.own) for unit in units)))}
    first = {unit: place for place, unit in reversed(list(enumerate(units)))}
    return tuple(sorted(units, key=lambda unit: (types[unit.type, unit.own], -unit.strength, first[unit])))


def check_item(item: RosterItem) -> None:
    """Refuses a unit that the catalogue does not allow: type, strength, Guard, Outriders, name."""
    row = unit_type(item.type)
    for reason in _faults(row, item.strength, item.guard, item.outriders):
        raise Refusal(reason)
    if item.name != clean_name(item.name):
        raise Refusal(f'name: write "{clean_name(item.name)}" without control signs or double spaces.')


def clean_name(name: str) -> str:
    """Return a unit's name in normal form (NFC, single spaces, no control signs); refused if it is too long."""
    shown = "".join(" " if unicodedata.category(sign)[0] == "C" else sign for sign in name)
    clean = level(unicodedata.normalize("NFC", " ".join(shown.split())))
    if len(clean) > LONGEST_NAME:
        raise Refusal(f"name: {len(clean)} characters are too many; shorten it to {LONGEST_NAME}.")
    return clean


def _read_item(tokens: list[Token], own: OwnTypes) -> list[RosterItem]:
    rest = list(tokens)
    count = _take_count(rest)
    fraction = _take_one(rest, "fraction", "two strengths; keep one of them.")
    name = _take_name(rest)
    guard, outriders = _take_word(rest, _GUARD), _take_word(rest, _OUTRIDERS)
    row, kind = _read_type(rest, tokens[0], own)
    strength = _read_strength(fraction, row)
    for reason in _faults(row, strength, guard, outriders):
        raise tokens[0].refusal(reason)
    return [RosterItem(row.key, strength, guard, outriders, name, kind)] * count


def _take_count(rest: list[Token]) -> int:
    head = rest[0]
    if head.kind == "number":
        count = int(head.text)
    elif head.kind == "word" and head.text.lower() in _COUNTS:
        count = _COUNTS[head.text.lower()]
    else:
        return 1
    if not 1 <= count <= MOST_OF_AN_ITEM:
        raise head.refusal(f"the count {head.text} is not possible; write a number from 1 to {MOST_OF_AN_ITEM}.")
    del rest[0]
    if rest and rest[0].kind == "word" and rest[0].text.lower() in ("x", "×"):
        del rest[0]
    return count


def _take_one(rest: list[Token], kind: str, too_many: str) -> Token | None:
    found = [token for token in rest if token.kind == kind]
    if len(found) > 1:
        raise found[1].refusal(f"this item has {too_many}")
    rest[:] = [token for token in rest if token.kind != kind]
    return found[0] if found else None


def _take_name(rest: list[Token]) -> str:
    token = _take_one(rest, "name", "two names; put a comma between two units.")
    if token is None:
        return ""
    try:
        name = clean_name(token.text)
    except Refusal as refusal:
        raise token.refusal(str(refusal)) from None
    if not name:
        raise token.refusal("the name is empty; leave the quotation marks out.")
    return name


def _take_word(rest: list[Token], words: tuple[str, ...]) -> bool:
    found = [token for token in rest if token.kind == "word" and token.text.lower().rstrip(".") in words]
    if len(found) > 1:
        raise found[1].refusal(f'"{found[1].text}" appears twice in this item; put a comma between two units.')
    rest[:] = [token for token in rest if token not in found]
    return bool(found)


def _read_type(rest: list[Token], head: Token, own: OwnTypes) -> tuple[UnitType, str]:
    """Return the row of the type that is named, and the own type of the war over it, if it is one."""
    for token in rest:
        if token.kind == "number":
            raise token.refusal(f"the number {token.text} is out of place; the count comes first, as in: 3 Line inf.")
    words = [token.text for token in rest]
    if kind := find_own(words, own):
        return unit_type(own[kind].base), kind
    key = find_type(words)
    if key is None:
        place = rest[0] if rest else head
        raise place.refusal(_unknown_type(" ".join(words), own))
    return unit_type(key), ""


def _unknown_type(written: str, own: OwnTypes) -> str:
    types = ", ".join((*(row.short for row in catalogue().unit_types.values()), *own))
    if not written:
        return f"the type is missing; write one of {types}."
    return f'"{written[:60]}" is not a unit type; write one of {types}, and a unit\'s own name in quotation marks.'


def _read_strength(fraction: Token | None, row: UnitType) -> int:
    if fraction is None:
        return row.full
    strength, full = (int(part) for part in fraction.text.split("/"))
    if full != row.full:
        instead = f"{min(strength, row.full) or 1}/{row.full}"
        raise fraction.refusal(f"the full strength of {row.short} is {row.full}, not {full}; write {instead}.")
    if not 1 <= strength <= full:
        raise fraction.refusal(f"strength {strength} of {full} is not possible; write 1/{full} to {full}/{full}.")
    return strength


def _faults(row: UnitType, strength: int, guard: bool, outriders: bool) -> list[str]:
    faults = []
    if not 1 <= strength <= row.full:
        faults.append(f"strength: {strength} is not possible for {row.short}; use 1 to {row.full}.")
    if guard and not row.may_be_guard:
        may = ", ".join(other.short for other in catalogue().unit_types.values() if other.may_be_guard)
        faults.append(f'{row.short} cannot be Guard; leave "Guard" out or choose one of {may}.')
    if outriders and not row.may_be_outriders:
        may = ", ".join(other.short for other in catalogue().unit_types.values() if other.may_be_outriders)
        faults.append(f'{row.short} cannot be Outriders; leave "Outriders" out or choose {may}.')
    return faults


def _print_group(item: RosterItem, count: int) -> str:
    row = unit_type(item.type)
    reduced = item.strength < row.full
    parts = ["one" if reduced and count == 1 else str(count)]
    parts += [f"{item.strength}/{row.full}"] if reduced else []
    parts += [item.own or row.short] + ["Guard"] * item.guard + ["Outriders"] * item.outriders
    return " ".join(parts + ([quote(item.name)] if item.name else []))
