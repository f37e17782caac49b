"""What must hold after every turn, reckoned here from the rows themselves and not by the program's own audit alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from django.db.models import Q

from battles.models import Battle
from campaign.models import Account, Campaign, Engagement, PointsEntry, Province, Relation, Station, Turn
from campaign.services.audit import audit, orphans
from campaign.services.files.files import dump_text, load_campaign
from rosters.models import StrengthLine, Unit
from rosters.rules import catalogue

COMES_IN = {"opening", "income", "offmap", "events", "corrections"}
GOES_OUT = {"maintenance", "purchases", "events", "corrections"}


def newest(campaign: Campaign) -> int:
    """Number of the newest turn."""
    return int(campaign.turns.order_by("-number").values_list("number", flat=True)[0])


def broken(campaign: Campaign, before: int) -> list[str]:
    """Every broken promise as a sentence, after the turn ``before`` was run."""
    checks = [_closed(campaign, before), audit(), orphans()]
    checks += [_points(campaign), _strengths(campaign), _contact(campaign)]
    return [f"turn {before}: {line}" for check in checks for line in check]


def _closed(campaign: Campaign, before: int) -> Iterator[str]:
    state = campaign.turns.get(number=before).state
    if state != Turn.State.CLOSED:
        yield f"the turn is {state} after it was run."


def _points(campaign: Campaign) -> Iterator[str]:
    """What a faction has is what came in less what went out, gifts between factions included."""
    held: Counter[str] = Counter()
    entries = PointsEntry.objects.filter(campaign=campaign).values_list(
        "source__faction__key", "source__kind", "target__faction__key", "target__kind", "amount"
    )
    for giver, giver_kind, taker, taker_kind, amount in entries:
        if giver is None and giver_kind not in COMES_IN:
            yield f"{amount} points came out of {giver_kind}."
        if taker is None and taker_kind not in GOES_OUT:
            yield f"{amount} points went into {taker_kind}."
        held[giver] -= amount
        held[taker] += amount
    for faction in campaign.factions.all():
        has = sum(Account.objects.filter(faction=faction).values_list("balance", flat=True))
        if has != held[faction.key] or has < 0:
            yield f"{faction} has {has} points; its entries make {held[faction.key]}."


def _strengths(campaign: Campaign) -> Iterator[str]:
    """Each unit is as strong as its lines add up to, in one army, and within its full strength."""
    lines: Counter[int] = Counter()
    for pk, delta in StrengthLine.objects.values_list("unit", "delta"):
        lines[pk] += delta
    for unit in Unit.objects.select_related("army"):
        full = catalogue.unit_type(unit.type).full
        if not 0 <= unit.strength <= full or unit.full != full:
            yield f"unit {unit.key} has {unit.strength} of {full} ({unit.full})."
        if unit.strength != lines[unit.pk]:
            yield f"unit {unit.key} has {unit.strength}; its lines make {lines[unit.pk]}."
        if (unit.status == Unit.Status.SERVING) != (unit.strength > 0):
            yield f"unit {unit.key} is {unit.status} with strength {unit.strength}."
    for station in Station.objects.filter(campaign=campaign, province__isnull=False):
        if not station.army.units.filter(status=Unit.Status.SERVING).exists():
            yield f"army {station.ref} stands in {station.province} without a unit."


def _contact(campaign: Campaign) -> Iterator[str]:
    """No two hostile armies share a province, but for those of a battle that is still open.

    A beaten garrison stays behind the walls of its own or an ally's fortress (HR-16).
    """
    wars, allies = (_pairs(campaign, kind) for kind in ("war", "allied"))
    still_open = Engagement.objects.filter(turn__campaign=campaign, state=Engagement.State.OPEN)
    contested = set(still_open.values_list("province", flat=True))
    there: dict[int, set[int]] = {}
    walls = Q(leader=None, wings=None, province__fortress=True)
    field = Station.objects.filter(campaign=campaign, province__isnull=False).annotate(walls=walls)
    for province, faction, holder, stays in field.values_list("province", "faction", "province__controller", "walls"):
        if not (stays and (holder == faction or frozenset((holder, faction)) in allies)):
            there.setdefault(province, set()).add(faction)
    for province, factions in there.items():
        if province not in contested and any(pair <= factions for pair in wars):
            yield f"enemies share {Province.objects.get(pk=province)} without a battle."


def _pairs(campaign: Campaign, kind: str) -> set[frozenset[int]]:
    """The factions between which a relation of a kind holds."""
    rows = Relation.objects.filter(campaign=campaign, kind=kind).values_list("first_id", "second_id")
    return {frozenset(pair) for pair in rows}


def is_over(campaign: Campaign) -> bool:
    """Whether somebody has won."""
    campaign.refresh_from_db()
    return campaign.state == Campaign.State.FINISHED


def battles() -> dict[str, int]:
    """How many battles are in which state."""
    return dict(Counter(Battle.objects.values_list("state", flat=True)))


def rules_of_battles() -> dict[str, int]:
    """How many battles were fought by each rule system."""
    return dict(Counter(battle["rules"] for battle in Battle.objects.values_list("file", flat=True)))


def treasuries(campaign: Campaign) -> dict[str, int]:
    """Points of each faction, what is set aside included."""
    rows = Account.objects.filter(campaign=campaign, faction__isnull=False).values_list("faction__key", "balance")
    found: Counter[str] = Counter()
    for key, balance in rows:
        found[key] += balance
    return dict(found)


def hoards(campaign: Campaign, musters: int) -> list[str]:
    """Who cannot pay his troops, and who has more than so many musters of upkeep, reckoned from the catalogue."""
    lines, number = [], newest(campaign)
    held = treasuries(campaign)
    for faction in campaign.factions.all():
        units = Unit.objects.filter(army__station__faction=faction, status=Unit.Status.SERVING)
        upkeep = sum(catalogue.upkeep(unit.type, unit.guard) for unit in units)
        if held[faction.key] > musters * upkeep:
            lines.append(f"turn {number}: {faction} hoards {held[faction.key]} points at an upkeep of {upkeep}.")
    unpaid = campaign.turns.exclude(faction_turns__unpaid=[]).filter(faction_turns__isnull=False)
    lines += [f"turn {turn.number}: somebody went unpaid." for turn in unpaid.distinct()]
    lost = StrengthLine.objects.filter(cause=StrengthLine.Cause.DESERTION)
    return lines + [f"turn {number}: {line.unit} lost men for want of pay." for line in lost]


def round_trip(campaign: Campaign) -> list[str]:
    """Dump, load under another address, dump again: the same text but for the address."""
    campaign.refresh_from_db()
    first = dump_text(campaign)
    again = load_campaign(data=first, slug="the-copy", actor="soak")
    second = dump_text(again).replace('"the-copy"', f'"{campaign.slug}"')
    if first == second:
        return []
    spot = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    return [f"dump, load, dump: …{first[spot - 80 : spot + 60]} / …{second[spot - 80 : spot + 60]}"]


__all__ = ["broken", "hoards", "newest", "round_trip", "treasuries"]
