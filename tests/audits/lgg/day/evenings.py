"""The evening and the night: stay or leave, pursuit, recovery, rally, amalgamation, drawing apart (LGG-15.0)."""

from tests.audits.lgg.day import nights, wills
from tests.audits.lgg.day.rests import passed
from tests.audits.lgg.moves import end_ground, read_path
from tests.audits.lgg.tables import KINDS, POORNESS
from tests.audits.lgg.world import Event, Unit, World, is_line

ORDER = ("stay_leave", "pursuit", "sudden death", "recover", "rally", "amalgamate", "night")


def on_stay_leave(w: World, e: Event) -> None:
    """LGG-15.1-a: both choose; the battle goes on only if both stay."""
    w.stays = {side: e["choices"][side] == "stay" for side in w.sides}
    w.evening = "stay_leave"
    wills.no_last_evening_left_out(w)


def lights(w: World, side: str) -> int:
    """LGG-15.2-a, b, HR-E: light cavalry on the table; exited only for the side that stays."""
    mine = [u for u in w.units.values() if u.side == side and u.type == "light_cav"]
    return sum(u.sp for u in mine if u.there or (u.status == "exited" and w.stays[side]))


def on_pursuit(w: World, e: Event) -> None:
    """LGG-15.2, 15.3: dice by the difference in light cavalry, hits by arm, allotted by the loser."""
    w.evening, w.pursuit_told = "pursuit", True
    losers = [side for side in w.sides if not w.stays.get(side, True)]
    if not w.hold(len(losers) == 1, "LGG-15.2-a", f"a pursuit with {losers} leaving"):
        return
    loser, winner = losers[0], w.other(losers[0])
    light = {side: lights(w, side) for side in w.sides}
    w.hold(e["light"] == light, "LGG-15.2-a", f"light cavalry {e['light']}, there is {light}")
    number = max(0, light[winner] - light[loser])
    w.hold(len(e["dice"]) == number, "LGG-15.3-a", f"{len(e['dice'])} dice for a difference of {number}")
    w.pursued = loser if number else None
    allotment(w, e, loser)


def allotment(w: World, e: Event, loser: str) -> None:
    """LGG-15.3-a, b: 1-2 foot, 3 horse, 4 guns; hits without a target are lost."""
    faces = [d["face"] for d in e["dice"]]
    due = {"foot": sum(f <= 2 for f in faces), "horse": faces.count(3), "guns": faces.count(4)}
    got = dict.fromkeys(due, 0)
    for row in e["allotment"]:
        unit = w.units[row["unit"]]
        w.hold(unit.side == loser and unit.status in ("board", "exited"), "LGG-15.3-b", f"{unit.id} takes pursuit hits")
        w.hold(0 < row["hits"] <= unit.sp, "LGG-15.3-b", f"{row['hits']} hits on {unit.id} with {unit.sp}")
        if w.hold(unit.arm in due, "LGG-15.3-a", f"{unit.id} ({unit.type}) takes pursuit hits"):
            got[unit.arm] += row["hits"]
    for arm, number in due.items():
        there = sum(
            u.sp for u in w.units.values() if u.side == loser and u.arm == arm and u.status in ("board", "exited")
        )
        w.hold(got[arm] == min(number, there), "LGG-15.3-b", f"{got[arm]} hits on {arm}, due are {min(number, there)}")
    hits = [x["unit"] for x in w.after("hit", "rout", "eliminated") if x["ev"] == "hit"]
    wanted = sorted(row["unit"] for row in e["allotment"] for _ in range(row["hits"]))
    w.hold(sorted(hits) == wanted, "LGG-15.3-b", f"hits {hits}, allotted {wanted}")


def no_pursuit_left_out(w: World) -> None:
    """LGG-15.2-a: where one side leaves and the other has more light cavalry there is a pursuit."""
    losers = [side for side in w.sides if not w.stays.get(side, True)]
    if len(losers) == 1 and not w.pursuit_told and w.evening != "sudden death":
        more = lights(w, w.other(losers[0])) - lights(w, losers[0])
        w.hold(more <= 0, "LGG-15.2-a", f"no pursuit with {more} strength points of light cavalry more")
    w.pursuit_told = True


