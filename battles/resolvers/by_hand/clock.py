"""The notes of the clock: setting up, the day, throws, phases, the end, who stays."""

from collections.abc import Sequence

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import listed
from battles.resolvers.by_hand.game import TURN, Throw
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.by_hand.table import FIGHTING, MORNING, OVER, SETUP, TableState
from battles.resolvers.common import codes
from battles.resolvers.common.ending import anybody_left, break_test
from battles.resolvers.common.fill import set_weather
from battles.resolvers.contract.notes import Wording

DIE_OF_WEATHER = 10


def side_in(values: JsonPlace) -> int:
    """Return the side of a note."""
    return values.at("side").integer(0, 1)


def require(table: TableState, stage: str, sentence: str) -> None:
    """Refuse a note that belongs to another part of the day."""
    if table.stage != stage:
        raise Refusal(sentence)


def play_deploy(table: TableState, values: JsonPlace) -> Wording:
    """COM-20 A side has set up."""
    side = side_in(values)
    require(table, SETUP, "Both sides have set up already.")
    if table.set_up[side]:
        raise Refusal("This side has set up already.")
    table.set_up[side] = True
    if all(table.set_up):
        table.stage = MORNING
    number = sum(table.is_here(slot) for slot in table.units_of(side))
    return Wording(f"{table.file.sides[side].name} has set up, {number} {'unit' if number == 1 else 'units'}.")


def weather_dice(table: TableState) -> list[int]:
    """HR-W Return the die for the weather, where the file leaves it open."""
    return [DIE_OF_WEATHER] if table.battle.weather < 0 else []


def play_day(table: TableState, values: JsonPlace) -> Wording:
    """HR-W The day begins: its weather, then the first turn."""
    require(table, MORNING, "A day begins when both sides have set up, and once.")
    set_weather(table.battle, *(read_faces(values, weather_dice(table)) or [0]))
    table.stage = FIGHTING
    come = _begin_turn(table)
    return Wording(f"Day {int(table.battle.day)} begins: {sky(table)}.{come}", chapter=_chapter(table))


def sky(table: TableState) -> str:
    """Return the weather and the ground in words."""
    battle = table.battle
    return f"{codes.WEATHER_KEYS[int(battle.weather)]}, {codes.GROUND_KEYS[int(battle.ground)]} ground"


def _chapter(table: TableState) -> str:
    return f"Turn {int(table.battle.turn)}"


def _begin_turn(table: TableState) -> str:
    table.battle.turn += 1
    table.at = 0
    table.acted.clear()
    table.thrown.clear()
    come = table.arrive()
    return f" {listed([table.name(slot) for slot in come])} may enter now." if come else ""


def throw_dice(throw: Throw, table: TableState, values: JsonPlace) -> list[int]:
    """Return the sides of the dice of a throw."""
    return throw.dice(table, side_in(values))


def play_throw(throw: Throw, table: TableState, values: JsonPlace) -> Wording:
    """A side throws for what it may do in this turn, once."""
    side = side_in(values)
    require(table, FIGHTING, "This is thrown for while the battle lasts.")
    if table.phase.key not in throw.phases:
        raise Refusal(f"{throw.title}: not in this part of the turn.")
    if (throw.key, side) in table.thrown:
        raise Refusal(f"{throw.title}: thrown already in this turn.")
    faces = read_faces(values, throw.dice(table, side))
    table.thrown.add((throw.key, side))
    return Wording(throw.settle(table, side, faces))


def missing_throws(table: TableState) -> list[tuple[Throw, int]]:
    """List the throws that are open in this phase, each with its side."""
    if table.stage != FIGHTING:
        return []
    sides = (0, 1) if table.on_turn is None else (table.on_turn,)
    return [
        (throw, side) for throw in table.game.throws if table.phase.key in throw.phases
        for side in sides if (throw.key, side) not in table.thrown and throw.dice(table, side)
    ]  # fmt: skip


def play_next(table: TableState, _values: JsonPlace) -> Wording:
    """A phase ends; with the last one the turn, and perhaps the day."""
    require(table, FIGHTING, "There is no phase to end now.")
    _check_phase(table)
    done = table.phase
    text = table.game.leave_phase(table, done.key)
    table.at += 1
    if table.at < len(table.game.phases):
        return Wording(f"{phase_title(table)}. {text}".strip())
    return _end_turn(table, text)


def _check_phase(table: TableState) -> None:
    for throw, side in missing_throws(table):
        if throw.needed:
            raise Refusal(f"{throw.title}: {table.file.sides[side].name} has not thrown yet.")
    if sentence := table.game.must(table):
        raise Refusal(sentence)


