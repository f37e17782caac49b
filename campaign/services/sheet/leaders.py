"""Generals for points (HR-7, REC-3), and generals on the sheet: given a post, exchanged, sent home."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Subquery
from django.db.models.functions import Coalesce
from django.utils.text import slugify

from base.refusal import Refusal
from campaign.models import Faction, Leader, SheetLine, Station, Turn
from campaign.selectors.references import free_leader_ref
from campaign.services.phases.opening.posts import leave_posts
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
    key = case.faction.key
    capitals = [p for p in case.war.theatre.provinces.values() if p.capital and p.home == p.controller == key]
    if not any(not case.war.theatre.enemies_in(p.key, key, case.war.armies) for p in capitals):
        raise Refusal("Generals are hired at the capital, and you hold none that is free of enemies (HR-7).")
    if case.of_kind(SheetLine.Kind.BUY_LEADER) or hired.this_season:
        raise Refusal(ONE_A_SEASON)
    _verify_number(case, str(case.details["skill"]), hired)
    return skill.price


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


Kind = SheetLine.Kind
Status = Leader.Status
ABOUT_GENERALS = (Kind.POST, Kind.SWAP, Kind.HOME, Kind.RECALL)


def verify_post(case: Case) -> int:
    """HR-7 A general goes to an army in supply, as its commander or as a wing. Costs nothing."""
    general, station = _free_to_go(case), _reached(case)
    as_wing = bool(case.details.get("wing"))
    if as_wing and general in station.wings.all():
        raise Refusal(f"leader: {general.name} is a wing of {station.army.name} already; choose another post.")
    if not as_wing and station.leader_id == general.pk:
        raise Refusal(f"leader: {general.name} commands {station.army.name} already; choose another army.")
    if as_wing and station.wings.count() >= case.war.house["command.wings_at_most"]:
        raise Refusal(f"station: {station.army.name} has no room for another wing; choose another army.")
    return 0


def _free_to_go(case: Case, field: str = "leader") -> Leader:
    """Return a general who can be given an order: present or at home, not on his way, in no battle, on no other
    line."""
    general = case.general(field)
    if general.status == Status.HOME and general.back_on_turn is not None:
        raise Refusal(f"{field}: {general.name} gave his word and may not serve before turn {general.back_on_turn}.")
    if general.status not in (Status.PRESENT, Status.HOME):
        raise Refusal(f"{field}: {general.name} is {general.get_status_display()}; choose another general.")
    if general.bound_for or general.back_on_turn is not None:
        raise Refusal(f"{field}: {general.name} is on his way to an army; wait until he is there.")
    post = case.post_of(general)
    if post is not None and case.war.army(post).engaged:
        raise Refusal(f"{field}: {general.name} is in a battle that is not decided; wait until it is over.")
    named = [line for line in case.of_kind(*ABOUT_GENERALS) if line.state == SheetLine.State.ENTERED]
    if any(general.ref in (line.details.get("leader"), line.details.get("other")) for line in named):
        raise Refusal(f"{field}: {general.name} has another line of the sheet; withdraw that line first.")
    return general


def _reached(case: Case, field: str = "station") -> Station:
    station = case.station(field)
    if not station.in_supply:
        raise Refusal(f"{field}: {station.army.name} is cut off; a general finds his way to an army in supply (HR-7).")
    return station


def give_post(case: Case, line: SheetLine) -> str:
    """HR-7 The general sets out; he takes his post when the next turn opens."""
    general, station = case.general(), case.station()
    _send(case, general, station, bool(case.details.get("wing")))
    return f"{general.name} is with {station.army.name} from turn {general.back_on_turn} on."


def _send(case: Case, general: Leader, station: Station, as_wing: bool) -> None:
    general.status, general.bound_for, general.bound_as_wing = Status.PRESENT, station.ref, as_wing
    general.back_on_turn = case.war.turn.number + 1
    general.save(update_fields=["status", "bound_for", "bound_as_wing", "back_on_turn"])


def verify_swap(case: Case) -> int:
    """HR-7 Two generals of different armies in supply change places."""
    posts = []
    for field in ("leader", "other"):
        general = _free_to_go(case, field)
        post = case.post_of(general)
        if post is None:
            raise Refusal(f"{field}: {general.name} has no post to exchange; give him one instead.")
        if not post.in_supply:
            raise Refusal(f"{field}: {post.army.name} is cut off; generals travel between armies in supply (HR-7).")
        posts.append(post)
    if posts[0].pk == posts[1].pk:
        raise Refusal("other: choose a general of another army.")
    return 0


def swap(case: Case, line: SheetLine) -> str:
    """HR-7 Each sets out for the other's post."""
    pair = [case.general("leader"), case.general("other")]
    posts = [case.post_of(general) for general in pair]
    for general, post, other in zip(pair, reversed(posts), reversed(pair), strict=True):
        if post is not None:
            _send(case, general, post, post.leader_id != other.pk)
    return f"{pair[0].name} and {pair[1].name} change places when the next turn opens."


def verify_home(case: Case) -> int:
    """HR-7 A general who is with an army, or waits for one, goes home and draws no pay."""
    if _free_to_go(case).status == Status.HOME:
        raise Refusal(f"leader: {case.general().name} is at home already; choose another general.")
    return 0


def send_home(case: Case, line: SheetLine) -> str:
    """HR-7 His best wing takes the army over; he comes back when he is called."""
    general = case.general()
    leave_posts(general)
    general.status = Status.HOME
    general.save(update_fields=["status"])
    return f"{general.name} went home."


def verify_recall(case: Case) -> int:
    """HR-7 A general at home is called back and waits for a post."""
    if _free_to_go(case).status != Status.HOME:
        raise Refusal(f"leader: {case.general().name} is not at home; give him a post instead.")
    return 0


def recall(case: Case, line: SheetLine) -> str:
    """HR-7 He waits at the capital; the first army without a general is his."""
    general = case.general()
    general.status = Status.PRESENT
    general.save(update_fields=["status"])
    return f"{general.name} waits for a post."
