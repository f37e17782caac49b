"""The kinds of value that stand in the rows of a campaign file, each with its way in and its way out.

A row is a frozen dataclass whose fields are made by the functions below; ``read_row`` makes one of a place in a JSON
document and ``row_dict`` gives the JSON back, leaving out whatever has its default.
"""

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, TypeVar

from base.place import JsonPlace, shorten
from base.refusal import Refusal

KEY = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
FURTHEST = 100_000.0
Point = tuple[float, float]
RowType = TypeVar("RowType")


class CampaignFileError(Refusal):
    """A campaign file that cannot be loaded; the text names the place and the remedy."""


@dataclass(frozen=True)
class Kind:
    """The kind of a field: which rows it refers to, if any; whether keys and slugs hide in it (``portable``).

    A ``handle`` is the key of a posting: a name inside its own campaign. With its names put in, a portable text or a
    handle has at most ``most`` characters.
    """

    read: Callable[[JsonPlace], Any]
    write: Callable[[Any], Any] = lambda value: value
    refers: str | None = None
    many: bool = False
    portable: bool = False
    handle: bool = False
    most: int = 0
    schema: Mapping[str, Any] = field(default_factory=dict)
    row: Any = None
    """The class of the row, or of the rows of a list (``many_rows``), that is the value."""
    many_rows: bool = False


def _made(kind: Kind, default: Any) -> Any:
    if default is MISSING:
        return field(metadata={"kind": kind})
    if isinstance(default, dict | list):
        return field(default_factory=lambda: type(default)(default), metadata={"kind": kind})
    return field(default=default, metadata={"kind": kind})


def name_key(most: int = 40, default: Any = MISSING) -> Any:
    """Return an id of lower-case letters, digits, hyphens and underscores; empty only where that is its default."""

    def read(place: JsonPlace) -> str:
        return "" if default == "" == place.value else _key(place, most)

    return _made(Kind(read, schema=_string(most, pattern=f"^(?:{KEY.pattern})?$")), default)


def _string(most: int, **more: Any) -> dict[str, Any]:
    return {"type": "string", "maxLength": most, **more}


def _key(place: JsonPlace, most: int) -> str:
    text = place.text(most=most)
    if not KEY.fullmatch(text):
        place.refuse(f'"{shorten(text)}" is no id; use lower-case letters, digits, hyphens and underscores.')
    return text


def refers(to: str, default: Any = MISSING) -> Any:
    """Return the id of a row of the list ``to`` (of a turn: its number); with the default None it may be absent."""
    schema = {"type": "integer", "minimum": 1, "maximum": 1000} if to == "turns" else _string(60)
    return _made(Kind(_turn if to == "turns" else _id, refers=to, schema=schema), default)


def refers_many(to: str) -> Any:
    """Return a list of ids of rows of the list ``to``."""

    def read(place: JsonPlace) -> tuple[str, ...]:
        return tuple(_id(item) for item in place.items(most=200))

    return _made(Kind(read, list, refers=to, many=True, schema=_list(_string(60), 0, 200)), ())


