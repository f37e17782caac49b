"""By which of its dice a turn marches that was taken back."""

from campaign.models import Turn
from campaign.rules.history.attempts import attempt_of
from campaign.selectors.past.kept_states import seal_of, text_of, undone_to
from campaign.services.record.chronicle import write_entry

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
