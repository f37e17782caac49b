"""Unit types of a war in its campaign file (HR-30), and the units that a file lists or has as a roster."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from base.refusal import Refusal
from campaign.rules.files.fields import choice, refers_many, text, whole
from campaign.rules.files.trigger_rows import EffectRow
from rosters.rules.catalogue import Catalogue, catalogue, unit_type
from rosters.rules.notation import RosterItem, parse_roster
from rosters.rules.own_types import BASES, DIFFERENCE, LONGEST, LONGEST_SIGN, OwnType, OwnTypes
from rosters.rules.type_names import plain_name

MOST_POINTS = 1000
_REMEDY = "write letters and hyphens alone, without Guard, Outriders or a number."


@dataclass(frozen=True, kw_only=True)
class UnitTypeRow:
    """An own type of the war; what is left out is as its base has it."""

    short: str = text(LONGEST)
    base: str = choice(BASES)
    name: str = text(60, "")
    plural: str = text(60, "")
    price: int | None = whole(0, MOST_POINTS, None)
    upkeep: int | None = whole(0, MOST_POINTS, None)
    morale: int | None = whole(1, 9, None)
    attack: int = whole(-DIFFERENCE, DIFFERENCE, 0)
    defend: int = whole(-DIFFERENCE, DIFFERENCE, 0)
    fire: int = whole(-DIFFERENCE, DIFFERENCE, 0)
    sign: str = text(LONGEST_SIGN, "")
    factions: tuple[str, ...] = refers_many("factions")


def own_types(rows: Collection[UnitTypeRow], tables: Catalogue | None = None) -> OwnTypes:
    """HR-30 Return the types of a war by their short names, over the shipped numbers or a profile's."""
    known = (tables or catalogue()).unit_types
    made = {}
    for row in rows:
        base = known[row.base]
        made[row.short] = OwnType(
            short=row.short, base=row.base, name=row.name or row.short, plural=row.plural or row.name or row.short,
            buy=base.buy if row.price is None else row.price,
            maintenance=base.maintenance if row.upkeep is None else row.upkeep,
            morale=base.morale if row.morale is None else row.morale,
            attack=row.attack, defend=row.defend, fire=row.fire, sign=row.sign, raised_by=row.factions,
        )  # fmt: skip
    return made


def unit_type_faults(rows: Collection[UnitTypeRow]) -> Iterator[tuple[str, str]]:
    """HR-30 Yield what is wrong with the names of own types, as its place and a sentence."""
    names: dict[str, str] = {}
    for number, row in enumerate(rows):
        place = f"unit_types[{number}].short"
        for name in dict.fromkeys(filter(None, (row.short, row.name, row.plural))):
            first = names.setdefault(plain_name(name), row.short)
            if first != row.short:
                yield place, f'"{name}" is a name of {first} too; give each type names of its own.'
        if not _readable(row):
            yield place, f'"{row.short}" cannot be read in a roster; {_REMEDY}'
        elif _known(row.short):
            yield place, f'"{row.short}" is a type of the catalogue; choose another name.'


def _readable(row: UnitTypeRow) -> bool:
    """Return whether a roster finds the type by its short name."""
    try:
        items = parse_roster(f"2 {row.short}", own_types([row]))
    except Refusal:
        return False
    return [item.own for item in items] == [row.short] * 2


def _known(short: str) -> bool:
    try:
        return bool(parse_roster(short))
    except Refusal:
        return False


def effect_items(row: EffectRow, own: OwnTypes) -> tuple[RosterItem, ...]:
    """LGG-C1-a Return the units of an army that arrives."""
    if row.roster:
        return parse_roster(row.roster, own)
    return tuple(
        RosterItem(one.type, one.strength or unit_type(one.type).full, one.guard, one.outriders, one.name, one.own)
        for one in row.units
    )
