"""The record: turns, chronicle and the referee's acts, as far as the reader may read them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from base.rows.prepared import prepared
from base.words import listed
from campaign.models import ChronicleEntry, RefereeAct, Turn
from campaign.selectors.members.tokens import ACTS_OF_MEMBERS
from campaign.visibility.armies import whose
from campaign.visibility.header import turn_view
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import ActView, EntryView, TurnView

REASONS = "caretaker"
"""The kind of line that shows what a caretaker or the program ordered, and why."""


def turns(knowledge: Knowledge) -> list[TurnView]:
    """Return every turn so far, the first one first."""
    return [turn_view(knowledge.campaign, row) for row in knowledge.campaign.turns.order_by("number")]


def turn_row(knowledge: Knowledge, number: int) -> Turn | None:
    """Return a turn by its number."""
    return knowledge.campaign.turns.filter(number=number).first()


def readable_entries(knowledge: Knowledge) -> QuerySet[ChronicleEntry]:
    """Return rows of the chronicle that the reader may read: public ones and those addressed to his faction; when the
    war is over, the orders of the program and of caretakers with their reasons too."""
    rows = readable(knowledge.campaign.pk, knowledge.own_pk, knowledge.is_referee, knowledge.war_is_over)
    rows = rows.select_related("province").defer("province__polygon", "details")
    return rows.prefetch_related("audience") if knowledge.is_referee else rows


def readable(campaign: int, own: int | None, whole: bool, over: bool = False) -> QuerySet[ChronicleEntry]:
    """Return the same for a prepared query: what a faction may read of a campaign's chronicle, or the ``whole``.

    AI-40: when the war is ``over`` the reasons of the program are open.
    """
    rows = ChronicleEntry.objects.filter(campaign=campaign)
    if whole:
        return rows
    audience = ChronicleEntry.audience.through.objects.filter(chronicleentry=OuterRef("pk"), faction=own)
    addressed = Q(Exists(audience)) if own is not None else Q(pk__in=[])
    opened = Q(kind=REASONS) if over else Q(pk__in=[])
    return rows.filter(Q(public=True) | addressed | opened)


def entry_rows(
    knowledge: Knowledge, *, turn: int | None = None, kind: str = "", own: bool = False
) -> QuerySet[ChronicleEntry]:
    """Return rows of the chronicle that the reader may read, the latest turn first; ``own`` leaves the public ones
    out."""
    rows = readable_entries(knowledge).order_by("-turn", "pk")
    if turn is not None:
        rows = rows.filter(turn=turn)
    if kind:
        rows = rows.filter(kind=kind)
    if own:
        rows = rows.filter(public=False)
    return rows


def entry_views(knowledge: Knowledge, rows: Iterable[ChronicleEntry]) -> list[EntryView]:
    """Return the same as plain values."""
    return [_entry(row, as_referee=knowledge.is_referee) for row in rows]


def entries_of_turn(knowledge: Knowledge, *, turn: int) -> list[EntryView]:
    """Return the lines of a turn in the order they were written."""
    return entry_views(knowledge, entry_rows(knowledge, turn=turn))


def entry_kinds(knowledge: Knowledge) -> list[str]:
    """Return the kinds of line that the reader can find, in the order of the alphabet."""
    return sorted(_kinds(knowledge.campaign.pk, *whose(knowledge), knowledge.war_is_over))


@prepared
def _kinds(campaign: int, own: int | None, whole: bool, over: bool) -> QuerySet[ChronicleEntry, str]:
    return readable(campaign, own, whole, over).order_by().values_list("kind", flat=True).distinct()


def _entry(row: ChronicleEntry, *, as_referee: bool) -> EntryView:
    place = row.province
    whose = listed([faction.name for faction in row.audience.all()]) if as_referee and not row.public else ""
    return EntryView(
        row.turn, row.phase, row.kind, row.text, row.public, place.key if place else "",
        place.name if place else "", row.battle_key, row.rule, whose,
    )  # fmt: skip


def acts(knowledge: Knowledge, *, turns: Collection[int]) -> list[ActView]:
    """List the referee's acts by hand on some turns; secret acts are shown when the war is over."""
    rows = knowledge.campaign.referee_acts.filter(turn__in=turns).order_by("pk")
    if not (knowledge.is_referee or knowledge.war_is_over):
        rows = rows.filter(secret=False)
    return [_act(row) for row in rows.select_related("user")]


def _act(row: RefereeAct) -> ActView:
    by = str(row.user or "a player") if row.act.startswith(ACTS_OF_MEMBERS) else ""
    return ActView(row.turn, row.act, row.reason, row.secret, by)


ORDERS, FIGHTS, LAND, WEAR = "Orders and marches", "Battles", "Gained and lost", "Supply and attrition"
BY_PHASE = {"P3": ORDERS, "P4": ORDERS, "P5": ORDERS, "P6": ORDERS, "P7": FIGHTS, "P8": FIGHTS, "P9": FIGHTS,
            "P10": WEAR, "P11": LAND, "P12": LAND}  # fmt: skip
BY_KIND = {"siege": LAND, "march": ORDERS, "works": ORDERS}
FOLDED = (ORDERS, WEAR)
PLACES = ("", FIGHTS, LAND, ORDERS, WEAR)
"""The chapters in the order of the page; the first has no title: weather, income, news of the turn's beginning."""


@dataclass(frozen=True)
class Chapter:
    """A chapter of a turn; one that is ``folded`` shows its title and how many lines it has."""

    title: str
    folded: bool
    lines: list[EntryView]


def chapters(lines: Iterable[EntryView]) -> list[Chapter]:
    """Return the chapters of a turn; each keeps its lines in the order in which they were written, but that all lines
    of a battle follow its first one."""
    found: dict[str, list[EntryView]] = {}
    for line in _battle_by_battle(list(lines)):
        found.setdefault(BY_KIND.get(line.kind) or BY_PHASE.get(line.phase, ""), []).append(line)
    return [Chapter(title, title in FOLDED, found[title]) for title in PLACES if title in found]


def _battle_by_battle(lines: list[EntryView]) -> list[EntryView]:
    first: dict[str, int] = {}
    for place, line in enumerate(lines):
        first.setdefault(line.battle_key or f"line {place}", place)
    places = {id(line): first.get(line.battle_key, place) for place, line in enumerate(lines)}
    return sorted(lines, key=lambda line: places[id(line)])
