"""Victory by conditions of the campaign's own data (HR-21): read, held against the war, and put into words."""

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from base.refusal import Refusal
from base.words import listed
from campaign.rules.ending.victory import (
    AT_ONCE,
    Score,
    Verdict,
    alliances,
    army_value,
    capitals_held,
    early_victory,
    enemies_of,
    enemy_capitals,
    homes_held,
    last_turn_verdict,
)
from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, ProvinceFacts, Theatre

KINDS = {
    "capitals": ("number", "turns"),
    "homes": (),
    "provinces": ("provinces", "turns"),
    "army_value": ("percent",),
    "points": ("at_least",),
    "own": ("text", "won", "reason"),
}
BOUNDS = {"number": (1, 20), "turns": (1, 100), "percent": (1, 10_000), "at_least": (1, 100_000)}
ENDS = ("score", "draw")
TEXT, REASON = 300, 300


@dataclass(frozen=True)
class Aim:
    """One condition. ``by`` is the last date on which it counts; without ``sides`` anybody may reach it."""

    kind: str
    number: int = 0
    turns: int = 1
    provinces: tuple[str, ...] = ()
    percent: int = 100
    at_least: int = 0
    text: str = ""
    won: str = ""
    by: datetime.date | None = None
    sides: tuple[str, ...] = ()


BY_RULE = (Aim("capitals"), Aim("homes"))
"""HR-21 The conditions of a campaign that names none."""


@dataclass(frozen=True)
class Aims:
    """The conditions of a campaign, each enough by itself, and what the last turn brings if none is met."""

    aims: tuple[Aim, ...]
    at_the_end: str = "score"


def read_victory(data: Mapping[str, Any], provinces: Collection[str], factions: Collection[str]) -> Aims | None:
    """HR-21 The conditions in a campaign's data; None where it has none and the rule's own hold. Refusal by place."""
    if not data:
        return None
    unknown = set(data) - {"conditions", "at_the_end"}
    if unknown:
        raise Refusal(f"victory.{min(unknown)}: there is no such key; give conditions and at_the_end.")
    rows = data.get("conditions", [])
    if not isinstance(rows, list) or not 1 <= len(rows) <= 20:
        raise Refusal("victory.conditions: give a list of 1 to 20 conditions.")
    if data.get("at_the_end", "score") not in ENDS:
        raise Refusal("victory.at_the_end: choose score or draw.")
    read = (_aim(f"victory.conditions[{n}]", row, provinces, factions) for n, row in enumerate(rows))
    return Aims(tuple(read), data.get("at_the_end", "score"))


def _aim(place: str, row: Any, provinces: Collection[str], factions: Collection[str]) -> Aim:
    kind = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refusal(f"{place}.kind: choose {', '.join(list(KINDS)[:-1])} or own.")
    unknown = set(row) - {"kind", "by", "for", *KINDS[kind]}
    if unknown:
        raise Refusal(f"{place}.{min(unknown)}: there is no such key in a condition of this kind.")
    numbers = {key: _number(f"{place}.{key}", row[key], *BOUNDS[key]) for key in BOUNDS if key in row}
    _needed(place, kind, row)
    won = row.get("won", "")
    return Aim(
        kind=kind,
        **numbers,
        provinces=_keys(f"{place}.provinces", row.get("provinces", []), provinces, "province"),
        text=_text(f"{place}.text", row.get("text", ""), TEXT),
        won=_keys(f"{place}.won", [won], factions, "faction")[0] if won else "",
        by=_date(f"{place}.by", row.get("by")),
        sides=_keys(f"{place}.for", row.get("for", []), factions, "faction"),
    )


def _needed(place: str, kind: str, row: Mapping[str, Any]) -> None:
    needed = {"provinces": "provinces", "points": "at_least", "own": "text"}.get(kind)
    if needed and not row.get(needed):
        raise Refusal(f"{place}.{needed}: this key is missing.")


def _number(place: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refusal(f"{place}: give a whole number from {least} to {most}.")
    return value


def _keys(place: str, values: Any, known: Collection[str], what: str) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(key, str) and key in known for key in values):
        raise Refusal(f"{place}: name each {what} by its key; there is no other.")
    return tuple(values)


