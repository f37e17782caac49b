"""What an army does by its standing order: by what its owner knows, and the same every time."""

import itertools

import pytest

from base.refusal import Refusal
from campaign.rules.standing import Ground, Now, Standing, check_standing, next_of, order_now, way_to_depot
from campaign.rules.theatre import ArmyFacts, EdgeFacts, ProvinceFacts, Theatre, UnitFacts

CHAIN = ("home", "field", "ridge", "plain", "foe")
OWNERS = {"home": "red", "field": "red", "ridge": None, "plain": "blue", "foe": "blue", "fief": "green", "port": "red"}
THEATRE = Theatre(
    provinces={key: ProvinceFacts(key, key.title(), controller=owner, depot=key in ("home", "port", "foe"))
               for key, owner in OWNERS.items()},
    edges=(*(EdgeFacts(a, b) for a, b in itertools.pairwise(CHAIN)), EdgeFacts("ridge", "fief"),
           EdgeFacts("fief", "port")),
    relations={frozenset(("red", "blue")): "war", frozenset(("red", "green")): "neutral"},
    factions=("red", "blue", "green"),
)  # fmt: skip


def army(province: str = "field", units: int = 3) -> ArmyFacts:
    return ArmyFacts("corps", "red", province, "I Corps", tuple(UnitFacts(f"u{n}") for n in range(units)))


def ground(enemies: dict[str, int] | None = None, barred: tuple[str, ...] = ()) -> Ground:
    return Ground(THEATRE, 5, enemies or {}, lambda kind, target: target not in barred)


@pytest.mark.parametrize("kind", ["hold", "rest"])
def test_an_army_stays_as_it_is_told(kind):
    assert order_now(Standing(kind), army(), ground()) == Now(kind)


@pytest.mark.parametrize(
    ("enemies", "kind"),
    [({}, "hold"), ({"ridge": 3}, "hold"), ({"ridge": 4}, "avoid"), ({"field": 4}, "avoid"), ({"plain": 9}, "hold")],
)
def test_an_army_avoids_battle_when_the_enemies_it_sees_near_outnumber_it(enemies, kind):
    assert order_now(Standing("avoid"), army(), ground(enemies)).kind == kind


def test_an_army_supports_its_neighbour_while_it_can():
    standing = Standing("support", ("ridge",))
    assert order_now(standing, army(), ground()) == Now("support", ("ridge",))
    assert order_now(standing, army(), ground(barred=("ridge",))).kind == "hold"


def test_an_army_falls_back_on_the_nearest_depot_of_its_own():
    back = Standing("depot")
    assert order_now(back, army("ridge"), ground()) == Now("march", ("field",)), "the port lies behind a neutral"
    assert order_now(back, army("home"), ground()) == Now("hold")
    assert order_now(back, army("ridge"), ground({"field": 1})) == Now("hold", (), "no way to a depot is open")
    assert way_to_depot(army("plain"), ground()) == ("plain", "ridge", "field", "home")


def test_an_army_marches_along_its_route_and_holds_at_its_end():
    route = Standing("route", ("ridge", "plain"))
    assert order_now(route, army("field"), ground()) == Now("march", ("ridge",))
    assert order_now(route, army("ridge"), ground()) == Now("march", ("plain",))
    assert order_now(route, army("plain"), ground()) == Now("hold", (), "the route is done")
    assert order_now(route, army("field"), ground(barred=("ridge",))) == Now("hold", (), "the way is barred")


def test_an_army_halts_before_a_stronger_enemy_that_it_sees_on_its_route():
    route = Standing("route", ("ridge",))
    assert order_now(route, army(), ground({"ridge": 3})).kind == "march"
    assert order_now(route, army(), ground({"ridge": 4})) == Now("hold", (), "a stronger enemy is seen on the route")


def test_a_route_that_comes_back_is_followed_from_its_last_turn():
    assert next_of(("ridge", "plain", "ridge", "field"), "ridge") == "field"
    assert next_of(("ridge", "plain"), "elsewhere") == "ridge"


@pytest.mark.parametrize(("data", "sentence"), [
    ({"kind": "attack"}, "choose hold, rest"),
    ({"kind": "support", "path": []}, "the one neighbour"),
    ({"kind": "route", "path": []}, "1 to 12 provinces"),
    ({"kind": "route", "path": ["home", "foe"]}, "no way leads from Home to Foe"),
    ({"kind": "route", "path": ["nowhere"]}, "provinces of this map"),
    ({"kind": "route", "path": "home"}, "a list of provinces"),
    ([], "its kind and its path"),
])  # fmt: skip
def test_what_no_army_could_follow_is_refused(data, sentence):
    with pytest.raises(Refusal, match=sentence):
        check_standing(data, THEATRE)


def test_no_standing_order_is_one_too():
    assert check_standing({}) is None
    assert check_standing({"kind": "hold", "path": ["home"]}) == Standing("hold")
