"""The notes that are open to a writer at a moment, with their fields, and what is asked before them."""

from collections.abc import Callable, Mapping
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from base.words import listed
from battles.resolvers.by_hand.fights import fight_of
from battles.resolvers.by_hand.game import Deed, Lookup, Throw
from battles.resolvers.by_hand.look import taken_words
from battles.resolvers.by_hand.screen import Screen, UnitSeen
from battles.resolvers.by_hand.table import FIGHTING, MORNING, OVER, SETUP, TableState
from battles.resolvers.contract.described import (
    ANSWER,
    FOLDED,
    LAST,
    WHOLE,
    Answer,
    Asking,
    Die,
    Group,
    NoteDescription,
    NoteField,
    Steps,
    Tool,
    dice_of,
    tick,
    whole,
)
from battles.resolvers.contract.notes import Reader
from battles.resolvers.values.typed import FATE_LABELS

NOBODY = "No unit that could do this stands on the table now."
ASKING = Asking("Show the odds", then="What it came to", folded="What else counts", live=True)
LEAVES = (("yes", "it leaves when this turn ends"), ("no", "it fights on"))
STAYS = (("yes", "it stays"), ("no", "it leaves the field"))
MOST_COUNT = 99
MOST_BUTTONS = 12
"""Dice with more faces are written, not chosen."""
Describe = Callable[[Screen, int], NoteDescription]


def describe(table: TableState, screen: Screen, kind: str, side: int | None = None) -> NoteDescription:
    """Return a kind of note as this writer may write it now; Refusal of one that there is not."""
    number = side or 0
    if kind in _PLAIN:
        return _PLAIN[kind](screen, number)
    look, throw = screen.game.lookup(kind), screen.game.throw(kind)
    if look is not None:
        return _fight(screen, look)
    if throw is not None:
        return _throw(screen, throw, number)
    deed = screen.game.deed(kind)
    if deed is not None:
        return _deed(table, screen, deed, number)
    raise Refusal("Nothing of this kind is noted at the table.")


def _deploy(screen: Screen, side: int) -> NoteDescription:
    return NoteDescription("deploy", screen.sides[side].name, "Our units stand on the table", side=side)


def _day(screen: Screen, _side: int) -> NoteDescription:
    return NoteDescription("day", "Weather of the day", "Begin the day", dice=dice_of(*screen.weather_dice))


def _next(screen: Screen, _side: int) -> NoteDescription:
    last = screen.phase == screen.game.phases[-1].key
    return NoteDescription("next", screen.phase_title, "End the turn" if last else "Done: go on")


def _stop(_screen: Screen, _side: int) -> NoteDescription:
    return NoteDescription("stop", "The day ends here", "End the day")


def _swap(screen: Screen, _side: int) -> NoteDescription:
    return NoteDescription("swap", f"{screen.phase_title}, or not", "Let the enemy go first")


def _leave(screen: Screen, side: int) -> NoteDescription:
    field = NoteField("leaves", "Your army", ANSWER, LEAVES)
    return NoteDescription("leave", f"Leave the field: {screen.sides[side].name}", fields=(field,), side=side)


def _stay(screen: Screen, side: int) -> NoteDescription:
    field = NoteField("stays", "Your army", ANSWER, STAYS)
    return NoteDescription("stay", f"After the fighting: {screen.sides[side].name}", fields=(field,), side=side)


def _unit(screen: Screen, _side: int) -> NoteDescription:
    units = _groups(screen, [0, 1], lambda unit: unit.own)
    most = max((unit.full for side in screen.sides for unit in side.units), default=MOST_COUNT)
    one, many = screen.game.loss
    fields = (
        NoteField("unit", "Unit", choices=units),
        whole("strength", f"{many.capitalize()} that it can still take" if one == "hit" else "Left of it", 0, most),
        NoteField("fate", "Where it is", choices=FATE_LABELS),
    )  # fmt: skip
    return NoteDescription("unit", "Put a unit right", "Put it right", fields, nothing="" if units else NOBODY)


