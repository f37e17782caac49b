"""The end of a war as a race (HR-21): what each side holds of an aim, and the end to which a turn's orders lead."""

import datetime
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from base.words import counted, listed, sentence
from battles.resolvers.dispatch.sides import SideName, side_name
from campaign.rules.ending.aims import BY_RULE, NOBODY, Aim, Aims, Known, Moment, points_in_words, verdict_of
from campaign.rules.ending.victory import Verdict, alliances, enemies_of, enemy_capitals
from campaign.rules.march.contact import control
from campaign.rules.theatre import Armies, ArmyFacts, ProvinceFacts

LAND = ("capitals", "homes", "provinces")
NAMED = 5
"""So many provinces are named; of more their number is shown."""
AT_A_BLOW = 2
"""HR-21 So many provinces a side may lack at most, and no more than it holds, for the war to be called near its end."""


@dataclass(frozen=True)
class Calendar:
    """The turns to come: the last one of the war, and the first day of each."""

    last_turn: int
    day_of: Callable[[int], datetime.date]


@dataclass(frozen=True)
class Stand:
    """The place of an alliance in the race for one aim.

    ``held`` and ``lacking`` are names of provinces, ``needed`` is how many of the lacking ones would do. ``after`` is
    the turn after which the alliance wins if nothing changes; 0 where it lacks something or comes too late. ``near``:
    the turn in hand may decide it.
    """

    alliance: tuple[str, ...]
    held: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    needed: int = 0
    after: int = 0
    near: bool = False


def stand_of(aim: Aim, alliance: tuple[str, ...], now: Moment, calendar: Calendar, known: Known = NOBODY) -> Stand:
    """HR-21 Return the place of an alliance with an aim during the turn of ``now``, as far as a reader knows it."""
    if not may_reach(aim, alliance):
        return Stand(alliance)
    if aim.kind in LAND:
        return _on_land(aim, alliance, now, calendar)
    met = _met(aim, alliance, now, known)
    after = _in_time(max(now.turn, earliest(now)), aim, now, calendar) if met else 0
    return Stand(alliance, after=after, near=after == now.turn)


def may_reach(aim: Aim, alliance: Collection[str]) -> bool:
    """Return whether an aim is for a member of an alliance."""
    return not aim.sides or bool(set(aim.sides) & set(alliance))


def earliest(now: Moment) -> int:
    """HR-21 The first turn at whose end an aim may decide the war."""
    return now.house["victory.earliest_turn"]


def _on_land(aim: Aim, alliance: tuple[str, ...], now: Moment, calendar: Calendar) -> Stand:
    wanted, needed, turns = wanted_by(aim, alliance, now)
    held = sorted((p for p in wanted if p.controller in alliance), key=lambda p: p.controlled_since)
    names = tuple(sorted(p.name for p in held))
    lacking = tuple(sorted(p.name for p in wanted if p.controller not in alliance))
    short = max(0, needed - len(held))
    if not needed or short:
        soon = 0 < short <= min(AT_A_BLOW, len(held)) and turns == 1 and now.turn >= earliest(now)
        return Stand(alliance, names, lacking, short, near=soon and bool(_in_time(now.turn, aim, now, calendar)))
    since = held[needed - 1].controlled_since
    after = _in_time(max(now.turn, since + turns - 1, earliest(now)), aim, now, calendar)
    return Stand(alliance, names, lacking, after=after, near=after == now.turn)


def wanted_by(aim: Aim, alliance: Sequence[str], now: Moment) -> tuple[list[ProvinceFacts], int, int]:
    """Return the provinces that count, how many of them are needed, and at how many turn ends running."""
    if aim.kind == "provinces":
        return [now.theatre.provinces[key] for key in aim.provinces], len(aim.provinces), aim.turns
    if aim.kind == "homes":
        enemies = enemies_of(alliance, now.theatre)
        homes = [p for p in now.theatre.provinces.values() if p.home in enemies]
        return homes, len(homes), 1
    capitals = enemy_capitals(alliance, now.theatre)
    if aim.number:
        return capitals, aim.number, aim.turns
    return capitals, min(now.house["victory.capitals"], len(capitals)), now.house["victory.capital_p11"]


def _in_time(turn: int, aim: Aim, now: Moment, calendar: Calendar) -> int:
    """Return the turn, or 0 where the aim does not count any more by then."""
    late = turn > calendar.last_turn or (aim.by is not None and calendar.day_of(turn) > aim.by)
    return 0 if late else turn


def _met(aim: Aim, alliance: tuple[str, ...], now: Moment, known: Known) -> bool:
    """Return whether a reader knows that an aim is met that does not hang on single provinces."""
    if aim.kind == "own":
        return aim.won in alliance
    if aim.kind == "points":
        return 10 * now.open_points(alliance) + now.army_tenths(known.factions) >= 10 * aim.at_least
    enemies = enemies_of(alliance, now.theatre)
    whole = set(known.factions) >= set(alliance) and not known.own
    own, theirs = now.value_of(alliance), now.value_of(enemies)
    return whole and bool(enemies) and own > 0 and 100 * own >= aim.percent * theirs


@dataclass(frozen=True)
class Line:
    """An alliance and an aim in words. ``near``: the turn in hand may decide it; ``sure``: if nothing changes it
    does."""

    text: str
    near: bool
    sure: bool


