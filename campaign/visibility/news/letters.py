"""The letters that a reader may read, conversation by conversation."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Left, StrIndex

from base.rows.prepared import prepared
from base.words import listed
from campaign.models import Faction, Letter, LetterRead, Member, Relation
from campaign.rules.kinds import Role
from campaign.rules.news.couriers import ALL, PRESS, REFEREE, Couriers, couriers, parties, thread_of, threads_of
from campaign.rules.wording import in_text
from campaign.selectors.campaigns import factions_of
from campaign.selectors.members.silence import chosen_leaders
from campaign.visibility.reader import Knowledge

NAMES = {ALL: "Everybody", PRESS: "The Gazette"}
BEGINNING = 90
"""Characters of a letter that the list of conversations shows."""


@dataclass(frozen=True)
class LetterView:
    """A letter as its reader sees it. ``on_its_way`` until: the turn on which it arrives, of his own letters."""

    sender: str
    by: str
    text: str
    turn: int
    at: datetime.datetime
    own: bool
    unread: bool
    arrives: int | None


@dataclass(frozen=True)
class Thread:
    """A conversation in the reader's list; ``words``: how its last letter begins, after ``sender``."""

    key: str
    title: str
    unread: int
    last: datetime.datetime | None
    may_write: bool
    sender: str = ""
    words: str = ""


def readable_letters(knowledge: Knowledge) -> QuerySet[Letter]:
    """Return rows of the letters that the reader may read: his own, and those that have arrived.

    Nobody reads letters in another's seat.
    """
    if knowledge.member_pk is None:
        return Letter.objects.none()
    if knowledge.is_referee:
        return _referees(knowledge.campaign.pk)
    if knowledge.own is None:
        return _observers(knowledge.campaign.pk, knowledge.turn_number)
    return _players(*_player(knowledge, knowledge.own))


def _referees(campaign: int) -> QuerySet[Letter]:
    return open_to_referees(Letter.objects.filter(campaign=campaign))


def open_to_referees(rows: QuerySet[Letter]) -> QuerySet[Letter]:
    """Return those of the letters that the referees read; files that they take have no others."""
    to_them = Q(thread__startswith=f"{REFEREE}.") | Q(thread__in=(ALL, PRESS))
    return rows.filter(Q(sender=None) | Q(referee_reads=True) | to_them)


def _observers(campaign: int, turn: int) -> QuerySet[Letter]:
    return Letter.objects.filter(campaign=campaign, arrives__lte=turn, thread=ALL)


def _players(campaign: int, turn: int, own: int, among: str) -> QuerySet[Letter]:
    rows = Letter.objects.filter(campaign=campaign).alias(place=StrIndex("readers", Value(among)))
    return rows.filter(Q(sender=own) | Q(arrives__lte=turn) & (Q(thread=ALL) | Q(place__gt=0)))


def _player(knowledge: Knowledge, own: Faction) -> tuple[int, int, int, str]:
    return knowledge.campaign.pk, knowledge.turn_number, own.pk, f",{own.key},"


def with_marks(knowledge: Knowledge, rows: QuerySet[Letter]) -> QuerySet[Letter]:
    """Return the same, each with whether the reader has read it."""
    mark = LetterRead.objects.filter(letter=OuterRef("pk"), member=knowledge.member_pk)
    return rows.annotate(was_read=Exists(mark)).select_related("sender")


def is_own(knowledge: Knowledge, row: Letter) -> bool:
    """Return whether the reader's own side wrote a letter."""
    own = knowledge.own.pk if knowledge.own else None
    return row.sender_id == own and (own is not None or knowledge.is_referee)


def threads(knowledge: Knowledge) -> list[Thread]:
    """Return the reader's conversations, the one written in last at the top; those he may begin follow."""
    found: dict[str, list[Letter]] = {key: [] for key in writable(knowledge)}
    beginning = Left("text", BEGINNING)
    for row in (
        with_marks(knowledge, readable_letters(knowledge)).annotate(words=beginning).defer("text").order_by("pk")
    ):
        found.setdefault(row.thread, []).append(row)
    may = set(writable(knowledge))
    written = sorted((key for key, rows in found.items() if rows), key=lambda key: -found[key][-1].pk)
    order = [*written, *(key for key, rows in found.items() if not rows)]
    return [_thread(knowledge, key, found[key], key in may) for key in order]


def _thread(knowledge: Knowledge, key: str, rows: list[Letter], may_write: bool) -> Thread:
    """Return a conversation with how many of its letters are new and how the last one begins."""
    title, unread = title_of(knowledge, key), sum(_unread(knowledge, row) for row in rows)
    if not rows:
        return Thread(key, title, unread, None, may_write)
    last = rows[-1]
    sender = "You" if is_own(knowledge, last) else _sender(last)
    return Thread(key, title, unread, last.at, may_write, sender, " ".join(str(getattr(last, "words", "")).split()))


def _unread(knowledge: Knowledge, row: Letter) -> bool:
    return not getattr(row, "was_read", False) and not is_own(knowledge, row)


