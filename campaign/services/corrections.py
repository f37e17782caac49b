"""The referee's corrections: ledger entries with a reason, never an edited number."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Account, Campaign, Faction, PointsEntry, Turn
from campaign.references import turn_reference
from campaign.selectors.war import current_turn, war_of
from campaign.services.phases.maintenance import set_aside_anew
from campaign.services.record.acts import record_act
from campaign.services.record.once import digest_of_form
from campaign.services.record.points import account, post_points, posted_before


@transaction.atomic
def correct_points(*, faction: Faction, points: int, reason: str, actor: User, form: str = "") -> PointsEntry:
    """Add points to a treasury, or take some off (negative); the ledger keeps the reason.

    ``form`` is a key of the form that asks for it: the same form sent twice, as by two clicks, counts once.
    """
    if not points:
        raise Refusal("Points: write a number other than 0.")
    if not reason.strip():
        raise Refusal("Reason: write why; the ledger shows it.")
    treasury = account(campaign=faction.campaign, kind=Account.Kind.TREASURY, faction=faction)
    outside = account(campaign=faction.campaign, kind=Account.Kind.CORRECTIONS)
    source, target = (outside, treasury) if points > 0 else (treasury, outside)
    key = f"form:{digest_of_form(form, [faction.pk, points, reason]).hex()}"[:80] if form else None
    if first := posted_before(source=source, target=target, key=key):
        return first
    number = _turn_number(faction.campaign)
    act = f"corrected the treasury of {faction} by {points:+d} points"
    record_act(campaign=faction.campaign, user=actor, act=act, reason=reason, secret=True)
    return post_points(
        source=source, target=target, amount=abs(points), reason=reason, rule="", turn=number, actor=str(actor),
        reference=turn_reference(faction.campaign.slug, number), key=key,
    )  # fmt: skip


@transaction.atomic
def follow_by_hand(*, campaign: Campaign, actor: User) -> None:
    """HR-6 What is set aside for upkeep follows what a referee has changed by hand in generals, armies or units."""
    turn = current_turn(campaign)
    if turn is None or not turn.muster or turn.state != Turn.State.OPEN:
        return
    reason = "Maintenance after a change by the referee"
    set_aside_anew(war=war_of(turn), reason=reason, actor=str(actor), key=None)


def _turn_number(campaign: Campaign) -> int:
    return campaign.turns.order_by("-number").values_list("number", flat=True).first() or 0
