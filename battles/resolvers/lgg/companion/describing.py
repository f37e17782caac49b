"""The notes that are open to a writer of the companion at a moment, and the fields of each."""

from collections.abc import Callable
from dataclasses import dataclass

from base.refusal import Refusal
from base.words import listed
from battles.resolvers.contract.described import NoteDescription, Steps, Tool
from battles.resolvers.lgg.companion import clock_notes, fight_notes, unit_notes
from battles.resolvers.lgg.companion.screen import Screen, SideSeen, converging, trying
from battles.resolvers.lgg.companion.state import TableState

NOTES: dict[str, Callable[[Screen, int], NoteDescription]] = {
    "deploy": clock_notes.deploy, "day": clock_notes.day, "roll": clock_notes.roll, "turns": clock_notes.turns,
    "turn_end": clock_notes.turn_end, "round_end": clock_notes.round_end, "night": clock_notes.night,
    "spend": clock_notes.spend, "arrive": clock_notes.arrive, "stratagem": clock_notes.stratagem,
    "chits": clock_notes.chits, "break_off": clock_notes.break_off, "stay": clock_notes.stay,
    "combat": fight_notes.combat, "contact": fight_notes.contact,
    "fire": fight_notes.fire, "hits": fight_notes.hits, "check": unit_notes.check,
    "recover": unit_notes.recover, "rally": unit_notes.rally, "work": unit_notes.work, "rout": unit_notes.rout,
    "unit": unit_notes.correct, "leader": unit_notes.leader, "move": unit_notes.move,
    "pursuit": clock_notes.pursuit, "allot": clock_notes.allot,
}  # fmt: skip
ANSWERS = ("hits", "allot")
"""Notes that answer a question and cannot be written without it."""


def describe(table: TableState, screen: Screen, kind: str, side: int | None = None) -> NoteDescription:
    """Return a kind of note as this writer may write it now, for a side where it is about one; Refusal of one that
    is not."""
    if kind in ANSWERS and screen.pending != kind:
        raise Refusal("These hits have been placed already; look at the table.")
    number = side or 0
    if kind == "recovery":
        return clock_notes.recovery(screen, number, trying(table, number))
    if kind == "rallying":
        return clock_notes.rallying(screen, number, trying(table, number))
    if kind == "groups":
        return clock_notes.groups(screen, number, converging(table, number))
    if kind not in NOTES:
        raise Refusal("Nothing of this kind is noted at the table.")
    return NOTES[kind](screen, number)


SHARED_STEPS = {"day_start": "day", "turn_first": "turn_end", "turn_second": "turn_end", "combats": "round_end",
                "pursuit": "pursuit", "night": "night"}  # fmt: skip


@dataclass(frozen=True)
class OwnStep:
    """A step that each side takes for itself: its note, what the other side waits for, whether a side is done."""

    kind: str
    waits: str
    done: Callable[[SideSeen], bool]


OWN_STEPS = {
    "deploy": OwnStep("deploy", "setting up", lambda side: side.set_up),
    "initiative": OwnStep("roll", "the command roll", lambda side: side.rolled is not None),
    "stay_leave": OwnStep("stay", "whether to stay on the field", lambda side: side.has_chosen),
    "eod_recovery": OwnStep("recovery", "the dice of the recovery", lambda side: side.done),
    "eod_rally": OwnStep("rallying", "the dice of the rally", lambda side: side.done),
    "amalgamate": OwnStep("groups", "amalgamations, or none", lambda side: side.done),
}
PENDING = {
    "hits": "which attacker takes the hits of the last combat", "allot": "on whom the hits of the pursuit fall",
}  # fmt: skip
LATER = (
    "Units that are to amalgamate do so on the order sheet of their army, after the result is settled (LGG-15.5)."
)


