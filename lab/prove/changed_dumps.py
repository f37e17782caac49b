"""Change a war's dump in one place or in several that agree: which changes does its proof see?

    .venv/bin/python -m lab.prove.changed_dumps saxony-1813.json

``changes(data)`` yields every change: the columns of ``PROVED`` in the first, middle and last row of each list, such
rows left out and doubled, and changes of several rows that a careful host would make together.
"""

import base64
import copy
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

Data = dict[str, Any]
PROVED = {
    "units": "type guard full status", "turns": "season muster attempt starts_on", "orders": "path outcome army",
    "sheet": "faction cost kind state outcome", "points": "source target amount reference turn idempotency",
    "strength": "unit delta after cause reference", "war_events": "kind faction points text by",
    "sightings": "viewer army province units_low units_high units_shown",
    "battles": "state method rules engine profile_hash field_seed seed commitment reference",
    "battle_units": "unit file_id", "results": "kind winner digest", "effects": "unit before lost after fate",
    "engagements": "province sequence battle state winner_side", "engagement_armies": "army faction side",
    "chronicle": "turn kind text audience province", "referee_acts": "act reason",
    "roll_backs": "back_to reached new_dice",
    "factions": "offmap_income opening_points", "provinces": "value terrain home controller capital depot",
    "edges": "kind", "leaders": "faction skill", "armies": "faction", "relations": "kind",
}  # fmt: skip
"""List → columns that a dump with its kept states proves wherever they are: what is new is worked out or told twice."""
FRESH = ("orders", "chronicle", "points")
"""Lists of whose last turn not everything is told twice: its rows are left alone."""


def changes(data: Data) -> Iterator[tuple[str, Data]]:
    """Yield each change that this dump can have: its name, and the changed dump."""
    for name, change in [*_plain(data), *((one.__name__, one) for one in TOGETHER)]:
        changed = copy.deepcopy(data)
        try:
            change(changed)
        except (StopIteration, LookupError):
            continue
        if changed != data:
            yield name, changed


