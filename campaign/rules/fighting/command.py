"""Command of a side of several armies (HR-14), and the fate of a lost general (HR-17)."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.theatre import SKILLS, ArmyFacts, LeaderFacts, skill_rank


@dataclass(frozen=True)
class Command:
    """The one army commander of a side and his wings; None is a nameless Poor officer."""

    commander: LeaderFacts | None
    wings: tuple[LeaderFacts, ...]


def command(armies: Iterable[ArmyFacts], house: House) -> Command:
    """HR-14 Highest skill, then more SP, then the owner with most units; up to two others become wings.

    Who comes late (HR-13) commands no side: he leads his column, as a wing where there is a post for him.
    """
    armies = list(armies)
    units: dict[str, int] = {}
    for army in armies:
        units[army.faction] = units.get(army.faction, 0) + len(army.units)
    posts = [(army, leader) for army in armies for leader in (army.leader, *army.wings) if leader is not None]
    posts.sort(
        key=lambda p: (-skill_rank(p[1]), p[1] is not p[0].leader, -p[0].strength, -units[p[0].faction], p[1].ref)
    )
    first = next((leader for army, leader in posts if not army.arrives), None)
    wings = [leader for _, leader in posts if leader is not first]
    return Command(first, tuple(wings[: house["command.wings_at_most"]]))


@dataclass(frozen=True)
class Fate:
    """killed, wounded (for ``turns`` turns) or captured."""

    what: str
    turns: int
    die: int


def fate_of_general(left_field: bool, cup: Cup, house: House) -> Fate:
    """HR-17 d6 for a general lost in battle: killed, wounded for d6 turns, captured if his side left the field."""
    die = cup.roll(6, "fate of the general")
    if die <= house["general.killed_to"]:
        return Fate("killed", 0, die)
    if die <= house["general.wounded_to"] or not left_field:
        return Fate("wounded", cup.roll(6, "turns until he is back"), die)
    return Fate("captured", 0, die)


def one_lower(skill: str) -> str:
    """LGG-16.0-d The skill of a substitute: one lower, Poor stays Poor."""
    return SKILLS[max(0, SKILLS.index(skill) - 1)]


def second_of(ref: str) -> str:
    """HR-17 How the references of those begin who stand in for a general while he recovers: never as any other's do."""
    return f"second-of-{sha256(ref.encode()).hexdigest()[:16]}-"
