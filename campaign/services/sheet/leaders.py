"""Generals for points (HR-7, REC-3): hired at the capital, with their army from the next turn on."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify

from base.refusal import Refusal
from campaign.models import Faction, Leader, SheetLine, Turn
from campaign.selectors.war import free_leader_ref
from campaign.services.sheet.case import Case, Position, position_of
from campaign.services.sheet.purchases import verify_paid
from rosters.rules.notation import clean_name

ONE_A_SEASON = "One general a season can be hired: wait until the next season (HR-7)."


@dataclass(frozen=True)
class General:
    """A skill with its price in points; ``reason`` explains why nobody of it can be had, and is empty if he can."""

    skill: str
    name: str
    price: int
    upkeep: int
    reason: str


def leader_price(case: Case) -> int:
    """HR-7 Return the points for a general of a skill; Refusal with the limit that forbids it."""
    verify_paid(case)
    clean_name(case.details.get("name", ""))
    station = case.station()
    price = _price_within_limits(case, hired_by(case))
    if not station.in_supply:
        raise Refusal(f"station: {station.army.name} is cut off; a general finds his way to an army in supply (HR-7).")
    return price


@dataclass(frozen=True)
class Hired:
    """The generals a faction has hired: whether somebody in this season, and how many of each skill who still serve."""

    this_season: bool
    serving: Mapping[str, int]


def hired_by(case: Case) -> Hired:
    """HR-7 Whom the faction of a case has hired; who was killed counts no more."""
    before = case.war.campaign.turns.filter(number__lt=case.war.turn.number).exclude(season=case.war.turn.season)
    last_of_another = before.order_by("-number").values("number")[:1]
    lines = SheetLine.objects.filter(kind=SheetLine.Kind.BUY_LEADER, state=SheetLine.State.DONE, faction=case.faction)
    lines = lines.filter(turn__number__lt=case.war.turn.number)
    lines = lines.filter(turn__number__gt=Coalesce(Subquery(last_of_another), 0))
    rows = Leader.objects.filter(faction=case.faction, bought=True).exclude(status=Leader.Status.KILLED)
    kinds, skills = (
        found.order_by().values_list(name, flat=True) for found, name in ((lines, "kind"), (rows, "skill"))
    )
    found = Counter(kinds.union(skills, all=True))
    return Hired(bool(found.pop(SheetLine.Kind.BUY_LEADER, 0)), found)


def _price_within_limits(case: Case, hired: Hired) -> int:
    skill = case.war.tables.skills.get(case.details.get("skill", ""))
    if skill is None or not skill.price:
        raise Refusal("skill: choose one of the skills that cost points.")
    _verify_capital(case)
    if case.of_kind(SheetLine.Kind.BUY_LEADER) or hired.this_season:
        raise Refusal(ONE_A_SEASON)
    _verify_number(case, str(case.details["skill"]), hired)
    return skill.price


def _verify_capital(case: Case) -> None:
    key = case.faction.key
    capitals = [p for p in case.war.theatre.provinces.values() if p.capital and p.home == p.controller == key]
    if not any(not case.war.theatre.enemies_in(p.key, key, case.war.armies) for p in capitals):
        raise Refusal("Generals are hired at the capital, and you hold none that is free of enemies (HR-7).")


def _verify_number(case: Case, skill: str, hired: Hired) -> None:
    """HR-7 One Great and two Good ones; who was killed counts no more."""
    most = {"great": case.war.house["purchase.great_leaders"], "good": case.war.house["purchase.good_leaders"]}
    if skill in most and hired.serving.get(skill, 0) >= most[skill]:
        name = case.war.tables.skills[skill].name
        raise Refusal(f"skill: you have hired {most[skill]} {name} and may not hire another (HR-7).")


def hire(case: Case, line: SheetLine) -> str:
    """HR-7 The general is on his way; he takes his army over when the next turn opens."""
    name = clean_name(case.details.get("name", "")) or f"General of {case.faction}"[:80]
    leader = Leader.objects.create(
        campaign=case.war.campaign, faction=case.faction, ref=_ref_of(case, name), name=name, bought=True,
        skill=case.details["skill"], back_on_turn=case.war.turn.number + 1, bound_for=case.station().ref,
    )  # fmt: skip
    line.details = line.details | {"leader": leader.ref}
    return f"{name} is with {case.station().army.name} from turn {leader.back_on_turn} on."


def _ref_of(case: Case, name: str) -> str:
    wanted = slugify(f"{case.faction.key}-{name}")[:52].strip("-_") or case.faction.key
    return free_leader_ref(case.war.campaign.pk, wanted)


def generals_for_hire(*, faction: Faction, turn: Turn, position: Position | None = None) -> list[General]:
    """HR-7 Every skill that costs points, with what forbids it. Refusal if nothing at all may be bought.

    Pass ``position`` where it has been read already.
    """
    now = position or position_of(faction=faction, turn=turn)
    case = now.case({})
    verify_paid(case)
    hired = hired_by(case)
    return [_general(case, key, now.free, hired) for key, skill in case.war.tables.skills.items() if skill.price]


def _general(case: Case, key: str, free: int, hired: Hired) -> General:
    wanted = replace(case, details={"skill": key})
    skill = case.war.tables.skills[key]
    try:
        reason = "" if _price_within_limits(wanted, hired) <= free else f"you have {free} points free."
    except Refusal as refusal:
        reason = refusal.sentence
    return General(key, skill.name, skill.price, skill.upkeep, reason)
