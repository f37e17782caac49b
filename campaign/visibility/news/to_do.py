"""The things before a reader: next steps, dates to keep, arrivals that he may expect (HR-29)."""

import datetime
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from base.rows.prepared import prepared
from base.words import counted, listed
from battles.models import Battle, ResultEntry
from campaign.models import Engagement, Notice
from campaign.rules.files.trigger_rows import TriggerRow
from campaign.rules.kinds import Role
from campaign.rules.triggers import conditions_in_words, effects_in_words
from campaign.selectors.making.amending import triggers_of
from campaign.visibility.battles.battles import late_battles, whole_battle_rows
from campaign.visibility.court.diplomacy import unanswered
from campaign.visibility.glances import ArmyGlance
from campaign.visibility.reader import Knowledge, knowledge_for


@dataclass(frozen=True)
class ToDo:
    """Something that the reader must do, and where."""

    text: str
    url: str


def battles_waiting(user: User) -> list[ToDo]:
    """Return the battles of all campaigns that wait for a player's choice or result, each named with its campaign."""
    known = [knowledge for slug in _with_open_battles(user.pk) if (knowledge := knowledge_for(slug, user))]
    return [
        ToDo(f"{knowledge.campaign.name}: {item.text}", item.url)
        for knowledge in known for item in battles_due(knowledge, late_battles(knowledge, knowledge.turn_number + 1))
    ]  # fmt: skip


@prepared
def _with_open_battles(user: int) -> QuerySet[Engagement, str]:
    led = Q(armies__faction__members__user=user, armies__faction__members__role=Role.PLAYER)
    rows = Engagement.objects.filter(led, battle__state=Battle.State.OPEN, turn__campaign__deleted_at=None)
    return rows.order_by().values_list("turn__campaign__slug", flat=True).distinct()


def to_do_list(knowledge: Knowledge, letters: int, own: Iterable[ArmyGlance]) -> list[ToDo]:
    """Return the reader's next steps besides his battles: offers, orders, rulings and letters."""
    slug = knowledge.campaign.slug
    found = _offers_due(knowledge) + _orders_due(knowledge, own)
    if knowledge.role == Role.REFEREE:
        found += _referees(knowledge)
    if letters:
        found.append(ToDo(f"Read {counted(letters, 'letter')}.", reverse("game:letters", args=[slug])))
    return found


def _offers_due(knowledge: Knowledge) -> list[ToDo]:
    """Offers of other factions that nobody has answered."""
    if not (knowledge.commands and knowledge.orders_open):
        return []
    factions = [faction.in_text for faction in unanswered(knowledge)]
    url = reverse("game:diplomacy", args=[knowledge.campaign.slug])
    return [ToDo(f"Agree to the offer of {listed(factions)} under Diplomacy, or let it pass.", url)] if factions else []


def _orders_due(knowledge: Knowledge, own: Iterable[ArmyGlance]) -> list[ToDo]:
    """Orders that are still to be given, and Ready; where nothing is entered, whether a caretaker gives them."""
    if not (knowledge.commands and knowledge.orders_open) or knowledge.is_ready:
        return []
    own, url = list(own), reverse("game:map", args=[knowledge.campaign.slug])
    waiting = sum(army.waits_for_orders for army in own)
    if waiting and not any(army.order for army in own) and knowledge.led_by:
        who, he = ("The program", "it") if knowledge.led_by == "program" else ("A caretaker", "he")
        text = f"{who} leads your faction: {he} gives this turn's orders unless you enter one or press Ready."
        return [ToDo(text, url)]
    if waiting:
        return [ToDo(f"Give orders: {counted(waiting, 'army', 'armies')} would hold. Then press Ready.", url)]
    standing = any(army.standing and not army.order for army in own)
    text = "Every army has an order or a standing order." if standing else "Every army has an order."
    return [ToDo(f"{text} Press Ready when your sheet is complete.", url)]


def battles_due(knowledge: Knowledge, late: Iterable[Engagement]) -> list[ToDo]:
    """Return battles of the reader that wait for his choice or his result."""
    if knowledge.own is None or not knowledge.commands:
        return []
    rows = (row for row in late if row.battle is not None and row.battle.state == Battle.State.OPEN)
    return [item for row in rows if getattr(row, "own_side", None) is not None for item in _of_battle(knowledge, row)]


