"""Fight battles and audit them: ``python -m tests.audits.lgg.run 100`` lists the breaches by rule.

``--first N`` begins at battle N, ``--most`` bounds the units of a side, ``--only N`` shows one battle,
``--keep FOLDER`` writes the reports of battles with breaches, ``--mob`` has them led by anybody, ``--stress`` puts
everything into every battle. With ``BIVOUAC_KERNELS=1`` the rules run compiled.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from tests.audits.lgg.audit import Breach, audit
from tests.audits.lgg.battles import random_battle, stressed_battle
from tests.audits.lgg.census import Faces, count, no_faces, table
from tests.audits.lgg.mobs import mob_report


def fought(number: int, most: int = 40, least: int = 4, stress: bool = False) -> dict[str, Any]:
    """The report of battle ``number`` as ``fight --journal`` prints it."""
    file = (stressed_battle if stress else random_battle)(number, most, least)
    report = fight_file(parse(file), f"audit/{number}").as_dict(journal=True)
    again: dict[str, Any] = json.loads(json.dumps(report))
    return again


def breaches_of(
    numbers: range, most: int, keep: str | None = None, mob: bool = False, stress: bool = False
) -> tuple[dict[str, list[tuple[int, Breach]]], Counter[str], Faces]:
    """The breaches of some battles by rule, how many events of each kind were read, and the faces of their dice."""
    found: dict[str, list[tuple[int, Breach]]] = defaultdict(list)
    events: Counter[str] = Counter()
    faces = no_faces()
    for number in numbers:
        report = mob_report(number, most, stress) if mob else fought(number, most, stress=stress)
        events.update(e["ev"] for e in report["journal"])
        count(report["journal"], faces)
        mine = audit(report)
        for breach in mine:
            found[breach.rule].append((number, breach))
        if mine and keep:
            Path(keep, f"{number}.json").write_text(json.dumps(report))
    return found, events, faces


def main(options: Namespace) -> int:
    """Print what was found; 1 if it is anything."""
    numbers = (
        range(options.only, options.only + 1)
        if options.only is not None
        else range(options.first, options.first + options.battles)
    )
    found, events, faces = breaches_of(numbers, options.most, options.keep, options.mob, options.stress)
    for rule in sorted(found, key=lambda rule: -len(found[rule])):
        print(f"{rule}: {len(found[rule])}")
        for number, breach in found[rule][: options.show]:
            print(f"    battle {number} event {breach.event}: {breach.text}")
    print(f"{len(numbers)} battles, {sum(events.values())} events, {sum(map(len, found.values()))} breaches")
    print(", ".join(f"{name} {n}" for name, n in events.most_common()))
    for name, thrown, square, chance in table(faces):
        print(f"{name}: {thrown} thrown, chi-square {square:.1f}, chance {chance:.3f}")
    return int(bool(found))


def read_options() -> Namespace:
    """The command line."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("battles", type=int, nargs="?", default=25)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--show", type=int, default=4)
    parser.add_argument("--keep")
    parser.add_argument("--mob", action="store_true")
    parser.add_argument("--stress", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main(read_options()))
