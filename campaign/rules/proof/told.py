"""The chronicle held against the rows that it is about: battles, marches, changes, arrivals and triggers (HR-29)."""

import re
from collections import Counter
from collections.abc import Iterator

from campaign.rules.files.unit_type_rows import effect_items
from campaign.rules.proof.dump import Dump, Fault
from campaign.rules.wording import in_text

Kind = tuple[str, bool, bool, str]


def arrived(dump: Dump, turn: int) -> list[Kind]:
    """HR-29 Return the units that triggers of a turn brought, or had in store, by type, Guard and outriders."""
    effects = [effect for row in dump.file.triggers if row.fired == turn for effect in row.effects]
    return [
        (item.type, item.guard, item.outriders, item.own)
        for effect in effects if effect.kind in ("army", "units") for item in effect_items(effect, dump.file.own_types)
    ]  # fmt: skip


def in_the_war(dump: Dump, turn: int) -> list[str]:
    """HR-29 Return the factions that were in the war on a turn: all but those that entered later."""
    entered = {
        effect.ref: row.fired for row in dump.file.triggers for effect in row.effects if effect.kind == "faction"
    }
    return [faction.key for faction in dump.file.factions if entered.get(faction.key, 0) <= turn]


def given_away(dump: Dump) -> set[str]:
    """HR-29 Return the provinces that became homes of a faction that entered the war late."""
    effects = [effect for row in dump.file.triggers if row.fired for effect in row.effects]
    return {key for effect in effects if effect.kind == "faction" for key in effect.provinces}


def happened(dump: Dump) -> Iterator[Fault]:
    """HR-29 A trigger has one line in the chronicle, on the turn on which it happened, or none."""
    told = Counter((row.turn, row.details.get("trigger")) for row in dump.history.chronicle if row.kind == "trigger")
    for number, row in enumerate(dump.file.triggers):
        dump.figures["arrivals and triggers"] += 1
        lines = {turn: count for (turn, key), count in told.items() if key == row.key}
        if lines != ({row.fired: 1} if row.fired and not row.ends else {}):
            yield Fault(
                f"triggers[{number}].fired", f"{row.fired} is recorded, the chronicle has it on {sorted(lines)}."
            )


def battles_told(dump: Dump) -> Iterator[Fault]:
    """HR-15 Each decided battle has its line, and every line its battle with its winner."""
    battles = {row.id: row for row in dump.history.battles}
    wanted: dict[str, tuple[str, ...]] = {}
    for met in dump.history.engagements:
        if met.state == "settled" and met.battle:
            names = [side["name"] for side in met.details["sides"]]
            wanted[met.battle] = _result(battles[met.battle].name, names, met.winner_side)
    told = set()
    for number, row in enumerate(dump.history.chronicle):
        if row.kind == "battle":
            told.add(row.battle)
            if not row.text.startswith(wanted.get(row.battle or "", ("?",))):
                yield Fault(f"history.chronicle[{number}].text", f"{row.battle} did not end so.")
    for battle in wanted.keys() - told:
        yield Fault("history.chronicle", f"the result of {battle} has no line.")


def _result(name: str, sides: list[str], winner: int | None) -> tuple[str, ...]:
    """Return how the line of a result begins; older versions worded a draw otherwise."""
    first, second = (in_text(side) for side in sides)
    if winner is None:
        old = f"{name}: {first} fought {second} without a decision."
        return f"{name}: a drawn battle between {first} and {second}.", old
    return (f"{name}: victory for {(first, second)[winner]} over {(second, first)[winner]}.",)


MET = {"overrun": "overrun", "avoided": "avoid"}
"""How two sides met without a battle → the kind of its lines in the chronicle."""


def meetings_told(dump: Dump) -> Iterator[Fault]:
    """HR-12 Armies that met without a battle did so in the province that the chronicle names."""
    told: dict[tuple[int, str], set[str | None]] = {}
    for line in dump.history.chronicle:
        told.setdefault((line.turn, line.kind), set()).add(line.province)
    for number, met in enumerate(dump.history.engagements):
        places = told.get((met.turn, MET.get(met.state, "")), set())
        if met.state in MET and not met.battle and met.province not in places:
            sentence = f"the chronicle of turn {met.turn} has no such place."
            yield Fault(f"history.engagements[{number}].province", sentence)


def events_told(dump: Dump) -> Iterator[Fault]:
    """HR-19, HR-23 An event has its line of the chronicle, and one of the referee's own his act."""
    lines = {(row.turn, row.kind): "" for row in dump.history.chronicle}
    for row in dump.history.chronicle:
        lines[(row.turn, row.kind)] += f"{row.text}\n"
    acts = [(row.act, row.reason, row.by) for row in dump.history.referee_acts]
    seen: set[object] = set()
    for number, event in enumerate(dump.history.war_events):
        kind = "own-event" if event.by else "event"
        if f"{event.text}\n" not in lines.get((event.turn, kind), ""):
            yield Fault(f"history.war_events[{number}].text", f"the chronicle of turn {event.turn} has it not.")
        same = (event.kind, event.turn, event.faction, event.text)
        if same in seen:
            yield Fault(f"history.war_events[{number}]", "the same event is further up already.")
        seen.add(same)
        hardship = event.kind == "hardship"
        told = f"wrote an event: {event.text}"[:200]
        known = any(by == event.by and (reason == event.text if hardship else act == told) for act, reason, by in acts)
        if event.by and not known:
            yield Fault(f"history.war_events[{number}]", "no act of the referee is on record for it.")


