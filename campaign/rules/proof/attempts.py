"""By which of their dice the turns of a war were played: fresh ones where dice had been read and something differed."""

from collections.abc import Callable, Iterator

from battles.resolvers.files.fighting import likeness_of
from campaign.rules.dice import seed_of
from campaign.rules.files.past.history_rows import BattleRow, EngagementRow, TurnRow
from campaign.rules.files.past.past_rows import RollBackRow
from campaign.rules.history.attempts import NO_WAR, UNTHROWN, Undone, attempt_of
from campaign.rules.history.held import Natural, dice_of, fresh_key, reads_of
from campaign.rules.proof.dump import Dump, Fault


def attempts(dump: Dump) -> Iterator[Fault]:
    """Dice that were read are thrown again for the same orders alone, and others follow from the acts on record."""
    before = 1
    for number, row in enumerate(dump.history.turns):
        dump.figures["turns"] += 1
        backs = [back for back in dump.history.roll_backs if not back.battle and back.back_to <= row.number]
        older = any(not back.by_seal for back in backs)
        if row.attempt not in _wanted(dump, row, backs) or not _opened(row, before, older=older):
            what = f"turn {row.number} has other dice than its orders and the acts on record give it"
            yield Fault(f"history.turns[{number}].attempt", f"{what}: attempt {row.attempt}.")
        before = row.attempt


def _opened(row: TurnRow, before: int, *, older: bool) -> bool:
    """Return whether a turn was opened by the dice of the one before; after a roll-back of an older version by any."""
    return row.opened_attempt == before or (older and 1 <= row.opened_attempt <= row.attempt)


def _wanted(dump: Dump, row: TurnRow, backs: list[RollBackRow]) -> set[int]:
    """Return the attempts by which a turn may be played; an older version threw its dice again for any orders."""
    if not backs:
        return {1}
    last, by_acts = backs[-1], 1 + sum(back.new_dice for back in backs)
    if row.state in UNTHROWN:
        found = {row.opened_attempt, 1 + last.number} if last.new_dice else set(range(1, 2 + last.number))
    else:
        undone = [_undone(dump, back, row.number) for back in backs]
        found = {attempt_of(row.number, row.opened_attempt, dump.state_text("seal", row.number, None), undone)}
    return found if last.by_seal else found | {by_acts}


def _undone(dump: Dump, back: RollBackRow, turn: int) -> Undone:
    if back.reached < turn:
        return Undone(back.number, back.new_dice, NO_WAR, NO_WAR)
    war, seal = dump.state_text("undone", back.reached, back.id), dump.state_text("seal", turn, back.id)
    return Undone(back.number, back.new_dice, war, seal)


CHECKS = (attempts,)


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