def unread_letters(knowledge: Knowledge) -> int:
    """Count the reader's unread letters."""
    if knowledge.member_pk is None:
        return 0
    if knowledge.is_referee:
        return sum(_unread_by_referee(knowledge.member_pk, knowledge.campaign.pk))
    if knowledge.own is None:
        return sum(_unread_by_observer(knowledge.member_pk, knowledge.campaign.pk, knowledge.turn_number))
    return sum(_unread_by_player(knowledge.member_pk, *_player(knowledge, knowledge.own)))


@prepared
def _unread_by_referee(member: int, campaign: int) -> QuerySet[Letter, int]:
    return _counted(member, _referees(campaign).exclude(sender=None))


@prepared
def _unread_by_observer(member: int, campaign: int, turn: int) -> QuerySet[Letter, int]:
    return _counted(member, _observers(campaign, turn))


@prepared
def _unread_by_player(member: int, campaign: int, turn: int, own: int, among: str) -> QuerySet[Letter, int]:
    return _counted(member, _players(campaign, turn, own, among).exclude(sender=own))


def _counted(member: int, rows: QuerySet[Letter]) -> QuerySet[Letter, int]:
    """Count the letters that a member has not read; no row where there are none."""
    unread = rows.exclude(Exists(LetterRead.objects.filter(letter=OuterRef("pk"), member=member)))
    return unread.order_by().values("campaign").annotate(number=Count("pk")).values_list("number", flat=True)


def thread_letters(knowledge: Knowledge, thread: str) -> list[LetterView] | None:
    """Return the letters of a conversation; None where there is none for this reader, absent and foreign alike."""
    rows = list(with_marks(knowledge, readable_letters(knowledge).filter(thread=thread)).order_by("pk"))
    if not rows and thread not in writable(knowledge):
        return None
    return [_view(knowledge, row) for row in rows]


def _view(knowledge: Knowledge, row: Letter) -> LetterView:
    late = row.arrives if row.arrives > knowledge.turn_number else None
    own = is_own(knowledge, row)
    return LetterView(_sender(row), row.by, row.text, row.turn, row.at, own, _unread(knowledge, row), late)


def _sender(row: Letter) -> str:
    return row.sender.name if row.sender else "The referee"


def courier_rules(knowledge: Knowledge) -> Couriers:
    """Return how letters travel in this war. Public."""
    return couriers(knowledge.campaign.couriers)


def writable(knowledge: Knowledge) -> list[str]:
    """Return the conversations in which the reader may write now."""
    keys = [view.key for view in knowledge.factions.values()]
    if knowledge.member_pk is None:
        return []
    if knowledge.is_referee:
        return [thread_of(ALL), *(thread_of(REFEREE, [key]) for key in keys)]
    if knowledge.own is None or not knowledge.commands:
        return []
    own = knowledge.own.key
    others = [key for key in keys if key != own]
    return threads_of(own, others, _allies(knowledge, others), courier_rules(knowledge))


def _allies(knowledge: Knowledge, others: Iterable[str]) -> list[str]:
    own = knowledge.own
    rows = Relation.objects.filter(campaign=knowledge.campaign, kind=Relation.Kind.ALLIED)
    pairs = rows.filter(Q(first=own) | Q(second=own)).values_list("first__key", "second__key")
    held = {key for pair in pairs for key in pair}
    return [key for key in others if key in held]


def led_by_program_alone(knowledge: Knowledge) -> list[str]:
    """Return the sides that the program leads and that no player has, as a sentence names them. Public."""
    campaign, chosen = knowledge.campaign, chosen_leaders(factions_of(knowledge.campaign))
    played = set(Member.objects.filter(campaign=campaign, role=Role.PLAYER).values_list("faction", flat=True))
    return [in_text(view.name) for pk, view in knowledge.factions.items()
            if pk not in played and (campaign.ready_runs or chosen.get(pk) == "program")]  # fmt: skip


def without_reader(knowledge: Knowledge, thread: str) -> str:
    """Return why nobody reads what is written in a conversation; empty where somebody does."""
    kind, keys = parties(thread)
    if kind == REFEREE and not knowledge.is_referee:
        found = Member.objects.filter(campaign=knowledge.campaign, role=Role.REFEREE).exists()
        return "" if found else "This war has no referee: nobody reads what you write here."
    names = [in_text(view.name) for view in knowledge.factions.values()
             if view != knowledge.faction and (kind == ALL or view.key in keys)]  # fmt: skip
    silent = led_by_program_alone(knowledge) if kind not in (REFEREE, PRESS) else []
    if not names or not set(names) <= set(silent):
        return ""
    who = listed(names) if len(names) <= MOST_NAMED else "all others"
    return f"The program leads {who}: it reads no letters and answers none. {PEACE}"


MOST_NAMED = 3
PEACE = "It offers peace itself where it is beaten: its capital is taken, and it sees three times its own strength."
"""AI-43 in a sentence for players."""


def title_of(knowledge: Knowledge, thread: str) -> str:
    """Return a conversation as its reader calls it."""
    kind, keys = parties(thread)
    names = {view.key: view.name for view in knowledge.factions.values()}
    others = [names.get(key, key) for key in keys if knowledge.own is None or key != knowledge.own.key]
    if kind == REFEREE and not knowledge.is_referee:
        return "The referee"
    return NAMES.get(kind) or listed(others)
