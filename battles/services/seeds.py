"""The seed of a battle whose dice have been read in a version of the war that was taken back.

``Battle.read`` has, for each decision whose dice were read, the seed that they came from. The same decision gives the
same dice again; every other has those of ``Battle.seed``, which nobody has read.
"""

from collections.abc import Mapping
from typing import Any

from battles.models import Battle
from battles.resolvers.core.dice import commitment
from battles.resolvers.files.fighting import likeness_of


def renew_seed(*, battle: Battle, seed: str, read: Mapping[str, str]) -> None:
    """Give a battle that is not decided another seed, and those that come again for a decision that was made."""
    rows = Battle.objects.filter(pk=battle.pk).exclude(state=Battle.State.DONE)
    rows.update(seed=seed, commitment=commitment(seed), read=dict(read))


def seed_for(battle: Battle, typed: Mapping[str, Any] | None = None) -> str:
    """Return the seed by which a battle is decided: fought by the program, or by what people ``typed``."""
    if not battle.read:
        return battle.seed
    return str(battle.read.get(likeness_of(battle.rules, battle.file, typed), battle.seed))


def settled_seed(seed: str) -> dict[str, Any]:
    """Return the columns of a battle that was decided by a seed."""
    return {"seed": seed, "commitment": commitment(seed), "read": {}}