def phase_title(table: TableState) -> str:
    """Return the title of the phase, with the side that acts in it."""
    side = table.on_turn
    return table.phase.title if side is None else f"{table.phase.title}: {table.file.sides[side].name}"


def _end_turn(table: TableState, text: str) -> Wording:
    """COM-12 COM-13 COM-15 Break, leave, or go on to the next turn."""
    battle, turn = table.battle, int(table.battle.turn)
    table.at = len(table.game.phases) - 1
    words = [f"Turn {turn} ends.", text, table.game.end_turn(table)]
    for slot, key in [where for where in table.tally if _passes(table, where[1])]:
        table.tally[(slot, key)] = 0
    breaking = [side for side in (0, 1) if not battle.broken[side]]
    if table.game.test is not None:
        table.game.test(battle)
    else:
        break_test(battle, *(int(battle.num[slot]) for slot in table.game.breaks))
    words += [f"The army of {table.file.sides[side].name} breaks." for side in breaking if battle.broken[side]]
    for side in (0, 1):
        if table.leaving[side] and not battle.broken[side]:
            battle.leaves[side] = battle.over = 1
            words.append(f"{table.file.sides[side].name} leaves the field.")
    over = battle.over == 1 or turn >= battle.limit or not (anybody_left(battle, 0) and anybody_left(battle, 1))
    if over:
        return Wording(" ".join(word for word in [*words, _close(table)] if word), story=_stories(words))
    words.append(_begin_turn(table).strip())
    return Wording(" ".join(word for word in words if word), story=_stories(words), chapter=_chapter(table))


def _passes(table: TableState, key: str) -> bool:
    return any(one.key == key and one.until == TURN for one in table.game.counters)


def _stories(words: Sequence[str]) -> str:
    """Return the armies that broke or left the field."""
    told = [word for word in words if word.endswith(tuple(_ENDS))]
    return " ".join(word.replace(end, past) for word in told for end, past in _ENDS.items() if word.endswith(end))


_ENDS = {" breaks.": " broke.", " leaves the field.": " left the field."}


def _close(table: TableState) -> str:
    """COM-14 The fighting ends, and the day is judged."""
    table.stage = OVER
    table.battle.over = 1
    table.game.close(table)
    table.game.judge(table.battle)
    return f"The fighting is over: {verdict(table)}."


def verdict(table: TableState) -> str:
    """COM-14 Return who has won, in words."""
    winner, grade = int(table.battle.fought), codes.GRADE_KEYS[int(table.battle.grade)]
    return "a draw" if winner == codes.DRAW else f"won by {table.file.sides[winner].name} ({grade})"


def play_swap(table: TableState, _values: JsonPlace) -> Wording:
    """MFR-03 The side that may go first goes second."""
    require(table, FIGHTING, "The order is chosen while the battle lasts.")
    swap = table.game.swap
    if swap is None or table.phase.key != swap[0]:
        raise Refusal("The order is chosen before the first side begins.")
    if table.game.swap_once and table.battle.turn > 1:
        raise Refusal("The order is chosen in the first turn and kept.")
    table.battle.first = 1 - int(table.battle.first)
    swap[1](table)
    return Wording(f"The order is turned round. {phase_title(table)}.")


def play_stop(table: TableState, _values: JsonPlace) -> Wording:
    """COM-12 Both sides end the day before its last turn: night falls, or it is late."""
    require(table, FIGHTING, "There is no fighting to end now.")
    return Wording(f"The day ends in turn {int(table.battle.turn)}. {_close(table)}")


def play_leave(table: TableState, values: JsonPlace) -> Wording:
    """COM-15 A side decides to leave the field when the turn ends, or takes that back; its enemy sees it then."""
    side, leaves = side_in(values), values.at("leaves").flag()
    require(table, FIGHTING, "An army leaves the field while the battle lasts.")
    table.leaving[side] = leaves
    name = table.file.sides[side].name
    text = f"{name} will leave the field at the end of this turn." if leaves else f"{name} fights on."
    return Wording(text, secret_of=side, instead=f"{name}: a secret note.")


def play_stay(table: TableState, values: JsonPlace) -> Wording:
    """COM-15 After the fighting a side chooses whether it stays; a broken one cannot, nor one that left."""
    side, stays = side_in(values), values.at("stays").flag()
    require(table, OVER, "A side chooses whether it stays when the fighting is over.")
    if table.stays[side] is not None:
        raise Refusal("This side has chosen already; take that note back first.")
    if stays and (table.battle.broken[side] or table.battle.leaves[side]):
        raise Refusal("stays: an army that broke or left does not stay; choose that it leaves.")
    table.stays[side] = stays
    name = table.file.sides[side].name
    text = f"{name} {'stays on' if stays else 'leaves'} the field."
    return Wording(text, secret_of=side, instead=f"{name} has chosen.")