def _counter(screen: Screen, _side: int) -> NoteDescription:
    units = _groups(screen, [0, 1], lambda unit: unit.own and unit.here)
    counters = [one for one in screen.game.counters if one.by_hand]
    fields = (
        NoteField("unit", "Unit", choices=units),
        NoteField("counter", "Counter", choices=tuple((one.key, one.label) for one in counters)),
        whole("number", "How many (0 takes it off)", 0, max((one.most for one in counters), default=1), initial=1),
    )  # fmt: skip
    return NoteDescription("counter", "Counters", "Note it", fields, nothing="" if units else NOBODY)


def _leader(screen: Screen, side: int) -> NoteDescription:
    own = screen.sides[side]
    choices = tuple((str(role), name) for role, name in own.leaders)
    field = NoteField("role", "General", choices=choices)
    return NoteDescription(
        "leader", f"A general is lost: {own.name}", "He is lost", (field,), side=side,
        nothing="" if choices else "No general of yours is on the table.", shape=_role,
    )  # fmt: skip


def _role(values: Mapping[str, Any]) -> dict[str, Any]:
    return {**values, "role": int(values["role"])}


def _spend(screen: Screen, side: int) -> NoteDescription:
    own = screen.sides[side]
    choices = tuple((key, f"{label} ({left} left)") for key, label, left in own.stores)
    fields = (NoteField("store", "What", choices=choices),
              whole("amount", "How many; a number below 0 gives back", -9, 9, initial=1))  # fmt: skip
    return NoteDescription("spend", f"Spend: {own.name}", "Note it", fields, side=side)


_PLAIN: dict[str, Describe] = {
    "deploy": _deploy, "day": _day, "next": _next, "stop": _stop, "swap": _swap, "leave": _leave, "stay": _stay,
    "unit": _unit, "counter": _counter, "leader": _leader, "spend": _spend,
}  # fmt: skip


def _throw(screen: Screen, throw: Throw, side: int) -> NoteDescription:
    open_dice = {(key, number): dice for key, number, dice in screen.throws}
    dice = open_dice.get((throw.key, side), ())
    title = f"{throw.title}: {screen.sides[side].name}"
    nothing = "" if dice else f"{throw.title}: thrown already, or not in this part of the turn."
    return NoteDescription(throw.key, title, "Take these dice", dice=dice_of(*dice), side=side, nothing=nothing)


def _deed(table: TableState, screen: Screen, deed: Deed, side: int) -> NoteDescription:
    """Return a deed as its own side may do it; its fields and dice are those of this side."""
    title = f"{deed.title}: {screen.sides[side].name}"
    if (deed.key, side) not in screen.deeds:
        return NoteDescription(deed.key, title, side=side, nothing=f"{deed.title}: not open to you now.")
    held = deed.held(table, side)
    return NoteDescription(
        deed.key, title, deed.button, deed.fields(table, side), deed.faces(table, side), side=side,
        fact=("In hand", held) if held else ("", ""), may_roll=deed.rolled,
        numbers=any(die.sides > MOST_BUTTONS for die in deed.faces(table, side)),
    )  # fmt: skip


def _fight(screen: Screen, look: Lookup) -> NoteDescription:
    asked = screen.game.asked(look.question) if look.question else None
    arms = _arms(screen, look, 0)
    acting = _sides_acting(screen, look)
    units = _groups(screen, acting, lambda unit: _may_act(screen, look, unit, arms))
    foes = _groups(screen, [1 - n for n in acting], lambda unit: unit.here and unit.arm in _arms(screen, look, 1))
    labels = [one.heading for one in asked.units] if asked else ["Unit", "Enemy"]
    fields = [NoteField("unit", labels[0], choices=units, places=("attackers", "attackers[0]", "defender"))]
    if not look.alone:
        fields.append(NoteField("foe", labels[-1], choices=foes, places=("defender",)))
    fields += _situation(screen, look)
    fields += [NoteField(one.key, one.label, WHOLE, least=0, most=MOST_COUNT, required=False, part=LAST, instead=True)
               for one in look.counts]  # fmt: skip
    fields += [tick(one.key, one.label, part=LAST) for one in look.extras]
    nothing = "" if units and (foes or look.alone) else NOBODY
    keys = _keys(screen, look)
    return NoteDescription(
        look.key, look.title, "Apply", tuple(fields), look.faces, nothing=nothing,
        asking=ASKING if look.question else None, shape=lambda values: _shaped(look, keys, values),
        may_roll=bool(look.counts), numbers=any(die.sides > MOST_BUTTONS for die in look.faces),
    )  # fmt: skip


