"""What the companion offers its writer at this moment: the forms of the step, and the tools that he may open."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from battles.forms.companion import clock, evening, fights, units
from battles.forms.companion.base import NoteForm
from battles.resolvers.registry import companion
from battles.resolvers.words import listed

D10 = (10,)
TWO_D10 = (10, 10)
FORMS: dict[str, type[NoteForm]] = {
    form.kind: form
    for form in (
        clock.DeployForm, clock.DayForm, clock.RollForm, clock.TurnsForm, clock.TurnEndForm, clock.RoundEndForm,
        clock.NightForm, clock.SpendForm, clock.ArriveForm, clock.StratagemForm, clock.ChitsForm, clock.BreakOffForm,
        clock.StayForm, fights.CombatForm, fights.FireForm, fights.HitsForm, units.CheckForm, units.RecoverForm,
        units.RallyForm, units.WorkForm, units.RoutForm, units.CorrectForm, units.LeaderForm, evening.PursuitForm,
        evening.AllotForm, evening.RecoveryForm, evening.RallyingForm, evening.GroupsForm,
    )
}  # fmt: skip
BY_SIDE = ("deploy", "roll", "stratagem", "chits", "break_off", "stay", "allot", "recovery", "rallying", "groups")
FIXED_DICE = {
    "combat": TWO_D10, "fire": TWO_D10, "check": TWO_D10, "recover": D10, "rally": D10, "work": D10, "leader": D10,
}  # fmt: skip


@dataclass(frozen=True)
class Tool:
    """Something that can be opened beside the step: its place in the address, its name, when it is of use."""

    key: str
    name: str
    when: Callable[[Any], bool]


def _fighting(screen: Any) -> bool:
    return bool(screen.is_round) and not screen.pending


def _own_turn(screen: Any) -> bool:
    return bool(screen.is_turn) and not screen.pending and screen.sides[screen.on_turn].own


def _in_round(screen: Any) -> bool:
    return bool(screen.is_round) or screen.phase == "initiative"


def _coming(screen: Any) -> bool:
    return _in_round(screen) and any(side.coming for side in screen.sides)


def _engineers(screen: Any) -> bool:
    return any(unit.own and unit.here and unit.arm == units.ENGINEERS for unit in screen.units)


TOOLS = (
    Tool("combat", "Combat", _fighting),
    Tool("fire", "Fire", _fighting),
    Tool("move", "Price of a move", _in_round),
    Tool("check", "Attrition check", _fighting),
    Tool("recover", "Recovery", _own_turn),
    Tool("rally", "Rally", _own_turn),
    Tool("work", "Engineers", lambda screen: _own_turn(screen) and _engineers(screen)),
    Tool("rout", "No way back", _fighting),
    Tool("leader", "Commander in danger", _fighting),
    Tool("arrive", "Arrivals", _coming),
    Tool("stratagem", "Stratagem", lambda screen: screen.stratagems and _in_round(screen)),
    Tool("chits", "Stratagems drawn", lambda screen: screen.stratagems),
    Tool("break_off", "Break off", _in_round),
    Tool("unit", "Put a unit right", lambda screen: any(side.set_up and side.own for side in screen.sides)),
)


def tools_for(screen: Any) -> list[Tool]:
    """The tools that are of use now."""
    return [tool for tool in TOOLS if tool.when(screen)]


@dataclass(frozen=True)
class Offers:
    """Builds forms for one writer from his screen and the table behind it."""

    rules: str
    table: Any
    screen: Any

    def form(self, kind: str, side: int | None = None, data: Any = None) -> NoteForm:
        """The form of a kind of note, filled with what was sent."""
        if kind == "move":
            return units.MoveForm(data, screen=self.screen)
        options: dict[str, Any] = {"screen": self.screen, "side": side, "dice": self._dice(kind, side)}
        if kind in ("recovery", "rallying", "groups"):
            options["trying"] = self._trying(kind, side)
        return FORMS[kind](data, **options)

    def tool(self, key: str, data: Any = None) -> list[NoteForm]:
        """The forms of a tool: one, or one for each side that the writer writes for."""
        if key in BY_SIDE:
            return [self.form(key, side.number, data) for side in self.screen.sides if side.own]
        return [self.form(key, None, data)]

    def now(self) -> list[NoteForm]:
        """The forms of the step that the table stands at."""
        screen = self.screen
        if screen.pending:
            owner = screen.sides[screen.pending_side]
            side = owner.number if screen.pending == "allot" else None
            return [self.form(screen.pending, side)] if owner.own else []
        return [self.form(kind, side) for kind, side in self._steps(screen.phase)]

    def waiting(self) -> str:
        """For whom the writer waits, and for what; empty where it is his to go on."""
        screen = self.screen
        if screen.pending:
            return f"Waiting for {screen.sides[screen.pending_side].name}: {WAITS[screen.pending]}."
        if screen.phase not in OWN_DONE:
            return ""
        late = [side.name for side in screen.sides if not OWN_DONE[screen.phase](side)]
        return f"Waiting for {listed(late)}: {WAITS[screen.phase]}."

    def _steps(self, phase: str) -> list[tuple[str, int | None]]:
        if phase in SHARED_STEPS:
            return [(SHARED_STEPS[phase], None)]
        sides = self.screen.sides
        if phase == "initiative" and all(OWN_DONE[phase](side) for side in sides):
            return [("turns", None)]
        kind = OWN_STEPS.get(phase, "")
        return [(kind, side.number) for side in sides if side.own and not OWN_DONE[phase](side)] if kind else []

    def _dice(self, kind: str, side: int | None) -> tuple[int, ...]:
        if kind in ("roll", "stratagem") and side is not None:
            return tuple(self.screen.sides[side].dice)
        if kind == "day":
            return tuple(self.screen.weather_dice)
        if kind == "pursuit":
            return (6,) * int(self.screen.pursuit_dice)
        return FIXED_DICE.get(kind, ())

    def _trying(self, kind: str, side: int | None) -> list[Any]:
        door = companion(self.rules)
        if side is None:
            return []
        keys = (door.converging if kind == "groups" else door.trying)(self.table, side)
        seen = {unit.id: unit for unit in self.screen.sides[side].units}
        return [seen[key] for key in keys if key in seen]


SHARED_STEPS = {"day_start": "day", "turn_first": "turn_end", "turn_second": "turn_end", "combats": "round_end",
                "pursuit": "pursuit", "night": "night"}  # fmt: skip
OWN_STEPS = {"deploy": "deploy", "initiative": "roll", "stay_leave": "stay", "eod_recovery": "recovery",
             "eod_rally": "rallying", "amalgamate": "groups"}  # fmt: skip
WAITS = {
    "hits": "which attacker takes the hits of the last combat", "allot": "on whom the hits of the pursuit fall",
    "deploy": "setting up", "initiative": "the command roll", "stay_leave": "whether to stay on the field",
    "eod_recovery": "the dice of the recovery", "eod_rally": "the dice of the rally",
    "amalgamate": "amalgamations, or none",
}  # fmt: skip
OWN_DONE: dict[str, Callable[[Any], bool]] = {
    "deploy": lambda side: side.set_up,
    "initiative": lambda side: side.rolled is not None,
    "stay_leave": lambda side: side.said_stay,
    "eod_recovery": lambda side: side.done,
    "eod_rally": lambda side: side.done,
    "amalgamate": lambda side: side.done,
}
