"""Fight battles and audit them: ``python -m tests.audits.lgg.run 100`` lists the breaches by rule.

``--first N`` begins at battle N, ``--most`` bounds the units of a side, ``--mob`` has them led by anybody, ``--stress``
puts everything into every battle. With ``BIVOUAC_KERNELS=1`` the rules run compiled.
"""

import json
import sys
from argparse import ArgumentParser
from collections import defaultdict
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from tests.audits.lgg.audit import Breach, audit
from tests.audits.lgg.battles import random_battle, stressed_battle
from tests.audits.lgg.mobs import mob_report

SHOWN = 4


def fought(number: int, most: int = 40, least: int = 4, stress: bool = False) -> dict[str, Any]:
    """The report of battle ``number`` as ``fight --journal`` prints it."""
    file = (stressed_battle if stress else random_battle)(number, most, least)
    report = fight_file(parse(file), f"audit/{number}").as_dict(journal=True)
    again: dict[str, Any] = json.loads(json.dumps(report))
    return again


def breaches_of(
    numbers: range, most: int, mob: bool = False, stress: bool = False
) -> dict[str, list[tuple[int, Breach]]]:
    """The breaches of some battles by rule."""
    found: dict[str, list[tuple[int, Breach]]] = defaultdict(list)
    for number in numbers:
        for breach in audit(mob_report(number, most, stress) if mob else fought(number, most, stress=stress)):
            found[breach.rule].append((number, breach))
    return found


def main() -> int:
    """Print what was found; 1 if it is anything."""
    line = ArgumentParser(description=__doc__)
    line.add_argument("battles", type=int, nargs="?", default=25)
    line.add_argument("--first", type=int, default=0)
    line.add_argument("--most", type=int, default=40)
    line.add_argument("--mob", action="store_true")
    line.add_argument("--stress", action="store_true")
    asked = line.parse_args()
    found = breaches_of(range(asked.first, asked.first + asked.battles), asked.most, asked.mob, asked.stress)
    for rule, rows in sorted(found.items(), key=lambda row: -len(row[1])):
        print(f"{rule}: {len(rows)}")
        for number, breach in rows[:SHOWN]:
            print(f"    battle {number} event {breach.event}: {breach.text}")
    print(f"{asked.battles} battles, {sum(map(len, found.values()))} breaches")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
