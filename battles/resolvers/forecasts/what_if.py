"""Plans to compare in a forecast: the same battle with other roles, other postures, another table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from base.refusal import Refusal
from battles.resolvers.contract.registry import systems
from battles.resolvers.fields.maker import make_field
from battles.resolvers.fields.numbers import field_numbers
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide, Plan

NOTHING, ROLES, TABLES = "nothing", "roles", "tables"
POSTURES = ("posture-0", "posture-1")
POSTURE_WORDS = {"attack": "attacks at all costs", "limited": "attacks carefully", "hold": "stands",
                 "delay": "gives ground"}  # fmt: skip
NO_OPTIONS: Mapping[str, Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True)
class WhatIf:
    """One of several plans: what it is, and the question it asks."""

    note: str
    question: Question


def compared(question: Question, way: str) -> list[WhatIf]:
    """Return the plans of a way to compare; the first is the battle as it is. Raises Refusal where they cannot be
    fought."""
    plans = [WhatIf("As it is", question)]
    if way == ROLES:
        return [WhatIf(f"Attack by {attacker}", replace(question, file=_attacking(question.file, n)))
                for n, attacker in enumerate(side.name for side in question.file.sides)]  # fmt: skip
    if way in POSTURES:
        return plans + list(_postures(question, POSTURES.index(way)))
    if way == TABLES:
        return list(_tables(question))
    return plans


def by_each_system(
    question: Question, options: Mapping[str, Mapping[str, Any]] = NO_OPTIONS
) -> tuple[list[WhatIf], dict[str, str]]:
    """Return the same battle under every rule system, and the sentences of those that refuse it, by slug.

    A system fights with its shipped numbers, unless the battle is its own. ``options`` are those of each system; what
    they leave out is at rest, or as the battle has it.
    """
    plans, refused = [], {}
    for slug, system in systems().items():
        try:
            own = replace(question, file=by_rules(question.file, slug, options.get(slug)))
            own.frozen(own.seed)
        except Refusal as refusal:
            refused[slug] = str(refusal)
        else:
            plans.append(WhatIf(system.name, own))
    return plans, refused


def by_rules(file: BattleFile, slug: str, options: Mapping[str, Any] | None = None) -> BattleFile:
    """Return a battle file under other rules, with options of theirs."""
    same = slug == file.rules
    rest = file.options.own if same else {option.key: option.default for option in systems()[slug].options}
    profile = file.profile if same else None
    return replace(file, rules=slug, profile=profile, options=replace(file.options, own={**rest, **(options or {})}))


def _attacking(file: BattleFile, attacker: int) -> BattleFile:
    sides = tuple(replace(side, role="attacker" if n == attacker else "defender") for n, side in enumerate(file.sides))
    return replace(file, sides=(sides[0], sides[1]), engagement="held")


def _postures(question: Question, number: int) -> Iterator[WhatIf]:
    """AI-5 The side under each order that its general can be given."""
    for posture, words in POSTURE_WORDS.items():
        sides = list(question.file.sides)
        sides[number] = _ordered(sides[number], posture)
        file = replace(question.file, sides=(sides[0], sides[1]))
        yield WhatIf(f"{sides[number].name}: {words}", replace(question, file=file))


def _ordered(side: BattleSide, posture: str) -> BattleSide:
    return replace(side, plan=replace(side.plan or Plan(), posture=posture))


def _tables(question: Question) -> Iterator[WhatIf]:
    """HR-T1 The battle on each size of table, on new ground of the same kind."""
    file = question.file
    if file.terrain is None:
        raise Refusal("compare: the battle has a field of its own and no terrain; other tables cannot be laid out.")
    for _, *table in field_numbers().tables:
        field = make_field(
            terrain=file.terrain, armies=file.armies, river_crossing=file.river_crossing, fortress=file.fortress,
            field_seed=question.seed, table=(table[0], table[1]),
        )  # fmt: skip
        note = f"Table of {field.width:g}″ by {field.depth:g}″"
        yield WhatIf(note, replace(question, file=file.with_field(field)))
