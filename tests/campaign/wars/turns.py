"""Turns of a war that are run one after the other; the books are right after them."""

from campaign.services.audit import audit, orphans
from campaign.services.turn import Advanced, advance_turn
from tests.scenarios import World


def run(world: World, turns: int = 1) -> Advanced:
    """Run the turn in hand, or several; what came of the last."""
    done = [advance_turn(campaign=world.campaign, actor="referee") for _ in range(turns)]
    world.campaign.refresh_from_db()
    assert audit() + orphans() == []
    return done[-1]
