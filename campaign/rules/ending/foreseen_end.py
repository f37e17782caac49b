"""The end of the war as the orders of a turn would bring it (HR-21): for the referee's look before he runs it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from campaign.rules.ending.aims import Aims, Moment, verdict_of
from campaign.rules.ending.victory import Verdict, alliances
from campaign.rules.march.control import control
from campaign.rules.theatre import Armies, ArmyFacts, ProvinceFacts


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
