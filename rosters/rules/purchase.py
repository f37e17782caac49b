"""Prices of units, and the creation criteria of tournaments (REC-8)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from base.refusal import Refusal
from rosters.rules.catalogue import Catalogue, catalogue, price, skill, unit_type, upkeep
from rosters.rules.notation import RosterItem, check_item

MOST_BASE_POINTS = 10_000
MOST_WINGS = 2


@dataclass(frozen=True)
class Criterion:
    """One criterion of REC-8 as it stands with a list: its id, its tag, whether it is kept and why."""

    id: str
    tag: str
    kept: bool
    text: str


@dataclass(frozen=True)
class ListCheck:
    """A list, counted: points and maintenance in points, men in men; and every criterion."""

    skill: str
    base_points: int
    allowed: int
    points: int
    maintenance: int
    men: int
    strength: int
    units: int
    criteria: tuple[Criterion, ...]

    @property
    def broken(self) -> tuple[Criterion, ...]:
        """The criteria that the list does not keep."""
        return tuple(criterion for criterion in self.criteria if not criterion.kept)

    @property
    def unspent(self) -> int:
        """Return the points left over (lost, T1); 0 if the list is too dear."""
        return max(0, self.allowed - self.points)


def points_of(items: Sequence[RosterItem], tables: Catalogue | None = None) -> int:
    """REC-1, REC-2, HR-30: the price of all units in points, whatever their strength."""
    return sum(price(item.type, item.guard, tables, item.own) for item in items)


def maintenance_of(items: Sequence[RosterItem], tables: Catalogue | None = None) -> int:
    """REC-1, REC-2, HR-30: the upkeep of all units in points, without leaders."""
    return sum(upkeep(item.type, item.guard, tables, item.own) for item in items)


def men_of(items: Sequence[RosterItem]) -> int:
    """LGG-1.0-a: about how many men foot and horse are, a worn unit counting by its strength; guns are not counted."""
    return sum(unit_type(item.type).men * item.strength // unit_type(item.type).full for item in items)


def allowed_points(skill_key: str, base_points: int) -> int:
    """T1: the base points as the commander's skill adjusts them, rounded down."""
    if not 1 <= base_points <= MOST_BASE_POINTS:
        raise Refusal(f"base points: {base_points} is out of bounds; write 1 to {MOST_BASE_POINTS}.")
    return base_points * skill(skill_key).base_percent // 100


