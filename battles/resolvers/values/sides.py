"""The two sides of a battle file: leaders, units or a roster text, and what each side brings from its campaign."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from base.place import JsonPlace, shorten
from base.refusal import Refusal
from base.words import ordinal
from rosters.rules.catalogue import Catalogue, UnitType, catalogue
from rosters.rules.notation import RosterItem, parse_roster
from rosters.rules.own_types import LONGEST

ROLES = ("attacker", "defender")
EDGES = ("own", "left", "right")
POSTURES = ("attack", "limited", "hold", "delay")
SECTORS = ("left", "centre", "right")
EVENINGS = ("hold", "save")
"""What a plan may ask for the evening: hold the field at any cost, or save the army."""
MOST_UNITS = 200
MOST_WINGS = 2
LAST_MARK = 1000
MOST_RAISED = 2
"""HR-31 Field works that an army can man."""
_ROSTER_CHARACTERS = 20_000
_SIDE_NAME, _NAME, _ID = 50, 80, 60
_WHOLE_WORDS = {"inf": "infantry", "cav": "cavalry", "art": "artillery"}

_SIDE_OPTIONAL = (
    "role", "wings", "roster", "units", "came_from", "supply_cut", "must_decide", "capital", "stakes", "plan",
    "works",
)  # fmt: skip
_UNIT_OPTIONAL = ("name", "guard", "outriders", "strength", "arrives", "edge", "army", "own")
_PLAN_KEYS = ("posture", "sector", "reserve", "break_off", "evening", "spare")
_MOST_STAKE, _DEAREST = 300, 1000


@dataclass(frozen=True)
class Leader:
    """A general and his skill; a wing with an `army` comes with the units of that army that arrive late (HR-T6)."""

    name: str
    skill: str
    army: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the general as in a battle file; his army only where he has one."""
        return {"name": self.name, "skill": self.skill} | ({"army": self.army} if self.army else {})


@dataclass(frozen=True)
class BattleUnit:
    """A unit as it comes to the battle; `arrives` is the count at which it enters by `edge` (HR-T6).

    `army` names the army that it goes back to afterwards (HR-14): units of different armies do not amalgamate. `own` is
    its type in its war (HR-30), a name in the file's `unit_types`.
    """

    id: str
    name: str
    type: str
    strength: int
    guard: bool = False
    outriders: bool = False
    arrives: int | None = None
    edge: str | None = None
    army: str | None = None
    own: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the unit as in a battle file; its own type only where it has one."""
        made = {key: getattr(self, key) for key in UNIT_KEYS}
        return made | ({"own": self.own} if self.own else {})


UNIT_KEYS = tuple(field.name for field in fields(BattleUnit))[:-1]


@dataclass(frozen=True)
class Plan:
    """A player's instructions to his general; `reserve` and `break_off` are percentages of his units, `spare` their
    ids."""

    posture: str | None = None
    sector: str | None = None
    reserve: int | None = None
    break_off: int | None = None
    spare: tuple[str, ...] = ()
    evening: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as in a battle file; a word for the evening only where there is one."""
        made = asdict(self) | {"spare": list(self.spare)}
        return made if self.evening else {key: value for key, value in made.items() if key != "evening"}


@dataclass(frozen=True)
class Stakes:
    """The stakes of a side (AI-22), in hundredths of its army's price: the field won, drawn and lost.

    `strength` is the worth of a strength point in hundredths of its price.
    """

    won: int
    drawn: int
    lost: int
    strength: int = 100


