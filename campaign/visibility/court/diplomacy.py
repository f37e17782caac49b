"""The relations of the factions, offers to the reader, and captives."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from base.rows.prepared import prepared
from campaign.models import Leader, Relation, SheetLine
from campaign.rules.diplomacy import changes
from campaign.rules.house import house_rules
from campaign.rules.wording import opening
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import FactionView

Kind = SheetLine.Kind
AGREED = (Kind.RELATION, Kind.CAPTIVES, Kind.RANSOM)
"""Lines that need the same on the other side's sheet."""


@dataclass(frozen=True)
class Standing:
    """The standing of two factions: now, since which turn, and what notice has been given. Public."""

    first: FactionView
    second: FactionView
    kind: str
    text: str
    since: int
    notice: str


@dataclass(frozen=True)
class Offer:
    """An offer of another faction to the reader's; ``answer`` is what his form sends to agree."""

    faction: FactionView
    text: str
    until: int
    answer: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CaptiveView:
    """A captured general, by the faction that he serves and the one that holds him."""

    ref: str
    name: str
    faction: FactionView
    captor: FactionView


@dataclass(frozen=True)
class Change:
    """A change that the reader's faction may enter about another: the relation and the order in words."""

    faction: FactionView
    relation: str
    words: str
    """The order, with a place for the other's name."""

    @property
    def text(self) -> str:
        """Return the order with the name."""
        return self.words.format(self.faction.name)

    @property
    def parts(self) -> tuple[str, str, str]:
        """Return the order in three parts, the middle one of which the name of its row makes superfluous."""
        begin, _, end = self.words.partition("{}")
        verb, _, preposition = begin.rstrip().rpartition(" ")
        return verb, f" {preposition} {self.faction.name}", end


def standings(knowledge: Knowledge) -> list[Standing]:
    """Return every pair of factions, in their order."""
    rows = Relation.objects.filter(campaign=knowledge.campaign).order_by("first__order", "second__order", "pk")
    notices = _notices(knowledge)
    return [_standing(knowledge, row, notices) for row in rows]


def grid(knowledge: Knowledge, pairs: Iterable[Standing]) -> list[tuple[FactionView, list[Standing | None]]]:
    """Return a row for each faction: its relation to each, in the order of the factions; None to itself."""
    found = {(pair.first.key, pair.second.key): pair for pair in pairs}
    found |= {(second, first): pair for (first, second), pair in found.items()}
    views = list(knowledge.factions.values())
    return [(one, [found.get((one.key, other.key)) for other in views]) for one in views]


def own_relations(knowledge: Knowledge, pairs: Iterable[Standing]) -> list[tuple[FactionView, Standing, list[Change]]]:
    """Return each other faction, how the reader's faction and it stand, and what may be entered about it now."""
    own, open_ = knowledge.faction, changes_for(knowledge) if knowledge.commands and knowledge.orders_open else []
    mine = [
        (pair.second if pair.first == own else pair.first, pair) for pair in pairs if own in (pair.first, pair.second)
    ]
    return [(other, pair, [change for change in open_ if change.faction == other]) for other, pair in mine]


def _standing(knowledge: Knowledge, row: Relation, notices: dict[frozenset[str], str]) -> Standing:
    first, second = knowledge.factions[row.first_id], knowledge.factions[row.second_id]
    notice = notices.get(frozenset((first.key, second.key)), "")
    return Standing(first, second, row.kind, row.get_kind_display(), row.since, notice)


def _notices(knowledge: Knowledge) -> dict[frozenset[str], str]:
    """List notices that take effect later; they became public when their sheet was carried out."""
    words = dict(Relation.Kind.choices)
    return {
        frozenset((row.faction.key, row.details["faction"])): f"{words[row.details['relation']]} from turn "
        f"{row.details['effective']} on"
        for row in _done(knowledge, Kind.RELATION)
        if row.details.get("effective", 0) > knowledge.turn_number
    }


def _done(knowledge: Knowledge, *kinds: str) -> Iterable[SheetLine]:
    rows = SheetLine.objects.filter(turn__campaign=knowledge.campaign, kind__in=kinds, state=SheetLine.State.DONE)
    return rows.select_related("faction", "turn").order_by("pk")


def enemies(knowledge: Knowledge) -> set[str]:
    """Return the factions with which the reader's is at war. Relations are public."""
    if knowledge.own is None:
        return set()
    pairs = set().union(*_wars(knowledge.own.pk))
    return {knowledge.factions[pk].key for pk in pairs - {knowledge.own.pk}}


@prepared
def _wars(own: int) -> QuerySet[Relation, tuple[int, int]]:
    rows = Relation.objects.filter(Q(first=own) | Q(second=own), kind=Relation.Kind.WAR)
    return rows.values_list("first_id", "second_id")


def changes_for(knowledge: Knowledge) -> list[Change]:
    """List what the reader's faction may declare or offer now."""
    if knowledge.own is None:
        return []
    rows = Relation.objects.filter(campaign=knowledge.campaign).filter(Q(first=knowledge.own) | Q(second=knowledge.own))
    found = []
    for row in rows.order_by("first__order", "second__order", "pk"):
        other = knowledge.factions[row.second_id if row.first_id == knowledge.own.pk else row.first_id]
        found += [Change(other, then, words) for then, words in changes(row.kind)]
    return found