def replacement_price(
    type_key: str, guard: bool, at_depot: bool, tables: Catalogue | None = None, own: str = ""
) -> int:
    """HR-9, E120: points for one strength point of replacements, at one of your home depots, or elsewhere."""
    known = tables or catalogue()
    share = known.replacements.depot_share if at_depot else known.replacements.field_share
    return -(-price(type_key, guard, known, own) // (share * known.unit_types[type_key].full))


def check_list(
    items: Sequence[RosterItem], skill_key: str, base_points: int, wings: int = 0, tables: Catalogue | None = None
) -> ListCheck:
    """REC-8, HR-30: the list against every criterion T1 to T10. A type of a war has its own price, and is counted as
    its base. ``wings`` is the number of wing commanders."""
    for item in items:
        check_item(item)
    if not 0 <= wings <= MOST_WINGS:
        raise Refusal(f"wing commanders: {wings} is out of bounds; write 0 to {MOST_WINGS}.")
    allowed = allowed_points(skill_key, base_points)
    return ListCheck(
        skill=skill_key,
        base_points=base_points,
        allowed=allowed,
        points=points_of(items, tables),
        maintenance=maintenance_of(items, tables),
        men=men_of(items),
        strength=sum(item.strength for item in items),
        units=len(items),
        criteria=tuple(_criteria(_Counted(items, tables), skill_key, base_points, wings)),
    )


class _Counted:
    """A list counted by arm and by type."""

    def __init__(self, items: Sequence[RosterItem], tables: Catalogue | None) -> None:
        self.items, self.points = items, points_of(items, tables)
        self.all = len(items)
        self.of = Counter(item.type for item in items)
        self.guards = Counter(item.type for item in items if item.guard)
        arms = Counter(unit_type(item.type).arm for item in items)
        self.infantry, self.cavalry, self.artillery = arms["foot"], arms["cav"], arms["art"]


def _criteria(count: _Counted, skill_key: str, base_points: int, wings: int) -> Iterator[Criterion]:
    points, allowed = count.points, allowed_points(skill_key, base_points)
    tag = skill(skill_key).tags["base_percent"]
    yield Criterion("T1", tag, points <= allowed, f"{points} points of {allowed} allowed to this commander.")
    yield Criterion("T2", "SRC", wings == 0, f"No wing commanders; the list has {wings}.")
    yield from _infantry(count)
    yield from _other_arms(count)
    yield _guard(count, base_points)
    yield _engineers(count)
    worn = sum(item.strength < unit_type(item.type).full for item in count.items)
    yield Criterion("T10", "SRC", worn == 0, f"Every unit at full strength; {worn} of {count.all} are not.")
    yield from _optional_types(count)


def _infantry(count: _Counted) -> Iterator[Criterion]:
    limits = catalogue().criteria
    tags = limits.tags
    foot, elite, militia = count.infantry, count.of["elite_inf"], count.of["militia_inf"]
    enough = foot * 100 >= count.all * limits.infantry_least_percent
    yield Criterion(
        "T3",
        tags["infantry_least_percent"],
        enough,
        f"At least {limits.infantry_least_percent} % of all units are infantry; {foot} of {count.all} are.",
    )
    most = max(limits.elite_always_allowed, foot // limits.elite_one_in)
    text = f"Elite at most one in {limits.elite_one_in} infantry units, here {most}; the list has {elite}."
    yield Criterion("T4", tags["elite_one_in"], elite <= most, text)
    better = count.of["line_inf"] + elite
    text = f"Militia not more than Line and Elite together, here {better}; the list has {militia}."
    yield Criterion("T5", "REC", militia <= better, text)


def _other_arms(count: _Counted) -> Iterator[Criterion]:
    limits = catalogue().criteria
    most = count.all // limits.cavalry_one_in
    heavy, light = count.of["heavy_cav"], count.of["light_cav"]
    text = (
        f"Cavalry at most one in {limits.cavalry_one_in} units, here {most}, and Heavy only with a Light; "
        f"the list has {count.cavalry}, of them {heavy} Heavy and {light} Light."
    )
    kept = count.cavalry <= most and (light > 0 or heavy == 0)
    yield Criterion("T6", limits.tags["cavalry_one_in"], kept, text)
    most = (count.infantry + count.cavalry) // limits.artillery_one_per
    text = (
        f"Artillery at most one unit per {limits.artillery_one_per} of infantry and cavalry, here {most}; "
        f"the list has {count.artillery}."
    )
    yield Criterion("T7", limits.tags["artillery_one_per"], count.artillery <= most, text)


def _guard(count: _Counted, base_points: int) -> Criterion:
    limits = catalogue().criteria
    most, guards = base_points // limits.guard_one_per_points, count.guards.total()
    of_a_type = max(count.guards.values(), default=0)
    text = (
        f"Guard at most one unit per {limits.guard_one_per_points} base points, here {most}, and "
        f"{limits.guard_of_a_type} of a type; the list has {guards}, of one type at most {of_a_type}."
    )
    kept = guards <= most and of_a_type <= limits.guard_of_a_type
    return Criterion("T8", limits.tags["guard_one_per_points"], kept, text)


def _engineers(count: _Counted) -> Criterion:
    limits = catalogue().criteria
    engineers, trains = count.of["engineer"], count.of["pontoon"]
    text = (
        f"At most {limits.engineers} Engineers and {limits.pontoon_trains} Pontoon train, "
        f"the train only with Engineers; the list has {engineers} and {trains}."
    )
    kept = engineers <= limits.engineers and trains <= min(limits.pontoon_trains, engineers)
    return Criterion("T9", limits.tags["engineers"], kept, text)


def _optional_types(count: _Counted) -> Iterator[Criterion]:
    for key in sorted(count.of):
        row = unit_type(key)
        if not row.standard:
            text = f"{row.name} is not for tournaments; the list has {count.of[key]}."
            yield Criterion("REC-1", row.tags["standard"], False, text)
