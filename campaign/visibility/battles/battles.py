"""Battles: place, state, size and winner are public; the rest belongs to those who fought, until the war ends."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from base.rows.prepared import prepared
from base.words import counted, listed
from battles.models import Battle, BattleResult, Photograph
from battles.resolvers.contract.registry import has, name_of
from battles.selectors import photographs_of, was_fought_here
from campaign.models import Engagement, EngagementArmy
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import BattleLine

STATES = {
    Battle.State.WAITING: "waits for an earlier battle",
    Battle.State.OPEN: "with the players",
    Battle.State.PENDING: "about to be fought",
    Battle.State.RUNNING: "being fought",
    Battle.State.FAILED: "with the referee",
    Battle.State.DONE: "decided",
}


@dataclass(frozen=True)
class BattleKnown:
    """A battle and what of it the reader may read: ``full`` is everything, else only its line.

    ``open_plans`` are the numbers of the sides whose plan he may read even then: his own; both, for the referee and
    after the war.
    """

    line: BattleLine
    battle: Battle
    full: bool
    open_plans: tuple[int, ...]
    engagement: Engagement
    side: int | None = None
    """The side on which the reader's own armies fight: 0 or 1."""


def _fought(knowledge: Knowledge) -> QuerySet[Engagement]:
    return _fought_by(knowledge.campaign.pk, knowledge.own_pk)


def _fought_by(campaign: int, own: int | None) -> QuerySet[Engagement]:
    rows = Engagement.objects.filter(turn__campaign=campaign, battle__isnull=False)
    part = EngagementArmy.objects.filter(engagement=OuterRef("pk"), faction=own, faction__isnull=False)
    rows = rows.annotate(own_side=Subquery(part.values("side")[:1]))
    return rows.select_related("turn", "province", "battle", "battle__result")


_LINE_FIELDS = (
    "state", "details", "turn__number", "province__key", "province__name", "battle__key", "battle__name",
    "battle__state", "battle__method", "battle__rules", "battle__result__winner", "battle__result__kind",
)  # fmt: skip


def battle_rows(knowledge: Knowledge) -> QuerySet[Engagement]:
    """Return the rows of every battle of the war, the latest turn first."""
    return _lines(_fought(knowledge))


def _lines(rows: QuerySet[Engagement]) -> QuerySet[Engagement]:
    return rows.only(*_LINE_FIELDS).order_by("-turn__number", "sequence")


def whole_battle_rows(knowledge: Knowledge) -> QuerySet[Engagement]:
    """Return the same with all their columns but those that hold a whole battle."""
    heavy = ("battle__file", "battle__result__journal", "battle__result__report", "province__polygon")
    return _fought(knowledge).defer(*heavy).order_by("-turn__number", "sequence")


def battle_lines(
    knowledge: Knowledge, *, turn: int | None = None, province: str = "", keys: Collection[str] | None = None
) -> list[BattleLine]:
    """Return every battle of the war, of a turn, of a province or of some keys, the latest turn first."""
    rows = battle_rows(knowledge)
    if turn is not None:
        rows = rows.filter(turn__number=turn)
    if keys is not None:
        rows = rows.filter(battle__key__in=keys)
    if province:
        rows = rows.filter(province__key=province)
    return [battle_line(knowledge, row) for row in rows]


def late_battles(knowledge: Knowledge, since: int, province: str = "") -> list[Engagement]:
    """Return the battles that are not decided, those from a turn on, and all of one province, the latest turn first."""
    return _late(knowledge.campaign.pk, knowledge.own_pk, since, province)


@prepared
def _late(campaign: int, own: int | None, since: int, province: str) -> QuerySet[Engagement]:
    late = Q(turn__number__gte=since) | ~Q(battle__state=Battle.State.DONE) | Q(province__key=province)
    return _lines(_fought_by(campaign, own)).filter(late)


def recent_battles(knowledge: Knowledge, rows: Iterable[Engagement] | None = None) -> list[BattleLine]:
    """Return the battles that are not decided, and those of this turn and the one before; of ``rows`` where they are
    read."""
    since = knowledge.turn_number - 1
    rows = late_battles(knowledge, since) if rows is None else rows
    lines = [battle_line(knowledge, row) for row in rows]
    return [line for line in lines if line.turn >= since or not line.settled]


def battle_known(knowledge: Knowledge, key: str) -> BattleKnown | None:
    """Return one battle by its key, as far as the reader may read it; None where the campaign has no such battle."""
    row = next(iter(_of_key(knowledge.campaign.pk, knowledge.own_pk, key)), None)
    if row is None or row.battle is None:
        return None
    line = battle_line(knowledge, row)
    side = _own_side(row)
    open_plans = _open_plans(knowledge, side)
    return BattleKnown(line, row.battle, line.open_to_reader, open_plans, row, side if knowledge.commands else None)


@prepared
def _of_key(campaign: int, own: int | None, key: str) -> QuerySet[Engagement]:
    return _fought_by(campaign, own).filter(battle__key=key)


def _own_side(row: Engagement) -> int | None:
    side: int | None = getattr(row, "own_side", None)
    return side


def _open_plans(knowledge: Knowledge, side: int | None) -> tuple[int, ...]:
    if knowledge.is_referee or knowledge.war_is_over:
        return (0, 1)
    return () if side is None else (side,)


