"""Marches, sieges (HR-28) and field works (HR-31) held against the chronicle."""

import json
import re
from collections.abc import Iterator

from campaign.rules.files.past.history_rows import ChronicleRow
from campaign.rules.files.rows import ArmyRow
from campaign.rules.march.siege import Works
from campaign.rules.proof.dump import Dump, Fault

MOVES = ("march", "guns", "retreat", "led-out")
"""Kinds of lines that lead an army somewhere; the latter two are of the province that they lead to."""
Went = dict[tuple[int, str, str], list[str]]
"""Turn, faction and name of an army → the names of the provinces that it marched to."""


def sides(dump: Dump) -> Iterator[Fault]:
    """HR-12 Who fought on which side: factions by the names of the file's sides, armies by the units of its file."""
    files = {row.id: row.file.get("sides", ()) for row in dump.history.battles}
    fought = {row.id: files[row.battle] for row in dump.history.engagements if row.battle and files[row.battle]}
    names = {row.key: row.name for row in dump.file.factions}
    owners = {row.ref: row.faction for row in dump.file.armies}
    found: dict[str, set[tuple[int, str]]] = {}
    for number, army in enumerate(dump.history.engagement_armies):
        path, known = f"history.engagement_armies[{number}]", fought.get(army.engagement)
        found.setdefault(army.engagement, set()).add((army.side, army.army))
        if owners[army.army] != army.faction:
            yield Fault(f"{path}.faction", f"{army.army} is an army of {owners[army.army]}.")
        if known and names[army.faction] not in known[army.side]["name"]:
            yield Fault(f"{path}.side", f"{army.faction} did not fight for {known[army.side]['name']}.")
    for engagement, known in fought.items():
        drawn = {(side, unit["army"]) for side, row in enumerate(known) for unit in row.get("units") or ()
                 if unit.get("army")}  # fmt: skip
        for _, army in drawn - found.get(engagement, set()):
            yield Fault("history.engagement_armies", f"{army} fought in {engagement}, and has no row there.")


def _ways(dump: Dump) -> re.Pattern[str]:
    """Return what a march is written as: names of provinces may have any sign in them."""
    names = sorted((re.escape(row.name) for row in dump.file.provinces), key=len, reverse=True)
    return re.compile(rf"(?:Marched to(?: the guns at)?|goe?s? on to) ({'|'.join(names)})\.")


def orders(dump: Dump) -> Iterator[Fault]:
    """HR-11 The outcome of an order is what the chronicle has of its army, and leads along its path."""
    armies = {row.ref: row for row in dump.file.armies if _alone(dump, row)}
    places = {row.key: row.name for row in dump.file.provinces}
    told, ways = _marches(dump), _ways(dump)
    for number, order in enumerate(dump.history.orders):
        if order.army not in armies:
            continue
        army, went, path = armies[order.army], ways.findall(order.outcome), f"history.orders[{number}]"
        recorded = told.pop((order.turn, army.faction, army.name), [])
        if not {*went} <= {places[step] for step in order.path}:
            yield Fault(f"{path}.path", f"it does not lead to {went[-1]}.")
        if went != recorded and not _got_away(dump, order.turn, army):
            sentence = f"the chronicle of turn {order.turn} has {army.name} march otherwise."
            yield Fault(f"{path}.outcome", sentence)
    for turn, faction, name in told:
        known = any((row.faction, row.name) == (faction, name) for row in armies.values())
        if known and turn > dump.file.archived:
            yield Fault("history.orders", f"turn {turn}: {name} marched without an order.")


def _alone(dump: Dump, army: ArmyRow) -> bool:
    """Return whether lines with an army's name can be about this one alone, under the name that it always had."""
    return sum(army.name in other.name for other in dump.file.armies) == 1 and not dump.by_hand(army.name)


def _got_away(dump: Dump, turn: int, army: ArmyRow) -> bool:
    """HR-12 Return whether an army would not fight: that is what its order came to then, wherever it marched."""
    head = f"{army.name}: "
    return any(row.turn == turn and row.kind == "avoid" and row.text.startswith(head) for row in dump.history.chronicle)