def _list(items: Mapping[str, Any], least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _id(place: JsonPlace) -> str:
    return place.text(most=60)


def _turn(place: JsonPlace) -> int:
    return place.integer(1, 1000)


def text(most: int, default: Any = MISSING) -> Any:
    """Return one line of text in NFC without control characters; with a default it may be empty."""
    read = lambda place: place.text(most=most, blank=default is not MISSING)  # noqa: E731
    return _made(Kind(read, schema=_string(most, minLength=int(default is MISSING))), default)


def prose(most: int, default: Any = "") -> Any:
    """Return text of several lines: line feeds are kept, other control characters refused."""

    def read(place: JsonPlace) -> str:
        if not isinstance(place.value, str) or len(place.value) > most:
            return place.text(most=most, blank=True)
        lines = [JsonPlace(line, place.path, place.error) for line in place.value.split("\n")]
        return "\n".join(line.text(most=most, blank=True) for line in lines)

    return _made(Kind(read, schema=_string(most)), default)


def whole(least: int, most: int, default: Any = MISSING) -> Any:
    """Return a whole number within bounds."""

    def read(place: JsonPlace) -> int:
        if isinstance(place.value, int) and not isinstance(place.value, bool) and place.value > most:
            place.refuse(f"{shorten(place.value)} is above {most}.")
        return place.integer(least, most)

    return _made(Kind(read, schema={"type": "integer", "minimum": least, "maximum": most}), default)


def real(least: float, most: float, default: Any = MISSING) -> Any:
    """Return a number within bounds, kept to four decimals."""
    schema = {"type": "number", "minimum": least, "maximum": most}
    return _made(Kind(lambda place: place.number(least, most), short, schema=schema), default)


def short(value: float) -> float:
    """Return a number as it is written: four decimals, whole numbers without any."""
    rounded = round(value, 4)
    return int(rounded) if rounded == int(rounded) else rounded


def flag(default: bool = False) -> Any:
    """True or false."""
    return _made(Kind(lambda place: place.flag(), schema={"type": "boolean"}), default)


def choice(options: Iterable[str], default: Any = MISSING) -> Any:
    """Return one of several words."""
    known = tuple(options)
    return _made(Kind(lambda place: place.choice(known), schema={"enum": list(known)}), default)


def pattern(expression: str, what: str, default: Any = MISSING) -> Any:
    """Return text of a fixed form, such as a colour."""

    def read(place: JsonPlace) -> str:
        value = place.text(most=200)
        if not re.fullmatch(expression, value):
            place.refuse(f'"{shorten(value)}" is not {what}.')
        return value

    return _made(Kind(read, schema=_string(200, pattern=f"^(?:{expression})$")), default)


PLACE = _list({"type": "number", "minimum": -FURTHEST, "maximum": FURTHEST}, 2, 2)


def point(default: Any = MISSING) -> Any:
    """Return a point [x, y]."""
    return _made(Kind(_point, _pair, schema=PLACE), default)


def ring(default: Any = MISSING) -> Any:
    """Return a polygon of at least three points."""

    def read(place: JsonPlace) -> tuple[Point, ...]:
        return tuple(_point(item) for item in place.items(least=3, most=2000))

    return _made(Kind(read, lambda points: [_pair(p) for p in points], schema=_list(PLACE, 3, 2000)), default)


def _pair(value: Point) -> list[float]:
    return [short(value[0]), short(value[1])]


def _point(place: JsonPlace) -> Point:
    x, y = place.items(least=2, most=2)
    return (x.number(-FURTHEST, FURTHEST), y.number(-FURTHEST, FURTHEST))


def nested(row: type[Any], most: int = 1000) -> Any:
    """Return a list of rows."""

    def read(place: JsonPlace) -> tuple[Any, ...]:
        return tuple(read_row(row, item) for item in place.items(most=most))

    write = lambda rows: [row_dict(r) for r in rows]  # noqa: E731
    return _made(Kind(read, write, schema=_list({}, 0, most), row=row, many_rows=True), ())


def single(row: type[Any]) -> Any:
    """Return one row, or none."""
    return _made(Kind(lambda place: read_row(row, place), row_dict, row=row), None)


def record_text(most: int, default: Any = "") -> Any:
    """Return text of a record, kept as it was written: not trimmed, not normalised; control characters are refused."""
    return _made(Kind(lambda place: kept_text(place, most), schema=_string(most)), default)


def kept_text(place: JsonPlace, most: int) -> str:
    """Return text as it stands, at most so long, without control characters but line feeds and tabulators."""
    if not isinstance(place.value, str) or len(place.value) > most:
        return place.text(most=most, blank=True)
    signs = () if place.value.isprintable() else place.value
    if any((ord(c) < 32 and c not in "\n\t") or 0xD800 <= ord(c) < 0xE000 for c in signs):
        place.refuse("it holds a control character; take that out.")
    return place.value


def day(default: Any = MISSING) -> Any:
    """Return a date such as 1813-08-15."""

    def read(place: JsonPlace) -> datetime.date:
        value = place.text(most=10)
        try:
            found = datetime.datetime.strptime(value, "%Y-%m-%d").date()
        except ValueError:
            place.refuse(f'"{shorten(value)}" is no date; write it like 1813-08-15.')
        if not 1000 <= found.year <= 4000:
            place.refuse(f"the year {found.year} is outside 1000 to 4000.")
        return found

    schema = _string(10, pattern="^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}$")
    return _made(Kind(read, datetime.date.isoformat, schema=schema), default)


def clock_time(default: Any = MISSING) -> Any:
    """Return a time of the day such as 20:00."""

    def read(place: JsonPlace) -> datetime.time:
        value = place.text(most=5)
        try:
            return datetime.datetime.strptime(value, "%H:%M").time()
        except ValueError:
            place.refuse(f'"{shorten(value)}" is no time of the day; write it like 20:00.')

    schema = _string(5, pattern="^[0-9]{1,2}:[0-9]{1,2}$")
    return _made(Kind(read, lambda value: value.strftime("%H:%M"), schema=schema), default)


def moment(default: Any = None) -> Any:
    """Return a time such as 2026-11-21T09:00:00.000000Z, always in UTC and to the microsecond."""
    return _made(Kind(_moment, _moment_text, schema=_string(40)), default)


def _moment(place: JsonPlace) -> datetime.datetime:
    value = place.text(most=40)
    try:
        found = datetime.datetime.fromisoformat(value)
        if found.tzinfo is not None and _moment_text(found) == value:
            return found.astimezone(datetime.UTC)
        return datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.UTC)
    except (ValueError, OverflowError):
        place.refuse(f'"{shorten(value)}" is no time; write it like 1813-08-15T06:00:00.000000Z.')


