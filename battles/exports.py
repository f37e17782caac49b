"""A battle as files: the battle file, the report, the journal (docs/formats.md)."""

import json
from dataclasses import dataclass

from django.utils.text import slugify

from battles.models import Battle
from battles.selectors import journal_text, report_of, result_of


@dataclass(frozen=True)
class Export:
    """A file to download."""

    name: str
    content_type: str
    text: str


def battle_file_of(battle: Battle) -> Export:
    """The frozen battle file with its field."""
    return Export(f"{_stem(battle)}.battle.json", "application/json", _json(battle.file))


def report_file_of(battle: Battle) -> Export | None:
    """The report without its journal; enough to verify the battle. None before it is settled."""
    report = report_of(battle, journal=False)
    if report is None:
        return None
    return Export(f"{_stem(battle)}.report.json", "application/json", _json(report.as_dict(journal=False)))


def journal_file_of(battle: Battle) -> Export | None:
    """The journal's canonical lines, whose SHA-256 is the digest. None before the battle is settled."""
    result = result_of(battle)
    if result is None:
        return None
    return Export(f"{_stem(battle)}.journal.jsonl", "application/x-ndjson", journal_text(result))


def _stem(battle: Battle) -> str:
    return f"{slugify(battle.name)[:60] or 'battle'}-{battle.key}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
