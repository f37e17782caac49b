"""Setting up, days, rounds, command rolls, actions and stratagems at the table (LGG-4.0, 6.0, 7.0, S1; HR-B, HR-T6)."""

from itertools import islice

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import counted, listed, possessive, sentence
from battles.resolvers.by_hand.kind import read_faces
from battles.resolvers.common.codes import GROUND_KEYS, WEATHER_KEYS, Type
from battles.resolvers.contract.notes import Wording
from battles.resolvers.core.dice import COMMAND_STREAM, WEATHER_STREAM
from battles.resolvers.lgg.command.activation import pay, verify_price
from battles.resolvers.lgg.command.rolls import add_roll, log_roll, rolls_of, staff_skill, take_initiative
from battles.resolvers.lgg.companion.state import (
    ROUND,
    TURNS,
    WINGS_OFF,
    TableState,
    find,
    hold_back,
    may_come,
    must_be,
    read_side,
)
from battles.resolvers.lgg.day.arrivals import bring_leader, mark_of
from battles.resolvers.lgg.day.fortify import MOST_WORKS
from battles.resolvers.lgg.machine.machine import begin_day, begin_round, begin_turn, count_round, end_turn
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDE_SLOTS, SIDES, Phase, Role
from battles.resolvers.lgg.record.stratagems import redouble_effort, spend_chit, verify_chit

UNROLLED = -1
WINGS = {1: "the first wing", 2: "the second wing"}
STAFF = "the staff"
SKIES = {"normal": "under a clear sky", "overcast": "under clouds", "precipitating": "in rain or snow"}
STRATAGEMS = {
    "ST1": "Second Wind", "ST2": "Redoubled Effort", "ST3": "Fortune of War", "ST4": "Confusion",
    "ST5": "Presence of Mind",
}  # fmt: skip
MOST_CHITS = 6
MOST_SPENT = 20
NO_TURN = "Actions are spent in a turn: both sides roll for command first."


def play_deploy(table: TableState, values: JsonPlace) -> Wording:
    """HR-T5 A side has put down its units: from now on the enemy sees them."""
    side = read_side(values.at("side"))
    must_be(table, (Phase.DEPLOY,), "The armies are set up already; correct single units instead.")
    if table.set_up[side]:
        raise Refusal(f"{table.side(side).name}: set up already.")
    waits = hold_back(table, side, values)
    table.set_up[side] = True
    if all(table.set_up):
        table.battle.phase = Phase.DAY_START
    works = _works_before(table, side)
    by = ", ".join(rule for rule, number in works.items() if number)
    laid = f" Laid: {counted(sum(works.values()), 'field work')} before the battle ({by})." if by else ""
    later = " The others come at the start of round 3 (HR-T3)." if waits else ""
    units = counted(len(table.units_of(side)), "unit")
    return Wording(f"{table.side(side).name}: set up, {units} on the table.{laid}{later}")


def _works_before(table: TableState, side: int) -> dict[str, int]:
    """HR-T4, HR-31 The works of a defender: one for each engineer unit, at most two, and those that he raised."""
    battle = table.battle
    if battle.role[side] != Role.DEFENDER:
        return {}
    engineers = [key for key in table.units_of(side) if battle.type[table.slots[key]] == Type.ENGINEER]
    held = min(MOST_WORKS, len(engineers)) if battle.held_whole_turn == 1 else 0
    return {"HR-T4": held, "HR-31": int(battle.works[side])}


def weather_dice(table: TableState) -> list[int]:
    """HR-W The dice for the weather of the day to begin: none where the file fixes it, two under a foul sky."""
    if table.battle.day == 0 and table.battle.fixed_weather != NOBODY:
        return []
    return [10, 10] if table.battle.campaign_weather == 1 else [10]


