"""La Grande Guerre's print on a unit's card: it counts in the campaign's own strength points (EX-1)."""

from battles.resolvers.contract.manifest import INCH, BoardPaper, UnitPaper
from battles.resolvers.lgg.record.profile import Profile, make_profile, shipped_profile
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleUnit
from rosters.rules.own_types import NO_DIFFERENCE, Difference, OwnType, difference

LOSS = ("strength point", "strength points")
NOTE = (
    "A box that is crossed off was lost before the battle. Combat values against foot and horse are attack / defend; "
    "the dash means may not attack."
)


def unit_papers(file: BattleFile, number: int) -> dict[str, UnitPaper]:
    """Return every unit of a side by its id."""
    profile = make_profile(file.profile) if file.profile else shipped_profile()
    return {unit.id: unit_paper(unit, profile, file.own_types.get(unit.own)) for unit in file.sides[number].units}


def unit_paper(unit: BattleUnit, profile: Profile, own: OwnType | None = None) -> UnitPaper:
    """EX-1 A unit with its numbers; a strength point is a strength point."""
    kind = profile.fighters[unit.type]
    more = difference(own, kind.morale)
    morale = kind.morale + more.morale + (profile.catalogue.guard.morale if unit.guard else 0)
    values = (
        ("foot", combat_value(kind.cv_foot, more)),
        ("horse", combat_value(kind.cv_cav, more)),
        ("fire", f"{kind.fire_power + more.fire} at {kind.range}″" if kind.fire_power is not None else "–"),
        ("Morale", str(morale)),
        ("move", f"{kind.move}″"),
    )
    return UnitPaper(unit.strength, kind.full, tuple(range(unit.strength + 1)), values, (kind.width, kind.depth))


def combat_value(values: tuple[int | None, int], more: Difference = NO_DIFFERENCE) -> str:
    """``4 / 4``; a dash where a unit may not attack."""
    attack, defend = values
    return f"{'–' if attack is None else attack + more.attack} / {defend + more.defend}"


def board_paper(file: BattleFile) -> BoardPaper:
    """Return the table as it is laid out."""
    return BoardPaper(file.laid_out.width, file.laid_out.depth, INCH)
