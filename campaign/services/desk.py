"""Acts of the referee at the desk, carried out and on the record in one step."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from battles.models import Battle
from battles.services import retry_battle
from campaign.models import Campaign
from campaign.services.record.chronicle import record_act
from campaign.services.turn import Advanced, advance_turn


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
