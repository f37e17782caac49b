"""The ground on which units stand, as the general saw it last (``memory.read_ground``)."""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import Modifier
from battles.resolvers.lgg.record.state import Battle


@kernel
def in_town(battle: Battle, unit: int) -> bool:
    """CM6 Does a unit stand in a town block?"""
    return battle.stand_bonus[unit] == battle.cm[Modifier.TOWN]


@kernel
def foot_in_rough(battle: Battle, unit: int) -> bool:
    """CM8 Does infantry stand in rough ground?"""
    return battle.stand_bonus[unit] == battle.cm[Modifier.FOOT_IN_ROUGH]