def _plain(data: Data) -> Iterator[tuple[str, Callable[[Data], None]]]:
    for name, columns in PROVED.items():
        rows = _rows(data, name)
        newest = data["history"]["turns"][-1]["number"]
        last = sum(name not in FRESH or row.get("turn", 0) < newest - 1 for row in rows)
        for place in sorted({0, last // 2, last - 1} if last > 0 else ()):
            for column in columns.split():
                yield f"{name}[{place}].{column}", partial(_edit, name=name, place=place, column=column)
            yield f"{name}[{place}] left out", partial(_leave_out, name=name, place=place)
            if name != "referee_acts":
                yield f"{name}[{place}] twice", partial(_double, name=name, place=place)


def _leave_out(data: Data, name: str, place: int) -> None:
    _rows(data, name).pop(place)


def _double(data: Data, name: str, place: int) -> None:
    _rows(data, name).append(dict(_rows(data, name)[place]))


def _rows(data: Data, name: str) -> list[Data]:
    found: list[Data] = data["history"].get(name) or data.get(name) or []
    return found


def _edit(data: Data, name: str, place: int, column: str) -> None:
    """Put another value of its kind into a column that the row has."""
    row = _rows(data, name)[place]
    row[column] = _other(data, column, row[column])


def _other(data: Data, column: str, value: Any) -> Any:
    """Return another value that could be there."""
    lists = {"province": "provinces", "controller": "factions", "home": "factions", "faction": "factions",
             "viewer": "factions", "army": "armies", "unit": "units"}  # fmt: skip
    words = {"type": ("light_cav", "line_inf"), "skill": ("great", "poor"), "season": ("winter", "fall"),
             "terrain": ("open", "hilly"), "cause": ("event", "attrition"),
             "starts_on": ("1813-01-01", "1")}  # fmt: skip
    if column in lists:
        names = [row.get("key") or row.get("ref") or row.get("id") for row in _rows(data, lists[column])]
        return next(name for name in names if name != value)
    if column in words:
        return next(word for word in words[column] if word != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value > 1 else value + 1
    if isinstance(value, list):
        return value[1:] or [row["key"] for row in data["provinces"][:2] if [row["key"]] != value][:1]
    return f"{value} x"


def _posting(data: Data, **wanted: str) -> Data:
    found = data["history"]["points"]
    return next(row for row in found if all(row.get(key, "").startswith(value) for key, value in wanted.items()))


def a_correction_without_an_act(data: Data) -> None:
    last = data["history"]["points"][-1]
    treasury = f"treasury/{data['factions'][0]['key']}"
    row = {"source": "corrections", "target": treasury, "amount": 40, "reason": "A slip", "actor": "host"}
    data["history"]["points"].append(row | {"reference": last["reference"], "turn": last["turn"]})


def an_income_twice(data: Data) -> None:
    points = data["history"]["points"]
    row = next(row for row in reversed(points) if row["source"] == "income")
    points.insert(points.index(row), dict(row, idempotency=None))


def an_income_twice_by_another_attempt(data: Data) -> None:
    points = data["history"]["points"]
    row = next(row for row in reversed(points) if row["source"] == "income")
    points.insert(points.index(row), dict(row, idempotency=row["idempotency"].replace(".1:", ".2:")))


def a_richer_opening(data: Data) -> None:
    row = _posting(data, source="opening")
    row["amount"] += 50
    faction = row["target"].partition("/")[2]
    next(one for one in data["factions"] if one["key"] == faction)["opening_points"] = row["amount"]


def a_dearer_province(data: Data) -> None:
    """A province of more value, in its row, its line of income and its posting."""
    history = data["history"]
    told = next(row for row in reversed(history["chronicle"]) if row["kind"] == "income")
    line = next(line for line in told["details"]["lines"] if line["reason"] == "home province")
    line["points"] += 2
    told["text"] = f"Income: {int(told['text'].split()[1]) + 2} points."
    key = f":income:{line['province']}"
    next(r for r in reversed(history["points"]) if (r.get("idempotency") or "").endswith(key))["amount"] += 2
    next(row for row in data["provinces"] if row["key"] == line["province"])["value"] += 2


def a_cheaper_unit(data: Data) -> None:
    """A purchase at a third of its price, in the sheet and in each posting."""
    number, line = next((n, row) for n, row in enumerate(data["history"]["sheet"], 1) if row["kind"] == "buy")
    line["cost"] = 10
    for row in data["history"]["points"]:
        if (row.get("idempotency") or "").startswith(f"{{line:s{number}}}:"):
            row["amount"] = 10


def a_better_unit(data: Data) -> None:
    """A bought unit of another type, in its row and on the sheet."""
    line = next(row for row in data["history"]["sheet"] if (row["kind"], row["state"]) == ("buy", "done"))
    raised = next(row for row in data["history"]["strength"] if row["cause"] == "raised"
                  and row["reference"] == f"turn:{{campaign}}:{line['turn']}")  # fmt: skip
    unit = next(row for row in data["history"]["units"] if row["id"] == raised["unit"])
    unit["type"] = line["details"]["type"] = "elite_inf"


def a_strength_corrected_without_an_act(data: Data) -> None:
    lines = data["history"]["strength"]
    unit = next(row for row in reversed(lines) if row["after"] > 1)["unit"]
    after = next(row["after"] for row in reversed(lines) if row["unit"] == unit)
    lines.append({"unit": unit, "delta": -1, "after": after - 1, "cause": "correction", "actor": "host",
                  "reference": "turn:{campaign}:1"})  # fmt: skip


def a_battle_won_by_the_other(data: Data) -> None:
    """Another winner in the engagement, the result and the chronicle."""
    row = next(row for row in data["history"]["engagements"] if row.get("winner_side") is not None)
    names = [side["name"] for side in row["details"]["sides"]]
    row["winner_side"] = 1 - row["winner_side"]
    result = next(one for one in data["history"]["results"] if one["battle"] == row["battle"])
    result["winner"] = result["report"]["outcome"]["winner"] = names[row["winner_side"]]


def another_engine(data: Data) -> None:
    for row in (data["history"]["battles"][0], data["history"]["results"][0]["report"]):
        row["engine"] = "1"


def another_profile(data: Data) -> None:
    data["history"]["battles"][0]["profile_hash"] = data["history"]["results"][0]["report"]["profile"] = (
        "sha256:" + "0" * 64
    )


def a_province_that_never_fell(data: Data) -> None:
    """A conquest without its line, and the province with its former owner."""
    history = data["history"]
    row = next(row for row in reversed(history["chronicle"]) if row["kind"] == "control")
    history["chronicle"].remove(row)
    province = next(one for one in data["provinces"] if one["key"] == row["province"])
    province["controller"], province["controlled_since"] = row["details"]["from"], 0


def an_army_that_was_never_seen(data: Data) -> None:
    sightings = data["history"]["sightings"]
    sightings.remove(next(row for row in sightings if row["turn"] == 1))


def a_march_elsewhere(data: Data) -> None:
    """Another destination, in the order's path and in what it came to."""
    order = next(row for row in data["history"]["orders"] if "Marched to" in row.get("outcome", ""))
    place = next(row for row in data["provinces"] if row["key"] not in order["path"])
    order["path"], order["outcome"] = [place["key"]], f"Marched to {place['name']}."


def an_army_elsewhere(data: Data) -> None:
    army = next(row for row in data["armies"] if row.get("province"))
    army["province"] = next(row["key"] for row in data["provinces"] if row["key"] != army["province"])


def a_general_risen(data: Data) -> None:
    next(row for row in data["leaders"] if row.get("status") in ("captured", "killed"))["status"] = "present"


def a_general_lost(data: Data) -> None:
    next(row for row in data["leaders"] if row.get("status", "present") == "present")["status"] = "killed"


def a_secret_roll_back(data: Data) -> None:
    """Leave the act of a roll-back out."""
    acts = data["history"]["referee_acts"]
    acts.remove(next(row for row in acts if row["act"].startswith("took the ")))


def a_number_changed_in_silence(data: Data) -> None:
    data["house_rules"] = {**data.get("house_rules", {}), "economy.home_percent": 90}


def another_aim(data: Data) -> None:
    data["victory"] = {"conditions": []} if data.get("victory") else {"conditions": [{"kind": "own", "text": "x"}]}


def another_muster(data: Data) -> None:
    data["calendar"]["muster_every"] = data["calendar"].get("muster_every", 1) + 1


def a_windfall_that_grew(data: Data) -> None:
    """A larger windfall in the posting, the event, the act and the chronicle: only the kept states know better."""
    event = next(row for row in data["history"]["war_events"] if row["kind"] == "windfall")
    more, was = event["points"] + 900, f"{event['points']} points"
    _posting(data, source="events")["amount"] = event["points"] = more
    history = data["history"]
    for rows, key in (("war_events", "text"), ("points", "reason"), ("chronicle", "text"), ("referee_acts", "act")):
        for row in history[rows]:
            if "receive" in row.get(key, ""):
                row[key] = row[key].replace(was, f"{more} points")


def another_past(data: Data) -> None:
    """A kept state with another line, under a digest of its own: the state is not what was kept."""
    piece = next(row for row in data["history"]["kept_pieces"] if len(row["data"]) < 3000)
    text = zlib.decompress(base64.b64decode(piece["data"])).decode().replace("1", "2", 1)
    piece["data"] = base64.b64encode(zlib.compress(text.encode())).decode()


TOGETHER = (
    a_correction_without_an_act, an_income_twice, an_income_twice_by_another_attempt, a_richer_opening,
    a_dearer_province, a_cheaper_unit, a_better_unit, a_strength_corrected_without_an_act, a_battle_won_by_the_other,
    another_engine, another_profile, a_province_that_never_fell, an_army_that_was_never_seen, a_march_elsewhere,
    an_army_elsewhere, a_general_risen, a_general_lost, a_secret_roll_back, a_number_changed_in_silence, another_aim,
    another_muster, a_windfall_that_grew, another_past,
)  # fmt: skip


def unseen(data: Data, every: int = 1) -> tuple[int, list[str]]:
    """Return how many changes were made, and those that the proof does not see; it fights no battle again.

    ``every`` 5 makes every fifth change, and all that change several rows together.
    """
    from base.refusal import Refusal
    from campaign.rules.proof.battles import prove_battle, tasks
    from campaign.rules.proof.war import look_through, read_dump

    made, missed = 0, []
    for number, (name, changed) in enumerate(changes(data)):
        if number % every and "[" in name:
            continue
        made += 1
        try:
            dump = read_dump(json.dumps(changed))
            if not look_through(dump) and not any(prove_battle(task).faults for task in tasks(dump, again=False)):
                missed.append(name)
        except Refusal:
            continue
    return made, missed


def main(paths: list[str]) -> None:
    """Print, for each dump, how many changes were made and which were not seen."""
    import django

    django.setup()
    for path in paths:
        with open(path, encoding="utf-8") as file:
            made, missed = unseen(json.load(file))
        print(f"{path}: {made} changes, {len(missed)} not seen", *missed, sep="\n  ")


if __name__ == "__main__":
    main(sys.argv[1:])
