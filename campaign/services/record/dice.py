"""The campaign's dice: every face follows from its secret; and by which dice a turn or a battle goes once more."""

import json

from battles.models import Battle
from battles.services.opening import renew_seed
from campaign.models import Campaign, Engagement, Turn
from campaign.rules.dice import SeededCup, seed_of
from campaign.rules.history.attempts import attempt_of
from campaign.rules.history.held import Taken, dice_of, fresh_key, reads_of
from campaign.selectors.past.kept_states import seal_of, taken_back, text_of, undone_to
from campaign.services.record.chronicle import write_entry


def seed_text(campaign: Campaign, kind: str, turn: Turn, key: str) -> str:
    """Return the seed text of one kind of dice for one natural key of a turn."""
    return seed_of(campaign.secret, turn.number, turn.attempt, kind, key)


class CampaignCup(SeededCup):
    """The dice of one kind for one natural key of one turn."""

    def __init__(self, turn: Turn, kind: str, key: str) -> None:
        super().__init__(seed_text(turn.campaign, kind, turn, key), kind, key)


def renew_read_dice(*, campaign: Campaign) -> list[str]:
    """Give each battle that is not decided dice that nobody has read, in any version of the war; return their names.

    The dice of an undone version come again where a battle is decided as it was there.
    """
    undecided = Engagement.objects.filter(turn__campaign=campaign, battle__isnull=False)
    rows = list(undecided.exclude(battle__state=Battle.State.DONE).select_related("battle", "turn", "province"))
    taken = [
        Taken(row.number, row.new_dice, row.reached, json.loads(text) if text else None)
        for row, text in taken_back(campaign)
    ] if rows else []  # fmt: skip
    return [name for row in rows if taken and (name := _renewed(campaign, row, taken))]


def _renewed(campaign: Campaign, row: Engagement, taken: list[Taken]) -> str:
    """Return the name of the battle of an engagement if its dice had been read; empty otherwise."""
    assert row.battle is not None
    turn, named = row.turn, (row.turn.number, row.province.key, row.sequence)
    first = seed_text(campaign, "battle", turn, f"{row.province.key}:{row.sequence}")

    def fresh(number: int) -> str:
        return seed_of(campaign.secret, turn.number, 1 + number, "held", fresh_key(named, turn.attempt))

    found = dice_of({row.battle.seed, first}, turn.attempt, reads_of(taken, named), taken, fresh)
    if found is None:
        return ""
    renew_seed(battle=row.battle, seed=found[0], read=found[1])
    return row.battle.name


NEW_DICE = (
    "Turn {} was not sealed as it was before it was taken back: its dice, and those of all later turns, are new ones."
)


def settle_attempt(*, turn: Turn) -> bool:
    """Give a sealed turn the dice of the undone version that was sealed alike, or fresh ones, in public.

    True if the turn, or an earlier one, was ever taken back. Dice that have been read are of no use to anybody who
    changes an order, a sheet or a plan by what he has read.
    """
    undone = undone_to(turn.campaign, turn.number)
    if not undone:
        return False
    attempt = attempt_of(turn.number, turn.attempt, text_of(seal_of(turn.campaign, turn.number)), undone)
    if attempt != turn.attempt:
        turn.attempt = attempt
        turn.save(update_fields=["attempt"])
        write_entry(turn=turn, phase="P5", kind="new-dice", text=NEW_DICE.format(turn.number))
    return True
