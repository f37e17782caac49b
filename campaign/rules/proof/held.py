"""The seeds that a battle may have: that of its turn, or fresh ones where its dice were read and then taken back."""

from collections.abc import Callable

from battles.resolvers.files.likeness import likeness_of
from campaign.rules.files.past.history_rows import BattleRow, EngagementRow
from campaign.rules.history.held import Natural, dice_of, fresh_key, reads_of
from campaign.rules.proof.dump import Dump
from campaign.rules.secret_dice import seed_of


def seeds_of(dump: Dump, battle: BattleRow, why: EngagementRow) -> set[str]:
    """Return the seeds by which a battle may be decided; older versions left a battle the dice that were read."""
    report = next((row.report for row in dump.history.results if row.battle == battle.id), None)
    alike = likeness_of(battle.rules, battle.file, report.get("typed")) if report else ""
    return {again.get(alike, seed) for seed, again in _dice(dump, why)}


def again_of(dump: Dump, battle: BattleRow, why: EngagementRow) -> list[dict[str, str]]:
    """Return what ``read`` of a battle may be: nothing once it is decided."""
    return [{}] if battle.state == "done" else [again for _, again in _dice(dump, why)]


def _dice(dump: Dump, why: EngagementRow) -> list[tuple[str, dict[str, str]]]:
    """Return the seeds that a battle may have, each with those that come again for a decision that was made."""
    every = {row.id for row in dump.history.roll_backs}
    older = {row.id for row in dump.history.roll_backs if not row.by_decision}
    return [_dice_after(dump, why, every - left_out) for left_out in ([set(), older] if older else [set()])]


def _dice_after(dump: Dump, why: EngagementRow, counted: set[str]) -> tuple[str, dict[str, str]]:
    """Return the dice of a battle where the roll-backs that are ``counted`` leave none that were read."""
    first = dump.seed(why.turn, "battle", f"{why.province}:{why.sequence}")
    taken = [row for name, row in dump.taken.items() if name in counted]
    named = (why.turn, why.province, why.sequence)
    attempt = dump.turns[why.turn].attempt
    return dice_of({first}, attempt, reads_of(taken, named), taken, _fresh(dump, named)) or (first, {})


def chain_of(dump: Dump, battle: BattleRow) -> list[str]:
    """Return the seeds that a battle may have had one after the other while it was on a table."""
    why = next(row for row in dump.history.engagements if row.battle == battle.id)
    fresh = _fresh(dump, (why.turn, why.province, why.sequence))
    first = dump.seed(why.turn, "battle", f"{why.province}:{why.sequence}")
    return [first, *(fresh(row.number) for row in dump.history.roll_backs)]


def _fresh(dump: Dump, named: Natural) -> Callable[[int], str]:
    attempt = dump.turns[named[0]].attempt
    return lambda number: seed_of(dump.secret, named[0], 1 + number, "held", fresh_key(named, attempt))
