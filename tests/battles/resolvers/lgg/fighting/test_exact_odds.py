"""Odds of a combat or a fire described in words: against the rows of section 20, enumeration, and the engine itself."""

from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.common import codes as common_codes
from battles.resolvers.lgg.fighting.combat import attack_bonus, defence_bonus
from battles.resolvers.lgg.fighting.fire import list_fire
from battles.resolvers.lgg.fighting.modifiers import list_modifiers
from battles.resolvers.lgg.fighting.value import combat_value, fire_value
from battles.resolvers.lgg.movement.contact import fight_with, join
from battles.resolvers.lgg.record.codes import COVER_KEYS, FIRE_MODIFIER_KEYS, MODIFIER_KEYS, Face
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.setup import add_piece
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.sums.exact_odds import Combat, CombatOdds, Fire, Force, Ground, combat_odds, fire_odds
from battles.resolvers.lgg.sums.odds_file import read_question
from rosters.rules.catalogue import catalogue
from tests.battles.resolvers.lgg.stage import EASTWARD, NORTHWARD, SOUTHWARD, WESTWARD, stage, stand

FACES = range(1, 11)
FRONT, RIGHT, LEFT = Face.FRONT, Face.RIGHT, Face.LEFT
MOBILE = [key for key, kind in catalogue().unit_types.items() if kind.arm in ("foot", "cav")]
BOX = {"front": [(34.5, 19.5), (37.5, 19.5), (37.5, 22.4), (34.5, 22.4)],
       "left": [(37.6, 22.5), (40.5, 22.5), (40.5, 25.5), (37.6, 25.5)],
       "defender": [(34.5, 22.6), (37.4, 22.6), (37.4, 25.5), (34.5, 25.5)]}  # fmt: skip


def force(told: str, strength: int | None = None, *, guard: bool = False) -> Force:
    """A unit by its type, ``line_inf 1`` with one strength point left."""
    type, _, left = told.partition(" ")
    kind, strength = shipped_profile().fighters[type], int(left) if left else strength
    price = kind.buy + (catalogue().guard.buy[type] if guard else 0)
    return Force(kind, strength or kind.full, price, guard)


def ask(*attackers: str, defender: str, **situation: bool) -> CombatOdds:
    combat = Combat(tuple(map(force, attackers)), force(defender), Ground(**situation))
    return combat_odds(combat, shipped_profile())


def enumerated(attack: int, defence: int) -> tuple[Fraction, ...]:
    """The four chances by going through every pair of faces with the table as printed."""
    counts = [0, 0, 0, 0]
    for attack_face, defence_face in product(FACES, FACES):
        a, d = max(1, attack_face + attack), max(1, defence_face + defence)
        counts[0 if a >= 2 * d else 1 if a > d else 3 if d >= 2 * a else 2] += 1
    return tuple(Fraction(count, 100) for count in counts)