def is_tournament(w: World) -> bool:
    """R-52: is sudden death played in a battle that belongs to no campaign?"""
    return bool(w.options.get("sudden_death")) and w.battle.get("campaign_weather") is None


def step_to(w: World, name: str) -> None:
    """LGG-15.4, 15.5: the evening goes on in its order. R-52: after a tournament nothing follows."""
    over = w.evening in ("stay_leave", "sudden death")
    w.hold(not (is_tournament(w) and over), "R-52", f"{name} after a tournament")
    no_pursuit_left_out(w)
    w.hold(bool(w.evening), "LGG-15.1-a", f"{name} before the evening")
    before = ORDER.index(w.evening) if w.evening else 0
    w.hold(before <= ORDER.index(name), "LGG-15.4-a", f"{name} after {w.evening}")
    w.evening = name


def _worn(unit: Unit) -> bool:
    return is_line(unit) and unit.status in ("board", "exited") and unit.sp < unit.start


def on_eod_recover(w: World, e: Event) -> None:
    """LGG-15.4-a, c: a free attempt for infantry and cavalry with hits."""
    step_to(w, "recover")
    unit = w.units[e["unit"]]
    w.hold(_worn(unit), "LGG-15.4-a", f"{unit.id} ({unit.status}, {unit.sp} of {unit.start}) recovers in the evening")
    w.hold(unit.id not in w.recovered, "LGG-15.4-a", f"{unit.id} recovers twice")
    w.recovered.add(unit.id)
    penalty = int(w.pursued == unit.side)
    w.hold(e["penalty"] == penalty, "LGG-15.4-c", f"a penalty of {e['penalty']}, due is {penalty}")
    unit.sp += passed(w, e, unit, penalty)
    w.hold(e["sp"] == unit.sp, "LGG-15.4-a", f"{unit.id} is told at {e['sp']}")


def on_eod_rally(w: World, e: Event) -> None:
    """LGG-15.4-b, c: a last attempt for every broken unit, Non-Rallyable with +2."""
    step_to(w, "rally")
    unit = w.units[e["unit"]]
    w.hold(unit.status in ("rallyable", "nonrallyable"), "LGG-15.4-b", f"{unit.id} rallies from {unit.status}")
    penalty = 2 * (unit.status == "nonrallyable") + (w.pursued == unit.side)
    w.hold(e["penalty"] == penalty, "LGG-15.4-c", f"a penalty of {e['penalty']}, due is {penalty}")
    if passed(w, e, unit, penalty):
        unit.sp, unit.status = 1, "waiting"
        unit.arrives = None
        w.hold(e["sp"] == 1, "LGG-14.0-e", f"{unit.id} comes back at {e['sp']}")
    else:
        told = [x["unit"] for x in w.after("stratagem", "eliminated") if x["ev"] == "eliminated"]
        w.hold(unit.id in told, "LGG-15.4-b", f"{unit.id} fails and is not eliminated")


def attempts(w: World) -> None:
    """LGG-15.4-a, b: nobody was left out of recovery and rally."""
    for unit in w.units.values():
        if _worn(unit) and unit.id not in w.recovered and not unit.joined:
            w.breach("LGG-15.4-a", f"{unit.id} ({unit.sp} of {unit.start}) was given no attempt to recover")
        if unit.status in ("rallyable", "nonrallyable"):
            w.breach("LGG-15.4-b", f"{unit.id} was given no attempt to rally")


def on_amalgamate(w: World, e: Event) -> None:
    """LGG-15.5, HR-14: fewer, stronger units of one kind and army."""
    if w.evening not in ("amalgamate", "night"):
        attempts(w)
    step_to(w, "amalgamate")
    for group in e["groups"]:
        members = [w.units[id] for id in group["members"]]
        legal_group(w, e, members)
        converge(w, members, group["made"])