def offers_to(knowledge: Knowledge) -> list[Offer]:
    """List what the reader's faction can agree to this turn."""
    if knowledge.own is None:
        return []
    stands = max(1, house_rules(knowledge.campaign.house_rules)["diplomacy.offer_turns"])
    names = dict(Leader.objects.filter(campaign=knowledge.campaign).values_list("ref", "name"))
    own = Leader.objects.filter(faction=knowledge.own).values_list("ref", flat=True)
    entered = [_terms(row) for row in _entered(knowledge)]
    offers = [
        _offer(knowledge, row, row.turn.number + stands - 1, names, set(own))
        for row in _done(knowledge, *AGREED)
        if row.details.get("faction") == knowledge.own.key
        and not row.details.get("concluded")
        and row.turn.number + stands > knowledge.turn_number
    ]
    return [offer for offer in offers if not any(set(offer.answer) <= terms for terms in entered)]


def _entered(knowledge: Knowledge) -> Iterable[SheetLine]:
    rows = SheetLine.objects.filter(faction=knowledge.own, turn=knowledge.turn, kind__in=AGREED)
    return rows.filter(state=SheetLine.State.ENTERED)


def _terms(line: SheetLine) -> set[tuple[str, str]]:
    """Return a line as the form sends it that agrees to an offer."""
    return {("act", line.kind), *((name, str(value)) for name, value in line.details.items())}


def parole_turns(knowledge: Knowledge) -> int:
    """HR-17 For how many turns a general who is freed on his word does not serve."""
    return house_rules(knowledge.campaign.house_rules)["captives.parole_turns"]


def unanswered(knowledge: Knowledge) -> list[FactionView]:
    """List the factions whose offers the reader's faction can agree to, and about which its sheet has no line yet."""
    if knowledge.own is None or knowledge.turn is None:
        return []
    stands = max(1, house_rules(knowledge.campaign.house_rules)["diplomacy.offer_turns"])
    own, turn = knowledge.own, knowledge.turn
    found = _agreed(knowledge.campaign.pk, turn.pk, turn.number - stands, own.pk, own.key)
    named = {(kind, details.get("faction")) for kind, faction, details in found if faction == knowledge.own.pk}
    waiting = [knowledge.factions[faction] for kind, faction, details in found
               if faction != knowledge.own.pk and not details.get("concluded")
               and (kind, knowledge.factions[faction].key) not in named]  # fmt: skip
    return list(dict.fromkeys(waiting))


@prepared
def _agreed(campaign: int, turn: int, since: int, own: int, key: str) -> QuerySet[SheetLine, tuple[str, int, Any]]:
    """Return the offers to a faction after a turn, and its own lines about offers on this turn's sheet."""
    to_own = Q(state=SheetLine.State.DONE, offered_to=key, turn__number__gt=since)
    by_own = Q(state=SheetLine.State.ENTERED, faction=own, turn=turn)
    rows = SheetLine.objects.alias(offered_to=Cast(KT("details__faction"), TextField()))
    rows = rows.filter(to_own | by_own, turn__campaign=campaign, kind__in=AGREED).order_by("pk")
    return rows.values_list("kind", "faction_id", "details")


def _offer(knowledge: Knowledge, row: SheetLine, until: int, names: dict[str, str], own: set[str]) -> Offer:
    terms, view = row.details, knowledge.factions[row.faction_id]
    leader, other = str(terms.get("leader", "")), str(terms.get("other", ""))
    if row.kind == Kind.RELATION:
        words, answer = f"offer {_offered(terms['relation'])}", {"relation": terms["relation"]}
    elif row.kind == Kind.CAPTIVES:
        words = f"offer {names.get(other, '')} for {names.get(leader, '')}"
        answer = {"leader": other, "other": leader}
    else:
        words = f"{'ask' if leader in own else 'offer'} {terms['points']} points for {names.get(leader, '')}"
        answer = {"leader": leader, "points": str(terms["points"])}
    sent: dict[str, Any] = {"act": row.kind, "faction": view.key, **answer}
    verb, rest = words.split(" ", 1)
    return Offer(view, f"{opening(view.name, f'{verb}s', verb)} {rest}", until, tuple(sent.items()))


def _offered(relation: str) -> str:
    return {"neutral": "peace", "transit": "passage", "allied": "an alliance"}.get(relation, "a change")


def captives(knowledge: Knowledge) -> list[CaptiveView]:
    """Return the captives that concern the reader: his own generals, and those whom he holds; the referee reads all."""
    rows = Leader.objects.filter(campaign=knowledge.campaign, status=Leader.Status.CAPTURED, captor__isnull=False)
    if not knowledge.is_referee:
        rows = rows.filter(Q(faction=knowledge.own) | Q(captor=knowledge.own), faction__isnull=False)
    return [
        CaptiveView(row.ref, row.name, knowledge.factions[row.faction_id], knowledge.factions[row.captor_id or 0])
        for row in rows.order_by("faction__order", "name", "pk")
    ]


def exchanges(captives: Iterable[CaptiveView], own: FactionView) -> list[tuple[CaptiveView, CaptiveView]]:
    """HR-17 List the pairs that may be exchanged: an own general, and one who serves his captor and is held here."""
    found = list(captives)
    held = [one for one in found if one.captor == own]
    return [(mine, one) for mine in found if mine.faction == own for one in held if one.faction == mine.captor]