@pytest.mark.parametrize(("name", "attackers", "defender", "situation", "totals", "hundredths"), [
    ("E01", ["line_inf"], "line_inf", {}, (4, 4), (9, 36, 46, 9)),
    ("E02", ["elite_inf"], "line_inf", {}, (5, 4), (12, 43, 41, 4)),
    ("E03", ["militia_inf"], "line_inf", {}, (3, 4), (6, 30, 48, 16)),
    ("E04", ["line_inf"], "line_inf", {"flanked": True}, (4, 2), (25, 39, 32, 4)),
    ("E05", ["line_inf", "line_inf"], "line_inf", {}, (8, 2), (45, 45, 10, 0)),
    ("E06", ["line_inf", "line_inf"], "line_inf", {"town": True}, (8, 7), (4, 51, 45, 0)),
    ("E07", ["line_inf"], "line_inf", {"town": True}, (4, 7), (0, 21, 59, 20)),
    ("E08", ["elite_inf"], "line_inf", {"town": True}, (5, 7), (0, 28, 60, 12)),
    ("E09", ["heavy_cav"], "line_inf", {"flanked": True}, (3, 4), (6, 30, 48, 16)),
    ("E10", ["light_cav"], "line_inf", {}, (2, 4), (4, 24, 47, 25)),
    ("E11", ["line_inf", "heavy_cav"], "line_inf", {}, (7, 2), (40, 45, 15, 0)),
    ("E12", ["heavy_cav"], "light_cav", {}, (5, 3), (20, 44, 34, 2)),
    ("E13", ["heavy_cav"], "heavy_cav", {}, (5, 4), (12, 43, 41, 4)),
    ("E14", ["line_inf"], "heavy_cav", {}, (1, 3), (6, 22, 42, 30)),
    ("E15", ["line_inf"], "heavy_art", {}, (4, 3), (16, 39, 39, 6)),
    ("E16", ["heavy_cav"], "heavy_art", {}, (3, 2), (20, 35, 36, 9)),
    ("E17", ["line_inf 1"], "heavy_cav", {}, (-2, 3), (1, 9, 30, 60)),
    ("E18", ["line_inf 3"], "line_inf", {}, (3, 4), (6, 30, 48, 16)),
    ("E19", ["line_inf"], "line_inf 2", {}, (4, 2), (25, 39, 32, 4)),
])
def test_E01_to_E19_LGG_10_0_b_by_words(name: str, attackers: list[str], defender: str, situation: dict[str, bool],
                                        totals: tuple[int, int], hundredths: tuple[int, ...]) -> None:
    odds = ask(*attackers, defender=defender, **situation)
    assert odds.totals == totals, name
    assert odds.chances == tuple(Fraction(part, 100) for part in hundredths), name


@pytest.mark.parametrize("attacker", ["line_inf", "heavy_cav"])
def test_E15_E16_a_gun_is_lost_by_any_defeat(attacker: str) -> None:
    assert ask(attacker, defender="heavy_art").breaks == Fraction(55, 100)


def test_E17_a_worn_attacker_meets_the_floor_of_one() -> None:
    hits = ask("line_inf 1", defender="heavy_cav").attacker_hits
    assert hits == Fraction(90, 100), "the unit has one strength point to lose, not two"


@pytest.mark.parametrize(("attackers", "defender", "situation", "value"), [
    (["line_inf"], "line_inf", {}, "-0.345"), (["line_inf"], "line_inf", {"flanked": True}, "4.8"),
    (["line_inf", "line_inf"], "line_inf", {}, "11.4"), (["heavy_cav"], "heavy_art", {}, "6.075"),
])
def test_E122_values_of_combats(attackers: list[str], defender: str, situation: dict[str, bool], value: str) -> None:
    if defender == "heavy_art":
        assert abs(ask(*attackers, defender=defender).value - Fraction(value)) < Fraction(1, 1000)
    else:
        assert ask(*attackers, defender=defender, **situation).value == Fraction(value)


def test_E122_heavy_cavalry_on_fresh_squares() -> None:
    assert round(float(ask("heavy_cav", defender="line_inf").value), 2) == -5.91


@pytest.mark.parametrize(("name", "gun", "target", "cover", "totals", "hundredths", "hits", "value"), [
    ("E20", "heavy_art", "line_inf", "none", (2, 0), (36, 29, 35), "0.99", "7.425"),
    ("E21", "horse_art", "line_inf", "none", (1, 0), (45, 25, 30), "0.85", None),
    ("E22", "heavy_art", "line_inf", "soft", (2, 2), (55, 29, 16), "0.61", None),
    ("E23", "heavy_art", "heavy_cav", "none", (2, 2), (55, 29, 16), "0.61", None),
    ("E24", "heavy_art", "heavy_art", "none", (2, 4), (72, 24, 4), "0.28", None),
    ("E122", "heavy_art", "line_inf", "hard", (2, 4), (72, 24, 4), "0.32", "2.4"),
])
def test_E20_to_E24_and_E122_fires(name: str, gun: str, target: str, cover: str, totals: tuple[int, int],
                                  hundredths: tuple[int, ...], hits: str, value: str | None) -> None:
    odds = fire_odds(Fire(force(gun), force(target), cover=cover), shipped_profile())
    assert odds.totals == totals, name
    assert odds.chances == tuple(Fraction(part, 100) for part in hundredths), name
    assert odds.hits == Fraction(hits), name
    assert value is None or odds.value == Fraction(value), name


