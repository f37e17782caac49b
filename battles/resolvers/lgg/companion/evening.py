"""The evening in its steps at the table, and the night after it (LGG-15.0, HR-D2)."""

from collections.abc import Callable

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted, listed, sentence
from battles.resolvers.aftermath.rules import PURSUED_ARMS
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.contract.notes import Wording
from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.lgg.command.morale import evening_rally, evening_recovery
from battles.resolvers.lgg.companion.state import TableState, find, must_be, read_side, read_unit
from battles.resolvers.lgg.day.amalgamation import answer_amalgamate, may_converge, verify_amalgamate
from battles.resolvers.lgg.day.evening import (
    UNDECIDED_YET,
    answer_pursuit,
    answer_stay,
    ask_who_is_hit,
    count_face,
    end_battle,
    evening_penalty,
    goes_on,
    hits_to_allot,
    pursuit_strength,
    rallies_by_night,
    recovers_by_night,
    stay_step,
    verify_pursuit,
)
from battles.resolvers.lgg.day.evening import begin_pursuit as begin_dice
from battles.resolvers.lgg.record.codes import SIDE_SLOTS, SIDES, Pending, Phase, Status
from battles.resolvers.lgg.record.setup import set_status
from battles.resolvers.lgg.record.state import Battle

MOST_GROUPS = 30
VICTIMS = ("infantry", "cavalry", "artillery")


def play_stay(table: TableState, values: JsonPlace) -> Wording:
    """LGG-15.1-a A side chooses in secret whether it stays; when both have, both answers are shown."""
    side, stays, battle = read_side(values.at("side")), values.at("stays").flag(), table.battle
    must_be(table, (Phase.STAY_LEAVE,), "The sides say whether they stay when a day is over.")
    name = table.side(side).name
    if battle.stays[side] != UNDECIDED_YET:
        raise Refusal(f"{name}: said already; take it back to say otherwise.")
    battle.asked = side
    answer_stay(battle, int(stays))
    stay_step(battle)
    battle.pending = Pending.NONE
    word = "staying" if stays else "leaving"
    if table.phase == Phase.STAY_LEAVE:
        return Wording(f"{name}: {word}.", side, f"{name}: said whether to stay.")
    other = table.side(1 - side).name
    choice = "staying" if battle.stays[1 - side] else "leaving"
    story = _choices(table)
    return Wording(f"{name}: {word}; {other}: {choice}.{begin_pursuit(table)}", story=story)


def _choices(table: TableState) -> str:
    """LGG-15.1 Return who kept the field, for the dispatch."""
    first, second = (table.people(side).subject for side in range(SIDES))
    stays = [bool(table.battle.stays[side]) for side in range(SIDES)]
    if stays[0] == stays[1]:
        return "Both armies stayed on the field." if stays[0] else "Both armies left the field."
    kept, left = (first, second) if stays[0] else (second, first)
    return sentence(f"{kept} kept the field, and {left} left it.")


def begin_pursuit(table: TableState) -> str:
    """LGG-15.2-a Goes on to the recovery where nobody is pursued; what is to say of it."""
    dice = int(pursuit_strength(table.battle))
    if dice:
        return f" The pursuit has {counted(dice, 'die', 'dice')}."
    _next(table, Phase.EOD_RECOVERY)
    return " There is no pursuit."


def pursuit_dice(table: TableState) -> list[int]:
    """LGG-15.3-a The dice of the pursuit."""
    return [6] * int(pursuit_strength(table.battle)) if table.phase == Phase.PURSUIT else []


def play_pursuit(table: TableState, values: JsonPlace) -> Wording:
    """LGG-15.3-a, c All pursuit dice together; the loser then chooses the units that are hit."""
    must_be(table, (Phase.PURSUIT,), "A pursuit comes after staying and leaving.")
    battle = table.battle
    if battle.pending == Pending.PURSUIT:
        raise Refusal("The pursuit has been rolled; its hits wait to be put on units.")
    faces = read_faces(values, pursuit_dice(table))
    rolled = ", ".join(map(str, faces)) or "no dice"
    if not faces or not _asks_who_is_hit(battle, faces):
        _next(table, Phase.EOD_RECOVERY)
        return Wording(f"Pursuit: {rolled}. Nobody is hit.", story="The pursuit cost nobody anything.")
    loser = int(battle.asked)
    owner = table.side(loser).name
    return Wording(
        f"Pursuit: {rolled}. Hits: {_hits(table)}; it is for {owner} to say who takes them.",
        story=f"The pursuit cost {table.people(loser).subject} {counted(sum(to_allot(table)), 'strength point')}.",
    )


