"""The journal for readers: each event with its dice, modifiers and the rules it stands on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from battles.resolvers.contract.explanations import explanation_of
from battles.resolvers.contract.registry import board_of
from battles.resolvers.journal.phrases import Phrases, phrases_of
from battles.resolvers.values.report import Event, Report

TITLES = {
    "battle_start": "The battle opens",
    "deploy": "Deployment",
    "arrive": "Arrival",
    "day_start": "The day begins",
    "turn_start": "A turn begins",
    "turn_end": "End of the turn",
    "orders": "Orders",
    "move": "Move",
    "commander_move": "The general moves",
    "formation": "Formation",
    "contact": "Contact",
    "turned": "Turned to face",
    "fire": "Fire",
    "combat": "Combat",
    "hit": "Hit",
    "morale": "Morale",
    "fallback": "Falls back",
    "rout": "Broken",
    "eliminated": "Destroyed",
    "exit": "Leaves the field",
    "casualty": "Is the general hit?",
    "command_change": "Change of command",
    "rally": "Rally",
    "broken": "The army breaks",
    "decision": "The fighting ends",
    "stay_leave": "Stay or leave",
    "pursuit": "Pursuit",
    "eod_recover": "Recovery in the evening",
    "eod_rally": "Rally in the evening",
    "amalgamate": "Amalgamation",
    "typed": "Result of the table",
    "battle_end": "The battle ends",
}
"""Headings of the events that all systems share; a system brings those of its own."""
KEYS = {
    "sp": "strength left",
    "eod": "end of the day",
    "pass": "passed",  # nosec B105 (a word of the morale test)
    "on": "in square",
    "k": "number",
    "old": "before",
    "new": "afterwards",
    "weather_add": "weather",
    "box": "broken, but",
    "lost": "lost",
    "piece": "there is now",
    "removed": "there is no longer",
}
WORKS = {
    "EA1": "a pontoon bridge",
    "EA2": "breaking down a bridge",
    "EA3": "making a bridge good",
    "EA4": "a field work",
    "EA5": "a gap in an obstacle",
    "EA6": "a track through rough ground",
    "dismantle": "taking up a pontoon bridge",
}
PIECES = {"obstacle": "field work", "bridge": "bridge", "gap": "gap", "road": "track"}
RESULTS = {
    "rout": "the defender breaks",
    "defender_hit": "the defender suffers",
    "attacker_hit": "the attacker suffers",
    "both_hit": "both suffer",
    "nothing": "nobody suffers",
}


PER_PAGE = 40
SIGNS = {"inch": "″", "mm": " mm"}
"""What stands behind a length by the unit of its board."""
_ANSWERS = ("pass", "on", "lost", "stayed")
_STANDING = frozenset({
    "n", "ev", "day", "round", "side", "rule", "dice", "die", "modifiers", "totals", "result", "combat", "cv",
    "field", "sides", "engine",
})  # fmt: skip


@dataclass(frozen=True)
class Die:
    """One die: what it was for, its face and its sides; ``stream`` and ``k`` show where it came from."""

    name: str
    face: int
    sides: int
    stream: str
    k: int


@dataclass(frozen=True)
class Column:
    """One party to a combat or a fire: its combat values, its modifiers, and the total with the die."""

    name: str
    values: str
    modifiers: tuple[tuple[str, str], ...]
    total: str


@dataclass(frozen=True)
class RuleLink:
    """A rule id, with an explanation where there is one."""

    id: str
    explanation: str


@dataclass(frozen=True)
class EventLine:
    """One event of the journal."""

    n: int
    when: str
    side: str
    title: str
    facts: tuple[tuple[str, str], ...]
    dice: tuple[Die, ...]
    columns: tuple[Column, ...]
    result: str
    rules: tuple[RuleLink, ...]
    page: int


@dataclass(frozen=True)
class Names:
    """The units' names by their ids, the words of their rule system, and the sign of its lengths."""

    units: Mapping[str, str]
    phrases: Phrases = field(default_factory=Phrases)
    sign: str = "″"

    @staticmethod
    def of(report: Report) -> "Names":
        """Return the names of all units of a report's battle; a name that occurs twice carries its side."""
        rows = [(unit, side["name"]) for side in report.battle["sides"] for unit in side["units"]]
        borne = Counter(unit["name"] for unit, _ in rows)
        units = {unit["id"]: _name(unit, side, borne[unit["name"]]) for unit, side in rows}
        sign = SIGNS.get(board_of(report.rules).unit, "")
        return Names(units | _parts(report, units), phrases_of(report.rules), sign)

    def shown(self, value: object) -> str:
        """Return a value of the journal as text, units by name."""
        if isinstance(value, str):
            return self.units.get(value, value.replace("_", " "))
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Mapping):
            return ", ".join(f"{self.shown(key)} {self.shown(entry)}" for key, entry in value.items())
        if isinstance(value, Sequence):
            return ", ".join(self.shown(entry) for entry in value)
        return f"{value:g}" if isinstance(value, float) else str(value)