def play_day(table: TableState, values: JsonPlace) -> Wording:
    """LGG-4.0-d, HR-W A day begins with its weather; its first round waits for the command rolls."""
    must_be(table, (Phase.DAY_START,), "A day begins when both sides have set up, or after a night.")
    sides = weather_dice(table)
    find(table.battle, WEATHER_STREAM, sides, read_faces(values, sides))
    begin_day(table.battle)
    open_round(table)
    weather, ground = WEATHER_KEYS[int(table.battle.weather)], GROUND_KEYS[int(table.battle.ground)]
    return Wording(
        f"Day {int(table.battle.day)} begins: weather {weather}, ground {ground}, radius {int(table.battle.radius)} "
        f"inches; it ends when the count reaches {int(table.battle.length)}.",
        chapter=f"{chapter_of(table)}, {SKIES[weather]}, {ground} ground",
    )  # fmt: skip


def chapter_of(table: TableState) -> str:
    """Return the title of the round that has begun, or of the evening."""
    battle = table.battle
    day = f"Day {int(battle.day)}, " if table.file.options.max_days > 1 else ""
    part = f"round {int(battle.round_no)}" if table.phase == Phase.INITIATIVE else "evening"
    return sentence(f"{day}{part}")


def open_round(table: TableState) -> None:
    """LGG-6.1-a A round is cleared by the engine; its two rolls are still to come."""
    count_round(table.battle)
    begin_round(table.battle)
    table.leaving = [False, False]
    table.acted, table.locked = set(), []
    for side in range(SIDES):
        table.battle.rolled[side] = UNROLLED


def command_rolls(table: TableState, side: int) -> list[list[int]]:
    """HR-27, LGG-5.0-a The sides of the dice of each command roll of a side, its army commander's first."""
    battle = table.battle
    skills = [staff_skill(battle, side, n) for n in range(rolls_of(battle, side))]
    return [[int(sides) for sides in battle.skill_dice[skill] if sides > 0] for skill in skills]


def command_dice(table: TableState, side: int) -> list[int]:
    """LGG-5.0-a, HR-27 The sides of all dice that a side throws for command, its army commander's first."""
    return [sides for roll in command_rolls(table, side) for sides in roll]


def rollers(table: TableState, side: int) -> list[str]:
    """HR-27, LGG-5.0-b Who throws each of these dice: the commander, then the wings on the table, then the staff."""
    first = side * LEADERS
    here = [role for role in range(1, LEADERS) if table.battle.lead_here[first + role] == 1]
    names = ["the commander", *(WINGS[role] for role in here)]
    rolls = command_rolls(table, side)
    return [(names[n] if n < len(names) else STAFF) for n, roll in enumerate(rolls) for _ in roll]


def play_roll(table: TableState, values: JsonPlace) -> Wording:
    """LGG-6.1-a, b One side's command roll; with the second the turns begin, unless stratagems may come between."""
    side, battle = read_side(values.at("side")), table.battle
    must_be(table, (Phase.INITIATIVE,), "Command is rolled at the beginning of a round.")
    if battle.rolled[side] != UNROLLED:
        raise Refusal(f"{table.side(side).name}: {int(battle.rolled[side])} rolled already; take that back first.")
    return Wording(f"Command roll of {table.side(side).name}: {_roll(table, values, side)}.{_both_rolled(table)}")


def _roll(table: TableState, values: JsonPlace, side: int) -> str:
    """HR-27 Throw each command roll of a side with the dice that fell; return its total in words."""
    rolls, battle = command_rolls(table, side), table.battle
    faces = iter(read_faces(values, command_dice(table, side)))
    for n, sides in enumerate(rolls):
        find(battle, COMMAND_STREAM, sides, list(islice(faces, len(sides))))
        add_roll(battle, side, n)
    log_roll(battle, side, 0, len(rolls))
    own = f" ({int(battle.own_roll[side])} of them count toward the day)" if len(rolls) > 1 else ""
    return f"{int(battle.rolled[side])}{own}"


def _both_rolled(table: TableState) -> str:
    if UNROLLED in table.battle.rolled:
        return ""
    return "" if table.file.options.played("stratagems") else _begin_turns(table)


