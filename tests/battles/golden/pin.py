"""Pin the golden battles anew: `python -m tests.battles.golden.pin`. Look at what changed before it is committed.

With `--print` nothing is written: one line a battle says what it comes to now.
"""

import json
import sys
from pathlib import Path
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.values.report import Report

FOLDER = Path(__file__).parent


def golden_files() -> list[Path]:
    """The pinned battles by name."""
    return sorted(FOLDER.glob("*.json"))


def fought(golden: dict[str, Any]) -> dict[str, Any]:
    """What a golden battle comes to now: engine, profile, digest and a summary that a reader can judge."""
    report = fight_file(parse(golden["battle"]), golden["seed"])
    return {"engine": report.engine, "profile": report.profile, "digest": report.digest, "summary": _summary(report)}


def _summary(report: Report) -> dict[str, Any]:
    sides = {side.name: f"{side.before} -> {side.after}" for side in report.sides}
    return {**report.outcome.as_dict(), "events": len(report.journal), "strength": sides}


def tell() -> None:
    """Print what every golden battle comes to now."""
    for path in golden_files():
        golden = json.loads(path.read_text(encoding="utf-8"))
        print(json.dumps({"name": path.stem, "fought": fought(golden)}))


def pin() -> None:
    """Fight every golden battle and write down what it comes to."""
    for path in golden_files():
        golden = json.loads(path.read_text(encoding="utf-8"))
        pinned = {"seed": golden["seed"], "battle": golden["battle"], **fought(golden)}
        path.write_text(json.dumps(pinned, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        print(path.name, pinned["digest"], pinned["summary"])


if __name__ == "__main__":
    tell() if "--print" in sys.argv[1:] else pin()
