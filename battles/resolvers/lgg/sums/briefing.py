"""La Grande Guerre on the papers of a battle: the briefing before it, and the print on a unit's card."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from base.words import counted
from battles.resolvers.contract.manifest import INCH, BoardPaper, UnitPaper
from battles.resolvers.core.will import breaking_number
from battles.resolvers.fields.numbers import field_numbers
from battles.resolvers.frame import briefing
from battles.resolvers.lgg.record.profile import Profile, make_profile, shipped_profile
from battles.resolvers.lgg.sums.quick_sheet import WEATHERS
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide, BattleUnit
from rosters.rules.catalogue import Catalogue, catalogue
from rosters.rules.own_types import NO_DIFFERENCE, Difference, OwnType, difference

OFF = "off"
THIRD = (1, 3)


def borne(options: Mapping[str, Any]) -> tuple[int, int] | None:
    """HR-26, LGG-S3-a The share of broken units that an army bears, as two numbers; None where nobody must leave."""
    if options.get("sudden_death"):
        return THIRD
    parts, _, whole = str(options.get("will", OFF)).partition("/")
    return (int(parts), int(whole)) if whole else None


def late_of(units: Iterable[tuple[str, bool]], *, meeting: bool) -> frozenset[str]:
    """HR-26, HR-T3 The units of a side that count only once they have come; each with its id and *does it arrive?*"""
    rows = list(units)
    here = [key for key, arrives in rows if not arrives]
    return frozenset({key for key, arrives in rows if arrives} | set(here[1::2] if meeting else ()))


def will_of(battle: Mapping[str, Any]) -> tuple[tuple[int, int], frozenset[str]] | None:
    """HR-26 The share of a battle that was fought, and the units that count only once they have come."""
    options = battle.get("options") or {}
    share = borne(options)
    if share is None:
        return None
    if options.get("sudden_death"):
        return share, frozenset()
    meeting = battle.get("engagement") == "meeting"
    rows = [[(unit["id"], unit.get("arrives") is not None) for unit in side["units"]] for side in battle["sides"]]
    return share, frozenset().union(*(late_of(side, meeting=meeting) for side in rows))


TEN = 10
ENGINEER = "engineer"
WEATHER_HEADS = ("Radius", "Count")
COMMAND_DICE = True


def tasks(file: BattleFile, side: BattleSide, *, commanded: bool) -> list[tuple[str, str]]:
    """List a side's tasks in the battle: sentence and rule id. ``commanded``: the reader commands all of it."""
    orders = [*_aims(file, side, commanded), *_land(file), *_deployment(file, side), *_options(file)]
    return [*orders, *_will(file, side), *_command(file, side)]


def _army(side: BattleSide) -> list[BattleUnit]:
    """LGG-S3-b The units that count for an army."""
    return [unit for unit in side.units if catalogue().unit_types[unit.type].arm in ("foot", "cav", "art")]


