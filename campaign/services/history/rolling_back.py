"""Rolling back: a war is taken to the moment at which a turn was sealed, and everybody is shown it."""

from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from base.words import listed
from battles.models import Battle
from battles.services import publish_due
from battles.services.forecasting.forecasts import drop_forecasts
from campaign.models import Campaign, KeptState, Notice, RollBack, Schedule, Turn
from campaign.rules.wording import because
from campaign.selectors.past.history import GoesBack, forecasts_since, what_goes_back
from campaign.selectors.past.kept_states import Kind, seal_of
from campaign.selectors.war import current_turn
from campaign.services.clockwork.schedules import pause
from campaign.services.history.keeping import keep_state
from campaign.services.history.restoring import ROLLED_BACK, restore
from campaign.services.news import Recipients, notify
from campaign.services.phases.fighting.battles import lock_play
from campaign.services.record.chronicle import record_act, write_entry
from campaign.services.record.dice import renew_read_dice
from campaign.services.sheet.sheet import not_ready

PAUSE = timedelta(days=3)
"""So long the clock of a campaign with a schedule rests after a roll-back, unless the referee ends the pause."""


@transaction.atomic
def roll_back(*, campaign: Campaign, turn: int, reason: str, user: User, new_dice: bool = False) -> RollBack:
    """Take the war back to the seal of a turn, which is open again with the orders that it had.

    The same orders give the same results again; if anything differs at the seal, the dice are new ones. With
    ``new_dice`` they are new ones in any case: a public act. The undone version is kept.
    """
    newest = lock_war(campaign)
    state = _seal(campaign, newest, turn, reason)
    goes = what_goes_back(campaign, turn)
    made = _record(campaign, goes, reason.strip()[:300], user, new_dice)
    drop_forecasts(forecasts=forecasts_since(campaign, goes.turn))
    restore(campaign=campaign, state=state)
    _open_again(campaign, turn, made)
    _announce(campaign, made, user, renew_read_dice(campaign=campaign))
    _pause(campaign, turn, user)
    transaction.on_commit(publish_due)
    return made


def lock_war(campaign: Campaign) -> Turn:
    """Hold the battles that are not decided, then the newest turn, in the order in which one is settled."""
    undecided = Battle.objects.filter(engagement__turn__campaign=campaign).exclude(state=Battle.State.DONE)
    held = Battle.objects.select_for_update().filter(pk__in=undecided.values("pk"))
    list(held.order_by("pk").values_list("pk", flat=True))
    newest = current_turn(campaign)
    if newest is None:
        raise Refusal(f"{campaign.name} has not begun: there is nothing to take back.")
    return lock_play(newest)


def _seal(campaign: Campaign, newest: Turn, turn: int, reason: str) -> KeptState:
    """Return the state to go back to, or why there is none."""
    if not reason.strip():
        raise Refusal("Reason: write why the war is taken back; everybody reads it.")
    if not 1 <= turn <= newest.number:
        raise Refusal(f"Turn: there is no turn {turn} to go back to; choose one from 1 to {newest.number}.")
    if turn == newest.number and newest.state == Turn.State.OPEN:
        raise Refusal(f"Turn {turn} is open and has not been run: there is nothing to take back.")
    state = seal_of(campaign, turn)
    if state is None:
        raise Refusal(f"Turn {turn} was sealed before states were kept: choose a later turn.")
    return state


def _record(campaign: Campaign, goes: GoesBack, reason: str, user: User, new_dice: bool) -> RollBack:
    """Keep what is undone, with the seals that go with it."""
    seals = KeptState.objects.filter(campaign=campaign, undone_by=None, turn__gte=goes.turn.number)
    undone = [state.pk for state in seals]
    last = keep_state(campaign=campaign, turn=goes.reached, kind=Kind.UNDONE)
    made = RollBack.objects.create(
        campaign=campaign, number=campaign.roll_backs.count() + 1, back_to=goes.turn.number, reached=goes.reached,
        reason=reason, by=user.get_username()[:150], undone=list(goes.public), new_dice=new_dice,
    )  # fmt: skip
    KeptState.objects.filter(pk__in=[*undone, last.pk]).update(undone_by=made)
    return made


def _open_again(campaign: Campaign, number: int, made: RollBack) -> None:
    """Let the turn take orders again, with nobody ready. Its old deadline would be past: the referee sets another."""
    rows = Turn.objects.filter(campaign=campaign, number=number)
    rows.update(state=Turn.State.OPEN, sealed_at=None, closed_at=None, deadline=None, trouble="", published_at=None)
    if made.new_dice:
        rows.update(attempt=1 + made.number)
    not_ready(rows.get())


def _pause(campaign: Campaign, number: int, user: User) -> None:
    """The clock rests for a while: the turn may be due, and ready, and must not run again by itself at once."""
    if Schedule.objects.filter(campaign=campaign).exists():
        until, reason = timezone.now() + PAUSE, f"The war was taken back to turn {number}."
        pause(campaign=campaign, until=until, reason=reason, actor=user)


def other_dice(battles: Sequence[str]) -> str:
    """Return the sentence for battles held open whose dice have been read; empty if there is none."""
    if not battles:
        return ""
    have = "has new dice unless it is" if len(battles) == 1 else "have new dice unless they are"
    return f" The {listed(battles)} {have} decided as before."


def _announce(campaign: Campaign, made: RollBack, user: User, held: Sequence[str]) -> None:
    turn = campaign.turns.get(number=made.back_to)
    again = " If anything is changed, its dice are new ones; otherwise it ends as before."
    dice = " It will be run with new dice." if made.new_dice else again
    text = (
        f"The referee has taken the war back to turn {made.back_to}, which is open again.{dice}{other_dice(held)} "
        f"{because(made.reason)}"
    )
    write_entry(turn=turn, phase="", kind=ROLLED_BACK, text=text, details={"roll_back": made.number})
    path = reverse("game:undone_version", args=[campaign.slug, made.number])
    notify(campaign, Notice.Kind.ROLLED_BACK, fact=f"rollback:{made.pk}", to=Recipients.everyone(), text=text[:400],
           public=text[:400], path=path)  # fmt: skip
    act = f"took the war back from turn {made.reached} to turn {made.back_to}" + " with new dice" * made.new_dice
    record_act(campaign=campaign, user=user, act=act, reason=made.reason)
