"""Whatever the admin saves, the war can play, its pages show, the audit finds sound and the loader loads."""

from itertools import cycle, islice
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import transaction
from django.forms import BooleanField, ChoiceField, ModelChoiceField, ModelMultipleChoiceField
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from campaign.models import Campaign, Edge, Leader, Province, Station
from campaign.services.audit import audit, orphans
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from lab.prove.form_fuzz import _quiet
from rosters.models import Unit
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled"), pytest.mark.store]
EDITED = ("Campaign", "Faction", "Relation", "Province", "Edge", "Leader", "Station", "Army", "Unit")
ODD = ("0", "Good", "32768", "a\u202eb\r\nc", "ﬀ" * 40, "-1", "500", "9" * 30)
VALUES = 8
PAGES = ("game:map", "game:treasury", "game:rosters", "desk")


@pytest.fixture
def host(world: World) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("host"))
    return client


def editable(client: Client, path: str) -> Any:
    """The form of a row as it stands, or None where nothing of it is edited."""
    answer = client.get(path)
    assert answer.status_code == 200, path
    form = answer.context["adminform"].form if "adminform" in answer.context else None
    if form is None or not form.fields:
        return None
    form.lists = [one.formset.prefix for one in answer.context["inline_admin_formsets"]]
    return form


def filled(form: Any) -> dict[str, Any]:
    """What the form sends when nothing is changed; of the lists inside its page no row."""
    values = {name: form[name].value() for name in form.fields}
    values |= {f"{prefix}-{count}_FORMS": "0" for prefix in form.lists for count in ("TOTAL", "INITIAL")}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def values_of(field: Any) -> list[Any]:
    """Everything that may be chosen, and odd values where a text is typed."""
    if isinstance(field, ModelMultipleChoiceField):
        keys = list(field.queryset.values_list("pk", flat=True))
        return [[], keys, keys[:1], keys[:2], keys[:3], ["0"]]
    if isinstance(field, ModelChoiceField):
        return ["", *field.queryset.values_list("pk", flat=True), "0"]
    if isinstance(field, BooleanField):
        return ["on", None]
    if isinstance(field, ChoiceField):
        choices: Any = field.choices
        return [*(key for key, _ in choices), "Good"]
    return list(ODD)


def rows() -> list[Any]:
    """A row of every table of which the admin may change something."""
    site = [model for model in admin.site._registry if model.__name__ in EDITED]
    return [(model, list(model._default_manager.order_by("pk")[:2])[-1].pk) for model in site]


def would_be_saved(form: Any, data: dict[str, Any]) -> bool:
    """Whether the form of a row takes these values; asked without a request, since a page takes ten times as long."""
    sent = MultiValueDict({key: one if isinstance(one, list) else [one] for key, one in data.items()})
    return bool(type(form)(sent, instance=type(form.instance)._default_manager.get(pk=form.instance.pk)).is_valid())


def one_row(host: Client, path: str, saves: int) -> int:
    """Each field of a row with its odd values; how many were saved, so many of a field at most.

    Every value that the form takes may be saved, and the first that it refuses is sent too. Nothing is an error.
    """
    form, saved, refused = editable(host, path), 0, False
    stands = filled(form) if form else {}
    for name, field in form.fields.items() if form else ():
        left = saves
        for value in islice(cycle(values_of(field)), VALUES):
            data = {key: one for key, one in (stands | {name: value}).items() if one is not None}
            valid = would_be_saved(form, data)
            if not left if valid else refused:
                continue
            assert host.post(path, data).status_code == (302 if valid else 200), (path, name, value)
            saved, left, refused = saved + valid, left - valid, refused or not valid
            stands = data if valid else stands
    return saved


def all_rows(host: Client, saves: int) -> int:
    """A row of every table; how many values were saved."""
    paths = [reverse(f"admin:{one._meta.app_label}_{one._meta.model_name}_change", args=[pk]) for one, pk in rows()]
    return sum(one_row(host, path, saves) for path in paths)


