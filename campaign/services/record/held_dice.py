"""The dice of battles that are held open over a roll-back: those that somebody has read are not thrown again."""

import json

from battles.models import Battle
from battles.services.seeds import renew_seed
from campaign.models import Campaign, Engagement
from campaign.rules.history.held import Taken, dice_of, fresh_key, reads_of
from campaign.rules.secret_dice import seed_of
from campaign.selectors.past.kept_states import taken_back
from campaign.services.record.dice import seed_text


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
