"""A battle's life: opened, claimed, fought, settled once; taken up again when its process dies."""

from battles.services.life import Claim, claim_battle, fight_battle, fight_here, run_battle, settle_battle
from battles.services.opening import fight_again, open_battle, open_one_off, refreeze_battle
from battles.services.publishing import publish_due, workers_answer
from battles.services.recovery import Reconciled, publish_again, reconcile, retry_battle
from battles.services.table import hold_battle

__all__ = [
    "Claim",
    "Reconciled",
    "claim_battle",
    "fight_again",
    "fight_battle",
    "fight_here",
    "hold_battle",
    "open_battle",
    "open_one_off",
    "publish_again",
    "publish_due",
    "reconcile",
    "refreeze_battle",
    "retry_battle",
    "run_battle",
    "settle_battle",
    "workers_answer",
]
