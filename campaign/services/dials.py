"""Numbers of the house rules that the referee changes while the war goes on: with a reason, from the next turn on."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Campaign, Notice, Turn
from campaign.rules.house import House, house_rules
from campaign.rules.house_changes import HouseChange, read_changes
from campaign.rules.wording import because
from campaign.selectors.war import current_turn
from campaign.services.news.events import announce_line
from campaign.services.record.acts import record_act
from campaign.services.record.chronicle import write_entry


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