class Race:
    """The race for the aims of a war, in words. ``names``: faction key → its name."""

    def __init__(self, aims: Aims | None, now: Moment, calendar: Calendar, names: Mapping[str, str]) -> None:
        self._aims = aims.aims if aims else BY_RULE
        self._end = aims.at_the_end if aims else "score"
        self._now, self._calendar, self._names = now, calendar, names

    def near(self, known: Callable[[Sequence[str]], Known] = lambda _: NOBODY) -> Iterator[str]:
        """HR-21 List the ways in which the turn in hand may end the war.

        ``known``: alliance → the armies of it that the reader knows.
        """
        for alliance in alliances(self._now.theatre):
            lines = [self.line(aim, alliance, known(alliance)) for aim in self._aims]
            sure = any(line.near and line.sure for line in lines)
            yield from (line.text for line in lines if line.near and line.sure == sure)
        if self._now.turn >= self._calendar.last_turn:
            ends = "if nobody has won by then, it is a draw" if self._end == "draw" else "the higher score wins"
            yield f"The war ends with this turn, its last: {ends}."

    def line(self, aim: Aim, alliance: tuple[str, ...], known: Known = NOBODY) -> Line:
        """Return where an alliance stands with an aim, as a sentence; empty for an aim that is counted in numbers."""
        stand = stand_of(aim, alliance, self._now, self._calendar, known)
        if aim.kind not in LAND:
            return Line(self._counted(aim, stand) if stand.after else "", stand.near, bool(stand.after))
        return Line(f"{self._has(stand)}{self._then(stand)}.", stand.near, bool(stand.after))

    def held(self, aim: Aim, alliance: tuple[str, ...]) -> str:
        """Return what an alliance holds of an aim that is for provinces, as a sentence."""
        return f"{self._has(stand_of(aim, alliance, self._now, self._calendar))}."

    def _has(self, stand: Stand) -> str:
        return f"{self._who(stand.alliance)} {self._s(stand.alliance, 'holds', 'hold')} {_named(stand.held)}"

    def _then(self, stand: Stand) -> str:
        """Return how the sentence about provinces goes on."""
        they, still = self._s(stand.alliance, "it", "they"), self._s(stand.alliance, "still does", "still do")
        wins = f"{they} {self._s(stand.alliance, 'wins', 'win')}"
        if stand.after:
            return f"; {wins} if {they} {still} {self._when(stand.after)}"
        if not stand.needed:
            return ""
        lacks = _lacking(stand)
        if stand.near:
            return f"; {wins} if {they} {self._s(stand.alliance, 'takes', 'take')} {lacks} this turn"
        return f" and {self._s(stand.alliance, 'needs', 'need')} {lacks}"

    def _counted(self, aim: Aim, stand: Stand) -> str:
        """Return the sentence about points, armies and rulings."""
        wins, does = self._s(stand.alliance, "wins", "win"), self._s(stand.alliance, "does", "do")
        they, who = self._s(stand.alliance, "it", "they"), self._who(stand.alliance)
        if aim.kind == "own":
            return f"{who} {wins} {self._when(stand.after)}, as the referee ruled."
        what = points_in_words(aim) if aim.kind == "points" else f"armies worth {aim.percent} % of the enemy's"
        has = self._s(stand.alliance, "has", "have")
        return f"{who} {has} {what} or more; {they} {wins} if {they} still {does} {self._when(stand.after)}."

    def _when(self, turn: int) -> str:
        """Return `after this turn`, or `after turn 7, three turn ends from now`."""
        ends = turn - self._now.turn + 1
        return "after this turn" if ends <= 1 else f"after turn {turn}, {counted(ends, 'turn end')} from now"

    def _who(self, alliance: Sequence[str]) -> str:
        return sentence(self._side(alliance).subject)

    def _s(self, alliance: Sequence[str], one: str, many: str) -> str:
        return many if self._side(alliance).plural else one

    def _side(self, alliance: Sequence[str]) -> SideName:
        return side_name(listed([self._names[key] for key in alliance]))


def _named(names: Sequence[str]) -> str:
    if not names:
        return "none of them yet"
    return listed(list(names)) if len(names) <= NAMED else counted(len(names), "province")


def _lacking(stand: Stand) -> str:
    """Return `Prague as well`, `one of Prague, Buda and Pesth`, `seven more provinces`."""
    every = stand.needed == len(stand.lacking)
    if len(stand.lacking) > NAMED:
        return counted(stand.needed, "more province", "more provinces")
    if every:
        return f"{listed(list(stand.lacking))}{' as well' if stand.held else ''}"
    return f"{counted(stand.needed, 'more', 'more')} of {listed(list(stand.lacking))}"


def ends_in_sight(aims: Aims | None, now: Moment, last_turn: int) -> Iterator[Verdict]:
    """HR-20, HR-21 The victories that come of the orders for a side that wins each of its battles.

    The armies of ``now`` stand where their orders lead them. Guerrillas, attrition and battles lost are left out.
    """
    for alliance in alliances(now.theatre):
        verdict = verdict_of(aims, _as_if_it_won(alliance, now), last_turn)
        if verdict is not None and verdict.alliance == alliance:
            yield verdict


def _as_if_it_won(alliance: Sequence[str], now: Moment) -> Moment:
    armies = Armies(army for army in now.armies if not _gives_way(army, alliance, now))
    facts = {key: _after(province, armies, now) for key, province in now.theatre.provinces.items()}
    return replace(now, armies=armies, theatre=replace(now.theatre, provinces=facts))


def _gives_way(army: ArmyFacts, alliance: Sequence[str], now: Moment) -> bool:
    """Return whether an army meets an enemy of this alliance, and would be beaten by him."""
    if army.faction in alliance:
        return False
    enemies = now.theatre.enemies_in(army.province, army.faction, now.armies)
    return any(enemy.faction in alliance for enemy in enemies)


def _after(province: ProvinceFacts, armies: Armies, now: Moment) -> ProvinceFacts:
    found = control(province, armies, now.theatre, now.house)
    since = province.controlled_since if found.controller == province.controller else now.turn
    return replace(province, controller=found.controller, controlled_since=since, fortress_held_by=found.held_by)
