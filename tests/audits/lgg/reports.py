"""The report against its journal: before, lost, moved, after, fates, leaders, digest (interfaces: bivouac.report/1)."""

import hashlib
import json

from tests.audits.lgg.world import Event, World


def check_report(w: World) -> None:
    """The report says what the journal says."""
    outcome, last = w.report["outcome"], w.events[-1]
    w.hold(last["ev"] == "battle_end", "journal", "the journal does not end")
    w.hold(
        outcome["winner"] == last.get("winner") and outcome["kind"] == last.get("kind"),
        "report",
        f"{outcome} is not the end",
    )
    w.hold(outcome["days"] == w.day, "report", f"{outcome['days']} days, the journal has {w.day}")
    rounds = sum(e["ev"] == "round_end" for e in w.events)
    w.hold(outcome["rounds"] == rounds, "report", f"{outcome['rounds']} rounds, the journal has {rounds}")
    lines = (json.dumps(e, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n" for e in w.events)
    digest = "sha256:" + hashlib.sha256("".join(lines).encode()).hexdigest()
    w.hold(w.report["digest"] == digest, "report", "the digest is another")
    for side in w.report["sides"]:
        _side(w, side)


def _side(w: World, side: Event) -> None:
    w.hold(sum(row["moved"] for row in side["units"]) == 0, "report", f"{side['name']}: moved does not come to 0")
    if w.stays:
        w.hold(side["stayed"] == w.stays.get(side["name"]), "report", f"{side['name']} stayed: {side['stayed']}")
    begun = {raw["id"]: raw for s in w.battle["sides"] for raw in s["units"]}
    for row in side["units"]:
        _unit(w, row, begun[row["id"]])
    lost = {e["commander"] for e in w.events if e["ev"] == "casualty" and e["lost"] and e["side"] == side["name"]}
    for leader in (side["commander"], *side["wings"]):
        told = leader["name"] in lost if leader["name"] else leader["fate"] == "lost"
        w.hold((leader["fate"] == "lost") == told, "report", f"{leader['name']} is {leader['fate']}")


def _unit(w: World, row: Event, begun: Event) -> None:
    unit = w.units[row["id"]]
    fine = row["before"] == row["after"] + row["lost"] + row["moved"]
    w.hold(fine, "report", f"{unit.id}: {row['before']} is not {row['after']} + {row['lost']} + {row['moved']}")
    w.hold(row["before"] == begun["strength"], "report", f"{unit.id} began with {begun['strength']}")
    w.hold(row["after"] == unit.sp, "report", f"{unit.id} is told at {row['after']}, the journal leaves {unit.sp}")
    w.hold(row["lost"] >= 0, "report", f"{unit.id} lost {row['lost']}")
    w.hold(
        (row["type_after"], row["guard_after"]) == (unit.type, unit.guard),
        "report",
        f"{unit.id} became {row['type_after']}",
    )
    w.hold(
        row["fate"] == _fate(w, row["id"]), "report", f"{unit.id} is told as {row['fate']}, it is {_fate(w, row['id'])}"
    )


def _fate(w: World, id: str) -> str:
    unit = w.units[id]
    if unit.sp == 0 and unit.status not in ("amalgamated", "exited"):
        return "eliminated"
    if unit.status in ("eliminated", "amalgamated", "exited"):
        return unit.status
    return "rallied" if unit.was_broken else "kept"