def test_E24_a_gun_routs_by_either_number_of_hits() -> None:
    assert fire_odds(Fire(force("heavy_art"), force("horse_art")), shipped_profile()).breaks == Fraction(28, 100)


def grounds() -> list[Ground]:
    """Every single circumstance and every pair of them, one side higher at most."""
    flags = [name for name, value in vars(Ground()).items() if value is False]
    picked = [(), *((flag,) for flag in flags), *combinations(flags, 2), ("town", "higher", "rough")]
    rows = [(Ground(**dict.fromkeys(names, True), hindered=count)) for names in picked for count in (0, 1, 2)]
    return [row for row in rows if not (row.higher and row.attackers_higher)]


def laid_out(combat: Combat) -> Battle:
    """A table on which the combat stands as it was described."""
    battle, ground = stage(), combat.ground
    areas = {"town": ground.town, "hill": ground.higher, "rough": ground.rough}
    for kind in [kind for kind, there in areas.items() if there]:
        add_piece(battle, kind, [(34, 22), (38, 22), (38, 26), (34, 26)] if kind == "town" else BOX["defender"])
    for kind, there in (("hill", ground.attackers_higher), ("rough", ground.attackers_rough)):
        for place in ("front", "left") if there else ():
            add_piece(battle, kind, BOX[place])
    if ground.undeployed:
        add_piece(battle, "bridge", [(36, 23), (36, 25)], width=2)
    if ground.soft:
        battle.ground = common_codes.Ground.SOFT
    one = combat.defender
    _attack(battle, combat, stand(battle, 1, one.kind.key, 36, 24, strength=one.strength, guard=one.guard))
    if ground.attackers_flanked:
        stand(battle, 1, "light_cav", 36, 15.5, SOUTHWARD)
    battle.fight_hindered[0, : ground.hindered] = [1] * ground.hindered
    return battle


def _attack(battle: Battle, combat: Combat, target: int) -> None:
    deep = 1.5 + float(battle.half_width[target])
    if len(combat.attackers) == 1 and combat.ground.flanked:
        stand(battle, 0, "militia_inf", 36, 30, NORTHWARD)
    spots = [(36, 21, NORTHWARD, FRONT), (36 + deep, 24, WESTWARD, LEFT), (36 - deep, 24, EASTWARD, RIGHT)]
    for one, (x, y, facing, side) in zip(combat.attackers, spots, strict=False):
        unit = stand(battle, 0, one.kind.key, x, y, facing, strength=one.strength, guard=one.guard)
        join(battle, fight_with(battle, target), unit, side)


def listed(battle: Battle, column: int) -> dict[str, int]:
    row = [int(value) for value in battle.modifier[column]]
    return {MODIFIER_KEYS[number]: value for number, value in enumerate(row) if number and value}


def combats() -> list[Combat]:
    """Every pair of types, Guard and worn units, and every other one of the circumstances and their pairs."""
    worn = [Combat((force(one),), force(other)) for one, other in product(MOBILE, catalogue().unit_types)]
    guards = [Combat((force("elite_inf", 3, guard=True), force(one, 2)), force(other, 1, guard=guard))
              for one in MOBILE for other, guard in (("heavy_cav", True), ("line_inf", False), ("horse_art", True))]
    placed = [Combat(tuple(map(force, attackers)), force(defender), ground)
              for ground in grounds()
              for attackers in (("line_inf",), ("light_cav",), ("line_inf", "light_cav"))
              for defender in ("militia_inf", "irreg_cav", "heavy_art")
              if ground.hindered <= len(attackers) and stands(attackers, defender, ground)]
    return [*worn, *guards, *placed[::2]]


