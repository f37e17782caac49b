"""The rule systems that battles are fought by: every folder here with a ``system.py``, each door imported on use."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import cast

from base.refusal import Refusal
from battles.resolvers.contract.manifest import (
    Board,
    Briefing,
    Calculator,
    Companion,
    OddsQuestion,
    Papers,
    Resolver,
    RuleSystem,
)
from battles.resolvers.values.battle import UNNAMED_RULES

DEFAULT = UNNAMED_RULES
"""The rule system of a battle or a reader without a choice."""

RESOLVERS = "battles.resolvers"
_PLACES = [RESOLVERS]


def faults_of(system: RuleSystem) -> list[str]:
    """List what a manifest lacks of what it promises: a sentence each, with the field and the remedy."""
    found = []
    for door in ("resolver", "odds", "companion", "briefing", "phrases", "papers"):
        path = getattr(system, door)
        if path is not None and find_spec(path) is None:
            found.append(f"{door}: there is no module {path}; correct the path or leave the door out.")
    if system.watched and system.papers is None:
        found.append("watched: the replay needs each unit's base; give papers=, whose unit_papers have it.")
    if len(set(system.streams)) != len(system.streams):
        found.append("streams: a name is there twice; give each stream a name of its own.")
    return found


def look_also_in(package: str) -> None:
    """Find the rule systems of a further package, which holds a folder for each."""
    if package not in _PLACES:
        _PLACES.append(package)
        systems.cache_clear()


@cache
def systems() -> dict[str, RuleSystem]:
    """Return every manifest by its slug: first the default, then by name."""
    found = {system.slug: system for place in _PLACES for system in _systems_in(place)}
    order = sorted(found, key=lambda slug: (slug != DEFAULT, found[slug].name))
    return {slug: found[slug] for slug in order}


def _systems_in(package: str) -> Iterator[RuleSystem]:
    for path in import_module(package).__path__:
        for manifest in sorted(Path(path).glob("*/system.py")):
            slug = manifest.parent.name
            system = cast(RuleSystem, import_module(f"{package}.{slug}.system").SYSTEM)
            if system.slug != slug:
                raise ValueError(f"{manifest}: the slug {system.slug!r} is not the name of the folder, {slug!r}")
            yield system


def slugs() -> tuple[str, ...]:
    """Return the slugs of all rule systems, the default first."""
    return tuple(systems())


def offered(*doors: str) -> list[tuple[str, str]]:
    """Slug and name of the rule systems that have these doors, for a form."""
    return [(slug, system.name) for slug, system in systems().items() if all(getattr(system, door) for door in doors)]


def system(slug: str) -> RuleSystem:
    """Return the manifest of a rule system; raises Refusal when there is none of this slug."""
    if slug not in systems():
        raise Refusal(f"rules: {slug[:40]!r} is no rule system here; choose from {', '.join(slugs())}.")
    return systems()[slug]


def name_of(slug: str) -> str:
    """Return the name of a rule system for readers; the slug of a system that was removed."""
    return systems()[slug].name if slug in systems() else slug


def board_of(slug: str) -> Board:
    """Return the board of a rule system; inches for a system that was removed."""
    return systems()[slug].board if slug in systems() else Board()


def has(slug: str, door: str) -> bool:
    """Does a rule system have a door, such as "odds" or "companion"?"""
    return slug in systems() and bool(getattr(systems()[slug], door))


def resolver(slug: str) -> Resolver:
    """Return the resolver of a rule system; raises Refusal when there is none of this slug."""
    return cast(Resolver, import_module(system(slug).resolver))


def calculator(slug: str) -> Calculator:
    """Return the calculator of a rule system; raises Refusal when it has none."""
    path = systems()[slug].odds if slug in systems() else None
    if path is None:
        known = ", ".join(key for key, _ in offered("odds"))
        raise Refusal(f"rules: {slug[:40]!r} has no odds here; choose from {known}.")
    return cast(Calculator, import_module(path))


def questions(slug: str) -> tuple[OddsQuestion, ...]:
    """Return the questions about odds that a rule system describes; none where its odds are asked by file alone."""
    found: tuple[OddsQuestion, ...] = getattr(calculator(slug), "QUESTIONS", ()) if has(slug, "odds") else ()
    return found


def briefing(slug: str) -> Briefing | None:
    """Return a rule system's briefing; None where it has none."""
    path = system(slug).briefing
    return cast(Briefing, import_module(path)) if path else None


def papers(slug: str) -> Papers | None:
    """Return what a rule system prints in its own terms; None where it counts in the campaign's strength points."""
    path = systems()[slug].papers if slug in systems() else None
    return cast(Papers, import_module(path)) if path else None


def companion(slug: str) -> Companion:
    """Return the companion of a rule system, its ``door``; raises Refusal when it has none."""
    path = systems()[slug].companion if slug in systems() else None
    if path is None:
        raise Refusal(f"rules: {slug[:40]!r} has no companion; type in the result instead.")
    return cast(Companion, import_module(path))


def streams(slug: str) -> tuple[str, ...]:
    """Return the names of the dice streams of a rule system, in their order."""
    return system(slug).streams or cast(tuple[str, ...], import_module(f"{RESOLVERS}.core.dice").STREAMS)


def phrases(slug: str) -> ModuleType | None:
    """Return the module with the phrases of a rule system's journal; None where it has none, or is not here any
    more."""
    path = systems()[slug].phrases if slug in systems() else None
    return import_module(path) if path else None
