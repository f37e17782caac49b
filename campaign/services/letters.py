"""Writing and delivering letters."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import write_if_free
from base.signs import readable
from campaign.models import Campaign, Faction, Letter, LetterRead, Member, Notice, Turn
from campaign.rules.news.couriers import ALL, PRESS, REFEREE, Couriers, arrival, couriers, parties
from campaign.rules.wording import opening
from campaign.services.news import Note, Recipients, notify_each
from campaign.services.record.chronicle import record_act
from campaign.visibility.news.letters import is_own, readable_letters, with_marks, writable
from campaign.visibility.reader import Knowledge

LONGEST, A_DAY = 4000, 60
TWICE_WITHIN = timedelta(minutes=1)
"""The same words to the same readers are the second click of two."""


@transaction.atomic
def write_letter(*, knowledge: Knowledge, thread: str, text: str) -> Letter:
    """Send a letter into a conversation in which the writer may write; Refusal for others."""
    campaign, text = knowledge.campaign, readable(text)
    if thread not in writable(knowledge):
        raise Refusal("Letter: nobody carries letters there in this war.")
    if not text or len(text) > LONGEST:
        raise Refusal(f"Letter: write 1 to {LONGEST} characters.")
    Member.objects.select_for_update().get(pk=knowledge.member_pk or 0)
    now = timezone.now()
    own = Letter.objects.filter(campaign=campaign, by=knowledge.user_name)
    again = own.filter(thread=thread, text=text, at__gte=now - TWICE_WITHIN).first()
    if again is not None:
        return again
    if own.filter(at__gte=now - timedelta(days=1)).count() >= A_DAY:
        raise Refusal(f"Letter: {A_DAY} were written today; go on tomorrow.")
    letter = carry_letter(
        campaign=campaign, turn=knowledge.turn_number, sender=knowledge.own, by=knowledge.user_name, thread=thread,
        text=text,
    )  # fmt: skip
    LetterRead.objects.create(letter=letter, member_id=knowledge.member_pk or 0)
    return letter


def carry_letter(*, campaign: Campaign, turn: int, sender: Faction | None, by: str, thread: str, text: str) -> Letter:
    """Give a letter to the couriers; its readers are notified at once if it arrives this turn."""
    kind, keys = parties(thread)
    rules = couriers(campaign.couriers)
    between = kind not in (ALL, PRESS, REFEREE)
    letter = Letter.objects.create(
        campaign=campaign, turn=turn, arrives=arrival(kind, turn, rules), thread=thread, sender=sender, by=by,
        text=text, readers=f",{','.join(keys)}," if keys else "", referee_reads=between and rules.referee_reads,
    )  # fmt: skip
    notify_each(campaign, [_note(letter)] if letter.arrives <= turn else [])
    return letter


def deliver_letters(*, turn: Turn) -> None:
    """Letters that were on their way arrive when a turn opens: their readers are notified."""
    rows = Letter.objects.filter(campaign=turn.campaign_id, arrives=turn.number, turn__lt=turn.number)
    notify_each(turn.campaign, [_note(letter) for letter in rows.select_related("sender", "campaign")])


def _note(letter: Letter) -> Note:
    """Return the news of a letter, to its readers but the side that wrote it."""
    kind, keys = parties(letter.thread)
    rows = Faction.objects.filter(campaign=letter.campaign_id)
    rows = rows if kind == ALL else rows.filter(key__in=keys)
    factions = rows.exclude(pk=letter.sender_id or 0).values_list("pk", flat=True)
    referees = letter.sender_id is not None and kind in (ALL, PRESS, REFEREE)
    writes = opening(letter.sender.name, "has", "have") if letter.sender else "The referee has"
    path = reverse("game:letters_thread", args=[letter.campaign.slug, letter.thread])
    to = Recipients.factions_of(list(factions), referees=referees)
    return Note(Notice.Kind.MESSAGE, f"letter:{letter.pk}", f"{writes} written to {_whom(kind)}.", to, path)


def _whom(kind: str) -> str:
    return {ALL: "everybody", PRESS: "the Gazette", "allies": "the allies"}.get(kind, "you")


def mark_letters(*, knowledge: Knowledge, thread: str) -> int:
    """Mark the letters of a conversation as read by this member; how many were unread."""
    rows = with_marks(knowledge, readable_letters(knowledge).filter(thread=thread))
    fresh = [row for row in rows if not getattr(row, "was_read", False) and not is_own(knowledge, row)]
    made = [LetterRead(letter=row, member_id=knowledge.member_pk or 0) for row in fresh]
    LetterRead.objects.bulk_create(made, ignore_conflicts=True)
    return len(made)


def note_visit(*, knowledge: Knowledge) -> bool:
    """Note that a member is here, once a turn; from then on his debrief begins with the turn of his last visit.

    A database that takes nothing now is asked again at the next look: nobody waits for his map.
    """
    if knowledge.member_pk is None or knowledge.here >= knowledge.moment:
        return False
    rows = Member.objects.filter(pk=knowledge.member_pk, here_turn=knowledge.here)
    seen = {"since_turn": knowledge.here, "here_turn": knowledge.moment}
    return write_if_free(lambda: rows.update(**seen))


@transaction.atomic
def set_couriers(*, campaign: Campaign, rules: Couriers, user: User) -> None:
    """Say how letters travel from now on, on the public record."""
    couriers(rules.as_dict())
    campaign.couriers = rules.as_dict()
    campaign.save(update_fields=["couriers"])
    who = {"all": "all factions", "allies": "allies", "none": "no factions"}[rules.between]
    way = f"take {rules.delay} turn{'s' * (rules.delay != 1)}" if rules.delay else "arrive at once"
    reads = "the referee reads them" if rules.referee_reads else "the referee does not read them"
    record_act(campaign=campaign, user=user, act=f"decided that letters go between {who}, {way}, and {reads}")