@dataclass(frozen=True)
class BattleSide:
    """One party to the battle; `came_from` is the compass bearing in degrees from which it entered the province."""

    name: str
    role: str
    commander: Leader
    units: tuple[BattleUnit, ...]
    wings: tuple[Leader, ...] = ()
    came_from: int | None = None
    supply_cut: bool = False
    must_decide: bool = False
    capital: bool = False
    plan: Plan | None = None
    stakes: Stakes | None = None
    works: int = 0
    """HR-31 Field works that its army raised before the battle, besides those of HR-T4."""

    def as_dict(self) -> dict[str, Any]:
        """Return the side as in a battle file, unit by unit."""
        made = {
            "name": self.name,
            "role": self.role,
            "commander": self.commander.as_dict(),
            "wings": [wing.as_dict() for wing in self.wings],
            "units": [unit.as_dict() for unit in self.units],
            "came_from": self.came_from,
            "supply_cut": self.supply_cut,
            "must_decide": self.must_decide,
            "capital": self.capital,
            "plan": self.plan.as_dict() if self.plan else None,
        }
        stakes = {"stakes": asdict(self.stakes)} if self.stakes else {}
        return made | stakes | ({"works": self.works} if self.works else {})


def read_sides(place: JsonPlace, engagement: str, known: Catalogue) -> tuple[BattleSide, BattleSide]:
    """Return the two sides at `place`, with names and unit ids that all differ and roles that fit `engagement`."""
    if not isinstance(place.value, list) or len(place.value) != 2:
        place.refuse("exactly two sides are expected.")
    places = place.items(most=2)
    first, second = (_read_side(p, role, known) for p, role in zip(places, ROLES, strict=True))
    if first.name.casefold() == second.name.casefold():
        places[1].at("name").refuse(f'both sides are called "{shorten(first.name)}"; name them differently.')
    _check_roles(places[1], first, second, engagement)
    _check_ids(places, (first, second))
    return first, second


def _check_roles(place: JsonPlace, first: BattleSide, second: BattleSide, engagement: str) -> None:
    roles = first.role, second.role
    if roles == ("defender", "defender"):
        place.at("role").refuse("both sides are defenders; one of them has to attack.")
    if roles == ("attacker", "attacker") and engagement != "meeting":
        place.at("role").refuse('both sides are attackers; that needs "engagement": "meeting".')


def _check_ids(places: list[JsonPlace], sides: tuple[BattleSide, BattleSide]) -> None:
    seen: dict[str, str] = {}
    for place, side in zip(places, sides, strict=True):
        for n, unit in enumerate(side.units):
            here = f"{place.path}.units[{n}]"
            if unit.id in seen:
                JsonPlace(unit.id, f"{here}.id", place.error).refuse(
                    f'"{shorten(unit.id)}" is also the id of {seen[unit.id]}; ids are unique across both sides.'
                )
            seen[unit.id] = here


def _read_side(place: JsonPlace, role: str, known: Catalogue) -> BattleSide:
    place.object(required=("name", "commander"), optional=_SIDE_OPTIONAL)
    name = place.at("name").text(most=_SIDE_NAME)
    units = _read_units(place, name, known)
    return BattleSide(
        name=name,
        role=place.at("role").choice(ROLES, role),
        commander=_read_leader(place.at("commander")),
        units=units,
        wings=_read_wings(place.at("wings"), units) if place.has("wings") else (),
        came_from=place.at("came_from").integer(0, 359) if place.has("came_from") else None,
        supply_cut=place.at("supply_cut").flag(False),
        must_decide=place.at("must_decide").flag(False),
        capital=place.at("capital").flag(False),
        plan=_read_plan(place.at("plan"), {u.id for u in units}) if place.has("plan") else None,
        stakes=_read_stakes(place.at("stakes")) if place.has("stakes") else None,
        works=place.at("works").integer(0, MOST_RAISED) if place.has("works") else 0,
    )


def _read_stakes(place: JsonPlace) -> Stakes:
    place.object(required=("won", "drawn", "lost"), optional=("strength",))
    won, drawn, lost = (place.at(key).integer(-_MOST_STAKE, _MOST_STAKE) for key in ("won", "drawn", "lost"))
    if not won >= drawn >= lost:
        place.refuse("a field that is won is worth no less than a draw, a draw no less than a defeat.")
    return Stakes(won, drawn, lost, place.at("strength").integer(0, _DEAREST) if place.has("strength") else 100)