def _asks_who_is_hit(battle: Battle, faces: list[int]) -> bool:
    begin_dice(battle, len(faces))
    for face in faces:
        count_face(battle, face)
    return ask_who_is_hit(battle)


def to_allot(table: TableState) -> list[int]:
    """LGG-15.3-b Hits on infantry, cavalry and artillery that find a target."""
    return [int(hits_to_allot(table.battle, arm)) for arm in PURSUED_ARMS]


def _hits(table: TableState) -> str:
    return listed([f"{n} on {VICTIMS[arm]}" for arm, n in enumerate(to_allot(table)) if n])


def play_allot(table: TableState, values: JsonPlace) -> Wording:
    """LGG-15.3-b The loser puts the hits of the pursuit on its units."""
    battle = table.battle
    if battle.pending != Pending.PURSUIT:
        raise Refusal("No hits of a pursuit wait.")
    rows = _allotted(table, values.at("hits"))
    battle.cmd_items = 0
    for key, hits in rows:
        battle.cmd_item[battle.cmd_items, 0], battle.cmd_item[battle.cmd_items, 1] = table.slots[key], hits
        battle.cmd_items += 1
    if verify_pursuit(battle) != 0:
        raise Refusal(f"Hits: exactly {_hits(table)}, on units that have the strength for them (LGG-15.3-b).")
    answer_pursuit(battle)
    _next(table, Phase.EOD_RECOVERY)
    return Wording(f"The pursuit hits {listed([f'{table.name(key)} ({hits})' for key, hits in rows])}.")


def _allotted(table: TableState, place: JsonPlace) -> list[tuple[str, int]]:
    if not isinstance(place.value, dict):
        place.refuse("name the units and their hits.")
    pairs = [(read_unit(table, JsonPlace(key, "hits")), place.at(key).integer(0, 9)) for key in place.value]
    return [(key, hits) for key, hits in pairs if hits]


def recoverers(table: TableState, side: int) -> list[str]:
    """LGG-15.4-a The units of a side that may try to lose a hit in the evening."""
    return [key for key in table.units_of(side) if recovers_by_night(table.battle, table.slots[key])]


def broken(table: TableState, side: int) -> list[str]:
    """LGG-15.4-b The broken units of a side that try to rally in the evening."""
    return [key for key in table.units_of(side) if rallies_by_night(table.battle, table.slots[key])]


def penalty(table: TableState, key: str) -> int:
    """LGG-15.4-b, c Return what is added to a unit's evening roll."""
    return int(evening_penalty(table.battle, table.slots[key]))


def evening_dice(table: TableState, values: JsonPlace) -> list[int]:
    """LGG-15.4 A d10 for each unit of a side that tries in this step, in the order of the file."""
    side = read_side(values.at("side"))
    trying = recoverers if table.phase == Phase.EOD_RECOVERY else broken
    return [10] * len(trying(table, side))


def play_recovery(table: TableState, values: JsonPlace) -> Wording:
    """LGG-15.4-a, c The free recoveries of one side."""
    side = _own_step(table, values, Phase.EOD_RECOVERY, "Recovery comes after the pursuit.")
    return _tries(table, values, side, recoverers(table, side), evening_recovery, "recovered", Phase.EOD_RALLY)


def play_rallying(table: TableState, values: JsonPlace) -> Wording:
    """LGG-15.4-b, c The last attempts of one side's broken units; who fails is gone for good."""
    side = _own_step(table, values, Phase.EOD_RALLY, "The evening's rally comes after the recovery of both sides.")
    return _tries(table, values, side, broken(table, side), evening_rally, "rallied", Phase.AMALGAMATE)


