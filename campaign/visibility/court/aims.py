"""The aims of the war and its rules: where everybody is, numbers that differ, what holds now."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from base.refusal import Refusal
from base.words import listed
from battles.resolvers.dispatch.sides import side_name
from campaign.models import ChronicleEntry, Turn, WarEvent
from campaign.rules.course.events import read_events
from campaign.rules.ending.aims import BY_RULE, NOBODY, Aim, Known, Moment, in_words, where_he_is
from campaign.rules.ending.race import LAND, Race, may_reach
from campaign.rules.ending.victory import alliances
from campaign.rules.house import NEW_WARS, house_rules, read_changes, shipped
from campaign.selectors.race import aims_at, battle_balance, counts_armies, moment_at, race_at, race_of
from campaign.selectors.war import War, land_at, war_known_to, war_of
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import FactionView


@dataclass(frozen=True)
class AimProgress:
    """The progress of one alliance towards a condition; ``line`` names what it holds and lacks, ``near`` marks an aim
    that the turn in hand may decide."""

    factions: tuple[FactionView, ...]
    text: str
    line: str = ""
    near: bool = False
    named: bool = False
    """Whether ``line`` names the alliance and all that it holds."""


@dataclass(frozen=True)
class AimView:
    """A condition in words, for whom it is, and where everybody is; ``number`` counts the conditions of the data."""

    number: int
    text: str
    sides: tuple[FactionView, ...]
    places: tuple[AimProgress, ...]
    ruled: bool


@dataclass(frozen=True)
class NumberView:
    """A number of the house rules that is not as shipped, or will not be."""

    key: str
    words: str
    value: int
    shipped: int
    source: str


@dataclass(frozen=True)
class ChangeView:
    """A change that the referee has announced."""

    key: str
    words: str
    value: int
    was: int
    from_turn: int
    reason: str
    waits: bool


@dataclass(frozen=True)
class EventView:
    """Something that holds now, as far as the reader may know it."""

    pk: int
    kind: str
    text: str
    whose: str
    until: int
    for_referee: bool


def aims_of(knowledge: Knowledge) -> list[AimView]:
    """HR-21 Every condition with where each alliance is; what armies are worth only of the reader's own."""
    war = _war(knowledge)
    if war is None:
        return []
    read = aims_at(war.turn, war.theatre)
    now, race = moment_at(war.turn, war.theatre, war.armies, read), race_of(war)
    found = read.aims if read else BY_RULE
    return [_aim(number, aim, now, race, knowledge) for number, aim in enumerate(found)]


def goes_on(knowledge: Knowledge) -> bool:
    """Return whether a turn is in hand that may still decide something."""
    turn = knowledge.turn
    return turn is not None and turn.state != Turn.State.CLOSED and not knowledge.war_is_over


def end_lines(knowledge: Knowledge) -> tuple[str, ...]:
    """HR-21 List the ways in which the turn in hand may end the war, as far as the reader may know them.

    Numbers or conditions that cannot be read give none: a page shows without them, and the desk names what is broken.
    """
    if not knowledge.is_member or knowledge.turn is None or not goes_on(knowledge):
        return ()
    try:
        theatre = land_at(knowledge.turn, knowledge.places)
        war = _war(knowledge) if counts_armies(aims_at(knowledge.turn, theatre)) else None
        names = {view.key: view.name for view in knowledge.factions.values()}
        race = race_at(knowledge.turn, theatre, names, war.armies if war else ())
        return tuple(race.near(partial(_known, knowledge)))
    except Refusal:
        return ()


def end_text(knowledge: Knowledge) -> str:
    """HR-21 Return how and why the war ended, as the chronicle has it; empty while it goes on."""
    if not knowledge.war_is_over:
        return ""
    lines = ChronicleEntry.objects.filter(campaign=knowledge.campaign, kind="victory", public=True)
    return lines.order_by("-pk").values_list("text", flat=True).first() or ""


def _war(knowledge: Knowledge) -> War | None:
    """Return the war as the reader knows it; of armies the referee's has all, an observer's none that count."""
    if knowledge.turn is None:
        return None
    if knowledge.own is None and not knowledge.is_referee:
        return war_of(knowledge.turn).moved_to(())
    return war_of(knowledge.turn) if knowledge.own is None else war_known_to(knowledge.turn, knowledge.own)


def _aim(number: int, aim: Aim, now: Moment, race: Race, knowledge: Knowledge) -> AimView:
    views = {view.key: view for view in knowledge.factions.values()}
    groups = [group for group in alliances(now.theatre) if may_reach(aim, group)]
    places = tuple(_progress(aim, group, now, race, knowledge, views) for group in groups)
    return AimView(number, in_words(aim, now), _views(aim.sides, views), places, aim.kind == "own")


