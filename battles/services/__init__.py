"""A battle's life: opened, claimed, fought, settled once; taken up again when its process dies."""

from battles.services.life import Claim, claim_battle, fight_battle, fight_here, run_battle, settle_battle
from battles.services.opening import fight_again, open_battle, refreeze_battle
from battles.services.publishing import publish_due, workers_answer
from battles.services.recovery import Reconciled, publish_again, reconcile, try_again

__all__ = [
    "Claim",
    "Reconciled",
    "claim_battle",
    "fight_again",
    "fight_battle",
    "fight_here",
    "open_battle",
    "publish_again",
    "publish_due",
    "reconcile",
    "refreeze_battle",
    "run_battle",
    "settle_battle",
    "try_again",
    "workers_answer",
]
