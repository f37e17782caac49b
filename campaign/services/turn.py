"""The life of a turn: open, sealed, marching, fighting, closing, closed."""

import time
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle
from battles.services import fight_here, lease_is_over, publish_due, reconcile
from campaign.models import Campaign, FactionTurn, Turn
from campaign.rules.course.calendar import is_muster, season, turn_date
from campaign.selectors.war import current_turn, open_engagements, waits_to_end, war_of
from campaign.services.letters import deliver_letters
from campaign.services.news.events import announce_battles, announce_turn
from campaign.services.news.tables import announce_race
from campaign.services.phases.attrition import remember_rest, suffer_attrition
from campaign.services.phases.control import settle_control, store_sightings
from campaign.services.phases.fighting.aftermath import apply_all
from campaign.services.phases.fighting.battles import blocking_battles, lock_play
from campaign.services.phases.fighting.sieges import conduct_sieges
from campaign.services.phases.fortify import raise_works
from campaign.services.phases.maintenance import pay_maintenance, reserve_upkeep
from campaign.services.phases.march import disband_armies, force_on, march, remove_empty
from campaign.services.phases.meeting.contact import meet, sweep_on
from campaign.services.phases.meeting.joining import lock_open_battles
from campaign.services.phases.opening import opening
from campaign.services.phases.opening.posts import arrive, fill_posts, lead_out, take_effect
from campaign.services.phases.supply import roll_guerrillas, trace_supply
from campaign.services.phases.triggers import run_triggers
from campaign.services.phases.victory import judge
from campaign.services.record.dice import renew_read_dice, settle_attempt
from campaign.services.record.due import due_of_new_turn
from campaign.services.record.halts import Halted, held_where_it_was, phase
from campaign.services.record.land import keep_land
from campaign.services.record.together import written_together
from campaign.services.sheet.caretaker import note_misses, play_caretakers
from campaign.services.sheet.sheet import carry_out_sheet
from campaign.services.sheet.standing import give_standing_orders
from campaign.signals import turn_sealing

State = Turn.State
LOOK_AGAIN_AFTER = 0.2


@dataclass(frozen=True)
class Advanced:
    """The progress of a turn: the turn that was run, the newest one, and what this call did: "ran", "closed" or ""."""

    turn: Turn
    newest: Turn
    did: str = "ran"

    @property
    def closed(self) -> bool:
        """Whether the turn that was run is closed."""
        return self.turn.state == State.CLOSED


@transaction.atomic
def begin_turn(*, campaign: Campaign, number: int, actor: str) -> Turn:
    """P1 and P2: date, weather, generals who come, income; upkeep is set aside and sightings are stored."""
    keep_land(campaign=campaign)
    starts_on = turn_date(campaign.start_date, number, campaign.turn_days)
    before = campaign.turns.filter(number=number - 1).values_list("attempt", flat=True).first() or 1
    turn = Turn.objects.create(
        campaign=campaign, number=number, starts_on=starts_on, season=season(starts_on),
        muster=is_muster(number, campaign.muster_every), deadline=due_of_new_turn(campaign=campaign),
        attempt=before, opened_attempt=before,
    )  # fmt: skip
    FactionTurn.objects.bulk_create(FactionTurn(turn=turn, faction=f) for f in campaign.factions.all())
    with phase("P1 (house rules and relations)"):
        opening.change_house(turn=turn)
        take_effect(turn=turn)
    with phase("P1 (arrivals and triggers)"):
        run_triggers(turn=turn, actor=actor)
    with phase("P1 (date, weather, generals)"), written_together():
        opening.reset_stations(war=war_of(turn))
        opening.roll_weather(war=war_of(turn))
        opening.return_generals(war=war_of(turn))
        arrive(turn=turn)
        fill_posts(war=war_of(turn))
    with phase("P1 (events)"):
        opening.roll_events(war=war_of(turn), actor=actor)
    with phase("P2 (income)"), written_together():
        if turn.muster:
            opening.pay_income(war=war_of(turn), actor=actor)
            reserve_upkeep(war=war_of(turn), actor=actor)
    with phase("P1 (what each side sees)"):
        store_sightings(war=war_of(turn))
    announce_turn(turn=turn)
    announce_race(war=war_of(turn))
    deliver_letters(turn=turn)
    return turn