def _progress(
    aim: Aim, group: tuple[str, ...], now: Moment, race: Race, knowledge: Knowledge,
    views: dict[str, FactionView],
) -> AimProgress:  # fmt: skip
    known = _known(knowledge, group)
    text, on_land = where_he_is(aim, group, now, known), aim.kind in LAND
    if not goes_on(knowledge):
        return AimProgress(_views(group, views), text, race.held(aim, group) if on_land else "", named=on_land)
    line = race.line(aim, group, known)
    return AimProgress(_views(group, views), text, line.text, line.near, named=on_land)


def _known(knowledge: Knowledge, alliance: Sequence[str]) -> Known:
    """HR-22 Return whose armies the reader knows: his own, and the referee all."""
    if knowledge.is_referee:
        return Known(tuple(alliance))
    own = knowledge.own.key if knowledge.own else ""
    return Known((own,), own=True) if own in alliance else NOBODY


def _views(keys: Sequence[str], views: dict[str, FactionView]) -> tuple[FactionView, ...]:
    return tuple(views[key] for key in keys)


def at_the_end(knowledge: Knowledge) -> str:
    """Return the outcome at the last turn if nobody has won by then."""
    if knowledge.campaign.victory.get("at_the_end", "score") == "draw":
        return "Nobody wins: the war is a draw."
    house = house_rules(knowledge.campaign.house_rules)
    battle, divisor = house["victory.battle_points"], house["victory.army_value_divisor"]
    part = "a tenth of the armies' worth" if divisor == 10 else f"the armies' worth divided by {divisor}"
    return (
        f"The higher score wins: the values of provinces, {part}, plus {battle} for each battle won, minus {battle} "
        "for each lost. "
        f"A difference under {house['victory.draw_percent']} % is a draw."
    )


def score_so_far(knowledge: Knowledge) -> str:
    """HR-21 Return the public part of each side's score: provinces and battles; empty where no score will count."""
    turn = knowledge.turn
    if turn is None or not goes_on(knowledge) or knowledge.campaign.victory.get("at_the_end", "score") == "draw":
        return ""
    theatre, house = land_at(turn, knowledge.places), house_rules(knowledge.campaign.house_rules)
    now = Moment(theatre, (), turn.number, turn.starts_on, battle_balance(knowledge.campaign), house)
    names = {view.key: view.name for view in knowledge.factions.values()}
    sides = [(listed([names[key] for key in group]), now.open_points(group)) for group in alliances(theatre)]
    each = "; ".join(f"{side_name(who).subject} {points}" for who, points in sides)
    return f"For provinces and battles so far: {each}. The score of the armies is added at the end."


def earliest_end(knowledge: Knowledge) -> int:
    """HR-21 Return the first turn at whose end an aim may decide the war; 0 for any."""
    return house_rules(knowledge.campaign.house_rules)["victory.earliest_turn"]


def own_numbers(knowledge: Knowledge) -> list[NumberView]:
    """Return the numbers of this campaign that are not as shipped."""
    before = {key: NEW_WARS.get(key, entry.value) for key, entry in shipped().numbers().items()}
    now = house_rules(knowledge.campaign.house_rules).numbers()
    return [
        NumberView(key, entry.words, entry.value, before[key], entry.source)
        for key, entry in now.items()
        if entry.value != before[key]
    ]


def house_changes(knowledge: Knowledge) -> list[ChangeView]:
    """List what the referee has changed during the war, the newest first."""
    rows, entries = reversed(read_changes(knowledge.campaign.house_changes)), shipped().numbers()
    now = knowledge.turn_number
    return [
        ChangeView(one.key, entries[one.key].words, one.value, one.was, one.from_turn, one.reason, one.from_turn > now)
        for one in rows
    ]


def events_now(knowledge: Knowledge) -> list[EventView]:
    """List the events of this turn: those of everybody, and the reader's own; the referee reads all."""
    number = knowledge.turn_number
    rows = WarEvent.objects.filter(campaign=knowledge.campaign, turn__lte=number, until__gte=number)
    if not knowledge.is_referee:
        own = rows.filter(faction=knowledge.own) if knowledge.own else rows.none()
        rows = rows.filter(for_referee=False, faction=None) | own.filter(for_referee=False)
    return [
        EventView(row.pk, _kind(row), row.text, _whose(row), row.until, row.for_referee)
        for row in rows.select_related("faction", "station__army", "province").order_by("pk")
    ]


def _kind(row: WarEvent) -> str:
    return "news" if row.kind == WarEvent.Kind.STORY else str(row.get_kind_display())


def _whose(row: WarEvent) -> str:
    if row.for_referee:
        return "the referee alone"
    for one in (row.station, row.province, row.faction):
        if one is not None:
            return str(one)
    return row.region.replace("_", " ").title() or "everybody"


def plays_with_events(knowledge: Knowledge) -> bool:
    """Return whether events are rolled for (HR-23)."""
    return bool(read_events(knowledge.campaign.events))
