"""Days, rounds, turns, command rolls, the count (LGG-4.0, 5.0, 6.0; HR-W, HR-B)."""

from tests.audits.lgg.day import arrivals, rests, wills
from tests.audits.lgg.ground import fields
from tests.audits.lgg.ground.ground import Ground
from tests.audits.lgg.tables import DAY_LENGTH, RADIUS, WEATHER_ADD, WEATHER_FACES, WEATHERS
from tests.audits.lgg.world import Event, Unit, World, is_line


def on_battle_start(w: World, e: Event) -> None:
    """The table and its field."""
    w.ground = Ground(e["table"], e["field"])
    w.hold(e["seed"] == w.report["seed"], "ENG-12", "the journal has another seed than the report")
    w.hold(e["profile"] == w.report["profile"], "ENG-2", "the journal has another profile than the report")
    fields.check_field(w, e)


def on_day_start(w: World, e: Event) -> None:
    """LGG-4.0-a, d, 6.2-a, HR-W: weather, ground, radius and length of the day."""
    if e["day"] == 1:
        rests.deployed(w)
        drew = sorted(w.chits) == sorted(w.sides) if w.options.get("stratagems") else not w.chits
        w.hold(drew, "LGG-S1-a", f"chits were drawn by {sorted(w.chits)}")
    goes_on = w.day == 0 or all(w.stays.get(side) for side in w.sides)
    w.hold(goes_on, "LGG-15.1-a", f"another day, though staying were {w.stays}")
    w.evening, w.pursued, w.recovered, w.stays = "", None, set(), {}
    w.pursuit_told = False
    w.hold(e["day"] == w.day + 1, "LGG-15.6-a", f"day {e['day']} after day {w.day}")
    w.hold(e["day"] <= (w.options.get("max_days") or 3), "HR-D2", f"day {e['day']} is beyond the last")
    w.day, w.round, w.count = e["day"], 0, 0
    w.first_before = None
    w.hold(e["radius"] == RADIUS[e["weather"]], "LGG-4.0-a", f"radius {e['radius']} in {e['weather']} weather")
    season = w.battle["season"]
    w.hold(e["length"] == DAY_LENGTH[season], "LGG-6.2-a", f"length {e['length']} in {season}")
    _weather(w, e, season)
    w.last_weather, w.weather, w.ground_kind = e["weather"], e["weather"], e["ground"]
    w.radius, w.length = e["radius"], e["length"]


def _weather(w: World, e: Event, season: str) -> None:
    fixed = w.battle.get("weather") if e["day"] == 1 else None
    foul = w.battle.get("campaign_weather") == "foul"
    if fixed:
        w.hold(e["weather"] == fixed and not e["dice"], "HR-W", f"{e['weather']}, the file says {fixed}")
    else:
        faces = [die["face"] for die in e["dice"]]
        w.hold(len(faces) == 1 + foul, "HR-W", f"{len(faces)} dice for the weather")
        seen = max((sum(face > most for most in WEATHER_FACES[season]) for face in faces), default=0)
        w.hold(e["weather"] == WEATHERS[seen], "HR-W", f"{e['weather']} by {faces} in {season}")
    ground = w.battle.get("ground") if e["day"] == 1 else None
    soft = "precipitating" in (e["weather"], w.last_weather if e["day"] > 1 else None)
    soft = soft or (foul and season != "winter")
    w.hold(e["ground"] == (ground or ("soft" if soft else "hard")), "HR-W", f"{e['ground']} ground")


def begin_round(w: World, e: Event) -> None:
    """LGG-7.0-f, g: whatever lasts for a round is over."""
    w.hold(not w.combats, "LGG-10.1-a", f"combats {sorted(w.combats)} were left unresolved")
    w.round, w.rolls, w.extra, w.order, w.turn = e["round"], {}, dict.fromkeys(w.sides, 0), [], None
    w.own = {}
    w.tied = False
    w.used = set()
    w.end_columns()
    for unit in w.units.values():
        unit.done, unit.closed, unit.withdrew, unit.checked = set(), False, False, False
        unit.spent = False
    for leader in w.leaders:
        leader.moved = False
    w.open = None


def on_command_roll(w: World, e: Event) -> None:
    """LGG-6.1-a, b, HR-27: what a side throws for command."""
    fresh = e["round"] != w.round
    if fresh:
        w.hold(e["round"] == w.round + 1, "LGG-6.0-a", f"round {e['round']} after round {w.round}")
        begin_round(w, e)
        arrivals.second_halves(w)
    own = wills.own_part(w, e)
    w.hold(e["total"] == sum(d["face"] for d in e["dice"]), "LGG-6.1-a", f"a total of {e['total']}")
    before = w.events[w.at - 1]
    wind = before["ev"] == "stratagem" and before["stratagem"] == "ST1" and before["side"] == e["side"]
    if not wind and len(w.rolls) == 2 and len(set(w.rolls.values())) == 1 and w.round == 1:
        w.rolls, w.tied = {}, True
    w.hold(e["rerolled"] == (wind or w.tied), "LGG-6.1-b", f"rerolled is told as {e['rerolled']}")
    w.hold(wind or e["side"] not in w.rolls, "LGG-6.1-b", "a second roll without a tie or stratagem")
    w.rolls[e["side"]], w.own[e["side"]] = e["total"], own