def _keys(screen: Screen, look: Lookup) -> tuple[str, ...]:
    """Return the keys of a situation that players fill in."""
    asked = screen.game.asked(look.question) if look.question else None
    rows = (*asked.ticks, *asked.choices, *asked.numbers) if asked else ()
    return tuple(str(row[0]) for row in rows if row[0] not in (look.known or {}))


def _shaped(look: Lookup, keys: tuple[str, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    situation = {key: values[key] for key in keys if values.get(key) is not None}
    named = {key: values[key] for key in ("unit", "foe") if values.get(key)}
    counts = {one.key: values[one.key] for one in look.counts if values.get(one.key) is not None}
    extras = {one.key: True for one in look.extras if values.get(one.key)}
    return named | ({"situation": situation} if situation else {}) | counts | extras


def _situation(screen: Screen, look: Lookup) -> list[NoteField]:
    """Make the fields of the odds door's question, but for what the table knows."""
    asked = screen.game.asked(look.question) if look.question else None
    if asked is None:
        return []
    known, span = look.known or {}, look.span
    made = [
        tick(key, label[:1].upper() + label[1:], part=FOLDED, dice=_span(span, key))
        for key, label in asked.ticks if key not in known
    ]  # fmt: skip
    made += [NoteField(key, label, choices=choices, part=FOLDED, dice=_span(span, key))
             for key, label, choices in asked.choices if key not in known]  # fmt: skip
    made += [whole(key, label, least, most, initial=usual, dice=_span(span, key))
             for key, label, least, most, usual in asked.numbers if key not in known]  # fmt: skip
    return sorted(made, key=lambda one: one.part == FOLDED)


def _span(span: tuple[str, Mapping[str, int]] | None, key: str) -> Mapping[str, int] | None:
    return span[1] if span is not None and span[0] == key else None


def _arms(screen: Screen, look: Lookup, place: int) -> tuple[str, ...]:
    asked = screen.game.asked(look.question) if look.question else None
    every = ("foot", "cav", "art")
    if asked is None:
        return every
    units = asked.units
    return units[min(place, len(units) - 1)].arms or every


def _sides_acting(screen: Screen, look: Lookup) -> list[int]:
    """Return the sides whose units may act, the writer's own first where both may."""
    own = [side.number for side in screen.sides if side.own]
    if look.acting and screen.on_turn is not None:
        return [screen.on_turn] if not look.alone or screen.on_turn in own else []
    return own if look.alone else sorted((0, 1), key=lambda n: n not in own)


def _may_act(screen: Screen, look: Lookup, unit: UnitSeen, arms: tuple[str, ...]) -> bool:
    if not unit.here or unit.arm not in arms or screen.blocked.get((look.key, unit.slot)):
        return False
    return not (look.once and look.key in unit.acted) and (unit.own or not look.alone)


def _groups(screen: Screen, numbers: list[int], may: Callable[[UnitSeen], bool]) -> tuple[Group, ...]:
    rows = [(screen.sides[n].name, screen.units([n], may)) for n in numbers]
    return tuple((name, tuple((unit.key, _choice(screen, unit)) for unit in units)) for name, units in rows if units)


def _choice(screen: Screen, unit: UnitSeen) -> str:
    left = taken_words(screen, unit) if unit.left is None else f"{unit.left}/{unit.full}"
    return f"{unit.name} ({unit.type_name}, {left})"


def steps(_table: TableState, screen: Screen) -> Steps:
    """Return the step at which the table is, for this writer."""
    own = [side for side in screen.sides if side.own]
    if screen.stage == SETUP:
        return Steps(tuple(("deploy", side.number) for side in own if not side.set_up))
    if screen.stage == MORNING:
        return Steps((("day", None),))
    if screen.stage == OVER:
        notes = tuple(("stay", side.number) for side in own if not side.chosen)
        return Steps(notes, screen.verdict.capitalize(), text="Choose whether to stay, or fill in the result.")
    throws = tuple((key, side) for key, side, _ in screen.throws if screen.sides[side].own)
    mine = screen.on_turn is None or screen.sides[screen.on_turn].own
    needed = any(throw.needed for key, _ in throws if (throw := screen.game.throw(key)))
    onward = (("next", None),) if mine and not needed else ()
    return Steps((*_deed_steps(screen), *throws, *onward), screen.phase_title, text=screen.must)


def _deed_steps(screen: Screen) -> tuple[tuple[str, int | None], ...]:
    """List the deeds that are offered by themselves, to each side for which the reader writes."""
    return tuple((deed.key, side) for deed in screen.game.deeds if deed.step
                 for side in (0, 1) if (deed.key, side) in screen.deeds)  # fmt: skip


def waiting(screen: Screen) -> str:
    """Return for whom the writer waits, and for what; empty where it is his to go on."""
    if screen.stage == SETUP:
        missing = [side.name for side in screen.sides if not side.set_up]
        return f"Waiting for {listed(missing)}: setting up."
    if screen.on_turn is not None:
        return f"Waiting for {screen.sides[screen.on_turn].name}: {screen.phase_title}."
    return ""


def tools(_table: TableState, screen: Screen) -> tuple[Tool, ...]:
    """List the tools that may be opened beside the step, for each side that the writer writes for."""
    own = tuple(side.number for side in screen.sides if side.own)
    made: list[Tool] = []
    if screen.stage == FIGHTING:
        made += [Tool(look.key, look.title) for look in screen.game.lookups
                 if not look.phases or screen.phase in look.phases]  # fmt: skip
        made += [Tool("swap", "Go second")] if _may_swap(screen) else []
        made += [Tool("spend", "Spend", own)] if screen.game.stores else []
        made += _deed_tools(screen)
    if screen.stage in (FIGHTING, OVER):
        made += [Tool("counter", "Counters")] if any(one.by_hand for one in screen.game.counters) else []
        made += [Tool("unit", "Put a unit right"), Tool("leader", "A general is lost", own)]
    if screen.stage == FIGHTING:
        made += [Tool("leave", "Leave the field", own), Tool("stop", "End the day")]
    return tuple(made)


def _deed_tools(screen: Screen) -> list[Tool]:
    """List the deeds that are not steps, each for the sides to which it is open."""
    open_to = [(deed, tuple(side for side in (0, 1) if (deed.key, side) in screen.deeds))
               for deed in screen.game.deeds if not deed.step]  # fmt: skip
    return [Tool(deed.key, deed.title, sides) for deed, sides in open_to if sides]


def _may_swap(screen: Screen) -> bool:
    """Return whether the side on turn may leave the first place to the enemy now, and the reader writes for it."""
    game = screen.game
    if game.swap is None or screen.phase != game.swap[0] or (game.swap_once and screen.turn > 1):
        return False
    return screen.on_turn is not None and screen.sides[screen.on_turn].own


def ask(table: TableState, screen: Screen, reader: Reader, kind: str, values: Mapping[str, Any]) -> Answer:
    """Return the odds of a lookup, as far as this reader may know; Refusal where it cannot be."""
    look = screen.game.lookup(kind)
    if look is None or not look.question:
        raise Refusal("Nothing of this kind is asked at the table.")
    given = _shaped(look, _keys(screen, look), values)
    fight = fight_of(table, look, JsonPlace(given), reader)
    unknown = [unit.name for side in screen.sides for unit in side.units
               if unit.slot in (fight.unit, fight.foe) and unit.left is None]  # fmt: skip
    return Answer(odds=fight.question.answer(), supposed=tuple(unknown))


__all__ = ["Die", "ask", "describe", "steps", "tools", "waiting"]
