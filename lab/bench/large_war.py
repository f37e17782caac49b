"""A generated campaign file of any size: provinces on a grid, armies on both sides of a front, turns of history.

The same numbers give the same file. Its ledgers add up and its battles carry real reports, so that it loads, passes
the audit and is played on like any other war.
"""

import math
import random
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any
from zlib import compress

from battles.resolvers.contract.registry import resolver
from battles.resolvers.core.dice import commitment
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.report import Report, canonical_lines
from campaign.rules.course.calendar import season, turn_date
from rosters.rules.catalogue import unit_type

Row = dict[str, Any]
START = date(1806, 3, 1)
DAYS, MUSTERS = 7, 7
CELL = 100.0
LEAGUES = (("north", "east", "west"), ("south", "coast"))
FACTIONS = tuple(key for league in LEAGUES for key in league)
COLOURS = ("#28457b", "#3d6334", "#8f2a24", "#6b3f73", "#33373d")
PATTERNS = ("plain", "stripes", "cross", "dots", "grid")
TERRAINS = ("open", "rolling", "wooded", "hilly", "mountain", "marsh")
UNITS = ("line_inf", "line_inf", "elite_inf", "militia_inf", "heavy_cav", "light_cav", "line_inf", "heavy_art")


@dataclass(frozen=True)
class Size:
    """The size of a war: provinces, armies of so many units, turns that have been played, battles in each of them.

    The leagues hold so many stripes of the map; a front is between two of them.
    """

    provinces: int = 300
    armies: int = 200
    turns: int = 60
    units: int = 8
    battles: int = 3
    stripes: int = 2
    seed: int = 1