def _will(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """HR-26 When a side must leave, before and after its last units have come."""
    share, army = borne(file.options.own), _army(side)
    if share is None or file.options.played("sudden_death"):
        return
    rows = [(unit.id, unit.arrives is not None) for unit in side.units]
    late = late_of(rows, meeting=file.engagement == "meeting")
    first = sum(unit.id not in late for unit in army)
    more = f", and of {len(army)} once all have come, {breaking_number(len(army), *share)}" if first < len(army) else ""
    yield (
        f"Your army must leave at the end of a round with {breaking_number(first, *share)} of its "
        f"{counted(first, 'unit')} broken{more}; engineers and trains do not count.",
        "HR-26",
    )


def _command(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """HR-27 How many command rolls a large side throws."""
    each = int(file.options.own.get("large_army", 0))
    if each and len(side.units) > each:
        yield (
            f"Throw one command roll for every {each} of your units on the table or part of that: the commander's, "
            "then those of the wings, then Poor ones. Only the commander's counts toward the day.",
            "HR-27",
        )


def _aims(file: BattleFile, side: BattleSide, commanded: bool) -> Iterator[tuple[str, str]]:
    if file.engagement == "meeting":
        yield "A meeting engagement: both armies come upon one another on the march.", "HR-T3"
    else:
        yield f"Your side {'attacks' if side.role == 'attacker' else 'defends'}.", "HR-T1"
    yield "Hold the field: who stays at the end of a day while the enemy leaves has won.", "LGG-15.1"
    if not commanded:
        return
    if side.must_decide:
        yield "Your side came into the province this turn: without a decision it goes back.", "HR-D2"
    if side.capital:
        yield "Your capital is at stake.", "AI-5"
    if side.supply_cut:
        yield "Your side is cut off from its supply.", "AI-5"


def _land(file: BattleFile) -> Iterator[tuple[str, str]]:
    if file.fortress:
        yield "A fortress stands in the defender's zone.", "HR-T2"
    if file.river_crossing:
        yield "A big river runs across the middle of the table.", "HR-T2"
    if file.campaign_weather == "foul":
        yield "The weather is foul: throw twice for the weather of a day and take the worse.", "HR-W"


def _halves(side: BattleSide) -> Iterator[tuple[str, str]]:
    """HR-T3 Which units of a meeting engagement deploy, and who chooses."""
    here = sum(unit.arrives is None for unit in side.units)
    later = here // 2
    first = here - later
    yield "Each side chooses its own half; the defender deploys it first, and the attacker sees it.", "HR-T3"
    if later:
        yield (
            f"Choose {first} of the {here} units here to deploy. The other {later} stay hidden and come at the start "
            "of round 3 over their own edge.",
            "HR-T3",
        )


def _deployment(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    zone = f"{field_numbers().zone:g}"
    if file.engagement == "meeting":
        yield from _halves(side)
    else:
        yield "The defender deploys first and completely; the attacker sees it.", "HR-T3"
    yield (
        f"Deploy within {zone} inches of your long edge, no base nearer to it than 4 inches, facing the enemy.",
        "HR-T5",
    )
    if file.swapped_edges:
        yield "The defender has swapped the two long edges.", "HR-T4"
    if file.held_whole_turn and side.role == "defender" and any(unit.type == ENGINEER for unit in side.units):
        yield "Before the battle each engineer unit lays one work of 4 inches, two at most.", "HR-T4"
    if side.works:
        raised = counted(side.works, "field work")
        yield f"Before the battle lay {raised} of 4 inches that your army has raised.", "HR-31"
    if any(unit.outriders for unit in side.units):
        yield "Outriders deploy up to 18 inches ahead of the zone, 12 inches off the enemy's.", "HR-T5"
    if any(unit.arrives is not None for unit in side.units):
        yield "What comes late enters in its first turn after the count has reached its mark, 1 action each.", "HR-T6"


def _options(file: BattleFile) -> Iterator[tuple[str, str]]:
    if file.options.limit_guns:
        yield "One unit of guns deploys to three of infantry and cavalry; the others wait off the table.", "HR-7"
    if file.options.played("stratagems"):
        yield "Stratagems are played: draw your chits before deployment and show them to nobody.", "LGG-S1"
    if file.options.played("sudden_death"):
        yield "Sudden death: an army with more than a third of its units broken has lost.", "LGG-S3"


def ground(file: BattleFile) -> str:
    """HR-W The ground of the first day, as far as it is known before the weather is thrown for."""
    if file.ground:
        return file.ground.capitalize()
    if file.weather == "precipitating" or (file.campaign_weather == "foul" and file.season != "winter"):
        return "Soft"
    return "Hard" if file.weather else "Hard, but soft if it rains or snows"


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """HR-W Weather, the d10 that brings it, radius in inches, what it adds to the count. One row where it is set."""
    if f"weather.{file.season}" not in numbers:
        return []
    normal, overcast = numbers[f"weather.{file.season}"]
    faces = {"normal": (1, normal), "overcast": (normal + 1, overcast), "precipitating": (overcast + 1, TEN)}
    return [
        [WEATHERS[key], "set" if file.weather else _faces(*faces[key]), f"{numbers[f'radius.{key}']:g}″",
         f"+{numbers[f'count.{key}']:g}"]
        for key in WEATHERS if file.weather in (None, key)
    ]  # fmt: skip


def _faces(low: int, high: int) -> str:
    return "–" if low > high else f"{low}" if low == high else f"{low}–{high}"


def evening_rows(
    units: Iterable[BattleUnit], known: Catalogue, numbers: Mapping[str, int]
) -> list[dict[str, Any]]:
    """LGG-15.4, 14.0-d What each kind of unit needs in the evening; guns and engineers go to the other box."""
    return briefing.evening_rows(units, known, numbers, guns_rally=False)


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
