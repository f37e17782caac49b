"""The dice of a war thrown again from its secret: weather, the chronicle, losses on the march, sightings."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from campaign.rules.course.calendar import weather
from campaign.rules.dice import SeededCup, commitment_of
from campaign.rules.files.past.history_rows import ChronicleRow, StrengthRow
from campaign.rules.march.attrition import dice_of, losses
from campaign.rules.proof.dump import Dump, Fault, turn_of, words
from campaign.rules.theatre import UnitFacts
from rosters.rules.catalogue import unit_type

_FACES = re.compile(r"d[0-9]+(?:/d[0-9]+)*: ([0-9]+(?:, [0-9]+)*)")
_MORALE = re.compile(r"against Morale ([0-9]+)")
_GRADE = re.compile(r"(heavy|severe) attrition \(")
_BACK = re.compile(r"will be back on turn ([0-9]+)")
KINDS = ("attrition", "general", "guns", "guerrillas", "avoid", "event", "siege")
"""What the chronicle keeps the dice of: its kind of entry is the kind of dice."""


def secret(dump: Dump) -> Iterator[Fault]:
    """The secret is the one that was committed to."""
    if commitment_of(dump.secret) != dump.file.commitment:
        yield Fault("secret", "it is not the one of the commitment; one of them was changed.")


def weather_dice(dump: Dump) -> Iterator[Fault]:
    """HR-4 Each region's die, and the weather that it makes."""
    regions = {row.region for row in dump.file.provinces}
    for number, row in enumerate(dump.history.turns):
        path = f"history.turns[{number}].weather"
        if set(row.weather) != regions:
            yield Fault(path, "its regions are not those of the map.")
        for region, recorded in row.weather.items():
            die = dump.cup(row.number, "weather", region).roll(10, "weather")
            dump.figures["dice of the weather"] += 1
            if recorded["die"] != die:
                yield Fault(f"{path}.{region}.die", f"{words(recorded['die'])} is recorded, the secret gives {die}.")
            elif recorded["weather"] != (sky := weather(die, row.season, dump.house(row.number))):
                yield Fault(f"{path}.{region}.weather", f"{words(recorded['weather'])} is recorded, a {die} is {sky}.")
    for number, entry in enumerate(dump.history.chronicle):
        if entry.kind == "weather" and entry.details["weather"] != dump.turns[entry.turn].weather:
            yield Fault(f"history.chronicle[{number}].details", "this is not the weather of its turn.")


def chronicle_dice(dump: Dump) -> Iterator[Fault]:
    """Yield every die that the chronicle keeps, and what it decided."""
    for number, row in enumerate(dump.history.chronicle):
        if row.kind not in KINDS:
            continue
        path = f"history.chronicle[{number}]"
        found = row.details.get("units", [row.details] if "dice" in row.details else [])
        for throw in found:
            yield from _throw(dump, row, throw, path)


def _throw(dump: Dump, row: ChronicleRow, throw: dict[str, Any], path: str) -> Iterator[Fault]:
    """Yield the dice of one cup, in their order, under a key that belongs to the entry."""
    dice = throw["dice"]
    kind, _, key = str(dice[0]["stream"]).partition("|")
    if kind != row.kind or not _belongs(dump, row, throw, key):
        yield Fault(f"{path}.details", f"dice of {words(dice[0]['stream'])} do not belong to this entry.")
        return
    cup = dump.cup(row.turn, kind, key)
    for die in dice:
        dump.figures["dice of the chronicle"] += 1
        cup.roll(die["sides"], die["name"])
    if cup.thrown != dice:
        wrong = next(n for n, (one, other) in enumerate(zip(dice, cup.thrown, strict=True)) if one != other)
        recorded, true = dice[wrong]["face"], cup.thrown[wrong]["face"]
        yield Fault(f"{path}.details.dice[{wrong}]", f"{words(recorded)} is recorded, the secret gives {true}.")
    elif not _follows(dump, row, [die["face"] for die in dice], key):
        yield Fault(f"{path}.text", f"this does not follow from the dice, {cup.faces}.")