def changes_told(dump: Dump) -> Iterator[Fault]:
    """A number of the house rules that the referee changed has his act."""
    acts = [row.act for row in dump.history.referee_acts]
    for number, change in enumerate(dump.file.house_changes):
        wanted = f"changed {change['key']} from {change['was']} to {change['value']} ("
        if not any(act.startswith(wanted) and act.endswith(f"turn {change['from_turn']} on") for act in acts):
            yield Fault(f"house_changes[{number}]", "no act of the referee is on record for it.")


def sheets_told(dump: Dump) -> Iterator[Fault]:
    """The outcome of a line of a sheet is in its faction's line of the chronicle."""
    told = _texts(dump, "sheet")
    closed = {row.number for row in dump.history.turns if row.state == "closed"}
    for number, line in enumerate(dump.history.sheet):
        over = line.state in ("done", "refused") and line.turn in closed and line.outcome
        if over and f": {line.outcome}" not in told.get((line.turn, line.faction), ""):
            yield Fault(f"history.sheet[{number}].outcome", f"the chronicle of turn {line.turn} has it not.")


def caretakers_told(dump: Dump) -> Iterator[Fault]:
    """AI-30 A caretaker led a faction in a turn where its line of the chronicle has it, and only there."""
    told = {
        key for key, text in _texts(dump, "caretaker").items() if re.search(r"By the (caretaker|program)[:,]", text)
    }
    found = {(row.turn, row.faction): (number, row) for number, row in enumerate(dump.history.faction_turns)}
    wanted = {(turn.number, key) for turn in dump.history.turns for key in in_the_war(dump, turn.number)}
    for turn, faction in wanted - found.keys():
        yield Fault("history.faction_turns", f"turn {turn} has no row of {faction}.")
    for key, (number, row) in found.items():
        if row.caretaker != (key in told):
            yield Fault(f"history.faction_turns[{number}].caretaker", "the chronicle has it otherwise.")


def _texts(dump: Dump, kind: str) -> dict[tuple[int, str], str]:
    """Turn and faction → its secret lines of one kind."""
    found: dict[tuple[int, str], str] = {}
    for row in dump.history.chronicle:
        if row.kind == kind and row.audience:
            key = row.turn, row.audience[0]
            found[key] = f"{found.get(key, '')} {row.text}"
    return found


PUBLIC = {
    **dict.fromkeys(("weather", "contact", "battle", "control", "overrun", "house-rules", "rolled-back"), True),
    **dict.fromkeys(("income", "maintenance", "sheet", "march", "attrition", "retreat", "standing", "works"), False),
}  # fmt: skip
"""A kind of line → whether everybody reads it; one faction reads the others. Kinds that are both are left out."""


def readers(dump: Dump) -> Iterator[Fault]:
    """Check who could read a line, that it is of its battle's province, and that no line is there twice."""
    places = {row.battle: row.province for row in dump.history.engagements if row.battle}
    seen: set[object] = set()
    for number, row in enumerate(dump.history.chronicle):
        path, public = f"history.chronicle[{number}]", PUBLIC.get(row.kind)
        if public is not None and (row.public, len(row.audience)) != (public, 0 if public else 1):
            yield Fault(f"{path}.audience", f"a line of this kind ({row.kind}) has other readers.")
        if row.battle in places and row.province not in (None, places[row.battle]):
            yield Fault(f"{path}.province", f"{row.battle} was fought in {places[row.battle]}.")
        same = (row.turn, row.kind, row.text, row.audience, row.at)
        if row.at and same in seen:
            yield Fault(path, "the same line is further up already.")
        seen.add(same)


def taken_back(dump: Dump) -> Iterator[Fault]:
    """Each roll-back has its public act, and every such act its roll-back."""
    acts = [(row.act, row.reason, row.by) for row in dump.history.referee_acts if row.act.startswith("took the ")]
    for number, row in enumerate(dump.history.roll_backs):
        act = f"took the war back from turn {row.reached} to turn {row.back_to}{' with new dice' * row.new_dice}"
        if row.battle:
            act = f"took the result of the {row.battle} back"
        if row.number != number + 1 or (act, row.reason, row.by) not in acts:
            yield Fault(f"history.roll_backs[{number}]", "no act of the referee is on record for it.")
        else:
            acts.remove((act, row.reason, row.by))
    if [act for act, _, _ in acts if act.startswith(("took the war back", "took the result of"))]:
        yield Fault("history.roll_backs", "the record has more that was taken back.")


CHECKS = (
    battles_told, meetings_told, events_told, changes_told, sheets_told, caretakers_told, readers, taken_back, happened,
)  # fmt: skip