def steps(_table: TableState, screen: Screen) -> Steps:
    """Return the step at which the table is, for this writer."""
    if screen.pending:
        return Steps(_answer(screen))
    if screen.phase == "over":
        return Steps(title=_end(screen), text=LATER)
    side = screen.turn_side
    if screen.is_turn and side is not None:
        unit = "action left" if screen.actions == 1 else "actions left"
        notes = (("spend", None), ("turn_end", None)) if side.own else ()
        return Steps(notes, f"On turn: {side.name}", str(screen.actions), unit)
    return Steps(_open(screen))


def _answer(screen: Screen) -> tuple[tuple[str, int | None], ...]:
    """LGG-10.0-f, 15.3 The owner of the units alone chooses who takes the hits."""
    owner = screen.sides[screen.pending_side or 0]
    return ((screen.pending, owner.number if screen.pending == "allot" else None),) if owner.own else ()


def _end(screen: Screen) -> str:
    won = [side.name for side in screen.sides if side.number == screen.winner]
    return "The battle is drawn" if screen.drawn else f"Won by {won[0]}" if won else "The battle is over"


def _open(screen: Screen) -> tuple[tuple[str, int | None], ...]:
    if screen.phase in SHARED_STEPS:
        return ((SHARED_STEPS[screen.phase], None),)
    step = OWN_STEPS.get(screen.phase)
    if step is None:
        return ()
    if screen.phase == "initiative" and all(step.done(side) for side in screen.sides):
        return (("turns", None),)
    return tuple((step.kind, side.number) for side in screen.sides if side.own and not step.done(side))


def waiting(screen: Screen) -> str:
    """For whom the writer waits, and for what; empty where it is his to go on."""
    if screen.pending:
        return f"Waiting for {screen.sides[screen.pending_side or 0].name}: {PENDING[screen.pending]}."
    step = OWN_STEPS.get(screen.phase)
    if step is None:
        return ""
    return f"Waiting for {listed([side.name for side in screen.sides if not step.done(side)])}: {step.waits}."


def _fighting(screen: Screen) -> bool:
    return screen.is_round and not screen.pending


def _own_turn(screen: Screen) -> bool:
    return screen.is_turn and not screen.pending and screen.turn_side is not None and screen.turn_side.own


def _in_round(screen: Screen) -> bool:
    return screen.is_round or screen.phase == "initiative"


def _coming(screen: Screen) -> bool:
    return _in_round(screen) and any(side.coming for side in screen.sides)


def _engineers(screen: Screen) -> bool:
    own = any(unit.own and unit.here and unit.arm == unit_notes.ENGINEERS for unit in screen.units)
    return own and _own_turn(screen)


def _set_up(screen: Screen) -> bool:
    return any(side.set_up and side.own for side in screen.sides)


def _with_chits(screen: Screen) -> bool:
    return screen.stratagems


TOOLS: tuple[tuple[Tool, Callable[[Screen], bool]], ...] = (
    (Tool("combat", "Combat"), _fighting),
    (Tool("fire", "Fire"), _fighting),
    (Tool("contact", "Contact"), _fighting),
    (Tool("move", "Price of a move"), _in_round),
    (Tool("check", "Attrition check"), _fighting),
    (Tool("recover", "Recovery"), _own_turn),
    (Tool("rally", "Rally"), _own_turn),
    (Tool("work", "Engineers"), _engineers),
    (Tool("rout", "No way back"), _fighting),
    (Tool("leader", "Commander in danger"), _fighting),
    (Tool("arrive", "Arrivals"), _coming),
    (Tool("stratagem", "Stratagem"), lambda screen: screen.stratagems and _in_round(screen)),
    (Tool("chits", "Stratagems drawn"), _with_chits),
    (Tool("break_off", "Break off"), _in_round),
    (Tool("unit", "Put a unit right"), _set_up),
)
BY_SIDE = ("stratagem", "chits", "break_off")


def tools(_table: TableState, screen: Screen) -> tuple[Tool, ...]:
    """List the tools that may be opened beside the step, for each side that the writer writes for."""
    own = tuple(side.number for side in screen.sides if side.own)
    return tuple(
        Tool(tool.key, tool.name, own if tool.key in BY_SIDE else (None,)) for tool, when in TOOLS if when(screen)
    )