def _moment_text(value: datetime.datetime) -> str:
    text = value.astimezone(datetime.UTC).isoformat(timespec="microseconds")
    return text.removesuffix("+00:00") + "Z"


def plain(kind: type[dict[str, Any]] | type[list[Any]], default: Any = MISSING, portable: bool = False) -> Any:
    """Return any JSON object or list."""

    def read(place: JsonPlace) -> Any:
        if not isinstance(place.value, kind):
            place.refuse("an object is expected." if kind is dict else "a list is expected.")
        _check_texts(place, place.value)
        return place.value

    schema = {"type": "object" if kind is dict else "array"}
    return _made(Kind(read, portable=portable, schema=schema), kind() if default is MISSING else default)


def _check_texts(place: JsonPlace, value: Any) -> None:
    """Databases keep neither NUL nor half a surrogate pair, wherever in a JSON value they stand."""
    if isinstance(value, str) and any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in value):
        place.refuse("it holds a character that is not text; take that out.")
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for item in value:
            _check_texts(place, item)


def reference(most: int = 120) -> Any:
    """Opaque text of a ledger in which ids of this campaign may stand."""
    return _made(Kind(lambda place: kept_text(place, 3 * most), portable=True, most=most, schema=_string(3 * most)), "")


def numbers(count: int) -> Any:
    """Return a list of so many numbers."""

    def read(place: JsonPlace) -> tuple[float, ...]:
        return tuple(item.number(-FURTHEST, FURTHEST) for item in place.items(least=count, most=count))

    schema = _list({"type": "number", "minimum": -FURTHEST, "maximum": FURTHEST}, count, count)
    return _made(Kind(read, lambda values: [short(v) for v in values], schema=schema), MISSING)


def polyline(default: Any = ()) -> Any:
    """Return a line of at least two points."""

    def read(place: JsonPlace) -> tuple[Point, ...]:
        return tuple(_point(item) for item in place.items(least=2, most=2000))

    return _made(Kind(read, lambda points: [_pair(p) for p in points], schema=_list(PLACE, 2, 2000)), default)


def handle() -> Any:
    """Return the idempotency key of a posting: one that the program made, or a name that means nothing but itself."""
    return _made(Kind(lambda place: kept_text(place, 300) or None, handle=True, most=160, schema=_string(300)), None)


def kinds_of(row: type[Any]) -> tuple[tuple[str, Kind], ...]:
    """Return the fields of a row's class with their kinds, in the order in which they are written."""
    known: Any = row
    return _kinds_of(known)


@cache
def _kinds_of(row: Any) -> tuple[tuple[str, Kind], ...]:
    return tuple((entry.name, entry.metadata["kind"]) for entry in fields(row) if "kind" in entry.metadata)


@cache
def _shape(row: Any) -> tuple[dict[str, Kind], tuple[str, ...], tuple[str, ...]]:
    """Kinds by name, the names that are needed, and those that may be left out."""
    kinds = dict(kinds_of(row))
    needed = [f.name for f in fields(row) if f.default is MISSING and f.default_factory is MISSING]
    return kinds, tuple(needed), tuple(name for name in kinds if name not in needed)


def shape_of(row: type[Any]) -> tuple[dict[str, Kind], tuple[str, ...]]:
    """Return the kinds of a row's fields by name, and the names of those that are needed."""
    made: Any = row
    kinds, needed, _ = _shape(made)
    return kinds, needed


def read_row(row: type[RowType], place: JsonPlace) -> RowType:
    """Return the row that stands at ``place``. Unknown, missing and misshapen keys are refused."""
    made: Any = row
    kinds, needed, optional = _shape(made)
    value = place.object(required=needed, optional=optional).value
    return row(
        **{key: kinds[key].read(place.at(key)) for key, item in value.items() if item is not None or key in needed}
    )


def row_dict(row: Any) -> dict[str, Any]:
    """Return the JSON of a row, its defaults left out."""
    made: dict[str, Any] = {}
    for name, write, default in _defaults(row.__class__):
        value = getattr(row, name)
        if value != default:
            made[name] = write(value)
    return made


@cache
def _defaults(row: Any) -> tuple[tuple[str, Callable[[Any], Any], Any], ...]:
    """Of each field: its name, its way out, and what it has by default."""
    return tuple((entry.name, entry.metadata["kind"].write, _default(entry)) for entry in fields(row))


def _default(entry: Any) -> Any:
    if entry.default_factory is not MISSING:
        return entry.default_factory()
    return entry.default
