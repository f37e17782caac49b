"""Arrivals and triggers held against the chronicle (HR-29): each that happened has one line, on its turn."""

from collections import Counter
from collections.abc import Iterator

from campaign.rules.files.unit_type_rows import effect_items
from campaign.rules.proof.dump import Dump, Fault

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


CHECKS = (happened,)