def stands(attackers: tuple[str, ...], defender: str, ground: Ground) -> bool:
    """Whether a table can show it: towns are for infantry, and a bridge bears guns here."""
    in_town = defender == "militia_inf" and attackers == ("line_inf",) and not ground.rough and not ground.undeployed
    gun = defender == "heavy_art"
    narrow = not (gun and (ground.rough or ground.higher or len(attackers) == 2))
    both = len(attackers) == 1 or not (ground.attackers_higher or ground.attackers_rough)
    return (in_town or not ground.town) and (gun or not ground.undeployed) and narrow and both


def test_LGG_12_0_c_modifiers_values_and_totals_are_those_of_the_engine() -> None:
    asked = combats()
    assert len(asked) > 250
    for combat in asked:
        battle, odds = laid_out(combat), combat_odds(combat, shipped_profile())
        list_modifiers(battle, 0)
        assert {one.id: one.value for one in odds.attack_modifiers} == listed(battle, 0), combat
        assert {one.id: one.value for one in odds.defence_modifiers} == listed(battle, 1), combat
        assert odds.totals == (attack_bonus(battle, 0), defence_bonus(battle, 0)), combat
        assert float(odds.value) == pytest.approx(combat_value(battle, 0)), combat


def test_REC_5_modifiers_of_fires_are_those_of_the_engine() -> None:
    targets = ("militia_inf", "light_cav", "horse_art", "engineer", "pontoon")
    places = product(("heavy_art", "horse_art"), targets, ("none", "soft", "hard"), (False, True), (False, True))
    for gun, target, cover, soft, flanked in places:
        fire = Fire(force(gun, guard=soft), force(target), flanked=flanked, soft=soft, cover=cover)
        battle = stage()
        firer = stand(battle, 0, gun, 36, 15, guard=soft)
        foe = stand(battle, 1, target, 36, 23, NORTHWARD if flanked else SOUTHWARD)
        if cover != "none":
            near = 22.5 - shipped_profile().fighters[target].depth / 2
            add_piece(battle, "obstacle", [(30.0, near), (42.0, near)], cover=COVER_KEYS.index(cover))
        battle.ground = int(soft)
        list_fire(battle, firer, foe)
        odds = fire_odds(fire, shipped_profile())
        for column, ours in enumerate((odds.firer_modifiers, odds.target_modifiers)):
            engine = dict(zip(FIRE_MODIFIER_KEYS, battle.modifier[column], strict=False))
            assert {one.id: one.value for one in ours} == {key: value for key, value in engine.items() if value}, fire
        assert float(odds.value) == pytest.approx(fire_value(battle, firer, foe)), fire


def question(**changes: Any) -> dict[str, Any]:
    return {"kind": "combat", "attackers": [{"type": "line_inf"}], "defender": {"type": "line_inf"}} | changes


def test_the_answer_names_every_modifier_with_its_tag_and_fractions_exactly() -> None:
    worn = {"type": "line_inf", "strength": 3}
    told = read_question(question(attackers=[worn], situation={"flanked": True})).answer()
    assert told["modifiers"] == {"attack": [{"id": "CM1", "value": -1, "tag": "REC"}],
                                 "defend": [{"id": "CM3", "value": -2, "tag": "REC"}]}
    assert told["totals"] == {"attack": 3, "defend": 2}
    assert [Fraction(one["fraction"]) for one in told["chances"].values()] == list(enumerated(3, 2))
    assert told["chances"]["rout"]["decimal"] == float(enumerated(3, 2)[0])


