"""The referee's desk: one screen, computed from a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Q, QuerySet
from django.utils import timezone

from base.rows.prepared import prepared
from base.words import listed
from battles.models import Battle, ResultEntry
from campaign.models import ArmyOrder, Campaign, Engagement, EngagementArmy, Faction, RefereeAct, Turn, WarEvent
from campaign.selectors.campaigns import read_factions
from campaign.selectors.land import land_of
from campaign.selectors.members.faction_lines import FactionLine, faction_lines
from campaign.selectors.members.silence import WITHOUT_A_PLAYER
from campaign.selectors.war import current_turn, turns_left, waits_to_end

UNDER_WAY = ("pending", "running", "waiting")
BY = {"program": "the program", "caretaker": "a caretaker"}
HIS_OWN = "it is yours to decide"
SHOWN = 40
"""So many orders are on the desk; the page of the turn has all of them, page by page."""


@dataclass(frozen=True)
class OrderLine:
    """An army's order, in words with the places that it names."""

    order: ArmyOrder
    text: str


@dataclass(frozen=True)
class RulingLine:
    """A battle that waits for the referee, and why."""

    engagement: Engagement
    why: str


@dataclass(frozen=True)
class Desk:
    """Everything on the desk. What not every page of it shows is read when it is asked for."""

    campaign: Campaign
    turn: Turn | None
    factions: list[FactionLine]

    @cached_property
    def acts(self) -> list[RefereeAct]:
        """The latest acts of the referee."""
        return _acts(self.campaign.pk)

    @cached_property
    def orders(self) -> list[OrderLine]:
        """The armies' orders of the turn."""
        return orders_of(self.turn)

    @cached_property
    def engagements(self) -> list[Engagement]:
        """The engagements of this turn and the last one, and those that are still open."""
        return _engagements(self.campaign.pk, (self.turn.number if self.turn else 0) - 1)

    @cached_property
    def rulings(self) -> list[RulingLine]:
        """The battles that wait for the referee's ruling."""
        return ruling_lines(self.engagements)

    @property
    def last_play_by(self) -> datetime | None:
        """The moment at which the last of the battles that are held open falls back."""
        falls = [battle.play_by for battle in self._battles if battle.state == Battle.State.OPEN]
        return max((at for at in falls if at), default=None)

    @property
    def first_orders(self) -> list[OrderLine]:
        """Those that are shown; the turn's page has all."""
        return self.orders[:SHOWN]

    @property
    def more_orders(self) -> bool:
        """Whether there are more than are shown."""
        return len(self.orders) > SHOWN

    @property
    def to_rule(self) -> list[Engagement]:
        """The engagements whose battles wait for the referee."""
        return [line.engagement for line in self.rulings]

    @property
    def anybody_plays(self) -> bool:
        return any(line.players for line in self.factions)

    @property
    def ready(self) -> set[int]:
        """The factions that are ready, by primary key."""
        return {line.faction.pk for line in self.factions if line.ready}

    @property
    def everybody_ready(self) -> bool:
        return not any(line.waits for line in self.factions)

    @property
    def passes_over_players(self) -> bool:
        """Whether a side that has a player is led by the program or a caretaker now."""
        return any(line.players and line.led for line in self.factions)

    @property
    def unled(self) -> list[Faction]:
        """The factions that nobody plays and no caretaker leads."""
        lines = [line for line in self.factions if not line.players]
        return [line.faction for line in lines if line.faction.caretaker not in WITHOUT_A_PLAYER]

    @property
    def waits_for_somebody(self) -> bool:
        """Whether running the turn now passes over a player, or a side that nobody leads before anybody plays."""
        if self.campaign.what_if:
            return False
        return not self.everybody_ready or (bool(self.unled) and not self.anybody_plays)

    @property
    def waiting_for(self) -> str:
        return ", ".join(line.faction.name for line in self.factions if line.waits)

    @property
    def led(self) -> list[tuple[str, str]]:
        """List the program or a caretaker with the factions for which they order: ("the program", "Austria")."""
        found = [(who, [line.faction.in_text for line in self.factions if line.led == who]) for who in BY]
        return [(BY[who], listed(names)) for who, names in found if names]

    @property
    def open_battles(self) -> list[Battle]:
        """The battles that are not decided."""
        return [row.battle for row in self.engagements if row.battle and row.state == Engagement.State.OPEN]

    @property
    def turns_left(self) -> int:
        """Turns to be played, with the open one."""
        return turns_left(self.campaign, self.turn)

    @property
    def waits_to_end(self) -> bool:
        """Whether the last turn has been run and the war waits for its open battles."""
        return waits_to_end(self.campaign, self.turn)

    @property
    def fighting(self) -> bool:
        """Whether battles of the running turn are fought or wait for a worker."""
        return self._runs and any(battle.state in UNDER_WAY for battle in self._battles)

    @property
    def busy(self) -> bool:
        """Whether the turn runs by itself until it is closed, and the page should look again."""
        halted = bool(self.turn and self.turn.trouble) or any(battle.state == "failed" for battle in self._battles)
        return self.fighting or (self._runs and not halted)

    @property
    def _runs(self) -> bool:
        return self.turn is not None and self.turn.state not in (Turn.State.OPEN, Turn.State.CLOSED)

    @property
    def _battles(self) -> list[Battle]:
        return [row.battle for row in self.engagements if row.battle]

    @property
    def per_cent(self) -> int:
        """The share of this turn's battles that are fought, in per cent."""
        battles = [e.battle for e in self.engagements if e.battle and e.turn_id == getattr(self.turn, "pk", None)]
        return sum(100 if b.state == "done" else b.progress for b in battles) // max(1, len(battles))


