"""Battles led by generals without a plan, who do anything that is legal: far wilder journals."""

import json
from random import Random
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.files.beginning import ENGINE, profile_of, start_event
from battles.resolvers.lgg.files.filling import fill, pieces_of
from battles.resolvers.lgg.files.journal_lines import lines_of
from battles.resolvers.lgg.files.outcome import outcome_of, sides_of
from battles.resolvers.lgg.machine.engine import apply, plain_answer
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import Phase
from battles.resolvers.lgg.record.journal import sound
from battles.resolvers.lgg.resolver import freeze
from battles.resolvers.values.report import Report, digest_of
from tests.audits.lgg.battles import random_battle, stressed_battle
from tests.battles.resolvers.lgg.mob import decide


def mob_report(number: int, most: int, stress: bool = False) -> dict[str, Any]:
    """The report of battle ``number`` led by a mob."""
    seed, rng = f"mob/{number}", Random(number)
    file = freeze(parse((stressed_battle if stress else random_battle)(number, most)), seed)
    profile = profile_of(file)
    battle = fill(file, seed, profile)
    advance(battle)
    while battle.phase != Phase.OVER:
        decide(battle, rng)
        if apply(battle) != 0:
            plain_answer(battle)
            apply(battle)
    sound(battle.fault)
    digest = f"sha256:{profile.digest}"
    journal = lines_of(battle, file, start_event(file, seed, digest), pieces_of(file.laid_out).owners)
    report = Report(rules=file.rules, engine=ENGINE, profile=digest, seed=seed, digest=digest_of(list(journal)),
                    outcome=outcome_of(battle, file), sides=sides_of(battle, file), battle=file.as_dict(),
                    journal=journal, profile_values=file.profile)  # fmt: skip
    again: dict[str, Any] = json.loads(json.dumps(report.as_dict(journal=True)))
    return again
