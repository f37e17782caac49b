"""Sieges held against the chronicle (HR-28): since when, how wide the breach is, how long the stores can last."""

import re
from collections.abc import Iterator

from campaign.rules.files.past.history_rows import ChronicleRow
from campaign.rules.march.siege import Works
from campaign.rules.proof.dump import Dump, Fault

_WIDER = re.compile(r"the breach is wider, ([0-9]+) of")
STORES = " has stores for "
BEGUN = re.compile(r" lays? siege to ")


def sieges(dump: Dump) -> Iterator[Fault]:
    """HR-28 Each fortress is besieged, breached and supplied as its lines of the chronicle have it."""
    told: dict[str, list[ChronicleRow]] = {}
    for row in dump.history.chronicle:
        if row.kind == "siege" and row.province:
            told.setdefault(row.province, []).append(row)
    for number, province in enumerate(dump.file.provinces):
        if dump.by_hand(province.name):
            continue
        found, path = _works(dump, told.get(province.key, [])), f"provinces[{number}]"
        if (province.besieged_since, province.breach) != (found.since, found.breach):
            sentence = (
                f"by the chronicle it is besieged since turn {found.since} with {found.breach} steps of a breach."
            )
            yield Fault(f"{path}.besieged_since", sentence)
        elif province.stores > found.stores:
            yield Fault(f"{path}.stores", f"by the chronicle {found.stores} are left at most.")


def _works(dump: Dump, lines: list[ChronicleRow]) -> Works:
    """Return the works as the lines of a fortress lead to them; its stores are the most that can be left."""
    works = Works()
    for row in lines:
        wider = _WIDER.search(row.text)
        if "how" in row.details:
            works = Works()
        elif BEGUN.search(row.text):
            works = Works(row.turn, dump.house(row.turn)["siege.stores"])
        elif STORES in row.text:
            works = Works(works.since, works.stores - 1, works.breach)
        elif wider:
            works = Works(works.since, works.stores, int(wider[1]))
    return works


CHECKS = (sieges,)
