"""Combats and fires at the table: totals and results by the engine's rules, hits on the table's own strengths."""

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted, listed, sentence
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.contract.notes import Wording
from battles.resolvers.lgg.command.morale import rout, take_hit
from battles.resolvers.lgg.companion.clock import spend
from battles.resolvers.lgg.companion.forces import combat_question, fire_question
from battles.resolvers.lgg.companion.state import ROUND, TableState, must_be, read_unit
from battles.resolvers.lgg.fighting.combat import verify_allot
from battles.resolvers.lgg.fighting.odds import combat_result, fire_hits, total_of
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Cause, Pending, Result, Status
from battles.resolvers.lgg.sums.exact_odds import Combat, CombatOdds, Fire, FireOdds, combat_odds, fire_odds
from battles.resolvers.lgg.sums.odds_file import COMBAT_RESULTS, FIRE_RESULTS

MOST_COST = 8
THE_FIGHT = 0
"""The row of the record in which a combat waits for the owner of its hits."""
OUTSIDE = "Units fight within a round: after the command rolls and before its end."


def fight_dice(values: JsonPlace) -> list[int]:
    """LGG-10.0-a, 13.0-c Both sides throw a d10, unless only the result is noted."""
    return [] if values.has("result") else [10, 10]


def play_combat(table: TableState, values: JsonPlace) -> Wording:
    """LGG-10.0 A combat is fought: by two dice, or with the result that the table found."""
    must_be(table, ROUND, OUTSIDE)
    question = combat_question(table, values)
    if not isinstance(question.asked, Combat):
        raise TypeError("a combat makes a question about a combat")
    attackers, defender = [place.value for place in values.at("attackers").items(most=2)], values.at("defender").value
    result, rolled = _combat_result(values, combat_odds(question.asked, table.profile))
    _pay_attack(table, values, attackers[0])
    table.shown |= {*attackers, defender}
    table.acted |= set(attackers)
    part(table, attackers, defender)
    before = strengths(table, attackers), table.strength(defender)
    _put_down(table, values, [*attackers, defender])
    done = _apply_combat(table, result, attackers, defender, squares=question.asked.squares)
    names = listed([table.name(key) for key in attackers])
    story = _combat_story(table, attackers, defender, before)
    return Wording(f"Attack of {names} on {table.name(defender)}{rolled}: {done}", story=story)


def strengths(table: TableState, keys: list[str]) -> int:
    """Return the strength points of several units together."""
    return sum(table.strength(key) for key in keys)


def _combat_story(table: TableState, attackers: list[str], defender: str, before: tuple[int, int]) -> str:
    others = [table.plain_name(key) for key in attackers[1:]]
    who, whom = sentence(listed([table.name_with_side(attackers[0]), *others])), table.name_with_side(defender)
    if not table.is_here(defender):
        return f"{who} broke {whom}."
    if table.strength(defender) < before[1]:
        return f"{who} attacked {whom} and cost it {points(before[1] - table.strength(defender))}."
    lost = before[0] - strengths(table, attackers)
    return f"{who} attacked {whom} in vain{f' and lost {points(lost)}' if lost else ''}."


def points(lost: int) -> str:
    """Return a loss in words."""
    return counted(lost, "strength point")


def play_contact(table: TableState, values: JsonPlace) -> Wording:
    """LGG-9.0-a Two units are locked, or come apart."""
    must_be(table, ROUND, OUTSIDE)
    (attacker,) = [read_unit(table, place) for place in values.at("attackers").items(least=1, most=1)]
    defender, apart = read_unit(table, values.at("defender")), values.at("apart").flag(False)
    if table.side_of(attacker) == table.side_of(defender):
        values.at("defender").refuse("it belongs to the attacker's own side.")
    names = f"{table.name(attacker)} and {table.name(defender)}"
    if apart:
        part(table, [attacker, defender], defender)
        part(table, [attacker, defender], attacker)
        return Wording(f"{names} come apart.")
    table.acted.add(attacker)
    if (attacker, defender) not in table.locked:
        table.locked.append((attacker, defender))
    return Wording(f"{names} are locked.")