def _begin_turns(table: TableState) -> str:
    """LGG-6.1-b A tie of the day's first round is rolled again; otherwise the first side begins."""
    battle = table.battle
    if battle.rolled[0] == battle.rolled[1] and battle.round_no == 1:
        battle.rolled[0] = battle.rolled[1] = UNROLLED
        return " A tie in the first round: both roll again."
    take_initiative(battle)
    begin_turn(battle, Phase.TURN_FIRST, battle.first)
    return f" First: {table.side(int(battle.first)).name}."


def play_turns(table: TableState, _values: JsonPlace) -> Wording:
    """LGG-6.1-b Both rolls stand and nobody plays Second Wind any more: the turns begin."""
    must_be(table, (Phase.INITIATIVE,), "The turns have begun already.")
    if UNROLLED in table.battle.rolled:
        raise Refusal("Both sides roll for command before the turns begin.")
    return Wording(f"The rolls stand.{_begin_turns(table)}")


def play_spend(table: TableState, values: JsonPlace) -> Wording:
    """LGG-6.1-c Actions spent, or given back where the number is negative."""
    must_be(table, TURNS, NO_TURN)
    battle, amount = table.battle, values.at("amount").integer(-MOST_SPENT, MOST_SPENT)
    name = table.side(int(battle.on_turn)).name
    if amount < 0 and -amount > battle.spent[battle.on_turn]:
        spent = counted(int(battle.spent[battle.on_turn]), "action")
        raise Refusal(f"{name}: {spent} spent; no more can be given back.")
    if amount < 0:
        pay(battle, amount)
    else:
        spend(table, amount)
    done = "spent" if amount >= 0 else "taken back"
    return Wording(f"{name}: {counted(abs(amount), 'action')} {done}; {int(battle.actions)} left.")


def spend(table: TableState, amount: int) -> None:
    """LGG-6.1-c Pay for an activity of the side on turn; Refusal where it has not that many actions."""
    if amount == 0:
        return
    must_be(table, TURNS, NO_TURN)
    battle = table.battle
    if verify_price(battle, amount) != 0:
        name = table.side(int(battle.on_turn)).name
        left = int(battle.actions)
        raise Refusal(f"Actions: {left} left to {name}, not {amount} (LGG-6.1-c); give some back first.")
    pay(battle, amount)


def play_turn_end(table: TableState, _values: JsonPlace) -> Wording:
    """LGG-6.1-c The side on turn is done."""
    must_be(table, TURNS, "No turn is running.")
    name = table.side(int(table.battle.on_turn)).name
    end_turn(table.battle)
    return Wording(f"{possessive(name)} turn is over.{_next_turn(table)}")


def _next_turn(table: TableState) -> str:
    if table.phase == Phase.TURN_SECOND:
        side = int(table.battle.on_turn)
        return f" {table.side(side).name}: {counted(int(table.battle.actions), 'action')}."
    return " Fight the remaining combats now."


def play_chits(table: TableState, values: JsonPlace) -> Wording:
    """LGG-S1-a How many stratagems a side has drawn; nobody else reads it."""
    side, count = read_side(values.at("side")), values.at("count").integer(0, MOST_CHITS)
    _need_stratagems(table)
    table.battle.chits[side], table.dealt[side] = count, True
    name = table.side(side).name
    return Wording(f"{name}: {counted(count, 'stratagem')} held.", side, f"{name}: chits drawn.")


def _need_stratagems(table: TableState) -> None:
    if not table.file.options.played("stratagems"):
        raise Refusal("This battle is fought without stratagems.")


def stratagem_dice(table: TableState, values: JsonPlace) -> list[int]:
    """REC-6 Second Wind throws the command dice again, Redoubled Effort a d6; the others are re-rolls elsewhere."""
    which = values.at("which").choice(STRATAGEMS)
    if which == "ST1":
        return command_dice(table, read_side(values.at("side")))
    return [6] if which == "ST2" else []


