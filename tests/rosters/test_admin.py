"""The referee's way to rosters: everything is found, nothing breaks a ledger."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rosters.models import Army, StrengthLine, Unit
from rosters.selectors import strength_lines
from rosters.services import amalgamate_units, post_strength
from tests.factories.rosters import ArmyFactory, unit, units

pytestmark = pytest.mark.django_db


def _page(name, *args):
    return reverse(f"admin:{name}", args=args)


def _correct(client, target, strength="2", reason="typed wrongly"):
    return client.post(_page("rosters_unit_correct", target.pk), {"strength": strength, "reason": reason})


def test_a_correction_stands_in_the_ledger_under_the_name_of_the_referee(admin_client):
    target = unit()
    assert _correct(admin_client, target).status_code == 302
    line = strength_lines(target).last()
    assert (line.delta, line.after, line.cause, line.note, line.actor) == (
        -2, 2, "correction", "typed wrongly", "admin",
    )  # fmt: skip


@pytest.mark.parametrize(("strength", "reason", "sentence"), [
    ("5", "x", "write 0 to 4"), ("4", "x", "already"), ("2", " ", "Reason: fill it in"),
    ("-1", "x", "whole number"),
])  # fmt: skip
def test_a_wrong_correction_is_refused_in_the_form(admin_client, strength, reason, sentence):
    target = unit()
    response = _correct(admin_client, target, strength, reason)
    assert response.status_code == 422
    assert sentence in response.text
    assert strength_lines(target).count() == 1


def test_strength_and_type_cannot_be_posted(admin_client):
    target = unit()
    page = _page("rosters_unit_change", target.pk)
    inline = {"lines-TOTAL_FORMS": "0", "lines-INITIAL_FORMS": "0"}
    response = admin_client.post(
        page, {"name": " Kleist ", "strength": "1", "type": "elite_inf", "status": "lost", **inline}
    )
    assert response.status_code == 302
    target.refresh_from_db()
    assert (target.name, target.strength, target.type, target.status) == ("Kleist", 4, "line_inf", "serving")


def test_saving_a_page_that_was_open_for_long_writes_no_old_strength(admin_client):
    target = unit()
    page = _page("rosters_unit_change", target.pk)
    admin_client.get(page)
    post_strength(unit=Unit.objects.get(pk=target.pk), delta=-1, cause="battle", reference="", actor="")
    admin_client.post(page, {"name": "Kleist", "lines-TOTAL_FORMS": "0", "lines-INITIAL_FORMS": "0"})
    target.refresh_from_db()
    assert (target.name, target.strength) == ("Kleist", 3)


@pytest.mark.parametrize("model", ["army", "unit", "strengthline"])
def test_nothing_is_added_or_deleted_by_hand(admin_client, model):
    unit()
    row = {"army": Army, "unit": Unit, "strengthline": StrengthLine}[model]._default_manager.get()
    assert admin_client.get(_page(f"rosters_{model}_add")).status_code == 403
    assert admin_client.post(_page(f"rosters_{model}_delete", row.pk), {"post": "yes"}).status_code == 403
    listing = _page(f"rosters_{model}_changelist")
    admin_client.post(listing, {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"})
    assert type(row)._default_manager.filter(pk=row.pk).exists()


def test_a_ledger_line_cannot_be_edited(admin_client):
    unit()
    page = _page("rosters_strengthline_change", StrengthLine.objects.get().pk)
    assert admin_client.get(page).status_code == 200
    assert admin_client.post(page, {"delta": "1"}).status_code == 403


@pytest.mark.parametrize("name", ["\u200b", "\u202e "])
def test_an_army_cannot_lose_its_name(admin_client, name):
    army = ArmyFactory()
    inline = {"units-TOTAL_FORMS": "0", "units-INITIAL_FORMS": "0"}
    response = admin_client.post(_page("rosters_army_change", army.pk), {"name": name, **inline})
    assert response.status_code == 200
    assert "Name: write one." in response.text


def test_a_merged_unit_offers_no_correction(admin_client):
    army = ArmyFactory()
    kept, gone = units(army, "2/4 Line inf, 1/4 Line inf")
    amalgamate_units(army=army, units=[kept, gone], reference="", actor="")
    assert "its ledger stays as it is" in admin_client.get(_page("rosters_unit_change", gone.pk)).text
    assert _correct(admin_client, gone).status_code == 422


@pytest.mark.parametrize("model", ["army", "unit", "strengthline"])
def test_lists_take_the_same_number_of_queries_at_1_and_30_rows(admin_client, model):
    listing, counts = _page(f"rosters_{model}_changelist"), []
    for more in (1, 29):
        for _ in range(more):
            unit()
        with CaptureQueriesContext(connection) as queries:
            assert admin_client.get(listing).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "query",
    ["q=Kleist", "type=line_inf", "worn=worn", "worn=full", "status__exact=serving", "guard__exact=0", "type=x"],
)
def test_units_are_found(admin_client, query):
    unit(text='2/4 Line inf "Kleist"')
    assert admin_client.get(f"{_page('rosters_unit_changelist')}?{query}", follow=True).status_code == 200


def test_the_catalogue_is_in_the_admin(admin_client):
    listing = admin_client.get(_page("rosters_unit_changelist")).text
    assert _page("rosters_catalogue") in listing
    html = admin_client.get(_page("rosters_catalogue")).text
    assert "Irregular cavalry" in html
    assert "(reconstructed)" in html


def test_a_stranger_sees_nothing_of_it(client):
    target = unit()
    pages = [_page("rosters_catalogue"), _page("rosters_unit_changelist"), _page("rosters_unit_correct", target.pk)]
    assert [client.get(page).status_code for page in pages] == [302, 302, 302]
    client.force_login(User.objects.create_user("clerk", is_staff=True))
    assert [client.get(page).status_code for page in pages] == [403, 403, 404]
    assert (_correct(client, target).status_code, strength_lines(target).count()) == (404, 1)


def test_correcting_an_absent_unit_is_not_found(admin_client):
    assert admin_client.get(_page("rosters_unit_correct", 99_999)).status_code == 404
