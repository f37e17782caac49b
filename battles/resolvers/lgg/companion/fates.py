"""Checks, recovery, rally, routs, commanders and corrections at the table (LGG-8.3, 14.0, 16.0)."""

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted, listed, sentence
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.common.codes import SKILL_KEYS, Type
from battles.resolvers.contract.notes import Wording
from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.lgg.command.commanders import LOST_FACE, answer_heir, ask_heir, lose_leader
from battles.resolvers.lgg.command.morale import (
    check,
    do_rally,
    do_recover,
    lose_bridge,
    may_check_again,
    may_recover,
    rout,
)
from battles.resolvers.lgg.companion.clock import spend
from battles.resolvers.lgg.companion.fights import MOST_COST, fate
from battles.resolvers.lgg.companion.state import ROUND, TURNS, TableState, find, must_be, read_side, read_unit
from battles.resolvers.lgg.engineering.works import begin_work, settle_work
from battles.resolvers.lgg.files.table import STATUS
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, WORK_KEYS, Activity, Cause, Status
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.values.typed import FATES, TypedUnit, check_unit

CAUSES = {"increment": Cause.INCREMENT, "rough": Cause.ROUGH, "obstacle": Cause.OBSTACLE,
          "fallback": Cause.FALLBACK}  # fmt: skip
WHERE = {
    "stands": "on the table", "rallyable": "in the Rallyable box", "nonrallyable": "in the Non-Rallyable box",
    "destroyed": "destroyed", "exited": "off by the table edge",
}  # fmt: skip


def check_dice(table: TableState, values: JsonPlace) -> list[int]:
    """LGG-8.3-a, 8.4-f A d10; guns that fail a check of terrain throw it once more."""
    slot = table.slots[read_unit(table, values.at("unit"))]
    again = may_check_again(table.battle, slot, CAUSES[values.at("cause").choice(CAUSES)])
    return [10, 10] if again else [10]


def play_check(table: TableState, values: JsonPlace) -> Wording:
    """LGG-8.3-a An attrition check: above Morale is a hit."""
    must_be(table, ROUND, "Checks are made in a round.")
    key, cause = read_unit(table, values.at("unit")), CAUSES[values.at("cause").choice(CAUSES)]
    must_stand(table, key)
    slot = table.put(key, beyond=values.at("beyond").flag(False))
    morale, before = int(table.battle.morale[slot]), table.strength(key)
    thrown = _check_faces(values, len(check_dice(table, values)), morale)
    find(table.battle, MORALE_STREAM, [10] * len(thrown), thrown)
    check(table.battle, slot, cause)
    rolled = listed([str(face) for face in thrown])
    done = "passed" if table.strength(key) == before else f"a hit on {fate(table, key)}"
    return Wording(f"Attrition check of {table.name(key)}, {rolled} against Morale {morale}: {done}.")


def _check_faces(values: JsonPlace, most: int, morale: int) -> list[int]:
    """Return the dice that count: guns on terrain throw a second one when the first fails."""
    faces = [place.integer(1, 10) for place in values.at("dice").items(least=1, most=2)]
    if faces[0] <= morale or most == 1:
        return faces[:1]
    if len(faces) == 1:
        raise Refusal("Dice: guns throw a failed check of terrain once more; write the second face as well.")
    return faces


def must_stand(table: TableState, key: str) -> None:
    """Refuse a unit that is not on the table."""
    if not table.is_here(key):
        raise Refusal(f"{table.name(key)}: not on the table; choose another unit.")


def play_recover(table: TableState, values: JsonPlace) -> Wording:
    """LGG-14.0-a, b A unit with hits tries to lose one of them."""
    must_be(table, TURNS, "Units recover in their side's turn.")
    key = read_unit(table, values.at("unit"))
    must_stand(table, key)
    slot = table.slots[key]
    if not may_recover(table.battle, slot):
        raise Refusal(f"{table.name(key)}: no hit of this battle that could recover (LGG-14.0-a, b).")
    _once(table, key)
    pay(table, values, key)
    (face,) = read_faces(values, [10])
    find(table.battle, MORALE_STREAM, [10], [face])
    before = table.strength(key)
    do_recover(table.battle, slot)
    done = "one hit less" if table.strength(key) > before else "no change"
    return Wording(f"Recovery of {table.name(key)}, {face} against {int(table.battle.morale[slot])}: {done}.")


def _once(table: TableState, key: str) -> None:
    if table.battle.done[table.slots[key], Activity.RECOVER] == 1:
        raise Refusal(f"{table.name(key)}: tried already in this round; the next attempt is in the next one.")


