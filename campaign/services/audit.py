"""Proof of the promises about a campaign: points, results, effects, armies."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Coalesce

from battles.audit import audit_battles, audit_these_battles
from battles.models import Battle, BattleResult
from campaign.models import Account, Campaign, Engagement, PointsEntry, SheetLine, Station, Turn
from campaign.selectors.broken import broken_rows
from campaign.selectors.war import war_of
from campaign.services.phases.maintenance import upkeep_of
from rosters.audit import audit_strength, guarded, readable
from rosters.models import Army, Unit

AT_A_TIME = 100


def audit(*, slug: str | None = None) -> list[str]:
    """Return every broken promise as a sentence: rosters and battles as a whole, then each campaign. Empty if all is
    well."""
    return list(audited(slug=slug))


def audited(*, slug: str | None = None) -> Iterator[str]:
    """Yield the same, each sentence as soon as it is found; however long the wars, few rows are in memory."""
    yield from audit_strength()
    yield from audit_battles()
    yield from guarded("one-off battles", _lost_journals)
    for campaign in readable(Campaign.objects.filter(slug=slug) if slug else Campaign.objects.all(), 1):
        yield from [campaign] if isinstance(campaign, str) else audit_campaign(campaign=campaign)


def audit_campaign(*, campaign: Campaign) -> list[str]:
    """Return the broken promises of one campaign, its broken rows first; what those keep from being proved is named."""
    return _proved(campaign, (broken_rows, *PROMISES))


def audit_loaded(*, campaign: Campaign) -> list[str]:
    """Return the broken promises of a campaign whose rows have just been read from a file, its units and battles
    included."""
    units = Unit.objects.filter(army__station__campaign=campaign)
    battles = Battle.objects.filter(engagement__turn__campaign=campaign)
    return [*audit_strength(units), *audit_these_battles(battles, units), *_proved(campaign, PROMISES)]


def _lost_journals() -> Iterator[str]:
    rows = BattleResult.objects.filter(battle__engagement=None, journal=b"").select_related("battle")
    for row in rows.defer("report", "battle__file"):
        yield f"Battle {row.battle.key} ({row.battle}): its journal is missing."


def _proved(campaign: Campaign, checks: Iterable[Callable[[Campaign], Iterable[str]]]) -> list[str]:
    return [
        f"{campaign.slug}: {line}"
        for check in checks
        for line in guarded(check.__name__.strip("_").replace("_", " "), partial(check, campaign))
    ]


def _balances(campaign: Campaign) -> Iterator[str]:
    """Each balance is the sum of its entries."""
    came = dict(PointsEntry.objects.filter(campaign=campaign).values_list("target").annotate(Sum("amount")).order_by())
    went = dict(PointsEntry.objects.filter(campaign=campaign).values_list("source").annotate(Sum("amount")).order_by())
    for row in Account.objects.filter(campaign=campaign).select_related("faction", "campaign"):
        ledger = came.get(row.pk, 0) - went.get(row.pk, 0)
        if row.balance != ledger:
            yield f"account {row}: balance {row.balance} is not the sum of its entries, {ledger}."
        if row.faction_id and row.balance < 0:
            yield f"account {row}: balance {row.balance} is below zero."


def _nothing_from_nowhere(campaign: Campaign) -> Iterator[str]:
    """All balances add up to nothing, and no entry crosses campaigns."""
    total = Account.objects.filter(campaign=campaign).aggregate(total=Coalesce(Sum("balance"), 0))["total"]
    if total:
        yield f"points: all accounts add up to {total}, not to 0."
    strays = PointsEntry.objects.filter(campaign=campaign).exclude(
        source__campaign=F("campaign"), target__campaign=F("campaign")
    )
    for entry in strays:
        yield f"points entry {entry.pk} moves points between campaigns."


def _reserves(campaign: Campaign) -> Iterator[str]:
    """Check that the sum set aside covers the sheet, and no more than the upkeep besides."""
    turn = campaign.turns.order_by("-number").first()
    if turn is None or turn.state != Turn.State.OPEN:
        return
    war = None
    for faction in campaign.factions.all():
        held = Account.objects.get(faction=faction, kind=Account.Kind.RESERVED).balance
        lines = SheetLine.objects.filter(turn=turn, faction=faction, state=SheetLine.State.ENTERED)
        claimed = sum(lines.values_list("cost", flat=True))
        if held == claimed:
            continue
        war = war or war_of(turn)
        upkeep = upkeep_of(war, faction) if turn.muster else 0
        if not claimed <= held <= claimed + upkeep:
            yield f"{faction}: {held} points are set aside for lines of {claimed} and an upkeep of {upkeep}."


def _turns(campaign: Campaign) -> Iterator[str]:
    """Turns are numbered without a gap, and only the newest is not closed."""
    rows = list(campaign.turns.order_by("number").values_list("number", "state"))
    if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
        yield "turns: the numbers have a gap."
    for number, state in rows[:-1]:
        if state != Turn.State.CLOSED:
            yield f"turn {number} is {state} although a later turn has been opened."


def _engagements(campaign: Campaign) -> Iterator[str]:
    """A settled engagement has one result; an open one has none; each side has armies."""
    rows = Engagement.objects.filter(turn__campaign=campaign).select_related("battle", "turn", "province")
    for row in rows.defer("battle__file").annotate(sides=Count("armies__side", distinct=True)).iterator(AT_A_TIME):
        done = row.battle is not None and row.battle.state == Battle.State.DONE
        if row.state == Engagement.State.SETTLED and not done:
            yield f"engagement {row}: settled without a settled battle."
        if row.state == Engagement.State.OPEN and done:
            yield f"engagement {row}: its battle is settled and it is still open."
        if row.sides != 2:
            yield f"engagement {row}: it has armies on {row.sides} sides."
        if (
            row.turn.state == Turn.State.CLOSED
            and row.state == Engagement.State.SETTLED
            and not row.details.get("aftermath")
        ):
            yield f"engagement {row}: retreat and generals were never settled."


def _journals(campaign: Campaign) -> Iterator[str]:
    """A settled battle has its journal, unless its turn was archived."""
    rows = BattleResult.objects.filter(battle__engagement__turn__campaign=campaign, journal=b"")
    rows = rows.filter(battle__engagement__turn__number__gt=campaign.archived).select_related("battle")
    for row in rows.defer("report", "battle__file"):
        yield f"Battle {row.battle.key} ({row.battle}): its journal is missing, and its turn was not archived."


def _armies(campaign: Campaign) -> Iterator[str]:
    """Every serving unit is in an army that stands in a province; nobody is left behind."""
    units = Unit.objects.filter(status=Unit.Status.SERVING, army__station__campaign=campaign)
    for unit in units.filter(army__station__province=None):
        yield f"unit {unit.key} ({unit}) serves in an army that has left the war."
    wrong = Station.objects.filter(campaign=campaign).exclude(faction__campaign=campaign)
    wrong |= Station.objects.filter(Q(province__isnull=False) & ~Q(province__campaign=F("campaign")), campaign=campaign)
    for station in wrong:
        yield f"army {station.ref} belongs to another campaign's faction or province."


def _sheets(campaign: Campaign) -> Iterator[str]:
    """No line of a closed turn's sheet is still waiting."""
    lines = SheetLine.objects.filter(turn__campaign=campaign, turn__state=Turn.State.CLOSED)
    for line in lines.filter(state=SheetLine.State.ENTERED).exclude(kind=SheetLine.Kind.PAY_FIRST):
        yield f"sheet line {line.pk} ({line}) was never carried out."


PROMISES = (_balances, _nothing_from_nowhere, _reserves, _turns, _engagements, _journals, _armies, _sheets)


def orphans() -> list[str]:
    """Serving units whose army stands in no campaign."""
    rows = Army.objects.filter(station=None, units__status=Unit.Status.SERVING).distinct()
    return [f"army {army.key} ({army}) has serving units and belongs to no campaign." for army in rows]
