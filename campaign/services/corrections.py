"""The referee's own acts in a war: corrections, a ruling (HR-21), numbers of the house rules, deadlines, webhooks."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle
from battles.services import retry_battle
from campaign.models import Account, Campaign, Faction, Hook, Notice, PointsEntry, Schedule, Turn
from campaign.references import turn_reference
from campaign.rules.house import House, HouseChange, house_rules, read_changes
from campaign.rules.wording import because, opening
from campaign.selectors.war import current_turn, war_of
from campaign.services.clockwork.schedules import extend
from campaign.services.news.events import announce_deadline, announce_line
from campaign.services.news.sending.hooks import new_secret
from campaign.services.phases.maintenance import set_aside_anew
from campaign.services.record.chronicle import on_record, record_act, write_entry
from campaign.services.record.once import digest_of_form
from campaign.services.record.points import account, post_points, posted_before
from campaign.services.turn import Advanced, advance_turn


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
    number = faction.campaign.turns.order_by("-number").values_list("number", flat=True).first() or 0
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


@transaction.atomic
def rule_victory(*, campaign: Campaign, number: int, faction: Faction | None, reason: str, actor: User) -> None:
    """Rule which faction has reached a condition, or that none has; it counts when victory is next decided."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    rows = list(campaign.victory.get("conditions", []))
    if not 0 <= number < len(rows) or rows[number]["kind"] != "own":
        raise Refusal("aim: choose a condition that the referee rules on.")
    if not reason.strip():
        raise Refusal("reason: write why; every player reads it.")
    kept = {key: value for key, value in rows[number].items() if key != "won"}
    rows[number] = kept | ({"won": faction.key} if faction else {})
    campaign.victory = campaign.victory | {"conditions": rows}
    campaign.save(update_fields=["victory"])
    has = opening(faction.name, "has", "have") if faction else "Nobody has"
    text = f"{has} reached this: {kept['text']}"
    record_act(campaign=campaign, user=actor, act=f"ruled: {text}", reason=reason)
    turn = campaign.turns.order_by("-number").first()
    if turn is not None:
        sentence = f"The referee rules: {text} {reason.strip()}"
        write_entry(turn=turn, phase="", kind="victory", text=sentence, rule="HR-21")
        announce_line(turn=turn, kind=Notice.Kind.RULING, text=sentence, page="game:aims")


@transaction.atomic
def change_number(*, campaign: Campaign, key: str, value: int, reason: str, actor: User) -> HouseChange:
    """Change one number from the next turn on; a change of the same number that still waits is replaced."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    turn, house = _open_turn(campaign), house_rules(campaign.house_rules)
    if not reason.strip():
        raise Refusal("reason: write why; every player reads it.")
    house_rules({key: value})
    waiting = [
        one for one in read_changes(campaign.house_changes) if (one.key, one.from_turn) != (key, turn.number + 1)
    ]
    if house[key] == value and len(waiting) == len(campaign.house_changes):
        raise Refusal(f"value: {key} is {value} already; write another number.")
    made = HouseChange(key, value, house[key], turn.number + 1, reason.strip()[:300])
    kept = waiting if house[key] == value else [*waiting, made]
    campaign.house_changes = [one.as_dict() for one in kept]
    campaign.save(update_fields=["house_changes"])
    _announce(campaign, turn, made, house, actor)
    return made


def _open_turn(campaign: Campaign) -> Turn:
    turn = current_turn(campaign)
    if turn is None or turn.state != Turn.State.OPEN:
        raise Refusal(
            "key: numbers can be changed only while orders are open, so that everybody sees it: wait for the next turn."
        )
    return turn


def _announce(campaign: Campaign, turn: Turn, made: HouseChange, house: House, actor: User) -> None:
    source = house.numbers()[made.key].source
    act = f"changed {made.key} from {made.was} to {made.value} ({source}), from turn {made.from_turn} on"
    record_act(campaign=campaign, user=actor, act=act, reason=made.reason)
    words = f"{house.numbers()[made.key].words} ({made.key})"
    text = (
        f"House rules: {words} is {made.value} from turn {made.from_turn} on; it was {made.was}. {because(made.reason)}"
    )
    write_entry(turn=turn, phase="", kind="house-rules", text=text, rule=source)
    announce_line(turn=turn, kind=Notice.Kind.RULING, text=text, page="game:aims")


@transaction.atomic
def set_deadline(*, campaign: Campaign, deadline: datetime | None, actor: User, reason: str = "") -> Turn:
    """Set, move or lift the time when the open turn's orders are due.

    Without a schedule the turn is still run by the referee. With one, the turn can only be given more time, with a
    reason.
    """
    if Schedule.objects.filter(campaign=campaign).exists():
        if deadline is None:
            raise Refusal("Orders due: the schedule sets a deadline; pause the war, or end the schedule first.")
        return extend(campaign=campaign, deadline=deadline, reason=reason, actor=actor)
    if deadline is not None and deadline <= timezone.now():
        raise Refusal("Orders due: that time is past; choose a later one.")
    turn = campaign.turns.select_for_update().filter(state=Turn.State.OPEN).order_by("-number").first()
    if turn is None:
        raise Refusal("No turn is open for orders: wait until the running one is closed.")
    turn.deadline = deadline
    turn.save(update_fields=["deadline"])
    act = f"set the orders of turn {turn.number} due on {on_record(deadline)}" if deadline else "lifted the deadline"
    record_act(campaign=campaign, user=actor, act=act)
    announce_deadline(turn=turn)
    return turn


MOST = 5


@transaction.atomic
def add_hook(*, campaign: Campaign, kind: str, name: str, url: str, actor: User) -> Hook:
    """Let the public news of a campaign go to an outside address. Its address stays secret; its name is on record."""
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if Hook.objects.filter(campaign=campaign).count() >= MOST:
        raise Refusal(f"A campaign has {MOST} webhooks at most: remove one first.")
    if Hook.objects.filter(campaign=campaign, kind=kind, url=url).exists():
        raise Refusal("Address: a webhook to this address is on the list already; each piece of news would come twice.")
    secret = new_secret() if kind == Hook.Kind.SIGNED else ""
    hook = Hook.objects.create(campaign=campaign, kind=kind, name=name, url=url, secret=secret)
    record_act(campaign=campaign, user=actor, act=f"added the webhook {name}")
    return hook


@transaction.atomic
def remove_hook(*, campaign: Campaign, key: str, actor: User) -> None:
    """Remove a webhook with what waits for it."""
    hook = Hook.objects.select_for_update().filter(campaign=campaign, key=key).first()
    if hook is None:
        raise Refusal("That webhook has been removed already.")
    record_act(campaign=campaign, user=actor, act=f"removed the webhook {hook.name}")
    hook.delete()


def run_turn(*, campaign: Campaign, user: User, number: int | None) -> Advanced:
    """Seal and run the turn with that number (the newest when None) and put it on the record.

    Refusal for a second referee in the same moment: who ran nothing is not recorded.
    """
    done = advance_turn(campaign=campaign, actor=str(user), wait=False, number=number)
    if not done.did:
        raise Refusal(f"Turn {done.turn.number} is being run already: look at the desk again in a moment.")
    record_act(campaign=campaign, user=user, act=f"{done.did} turn {done.turn.number}")
    return done


@transaction.atomic
def try_again(*, campaign: Campaign, user: User, battle: Battle) -> None:
    """Let a failed battle of the campaign be fought again, on the record; Refusal when it has not failed."""
    retry_battle(battle=battle)
    record_act(campaign=campaign, user=user, act=f"let the {battle.name} be tried again")