def pay(table: TableState, values: JsonPlace, key: str) -> None:
    """LGG-7.0 What an activity of a unit costs its side, in its own turn."""
    if table.battle.on_turn != table.side_of(key):
        raise Refusal(f"It is not the turn of {table.side(table.side_of(key)).name}.")
    table.acted.add(key)
    spend(table, values.at("cost").integer(0, MOST_COST) if values.has("cost") else 0)


def play_rally(table: TableState, values: JsonPlace) -> Wording:
    """LGG-14.0-e, f A unit of the Rallyable box tries to come back at one strength point."""
    must_be(table, TURNS, "Units rally in their side's turn.")
    key = read_unit(table, values.at("unit"))
    if table.status(key) != Status.RALLYABLE:
        raise Refusal(f"{table.name(key)}: not in the Rallyable box (LGG-14.0-e).")
    _once(table, key)
    pay(table, values, key)
    (face,) = read_faces(values, [10])
    find(table.battle, MORALE_STREAM, [10], [face])
    slot = table.slots[key]
    do_rally(table.battle, slot, 0.0, 0.0, 0.0, 1.0)
    done = "back with 1 strength point" if table.is_here(key) else "still in the box"
    story = f"{sentence(table.name_with_side(key))} rallied." if table.is_here(key) else ""
    return Wording(f"Rally of {table.name(key)}, {face} against {int(table.battle.morale[slot])}: {done}.", story=story)


def play_rout(table: TableState, values: JsonPlace) -> Wording:
    """LGG-10.2-a, f A unit routs: it had no way to fall back."""
    must_be(table, ROUND, "Units rout in a round.")
    key = read_unit(table, values.at("unit"))
    must_stand(table, key)
    rout(table.battle, table.put(key, beyond=values.at("beyond").flag(False)), Cause.BLOCKED)
    story = f"{sentence(table.name_with_side(key))} had no way back and broke."
    return Wording(f"No way back: {fate(table, key)}.", story=story)


def play_unit(table: TableState, values: JsonPlace) -> Wording:
    """EX-4 Correct a unit by hand: its strength and where it is."""
    key = read_unit(table, values.at("unit"))
    if not table.set_up[table.side_of(key)]:
        raise Refusal("Set the units up first; then they can be corrected.")
    strength, status = values.at("strength").integer(0, 9), values.at("fate").choice(FATES)
    slot, unit, name = table.slots[key], table.unit(key), table.name(key)
    if strength > table.battle.start[slot]:
        most = int(table.battle.start[slot])
        raise Refusal(f"{name}: it began with {most} strength points; type 0 to {most}.")
    check_unit(unit, TypedUnit(min(strength, unit.strength), status), table.profile.catalogue, name)
    gone = status not in ("stands", "exited")
    table.battle.sp[slot] = 0 if gone else strength
    set_status(table.battle, slot, STATUS[status])
    hits = "" if gone else f", {counted(table.hits(key), 'hit')}"
    return Wording(f"{name}, put right: {WHERE[status]}{hits}.")


def play_leader(table: TableState, values: JsonPlace) -> Wording:
    """LGG-16.0-b, d, S2-f, S2-g A commander whose stand was penetrated: on a 1 he is lost."""
    must_be(table, ROUND, "Commanders are in danger in a round.")
    side, role = read_side(values.at("side")), values.at("role").integer(0, 2)
    name = _leader_name(table, side, role)
    (face,) = read_faces(values, [10])
    if face != LOST_FACE:
        return Wording(f"{name} is in danger: {face}, unhurt.")
    leader = side * LEADERS + role
    person = int(table.battle.lead_who[leader])
    if person < LEADERS:
        table.lost[side].add(person)
    lose_leader(table.battle, leader)
    if ask_heir(table.battle):
        answer_heir(table.battle, side * LEADERS + values.at("heir").integer(1, 2))
    heir = _successor(table, side) if role == 0 else ""
    story = f"{sentence(name)} was lost to {table.people(side).subject}."
    return Wording(f"{name} is in danger: 1, lost.{heir}", story=story)


def _leader_name(table: TableState, side: int, role: int) -> str:
    leader = side * LEADERS + role
    if table.battle.lead_here[leader] == 0:
        raise Refusal("Commander: he is not on the table; choose another one.")
    person = int(table.battle.lead_who[leader])
    own = table.side(side)
    people = (own.commander, *own.wings)
    return (people[person].name if person < len(people) else "") or f"the commander of {own.name}"


def _successor(table: TableState, side: int) -> str:
    skill = SKILL_KEYS[int(table.battle.lead_skill[side * LEADERS])]
    return f" His successor is {skill}; the new dice count from the next command roll."


