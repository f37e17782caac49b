"""Finds the tests whose every statement to the database is sent by others too: they need no second run on PostgreSQL.

    python -m tests.prove.statements

Runs what is marked ``store`` on SQLite, some minutes, compares the statements without their values and writes the list
anew, ``tests/sent_by_others.txt``.
Of tests that send the same it leaves the quicker ones in. Races, faults, checks of columns and hostile input are left
in whatever they send: what they prove is how the database answers.
"""

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.again import OUT

LIST = Path(__file__).resolve().parent.parent / "sent_by_others.txt"
KEPT = re.compile("races|outages|frozen|worker|claim|constraints|nasty|test_walk|admin|prove/|prepared")
WORTH = 0.15
"""Seconds of processor below which a test is not worth a line of the list."""
VALUES = re.compile(r"\((?:%s|NULL)(?:, (?:%s|NULL))*\)|'[^']*'|\b\d+\b")
Found = dict[str, tuple[float, set[str]]]


def shape(sql: str) -> str:
    """Return a statement without its values; rows that are inserted together count as one."""
    plain = re.sub(r"SAVEPOINT \S+", "SAVEPOINT", VALUES.sub("?", sql))
    return plain.split("VALUES")[0] if plain.startswith("INSERT") else plain


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write down what a test sends, and its seconds of processor."""
    from django.db import connection

    sent: set[str] = set()

    def noted(execute: Any, sql: str, *others: Any) -> Any:
        sent.add(shape(str(sql)))
        return execute(sql, *others)

    begun = time.process_time()
    with connection.execute_wrapper(noted):
        yield
    with Path(os.environ[OUT]).open("a") as out:
        out.write(json.dumps([item.nodeid, time.process_time() - begun, sorted(sent)]) + "\n")


def read(path: Path) -> Found:
    """Return seconds and statements by test function; its cases count as one."""
    found: Found = {}
    for line in path.read_text().splitlines():
        name, seconds, sent = json.loads(line)
        test = name.partition("[")[0].removeprefix("tests/").replace(".py::", "::")
        before = found.get(test, (0.0, set()))
        found[test] = (before[0] + seconds, before[1] | set(sent))
    return found


def sent_by_others(found: Found) -> list[str]:
    """Return the tests that may be left out; the best of what is left goes in until every statement is sent."""
    wanted = set().union(*(sent for _, sent in found.values()))
    left = {test: row for test, row in found.items() if not KEPT.search(test)}
    wanted -= set().union(*(found[test][1] for test in found.keys() - left.keys()))
    while wanted:
        best = max(left, key=lambda test: len(left[test][1] & wanted) / (left[test][0] + 0.05))
        wanted -= left.pop(best)[1]
    return sorted(test for test, (seconds, _) in left.items() if seconds >= WORTH)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "statements"
        os.environ[OUT] = str(out)
        code = pytest.main(["-q", "-m", "store", "-p", "tests.prove.statements"])
        LIST.write_text("\n".join(sent_by_others(read(out))) + "\n")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