def desk_of(campaign: Campaign) -> Desk:
    """Return the desk of a campaign. Its factions are read with it, and kept on the campaign."""
    read_factions(campaign)
    turn = current_turn(campaign)
    return Desk(campaign, turn, faction_lines(campaign, turn))


@prepared
def _acts(campaign: int) -> QuerySet[RefereeAct]:
    newest = RefereeAct.objects.filter(campaign=campaign).select_related("user").order_by("-pk")
    return newest.only("turn", "act", "reason", "at", "campaign", "user__username")[:15]


def ruling_lines(engagements: Iterable[Engagement]) -> list[RulingLine]:
    """Return the open battles that only the referee can settle now: the results differ, or it is his to rule."""
    held = [row for row in engagements if row.battle and row.battle.state == Battle.State.OPEN]
    if not held:
        return []
    entries = ResultEntry.objects.filter(battle__in=[row.battle_id for row in held]).exclude(handed_in_at=None)
    handed_in = _sets(entries.values_list("battle_id", "side", "part"))
    fights = EngagementArmy.objects.filter(engagement__in=held)
    parties = _sets(fights.values_list("engagement_id", "side", "faction__key"))
    lines = [
        RulingLine(row, _why(row.battle, handed_in.get(row.battle_id, set()), parties.get(row.pk, set())))
        for row in held if row.battle and row.battle_id
    ]  # fmt: skip
    return [line for line in lines if line.why]


def _why(battle: Battle, handed_in: set[tuple[int, str]], parties: set[tuple[int, str]]) -> str:
    """Explain why a battle waits for the referee; empty where the players may still settle it by themselves."""
    if parties and parties <= handed_in:
        return "results differ"
    late = battle.play_by is not None and battle.play_by <= timezone.now()
    if late and (handed_in or battle.fallback == Battle.Method.RULING):
        return "the play-by date has passed"
    return HIS_OWN if battle.method == Battle.Method.RULING else ""


def _sets(rows: Iterable[tuple[int, int, str]]) -> dict[int, set[tuple[int, str]]]:
    made: dict[int, set[tuple[int, str]]] = {}
    for key, side, part in rows:
        made.setdefault(key, set()).add((side, part))
    return made


def orders_of(turn: Turn | None) -> list[OrderLine]:
    """Return the armies' orders of the turn by faction: those that the desk shows, and one more where there are
    more."""
    if turn is None:
        return []
    shapes = land_of(turn.campaign).shapes
    return [
        OrderLine(row, row.text([shapes[key].name for key in row.path if key in shapes])) for row in _given(turn.pk)
    ]


@prepared
def _given(turn: int) -> QuerySet[ArmyOrder]:
    rows = ArmyOrder.objects.filter(turn=turn).select_related("station__army", "station__faction", "station__province")
    rows = rows.only("kind", "path", "hand", "outcome", *(f"station__{name}" for name in _OF_AN_ORDER))
    return rows.order_by("station__faction__order", "station__pk")[: SHOWN + 1]


_OF_AN_ORDER = ("army__key", "army__name", "faction__key", "province__name")
_OF_AN_ENGAGEMENT = ("state", "turn__number", "province__name")
_OF_ITS_BATTLE = ("key", "name", "state", "error", "method", "fallback", "play_by", "progress", "result__winner")


@prepared
def _engagements(campaign: int, since: int) -> QuerySet[Engagement]:
    rows = Engagement.objects.filter(turn__campaign=campaign).select_related("battle__result", "province", "turn")
    rows = rows.filter(Q(turn__number__gte=since) | Q(state=Engagement.State.OPEN))
    rows = rows.only(*_OF_AN_ENGAGEMENT, *(f"battle__{name}" for name in _OF_ITS_BATTLE))
    return rows.order_by("-turn__number", "pk")


def event_of(*, campaign: Campaign, pk: int) -> WarEvent | None:
    """Return an event or a condition of the campaign that has not ended."""
    return WarEvent.objects.filter(campaign=campaign, pk=pk).select_related("campaign", "faction", "province").first()


def failed_battle(*, campaign: Campaign, key: str) -> Battle | None:
    """Return a battle of the campaign that needs the referee."""
    return Battle.objects.filter(engagement__turn__campaign=campaign, key=key, state=Battle.State.FAILED).first()