def leaders_here(table: TableState, side: int) -> list[tuple[int, str]]:
    """Return the roles and names of the generals on the table."""
    first = side * LEADERS
    here = [role for role in range(LEADERS) if table.battle.lead_here[first + role] == 1]
    return [(role, _leader_name(table, side, role)) for role in here]


WORKS = tuple(key for key in WORK_KEYS if key)
DOING = {
    "EA1": "a pontoon bridge", "EA2": "the demolition of a bridge", "EA3": "the repair of a bridge",
    "EA4": "a field work", "EA5": "a gap in an obstacle", "EA6": "a track through rough ground",
    "dismantle": "taking up the pontoon bridge",
}  # fmt: skip
DONE = {
    "EA1": "the bridge lies, and {train} lies in it", "EA2": "the bridge is gone",
    "EA3": "the bridge can be crossed again", "EA4": "the work stands", "EA5": "the gap is open",
    "EA6": "the track lies",
    "dismantle": "the bridge is taken up, and {train} stands on the table",
}  # fmt: skip
SITE = NOBODY
"""Works have no place in the record: a new one at another place is begun afresh."""


def play_work(table: TableState, values: JsonPlace) -> Wording:
    """REC-7 An engineer unit attempts a work: a d10 of Morale or less is a success, the last one finishes it."""
    must_be(table, TURNS, "Engineers work in their side's turn.")
    key, work = read_unit(table, values.at("unit")), values.at("work").choice(WORKS)
    must_stand(table, key)
    if table.battle.type[table.slots[key]] != Type.ENGINEER:
        raise Refusal(f"Unit: {table.name(key)} cannot work; only engineers do (REC-7).")
    train = _train(table, values, key, work)
    _once_a_round(table, key)
    pay(table, values, key)
    (face,) = read_faces(values, [10])
    return Wording(_attempt(table, key, work, face, afresh=values.at("afresh").flag(False), train=train))


def _train(table: TableState, values: JsonPlace, engineer: str, work: str) -> str | None:
    """EA1, EA2 The pontoon train of the work: one on the table for a bridge, one in a bridge to take it away."""
    wanted = {"EA1": Status.BOARD, "EA2": Status.AS_BRIDGE, "dismantle": Status.AS_BRIDGE}.get(work)
    if not values.has("train"):
        if work in ("EA1", "dismantle"):
            raise Refusal("train: choose the pontoon train (EA1).")
        return None
    train = read_unit(table, values.at("train"))
    own = table.side_of(train) == table.side_of(engineer)
    if wanted is None or table.battle.type[table.slots[train]] != Type.PONTOON or not (own or work == "EA2"):
        values.at("train").refuse("this work needs no such train; leave it open.")
    if table.status(train) != wanted:
        where = "lies in no bridge" if wanted == Status.AS_BRIDGE else "does not stand on the table"
        values.at("train").refuse(f"{table.name(train)} {where}; choose another one.")
    return train


def _once_a_round(table: TableState, key: str) -> None:
    """REC-7 One attempt in a round."""
    slot = table.slots[key]
    if table.battle.done[slot, Activity.ENGINEER] == 1:
        raise Refusal(f"{table.name(key)}: worked already in this round; the next attempt is in the next one (REC-7).")
    table.battle.done[slot, Activity.ENGINEER] = 1


def _attempt(table: TableState, key: str, work: str, face: int, *, afresh: bool, train: str | None) -> str:
    battle, slot, code = table.battle, table.slots[key], WORK_KEYS.index(work)
    if afresh:
        battle.work[slot] = NOBODY
    begin_work(battle, slot, code, SITE)
    find(battle, MORALE_STREAM, [10], [face])
    morale, needs = int(battle.morale[slot]), int(battle.work_needs[code])
    head = f"{table.name(key)} at work on {DOING[work]}, {face} against Morale {morale}"
    if face <= morale and battle.successes[slot] + 1 >= needs:
        battle.work[slot], battle.successes[slot] = NOBODY, 0
        _finish(table, work, train)
        return f"{head}: {DONE[work].format(train=table.name(train) if train else '')}."
    settle_work(battle, slot, face)
    return f"{head}: {counted(int(battle.successes[slot]), 'success', 'successes')} of {needs}."


def _finish(table: TableState, work: str, train: str | None) -> None:
    """EA1, EA2 What a finished work does to a train."""
    if train is None:
        return
    slot = table.slots[train]
    if work == "EA2":
        lose_bridge(table.battle, slot)
    else:
        set_status(table.battle, slot, Status.AS_BRIDGE if work == "EA1" else Status.BOARD)
        table.battle.closed[slot] = 1