@transaction.atomic
def seal_turn(*, turn: Turn) -> bool:
    """P5 ends: from now on no order is accepted, and the war's state is kept. True for the one caller who sealed it.

    The row is taken before the moment is read, as no order that was accepted may be later than the seal.
    """
    held = Turn.objects.select_for_update().select_related("campaign").get(pk=turn.pk)
    if held.state == State.OPEN:
        turn_sealing.send(sender=Turn, turn=held)
    sealed = Turn.objects.filter(pk=turn.pk, state=State.OPEN).update(state=State.SEALED, sealed_at=timezone.now())
    return sealed == 1


@transaction.atomic
def unseal_turn(*, turn: Turn) -> bool:
    """Open a sealed turn for orders again, when it could not march: it is where it was before it was sealed."""
    opened = Turn.objects.filter(pk=turn.pk, state=State.SEALED).update(state=State.OPEN, sealed_at=None)
    return opened == 1


@held_where_it_was
@transaction.atomic
def march_turn(*, turn: Turn, actor: str) -> bool:
    """P3 to P7 and the opening of the battles, all or nothing. True for the one caller who ran it.

    Battles are locked before the turn, as when one is settled.
    """
    lock_open_battles(campaign=turn.campaign)
    if Turn.objects.filter(pk=turn.pk, state=State.SEALED).update(state=State.MARCHING) != 1:
        return False
    turn = Turn.objects.select_related("campaign").get(pk=turn.pk)
    with phase("P5 (dice)"):
        was_taken_back = settle_attempt(turn=turn)
    with phase("P5 (standing orders and caretakers)"):
        note_misses(turn=turn)
        give_standing_orders(turn=turn)
        play_caretakers(turn=turn)
    with phase("P3 (maintenance)"), written_together():
        if turn.muster:
            pay_maintenance(war=war_of(turn), actor=actor)
    with phase("P4 (the sheets)"):
        carry_out_sheet(turn=turn, actor=actor)
    with phase("P6 and P7 (marches)"), written_together():
        marched = march(war=disband_armies(war=remove_empty(war=war_of(turn)), actor=actor))
        left = lead_out(war=marched.war, actor=actor)
        forced = force_on(war=sweep_on(war=left, actor=actor), met=marched.met)
    with phase("P7 (contacts and battles)"), written_together():
        meet(war=forced.war, met=forced.met, actor=actor)
    if was_taken_back:
        renew_read_dice(campaign=turn.campaign)
    announce_battles(turn=turn)
    Turn.objects.filter(pk=turn.pk).update(state=State.FIGHTING)
    return True


@held_where_it_was
@transaction.atomic
def close_turn(*, turn: Turn, actor: str) -> bool:
    """P9 to P12, once, when no battle of the turn is waited for; then the next turn opens. False if it is not time.

    Also for a turn that was taken back meanwhile.
    """
    lock_play(turn)
    fighting = Turn.objects.select_related("campaign").filter(pk=turn.pk, state=State.FIGHTING).first()
    if fighting is None or blocking_battles(fighting):
        return False
    turn = fighting
    if Turn.objects.filter(pk=turn.pk, state=State.FIGHTING).update(state=State.CLOSING) != 1:
        return False
    goes_on = _decide(turn, actor)
    now = timezone.now()
    paper = None if turn.campaign.gazette == "off" else now
    Turn.objects.filter(pk=turn.pk).update(state=State.CLOSED, closed_at=now, gazette_after=paper)
    if goes_on:
        begin_turn(campaign=turn.campaign, number=turn.number + 1, actor=actor)
    return True


