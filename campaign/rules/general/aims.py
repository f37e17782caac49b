"""AI-37 The plan for the season: which provinces the side wants, and which armies go for each together."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.rules.general.known import HOME_CAPITAL, Known
from campaign.rules.general.level import Level
from campaign.rules.theatre import ArmyFacts

FADES, PULL, NEAR, ENOUGH = 0.75, 0.5, 3, 1.6
"""What is left of a prize with each march, how far a prize that is not reached yet pulls, who is near it, and how many
times the enemy's strength a group wants."""
SPARE = 4.0


@dataclass(frozen=True)
class Target:
    """A province that armies go for: what it is worth, the strength it takes, and whether it is the own capital."""

    key: str
    worth: float
    needs: float
    guarded: bool = False


@dataclass(frozen=True)
class Plan:
    """AI-37 Who goes for what: army → its target, and army → province → the pull of its target there."""

    targets: Mapping[str, Target]
    pull: Mapping[str, Mapping[str, float]]


def plan_of(known: Known, level: Level) -> Plan:
    """AI-37 Give each army the target that pays it most; a target that has enough armies pays the next one less."""
    found = [*_prizes(known), *_guards(known)]
    ways = {target.key: known.far([target.key], level.reach) for target in found}
    sent: dict[str, float] = dict.fromkeys(ways, 0.0)
    targets, pull = {}, {}
    for army in sorted(known.own, key=lambda one: (-one.strength, one.ref)):
        best = max(found, key=lambda t: (_pays(t, ways[t.key].get(army.province), sent[t.key]), t.key), default=None)
        if best is None or _pays(best, ways[best.key].get(army.province), sent[best.key]) <= 0.0:
            continue
        sent[best.key] += army.strength
        targets[army.ref] = best
        pull[army.ref] = {key: PULL * best.worth * FADES**far for key, far in ways[best.key].items()}
    return Plan(targets, pull)


def _pays(target: Target, far: int | None, sent: float) -> float:
    """Return what a target pays an army that is so many marches away, when so much strength goes for it already."""
    if far is None:
        return 0.0
    return target.worth * FADES**far * (1.0 if sent < target.needs else 0.4 if sent < 2 * target.needs else 0.1)


def _prizes(known: Known) -> list[Target]:
    """Return the enemy's provinces, and those where he stands, by their worth and by who can be there."""
    keys = [key for key in known.theatre.provinces if known.is_theirs(key) or key in known.enemy]
    keys += [key for key, p in known.theatre.provinces.items() if p.controller is None]
    return [target for key in sorted(set(keys)) if (target := _target(known, key)).worth > 0.0]


def _target(known: Known, key: str) -> Target:
    near = known.far([key], NEAR)
    against = sum(strength for at, strength in known.enemy.items() if near.get(at, NEAR) <= 1) + SPARE
    ours = float(sum(army.strength for army in known.own if army.province in near))
    ours += sum(strength for at, strength in known.allied.items() if at in near)
    chance = max(0.15, min(1.0, (ours / against - 0.6) / 0.8))
    return Target(key, known.prizes[key] * chance, ENOUGH * against)


def _guards(known: Known) -> list[Target]:
    """Return the own capitals that enemies within three marches threaten."""
    found = []
    for key in known.capitals:
        near = known.far([key], NEAR)
        against = sum(strength / max(1, near[at]) for at, strength in known.enemy.items() if at in near)
        there = sum(army.strength for army in known.own if army.province == key)
        if against:
            danger = max(0.1, min(1.0, against / max(there, 1.0)))
            found.append(Target(key, HOME_CAPITAL * danger, against, guarded=True))
    return found


def companions(plan: Plan, army: ArmyFacts, known: Known) -> list[str]:
    """Return the names of the other armies of a group."""
    target = plan.targets.get(army.ref)
    return [one.name for one in known.own
            if target and one.ref != army.ref and plan.targets.get(one.ref) == target]  # fmt: skip


def raised_first(known: Known) -> list[str]:
    """AI-42 Return where units are raised first: at a capital that an enemy can come to within two marches."""
    return [key for key in known.capitals if known.far([key], 2).keys() & known.enemy.keys()]