def test_ENG_2_a_profile_of_ones_own_changes_the_answer_and_its_hash() -> None:
    mine = {"combat": {"CM3": {"value": -1, "tag": "HR", "source": "mine"}}}
    told, shipped = (read_question(question(situation={"flanked": True}, **more)).answer()
                     for more in ({"profile": mine}, {}))
    assert told["modifiers"]["defend"] == [{"id": "CM3", "value": -1, "tag": "HR"}]
    assert Fraction(told["chances"]["rout"]["fraction"]) == enumerated(4, 3)[0]
    assert told["profile"] != shipped["profile"]


def test_CM7_one_of_two_attackers_hindered() -> None:
    two = [{"type": "line_inf"}] * 2
    for situation, value in (({"obstacle": True}, 2), ({"one_hindered": True}, 1)):
        told = read_question(question(attackers=two, situation=situation)).answer()
        assert {"id": "CM7", "value": value, "tag": "REC"} in told["modifiers"]["defend"]


@pytest.mark.parametrize(("wrong", "sentence"), [
    ({"kind": "charge"}, "kind: "),
    ({"attackers": []}, "attackers: "),
    ({"attackers": [{"type": "line_inf"}] * 3}, "attackers: "),
    ({"attackers": [{"type": "heavy_art"}]}, "attackers[0].type: "),
    ({"attackers": [{"type": "line_inf", "guard": True}]}, "attackers[0].guard: "),
    ({"defender": {"type": "line_inf", "strength": 5}}, "defender.strength: "),
    ({"defender": {"type": "line_inf", "strength": True}}, "defender.strength: "),
    ({"defender": {"type": "dragon"}}, "defender.type: "),
    ({"defender": {"type": "heavy_cav"}, "situation": {"town": True}}, "situation.town: "),
    ({"attackers": [{"type": "light_cav"}], "situation": {"town": True}}, "situation.town: "),
    ({"situation": {"squares": True}}, "situation.squares: "),
    ({"attackers": [{"type": "light_cav"}], "situation": {"squares": False}}, "situation.squares: "),
    ({"situation": {"one_hindered": True}}, "situation.one_hindered: "),
    ({"situation": {"higher": True, "attackers_higher": True}}, "situation.attackers_higher: "),
    ({"defender": {"type": "heavy_cav"}, "situation": {"rough": True}}, "situation.rough: "),
    ({"attackers": [{"type": "heavy_cav"}], "situation": {"attackers_rough": True}}, "situation.attackers_rough: "),
    ({"situation": {"fog": True}}, "situation.fog: "),
    ({"situation": {"flanked": "yes"}}, "situation.flanked: "),
    ({"profile": {"combat": {"CM99": {"value": 1}}}}, "profile.combat.CM99: "),
    ({"kind": "fire"}, "attackers[0].type: "),
    ({"kind": "fire", "attackers": [{"type": "heavy_art"}], "situation": {"cover": "deep"}}, "situation.cover: "),
    ({"more": 1}, "more: "),
])
def test_a_wrong_question_is_refused_with_its_path(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_question(question(**wrong))
    assert str(refused.value).startswith(sentence)


def test_R_28_heavy_cavalry_is_in_rough_ground_only_where_a_profile_lets_it_follow_roads() -> None:
    own = {"options": {"heavy_cav_on_road": {"value": True, "tag": "HR", "source": "mine"}}}
    asked = question(attackers=[{"type": "heavy_cav"}], situation={"attackers_rough": True}, profile=own)
    told = read_question(asked).answer()
    assert {"id": "CM9", "value": -2, "tag": "REC"} in told["modifiers"]["attack"]
    mixed = [{"type": "heavy_cav"}, {"type": "light_cav"}]
    told = read_question(question(attackers=mixed, situation={"attackers_rough": True})).answer()
    assert {"id": "CM9", "value": -2, "tag": "REC"} in told["modifiers"]["attack"]


def test_the_circumstances_are_all_tried() -> None:
    names = {name for ground in grounds() for name, value in vars(ground).items() if value}
    assert names == set(chain(vars(Ground())))