def _text(place: str, value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or any(ord(sign) < 32 for sign in value):
        raise Refusal(f"{place}: give a line of text of at most {most} characters.")
    return value


def _date(place: str, value: Any) -> datetime.date | None:
    if value is None:
        return None
    try:
        return datetime.date.fromisoformat(value)
    except (TypeError, ValueError):
        raise Refusal(f"{place}: write a date like 1813-10-18.") from None


@dataclass(frozen=True)
class Moment:
    """The war at the moment when victory is decided. ``balance``: battles won less battles lost, by faction."""

    theatre: Theatre
    armies: Sequence[ArmyFacts]
    turn: int
    date: datetime.date
    balance: Mapping[str, int]
    house: House

    def value_of(self, factions: Collection[str]) -> int:
        """Return points that the armies of some factions are worth."""
        return sum(army_value(army) for army in self.armies if army.faction in factions)

    def open_points(self, alliance: Collection[str]) -> int:
        """Count the public part of a score: provinces and battles."""
        return self.land_points(alliance) + self.battle_points(alliance)

    def land_points(self, alliance: Collection[str]) -> int:
        """Add the values of the provinces that an alliance controls."""
        return sum(p.value for p in self.theatre.provinces.values() if p.controller in alliance)

    def battle_points(self, alliance: Collection[str]) -> int:
        """Return what battles won and lost count for an alliance."""
        return self.house["victory.battle_points"] * sum(self.balance.get(key, 0) for key in alliance)

    def army_tenths(self, factions: Collection[str]) -> int:
        """Return what the armies of some factions count in a score, times ten."""
        return 10 * self.value_of(factions) // self.house["victory.army_value_divisor"]

    def score(self, alliance: tuple[str, ...]) -> Score:
        """HR-21 The whole score, times ten."""
        return Score(alliance, 10 * self.open_points(alliance) + self.army_tenths(alliance))


def reached(aim: Aim, alliance: tuple[str, ...], now: Moment) -> bool:
    """HR-21 Whether an alliance meets a condition at this moment."""
    if (aim.sides and not set(aim.sides) & set(alliance)) or (aim.by and now.date > aim.by):
        return False
    return _MET[aim.kind](aim, alliance, now)


def _capitals(aim: Aim, alliance: tuple[str, ...], now: Moment) -> bool:
    if not aim.number:
        return capitals_held(alliance, now.theatre, now.turn, now.house)
    return len(_held(enemy_capitals(alliance, now.theatre), alliance, aim, now)) >= aim.number


def _held(
    provinces: Collection[ProvinceFacts], alliance: Collection[str], aim: Aim, now: Moment
) -> list[ProvinceFacts]:
    """Return those that the alliance has controlled at so many turn ends running."""
    return [p for p in provinces if p.controller in alliance and now.turn - p.controlled_since >= aim.turns - 1]


def _provinces(aim: Aim, alliance: tuple[str, ...], now: Moment) -> bool:
    wanted = [now.theatre.provinces[key] for key in aim.provinces]
    return len(_held(wanted, alliance, aim, now)) == len(wanted)


def _army_value(aim: Aim, alliance: tuple[str, ...], now: Moment) -> bool:
    enemies = enemies_of(alliance, now.theatre)
    own, theirs = now.value_of(alliance), now.value_of(enemies)
    return bool(enemies) and own > 0 and 100 * own >= aim.percent * theirs


_MET: Mapping[str, Callable[[Aim, tuple[str, ...], Moment], bool]] = {
    "capitals": _capitals,
    "homes": lambda aim, alliance, now: homes_held(alliance, now.theatre),
    "provinces": _provinces,
    "army_value": _army_value,
    "points": lambda aim, alliance, now: now.score(alliance).tenths >= 10 * aim.at_least,
    "own": lambda aim, alliance, now: aim.won in alliance,
}


def verdict_of(aims: Aims | None, now: Moment, last_turn: int) -> Verdict | None:
    """HR-21 Return who has won now; None while the war goes on. Two alliances at once is a draw.

    Before the campaign's earliest turn no aim decides, unless it is the last turn.
    """
    if now.turn < min(now.house["victory.earliest_turn"], last_turn):
        return None
    if aims is None:
        early = early_victory(now.theatre, now.turn, now.house)
        return early or (_at_the_end(now, "score") if now.turn >= last_turn else None)
    won = [(alliance, aim) for alliance in alliances(now.theatre) for aim in aims.aims if reached(aim, alliance, now)]
    if won and len({alliance for alliance, _ in won}) == 1:
        alliance, aim = won[0]
        return Verdict(alliance, f"this aim was reached: {in_words(aim, now)}")
    if won:
        return Verdict((), AT_ONCE)
    return _at_the_end(now, aims.at_the_end) if now.turn >= last_turn else None


def _at_the_end(now: Moment, how: str) -> Verdict:
    if how == "draw":
        return Verdict((), "nobody had reached his aim by the last turn")
    return last_turn_verdict([now.score(alliance) for alliance in alliances(now.theatre)], now.house)


def in_words(aim: Aim, now: Moment) -> str:
    """Return a condition in words, without its end and its sides."""
    names = [now.theatre.provinces[key].name for key in aim.provinces]
    running = _running(aim.turns)
    words = {
        "capitals": _capitals_in_words(aim, now),
        "homes": "hold every home province of the enemies",
        "provinces": f"hold {listed(names)}{running}",
        "army_value": f"have armies worth {aim.percent} % of those of the enemies",
        "points": f"have {points_in_words(aim)}: provinces, battles and {_army_share(now)}",
        "own": aim.text,
    }
    return words[aim.kind] + (f" by {aim.by.day} {aim.by:%B %Y}" if aim.by else "")


def points_in_words(aim: Aim) -> str:
    """Return how many points an aim asks for: `1 point`, `200 points`."""
    return "1 point" if aim.at_least == 1 else f"{aim.at_least} points"


def _army_share(now: Moment) -> str:
    return f"the armies' worth divided by {now.house['victory.army_value_divisor']}"


_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def _running(turns: int) -> str:
    return f" at the end of {_COUNTS.get(turns, str(turns))} turns in a row" if turns > 1 else ""


def _capitals_in_words(aim: Aim, now: Moment) -> str:
    """HR-21 `hold 2 enemy capitals at the end of two turns in a row`; without a number the rule's, or the only one."""
    most = max((len(enemy_capitals(alliance, now.theatre)) for alliance in alliances(now.theatre)), default=0)
    number = aim.number or min(now.house["victory.capitals"], most)
    running = _running(aim.turns if aim.number else now.house["victory.capital_p11"])
    several = f"{_COUNTS.get(number, str(number))} enemy capitals"
    what = several if number > 1 else "an enemy capital" if most > 1 else "the enemy's capital"
    return f"hold {what}{running}"


@dataclass(frozen=True)
class Known:
    """The factions of an alliance whose armies the reader knows, and whether they are his own."""

    factions: tuple[str, ...] = ()
    own: bool = False


NOBODY = Known()


def where_he_is(aim: Aim, alliance: tuple[str, ...], now: Moment, known: Known = NOBODY) -> str:
    """Return an alliance's progress, as far as a reader knows it."""
    if aim.kind == "capitals":
        capitals = enemy_capitals(alliance, now.theatre)
        return f"{len(_held(capitals, alliance, Aim('capitals'), now))} of {len(capitals)} held"
    if aim.kind == "homes":
        enemies = enemies_of(alliance, now.theatre)
        homes = [p for p in now.theatre.provinces.values() if p.home in enemies]
        return f"{sum(p.controller in alliance for p in homes)} of {len(homes)} held"
    if aim.kind == "provinces":
        held = [key for key in aim.provinces if now.theatre.provinces[key].controller in alliance]
        return f"{len(held)} of {len(aim.provinces)} held"
    if aim.kind == "army_value":
        return _worth_in_words(now, known)
    if aim.kind == "points":
        return _sum_in_words(aim, alliance, now, known)
    return "reached, as the referee ruled" if aim.won in alliance else "not reached"


def _worth_in_words(now: Moment, known: Known) -> str:
    worth = now.value_of(known.factions)
    if not known.factions:
        return "not known to you"
    return f"your armies are worth {worth}" if known.own else f"armies worth {worth}"


def _sum_in_words(aim: Aim, alliance: tuple[str, ...], now: Moment, known: Known) -> str:
    """HR-21 `17 for provinces, 5 for battles, 12.3 for your armies: 34.3 of 200`."""
    armies = now.army_tenths(known.factions)
    parts = [f"{now.land_points(alliance)} for provinces", f"{now.battle_points(alliance)} for battles"]
    if known.factions:
        parts.append(f"{armies / 10:g} for {'your' if known.own else 'the'} armies")
    total = f"{(10 * now.open_points(alliance) + armies) / 10:g} of {aim.at_least}"
    return f"{', '.join(parts)}: {total}{_left_out(alliance, known)}"


def _left_out(alliance: tuple[str, ...], known: Known) -> str:
    if set(alliance) == set(known.factions):
        return ""
    return ", without the armies of your allies" if known.factions else ", without the armies, which you do not know"