def part(table: TableState, attackers: list[str], defender: str) -> None:
    """End the contacts of these attackers with a defender."""
    table.locked = [pair for pair in table.locked if pair[1] != defender or pair[0] not in attackers]


def locked_with(table: TableState, key: str) -> list[str]:
    """Return the units on the table that a unit is locked with."""
    others = [pair[1] if pair[0] == key else pair[0] for pair in table.locked if key in pair]
    return [other for other in others if table.is_here(other) and table.is_here(key)]


def _combat_result(values: JsonPlace, odds: CombatOdds) -> tuple[int, str]:
    """LGG-10.0-d The row of the result table, and the totals in words."""
    if values.has("result"):
        return COMBAT_RESULTS.index(values.at("result").choice(COMBAT_RESULTS)), ""
    faces = read_faces(values, [10, 10])
    attack, defence = (total_of(face, bonus) for face, bonus in zip(faces, odds.totals, strict=True))
    return combat_result(attack, defence), f", dice {faces[0]} and {faces[1]}, {attack} against {defence}"


def _pay_attack(table: TableState, values: JsonPlace, actor: str) -> None:
    cost = values.at("cost").integer(0, MOST_COST) if values.has("cost") else 0
    if cost and table.battle.on_turn != table.side_of(actor):
        raise Refusal(f"Actions: it is not the turn of {table.side(table.side_of(actor)).name}; write 0 (LGG-10.1-a).")
    spend(table, cost)


def _put_down(table: TableState, values: JsonPlace, keys: list[str]) -> None:
    """LGG-14.0-c Those named under ``beyond`` are beyond their commander's radius, the others within it."""
    beyond = values.at("beyond").items(most=3) if values.has("beyond") else []
    table.beyond = frozenset(place.text(most=60) for place in beyond)
    for key in keys:
        table.put(key, beyond=key in table.beyond)


def _apply_combat(table: TableState, result: int, attackers: list[str], defender: str, *, squares: bool) -> str:
    """LGG-10.0-d to g Return what the result does to strengths; who goes back where is the players' to move."""
    if result == Result.ROUT:
        rout(table.battle, table.slots[defender], Cause.DOUBLED)
        return f"{fate(table, defender)}; one attacker occupies the ground."
    if result == Result.DEFENDER_HIT:
        return _defender_hit(table, defender, squares=squares)
    return _attackers_hit(table, result, attackers)


def _defender_hit(table: TableState, defender: str, *, squares: bool) -> str:
    take_hit(table.battle, table.slots[defender], Cause.COMBAT)
    if not table.is_here(defender):
        return f"a hit, {fate(table, defender)}; one attacker occupies the ground."
    back = "the attackers fall back 3 inches from the squares" if squares else "it falls back 3 inches"
    return f"a hit on {fate(table, defender)}; {back}."


def _attackers_hit(table: TableState, result: int, attackers: list[str]) -> str:
    battle, hits = table.battle, 2 if result == Result.ATTACKER_TWO_HITS else 1
    battle.fight_now, battle.fight_result = THE_FIGHT, result
    battle.fight_attackers[THE_FIGHT, 0] = table.slots[attackers[0]]
    battle.fight_attackers[THE_FIGHT, 1] = table.slots[attackers[1]] if len(attackers) == 2 else NOBODY
    if len(attackers) == 1:
        return f"{counted(hits, 'hit')} on the attacker, who falls back 3 inches: {_take(table, attackers[0], hits)}."
    battle.pending, battle.asked = Pending.ALLOT, table.side_of(attackers[0])
    return f"{counted(hits, 'hit')} on the attackers, who fall back 3 inches; their owner says on whom."


def _take(table: TableState, key: str, hits: int) -> str:
    for _ in range(hits):
        take_hit(table.battle, table.slots[key], Cause.COMBAT)
    return fate(table, key)


