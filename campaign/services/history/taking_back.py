"""Taking back the result of one battle that was held open, so that it is ruled again."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from base.refusal import Refusal
from battles.models import Battle
from campaign.models import Campaign, KeptState, Notice, RollBack, Turn
from campaign.rules.wording import because
from campaign.selectors.campaigns import last_turn
from campaign.selectors.past.kept_states import Kind
from campaign.services.history.keeping import keep_state
from campaign.services.history.restoring import ROLLED_BACK, restore
from campaign.services.history.rolling_back import lock_war, other_dice
from campaign.services.news import Recipients, notify
from campaign.services.record.chronicle import record_act, write_entry
from campaign.services.record.dice import renew_read_dice
from campaign.services.sheet.sheet import not_ready

GOES_BACK = "Later entries are taken back with it: orders, sheets, other results."


def state_before(campaign: Campaign, key: str) -> KeptState | None:
    """Return the state before a battle was settled, as long as no later turn rests on it."""
    newest = last_turn(campaign)
    if newest is None or newest.state != Turn.State.OPEN:
        return None
    rows = KeptState.objects.filter(campaign=campaign, kind=Kind.BATTLE, battle_key=key, undone_by=None)
    return rows.filter(turn=newest.number).order_by("-pk").first()


@transaction.atomic
def take_back(*, campaign: Campaign, battle: Battle, reason: str, user: User) -> RollBack:
    """Take the war to the moment before a result counted. The battle is then the referee's to rule.

    Refusal once a turn has been run since: then that turn has to be taken back.
    """
    newest = lock_war(campaign)
    if not reason.strip():
        raise Refusal("Reason: write why the battle is taken back; everybody reads it.")
    state = state_before(campaign, battle.key)
    if state is None:
        raise Refusal(f"{battle.name}: a later turn rests on it; take the turn back instead.")
    made = _record(campaign, newest, battle, reason.strip()[:300], user, state)
    restore(campaign=campaign, state=state)
    Turn.objects.filter(pk=newest.pk).update(deadline=newest.deadline)
    not_ready(newest)
    Battle.objects.filter(pk=battle.pk).update(state=Battle.State.OPEN, method=Battle.Method.RULING, play_by=None)
    _announce(campaign, newest, battle, made, user, renew_read_dice(campaign=campaign))
    return made


def _record(
    campaign: Campaign, newest: Turn, battle: Battle, reason: str, user: User, state: KeptState
) -> RollBack:  # fmt: skip
    """Keep what is undone, with the states that were kept of later battles."""
    later = KeptState.objects.filter(campaign=campaign, kind=Kind.BATTLE, undone_by=None, pk__gte=state.pk)
    gone = list(later.values_list("pk", flat=True))
    last = keep_state(campaign=campaign, turn=newest.number, kind=Kind.UNDONE)
    first = battle.engagement.turn.number
    made = RollBack.objects.create(
        campaign=campaign, number=campaign.roll_backs.count() + 1, back_to=min(first, newest.number),
        reached=newest.number, battle=battle.name, reason=reason, by=user.get_username()[:150],
        undone=[f"{battle.name}: its result, losses and retreat.", GOES_BACK],
    )  # fmt: skip
    KeptState.objects.filter(pk__in=[*gone, last.pk]).update(undone_by=made)
    return made


def _announce(
    campaign: Campaign, newest: Turn, battle: Battle, made: RollBack, user: User, held: Sequence[str]
) -> None:  # fmt: skip
    rules = f"The referee has taken the result of the {battle.name} back and rules it again."
    text = f"{rules}{other_dice(held)} {because(made.reason)}"
    details = {"roll_back": made.number}
    write_entry(turn=newest, phase="", kind=ROLLED_BACK, text=text, battle_key=battle.key, details=details)
    path = reverse("game:undone_version", args=[campaign.slug, made.number])
    notify(campaign, Notice.Kind.ROLLED_BACK, fact=f"rollback:{made.pk}", to=Recipients.everyone(), text=text[:400],
           public=text[:400], path=path)  # fmt: skip
    record_act(campaign=campaign, user=user, act=f"took the result of the {battle.name} back", reason=made.reason)
