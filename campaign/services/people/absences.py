"""Holidays entered beforehand, with or without a deputy."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Absence, Campaign, Faction, Member, Notice
from campaign.rules.kinds import FactionCaretaker, Hand
from campaign.services.news import Recipients, notify
from campaign.services.news.events import of_war
from campaign.services.record.chronicle import hand_now, note_hand, record_act

LONGEST = timedelta(days=200)
MOST = 20


@transaction.atomic
def enter_absence(*, faction: Faction, starts: datetime, ends: datetime, deputy: Member | None, actor: str) -> Absence:
    """Note that a faction's player is away; the deputy acts for it meanwhile, with the powers of its player."""
    _mine()
    now = timezone.now()
    if ends <= max(starts, now):
        raise Refusal("Until: choose a time to come, after the first one.")
    if ends - now > LONGEST or ends - starts > LONGEST:
        raise Refusal(f"Until: choose a time at most {LONGEST.days} days away.")
    if deputy is not None and deputy.faction_id == faction.pk:
        raise Refusal(f"Deputy: {deputy.user} leads {faction} already; choose somebody else.")
    Faction.objects.select_for_update(no_key=True).get(pk=faction.pk)
    entered = Absence.objects.filter(faction=faction, withdrawn=False, ends__gt=now)
    if entered.filter(starts=starts, ends=ends, deputy=deputy.user if deputy else None).exists():
        raise Refusal("Until: this absence is entered already.")
    if entered.count() >= MOST:
        raise Refusal(f"{MOST} absences are entered already: take one back first.")
    made = Absence.objects.create(
        faction=faction, starts=starts, ends=ends, deputy=deputy.user if deputy else None,
        deputy_name=deputy.user.get_username() if deputy else "", entered_by=actor[:150],
    )  # fmt: skip
    note_hand("entered an absence of")
    _notify_deputy(made, deputy)
    return made


@transaction.atomic
def withdraw_absence(*, faction: Faction, absence_id: int) -> None:
    """Take an absence back: a deputy has no powers from now on."""
    _mine()
    absence = Absence.objects.select_for_update().filter(faction=faction, pk=absence_id, withdrawn=False).first()
    if absence is None:
        raise Refusal("That absence has been removed already.")
    absence.withdrawn = True
    absence.save(update_fields=["withdrawn"])
    note_hand("took back an absence of")
    _notify_of_its_end(absence)


@transaction.atomic
def set_caretaker(*, campaign: Campaign, faction: str, caretaker: str, actor: User) -> None:
    """Say on the record whether a caretaker plays a faction while nothing is entered for it."""
    row = campaign.factions.filter(key=faction).first()
    if row is None:
        raise Refusal("Caretaker: choose a faction of this campaign.")
    Faction.objects.filter(pk=row.pk).update(caretaker=caretaker)
    record_act(campaign=campaign, user=actor, act=f"decided that {_led(row.name, Faction.Caretaker(caretaker))}")


def _led(name: str, way: FactionCaretaker) -> str:
    if way == Faction.Caretaker.PROGRAM:
        return f"the program's general leads {name} while nothing is entered for it"
    return f"a caretaker plays {name} {way.label}"


def _mine() -> None:
    if hand_now() == Hand.DEPUTY:
        raise Refusal("A deputy names no other deputy: ask the player or the referee.")


def _notify_deputy(made: Absence, deputy: Member | None) -> None:
    """Notify a deputy of the faction and the time; his seat shows him the hand-over brief."""
    if deputy is None:
        return
    faction = made.faction
    first, last = (of_war(moment, faction.campaign) for moment in (made.starts, made.ends))
    text = f"You are the deputy of {faction.in_text} from {first} to {last}."
    notify(
        faction.campaign, Notice.Kind.HAND_OVER, fact=f"deputy:{made.pk}", text=text, to=Recipients.only([deputy]),
        path=reverse("game:seats", args=[faction.campaign.slug]),
    )  # fmt: skip


def _notify_of_its_end(absence: Absence) -> None:
    """Notify a deputy who is needed no longer."""
    campaign = absence.faction.campaign
    deputies = Member.objects.filter(campaign=campaign, user=absence.deputy_id, user__isnull=False)
    if absence.ends > timezone.now():
        notify(
            campaign, Notice.Kind.HAND_OVER, fact=f"deputy:{absence.pk}:over", to=Recipients.only(deputies),
            text=f"You are no longer the deputy of {absence.faction.in_text}.",
            path=reverse("game:seats", args=[campaign.slug]),
        )  # fmt: skip