def _parts(report: Report, units: Mapping[str, str]) -> dict[str, str]:
    """Return names of the pieces that represent a part of a unit, such as a battalion."""
    start = next((event for event in report.journal if event["ev"] == "battle_start"), {})
    pieces = [piece for piece in start.get("cast") or () if piece["id"] != piece["unit"]]
    return {piece["id"]: f"{units[piece['unit']]} ({piece['id'].rpartition('/')[2]})" for piece in pieces}


def _name(unit: Mapping[str, Any], side: str, bearers: int) -> str:
    name = str(unit["name"] or unit["id"])
    return f"{name} ({side})" if bearers > 1 else name


def journal_page(report: Report, *, number: int, dice_only: bool) -> dict[str, Any]:
    """Return the context of ``battles/replay/_journal.html``: one page of the journal, counted from 1."""
    names = Names.of(report)
    events = [event for event in report.journal if event.get("dice") or not dice_only]
    last = max(1, -(-len(events) // PER_PAGE))
    number = min(max(1, number), last)
    shown = events[(number - 1) * PER_PAGE : number * PER_PAGE]
    return {
        "lines": [event_line(event, names) for event in shown],
        "number": number,
        "last": last,
        "numbers": range(1, last + 1),
        "count": len(events),
        "dice_only": dice_only,
    }


def event_line(event: Event, names: Names) -> EventLine:
    """Return one event for readers."""
    return EventLine(
        n=event["n"],
        when=f"day {event['day']}, round {event['round']}",
        side=event.get("side") or "",
        title=_title(event["ev"], names),
        facts=tuple(_facts(event, names)),
        dice=tuple(
            Die(die["name"], die["face"], die["sides"], die["stream"], die["k"]) for die in event.get("dice", ())
        ),
        columns=tuple(_columns(event)),
        result=_result(event, names),
        rules=tuple(RuleLink(rule, explanation_of(rule)) for rule in event.get("rule", ())),
        page=(event["n"] - 1) // PER_PAGE + 1,
    )


def _title(name: str, names: Names) -> str:
    return names.phrases.titles.get(name) or TITLES.get(name) or name.replace("_", " ").capitalize()


def _result(event: Event, names: Names) -> str:
    key = str(event.get("result", ""))
    return names.phrases.results.get(key) or RESULTS.get(key) or key.replace("_", " ")


def _facts(event: Event, names: Names) -> list[tuple[str, str]]:
    facts = []
    for key, value in event.items():
        if key not in _STANDING and value not in (None, []) and (value is not False or key in _ANSWERS):
            facts.append((KEYS.get(key, key.replace("_", " ")), _fact(key, value, names)))
    return facts


def _fact(key: str, value: Any, names: Names) -> str:
    if value is True and key not in _ANSWERS:
        return ""
    if key == "pose":
        return _pose(value, names)
    if key == "path":
        return f"{_pose(value[0], names)} to {_pose(value[-1], names)}"
    if key == "work":
        return str(WORKS.get(value, value))
    if key in ("piece", "removed"):
        return _piece(value)
    return names.shown(value)


def _pose(pose: Sequence[float], names: Names) -> str:
    x, y, facing = pose
    return f"({x:.1f}{names.sign}, {y:.1f}{names.sign}) facing {facing:.0f}°"


def _piece(piece: Mapping[str, Any]) -> str:
    """Return a piece of terrain that engineers made or took away, with its ends."""
    (ax, ay), (bx, by) = piece["shape"]
    kind = PIECES.get(piece["kind"], piece["kind"])
    return f"a {kind} from ({ax:.1f}″, {ay:.1f}″) to ({bx:.1f}″, {by:.1f}″)"


def _columns(event: Event) -> list[Column]:
    totals = event.get("totals", {})
    modifiers = event.get("modifiers", {})
    if not totals and isinstance(modifiers, dict):
        return [Column(name, "", _modifiers(rows), "") for name, rows in modifiers.items() if rows]
    if not isinstance(totals, dict) or not isinstance(modifiers, dict):
        return []
    values = event.get("cv", {})
    return [
        Column(name, _values(values.get(name)), _modifiers(modifiers.get(name, ())), str(total))
        for name, total in totals.items()
    ]


def _values(value: int | Sequence[int] | None) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, int) else " and ".join(str(part) for part in value)


def _modifiers(pairs: Sequence[Sequence[Any]]) -> tuple[tuple[str, str], ...]:
    return tuple((str(name).replace("_", " "), f"{value:+d}".replace("-", "−")) for name, value in pairs)
