"""Both databases keep what the rules can play, whoever writes: no word that no rule knows, no number out of bounds."""

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import CheckConstraint, Model

from campaign.models import Leader, Province
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.store]
OURS = [model for app in ("rosters", "battles", "campaign") for model in apps.get_app_config(app).get_models()]
CHOSEN = [(model, field) for model in OURS for field in model._meta.fields if field.choices]


def _constrained(model: type[Model]) -> set[str]:
    """The columns and words that the constraint on a table's known values holds."""
    checks = [limit for limit in model._meta.constraints if isinstance(limit, CheckConstraint)]
    limits = [limit for limit in checks if limit.name.endswith("_known_values")]
    return {f"{child[0]}={sorted(child[1])}" for limit in limits for child in _leaves(limit.condition)
            if child[0].endswith("__in")}  # fmt: skip


def _leaves(condition):
    for child in condition.children:
        yield from [child] if isinstance(child, tuple) else _leaves(child)


@pytest.mark.parametrize(("model", "field"), CHOSEN, ids=[f"{m.__name__}.{f.name}" for m, f in CHOSEN])
def test_every_choice_is_kept_by_the_database(model, field) -> None:
    words = sorted(str(word) for word, _ in field.flatchoices)
    assert f"{field.name}__in={words}" in _constrained(model)


@pytest.mark.parametrize(("model", "column", "value"), [
    ("Leader", "skill", "Good"), ("Leader", "status", "ill"), ("Leader", "back_on_turn", 521),
    ("Faction", "pattern", "Plain"), ("Faction", "offmap_income", 10_001), ("Relation", "kind", "WAR"),
    ("Province", "terrain", "sea"), ("Province", "value", 16), ("Province", "depot_works_from", 511),
    ("Edge", "kind", "ferry"), ("Station", "marched", "yes"), ("Campaign", "battle_fallback", "table"),
    ("Campaign", "battle_days", 366), ("Turn", "season", "autumn"), ("Account", "kind", "purse"),
])  # fmt: skip
def test_a_value_that_no_rule_knows_is_refused_by_the_database(world: World, model, column, value) -> None:
    rows = apps.get_model("campaign", model).objects
    with pytest.raises((IntegrityError, DatabaseError)), transaction.atomic():
        rows.update(**{column: value})


def test_a_faction_has_one_capital_and_a_capital_a_home(world: World) -> None:
    for wrong in ({"capital": True}, {"capital": True, "home": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Province.objects.filter(key="highfield").update(**wrong)
    with pytest.raises(IntegrityError), transaction.atomic():
        Province.objects.filter(key="northgate").update(home=None)


def test_every_skill_of_the_catalogue_can_be_chosen() -> None:
    from rosters.rules.catalogue import catalogue

    assert set(Leader.Skill.values) == set(catalogue().skills)


def test_every_type_of_the_catalogue_can_serve() -> None:
    from rosters.rules.catalogue import catalogue
    from rosters.rules.own_types import BASES as TYPES

    assert set(TYPES) == set(catalogue().unit_types)