def _of_battle(knowledge: Knowledge, row: Engagement) -> list[ToDo]:
    battle, side, slug = row.battle, getattr(row, "own_side", None), knowledge.campaign.slug
    assert battle is not None
    assert side is not None
    if battle.method == Battle.Method.UNDECIDED and not battle.wishes.filter(side=side).exists():
        return [ToDo(f"Choose how the {battle.name} is decided.", reverse("game:battle", args=[slug, battle.key]))]
    handed = ResultEntry.objects.filter(battle=battle, side=side, handed_in_at__isnull=False).exists()
    if battle.method == Battle.Method.TABLE and not handed:
        typed = reverse("game:battle_result", args=[slug, battle.key])
        return [ToDo(f"Type in your result of the {battle.name}.", typed)]
    return []


def _referees(knowledge: Knowledge) -> list[ToDo]:
    """List what waits for the referee: rulings, and news that failed to arrive."""
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


@dataclass(frozen=True)
class Date:
    """Something that is due. ``uid`` stays the same when the time moves; ``path`` is where it is done."""

    uid: str
    title: str
    at: datetime.datetime
    stamp: datetime.datetime
    path: str


def dates(knowledge: Knowledge) -> list[Date]:
    """Return the deadlines of all turns that have one, and the play-by dates of the reader's open battles."""
    slug = knowledge.campaign.slug
    turns = knowledge.campaign.turns.filter(deadline__isnull=False).order_by("number")
    found = [
        Date(f"turn-{row.number}.{slug}", f"{knowledge.campaign.name}: orders of turn {row.number} are due",
             row.deadline, row.opened_at, f"/c/{slug}/")
        for row in turns if row.deadline
    ]  # fmt: skip
    return found + _play_by(knowledge)


def _play_by(knowledge: Knowledge) -> list[Date]:
    rows = whole_battle_rows(knowledge).filter(battle__state=Battle.State.OPEN, battle__play_by__isnull=False)
    if not knowledge.is_referee:
        rows = rows.exclude(own_side=None)  # type: ignore[misc]
    slug = knowledge.campaign.slug
    return [
        Date(f"battle-{battle.key}.{slug}", f"{knowledge.campaign.name}: play the {battle.name} by now", battle.play_by,
             battle.opened_at, f"/c/{slug}/battles/{battle.key}/")
        for row in rows if (battle := row.battle) is not None and battle.play_by
    ]  # fmt: skip


def digest(*parts: object) -> str:
    """Return a stable name of something that has no key of its own."""
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:24]


@dataclass(frozen=True)
class ExpectedView:
    """Something that is to come: its condition, what it brings, and its text."""

    when: str
    brings: tuple[str, ...]
    text: str
    hidden: bool
    """Whether somebody does not expect it: shown to the referee."""


def expected(knowledge: Knowledge) -> list[ExpectedView]:
    """HR-29 List what has not happened yet and the reader may know of, in the order of the file."""
    rows = [row for row in triggers_of(knowledge.campaign) if not row.fired and _foretold(row, knowledge)]
    if not rows or not knowledge.is_member:
        return []
    provinces = {key: shape.name for key, shape in knowledge.places.land.shapes.items()}
    factions = {view.key: view.name for view in knowledge.factions.values()}
    coming = {effect.ref: effect.name for row in rows for effect in row.effects if effect.ref}
    armies = coming | (_names(knowledge) if knowledge.is_referee else {})
    return [
        ExpectedView(
            when=conditions_in_words(row, provinces, factions, armies),
            brings=tuple(effects_in_words(row, provinces, factions)), text=row.text,
            hidden=knowledge.is_referee and not row.foretold,
        )
        for row in rows
    ]  # fmt: skip


def _foretold(row: TriggerRow, knowledge: Knowledge) -> bool:
    """Return whether the reader may expect a trigger: it is foretold to those who will read it."""
    if knowledge.is_referee:
        return True
    own = knowledge.own.key if knowledge.own else ""
    return row.foretold and not row.for_referee and (not row.readers or own in row.readers)


def _names(knowledge: Knowledge) -> dict[str, str]:
    return dict(knowledge.campaign.stations.values_list("ref", "army__name"))