def _own_step(table: TableState, values: JsonPlace, phase: int, sentence: str) -> int:
    side = read_side(values.at("side"))
    must_be(table, (phase,), sentence)
    if table.done[side]:
        raise Refusal(f"{table.side(side).name}: through with this step.")
    return side


def _tries(
    table: TableState, values: JsonPlace, side: int, keys: list[str], attempt: Callable[[Battle, int, int], None],
    word: str, after: int,
) -> Wording:  # fmt: skip
    tries, done = [], []
    for key, face in zip(keys, read_faces(values, [10] * len(keys)), strict=True):
        before, added = table.strength(key), penalty(table, key)
        find(table.battle, MORALE_STREAM, [10], [face])
        attempt(table.battle, table.slots[key], added)
        did = table.strength(key) > before
        done += [table.plain_name(key)] if did else []
        tries.append(f"{table.plain_name(key)} {face}{f'+{added}' if added else ''} {word if did else 'not'}")
    _done(table, side, after)
    owner = table.people(side).owner
    story = sentence(f"{owner} {listed(done)} {word}.") if done else ""
    return Wording(f"{table.side(side).name}: {listed(tries) or 'no unit has to try'}.", story=story)


def _done(table: TableState, side: int, after: int) -> None:
    table.done[side] = True
    if all(table.done):
        _next(table, after)


def _next(table: TableState, phase: int) -> None:
    """LGG-15.0 On to a step of the evening; where nobody has anything to do in it, on to the next one."""
    table.battle.phase, table.done = phase, [False, False]
    if phase == Phase.EOD_RECOVERY:
        table.done = [not recoverers(table, side) for side in range(SIDES)]
    elif phase == Phase.EOD_RALLY:
        table.done = [not broken(table, side) for side in range(SIDES)]
    elif phase == Phase.AMALGAMATE and not goes_on(table.battle):
        end_battle(table.battle)
        return
    if all(table.done):
        _next(table, Phase.EOD_RALLY if phase == Phase.EOD_RECOVERY else Phase.AMALGAMATE)


def convergers(table: TableState, side: int) -> list[str]:
    """LGG-15.5-a, d The units of a side that may amalgamate."""
    return [key for key in table.units_of(side) if may_converge(table.battle, table.slots[key])]


def play_groups(table: TableState, values: JsonPlace) -> Wording:
    """LGG-15.5 A side makes fewer, stronger units between two days; it may as well make none."""
    side = _own_step(table, values, Phase.AMALGAMATE, "Units amalgamate in the evening, when another day follows.")
    groups = [[read_unit(table, place) for place in group.items(most=SIDE_SLOTS)]
              for group in values.at("groups").items(most=MOST_GROUPS)]  # fmt: skip
    battle, battle_items = table.battle, [(key, n) for n, group in enumerate(groups) for key in group]
    battle.asked, battle.cmd_items = side, len(battle_items)
    for item, (key, n) in enumerate(battle_items):
        battle.cmd_item[item, 0], battle.cmd_item[item, 1] = table.slots[key], n
    if verify_amalgamate(battle) != 0:
        raise Refusal(
            "Groups: a group is infantry, or cavalry of one kind, of one army, and becomes fewer units than it was "
            "(LGG-15.5-a, b)."
        )
    answer_amalgamate(battle)
    table.groups += [tuple(group) for group in groups]
    _done(table, side, Phase.NIGHT)
    made = [listed([table.plain_name(key) for key in group]) for group in groups]
    done = f"amalgamation of {'; of '.join(made)}" if made else "no amalgamation"
    return Wording(f"{table.side(side).name}: {done}.")


def play_night(table: TableState, _values: JsonPlace) -> Wording:
    """HR-D2 The armies have drawn apart, the rallied are back with their commander: the next day may begin."""
    must_be(table, (Phase.NIGHT,), "There is no night now.")
    for key, slot in table.slots.items():
        if key not in table.late and table.battle.status[slot] in (Status.WAITING, Status.EXITED):
            set_status(table.battle, slot, Status.BOARD)
    table.battle.phase = Phase.DAY_START
    return Wording("The night is over: the armies have drawn apart, and the rallied stand with their commander.")
