"""Marches (HR-3, HR-11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from campaign.rules.theatre import Armies, ArmyFacts, Theatre


def march_refusal(army: ArmyFacts, target: str, theatre: Theatre, pinned: bool) -> str | None:
    """HR-11 Why an army may not march into a province, or None. Everything asked is known to its owner."""
    province = theatre.provinces.get(target)
    if province is None or theatre.edge(army.province, target) is None:
        return "is not a neighbouring province"
    if army.engaged:
        return "cannot be reached: the army is in a battle that is not decided yet"
    if army.garrison:
        return "cannot be reached: units raised this turn may not march (HR-7)"
    if pinned:
        return "cannot be reached: an enemy army in the same province pins the army (HR-11)"
    if not theatre.lets_through(province.controller, army.faction):
        return "belongs to a neutral that allows no passage (HR-3)"
    return None


def ends_march(army: ArmyFacts, origin: str, target: str, theatre: Theatre) -> bool:
    """HR-11 Whether a march ends behind this edge: beyond a pass, and beyond an unbridged river without a train."""
    edge = theatre.edge(origin, target)
    if edge is None or edge.kind == "pass":
        return True
    return edge.kind == "river" and not edge.bridge and not army.crosses_rivers


def forced_march_open(origin: str, target: str, theatre: Theatre) -> bool:
    """HR-11 Whether impulse 2 may use an edge: foul weather closes tracks and passes."""
    edge = theatre.edge(origin, target)
    foul = theatre.weather.get(theatre.provinces[origin].region) == "foul"
    return edge is not None and not (foul and edge.kind in ("track", "pass"))


def onward_refusal(army: ArmyFacts, way: Sequence[str], theatre: Theatre) -> str | None:
    """HR-11 Why a forced march may not go on to its second province, or None. ``way``: origin, first and second."""
    origin, first, second = way
    if second == origin or theatre.edge(first, second) is None:
        return "cannot be reached by a forced march through the first province"
    if ends_march(army, origin, first, theatre):
        return "cannot be reached: the march ends behind a pass, or a river without bridge or train (HR-11)"
    if not forced_march_open(first, second, theatre):
        return "cannot be reached: foul weather closes tracks and passes to forced marches (HR-11)"
    if not theatre.lets_through(theatre.provinces[second].controller, army.faction):
        return "belongs to a neutral that allows no passage (HR-3)"
    return None


@dataclass(frozen=True)
class Step:
    """One army's move in one impulse, or why it did not move."""

    army: str
    origin: str
    target: str
    refusal: str | None = None


@dataclass(frozen=True)
class Impulse:
    """The result of one impulse: all armies after it, and each step."""

    armies: tuple[ArmyFacts, ...]
    steps: tuple[Step, ...]


def impulse(
    number: int, turn: int, armies: Sequence[ArmyFacts], targets: Mapping[str, str], theatre: Theatre
) -> Impulse:
    """HR-11 Move every army with a target at once; who may not go stays, with the reason."""
    steps = [_step(army, targets[army.ref], armies, theatre, number) for army in armies if army.ref in targets]
    going = {step.army: step for step in steps if step.refusal is None}
    moved = Armies(_moved(army, going.get(army.ref), number, turn) for army in armies)
    return Impulse(moved, tuple(steps))


def _step(army: ArmyFacts, target: str, armies: Sequence[ArmyFacts], theatre: Theatre, number: int) -> Step:
    pinned = theatre.pinned(army, armies, first=number == 1)
    return Step(army.ref, army.province, target, march_refusal(army, target, theatre, pinned))


def _moved(army: ArmyFacts, step: Step | None, number: int, turn: int) -> ArmyFacts:
    if step is None:
        return army
    return replace(army, province=step.target, came_from=step.origin, entered_turn=turn, entered_impulse=number)


@dataclass(frozen=True)
class Swap:
    """21.4 Hostile armies that would pass each other on one edge."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    first_target: str
    second_target: str


def swaps(armies: Sequence[ArmyFacts], targets: Mapping[str, str], theatre: Theatre) -> list[Swap]:
    """21.4 Every edge on which armies at war with each other go opposite ways in one impulse."""
    going = [a for a in armies if a.ref in targets and a.province != targets[a.ref]]
    found = []
    for here, there in sorted({(a.province, targets[a.ref]) for a in going}):
        if here < there:
            found += _swap(here, there, going, targets, theatre)
    return found


def _swap(
    here: str, there: str, going: Sequence[ArmyFacts], targets: Mapping[str, str], theatre: Theatre
) -> list[Swap]:
    out = [a for a in going if a.province == here and targets[a.ref] == there]
    back = [a for a in going if a.province == there and targets[a.ref] == here]
    first = tuple(a.ref for a in out if any(theatre.at_war(a.faction, b.faction) for b in back))
    second = tuple(b.ref for b in back if any(theatre.at_war(a.faction, b.faction) for a in out))
    return [Swap(first, second, there, here)] if first and second else []