def sits_at_table(knowledge: Knowledge, seen: BattleKnown) -> bool:
    """Return whether the reader may keep the companion of a battle: while it is fought by hand, its sides and the
    referee."""
    return is_on_table(seen) and may_sit_at_table(knowledge, seen)


def is_on_table(seen: BattleKnown) -> bool:
    """Return whether a battle is being fought by hand under a rule system that has a companion."""
    by_hand = seen.battle.method in (Battle.Method.TABLE, Battle.Method.RULING)
    return seen.battle.state == Battle.State.OPEN and by_hand and has(seen.battle.rules, "companion")


def may_sit_at_table(knowledge: Knowledge, seen: BattleKnown) -> bool:
    """Return whether a table of this battle is, or was, the reader's to keep: he reads its log when it is over."""
    return has(seen.battle.rules, "companion") and (seen.side is not None or knowledge.is_referee)


def battle_names(knowledge: Knowledge) -> dict[str, str]:
    """Return the name of every battle of the war by its key."""
    rows = Engagement.objects.filter(turn__campaign=knowledge.campaign, battle__isnull=False)
    return dict(rows.values_list("battle__key", "battle__name"))


class Beside(NamedTuple):
    """The battles of a turn before and after one of them, each by its key and name; None where there is none."""

    before: tuple[str, str] | None
    after: tuple[str, str] | None


def battles_beside(knowledge: Knowledge, line: BattleLine) -> Beside:
    """Return the battles before and after one in its turn. That there are battles is public."""
    rows = _of_turn(knowledge.campaign.pk, line.turn)
    here = [key for key, _ in rows].index(line.key)
    return Beside(rows[here - 1] if here else None, rows[here + 1] if here + 1 < len(rows) else None)


@prepared
def _of_turn(campaign: int, turn: int) -> QuerySet[Engagement, tuple[str, str]]:
    rows = Engagement.objects.filter(turn__campaign=campaign, turn__number=turn, battle__isnull=False)
    return rows.order_by("sequence").values_list("battle__key", "battle__name")


def battle_line(knowledge: Knowledge, row: Engagement) -> BattleLine:
    battle = row.battle
    assert battle is not None
    settled = battle.state == Battle.State.DONE
    part = _own_side(row) is not None
    archived = settled and row.turn.number <= knowledge.campaign.archived
    readable = settled and (part or knowledge.is_referee or knowledge.war_is_over)
    return BattleLine(
        key=battle.key,
        name=battle.name,
        turn=row.turn.number,
        province_key=row.province.key,
        province_name=row.province.name,
        state=battle.state,
        state_text=STATES[Battle.State(battle.state)],
        size=str(row.details.get("size", "")),
        winner=_winner(battle) if settled else "",
        settled=settled,
        part=part,
        open_to_reader=readable,
        watched=readable and was_fought_here(battle) and not archived,
        rules=name_of(battle.rules),
        archived=archived,
        own_side=_own_name(row),
    )


def _own_name(row: Engagement) -> str:
    side, sides = _own_side(row), row.details.get("sides", ())
    return str(sides[side]["name"]) if side is not None and side < len(sides) else ""


def _winner(battle: Battle) -> str:
    return battle.result.winner or "drawn"


def summaries(knowledge: Knowledge, lines: Iterable[BattleLine]) -> dict[str, str]:
    """Return a sentence for each battle that the reader may read: sides before and after, generals, days; by key."""
    return summaries_of(knowledge, [line.key for line in lines if line.open_to_reader])


def summaries_of(knowledge: Knowledge, keys: Iterable[str]) -> dict[str, str]:
    """Return the same of battles that the reader may read, by their keys."""
    wanted = ["", *keys]  # no page takes more queries than another
    rows = BattleResult.objects.filter(battle__key__in=wanted, battle__engagement__turn__campaign=knowledge.campaign)
    found = rows.values_list("battle__key", "report__sides", "report__outcome")
    return {key: _summary(sides, outcome) for key, sides, outcome in found}


def _summary(sides: list[dict[str, Any]], outcome: dict[str, Any]) -> str:
    parts = [_side(side) for side in sides]
    return f"{'; '.join(parts)}; {counted(int(outcome['days']), 'day')}"


def _side(side: dict[str, Any]) -> str:
    """Return `French 41 → 29 strength points under Ney and Victor (lost)`."""
    before, after = (sum(unit[when] for unit in side["units"]) for when in ("before", "after"))
    generals = listed([_general(one) for one in (side["commander"], *side["wings"]) if one])
    return f"{side['name']} {before} → {after} strength points{f' under {generals}' if generals else ''}"


def _general(leader: dict[str, Any]) -> str:
    return f"{leader['name']}{' (lost)' if leader['fate'] == 'lost' else ''}"


def photographs_known(knowledge: Knowledge, seen: BattleKnown) -> QuerySet[Photograph]:
    """Return the photographs that a reader may see."""
    rows = photographs_of(seen.battle)
    if seen.full or knowledge.is_referee:
        return rows
    return rows.filter(Q(side__in=seen.open_plans) & Q(side__isnull=False))


def may_add_photographs(knowledge: Knowledge, seen: BattleKnown) -> bool:
    """Return whether a reader may add one: a commander whose armies fight there, or the referee."""
    return seen.side is not None or knowledge.is_referee
