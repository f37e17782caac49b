"""A battle as files: the battle file, the report, the journal (docs/formats.md)."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.text import slugify

from base.pages.export import Export
from battles.models import Battle
from battles.selectors import journal_text, report_of, result_of

BOTH = (0, 1)


def battle_file_of(battle: Battle, *, plans: Sequence[int] = BOTH) -> Export:
    """Return the frozen battle file with its field, and of the plans only those of the sides ``plans``."""
    return Export(f"{_stem(battle)}.battle.json", "application/json", _json(_sealed(battle.file, plans)))


def _sealed(file: dict[str, Any], plans: Sequence[int]) -> dict[str, Any]:
    sides = [side if n in plans else side | {"plan": None} for n, side in enumerate(file["sides"])]
    return file | {"sides": sides}


def report_file_of(battle: Battle, *, plans: Sequence[int] = BOTH) -> Export | None:
    """Return the report; enough to verify the battle. None before it is settled.

    A reader from whom a plan is kept gets the journal with it, whose dice can be checked without the plan. It is sealed
    whether the other side had a plan or not, and the reasons of that side's general are left out with it.
    """
    sealed = len(plans) < len(BOTH)
    report = report_of(battle, journal=sealed, plans=plans)
    if report is None:
        return None
    data = report.as_dict(journal=sealed)
    if sealed:
        names = [side.name for n, side in enumerate(report.sides) if n not in plans]
        data |= {"battle": _sealed(report.battle, plans), "sealed": names}
    return Export(f"{_stem(battle)}.report.json", "application/json", _json(data))


def journal_file_of(battle: Battle) -> Export | None:
    """Return the journal's canonical lines, whose SHA-256 is the digest. None before the battle is settled."""
    result = result_of(battle)
    if result is None:
        return None
    return Export(f"{_stem(battle)}.journal.jsonl", "application/x-ndjson", journal_text(result))


def _stem(battle: Battle) -> str:
    return f"{slugify(battle.name)[:60] or 'battle'}-{battle.key}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
