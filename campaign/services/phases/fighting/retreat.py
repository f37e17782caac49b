"""P9: retreats (HR-16)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from campaign.models import Engagement
from campaign.references import turn_reference
from campaign.rules.march.attrition import dice_of, losses
from campaign.rules.march.retreat import breaks_out, nearest_own, retreat_choices, second_retreat_loss
from campaign.rules.theatre import ArmyFacts, UnitFacts
from campaign.rules.wording import army_opens
from campaign.selectors.war import War
from campaign.services.phases.march import leave_the_war
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import add_losses, note_retreat, put_army, save_row
from rosters.services import Loss


@dataclass(frozen=True)
class Retreat:
    """The way an army leaves the field. ``or_lost``: without a way out it is lost instead of breaking out (HR-12)."""

    attacked: bool
    barred: frozenset[str]
    or_lost: bool = False
    twice: bool = False


def enemy_origins(enemies: Iterable[ArmyFacts]) -> frozenset[str]:
    """HR-16 The provinces that the enemies came from this turn."""
    return frozenset(a.came_from for a in enemies if a.came_from and a.entered_impulse)


def retreat_army(*, war: War, army: ArmyFacts, how: Retreat, actor: str, engagement: Engagement) -> War:
    """HR-16 Move a beaten army to the best province it may go to; with none, its units break out or are lost."""
    others = [a for a in war.armies if a.ref != army.ref]
    choices = retreat_choices(army, others, war.theatre, war.turn.number, attacked=how.attacked, barred=how.barred)
    if choices:
        return _go_back(war, army, choices[0], how, actor, engagement)
    if how.or_lost:
        return lose_army(war=war, army=army, actor=actor, why="had no way out and was lost")
    return _break_out(war, army, actor, engagement)


def _go_back(war: War, army: ArmyFacts, target: str, how: Retreat, actor: str, engagement: Engagement) -> War:
    station = war.stations[army.ref]
    station.retreats += 2 if how.twice else 1
    if station.retreats > 1:
        army = _second_retreat(war, army, actor)
        if not army.units:
            return lose_army(war=war, army=army, actor=actor, why="melted away on its second retreat")
    text = f"{army_opens(army.name, 'retreats', 'retreat')} to {war.provinces[target].name}."
    return _place(war, army, target, engagement, text)


def _second_retreat(war: War, army: ArmyFacts, actor: str) -> ArmyFacts:
    """HR-16 A second retreat in one turn: each unit that fails Morale loses 1 SP."""
    cups = {unit.key: CampaignCup(war.turn, "second-retreat", war.numbers[unit.key]) for unit in army.units}
    lost = {unit.key: 1 for unit in army.units if second_retreat_loss(unit, cups[unit.key])}
    notes = {key: cups[key].faces for key in lost}
    return take_losses(war=war, army=army, lost=lost, cause="retreat", rule="HR-16", actor=actor,
                       note="second retreat", notes=notes)  # fmt: skip


def _place(war: War, army: ArmyFacts, target: str, engagement: Engagement, text: str) -> War:
    note_retreat(engagement, war.stations[army.ref], war.provinces[target])
    write_entry(turn=war.turn, phase="P9", kind="retreat", text=text, audience=[war.factions[army.faction]],
                province=war.provinces[target], rule="HR-16")  # fmt: skip
    return put_army(war, army, target, "retreats")


def _break_out(war: War, army: ArmyFacts, actor: str, engagement: Engagement) -> War:
    """HR-16 Surrounded: each unit breaks out on d10 at or below its Morale, then suffers Severe attrition."""
    target = nearest_own(army, war.armies, war.theatre)
    if target is None:
        return lose_army(war=war, army=army, actor=actor, why="had nowhere left to go and was lost")
    dice, lost, notes = dice_of("severe", war.house), {}, {}
    for unit in army.units:
        cup = CampaignCup(war.turn, "break-out", war.numbers[unit.key])
        lost[unit.key] = losses(unit, dice, cup, war.house) if breaks_out(unit, cup) else unit.strength
        notes[unit.key] = cup.faces
    left = take_losses(war=war, army=army, lost=lost, cause="retreat", rule="HR-16", actor=actor,
                       note="broke out", notes=notes)  # fmt: skip
    if not left.units:
        return lose_army(war=war, army=left, actor=actor, why="was surrounded and lost")
    war.stations[army.ref].retreats += 1
    text = f"{army_opens(army.name, 'breaks', 'break')} out to {war.provinces[target].name}."
    return _place(war, left, target, engagement, text)


def take_losses(
    *, war: War, army: ArmyFacts, lost: Mapping[str, int], cause: str, rule: str, actor: str, note: str,
    notes: Mapping[str, str] | None = None,
) -> ArmyFacts:  # fmt: skip
    """Post what units of an army lose (unit key → SP) and return the army as it is then."""
    turn = war.turn
    once = f"c{war.campaign.pk}:t{turn.number}.{turn.attempt}:{cause}:{note[:40]}"
    reference = turn_reference(war.campaign.slug, turn.number)
    add_losses([
        Loss(war.units[key], points, cause, reference, actor, rule, _note(note, key, notes), f"{once}:{key}")
        for key, points in lost.items() if points
    ])  # fmt: skip
    units = tuple(_worn(unit, lost.get(unit.key, 0)) for unit in army.units)
    return replace(army, units=tuple(unit for unit in units if unit.strength))


def _note(note: str, key: str, notes: Mapping[str, str] | None) -> str:
    return f"{note}; {notes[key]}" if notes and key in notes else note


def _worn(unit: UnitFacts, points: int) -> UnitFacts:
    return replace(unit, strength=unit.strength - points) if points else unit


def lose_army(*, war: War, army: ArmyFacts, actor: str, why: str, rule: str = "HR-16") -> War:
    """An army is gone: whatever units it has are lost, and it leaves the war."""
    lost = {unit.key: unit.strength for unit in army.units}
    take_losses(war=war, army=army, lost=lost, cause="retreat", rule=rule, actor=actor, note=why)
    leave_the_war(war=war, armies=[army])
    war.stations[army.ref].fought = True
    save_row(war.stations[army.ref], "fought")
    text = army_opens(army.name, f"{why}.", f"{why}.".replace("was ", "were "))
    write_entry(turn=war.turn, phase="P9", kind="army-lost", text=text,
                audience=[war.factions[army.faction]], rule=rule)  # fmt: skip
    return war.moved_to(a for a in war.armies if a.ref != army.ref)
