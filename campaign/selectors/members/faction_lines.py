"""The lines of the desk that show how far each faction is with its orders."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from base.rows.prepared import prepared
from campaign.models import ArmyOrder, Campaign, Faction, FactionTurn, Member, SheetLine, Station, Turn
from campaign.selectors.campaigns import factions_of
from campaign.selectors.members.silence import led_now
from campaign.selectors.stations import in_battle

LED_BY = {"program": "the program leads", "caretaker": "a caretaker leads", "": ""}


@dataclass(frozen=True)
class FactionLine:
    """The state of one faction's orders."""

    faction: Faction
    players: str
    ready: bool
    armies: int
    """Those that can be ordered."""
    engaged: int
    """Those in an open battle."""
    ordered: int
    sheet_lines: int

    led: str = ""
    """The giver of its orders of this turn, as things are now: "program", "caretaker", or empty for its player."""

    @property
    def led_by(self) -> str:
        """Return the words for a program or caretaker that gives its orders of this turn now; empty for neither."""
        return LED_BY[self.led]

    @property
    def waits(self) -> bool:
        """Whether a player is to enter its orders, or to be ready."""
        return bool(self.players) and not (self.ready or self.led)

    @property
    def entered_nothing(self) -> bool:
        """A missed turn means that nothing was entered."""
        return not (self.ready or self.ordered or self.sheet_lines)


def faction_lines(campaign: Campaign, turn: Turn | None) -> list[FactionLine]:
    """Return one line a faction, in their order."""
    players: dict[int, list[str]] = {}
    for pk, name in _players(campaign.pk):
        players.setdefault(pk or 0, []).append(name)
    counts = {row["pk"]: row for row in _counts(campaign.pk, turn.pk if turn else 0)}
    led = led_now(turn) if turn else {}
    return [
        FactionLine(
            faction=faction,
            players=", ".join(players.get(faction.pk, [])),
            ready=counts[faction.pk]["is_ready"],
            armies=counts[faction.pk]["free"],
            engaged=counts[faction.pk]["pinned"],
            ordered=counts[faction.pk]["ordered"],
            sheet_lines=counts[faction.pk]["entered"],
            led=led.get(faction.pk, ""),
        )
        for faction in factions_of(campaign)
    ]


@prepared
def _players(campaign: int) -> QuerySet[Member, tuple[int | None, str]]:
    return Member.objects.filter(campaign=campaign, role="player").values_list("faction_id", "user__username")


@prepared
def _counts(campaign: int, turn: int) -> QuerySet[Faction, Any]:
    """Count each faction's armies, orders and lines of the sheet on this turn, in one query."""
    armies = Station.objects.filter(faction=OuterRef("pk"), province__isnull=False)
    orders = ArmyOrder.objects.filter(~in_battle("station"), turn=turn, station__faction=OuterRef("pk"))
    lines = SheetLine.objects.filter(faction=OuterRef("pk"), turn=turn, state="entered")
    return Faction.objects.filter(campaign=campaign).values(
        "pk",
        is_ready=Exists(FactionTurn.objects.filter(faction=OuterRef("pk"), turn=turn, ready=True)),
        free=_number(armies.filter(~in_battle("pk")), "faction"),
        pinned=_number(armies.filter(in_battle("pk")), "faction"),
        ordered=_number(orders, "station__faction"),
        entered=_number(lines, "faction"),
    )


def _number(rows: QuerySet[Any], owner: str) -> Coalesce:
    """Return the number of these rows of one owner, as part of a query."""
    counted = rows.order_by().values(owner).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