def _marches(dump: Dump) -> Went:
    heads, ways, found = [f"{row.name}: " for row in dump.file.armies], _ways(dump), Went()
    cut = re.compile("|".join(sorted(map(re.escape, heads), key=len, reverse=True)))
    for row in dump.history.chronicle:
        if row.kind in ("march", "guns") and row.phase != "P9" and row.audience:
            found_heads = [*cut.finditer(row.text)]
            ends = [head.start() for head in found_heads[1:]] + [len(row.text)]
            for head, end in zip(found_heads, ends, strict=True):
                if went := ways.findall(row.text[head.end() : end]):
                    found.setdefault((row.turn, row.audience[0], head[0][:-2]), []).extend(went)
    return found


def retreats(dump: Dump) -> Iterator[Fault]:
    """HR-16 An army that retreated has its line, which leads where it went."""
    armies = {row.ref: row for row in dump.file.armies if _alone(dump, row)}
    turns = {row.id: row.turn for row in dump.history.engagements}
    lines = [row for row in dump.history.chronicle if row.kind == "retreat"]
    for number, row in enumerate(dump.history.engagement_armies):
        if row.army in armies:
            turn, name = turns[row.engagement], armies[row.army].name
            told = {line.province for line in lines if line.turn == turn and name in line.text}
            if told and row.retreated_to and row.retreated_to not in told:
                path = f"history.engagement_armies[{number}].retreated_to"
                yield Fault(path, f"the chronicle has {name} go to {min(map(str, told))}.")


def places_now(dump: Dump) -> Iterator[Fault]:
    """HR-11, HR-16 An army is where its last move since the last kept state led it, or where it was then."""
    state = next((row for row in reversed(dump.past) if row.kind == "seal"), None)
    if state is None:
        return
    done = [row for row in dump.history.sheet if row.turn >= state.turn and row.state == "done"]
    raised = {row.details["province"] for row in done if row.kind == "buy"}
    if any(row.kind in ("split", "merge") for row in done):
        return
    then = json.loads(dump.kept_text(state))
    before = sum(row["kind"] != "rolled-back" for row in then["history"].get("chronicle", ()))
    since = [row for row in dump.history.chronicle if row.kind != "rolled-back"][before:]
    was = {row["ref"]: row.get("province") for row in then.get("armies", ())}
    for number, army in enumerate(dump.file.armies):
        if army.province and army.ref in was and _alone(dump, army):
            wanted = _last(dump, army, since) or was[army.ref]
            if army.province not in {wanted, *raised}:
                yield Fault(f"armies[{number}].province", f"its last move led it to {wanted}.")


def _last(dump: Dump, army: ArmyRow, since: list[ChronicleRow]) -> str | None:
    """Return the province to which the last of these lines led an army; None where none did."""
    places, ways = {row.name: row.key for row in dump.file.provinces}, _ways(dump)
    others = [f"{other.name}: " for other in dump.file.armies]
    found = None
    for row in since:
        if row.kind in MOVES and army.name in row.text:
            rest = row.text.partition(army.name)[2].removeprefix(": ")
            went = ways.findall(rest[: min((rest.find(one) for one in others if one in rest), default=len(rest))])
            found = row.province if row.kind in MOVES[2:] else places[went[-1]] if went else found
    return found


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


RAISED = "Raised a field work;"


def field_works(dump: Dump) -> Iterator[Fault]:
    """HR-31 The works of each army are those of its last line about them."""
    told = {
        row.details.get("army"): (row.details.get("works"), row.turn)
        for row in dump.history.chronicle
        if row.kind == "works" and RAISED in row.text
    }
    for number, army in enumerate(dump.file.armies):
        works, turn = told.get(army.ref, (0, 0))
        archived = army.works_raised_on and army.works_raised_on <= dump.file.archived
        if (army.field_works, army.works_raised_on) != (works, turn) and not archived and not dump.by_hand(army.name):
            sentence = f"by the chronicle {army.name} raised the last of {works} on turn {turn}."
            yield Fault(f"armies[{number}].field_works", sentence)


CHECKS = (sieges, sides, orders, retreats, places_now, field_works)
