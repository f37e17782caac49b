"""Victory (HR-21)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from base.words import counted, listed
from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, ProvinceFacts, Theatre

AT_ONCE = "two sides reached their aims in the same turn"


@dataclass(frozen=True)
class Score:
    """Points of an alliance at the last turn, times ten so that they stay whole."""

    alliance: tuple[str, ...]
    tenths: int


@dataclass(frozen=True)
class Verdict:
    """The winner, with the sentence that explains why; an empty alliance is a draw."""

    alliance: tuple[str, ...]
    reason: str


def alliances(theatre: Theatre) -> list[tuple[str, ...]]:
    """HR-21 Return the factions grouped with their allies, in their order; nobody is in a group with an enemy."""
    return theatre.grouped(theatre.factions)


def enemies_of(alliance: Sequence[str], theatre: Theatre) -> list[str]:
    """Return factions at war with any member of an alliance."""
    return [f for f in theatre.factions if any(theatre.at_war(f, member) for member in alliance)]


def enemy_capitals(alliance: Sequence[str], theatre: Theatre) -> list[ProvinceFacts]:
    """Return the capitals of everybody at war with an alliance."""
    enemies = enemies_of(alliance, theatre)
    return [p for p in theatre.provinces.values() if p.capital and p.home in enemies]


def capitals_held(alliance: Sequence[str], theatre: Theatre, turn: int, house: House) -> bool:
    """HR-21 Two enemy capitals, or the only one, held at two P11 running."""
    capitals = enemy_capitals(alliance, theatre)
    held = _held(capitals, alliance, turn, house)
    return bool(capitals) and len(held) >= min(house["victory.capitals"], len(capitals))


def _held(
    capitals: Sequence[ProvinceFacts], alliance: Sequence[str], turn: int, house: House
) -> list[ProvinceFacts]:  # fmt: skip
    running = house["victory.capital_p11"] - 1
    return [p for p in capitals if p.controller in alliance and turn - p.controlled_since >= running]


def _held_in_words(alliance: Sequence[str], theatre: Theatre, turn: int, house: House) -> str:
    """HR-21 Return the first condition as it was met: `Berlin, the enemy's capital, has been held at the end of …`."""
    capitals, turns = enemy_capitals(alliance, theatre), house["victory.capital_p11"]
    names = sorted(p.name for p in _held(capitals, alliance, turn, house))
    several = "an enemy capital" if len(names) == 1 else counted(len(names), "enemy capital")
    what = "the enemy's capital" if len(capitals) == 1 else several
    when = f"{counted(turns, 'turn')} in a row" if turns > 1 else "a turn"
    return f"{listed(names)}, {what}, {'has' if len(names) == 1 else 'have'} been held at the end of {when}"


def homes_held(alliance: Sequence[str], theatre: Theatre) -> bool:
    """HR-21 All home provinces of the enemies."""
    enemies = enemies_of(alliance, theatre)
    homes = [p for p in theatre.provinces.values() if p.home in enemies]
    return bool(homes) and all(p.controller in alliance for p in homes)


def early_victory(theatre: Theatre, turn: int, house: House) -> Verdict | None:
    """HR-21 Return a victory before the last turn, or None. Two alliances at once is a draw."""
    won = [verdict for alliance in alliances(theatre) if (verdict := _early(alliance, theatre, turn, house))]
    return Verdict((), AT_ONCE) if len(won) > 1 else next(iter(won), None)


def _early(alliance: tuple[str, ...], theatre: Theatre, turn: int, house: House) -> Verdict | None:
    if capitals_held(alliance, theatre, turn, house):
        return Verdict(alliance, _held_in_words(alliance, theatre, turn, house))
    return Verdict(alliance, "every home province of the enemy is held") if homes_held(alliance, theatre) else None


def scores(theatre: Theatre, armies: Sequence[ArmyFacts], balance: Mapping[str, int], house: House) -> list[Score]:
    """HR-21 Values of controlled provinces + army value / 10 + 5 for each battle won - 5 for each lost.

    ``balance`` gives battles won less battles lost by faction; a battle of several allies is named under one of them.
    """
    return [_score(alliance, theatre, armies, balance, house) for alliance in alliances(theatre)]


def _score(
    alliance: tuple[str, ...], theatre: Theatre, armies: Sequence[ArmyFacts], balance: Mapping[str, int], house: House
) -> Score:
    land = sum(p.value for p in theatre.provinces.values() if p.controller in alliance)
    worth = sum(army_value(a) for a in armies if a.faction in alliance)
    battles = sum(balance.get(f, 0) for f in alliance) * house["victory.battle_points"]
    return Score(alliance, 10 * (land + battles) + 10 * worth // house["victory.army_value_divisor"])


def army_value(army: ArmyFacts) -> int:
    """Return points that an army is worth: each unit's price in the share of strength it has left, rounded down."""
    return sum(unit.buy * unit.strength // unit.full for unit in army.units)


def last_turn_verdict(found: Sequence[Score], house: House) -> Verdict:
    """HR-21 The higher score at the last turn; a difference under 10 % of the higher is a draw."""
    ranked = sorted(found, key=lambda s: -s.tenths)
    best, second = ranked[0], ranked[1] if len(ranked) > 1 else Score((), 0)
    if (best.tenths - second.tenths) * 100 < house["victory.draw_percent"] * max(
        best.tenths, 0
    ) or best.tenths == second.tenths:
        return Verdict((), f"the scores are {_tenths(best)} to {_tenths(second)}, too close for a victory")
    return Verdict(best.alliance, f"the score is {_tenths(best)} to {_tenths(second)}")


def _tenths(score: Score) -> str:
    return f"{score.tenths / 10:.1f}"
