"""A campaign file with a secret of its own: the dice that are still to come are not those of the war it came from."""

from dataclasses import replace

from battles.resolvers.core.dice import commitment
from campaign.rules.dice import commitment_of, seed_of
from campaign.rules.files.past.history_rows import BattleRow
from campaign.rules.files.whole import CampaignFile

DECIDED = "done"


def with_secret(file: CampaignFile, secret: str) -> CampaignFile:
    """Return the file under another secret; battles that are not decided get seeds of it."""
    assert file.history is not None
    battles = tuple(_reseeded(row, secret) for row in file.history.battles)
    history = replace(file.history, battles=battles)
    return replace(file, secret=secret, commitment=commitment_of(secret), history=history)


def _reseeded(row: BattleRow, secret: str) -> BattleRow:
    if row.state == DECIDED:
        return row
    seed = seed_of(secret, 0, 0, "battle of a file without a secret", row.id)
    return replace(row, seed=seed, commitment=commitment(seed), read={})


def sealed(row: BattleRow) -> BattleRow:
    """Return a battle as it goes into a file without the secret: the seed of one that is not decided is none."""
    if row.state == DECIDED:
        return row
    seed = f"left out of {row.id}"
    return replace(row, seed=seed, commitment=commitment(seed), read={})