def _read_wings(place: JsonPlace, units: tuple[BattleUnit, ...]) -> tuple[Leader, ...]:
    late = {unit.army for unit in units if unit.arrives is not None}
    return tuple(_read_wing(wing, late) for wing in place.items(most=MOST_WINGS))


def _read_wing(place: JsonPlace, late: set[str | None]) -> Leader:
    place.object(required=("skill",), optional=("name", "army"))
    if not place.has("army"):
        return _read_leader(place)
    army = place.at("army").text(most=_NAME)
    if army not in late:
        place.at("army").refuse(f'no unit of the army "{shorten(army)}" arrives late; leave it out.')
    name = place.at("name").text(most=_NAME, blank=True) if place.has("name") else ""
    return Leader(name, place.at("skill").choice(catalogue().skills), army)


def _read_leader(place: JsonPlace) -> Leader:
    place.object(required=("skill",), optional=("name",))
    name = place.at("name").text(most=_NAME, blank=True) if place.has("name") else ""
    return Leader(name, place.at("skill").choice(catalogue().skills))


def _read_units(place: JsonPlace, side: str, known: Catalogue) -> tuple[BattleUnit, ...]:
    if place.has("roster") and place.has("units"):
        place.at("roster").refuse("a side has a roster or units, not both; leave one of them out.")
    if place.has("roster"):
        return _from_roster(place.at("roster"), side, known)
    if not place.has("units"):
        place.refuse("it has no units; give a roster text or a list of units.")
    units = tuple(_read_unit(p, known) for p in place.at("units").items(least=1, most=MOST_UNITS))
    return _named(units, known)


def _from_roster(place: JsonPlace, side: str, known: Catalogue) -> tuple[BattleUnit, ...]:
    text = place.value
    if not isinstance(text, str):
        place.text(most=_ROSTER_CHARACTERS)
    if len(text) > _ROSTER_CHARACTERS:
        place.refuse(f"{len(text):,} characters, at most {_ROSTER_CHARACTERS:,} are read.")
    try:
        items = parse_roster(text, known.own)
    except Refusal as refusal:
        place.refuse(str(refusal))
    if not 1 <= len(items) <= MOST_UNITS:
        place.refuse(f"{len(items)} units, 1 to {MOST_UNITS} are allowed.")
    return _named(tuple(_from_item(place, item, f"{side}-{n}", known) for n, item in enumerate(items, 1)), known)


def _from_item(place: JsonPlace, item: RosterItem, id: str, known: Catalogue) -> BattleUnit:
    full = known.unit_types[item.type].full
    if item.strength > full:
        place.refuse(f"{item.strength} is above the full strength {full} of {item.type}.")
    name = JsonPlace(item.name, place.path, place.error).text(most=_NAME) if item.name else ""
    return BattleUnit(id, name, item.type, item.strength, item.guard, item.outriders, own=item.own)


def _read_unit(place: JsonPlace, known: Catalogue) -> BattleUnit:
    place.object(required=("id", "type"), optional=_UNIT_OPTIONAL)
    kind = known.unit_types[place.at("type").choice(known.unit_types)]
    unit = BattleUnit(
        id=place.at("id").text(most=_ID),
        name=place.at("name").text(most=_NAME, blank=True) if place.has("name") else "",
        type=kind.key,
        strength=_read_strength(place.at("strength"), kind),
        guard=place.at("guard").flag(False),
        outriders=place.at("outriders").flag(False),
        arrives=place.at("arrives").integer(1, LAST_MARK) if place.has("arrives") else None,
        edge=place.at("edge").choice(EDGES) if place.has("edge") else None,
        army=place.at("army").text(most=_NAME) if place.has("army") else None,
        own=_read_own(place.at("own"), kind, known) if place.has("own") else "",
    )
    _check_unit(place, unit, kind)
    return unit