def on_initiative(w: World, e: Event) -> None:
    """LGG-6.1-a, b: the higher roll goes first; on a tie who was first before."""
    one, two = (w.rolls.get(side, 0) for side in w.sides)
    w.hold(len(w.rolls) == 2, "LGG-6.1-a", "a side has not rolled")
    if one == two:
        w.hold(w.round > 1, "LGG-6.1-b", "a tie in the first round of the day was not thrown again")
        wanted = w.first_before
    else:
        wanted = w.sides[0] if one > two else w.sides[1]
    w.hold(e["first"] == wanted, "LGG-6.1-b", f"{e['first']} goes first with {w.rolls}")
    w.hold(e["tie"] == (one == two), "LGG-6.1-b", "the tie is told wrongly")
    first = e["first"]
    w.first_before, w.order = first, [first, w.other(first)]
    begin_turn(w, first)


def begin_turn(w: World, side: str | None) -> None:
    """LGG-6.1-c: a side's turn with the actions it has rolled."""
    w.turn, w.open, w.acts = side, None, 0
    w.left = w.rolls[side] if side else 0


def on_turn_end(w: World, e: Event) -> None:
    """LGG-6.1-c: first side, second side, combats."""
    w.hold(e["side"] == w.turn, "LGG-6.1-c", f"the turn of {w.turn} is ended by {e['side']}")
    if w.acts == 0:
        arrivals.nobody_left_behind(w)
    second = w.order[1] if w.order and w.turn == w.order[0] else None
    begin_turn(w, second)


def due_today(w: World, unit: Unit) -> bool:
    """HR-B, R-37: is a unit still to come today?"""
    if unit.status != "waiting" or unit.joined:
        return False
    if unit.arrives is not None:
        return unit.arrives - (w.day - 1) * w.length <= w.length
    return any(e["ev"] == "arrive" and e.get("unit") == unit.id and e["round"] != 0 for e in w.events[w.at :])


def must_leave(w: World, side: str) -> bool:
    """HR-B: no infantry or cavalry on the table and none due."""
    mine = [u for u in w.units.values() if u.side == side and is_line(u)]
    return not any(u.there or due_today(w, u) for u in mine)


def on_round_end(w: World, e: Event) -> None:
    """LGG-6.1-d, 6.2-b, 6.3-a: the count goes up by what was rolled and by the weather."""
    w.hold(w.turn is None, "LGG-6.1-c", "the round ends within a turn")
    w.hold(not w.combats, "LGG-10.1-a", f"combats {sorted(w.combats)} are unresolved at the count")
    for combat in list(w.combats.values()):
        w.close(combat)
    w.hold(e["rolls"] == w.own, "LGG-6.1-d", f"rolls {e['rolls']}, the army commanders threw {w.own}")
    w.hold(e["weather_add"] == WEATHER_ADD[w.weather], "LGG-6.3-a", f"{e['weather_add']} for {w.weather}")
    w.count += sum(w.own.values()) + sum(w.extra.values()) + WEATHER_ADD[w.weather]
    w.hold(e["count"] == w.count, "LGG-6.1-d", f"the count is {e['count']}, it should be {w.count}")
    _what_follows(w)


def _what_follows(w: World) -> None:
    following = next((x for x in w.events[w.at + 1 :] if x["ev"] not in ("stratagem", "arrive")), None)
    kind = following["ev"] if following else ""
    leaving = [side for side in w.sides if must_leave(w, side)]
    if kind in ("sudden_death", "will"):
        return
    w.hold(not wills.gave_way(w), "HR-26", f"{wills.gave_way(w)} is broken, with {wills.counts(w)}, and fights on")
    if w.options.get("sudden_death"):
        w.hold(not defeated(w), "LGG-S3-a", f"{defeated(w)} should have lost by sudden death")
    if leaving:
        told = [x["side"] for x in w.after("break_off")]
        w.hold(sorted(told) == sorted(leaving), "R-37", f"{leaving} must leave, {told} break off")
    elif w.options.get("sudden_death") and w.count >= w.length:
        w.evening = "sudden death"
    elif kind != "break_off":
        over = w.count >= w.length
        w.hold((kind == "stay_leave") == over, "LGG-6.2-b", f"{kind} after a count of {w.count} of {w.length}")


def on_break_off(w: World, e: Event) -> None:
    """HR-B: who breaks off leaves; the others stay."""
    if not w.stays:
        w.stays = dict.fromkeys(w.sides, True)
    w.stays[e["side"]] = False
    w.evening = "pursuit"


def tally(w: World) -> tuple[dict[str, int], dict[str, int]]:
    """LGG-S3-b: broken and all infantry, cavalry and artillery units of each side."""
    broken, total = dict.fromkeys(w.sides, 0), dict.fromkeys(w.sides, 0)
    for unit in w.units.values():
        if unit.arm in ("foot", "horse", "guns"):
            total[unit.side] += 1
            broken[unit.side] += unit.status in ("rallyable", "nonrallyable", "eliminated")
    return broken, total


def defeated(w: World) -> list[str]:
    """LGG-S3-a: the sides of which more than a third is broken."""
    broken, total = tally(w)
    return [side for side in w.sides if 3 * broken[side] > total[side]]


def on_sudden_death(w: World, e: Event) -> None:
    """LGG-S3-a, b: more than a third of the infantry, cavalry and artillery that began broken."""
    w.hold(bool(w.options.get("sudden_death")), "LGG-S3-a", "sudden death is not in play")
    broken, total = tally(w)
    w.hold(e["total"] == total, "LGG-S3-b", f"{e['total']} counted, there are {total}")
    w.hold(e["broken"] == broken, "LGG-S3-b", f"{e['broken']} counted as broken, there are {broken}")
    lost = defeated(w)
    wanted = lost[0] if len(lost) == 1 else None
    w.hold(e["loser"] == wanted and bool(lost), "LGG-S3-a", f"{e['loser']} loses, not {lost}")
    if lost:
        w.stays = {side: side not in lost for side in w.sides}
        w.evening = "sudden death"