@pytest.mark.parametrize("saves", [1, pytest.param(VALUES, marks=pytest.mark.soak)])
def test_what_the_admin_saves_can_be_played_shown_proved_and_loaded(host: Client, world: World, saves: int) -> None:
    give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="North")
    with _quiet():
        assert all_rows(host, saves) > 30
    campaign = Campaign.objects.get()
    for page in PAGES:
        answer = host.get(reverse(page, args=[campaign.slug]))
        assert answer.status_code in (200, 404), (page, answer.text[:2000])
    assert audit() + orphans() == []
    with transaction.atomic():
        text = dump_text(campaign)
        copy = load_campaign(data=text, slug="loaded", actor="tester")
        assert dump_text(copy).count("\n") == text.count("\n")
        transaction.set_rollback(True)
    assert advance_turn(campaign=campaign, actor="referee").closed
    assert audit() + orphans() == []


def refused(host: Client, path: str, **changes: Any) -> str:
    """Why a form was not saved."""
    answer = host.post(path, filled(editable(host, path)) | changes)
    assert answer.status_code == 200
    return str(answer.context["adminform"].form.errors)


def test_each_rule_between_rows_is_told_beside_its_field(host: Client, world: World) -> None:
    highfield, leader = Province.objects.get(key="highfield"), Leader.objects.get(commands__ref="north-i")
    province = reverse("admin:campaign_province_change", args=[highfield.pk])
    army = reverse("admin:campaign_station_change", args=[Station.objects.get(ref="north-ii").pk])
    skill = reverse("admin:campaign_leader_change", args=[leader.pk])
    foe = Leader.objects.filter(faction__key="south").first()
    assert "has a capital already: take that away first" in refused(host, province, capital="on")
    assert "give the province a home" in refused(host, province, capital="on", home="")
    assert "choose one that the map has: map." in refused(host, province, region="elsewhere")
    assert "U+202E" in refused(host, province, name="\u202eabc")
    assert "choose one of those listed" in refused(host, skill, skill="Good")
    assert "serves with" in refused(host, army, leader=leader.pk)
    assert "choose one of those listed" in refused(host, army, leader=foe.pk)
    way = reverse("admin:campaign_edge_change", args=[Edge.objects.filter(kind="road").first().pk])
    assert "Bridge: only a river crossing has one; make its kind river crossing." in refused(host, way, bridge="on")
    assert Leader.objects.get(pk=leader.pk).skill == "good"


@pytest.mark.parametrize("key", [str(2**63), "9" * 30, "0000-00-00"])
def test_a_number_that_no_database_has_is_no_row_to_be_chosen(host: Client, world: World, key: str) -> None:
    """Neither in a field of several rows nor in a list's action."""
    army = reverse("admin:campaign_station_change", args=[Station.objects.get(ref="north-ii").pk])
    user = reverse("admin:auth_user_change", args=[User.objects.get(username="host").pk])
    assert "Wings: choose from those listed" in refused(host, army, wings=[key])
    assert "Groups: choose from those listed" in refused(host, user, groups=[key])
    for name in ("campaign_campaign", "auth_user", "battles_battle"):
        path = reverse(f"admin:{name}_changelist")
        page = host.get(path)
        for action in page.context["cl"].model_admin.get_actions(page.wsgi_request):
            chosen = {"_selected_action": [key], "index": "0", "action": action}
            assert host.post(path, chosen).status_code < 400, (name, action)


def test_nothing_is_read_of_rows_that_are_only_shown(host: Client, world: World) -> None:
    forged = {"TOTAL_FORMS": "10", "INITIAL_FORMS": "1", "0-id": "_", "0-army": "0000-00-00", "1-id": "9" * 40}
    names = list(Unit.objects.values_list("name", "army", "type"))
    for model, pk in rows():
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[pk])
        form = editable(host, path)
        if form is not None:
            lists = {f"{prefix}-{name}": value for prefix in form.lists for name, value in forged.items()}
            assert host.post(path, filled(form) | lists).status_code == 302, path
            assert host.post(path, lists).status_code in (200, 302), path
    assert list(Unit.objects.values_list("name", "army", "type")) == names