@held_where_it_was
@transaction.atomic
def end_war(*, turn: Turn, actor: str) -> bool:
    """HR-21 The war has waited for its open battles and none is left: control and victory are computed once more.

    Where nobody has won any more, the next turn opens. False if it is not time.
    """
    turn = lock_play(turn)
    campaign = Campaign.objects.get(pk=turn.campaign_id)
    if not waits_to_end(campaign, turn) or open_engagements(campaign).exists():
        return False
    if _judged(turn):
        begin_turn(campaign=campaign, number=turn.number + 1, actor=actor)
    return True


def _decide(turn: Turn, actor: str) -> bool:
    """P9 to P12 Compute the end of a turn, in its order; return whether a next turn follows."""
    with phase("P9 (retreats and generals)"):
        apply_all(war=war_of(turn), actor=actor)
    with phase("P10 (supply and attrition)"), written_together():
        war = roll_guerrillas(war=remove_empty(war=war_of(turn)))
        trace_supply(war=war)
        suffer_attrition(war=war, actor=actor)
        remember_rest(war=war)
        raise_works(war=war)
    with phase("P10 (sieges)"), written_together():
        conduct_sieges(war=remove_empty(war=war_of(turn)), actor=actor)
    return _judged(turn)


def _judged(turn: Turn) -> bool:
    """P11 and P12 Settle who controls what, and judge whether the war goes on."""
    with phase("P11 (control)"), written_together():
        settle_control(war=remove_empty(war=war_of(turn)))
    with phase("P12 (victory)"):
        return judge(war=war_of(turn))


def advance_turn(*, campaign: Campaign, actor: str, wait: bool = True, number: int | None = None) -> Advanced:
    """Seal and run the newest turn, from wherever an earlier run stopped.

    With ``wait`` it returns when the turn is closed or only open battles remain, and fights in this process what no
    worker has taken. Without, it returns when the battles are under way; the last settlement closes the turn.
    ``number`` is the turn that is meant: a second click must not run the next one. Refusal when it is not the newest.
    """
    turn = current_turn(campaign)
    if turn is None or turn.state == State.CLOSED:
        raise Refusal(f"{campaign.name} has no open turn: {_why_none(campaign, turn)}.")
    if campaign.archived_at is not None and turn.state == State.OPEN:
        raise Refusal(f"{campaign.name} is in the archive: take it out before a turn is run.")
    if number is not None and turn.number != number:
        raise Refusal(f"Turn {number} has been run already; turn {turn.number} is open now.")
    try:
        return _advanced(turn, actor, wait)
    except Turn.DoesNotExist:
        raise Refusal(f"Turn {turn.number} was taken back at the same moment: look at the desk.") from None


def _advanced(turn: Turn, actor: str, wait: bool) -> Advanced:
    fought = turn.state == State.FIGHTING
    did = "ran" if _seal_and_march(turn, actor) else ""
    transaction.on_commit(publish_due)
    if wait:
        _fight_out(turn)
    if close_turn(turn=turn, actor=actor) and fought:
        did = "closed"
    turn.refresh_from_db()
    return Advanced(turn, current_turn(turn.campaign) or turn, did)


def _seal_and_march(turn: Turn, actor: str) -> bool:
    """P3 to P7 of a turn that this call has sealed, or another one; where it cannot march, it is open again.

    Return whether this call marched it.
    """
    sealed = seal_turn(turn=turn)
    try:
        return march_turn(turn=turn, actor=actor)
    except Halted:
        if sealed:
            unseal_turn(turn=turn)
        raise


def _why_none(campaign: Campaign, turn: Turn | None) -> str:
    waits = waits_to_end(campaign, turn)
    return "the war waits for its open battles" if waits else "the war is over or has not begun"


def _fight_out(turn: Turn) -> None:
    """P8 Until no battle is waited for: fight what is free, wait for a worker, take up what a dead one left."""
    while battles := blocking_battles(turn):
        fought = [battle for battle in battles if _free(battle) and fight_here(battle)]
        if not fought:
            reconcile()
            time.sleep(LOOK_AGAIN_AFTER)


def _free(battle: Battle) -> bool:
    overdue = battle.state == Battle.State.RUNNING and lease_is_over(battle.lease_until)
    return battle.state == Battle.State.PENDING or overdue