def _read_own(place: JsonPlace, kind: UnitType, known: Catalogue) -> str:
    """HR-30 Return the short name of a unit's own type, which is over the unit's type."""
    short = place.text(most=LONGEST)
    if short not in known.own or known.own[short].base != kind.key:
        place.refuse(f'there is no "{shorten(short)}" over {kind.key} in unit_types; add it or leave own out.')
    return short


def _read_strength(place: JsonPlace, kind: UnitType) -> int:
    if place.value is None:
        return kind.full
    strength = place.integer(-(10**9), 10**9)
    if strength < 1:
        place.refuse(f"{strength} is below 1; leave a unit without strength out of the file.")
    if strength > kind.full:
        place.refuse(f"{strength} is above the full strength {kind.full} of {kind.key}.")
    return strength


def _check_unit(place: JsonPlace, unit: BattleUnit, kind: UnitType) -> None:
    if unit.guard and not kind.may_be_guard:
        place.at("guard").refuse(f"{kind.key} cannot be Guard; use false.")
    if unit.outriders and not kind.may_be_outriders:
        place.at("outriders").refuse(f"{kind.key} cannot be Outriders; only irreg_cav can.")
    if unit.edge and unit.arrives is None:
        place.at("edge").refuse("an edge is for a unit that arrives; give arrives as well or leave the edge out.")


def _named(units: tuple[BattleUnit, ...], known: Catalogue) -> tuple[BattleUnit, ...]:
    """Return units with a name each: those without one are numbered within their army and type.

    A number that ran on through a side would tell an ally how many of a kind the others have.
    """
    taken: dict[tuple[str | None, str, bool, str], int] = {}
    named = []
    for unit in units:
        if not unit.name:
            kind = unit.army, unit.type, unit.guard, known.own[unit.own].name if unit.own else ""
            taken[kind] = taken.get(kind, 0) + 1
            of_army = "" if unit.army == units[0].army else _titled(unit.army)
            unit = replace(unit, name=numbered_name(unit.type, unit.guard, taken[kind], of_army, kind[-1]))
        named.append(unit)
    return tuple(named)


def numbered_name(type_key: str, guard: bool, number: int, army: str = "", own: str = "") -> str:
    """Name a unit without a name: by its number among those of its kind, and its army where that is given.

    ``own`` is the name of its own type (HR-30), if it is of one.
    """
    name = f"{ordinal(number)} {'Guard ' if guard else ''}{own or _spelled(type_key)}"[:_NAME]
    return f"{name} ({army[: _NAME - len(name) - 3]})" if army else name


def _titled(army: str | None) -> str:
    """Return the reference of an army as a name: ``west-main`` is West Main."""
    return " ".join((army or "detached").replace("-", " ").replace("_", " ").split()).title()


def _spelled(type_key: str) -> str:
    """Return the short name of a unit type with its last word written out: Line infantry, Horse artillery."""
    *front, last = catalogue().unit_types[type_key].short.split()
    return " ".join((*front, _WHOLE_WORDS.get(last, last)))


def _read_plan(place: JsonPlace, ids: Iterable[str]) -> Plan:
    place.object(optional=_PLAN_KEYS)
    return Plan(
        posture=place.at("posture").choice(POSTURES) if place.has("posture") else None,
        sector=place.at("sector").choice(SECTORS) if place.has("sector") else None,
        reserve=place.at("reserve").integer(0, 100) if place.has("reserve") else None,
        break_off=place.at("break_off").integer(0, 100) if place.has("break_off") else None,
        spare=_read_spare(place.at("spare"), set(ids)) if place.has("spare") else (),
        evening=place.at("evening").choice(EVENINGS) if place.has("evening") else None,
    )


def _read_spare(place: JsonPlace, ids: set[str]) -> tuple[str, ...]:
    spare = tuple(p.text(most=_ID) for p in place.items(most=MOST_UNITS))
    for n, id in enumerate(spare):
        if id not in ids:
            JsonPlace(id, f"{place.path}[{n}]", place.error).refuse(f'"{shorten(id)}" is no unit of this side.')
    return spare
