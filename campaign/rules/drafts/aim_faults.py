"""Faults of a draft's conditions of victory: those that nobody can meet."""

from collections.abc import Iterator

from base.refusal import Refusal
from campaign.rules.course.calendar import turn_date
from campaign.rules.drafts.facts import house_of, sums_of, theatre_of
from campaign.rules.drafts.fault import Fault
from campaign.rules.ending.aims import Aim, read_victory
from campaign.rules.ending.victory import enemies_of, enemy_capitals
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.theatre import Theatre


def aim_faults(file: CampaignFile) -> Iterator[Fault]:
    """Yield a fault for each condition that no faction can meet before the war ends."""
    try:
        keys = {row.key for row in file.provinces}
        aims = read_victory(file.victory, keys, {row.key for row in file.factions})
    except Refusal:
        return  # the reader of campaign files names it
    theatre = theatre_of(file)
    for number, aim in enumerate(aims.aims if aims else ()):
        reason = _reason(file, aim, theatre)
        if reason:
            yield Fault("aims", f"Condition {number + 1}: {reason}", key=str(number))


def _reason(file: CampaignFile, aim: Aim, theatre: Theatre) -> str:
    """Return why nobody can meet a condition; empty if somebody can."""
    first = turn_date(file.calendar.start, _earliest(file), file.calendar.turn_days)
    if aim.by and aim.by < first:
        return f"its last day, {aim.by}, is before the first turn that decides, {first}; choose a later one."
    sides = [key for key in (aim.sides or theatre.factions) if enemies_of([key], theatre)]
    if not sides:
        return "no faction for which it counts is at war; choose another, or an enemy for it."
    if aim.kind == "capitals":
        most = max(len(enemy_capitals([key], theatre)) for key in sides)
        if most < (aim.number or 1):
            return f"it asks for {aim.number or 1} capitals of the enemy, and there are at most {most}; ask for fewer."
    if aim.kind == "homes" and not any(_homes(key, theatre) for key in sides):
        return "no enemy has a home province; give the provinces their homes."
    if aim.kind == "points" and aim.at_least > _most_points(file, theatre):
        return f"{aim.at_least} points are more than all provinces, armies and battles bring; ask for fewer."
    if aim.turns > file.calendar.last_turn:
        return f"it must hold for {aim.turns} turns, and the war has {file.calendar.last_turn}; ask for fewer."
    return ""


def _earliest(file: CampaignFile) -> int:
    return max(1, min(house_of(file)["victory.earliest_turn"], file.calendar.last_turn))


def _homes(key: str, theatre: Theatre) -> bool:
    enemies = enemies_of([key], theatre)
    return any(province.home in enemies for province in theatre.provinces.values())


def _most_points(file: CampaignFile, theatre: Theatre) -> int:
    """HR-21 Return a sum that no side can pass: all land, its battles and what its money buys."""
    land, turns = sum(province.value for province in theatre.provinces.values()), file.calendar.last_turn
    battles = house_of(file)["victory.battle_points"] * len(file.armies) * turns
    worth = sum(sums.points + sums.opening + (land + sums.income) * turns for sums in sums_of(file))
    return land + battles + worth // house_of(file)["victory.army_value_divisor"]
