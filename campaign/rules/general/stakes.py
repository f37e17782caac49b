"""AI-37 The provinces by which a war may end soon: what it is worth to take one, or to keep it."""

from collections.abc import Iterable, Mapping

from campaign.rules.ending.aims import Aim, Moment
from campaign.rules.ending.race import LAND, Calendar, may_reach, stand_of, wanted_by
from campaign.rules.ending.victory import alliances

DECIDES = 120.0
"""What the end of the war is worth, in points of the score, if this turn decides it; of two turn ends it is half."""


def stakes_of(aims: Iterable[Aim], now: Moment, calendar: Calendar, faction: str) -> Mapping[str, float]:
    """AI-37 Return the provinces by which an enemy, or the own side, wins unless they change hands, and their worth."""
    sides = [one for one in alliances(now.theatre) if faction in one or now.theatre.at_war(faction, one[0])]
    found: dict[str, float] = {}
    for aim in (one for one in aims if one.kind in LAND):
        for side in (one for one in sides if may_reach(aim, one)):
            found |= _staked(aim, side, now, calendar)
    return found


def _staked(aim: Aim, side: tuple[str, ...], now: Moment, calendar: Calendar) -> dict[str, float]:
    """Return the provinces by which one side wins by one aim: those that it holds, or those that it may take."""
    stand = stand_of(aim, side, now, calendar)
    wins = bool(stand.after)
    if not wins and not stand.near:
        return {}
    worth = DECIDES / (stand.after - now.turn + 1) if wins else DECIDES
    wanted, _, _ = wanted_by(aim, side, now)
    return {province.key: worth for province in wanted if (province.controller in side) == wins}