@dataclass
class Making:
    """A war while it is made: its dice, its grid, its rows."""

    size: Size
    dice: random.Random = field(init=False)
    rows: dict[str, list[Row]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.size.seed)

    @property
    def width(self) -> int:
        """Provinces in a row of the grid."""
        return max(2, round(math.sqrt(self.size.provinces * 1.5)))

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Number, column and row of each province."""
        for number in range(self.size.provinces):
            row, column = divmod(number, self.width)
            yield number, column, row

    def owner(self, column: int, row: int) -> str:
        """Return the faction at home in a cell: the leagues hold the stripes of the map in turn."""
        league = LEAGUES[column * self.size.stripes // self.width % 2]
        height = -(-self.size.provinces // self.width)
        return league[min(len(league) - 1, row * len(league) // max(1, height))]

    def add(self, name: str, /, **row: Any) -> Row:
        """Write a row of the history."""
        self.rows.setdefault(name, []).append(row)
        return row


def large_war(size: Size) -> Row:
    """Return a campaign file of this size; its last turn is open for orders."""
    making = Making(size)
    provinces, edges = list(_provinces(making)), list(_edges(making))
    armies, leaders = _armies(making, provinces), _leaders(making)
    _history(making, provinces, armies)
    return {
        "format": "bivouac.campaign/1", "name": f"War of {size.provinces} provinces", "slug": "large-war",
        "summary": "A generated war.", "state": "running", "secret": f"{size.seed:064x}",
        "commitment": commitment(f"{size.seed:064x}"),
        "calendar": {"start": START.isoformat(), "turn_days": DAYS, "muster_every": MUSTERS,
                     "last_turn": min(500, size.turns + 60)},
        "map": {"view": _view(making)}, "factions": list(_factions()), "relations": list(_relations()),
        "provinces": provinces,
        "edges": edges, "leaders": leaders, "armies": armies, "history": making.rows,
    }  # fmt: skip


def _view(making: Making) -> list[float]:
    height = -(-making.size.provinces // making.width)
    return [-20, -20, making.width * CELL + 40, height * CELL + 40]


def _factions() -> Iterator[Row]:
    for place, key in enumerate(FACTIONS):
        yield {"key": key, "name": f"The {key.title()}", "adjective": f"{key.title()}ern", "colour": COLOURS[place],
               "pattern": PATTERNS[place], "offmap_income": 400, "opening_points": 400}  # fmt: skip


def _relations() -> Iterator[Row]:
    for place, one in enumerate(FACTIONS):
        for other in FACTIONS[place + 1 :]:
            allied = any(one in league and other in league for league in LEAGUES)
            yield {"between": [one, other], "kind": "allied" if allied else "war"}


def _corner(making: Making, column: int, row: int) -> tuple[float, float]:
    """Return a corner of the grid, a little off its place and always the same for the cells that meet there."""
    shift = random.Random(f"{making.size.seed}:{column}:{row}")
    return (round(column * CELL + shift.uniform(-18, 18), 1), round(row * CELL + shift.uniform(-18, 18), 1))


def _outline(making: Making, column: int, row: int) -> list[tuple[float, float]]:
    """Return the border of a cell with a bend in the middle of each side."""
    corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
    points = []
    for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
        first, second = _corner(making, *here), _corner(making, *there)
        bend = random.Random(f"{making.size.seed}:{sorted((here, there))}")
        middle = ((first[0] + second[0]) / 2 + bend.uniform(-8, 8), (first[1] + second[1]) / 2 + bend.uniform(-8, 8))
        points += [first, (round(middle[0], 1), round(middle[1], 1))]
    return points


def _provinces(making: Making) -> Iterator[Row]:
    seen: set[str] = set()
    for number, column, row in making.cells():
        home = making.owner(column, row)
        capital = home not in seen
        seen.add(home)
        yield {
            "key": f"p{number}", "name": f"Province {number}", "at": [column * CELL + 50, row * CELL + 50],
            "region": f"r{column // 8}", "terrain": making.dice.choice(TERRAINS), "value": making.dice.randint(2, 9),
            "home": home, "controller": home, "depot": capital or number % 5 == 0, "capital": capital,
            "fortress": number % 23 == 5, "town_size": 3 if capital else making.dice.randint(0, 2),
            "polygon": [list(point) for point in _outline(making, column, row)],
        }  # fmt: skip


def _edges(making: Making) -> Iterator[Row]:
    for number, column, _ in making.cells():
        beside = [number + 1] if column + 1 < making.width else []
        for other in (*beside, number + making.width):
            if other < making.size.provinces:
                kind = making.dice.choice(("road", "road", "track", "pass", "river"))
                river = {"bridge": making.dice.random() < 0.5, "river": f"River {column}"} if kind == "river" else {}
                yield {"between": [f"p{number}", f"p{other}"], "kind": kind, **river}


def _leaders(making: Making) -> list[Row]:
    skills = ("average", "average", "poor", "good")
    return [
        {"ref": f"g{n}", "faction": FACTIONS[n % len(FACTIONS)], "name": f"General {n}", "skill": skills[n % 4]}
        for n in range(making.size.armies)
    ]


def _armies(making: Making, provinces: list[Row]) -> list[Row]:
    """Return armies in their own provinces, the same number for each faction."""
    at_home = {key: [p["key"] for p in provinces if p["home"] == key] or [provinces[0]["key"]] for key in FACTIONS}
    return [
        {"ref": f"a{n}", "faction": faction, "name": f"{n}. Corps", "leader": f"g{n}",
         "province": at_home[faction][n // len(FACTIONS) * _step(len(at_home[faction])) % len(at_home[faction])]}
        for n, faction in ((n, FACTIONS[n % len(FACTIONS)]) for n in range(making.size.armies))
    ]  # fmt: skip


def _step(places: int) -> int:
    """Seven, or the next number by which one comes to every place."""
    return next(step for step in range(7, 8 + places) if math.gcd(step, places) == 1)


def _history(making: Making, provinces: list[Row], armies: list[Row]) -> None:
    for army in armies:
        for place, kind in enumerate(UNITS[n % len(UNITS)] for n in range(making.size.units)):
            unit = f"{army['ref']}-{place}"
            full = unit_type(kind).full
            making.add("units", id=unit, army=army["ref"], type=kind, full=full)
            _strength(making, unit, full, full, "raised", "campaign:{campaign}")
    for faction in FACTIONS:
        _points(making, "opening", f"treasury/{faction}", 400, "Opening treasury", 1)
    for number in range(1, making.size.turns + 1):
        _turn(making, number, provinces, armies)


def _strength(making: Making, unit: str, delta: int, after: int, cause: str, reference: str) -> None:
    making.add("strength", unit=unit, delta=delta, after=after, cause=cause, reference=reference, actor="bench")


def _points(making: Making, source: str, target: str, amount: int, reason: str, turn: int) -> None:
    making.add("points", source=source, target=target, amount=amount, reason=reason, turn=turn, actor="bench",
               reference=f"turn:{{campaign}}:{turn}")  # fmt: skip


def _turn(making: Making, number: int, provinces: list[Row], armies: list[Row]) -> None:
    last, starts = number == making.size.turns, turn_date(START, number, DAYS)
    regions = sorted({province["region"] for province in provinces})
    weather = {region: {"weather": "fair", "die": making.dice.randint(1, 5)} for region in regions}
    muster = (number - 1) % MUSTERS == 0
    making.add("turns", number=number, state="open" if last else "closed", starts_on=starts.isoformat(),
               season=season(starts), muster=muster, weather=weather)  # fmt: skip
    for faction in FACTIONS:
        making.add("faction_turns", turn=number, faction=faction, ready=not last)
        _money(making, number, faction, muster and not last, armies)
    _sightings(making, number, armies)
    if not last:
        _orders(making, number, armies)
        _battles(making, number, provinces, armies)


def _money(making: Making, number: int, faction: str, muster: bool, armies: list[Row]) -> None:
    treasury, reserve = f"treasury/{faction}", f"reserved/{faction}"
    if muster:
        own = [army for army in armies if army["faction"] == faction]
        _points(making, "income", treasury, 4 * len(own) + 1, "Income of the provinces", number)
        _points(making, treasury, reserve, 4 * len(own) + 1, "Set aside for maintenance", number)
        for army in own:
            _points(making, reserve, "maintenance", 4, f"Maintenance of {army['name']}", number)
        _points(making, reserve, treasury, 1, "Not needed for maintenance", number)
    making.add("chronicle", turn=number, phase="P2", kind="income", public=False, audience=[faction], rule="HR-5",
               text=f"Income: {number} points.")  # fmt: skip


def _sightings(making: Making, number: int, armies: list[Row]) -> None:
    """Each faction sees some armies of the other league, on this turn and the earlier ones never the same set."""
    for viewer in FACTIONS:
        league = next(league for league in LEAGUES if viewer in league)
        foes = [army for army in armies if army["faction"] not in league]
        for army in foes[number % 4 :: 4]:
            size = making.size.units
            making.add("sightings", turn=number, viewer=viewer, army=army["ref"], seen_faction=army["faction"],
                       province=army["province"], name=army["name"], units_low=max(1, size - 2), units_high=size + 2,
                       units_shown=size)  # fmt: skip


def _orders(making: Making, number: int, armies: list[Row]) -> None:
    for place, army in enumerate(armies):
        making.add("orders", turn=number, army=army["ref"], kind=("hold", "rest", "avoid")[(place + number) % 3],
                   given_by="bench", outcome="")  # fmt: skip
        if (place + number) % 9 == 0:
            making.add("chronicle", turn=number, phase="P10", kind="attrition", public=False, rule="HR-19",
                       audience=[army["faction"]], province=army["province"],
                       text=f"{army['name']} suffers on the march and loses nobody.")  # fmt: skip


def _battles(making: Making, number: int, provinces: list[Row], armies: list[Row]) -> None:
    """Small battles between detachments that were raised for them and went home afterwards."""
    report, sides = fought(), [armies[0], next(a for a in armies if a["faction"] in LEAGUES[1])]
    for place in range(making.size.battles):
        battle, where = f"b{number}-{place}", provinces[(number * 7 + place * 13) % len(provinces)]
        reference = f"turn:{{campaign}}:{number}"
        making.add("battles", id=battle, name=f"Battle of {where['name']}", state="done", engine=report.engine,
                   profile_hash=report.profile, field_seed="bench", seed=report.seed,
                   commitment=commitment(report.seed), reference=reference, settled_at="2026-01-01T00:00:00.000000Z",
                   file=report.battle)  # fmt: skip
        document = report.as_dict(journal=False)
        making.add("results", battle=battle, kind=report.outcome.kind, winner=report.outcome.winner or "",
                   digest=report.digest, seconds=0.1, report=document, journal=_journal())  # fmt: skip
        making.add("engagements", id=battle.replace("b", "e"), turn=number, province=where["key"], sequence=place + 1,
                   battle=battle, state="settled", winner_side=_winner(report), details=_details(sides))  # fmt: skip
        for side, army in enumerate(sides):
            making.add("engagement_armies", engagement=battle.replace("b", "e"), army=army["ref"],
                       faction=army["faction"], side=side)  # fmt: skip
            _losses(making, battle, document["sides"][side]["units"], army)
        making.add("chronicle", turn=number, phase="P8", kind="battle", text=f"Battle of {where['name']}: it is over.",
                   battle=battle, province=where["key"])  # fmt: skip


def _details(sides: list[Row]) -> Row:
    named = [{"name": side["faction"].title(), "commander": side["leader"], "wings": []} for side in sides]
    return {"sides": named, "size": "small", "lost_leaders": [[], []], "aftermath": True, "met": {}}


def _winner(report: Report) -> int | None:
    names = [side["name"] for side in report.battle["sides"]]
    return names.index(report.outcome.winner) if report.outcome.winner else None


def _losses(making: Making, battle: str, units: list[Row], army: Row) -> None:
    for place, row in enumerate(units):
        unit, full = f"{battle}-{army['ref']}-{place}", unit_type(row["type"]).full
        making.add("units", id=unit, army=army["ref"], type=row["type"], full=full, status="disbanded")
        making.add("battle_units", battle=battle, unit=unit, file_id=row["id"])
        changes = {key: row[key] for key in ("before", "lost", "moved", "after", "fate")}
        making.add("effects", battle=battle, unit=unit, **changes)
        _strength(making, unit, row["before"], row["before"], "raised", "campaign:{campaign}")
        reference = f"battle:{{battle:{battle}}}"
        if row["lost"] + row["moved"]:
            _strength(making, unit, -row["lost"] - row["moved"], row["after"], "battle", reference)
        if row["after"]:
            _strength(making, unit, -row["after"], 0, "disbanded", "campaign:{campaign}")


@cache
def fought() -> Report:
    """Return a small battle that is fought once."""
    sides = [
        {"name": name, "role": role, "commander": {"name": name, "skill": "average"},
         "roster": "2 Line inf, 1 Light cav"}
        for name, role in (("The First", "attacker"), ("The Second", "defender"))
    ]  # fmt: skip
    file = parse({"format": "bivouac.battle/1", "name": "A small battle", "season": "spring", "weather": "normal",
                  "ground": "hard", "terrain": "rolling", "field": None, "sides": sides})  # fmt: skip
    rules = resolver("lgg")
    return rules.fight(rules.freeze(file, "bench"), "5" * 64)


@cache
def _journal() -> str:
    return b64encode(compress(canonical_lines(fought().journal).encode())).decode("ascii")