def legal_group(w: World, e: Event, members: list[Unit]) -> None:
    """LGG-15.5-a to d: who may come together."""
    w.hold(len(members) >= 2 and len({u.id for u in members}) == len(members), "LGG-15.5-b", "a group of one")
    names = [u.id for u in members]
    for unit in members:
        w.hold(unit.side == e["side"], "LGG-15.5-a", f"{unit.id} is not of {e['side']}")
        fit = is_line(unit) and unit.sp > 0 and unit.status in ("board", "exited", "waiting")
        w.hold(fit, "LGG-15.5-d", f"{unit.id} ({unit.type}, {unit.status}) is amalgamated")
    w.hold(len({u.army for u in members}) == 1, "HR-14", f"{names} are of different armies")
    kinds = {(u.arm, *((u.type, u.guard) if u.arm == "horse" else ())) for u in members}
    w.hold(len(kinds) == 1, "LGG-15.5-a", f"{names} are not of one kind")


def converge(w: World, members: list[Unit], made: list[Event]) -> None:
    """LGG-15.5-a, b, c: what becomes of a group."""
    total = sum(u.sp for u in members)
    poorest = max(members, key=lambda u: POORNESS.get(u.type, 0)).type
    full = KINDS[poorest].full
    number = -(-total // full)
    w.hold(number < len(members), "LGG-15.5-b", f"{len(members)} units with {total} become {number}")
    wanted = [full] * (total // full) + ([total % full] if total % full else [])
    w.hold([row["sp"] for row in made] == wanted, "LGG-15.5-b", f"made {[r['sp'] for r in made]}, not {wanted}")
    guard, outriders = all(u.guard for u in members), all(u.outriders for u in members)
    starts, ids = sum(u.start for u in members), [row["unit"] for row in made]
    w.hold(set(ids) <= {u.id for u in members}, "LGG-15.5-b", f"{ids} are made of others")
    for unit in members:
        unit.into = None if unit.id in ids else (ids[0] if ids else None)
        if unit.id not in ids:
            unit.received -= unit.sp
            unit.sp, unit.status, unit.base = 0, "amalgamated", None
    _share_out(w, made, poorest, guard, outriders, starts)


def _share_out(w: World, made: list[Event], kind: str, guard: bool, outriders: bool, starts: int) -> None:
    """LGG-15.5-d: the starts are shared out from the top, none above its maximum or below the unit's strength."""
    full, spare = KINDS[kind].full, starts - sum(row["sp"] for row in made)
    for row in made:
        unit = w.units[row["unit"]]
        w.hold(row["type"] == kind, "LGG-15.5-a", f"{unit.id} becomes {row['type']}, not {kind}")
        w.hold(row["guard"] == guard, "LGG-15.5-c", f"{unit.id} becomes Guard: {row['guard']}")
        extra = min(spare, full - row["sp"])
        spare -= extra
        unit.received += row["sp"] - unit.sp
        unit.type, unit.guard, unit.outriders = kind, guard, outriders
        unit.sp, unit.start, unit.joined = row["sp"], row["sp"] + extra, True


def on_night_move(w: World, e: Event) -> None:
    """HR-D2: drawing back, and free moves of up to 18" of units 12" from every enemy."""
    if w.evening != "night":
        if w.evening != "amalgamate":
            attempts(w)
        step_to(w, "night")
    unit = w.units[e["unit"]]
    path = read_path(w, unit, e)
    nights.on_night_move(w, e, path)
    end_ground(w, unit, path[-1])
    unit.base = path[-1]


def end_of_night(w: World) -> None:
    """HR-D2: a new day begins after recovery, rally and the night."""
    if w.evening not in ("amalgamate", "night"):
        attempts(w)
    nights.finish(w)


def on_battle_end(w: World, e: Event) -> None:
    """LGG-15.1-a, HR-D2: who stays wins; after the third day both staying is a draw."""
    no_pursuit_left_out(w)
    ended = is_tournament(w) and w.evening == "stay_leave"
    if w.evening in ("stay_leave", "pursuit", "recover", "rally") and not ended:
        attempts(w)
    stayed = [side for side in w.sides if w.stays.get(side)]
    winner = stayed[0] if len(stayed) == 1 else None
    w.hold(e["winner"] == winner, "LGG-15.1-a", f"{e['winner']} wins, staying were {stayed}")
    w.hold(e["kind"] == ("victory" if winner else "draw"), "LGG-15.1-a", f"told as a {e['kind']}")
    last = w.day == (w.options.get("max_days") or 3) or bool(w.options.get("sudden_death"))
    w.hold(len(stayed) < 2 or last, "LGG-15.6-a", "both stay and there is no further day")
    w.over = True
