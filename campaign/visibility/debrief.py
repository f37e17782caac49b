"""Since you were here: what happened in the turns that a reader has missed, and what he must do next."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse

from battles.models import Battle, ResultEntry
from battles.resolvers.words import counted, listed
from campaign.models import ArmyOrder, Engagement, Notice, Sighting, Station
from campaign.models.people import Role
from campaign.visibility.armies import engaged_stations, own_stations
from campaign.visibility.battles import battle_line, battle_rows, whole_battle_rows
from campaign.visibility.letters import unread_letters
from campaign.visibility.reader import Knowledge
from campaign.visibility.record import readable_entries
from campaign.visibility.values import BattleLine, EntryView
from rosters.models import StrengthLine, Unit

SHOWN = 12
OWN_KINDS = ("retreat", "general", "attrition", "overrun", "avoid", "guns")
PUBLIC_KINDS = ("control", "victory", "general", "overrun")


@dataclass(frozen=True)
class LossLine:
    """What an army lost: strength points by cause, and units that are no more."""

    army: str
    army_key: str
    points: int
    causes: str
    destroyed: tuple[str, ...]


@dataclass(frozen=True)
class SightLine:
    """A foreign army that came into sight, or moved."""

    army_key: str
    text: str


@dataclass(frozen=True)
class ToDo:
    """Something that the reader must do, and where."""

    text: str
    url: str


@dataclass(frozen=True)
class Debrief:
    """Everything since the reader's last visit. ``since`` is the turn that was open then."""

    since: int
    to_do: tuple[ToDo, ...]
    battles: tuple[BattleLine, ...]
    more_battles: int
    losses: tuple[LossLine, ...]
    sightings: tuple[SightLine, ...]
    more_sightings: int
    lines: tuple[EntryView, ...]
    letters: int

    @property
    def quiet(self) -> bool:
        """Whether nothing has happened."""
        return not (self.battles or self.losses or self.sightings or self.lines)


def debrief(knowledge: Knowledge) -> Debrief | None:
    """The reader's debrief; None for strangers and before the war."""
    if not knowledge.is_member or knowledge.turn is None:
        return None
    since = max(1, min(knowledge.since, knowledge.turn_number))
    battles, letters = _battles(knowledge, since), unread_letters(knowledge)
    seen = _sightings(knowledge, since)
    return Debrief(
        since, tuple(_to_do(knowledge, letters)), tuple(battles[:SHOWN]), max(0, len(battles) - SHOWN),
        tuple(_losses(knowledge, since)), tuple(seen[:SHOWN]), max(0, len(seen) - SHOWN),
        tuple(_lines(knowledge, since)), letters,
    )  # fmt: skip


def _battles(knowledge: Knowledge, since: int) -> list[BattleLine]:
    """The reader's own battles first."""
    rows = battle_rows(knowledge).filter(Q(turn__number__gte=since) | ~Q(battle__state=Battle.State.DONE))
    return sorted((battle_line(knowledge, row) for row in rows), key=lambda line: (not line.part, -line.turn))


def _losses(knowledge: Knowledge, since: int) -> list[LossLine]:
    """What the reader's own units lost, army by army; a referee reads it in the ledgers of all."""
    if knowledge.own is None:
        return []
    opened = knowledge.campaign.turns.filter(number=since).values_list("opened_at", flat=True).first()
    rows = StrengthLine.objects.filter(unit__army__station__faction=knowledge.own, delta__lt=0, at__gte=opened)
    rows = rows.exclude(cause__in=[StrengthLine.Cause.AMALGAMATION, StrengthLine.Cause.DISBANDED])
    lost: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    gone: dict[tuple[str, str], list[str]] = defaultdict(list)
    labels = dict(StrengthLine.Cause.choices)
    for key, name, cause, delta, after, unit, status in rows.values_list(
        "unit__army__key", "unit__army__name", "cause", "delta", "after", "unit__name", "unit__status"
    ).order_by("pk"):
        lost[key, name][str(labels[cause])] -= delta
        if after == 0 and status == Unit.Status.LOST:
            gone[key, name].append(unit or "a unit")
    return [
        LossLine(name, key, sum(causes.values()), listed([f"{n} by {cause}" for cause, n in causes.items()]),
                 tuple(gone[key, name]))
        for (key, name), causes in lost.items()
    ]  # fmt: skip


def _sightings(knowledge: Knowledge, since: int) -> list[SightLine]:
    """Armies in sight now that were not there when the reader was here last, or stood elsewhere."""
    if knowledge.own is None:
        return []
    rows = Sighting.objects.filter(viewer=knowledge.own, turn__campaign=knowledge.campaign, turn__number__gte=since)
    places: dict[int, dict[int, Sighting]] = defaultdict(dict)
    for row in rows.select_related("turn", "station__army", "province", "seen_faction").order_by("turn__number"):
        places[row.station_id][row.turn.number] = row
    return [line for seen in places.values() if (line := _sight(knowledge, since, seen))]


