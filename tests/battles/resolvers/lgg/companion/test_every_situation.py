"""Every situation of the combat and of the fire table, reckoned once more by hand: REC-1, REC-4 and REC-5 as printed,
every pair of faces, nothing of the engine. The two must agree exactly."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from base.refusal import Refusal
from battles.resolvers.lgg.sums.exact_odds import combat_odds, fire_odds
from battles.resolvers.lgg.sums.odds_file import read_question

# kind: arm, attack and defence against foot, attack and defence against horse, strength points
UNITS: dict[str, tuple[str, int, int, int, int, int]] = {
    "elite_inf": ("foot", 5, 5, 2, 5, 4), "line_inf": ("foot", 4, 4, 1, 4, 4), "militia_inf": ("foot", 3, 3, 0, 3, 4),
    "heavy_cav": ("cav", 3, 3, 5, 4, 3), "light_cav": ("cav", 2, 2, 4, 3, 3), "irreg_cav": ("cav", 1, 1, 2, 2, 3),
    "heavy_art": ("art", None, 3, None, 2, 1), "horse_art": ("art", None, 2, None, 2, 1),
    "field_art": ("art", None, 3, None, 2, 1), "engineer": ("eng", None, 2, None, 1, 1),
    "pontoon": ("veh", None, 0, None, 0, 1),
}  # fmt: skip
POWER = {"heavy_art": 2, "horse_art": 1, "field_art": 1}
GUARDS = ("elite_inf", "heavy_cav", "light_cav", "heavy_art", "horse_art", "field_art")
ATTACKERS = [key for key, unit in UNITS.items() if unit[0] in ("foot", "cav")]
ONE_OF_EACH_ARM = ("line_inf", "light_cav", "heavy_art", "engineer", "pontoon")
FLAGS = ("flanked", "town", "higher", "rough", "soft", "undeployed", "attackers_flanked", "attackers_higher",
         "attackers_rough")  # fmt: skip
HINDERED: tuple[dict[str, bool], ...] = (
    {}, {"obstacle": True}, {"one_hindered": True}, {"obstacle": True, "one_hindered": True},
)  # fmt: skip
Unit = dict[str, Any]


@cache
def chances(attack: int, defence: int) -> tuple[Fraction, ...]:
    """LGG-10.0-d for two sums: rout, defender hit, attackers one hit, attackers two hits."""
    counts = [0, 0, 0, 0]
    for first, second in product(range(1, 11), range(1, 11)):
        a, d = max(1, first + attack), max(1, second + defence)
        if a >= 2 * d:
            counts[0] += 1
        elif a > d:
            counts[1] += 1
        elif d >= 2 * a:
            counts[3] += 1
        else:
            counts[2] += 1
    return tuple(Fraction(count, 100) for count in counts)


@cache
def hits(firing: int, covering: int) -> tuple[Fraction, ...]:
    """LGG-13.0-c for two sums: nothing, one hit, two hits."""
    counts = [0, 0, 0]
    for first, second in product(range(1, 11), range(1, 11)):
        f, t = max(1, first + firing), max(1, second + covering)
        counts[2 if f >= 2 * t else 1 if f > t else 0] += 1
    return tuple(Fraction(count, 100) for count in counts)


def missing(unit: Unit) -> int:
    told: int = UNITS[unit["type"]][5] - unit["strength"]
    return told


def makes_sense(attackers: list[Unit], defender: Unit, said: dict[str, bool]) -> bool:
    arms = {UNITS[unit["type"]][0] for unit in attackers}
    if said.get("town") and (UNITS[defender["type"]][0] != "foot" or "cav" in arms):
        return False
    if said.get("one_hindered") and len(attackers) == 1:
        return False
    return not (said.get("higher") and said.get("attackers_higher"))


def sums(attackers: list[Unit], defender: Unit, said: dict[str, bool]) -> tuple[int, int]:
    """What either side adds to its die."""
    against, arms = UNITS[defender["type"]], [UNITS[unit["type"]][0] for unit in attackers]
    foot, horse, pair = "foot" in arms, "cav" in arms, len(attackers) == 2
    squares = against[0] == "foot" and horse
    columns = 3 if against[0] == "cav" else 1
    attack: int = sum(int(UNITS[unit["type"]][columns]) for unit in attackers)
    attack -= sum(map(missing, attackers))
    attack += 1 if any(unit["guard"] for unit in attackers) else 0
    attack -= 2 if said.get("attackers_flanked") else 0
    attack += 1 if said.get("attackers_higher") else 0
    attack -= 2 if said.get("attackers_rough") and horse else 0
    attack -= 1 if said.get("soft") and horse else 0
    if not horse:
        defence = against[2]
    elif not foot or against[0] == "foot":
        defence = against[4]
    else:
        defence = min(against[2], against[4])
    defence -= missing(defender)
    defence += 1 if defender["guard"] else 0
    if (said.get("flanked") or pair) and not squares and not said.get("town"):
        defence -= 2
    defence -= 2 if squares and foot else 0
    defence += place_of(against[0], said, pair)
    defence -= 2 if said.get("rough") and against[0] == "cav" else 0
    defence -= 2 if said.get("undeployed") and against[0] in ("art", "eng", "veh") else 0
    return attack, defence


def place_of(arm: str, said: dict[str, bool], pair: bool) -> int:
    """CM5 to CM8 together never give more than 4."""
    total = (1 if said.get("higher") else 0) + (3 if said.get("town") else 0)
    total += 1 if said.get("one_hindered") and pair else 2 if said.get("obstacle") else 0
    total += 1 if said.get("rough") and arm == "foot" else 0
    return min(total, 4)


def unit(type: str, strength: int | None = None, guard: bool = False) -> Unit:
    return {"type": type, "strength": strength or UNITS[type][5], "guard": guard}


def ask(attackers: list[Unit], defender: Unit, said: dict[str, Any], kind: str = "combat") -> Any:
    return read_question({"kind": kind, "attackers": attackers, "defender": defender, "situation": said})


def arms_of_all_combats() -> Iterator[tuple[list[Unit], Unit]]:
    mobile = ("line_inf", "light_cav")
    for n in (1, 2):
        for attackers in combinations_with_replacement(mobile, n):
            for defender in ONE_OF_EACH_ARM:
                yield [unit(key) for key in attackers], unit(defender)


def test_REC_4_every_combination_of_ticks_for_every_combination_of_arms() -> None:
    asked = refused = 0
    for attackers, defender in arms_of_all_combats():
        for flags in product((False, True), repeat=len(FLAGS)):
            for hindered in HINDERED:
                said = {key: True for key, on in zip(FLAGS, flags, strict=True) if on} | hindered
                if not makes_sense(attackers, defender, said):
                    refused += 1
                    continue
                question = ask(attackers, defender, said)
                odds = combat_odds(question.asked, question.profile)
                assert odds.totals == sums(attackers, defender, said), (attackers, defender, said)
                assert odds.chances == chances(*odds.totals), (attackers, defender, said)
                asked += 1
    # 6 ticks free, 3 ways to stand higher; 2 kinds of obstacle before one attacker, 4 before two;
    # a town only where foot attacks foot
    one, two = 64 * 3 * 2, 64 * 3 * 4
    assert asked == one * (2 + 4 + 5) + two * (2 + 4 + 5 + 5)
    assert asked + refused == 25 * 2**9 * 4


def test_what_makes_no_sense_is_refused_for_every_combination_of_arms() -> None:
    for attackers, defender in arms_of_all_combats():
        for said in ({"town": True}, {"one_hindered": True}, {"higher": True, "attackers_higher": True}):
            try:
                ask(attackers, defender, said)
            except Refusal:
                assert not makes_sense(attackers, defender, said)
            else:
                assert makes_sense(attackers, defender, said)


def guards(key: str) -> tuple[bool, ...]:
    return (False, True) if key in GUARDS else (False,)


def units_of(key: str) -> list[Unit]:
    return [unit(key, strength, guard) for strength in range(1, UNITS[key][5] + 1) for guard in guards(key)]


def test_REC_1_every_attacker_at_every_strength_on_every_defender_at_every_strength() -> None:
    count = 0
    for one, foe in product(ATTACKERS, UNITS):
        for attacker, defender in product(units_of(one), units_of(foe)):
            question = ask([attacker], defender, {})
            odds = combat_odds(question.asked, question.profile)
            assert odds.totals == sums([attacker], defender, {}), (attacker, defender)
            assert odds.chances == chances(*odds.totals)
            count += 1
    attackers, defenders = 8 + 4 + 4 + 6 + 6 + 3, 8 + 4 + 4 + 6 + 6 + 3 + 2 + 2 + 2 + 1 + 1
    assert count == attackers * defenders


def test_LGG_9_0_b_every_pair_of_attackers_worn_and_fresh_on_every_defender() -> None:
    worn = {key: [unit(key), unit(key, 1, key in GUARDS)] for key in UNITS}
    for pair in combinations_with_replacement(ATTACKERS, 2):
        for one, two, foe in product(worn[pair[0]], worn[pair[1]], UNITS):
            for defender in worn[foe]:
                question = ask([one, two], defender, {})
                odds = combat_odds(question.asked, question.profile)
                assert odds.totals == sums([one, two], defender, {}), (one, two, defender)
                assert odds.chances == chances(*odds.totals)


def test_REC_5_every_fire() -> None:
    count = 0
    ticks = ("flanked", "soft", "elevation")
    for gun, foe in product(POWER, UNITS):
        for battery, target in product(units_of(gun), units_of(foe)):
            for flags in product((False, True), repeat=len(ticks)):
                for cover in ("none", "soft", "hard"):
                    said = dict(zip(ticks, flags, strict=True)) | {"cover": cover}
                    question = ask([battery], target, said, kind="fire")
                    odds = fire_odds(question.asked, question.profile)
                    assert odds.totals == fire_sums(battery, target, said), (battery, target, said)
                    assert odds.chances == hits(*odds.totals)
                    count += 1
    assert count == 6 * 39 * 2**3 * 3


def fire_sums(battery: Unit, target: Unit, said: dict[str, Any]) -> tuple[int, int]:
    firing = POWER[battery["type"]] + (2 if said["flanked"] else 0) + (1 if battery["guard"] else 0)
    firing -= (1 if said["soft"] else 0) + (1 if said["elevation"] else 0)
    covering = {"foot": 0, "cav": 2, "art": 4, "eng": 4, "veh": 4}[UNITS[target["type"]][0]]
    return firing, covering + {"none": 0, "soft": 2, "hard": 4}[said["cover"]]
