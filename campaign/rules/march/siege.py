"""Sieges (HR-28): who is shut up in a fortress is besieged, not met; stores, breaches, and how it ends."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.theatre import Armies, ArmyFacts, Theatre, standing_in

STARVED, SUMMONED, STORMED, HONOURS, PRISONERS = "starved", "summoned", "stormed", "honours", "prisoners"


@dataclass(frozen=True)
class Siege:
    """HR-28 A fortress with a garrison behind its walls, and the enemies before them."""

    province: str
    garrison: tuple[ArmyFacts, ...]
    besiegers: tuple[ArmyFacts, ...]

    @property
    def within(self) -> int:
        """Strength points of the garrison."""
        return sum(army.strength for army in self.garrison)

    @property
    def before(self) -> int:
        """Strength points of the besiegers."""
        return sum(army.strength for army in self.besiegers)

    def invested(self, house: House) -> bool:
        """HR-28 Whether the besiegers shut the fortress in: infantry, and enough strength points for its garrison."""
        foot = any(unit.arm == "foot" and unit.strength for army in self.besiegers for unit in army.units)
        return foot and 100 * self.before >= house["siege.invest_percent"] * self.within


@dataclass(frozen=True)
class Works:
    """The state of a besieged fortress: since which turn, its stores in turn ends, and its breach in steps."""

    since: int = 0
    stores: int = 0
    breach: int = 0

    def practicable(self, house: House) -> bool:
        """HR-28 Whether the breach can be stormed as if there were no walls."""
        return self.breach >= house["siege.practicable"]


@dataclass(frozen=True)
class TurnEnd:
    """The outcome of one turn end of a siege; ``fell`` says how the fortress fell, empty while it holds."""

    works: Works
    fell: str = ""
    hit: bool = False
    burnt: bool = False


def siege_in(province: str, armies: Iterable[ArmyFacts], theatre: Theatre) -> Siege | None:
    """HR-28 The siege of a province; None without a garrison behind walls, without enemies, or with friends outside."""
    here = [army for army in standing_in(province, armies) if army.units]
    garrison = tuple(army for army in here if theatre.behind_walls(army))
    outside = [army for army in here if army not in garrison]
    enemies = tuple(a for a in outside if any(theatre.at_war(a.faction, g.faction) for g in garrison))
    relief = any(theatre.at_war(a.faction, e.faction) for a in outside for e in enemies)
    if not garrison or not enemies or relief or any(army.engaged for army in here):
        return None
    return Siege(province, garrison, enemies)


def at_the_works(
    armies: Iterable[ArmyFacts], theatre: Theatre, storming: Collection[str], sallying: Collection[str]
) -> frozenset[str]:
    """HR-28 The garrisons that can be met this turn, by their references: those that are stormed, and that sally.

    ``storming`` and ``sallying`` are references of armies with these orders; a storm goes before a sally.
    """
    armies, out = Armies(armies), set[str]()
    for key in sorted({army.province for army in armies if army.ref in {*storming, *sallying}}):
        siege = siege_in(key, armies, theatre)
        if siege is not None:
            garrison = {army.ref for army in siege.garrison}
            stormed = any(army.ref in storming for army in siege.besiegers)
            out |= garrison if stormed else garrison.intersection(sallying)
    return frozenset(out)


def guns_of(armies: Iterable[ArmyFacts]) -> int:
    """Return the strength points of the artillery of some armies."""
    return sum(unit.strength for army in armies for unit in army.units if unit.arm == "art")


def opened(turn: int, house: House) -> Works:
    """HR-28 The works when a fortress is invested: full stores, no breach."""
    return Works(turn, house["siege.stores"])


def starves_on(turn: int, stores: int, uses: int) -> int:
    """HR-28 Return the turn at whose end stores are used up: so many go at the end of ``turn`` and each later one."""
    return turn + -(-stores // uses) - 1


def consumed(garrison: int, house: House) -> int:
    """HR-28 Stores that a garrison of so many strength points uses at a turn end."""
    return 2 if garrison > house["siege.mouths"] else 1


def may_be_summoned(siege: Siege, works: Works, house: House) -> bool:
    """HR-28 Whether the garrison is summoned: the breach is practicable and the besiegers are far stronger."""
    return works.practicable(house) and 100 * siege.before >= house["siege.summon_percent"] * siege.within


def turn_end(siege: Siege, works: Works, guns: int, cup: Cup, house: House) -> TurnEnd:
    """HR-28 One turn end of an invested fortress: the summons, the guns that bombard it, then the stores.

    ``guns`` are strength points of the artillery that bombards; 0 for none. The cup is thrown once for each of the
    two, and only where they are due.
    """
    if may_be_summoned(siege, works, house) and cup.roll(10, "summons") <= house["siege.summons_to"]:
        return TurnEnd(works, SUMMONED)
    reach = cup.roll(10, "bombardment") + min(guns, house["siege.guns_at_most"]) if guns else 0
    hit, burnt = bool(guns) and reach >= house["siege.breach_needs"], _burns(siege, reach, house) and bool(guns)
    breach = min(house["siege.practicable"], works.breach + hit)
    stores = max(0, works.stores - consumed(siege.within, house) - burnt)
    return TurnEnd(Works(works.since, stores, breach), "" if stores else STARVED, hit, burnt)


def _burns(siege: Siege, reach: int, house: House) -> bool:
    """HR-28 Whether a bombardment burns stores: not those of a garrison that uses two a turn end, and has none to lie
    about."""
    return reach >= house["siege.fire_needs"] and consumed(siege.within, house) == 1


def terms(works: Works, house: House) -> str:
    """HR-28 What a garrison gets that capitulates: the honours of war while it could hold out, else captivity."""
    return HONOURS if works.stores and not works.practicable(house) else PRISONERS


def chance_of_breach(guns: int, house: House) -> Fraction:
    """HR-28 The exact chance that a turn's bombardment widens the breach."""
    needed = house["siege.breach_needs"]
    if not guns:
        return Fraction(0)
    faces = 10 - needed + 1 + min(guns, house["siege.guns_at_most"])
    return Fraction(max(0, min(10, faces)), 10)