def _sight(knowledge: Knowledge, since: int, seen: dict[int, Sighting]) -> SightLine | None:
    last, before = seen[max(seen)], seen.get(since)
    name = f"{last.name} ({last.seen_faction.name})"
    key = last.station.army.key
    if last.turn.number < knowledge.turn_number:
        return SightLine(key, f"{name} was last seen at {last.province.name} on turn {last.turn.number}.")
    if before is None or (before is last and since < knowledge.turn_number):
        return SightLine(key, f"{name} has come into sight at {last.province.name}: {_size(last)}.")
    if before.province_id != last.province_id:
        return SightLine(key, f"{name} has moved from {before.province.name} to {last.province.name}: {_size(last)}.")
    return None


def _size(row: Sighting) -> str:
    exact = row.units_low == row.units_high
    return ("" if exact else "about ") + counted(row.units_shown, "unit")


def _lines(knowledge: Knowledge, since: int) -> list[EntryView]:
    """Lines of the chronicle that a general would want to hear first."""
    own = Q(public=False, kind__in=OWN_KINDS) if knowledge.own is not None else Q(pk__in=[])
    rows = readable_entries(knowledge).filter(turn__gte=since).filter(own | Q(public=True, kind__in=PUBLIC_KINDS))
    return [
        EntryView(row.turn, row.phase, row.kind, row.text, row.public, "", "", row.battle_key, row.rule)
        for row in rows.order_by("-turn", "pk")[: 2 * SHOWN]
    ]  # fmt: skip


def _to_do(knowledge: Knowledge, letters: int) -> list[ToDo]:
    slug = knowledge.campaign.slug
    found = [*_orders_due(knowledge), *_battles_due(knowledge)]
    if knowledge.role == Role.REFEREE:
        found += _referees(knowledge)
    if letters:
        found.append(ToDo(f"Read {counted(letters, 'letter')}.", reverse("game:letters", args=[slug])))
    return found


def _orders_due(knowledge: Knowledge) -> list[ToDo]:
    """Orders that are still to be given, and Ready."""
    if not (knowledge.commands and knowledge.orders_open) or knowledge.is_ready:
        return []
    url = reverse("game:map", args=[knowledge.campaign.slug])
    free = own_stations(knowledge).exclude(pk__in=engaged_stations(knowledge)).filter(garrison=False)
    given = ArmyOrder.objects.filter(turn=knowledge.turn, station__faction=knowledge.own).values("station")
    waiting = Station.objects.filter(pk__in=free.values("pk")).exclude(pk__in=given).count()
    if waiting:
        return [ToDo(f"Give orders: {counted(waiting, 'army', 'armies')} would hold. Then press Ready.", url)]
    return [ToDo("Every army has an order. Press Ready when your sheet is complete.", url)]


def _battles_due(knowledge: Knowledge) -> list[ToDo]:
    """Battles of the reader that wait for his choice or his result."""
    if knowledge.own is None or not knowledge.commands:
        return []
    rows = whole_battle_rows(knowledge).filter(battle__state=Battle.State.OPEN).exclude(own_side=None)
    found = []
    for row in rows:
        found += _of_battle(knowledge, row)
    return found


def _of_battle(knowledge: Knowledge, row: Engagement) -> list[ToDo]:
    battle, side, slug = row.battle, getattr(row, "own_side", None), knowledge.campaign.slug
    assert battle is not None
    if battle.method == Battle.Method.UNDECIDED and not battle.wishes.filter(side=side).exists():
        return [ToDo(f"Choose how {battle.name} is decided.", reverse("game:battle", args=[slug, battle.key]))]
    handed = ResultEntry.objects.filter(battle=battle, side=side, handed_in_at__isnull=False).exists()
    if battle.method == Battle.Method.TABLE and not handed:
        return [ToDo(f"Type in your result of {battle.name}.", reverse("game:battle_result", args=[slug, battle.key]))]
    return []


def _referees(knowledge: Knowledge) -> list[ToDo]:
    """What waits for the referee: rulings, and news that did not arrive."""
    slug = knowledge.campaign.slug
    by_hand = Q(battle__state=Battle.State.FAILED) | Q(
        battle__state=Battle.State.OPEN, battle__method=Battle.Method.RULING
    )
    waiting = Engagement.objects.filter(by_hand, turn__campaign=knowledge.campaign).count()
    trouble = Notice.objects.filter(member=knowledge.member_pk, kind=Notice.Kind.TROUBLE, read_at=None).aggregate(
        n=Count("pk")
    )["n"]
    found = [ToDo(f"Rule on {counted(waiting, 'battle')}.", reverse("desk", args=[slug]))] if waiting else []
    if trouble:
        found.append(ToDo("Some news did not arrive.", reverse("desk_news", args=[slug])))
    return found