def waiting_attackers(table: TableState) -> list[str]:
    """LGG-10.0-d, R-04 The two attackers whose owner has to choose who takes the hits; empty: no such question."""
    if table.battle.pending != Pending.ALLOT:
        return []
    slots = [int(slot) for slot in table.battle.fight_attackers[THE_FIGHT]]
    return [key for slot in slots for key, seat in table.slots.items() if seat == slot]


def waiting_hits(table: TableState) -> int:
    """LGG-10.0-d How many hits wait to be taken."""
    return 2 if table.battle.fight_result == Result.ATTACKER_TWO_HITS else 1


def play_hits(table: TableState, values: JsonPlace) -> Wording:
    """LGG-10.0-d, g, R-04 The owner of two beaten attackers chooses how many hits the first of them takes."""
    on_first, attackers = values.at("on_first").integer(0, 2), waiting_attackers(table)
    if not attackers:
        raise Refusal("No hits wait to be taken.")
    if verify_allot(table.battle, on_first) != 0:
        most = waiting_hits(table)
        raise Refusal(f"Hits: {counted(most, 'hit')} in all, and no unit takes more than it has strength (LGG-10.0-d).")
    table.battle.pending = Pending.NONE
    shares = (on_first, waiting_hits(table) - on_first)
    shared = [(key, hits) for key, hits in zip(attackers, shares, strict=True) if hits]
    taken = [f"{counted(hits, 'hit')} on {_take(table, key, hits)}" for key, hits in shared]
    lost = [f"{table.name_with_side(key)} lost {points(hits)}" for key, hits in shared]
    return Wording(f"{listed(taken)}.", story=sentence(f"{listed(lost)}."))


def play_fire(table: TableState, values: JsonPlace) -> Wording:
    """LGG-13.0 A battery fires, once a round."""
    must_be(table, ROUND, OUTSIDE)
    question = fire_question(table, values)
    if not isinstance(question.asked, Fire):
        raise TypeError("a fire makes a question about a fire")
    firer, target = values.at("firer").value, values.at("target").value
    if table.battle.done[table.slots[firer], Activity.FIRE] == 1:
        raise Refusal(f"{table.name(firer)}: fired already in this round (LGG-13.0-a).")
    hits, rolled = _fire_result(values, fire_odds(question.asked, table.profile))
    _pay_attack(table, values, firer)
    table.acted.add(firer)
    before = table.strength(target)
    table.battle.done[table.slots[firer], Activity.FIRE] = 1
    _put_down(table, values, [target])
    for _ in range(hits):
        take_hit(table.battle, table.slots[target], Cause.FIRE)
    done = f"{counted(hits, 'hit')} on {fate(table, target)}" if hits else "nothing"
    story = _fire_story(table, firer, target, before)
    return Wording(f"Fire of {table.name(firer)} at {table.name(target)}{rolled}: {done}.", story=story)


def _fire_story(table: TableState, firer: str, target: str, before: int) -> str:
    who, whom = sentence(table.name_with_side(firer)), table.name_with_side(target)
    if not table.is_here(target):
        return f"{who} fired at {whom} and broke it."
    lost = before - table.strength(target)
    return f"{who} fired at {whom} and cost it {points(lost)}." if lost else f"{who} fired at {whom} without effect."


def _fire_result(values: JsonPlace, odds: FireOdds) -> tuple[int, str]:
    """LGG-13.0-c The hits, and the totals in words."""
    if values.has("result"):
        return FIRE_RESULTS.index(values.at("result").choice(FIRE_RESULTS)), ""
    faces = read_faces(values, [10, 10])
    firing, covering = (total_of(face, bonus) for face, bonus in zip(faces, odds.totals, strict=True))
    return int(fire_hits(firing, covering)), f", dice {faces[0]} and {faces[1]}, {firing} against {covering}"


def fate(table: TableState, key: str) -> str:
    """Return a unit by name and where it now is, if it has left the table."""
    words: dict[int, str] = {
        Status.RALLYABLE: "routed into the Rallyable box", Status.NONRALLYABLE: "routed into the Non-Rallyable box",
        Status.ELIMINATED: "destroyed",
    }  # fmt: skip
    word = words.get(table.status(key))
    return f"{table.name(key)}, {word}" if word else table.name(key)
