"""The campaign's dice: every face follows from the campaign's secret, the turn and what is rolled for."""

from campaign.models import Campaign, Turn
from campaign.rules.secret_dice import SeededCup, seed_of


def seed_text(campaign: Campaign, kind: str, turn: Turn, key: str) -> str:
    """Return the seed text of one kind of dice for one natural key of a turn."""
    return seed_of(campaign.secret, turn.number, turn.attempt, kind, key)


class CampaignCup(SeededCup):
    """The dice of one kind for one natural key of one turn."""

    def __init__(self, turn: Turn, kind: str, key: str) -> None:
        super().__init__(seed_text(turn.campaign, kind, turn, key), kind, key)
