"""HR-22 Sightings worked out again where the dump has the armies as they stood: kept states, and an open turn."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaign.rules.files.past.history_rows import SightingRow
from campaign.rules.march.sighting import in_sight, sight, uncertainty, watched
from campaign.rules.proof.dump import Dump, Fault
from campaign.rules.theatre import Armies, ArmyFacts, EdgeFacts, ProvinceFacts, Theatre, UnitFacts

Seen = dict[tuple[str, str], tuple[str, int, int, int]]
"""Viewer and army → province, least, shown and most units."""


@dataclass(frozen=True)
class Standing:
    """A campaign file's JSON whose last turn is open or sealed: its armies stand where they stood when it opened."""

    turn: int
    data: dict[str, Any]

    @property
    def still(self) -> bool:
        """Whether nothing has moved or struck an army since the turn opened, and no referee had a hand in it."""
        history = self.data["history"]
        opened = history["turns"][-1].get("opened_at")
        after = [*history.get("strength", ()), *(a for a in history.get("referee_acts", ()) if "changed" in a["act"])]
        settled = [row.get("settled_at") for row in history.get("engagements", ())]
        times = [row.get("at") for row in after] + settled
        return opened is not None and not any(time and time > opened for time in times)

    def armies(self) -> Armies:
        """Return the armies that are on the map, with their serving units."""
        units: dict[str, list[UnitFacts]] = defaultdict(list)
        strength: dict[str, int] = defaultdict(int)
        for line in self.data["history"].get("strength", ()):
            strength[line["unit"]] += line["delta"]
        for row in self.data["history"].get("units", ()):
            if row.get("status", "serving") == "serving":
                units[row["army"]].append(UnitFacts(row["id"], row["type"], strength=strength[row["id"]]))
        return Armies(
            ArmyFacts(row["ref"], row["faction"], row["province"], row["name"], tuple(units[row["ref"]]))
            for row in self.data.get("armies", ()) if row.get("province")
        )  # fmt: skip

    def theatre(self) -> Theatre:
        """Return the land as far as sight goes: neighbours and relations."""
        edges = tuple(EdgeFacts(*row["between"]) for row in self.data.get("edges", ()))
        relations = {frozenset(row["between"]): row["kind"] for row in self.data.get("relations", ())}
        provinces = {row["key"]: ProvinceFacts(row["key"]) for row in self.data["provinces"]}
        return Theatre(provinces, edges, relations)


def sighted(dump: Dump) -> Iterator[Fault]:
    """Each faction saw what it had to see, where it was, in the size that the dice gave: no more, and no less."""
    rows: dict[int, dict[tuple[str, str], tuple[int, SightingRow]]] = defaultdict(dict)
    for number, row in enumerate(dump.history.sightings):
        rows[row.turn][(row.viewer, row.army)] = number, row
    for standing in _standings(dump):
        if standing.turn > dump.file.archived and standing.still:
            dump.figures["turns whose sightings were worked out"] += 1
            seen = _seen(dump, standing)
            yield from _not_gone(dump, standing, seen)
            yield from _differing(seen, rows[standing.turn], standing.turn)


def _standings(dump: Dump) -> Iterator[Standing]:
    for row in dump.past:
        if row.kind == "seal":
            yield Standing(row.turn, json.loads(dump.kept_text(row)))
    last = dump.history.turns[-1]
    if last.state == "open":
        yield Standing(last.number, dump.raw)


def _seen(dump: Dump, standing: Standing) -> Seen:
    """Work out every report of a turn, with its dice."""
    armies, theatre, found = standing.armies(), standing.theatre(), Seen()
    for faction in dump.file.factions:
        for army in in_sight(faction.key, armies, theatre):
            error = uncertainty(faction.key, army, armies, theatre, dump.house(standing.turn))
            report = sight(army, error, dump.cup(standing.turn, "sighting", f"{faction.key}:{army.ref}"))
            found[(faction.key, army.ref)] = army.province, report.low, report.shown, report.high
    return found


def _not_gone(dump: Dump, standing: Standing, seen: Seen) -> Iterator[Fault]:
    """An army is gone from where a faction saw it once the faction sees that place, and not the army."""
    armies, theatre = standing.armies(), standing.theatre()
    places = {faction.key: watched(faction.key, armies, theatre) for faction in dump.file.factions}
    for number, row in enumerate(dump.history.sightings):
        if row.gone_on == standing.turn and ((row.viewer, row.army) in seen or row.province not in places[row.viewer]):
            sentence = f"turn {standing.turn}: {row.viewer} has not seen that {row.army} was gone from {row.province}."
            yield Fault(f"history.sightings[{number}]", sentence)


def _differing(wanted: Seen, rows: dict[tuple[str, str], tuple[int, SightingRow]], turn: int) -> Iterator[Fault]:
    for key, report in wanted.items():
        number, row = rows.pop(key, (0, None))
        if row is None:
            yield Fault("history.sightings", f"turn {turn}: {key[0]} must have seen {key[1]} in {report[0]}.")
        elif (row.province, row.units_low, row.units_shown, row.units_high) != report:
            sentence = f"{key[1]} was seen in {report[0]} with {report[2]} units ({report[1]} to {report[3]})."
            yield Fault(f"history.sightings[{number}]", sentence)
    for number, row in rows.values():
        yield Fault(f"history.sightings[{number}]", f"turn {turn}: {row.viewer} cannot have seen {row.army}.")


CHECKS = (sighted,)
