"""Engineers' works at the table (REC-7, EA1 to EA6): attempts and their successes are counted, places are the players'.

Where a work lies, and whether engineers may be set to it there, is looked at on the real table. What the record keeps
is what a work needs, what has been gained, and the train that lies as a bridge.
"""

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.common.codes import Type
from battles.resolvers.contract.notes import Wording
from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.lgg.command.morale import lose_bridge
from battles.resolvers.lgg.companion.fates import must_stand, pay
from battles.resolvers.lgg.companion.found_dice import find
from battles.resolvers.lgg.companion.state import TURNS, TableState, must_be, read_unit
from battles.resolvers.lgg.engineering.works import begin_work, settle_work
from battles.resolvers.lgg.record.codes import NOBODY, WORK_KEYS, Activity, Status
from battles.resolvers.lgg.record.setup import set_status

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