def _belongs(dump: Dump, row: ChronicleRow, throw: dict[str, Any], key: str) -> bool:
    """Return whether an entry throws the dice of this key and of no other."""
    if row.kind == "attrition":
        return bool(throw["unit"] == f"{{unit:{key}}}")
    if row.kind in ("guerrillas", "siege"):
        return key == row.province
    if row.kind == "event":
        factions = {faction.key: faction.name for faction in dump.file.factions}
        return row.details.get("faction") == key or row.text.startswith(f"{factions.get(key)}: ")
    names = {army.ref: army.name for army in dump.file.armies}
    if row.kind == "general":
        sequence, _, ref = key.partition(":")
        called = {leader.ref: leader.name for leader in dump.file.leaders}
        fought = {str(e.sequence) for e in dump.history.engagements if e.turn == row.turn}
        return sequence in fought and row.text.startswith((f"{called[ref]} was ", f"{called[ref]} will be back "))
    return any(row.text.startswith(f"{names[ref]}: ") for ref in key.split("+"))


def _follows(dump: Dump, row: ChronicleRow, faces: list[int], key: str) -> bool:
    """Return whether the entry can follow from its faces."""
    house = dump.house(row.turn)
    if row.kind == "guerrillas":
        ratings = {province.key: province.guerrilla_rating for province in dump.file.provinces}
        return faces[0] <= ratings[key]
    if row.kind == "guns":
        needs = [house[f"contact.guns_{skill}"] for skill in ("poor", "average", "good", "great")]
        return faces[0] <= max(needs) if "Marched" in row.text else faces[0] > min(needs)
    if row.kind == "siege":
        return _siege_follows(dump, row, faces)
    return row.kind != "general" or _fate_follows(dump, row, faces)


def _siege_follows(dump: Dump, row: ChronicleRow, faces: list[int]) -> bool:
    """HR-28 Return whether the summons and the bombardment of a line can follow from its faces."""
    house, names = dump.house(row.turn), [die["name"] for die in row.details["dice"]]
    summons = faces[0] if names[0] == "summons" else None
    if summons is not None and (summons <= house["siege.summons_to"]) != ("gives up at the summons" in row.text):
        return False
    if names[-1] != "bombardment":
        return True
    needs, guns = house["siege.breach_needs"], house["siege.guns_at_most"]
    return needs - guns <= faces[-1] if "the breach is wider" in row.text else faces[-1] < needs


def _fate_follows(dump: Dump, row: ChronicleRow, faces: list[int]) -> bool:
    """HR-17 Killed, wounded until a turn, or captured, by the d6. The dice of a wound are with the turn on which he
    will be back."""
    house = dump.house_in_hand(row.at, row.turn)
    if faces[0] <= house["general.killed_to"]:
        return " was killed " in row.text and len(faces) == 1
    if " was captured " in row.text:
        return faces[0] > house["general.wounded_to"] and len(faces) == 1
    back = _BACK.search(row.text)
    return back is not None and len(faces) == 2 and int(back[1]) == row.turn + faces[1]


def losses_of_marches(dump: Dump) -> Iterator[Fault]:
    """Check the dice in the notes of the strength ledger: attrition, desertion, retreat, replacements."""
    for number, line in enumerate(dump.history.strength):
        turn = turn_of(line.reference)
        if turn is None or line.cause not in ("attrition", "desertion", "retreat", "replacements"):
            continue
        recorded = _FACES.search(line.note)
        if recorded is None and line.cause == "attrition":
            yield Fault(f"history.strength[{number}].note", "attrition without its dice.")
        elif recorded is not None:
            dump.figures["dice of the strength ledger"] += recorded[1].count(",") + 1
            if sentence := _wrong_line(dump, line, turn, recorded):
                yield Fault(f"history.strength[{number}].note", sentence)


def _wrong_line(dump: Dump, line: StrengthRow, turn: int, recorded: re.Match[str]) -> str:
    """Return the fault in a line's dice; empty if there is none."""
    if line.cause == "attrition":
        return _wrong_attrition(dump, line, turn, recorded[0])
    faces = [int(face) for face in recorded[1].split(", ")]
    cups = [dump.cup(turn, *key) for key in _keys(dump, line, turn)]
    thrown = [[cup.roll(10, "") for _ in faces] for cup in cups]
    if faces not in thrown:
        return f"{recorded[0]} is recorded, the secret gives {cups[0].faces}."
    morale = _MORALE.search(line.note)
    if morale and (faces[0] <= int(morale[1])) != (line.cause == "replacements"):
        return f"a {faces[0]} against Morale {morale[1]} does not lead to this line."
    return ""