def play_stratagem(table: TableState, values: JsonPlace) -> Wording:
    """LGG-S1-b, REC-6 A side plays a stratagem, one a round; everybody sees it."""
    _need_stratagems(table)
    side, which = read_side(values.at("side")), values.at("which").choice(STRATAGEMS)
    must_be(table, (Phase.INITIATIVE, *ROUND), "Stratagems are played in a round.")
    _check_chit(table, side)
    head = f"Stratagem of {table.side(side).name}: {STRATAGEMS[which]} ({which})"
    if which == "ST1":
        return Wording(f"{head}, {_second_wind(table, values, side)}.")
    if which == "ST2":
        return Wording(f"{head}, {_redouble(table, values, side)}.")
    spend_chit(table.battle, side)
    player = sentence(table.people(side).subject)
    return Wording(f"{head}.", story=f"{player} played {STRATAGEMS[which]}.")


def _check_chit(table: TableState, side: int) -> None:
    battle = table.battle
    if not table.dealt[side]:
        battle.chits[side] = max(int(battle.chits[side]), 1)
    if verify_chit(battle, side) != 0:
        once = battle.stratagem_used[side] == 1
        raise Refusal("One stratagem a round (LGG-S1-b)." if once else "No stratagem is left; count the chits again.")


def _second_wind(table: TableState, values: JsonPlace, side: int) -> str:
    must_be(table, (Phase.INITIATIVE,), "Second Wind comes before the first action.")
    if UNROLLED in table.battle.rolled:
        raise Refusal("Second Wind is played when both command rolls are seen.")
    spend_chit(table.battle, side)
    return f"{_roll(table, values, side)} instead"


def _redouble(table: TableState, values: JsonPlace, side: int) -> str:
    battle = table.battle
    must_be(table, TURNS, "Redoubled Effort is played in the own turn.")
    if battle.on_turn != side or battle.actions < 1:
        raise Refusal("Redoubled Effort is played in the own turn, before the last action is spent (REC-6).")
    find(battle, COMMAND_STREAM, [6], read_faces(values, [6]))
    redouble_effort(battle)
    return f"{counted(int(battle.extra_actions[side]), 'action')} more"


def due(table: TableState, key: str) -> str:
    """HR-T3, T6 When a unit that waits comes: at the start of round 3, or at a count of today."""
    if key in table.second:
        return "due now" if may_come(table, key) else "due at the start of round 3"
    return f"due at {int(mark_of(table.battle, table.battle.roll[table.slots[key]]))}"


def play_arrive(table: TableState, values: JsonPlace) -> Wording:
    """HR-T6 Bring units that were on the march to the table, and with the first of them their leader."""
    must_be(table, (Phase.INITIATIVE, *ROUND), "Units arrive in a round.")
    keys = [place.text(most=60) for place in values.at("units").items(least=1, most=SIDE_SLOTS)]
    if strange := [key for key in keys if key not in table.late]:
        raise Refusal(f"Units: {strange[0][:60]} is not on the march; choose from those that are.")
    if early := [key for key in keys if not may_come(table, key)]:
        raise Refusal(f"Units: {table.plain_name(early[0])} comes at the start of round 3 (HR-T3); choose it then.")
    if len({table.side_of(key) for key in keys}) > 1:
        raise Refusal("Units: one side's units arrive at a time.")
    for key in keys:
        table.join(key)
        if key not in table.second:
            bring_leader(table.battle, table.slots[key])
    _keep_leaders_apart(table)
    names, side = listed([table.plain_name(key) for key in keys]), table.side_of(keys[0])
    story = sentence(f"{names} of {table.people(side).subject} came up.")
    return Wording(f"{table.side(side).name}: arrival of {names}.", story=story)


def _keep_leaders_apart(table: TableState) -> None:
    for leader in range(SIDES * LEADERS):
        if leader % LEADERS:
            table.battle.lead_x[leader] = WINGS_OFF
