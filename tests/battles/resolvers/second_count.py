"""A second count of the odds of the five smaller systems, from the specification alone.

Nothing here reads an engine or its tables: every number is written down again, and all dice are gone through. Each
question is a pair of functions: one that makes up a situation, one that counts what comes of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

Situation = dict[str, Any]
Law = dict[int, Fraction]
Chances = dict[str, Fraction]
FOOT, HORSE, GUNS = ("elite_inf", "line_inf", "militia_inf"), ("heavy_cav", "light_cav", "irreg_cav"), (
    "heavy_art", "field_art", "horse_art")  # fmt: skip
ALL = (*FOOT, *HORSE, *GUNS)
GUARDS = ("elite_inf", "heavy_cav", "light_cav", *GUNS)
FULL = dict.fromkeys(FOOT, 4) | dict.fromkeys(HORSE, 3) | dict.fromkeys(GUNS, 1)


def unit(dice: Random, kinds: Sequence[str], *, guard: bool = True, worn: bool = True) -> dict[str, Any]:
    """A unit of one of the kinds, perhaps of the Guard, perhaps worn."""
    kind = dice.choice(kinds)
    strength = dice.randint(1, FULL[kind]) if worn else FULL[kind]
    return {"type": kind, "strength": strength, "guard": guard and kind in GUARDS and dice.random() < 0.4}


def asked(first: dict[str, Any] | None, second: dict[str, Any] | None, **situation: Any) -> Situation:
    """A question as the form sends it."""
    made: Situation = {"attackers": [first] if first else [], "situation": situation}
    return made | ({"defender": second} if second else {})


def tick(dice: Random) -> bool:
    """Half of the ticks are set."""
    return dice.random() < 0.5


def capacity(hits: int, one: dict[str, Any]) -> int:
    """COM-05 Halves upwards, at least one."""
    return max(1, (2 * hits * int(one["strength"]) + FULL[one["type"]]) // (2 * FULL[one["type"]]))


def pools(number: int, sides: Iterable[bool]) -> Law:
    """The law of the hits of a pool: every face of every die, ``sides`` says which of the six faces hit."""
    hit = Fraction(sum(sides), 6)
    return {k: comb(number, k) * hit**k * (1 - hit) ** (number - k) for k in range(number + 1)}


def from_up(least: int) -> list[bool]:
    """The faces of a d6 from one upwards."""
    return [face >= least for face in range(1, 7)]


# One Hour Wargames
OHW_TABLE = {-2: "000000001011", 0: "000010101111", 2: "001010111121"}
"""OHW-11 Open and covered hits, face by face."""


def ohw_hits(column: int, face: int, covered: bool) -> int:
    return int(OHW_TABLE[column][2 * (face - 1) + int(covered)])


def ohw_column(one: dict[str, Any], melee: bool, far: int) -> int:
    """OHW-13 with Elite in the column of the Guard, and irregular cavalry in that of the light."""
    kind, guard = one["type"], one["guard"]
    if kind in FOOT:
        return 2 if guard or kind == "elite_inf" else 0
    if kind in GUNS:
        return -2 if melee or far > (18 if kind == "heavy_art" else 12) else 0
    if not melee:
        return -2
    return min(2, {"heavy_cav": 2, "light_cav": 0, "irreg_cav": 0}[kind] + 2 * int(guard))


def ohw_retreats(one: dict[str, Any]) -> Fraction:
    """OHW-20."""
    from_face = (
        6 if one["guard"] or one["type"] == "elite_inf" else 4 if one["type"] in ("militia_inf", "irreg_cav") else 5
    )
    return Fraction(7 - from_face, 6)


def ohw_answer(law: Law, target: dict[str, Any]) -> Chances:
    words, cap = ("no_hit", "one_hit", "two_hits", "three_hits", "four_hits"), capacity(3, target)
    made = {words[hits]: chance for hits, chance in law.items() if chance}
    stays = sum((p for hits, p in law.items() if 0 < hits < cap), Fraction(0))
    gone = sum((p for hits, p in law.items() if hits >= cap), Fraction(0))
    return made | {"retreats": stays * ohw_retreats(target), "breaks": gone}


def ohw_fire(dice: Random) -> tuple[Situation, Chances]:
    first = unit(dice, (*FOOT, "light_cav", "irreg_cav", *GUNS))
    if first["type"] == "militia_inf":
        first["strength"] = 4
    far = dice.randint(0, 12 if first["type"] in FOOT else 6 if first["type"] in HORSE else 36)
    target, covered = unit(dice, ALL), tick(dice)
    law = Counter(ohw_hits(ohw_column(first, False, far), face, covered) for face in range(1, 7))
    return asked(first, target, range=far, covered=covered), ohw_answer(
        {hits: Fraction(n, 6) for hits, n in law.items()}, target
    )


def ohw_combat(dice: Random) -> tuple[Situation, Chances]:
    first, target = unit(dice, ALL), unit(dice, ALL)
    if first["type"] == "militia_inf":
        first["strength"] = 4
    covered, flanked = tick(dice), tick(dice)
    column = ohw_column(first, True, 0)
    throws = list(product(range(1, 7), repeat=2 if flanked else 1))
    law = Counter(sum(ohw_hits(column, face, covered) for face in faces) for faces in throws)
    return asked(first, target, covered=covered, flanked=flanked), ohw_answer(
        {hits: Fraction(n, len(throws)) for hits, n in law.items()}, target
    )


def ohw_morale(dice: Random) -> tuple[Situation, Chances]:
    one = unit(dice, ALL)
    return asked(None, one), {"retreats": ohw_retreats(one), "stands": 1 - ohw_retreats(one)}


# My Favourite Rules
def mfr_figures(one: dict[str, Any]) -> int:
    return 6 * int(one["strength"]) if one["type"] not in GUNS else 3 if one["type"] == "horse_art" else 4


def mfr_fire(dice: Random) -> tuple[Situation, Chances]:
    first, target = unit(dice, (*FOOT, *GUNS)), unit(dice, ALL, worn=False)
    guns, form = first["type"] in GUNS, dice.choice(("line", "column", "march"))
    far, cover, soft = dice.randint(0, 32 if guns else 8), dice.randint(0, 3), tick(dice)
    bands = ((4, 2), (8, 3), (16, 4), (24, 5), (32, 6)) if guns else ((2, 3), (4, 5), (8, 6))
    need = next(least for most, least in bands if far <= most) + cover
    if guns:
        need += int(target["type"] in GUNS) + int(soft and far > 8) - int(first["type"] == "heavy_art" and far > 8)
    number = mfr_figures(first) if guns else -(-mfr_figures(first) // 3)
    if not guns and form != "line":
        number = min(number, 2 if form == "column" else 1)
    law = pools(number, from_up(max(2, need)) if need <= 6 else [False] * 6)
    mean = sum((k * p for k, p in law.items()), Fraction(0))
    return asked(first, target, range=far, cover=cover, soft=soft, form=form), {"mean": mean}


def mfr_combat(dice: Random) -> tuple[Situation, Chances]:
    first, other = unit(dice, (*FOOT, *HORSE)), unit(dice, ALL)
    form = dice.choice(("line", "column", "march"))
    mine, back = dice.randint(0, 4), dice.randint(0, 4)
    number = -(-mfr_figures(first) // 3)
    if form == "march" and first["type"] in FOOT:
        number = min(number, 2)
    number_back = mfr_figures(other) if other["type"] in GUNS else -(-mfr_figures(other) // 3)
    gap = abs(mine - back)
    better, worse = (4, 4) if gap == 0 else (4, 5) if gap == 1 else (3, 5)
    hits = pools(number, from_up(better if mine >= back else worse))
    hits_back = pools(number_back, from_up(better if back >= mine else worse))
    won = sum((p * q for a, p in hits.items() for b, q in hits_back.items() if a > b), Fraction(0))
    even = sum((p * hits_back.get(a, Fraction(0)) for a, p in hits.items()), Fraction(0))
    found = {"attacker_wins": won, "even": even, "defender_wins": 1 - won - even}
    return asked(first, other, form=form, points=mine, points_back=back), found


def mfr_morale(dice: Random) -> tuple[Situation, Chances]:
    one, less, general = unit(dice, ALL), dice.randint(0, 4), dice.randint(0, 2)
    grade = 1 if one["guard"] or one["type"] == "elite_inf" else -1 if one["type"] == "militia_inf" else 0
    words = ("dissolves", "routs", "retreats", "stands", "rallies", "half", "free", "wild")
    most = 7 if one["guard"] or one["type"] in HORSE else 6
    found: Counter[str] = Counter(words[min(most, max(0, face - less + general + grade))] for face in range(1, 7))
    return asked(None, one, less=less, general=general), {word: Fraction(n, 6) for word, n in found.items()}


# The Square Brigadier
def sqb_hits(one: dict[str, Any]) -> int:
    """SQB-49."""
    kind = one["type"]
    if kind in FOOT:
        return 4 if one["guard"] or kind == "elite_inf" else 3 if kind == "line_inf" else 2
    if kind in GUNS:
        return 2 + int(one["guard"])
    return 4 if one["guard"] else 2 if kind == "irreg_cav" else 3


def sqb_law(law: Law, target: dict[str, Any], ground: bool) -> Chances:
    """The hits, and the chance that they destroy the target, which may cancel one by giving ground."""
    cap = capacity(sqb_hits(target), target)
    gone = sum((p for hits, p in law.items() if hits - int(ground and hits > 0) >= cap), Fraction(0))
    return {f"hits_{hits}": p for hits, p in law.items()} | {"breaks": gone}


def sqb_fire(dice: Random) -> tuple[Situation, Chances]:
    first, target = unit(dice, (*FOOT, *GUNS)), unit(dice, ALL)
    guns, rain, soft = first["type"] in GUNS, tick(dice), tick(dice)
    far = dice.randint(2, (3 if rain else 6) if guns else 2)
    cover, column, moved, ground = (tick(dice) for _ in range(4))
    number = 3 if guns else 2
    number += int(first["type"] == "heavy_art" or (first["guard"] and not guns)) + int(column)
    number -= int(guns and far > 3) * (1 + int(soft)) + int(rain and not guns) + int(moved)
    number -= int(cover or target["type"] in (*HORSE, *GUNS))
    told = {"range": far, "cover": cover, "column": column, "moved": moved, "gives_ground": ground, "rain": rain,
            "soft": soft}  # fmt: skip
    return asked(first, target, **told), sqb_law(pools(max(0, number), from_up(5)), target, ground)


def sqb_combat(dice: Random) -> tuple[Situation, Chances]:
    first, enemy = unit(dice, ALL), unit(dice, ALL)
    first["guard"] = first["guard"] and first["type"] in FOOT
    cover, hill, commander, support, column, ground = (tick(dice) for _ in range(6))
    number = 1 if column else 2
    number += int(first["guard"]) + int(first["type"] == "heavy_cav")
    number += int(hill and first["type"] not in HORSE) + int(commander) + int(support and first["type"] in FOOT)
    number -= int(cover)
    told = {"cover": cover, "ground": hill, "commander": commander, "support": support, "column": column,
            "gives_ground": ground}  # fmt: skip
    return asked(first, enemy, **told), sqb_law(pools(max(0, number), from_up(4)), enemy, ground)


def sqb_morale(dice: Random) -> tuple[Situation, Chances]:
    helped = tick(dice)
    chance = Fraction(sum(face + int(helped) >= 4 for face in range(1, 7)), 6)
    return asked(unit(dice, ALL), None, helped=helped), {"rallies": chance, "fails": 1 - chance}


# Solo Napoleonic
def snw_class(one: dict[str, Any]) -> str:
    """SNW-66 The first unit of a division."""
    return "A" if one["guard"] else {"elite_inf": "B", "line_inf": "C", "militia_inf": "D", "heavy_cav": "B",
                                     "light_cav": "C", "irreg_cav": "D"}.get(one["type"], "B")  # fmt: skip


def unsaved(law: Law, save: int, most: int) -> Law:
    """Each hit is saved from a face on; no unit loses more than it has."""
    falls, made = Fraction(save - 1, 6), Counter[int]()
    for hits, p in law.items():
        for dead in range(hits + 1):
            made[min(dead, most)] += p * comb(hits, dead) * falls**dead * (1 - falls) ** (hits - dead)  # type: ignore[assignment]
    return {dead: Fraction(p) for dead, p in made.items()}


def snw_figures(one: dict[str, Any]) -> int:
    return 18 if one["type"] in FOOT else 12 if one["type"] in HORSE else 3 if one["type"] == "horse_art" else 4


def snw_small(first: dict[str, Any], target: dict[str, Any], far: int, moved: bool, form: str, cover: str) -> Law:
    """SNW-32 to SNW-35 Two volleys of a line of eighteen."""
    extra = {"A": 1, "B": 1, "C": 0, "D": -1}[snw_class(first)] - 2 * int(moved) - int(target["type"] in GUNS)
    extra += int(form != "line") - {"none": 0, "soft": 1, "hard": 2}[cover]
    quarters, save = (3, 5) if far <= 75 else (1, 4)
    one: Counter[int] = Counter()
    for face in range(1, 7):
        whole, part = divmod(max(0, face + extra) * quarters, 4)
        one[whole] += Fraction(4 - part, 24)  # type: ignore[assignment]
        one[whole + 1] += Fraction(part, 24)  # type: ignore[assignment]
    both: Counter[int] = Counter()
    for (a, p), (b, q) in product(one.items(), repeat=2):
        both[a + b] += p * q
    return unsaved({hits: Fraction(p) for hits, p in both.items()}, save, snw_figures(target))


SNW_GUNS = {"heavy_art": (200, 500, 800, 1100), "field_art": (175, 450, 700, 950), "horse_art": (150, 400, 650, 900)}


def snw_guns(first: dict[str, Any], target: dict[str, Any], far: int, form: str, cover: str, chits: int) -> Law:
    """SNW-39 to SNW-41."""
    band = next(n for n, most in enumerate(SNW_GUNS[first["type"]]) if far <= most)
    extra = (0, 0, -1, -2)[band] + int(first["guard"]) - 3 * int(target["type"] in GUNS) - chits
    extra += {"line": 0, "column": 1, "square": 2}[form] - {"none": 0, "soft": 1, "hard": 3}[cover]
    extra += snw_figures(first) - 3
    throws = list(product(range(1, 7), repeat=2 if band == 0 else 1))
    law = Counter(max(0, sum(faces) + extra) for faces in throws)
    hits = {pips: Fraction(n, len(throws)) for pips, n in law.items()}
    return unsaved(hits, 5 if band < 2 else 4, snw_figures(target))


def snw_fire(dice: Random) -> tuple[Situation, Chances]:
    first, target = unit(dice, (*FOOT, *GUNS), worn=False), unit(dice, ALL, worn=False)
    guns = first["type"] in GUNS
    form = dice.choice(("line", "column", "square")) if target["type"] in FOOT else "line"
    cover, moved, chits = dice.choice(("none", "soft", "hard")), tick(dice) and not guns, dice.randint(0, 4)
    far = dice.randint(0, SNW_GUNS[first["type"]][3] if guns else 150)
    law = (
        snw_guns(first, target, far, form, cover, chits) if guns else snw_small(first, target, far, moved, form, cover)
    )
    mean = sum((dead * p for dead, p in law.items()), Fraction(0))
    told = {"range": far, "disorder": chits, "moved": moved, "formation": form, "cover": cover}
    return asked(first, target, **told), {"mean": mean, "none": law.get(0, Fraction(0))}


def snw_combat(dice: Random) -> tuple[Situation, Chances]:
    """SNW-49 Cavalry against cavalry: the six of the front rank fight."""
    first, other = unit(dice, HORSE, worn=False), unit(dice, HORSE, worn=False)
    chits, chits_back, standing, flanked = dice.randint(0, 3), dice.randint(0, 3), tick(dice), tick(dice)

    def losses(one: dict[str, Any], enemy: dict[str, Any], extra: int) -> Law:
        number = 6 * (2 if one["type"] == "heavy_cav" else 1) // 5
        extra += {"A": 1, "B": 1, "C": 0, "D": -1}[snw_class(one)]
        throws = list(product(range(1, 7), repeat=number))
        law = Counter(max(0, sum(faces) + extra) // 2 for faces in throws)
        save = 4 if enemy["guard"] and enemy["type"] == "heavy_cav" else 5
        return unsaved({hits: Fraction(n, len(throws)) for hits, n in law.items()}, save, 12)

    theirs = losses(first, other, int(standing) + 2 * int(flanked) - chits)
    mine = losses(other, first, -chits_back)
    worse = sum((p * q for a, p in mine.items() for b, q in theirs.items() if a > b), Fraction(0))
    equal = sum((p * theirs.get(a, Fraction(0)) for a, p in mine.items()), Fraction(0))
    told = {"disorder": chits, "defender_disorder": chits_back, "standing": standing, "flanked": flanked,
            "formation": "line"}  # fmt: skip
    found = {"attacker_worse": worse, "equal": equal, "defender_worse": 1 - worse - equal}
    return asked(first, other, **told), found


def snw_morale(dice: Random) -> tuple[Situation, Chances]:
    one, form = unit(dice, FOOT, worn=False), dice.choice(("line", "column", "square"))
    friends, dead, chits = dice.randint(0, 3), dice.randint(0, 6), dice.randint(0, 6)
    control, charged = tick(dice), tick(dice)
    needed = {"A": 95, "B": 80, "C": 65, "D": 50}[snw_class(one)] + 10 * friends + 15 * int(control)
    needed += -3 * dead - 5 * chits + int(charged) * (40 if form == "square" else -30)
    passed = Fraction(sum(roll < min(100, needed) for roll in range(1, 101)), 100)
    failed = 1 - passed
    told = {"friends": friends, "casualties": dead, "disorder": chits, "control": control, "charged": charged,
            "formation": form, "cover": "none"}  # fmt: skip
    words = {"pass": passed, "routs": failed * Fraction(2, 10), "retreats": failed * Fraction(3, 10),
             "halts": failed * Fraction(3, 10), "wavers": failed * Fraction(2, 10)}  # fmt: skip
    return asked(None, one, **told), words


# Activation dice
ADN_VALUES = {
    "elite_inf": (3, 3, 3), "line_inf": (4, 3, 3), "militia_inf": (5, 3, 2), "heavy_cav": (4, 4, 2),
    "light_cav": (4, 3, 3), "irreg_cav": (5, 3, 3), "heavy_art": (4, 1, 4), "field_art": (4, 1, 3),
    "horse_art": (4, 1, 3),
}  # fmt: skip
"""E.6 Quality, melee and shooting; Militia and irregulars with the melee that docs/systems.md gives them."""


def adn_value(one: dict[str, Any], place: int) -> int:
    """ADN-50 What the Guard has more: infantry 4 and 4, cavalry 1 in melee, guns 1 in shooting, quality one better."""
    value = ADN_VALUES[one["type"]][place]
    if not one["guard"]:
        return value
    if place == 0:
        return max(3, value - 1)
    if one["type"] in FOOT:
        return 4
    return value + int(place == (1 if one["type"] in HORSE else 2))


def adn_outcomes(mine: int, theirs: int) -> Counter[str]:
    """ADN-35 By all pairs of natural dice; totals below one count as one."""
    found: Counter[str] = Counter()
    for a, d in product(range(1, 7), repeat=2):
        x, y = max(1, a + mine), max(1, d + theirs)
        if x > y:
            word = "shattered" if x >= 3 * y else "critical" if x >= 2 * y else "disordered" if a % 2 == 0 else ""
            found[f"defender_{word}" if word else "nothing"] += 1
        elif y >= 2 * x:
            found["attacker_recoils"] += 1
        else:
            found["attacker_disordered" if d % 2 == 0 else "nothing"] += 1
    return found


def adn_fire(dice: Random) -> tuple[Situation, Chances]:
    first, target = unit(dice, (*FOOT, *GUNS)), unit(dice, ALL)
    guns, rain, soft, aimed = first["type"] in GUNS, tick(dice), tick(dice), tick(dice)
    far = dice.randint(1, (4 if rain else 6) if guns else 2 if rain else 3)
    forms, cover = (
        [dice.choice(("column", "line", "square")) for _ in range(2)],
        dice.choice(("none", "light", "heavy")),
    )
    weak, weak_target = tick(dice), tick(dice)
    mine = adn_value(first, 2) - int(rain) - int(weak)
    theirs = adn_value(target, 2) - int(aimed) - int(weak_target)
    mine -= 2 * int(not guns and forms[0] != "line")
    theirs -= 2 * int(target["type"] in FOOT and forms[1] != "line")
    if guns:
        mine += int(far <= 2) - int(far > 4) - int(soft and far > 2)
        theirs += int(cover == "heavy")
    else:
        mine += int(far == 1) - int(far > 2)
        theirs += {"none": 0, "light": 1, "heavy": 2}[cover]
    told = {"range": far, "aimed": aimed, "rain": rain, "soft": soft, "cover": cover, "first_crippled": weak,
            "target_crippled": weak_target, "first_form": forms[0], "target_form": forms[1]}  # fmt: skip
    found = adn_outcomes(mine, theirs)
    missed = sum(n for word, n in found.items() if not word.startswith("defender"))
    made = {word: Fraction(n, 36) for word, n in found.items() if word.startswith("defender")}
    return asked(first, target, **told), made | ({"miss": Fraction(missed, 36)} if missed else {})


def adn_combat(dice: Random) -> tuple[Situation, Chances]:
    first, target = unit(dice, (*FOOT, *HORSE)), unit(dice, ALL)
    charging, seized, uphill, weak, weak_target = (tick(dice) for _ in range(5))
    forms, where = [dice.choice(("column", "line")), dice.choice(("column", "line", "square"))], dice.choice(
        ("front", "flank", "rear"))  # fmt: skip
    mine, theirs = (
        adn_value(first, 1) - int(weak),
        adn_value(target, 1) - int(weak_target) - int(seized) + int(uphill),
    )
    mine -= 2 * int(first["type"] in FOOT and forms[0] == "line")
    if charging:
        mine += 2 if first["type"] in HORSE else 1
    square = target["type"] in FOOT and forms[1] == "square"
    if target["type"] in FOOT:
        theirs += -2 if forms[1] == "line" else 3 if square and first["type"] in HORSE else 0
    theirs -= 0 if square else {"front": 0, "flank": 1, "rear": 2}[where]
    told = {"charging": charging, "seized": seized, "uphill": uphill, "where": where, "first_crippled": weak,
            "target_crippled": weak_target, "first_form": forms[0], "target_form": forms[1]}  # fmt: skip
    return asked(first, target, **told), {word: Fraction(n, 36) for word, n in adn_outcomes(mine, theirs).items()}


def adn_morale(dice: Random) -> tuple[Situation, Chances]:
    one, number = unit(dice, ALL), dice.randint(1, 3)
    law = pools(number, from_up(adn_value(one, 0)))
    made = {f"actions_{k}": p for k, p in law.items()}
    turnover = sum((p for k, p in law.items() if number - k >= 2), Fraction(0))
    return asked(one, None, dice=number), made | {"turnover": turnover}


COUNTED: dict[tuple[str, str], Callable[[Random], tuple[Situation, Chances]]] = {
    ("one_hour", "fire"): ohw_fire, ("one_hour", "combat"): ohw_combat, ("one_hour", "morale"): ohw_morale,
    ("my_favourite", "fire"): mfr_fire, ("my_favourite", "combat"): mfr_combat, ("my_favourite", "morale"): mfr_morale,
    ("square_brigadier", "fire"): sqb_fire, ("square_brigadier", "combat"): sqb_combat,
    ("square_brigadier", "morale"): sqb_morale, ("solo_napoleonic", "fire"): snw_fire,
    ("solo_napoleonic", "combat"): snw_combat, ("solo_napoleonic", "morale"): snw_morale,
    ("activation", "fire"): adn_fire, ("activation", "combat"): adn_combat, ("activation", "morale"): adn_morale,
}  # fmt: skip
