"""Profiles (ENG-1 to ENG-3)."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.common.codes import Type
from battles.resolvers.lgg.record.codes import NO_ATTACK
from battles.resolvers.lgg.record.profile import make_profile, shipped_profile
from battles.resolvers.lgg.record.setup import new_battle


def test_ENG_2_an_overlay_changes_its_numbers_and_the_hash() -> None:
    own = make_profile({"combat": {"CM3": {"value": -1}}, "units": {"line_inf": {"morale": {"value": 8}}}})
    battle = new_battle("profile", own)
    assert (battle.cm[3], battle.t_morale[Type.LINE_INF]) == (-1, 8)
    assert own.digest != shipped_profile().digest
    assert make_profile({}).digest == shipped_profile().digest


def test_ENG_2_the_hash_is_of_the_numbers_alone() -> None:
    plain = {"combat": {"CM3": {"value": -1}}}
    told = {"name": "Booklet", "combat": {"CM3": {"value": -1, "tag": "SRC", "source": "booklet, page 7"}}}
    assert make_profile(told).digest == make_profile(plain).digest
    assert make_profile({"combat": {"CM3": {"value": -2, "source": "page 7"}}}).digest == shipped_profile().digest


@pytest.mark.parametrize(("overlay", "path"), [
    ({"combat": {"CM12": {"value": 1}}}, "combat.CM12"),
    ({"combat": {"CM3": {"value": 10}}}, "combat.CM3"),
    ({"fire": {"cavalry": {"value": True}}}, "fire.cavalry"),
    ({"radius": {"normal": {"value": 0}}}, "radius.normal"),
    ({"weather": {"spring": {"value": [9, 8]}}}, "weather.spring"),
    ({"options": {"guns_rallyable": {"value": 1}}}, "options.guns_rallyable"),
    ({"units": {"line_inf": {"morale": {"value": 10}}}}, "units.line_inf.morale"),
    ({"units": {"line_inf": 3}}, "units.line_inf"),
    ({"day": {"spring": {"value": 100, "tag": "XX"}}}, "day.spring.tag"),
    ({"day": {"spring": {"value": 100, "tag": ["SRC"]}}}, "day.spring.tag"),
    ({"day": {"spring": {"value": 100, "source": {"page": 7}}}}, "day.spring.source"),
    ({"guard": {"combat": {"value": 2}}}, "guard.combat"),
])
def test_ENG_3_a_wrong_key_is_refused_with_its_path(overlay: dict[str, Any], path: str) -> None:
    with pytest.raises(Refusal, match=path.replace(".", r"\.")):
        make_profile(overlay)


def test_REC_1_the_record_holds_the_shipped_table() -> None:
    battle = new_battle("table")
    assert list(battle.t_cv[Type.LINE_INF]) == [4, 4, 1, 4]
    assert list(battle.t_cv[Type.HEAVY_CAV]) == [3, 3, 5, 4]
    assert list(battle.t_cv[6]) == [NO_ATTACK, 3, NO_ATTACK, 2]
    assert (list(battle.day_length), list(battle.radius_by_weather)) == ([100, 140, 120, 80], [20, 15, 10])