def _keys(dump: Dump, line: StrengthRow, turn: int) -> list[tuple[str, str]]:
    """Kind and natural key of a line's dice; of replacements any that the turn's sheet has."""
    if line.cause == "desertion":
        return [("desertion", line.unit)]
    if line.cause == "retreat":
        kinds = {"broke out": "break-out", "led out": "led-out"}
        kind = next((kind for start, kind in kinds.items() if line.note.startswith(start)), "second-retreat")
        return [(kind, line.unit)]
    asked = sum(row.turn == turn and row.kind == "rest" for row in dump.history.sheet)
    return [("replacements", f"{line.unit}:{nth}") for nth in range(max(1, asked))]


def _wrong_attrition(dump: Dump, line: StrengthRow, turn: int, recorded: str) -> str:
    """LGG-C2-c The dice of attrition again, and the loss that they make."""
    grade, morale = _GRADE.search(line.note), _MORALE.search(line.note)
    if grade is None or morale is None:
        return "attrition needs its grade and the Morale it was thrown against."
    unit = next(row for row in dump.history.units if row.id == line.unit)
    facts = UnitFacts(line.unit, arm=unit_type(unit.type).arm, strength=line.after - line.delta, morale=int(morale[1]))
    cup: SeededCup = dump.cup(turn, "attrition", line.unit)
    house = dump.house(turn)
    lost = losses(facts, dice_of(grade[1], house), cup, house)
    if cup.faces != recorded:
        return f"{recorded} is recorded, the secret gives {cup.faces}."
    return "" if lost == -line.delta else f"these dice cost {lost} strength points, not {-line.delta}."


def attrition_of_chronicle(dump: Dump) -> Iterator[Fault]:
    """Check that the attrition in the chronicle is what the strength ledger has lost by it."""
    recorded: dict[tuple[int, str], int] = defaultdict(int)
    for row in dump.history.chronicle:
        for throw in row.details.get("units", []) if row.kind == "attrition" else []:
            recorded[(row.turn, throw["unit"])] += throw["lost"]
    posted: dict[tuple[int, str], int] = defaultdict(int)
    for line in dump.history.strength:
        if line.cause == "attrition" and (turn := turn_of(line.reference)) is not None:
            posted[(turn, f"{{unit:{line.unit}}}")] -= line.delta
    for key in sorted({key for key in recorded.keys() | posted.keys() if recorded[key] != posted[key]}):
        yield Fault("history.chronicle", f"turn {key[0]}: the chronicle has an attrition of {recorded[key]} for "
                                         f"{key[1]}, the ledger has {posted[key]}.")  # fmt: skip


def sightings(dump: Dump) -> Iterator[Fault]:
    """HR-22 Each report's error is that of its dice: all who saw an army in a turn saw one size of it."""
    sizes: dict[tuple[int, str], int] = {}
    for number, row in enumerate(dump.history.sightings):
        path, error = f"history.sightings[{number}]", row.units_high - row.units_shown
        dump.figures["sightings"] += 1
        if error < 0 or row.units_low != max(1, row.units_shown - error):
            yield Fault(path, f"{row.units_low} to {row.units_high} is no range around {row.units_shown}.")
            continue
        count = row.units_shown
        if error:
            cup = dump.cup(row.turn, "sighting", f"{row.viewer}:{row.army}")
            off = cup.roll(error + 1, "") - 1
            count -= off if cup.roll(2, "") == 1 else -off
        if count < 1:
            yield Fault(path, f"by its dice the army would have had {count} units.")
        elif row.units_shown > 1 and sizes.setdefault((row.turn, row.army), count) != count:
            known = sizes[(row.turn, row.army)]
            yield Fault(path, f"by its dice the army had {count} units, another report of it makes them {known}.")


CHECKS = (secret, weather_dice, chronicle_dice, losses_of_marches, attrition_of_chronicle, sightings)
