"""The race for the aims of a war, and the totals of its battles, read from its rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import partial

from battles.models import Battle
from campaign.models import Campaign, Engagement, Turn
from campaign.rules.course.calendar import turn_date
from campaign.rules.ending.aims import Aims, Moment, read_victory
from campaign.rules.ending.race import Calendar, Race
from campaign.rules.house import house_rules
from campaign.rules.theatre import ArmyFacts, Theatre
from campaign.selectors.war import War


def battle_balance(campaign: Campaign) -> dict[str, int]:
    """Return battles won less battles lost; each counts for the first faction of its side, so that allies share it
    once."""
    balance: dict[str, int] = {}
    rows = Engagement.objects.filter(turn__campaign=campaign, state=Engagement.State.SETTLED, winner_side__isnull=False)
    for engagement in rows.prefetch_related("armies__faction"):
        first: dict[int, str] = {}
        for army in sorted(engagement.armies.all(), key=lambda row: row.pk):
            first.setdefault(army.side, army.faction.key)
        for side, faction in first.items():
            balance[faction] = balance.get(faction, 0) + (1 if side == engagement.winner_side else -1)
    return balance


def failed_battles(campaigns: Collection[int]) -> dict[int, list[Battle]]:
    """Return the battles that failed for good, by the primary key of their campaign, in one query."""
    found: dict[int, list[Battle]] = defaultdict(list)
    rows = Battle.objects.filter(engagement__turn__campaign__in=campaigns, state=Battle.State.FAILED)
    for battle in rows.select_related("engagement__turn").defer("file").order_by("pk"):
        found[battle.engagement.turn.campaign_id].append(battle)
    return dict(found)


def aims_at(turn: Turn, theatre: Theatre) -> Aims | None:
    """HR-21 Return the conditions of a campaign's own data; None where those of the rule hold."""
    return read_victory(turn.campaign.victory, theatre.provinces, theatre.factions)


def counts_armies(aims: Aims | None) -> bool:
    """Return whether an aim asks what armies or battles are worth."""
    return aims is not None and any(aim.kind in ("points", "army_value") for aim in aims.aims)


def moment_at(turn: Turn, theatre: Theatre, armies: Iterable[ArmyFacts], aims: Aims | None) -> Moment:
    """Return the war as the aims are held against it during a turn; battles are counted where an aim asks for them."""
    campaign = turn.campaign
    balance = battle_balance(campaign) if counts_armies(aims) else {}
    house = house_rules(campaign.house_rules)
    return Moment(theatre, tuple(armies), turn.number, turn.starts_on, balance, house)


def calendar_of(turn: Turn) -> Calendar:
    """Return the turns to come of a war."""
    campaign = turn.campaign
    day_of = partial(turn_date, campaign.start_date, turn_days=campaign.turn_days)
    return Calendar(campaign.last_turn, day_of)


def race_at(turn: Turn, theatre: Theatre, names: Mapping[str, str], armies: Iterable[ArmyFacts] = ()) -> Race:
    """HR-21 Return the race as it stands during a turn, by the armies that somebody knows; ``names`` of factions by
    key."""
    aims = aims_at(turn, theatre)
    return Race(aims, moment_at(turn, theatre, armies, aims), calendar_of(turn), names)


def race_of(war: War) -> Race:
    """HR-21 Return the race as it stands in a war, by all the armies that it has."""
    names = {key: faction.name for key, faction in war.factions.items()}
    return race_at(war.turn, war.theatre, names, war.armies)
