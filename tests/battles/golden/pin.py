"""Pin the golden battles anew: `python -m tests.battles.golden.pin`. Look at what changed before it is committed.

With `--print` nothing is written: one line a battle says what it comes to now.
"""

import json
import sys
from pathlib import Path
from typing import Any

from base.folded import folded
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.values.report import Report

FILE = Path(__file__).parent / "battles.json"


def golden_battles() -> dict[str, dict[str, Any]]:
    """The pinned battles by name: file, seed and what each is known to come to."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def golden_report(name: str) -> Report:
    """Fight a golden battle."""
    golden = golden_battles()[name]
    return fight_file(parse(golden["battle"]), golden["seed"])


def fought(golden: dict[str, Any]) -> dict[str, Any]:
    """What a golden battle comes to now: engine, profile, digest and a summary that a reader can judge."""
    report = fight_file(parse(golden["battle"]), golden["seed"])
    return {"engine": report.engine, "profile": report.profile, "digest": report.digest, "summary": _summary(report)}


def _summary(report: Report) -> dict[str, Any]:
    sides = {side.name: f"{side.before} -> {side.after}" for side in report.sides}
    return {**report.outcome.as_dict(), "events": len(report.journal), "strength": sides}


def tell() -> None:
    """Print what every golden battle comes to now."""
    for name, golden in golden_battles().items():
        print(json.dumps({"name": name, "fought": fought(golden)}))


def pin() -> None:
    """Fight every golden battle and write down what it comes to."""
    pinned = {name: {**golden, **fought(golden)} for name, golden in sorted(golden_battles().items())}
    FILE.write_text(folded(pinned) + "\n", encoding="utf-8")
    for name, golden in pinned.items():
        print(name, golden["digest"], golden["summary"])


if __name__ == "__main__":
    tell() if "--print" in sys.argv[1:] else pin()
