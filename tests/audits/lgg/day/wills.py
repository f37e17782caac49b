"""The will of an army and the command of a large one (HR-26, HR-27), reckoned from the journal alone."""

from fractions import Fraction

from tests.audits.lgg.tables import COMMAND_DICE, KINDS
from tests.audits.lgg.world import Event, Unit, World

COUNTED = ("foot", "horse", "guns")
GONE = ("rallyable", "nonrallyable", "eliminated")
A_FIFTH = Fraction(1, 5)


def share(w: World) -> Fraction | None:
    """HR-26: the share of broken units that an army bears; None where nobody must leave."""
    told = w.options.get("will", "off")
    return None if told == "off" or w.options.get("sudden_death") else Fraction(told)


def second_half(w: World, side: str) -> set[str]:
    """HR-T3: every second one of those present waits for round 3 of a meeting engagement."""
    rows = next(s["units"] for s in w.battle["sides"] if s["name"] == side)
    present = [row["id"] for row in rows if row.get("arrives") is None]
    return set(present[1::2]) if w.battle.get("engagement") == "meeting" else set()


def army(w: World, side: str) -> list[Unit]:
    """HR-26: the infantry, cavalry and artillery units of a side that are not on the march."""
    rows = next(s["units"] for s in w.battle["sides"] if s["name"] == side)
    late = second_half(w, side) | {row["id"] for row in rows if row.get("arrives") is not None}
    mine = [u for u in w.units.values() if u.side == side and u.arm in COUNTED]
    return [u for u in mine if u.came or u.id not in late]


def counts(w: World) -> tuple[dict[str, int], dict[str, int]]:
    """HR-26: how many units of each army are broken, and how many it has."""
    armies = {side: army(w, side) for side in w.sides}
    return {side: sum(u.status in GONE for u in mine) for side, mine in armies.items()}, {
        side: len(mine) for side, mine in armies.items()
    }


def gave_way(w: World) -> list[str]:
    """HR-26: the sides of which more than the share is broken."""
    borne = share(w)
    if borne is None:
        return []
    broken, total = counts(w)
    return [side for side in w.sides if broken[side] > borne * total[side]]


def on_will(w: World, e: Event) -> None:
    """HR-26: a broken army leaves at the end of a round; what was counted is told truly."""
    lost = gave_way(w)
    w.hold(w.events[w.at - 1]["ev"] == "round_end", "HR-26", "an army breaks within a round")
    w.hold(bool(lost), "HR-26", f"nobody is broken, with {counts(w)} and a share of {share(w)}")
    w.hold((e["broken"], e["total"]) == counts(w), "HR-26", f"{e['broken']} of {e['total']} told, {counts(w)} counted")
    wanted = lost[0] if len(lost) == 1 else None
    w.hold(e["loser"] == wanted, "HR-26", f"{e['loser']} leaves, not {wanted}")
    w.stays, w.evening = {side: side not in lost for side in w.sides}, "pursuit"


def strengths(w: World) -> tuple[dict[str, int], dict[str, int]]:
    """HR-26: the strength points that each army has lost, and those with which its units came."""
    came: dict[str, int] = {}
    left: dict[str, int] = {}
    for side in w.battle["sides"]:
        ids = {u.id for u in army(w, side["name"])}
        rows = [row for row in side["units"] if row["id"] in ids]
        came[side["name"]] = sum(row.get("strength") or KINDS[row["type"]].full for row in rows)
        left[side["name"]] = sum(w.units[row["id"]].sp for row in rows)
    return {side: came[side] - left[side] for side in came}, came


def worn_down(w: World) -> str | None:
    """HR-26: after the last day both would stay, and one has lost by a fifth of its army more than the other."""
    if share(w) is None or w.day < (w.options.get("max_days") or 3) or not all(w.stays.values()):
        return None
    lost, came = strengths(w)
    parts = {side: Fraction(lost[side], came[side] or 1) for side in w.sides}
    worse = (side for side in w.sides if parts[side] - parts[w.other(side)] >= A_FIFTH and came[w.other(side)])
    found: str | None = next(worse, None)
    return found


def no_last_evening_left_out(w: World) -> None:
    """HR-26: a side that is worn down on the last evening is told to leave."""
    following = w.events[w.at + 1]["ev"] if w.at + 1 < len(w.events) else ""
    if worn_down(w) is not None:
        w.hold(following == "last_evening", "HR-26", f"{worn_down(w)} is worn down, with {strengths(w)}, and stays")


def on_last_evening(w: World, e: Event) -> None:
    """HR-26: the one that is worn down leaves, though it would stay."""
    loser = worn_down(w)
    w.hold(w.events[w.at - 1]["ev"] == "stay_leave", "HR-26", "a field is given up before anybody chose")
    w.hold(e["loser"] == loser, "HR-26", f"{e['loser']} gives up the field, not {loser}, with {strengths(w)}")
    w.hold((e["lost"], e["strength"]) == strengths(w), "HR-26", f"{e['lost']} of {e['strength']}, not {strengths(w)}")
    w.stays[e["loser"]] = False


def rolls(w: World, side: str) -> list[list[int]]:
    """HR-27, LGG-5.0-a: the dice of each command roll of a side: the chief's, then the wings' on the table, then
    Poor ones."""
    chief = w.chief(side)
    if chief is None:
        return [[]]
    told = next(s for s in w.battle["sides"] if s["name"] == side)
    names = [wing.get("name") for wing in told.get("wings") or []]
    wings = [x for x in w.stands(side) if x.role == "wing"]
    wings.sort(key=lambda x: names.index(x.name) if x.name in names else 0)
    each = w.options.get("large_army", 0)
    number = max(1, -(-len(w.board(side)) // each)) if each else 1
    skills = [chief.skill, *(x.skill for x in wings), *["poor"] * number]
    return [COMMAND_DICE[skill] for skill in skills[:number]]


def own_part(w: World, e: Event) -> int:
    """HR-27: check the dice, the number of rolls and the army commander's part; return that part."""
    wanted, dice = rolls(w, e["side"]), [d["sides"] for d in e["dice"]]
    rule = "LGG-5.0-a" if len(wanted) == 1 == e["rolls"] else "HR-27"
    w.hold(dice == [die for roll in wanted for die in roll], rule, f"dice {dice}, due are {wanted}")
    w.hold(e["rolls"] == len(wanted), "HR-27", f"{e['rolls']} rolls with {len(w.board(e['side']))} units on the table")
    own = sum(d["face"] for d in e["dice"][: len(wanted[0])])
    w.hold(e["own"] == own, "HR-27", f"{e['own']} are told as the commander's, he threw {own}")
    told: int = own
    return told
