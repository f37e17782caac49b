"""Rules profiles (ENG-1 to ENG-3): copied, typed in, compared, given away, fought with."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from base.refusal import Refusal
from battles.models import Battle, RulesProfile
from battles.resolvers.contract.numbers import differences, typed, written
from battles.resolvers.contract.registry import DEFAULT, resolver
from battles.services import run_battle
from battles.services.profiles import change_profile, create_profile
from tests.battles.pages.test_pages_one_off import ROSTERS
from tests.factories.battles import file_data, one_off

MORALE = "units.line_inf.morale"
OWN = {"units": {"line_inf": {"morale": {"value": 8}}}, "combat": {"CM3": {"value": -1}}}


def sheet(values: dict[str, Any]):
    return resolver("lgg").sheet(values)


def test_ENG_1_every_number_of_the_sheet_has_a_tag_and_a_source():
    numbers = sheet({}).numbers()
    assert len(numbers) > 200
    assert {number.tag for number in numbers.values()} == {"SRC", "REC", "RUL", "HR"}
    assert all(number.source for number in numbers.values())
    assert (numbers[MORALE].text, numbers["units.line_inf.cv_cav"].text) == ("7", "1 / 4")
    assert (numbers["units.heavy_art.cv_foot"].text, numbers["options.guns_rallyable"].text) == ("- / 3", "no")


def test_ENG_1_the_sheet_shows_every_number_that_is_shipped():
    from battles.resolvers.lgg.record.profile import shipped_tables

    def paths(table: dict[str, Any], way: str = ""):
        for key, value in table.items():
            if isinstance(value, dict) and "value" in value:
                yield f"{way}{key}"
            elif isinstance(value, dict):
                yield from paths(value, f"{way}{key}.")

    assert set(sheet({}).numbers()) == set(paths(shipped_tables()))


def test_ENG_2_what_differs_is_seen_at_once_and_the_name_is_no_number():
    own = sheet(OWN | {"name": "Mine"})
    assert [(n.path, n.text, n.shipped_text) for n in own.changes()] == [(MORALE, "8", "7"), ("combat.CM3", "-1", "-2")]
    assert own.digest == sheet(OWN | {"name": "Another"}).digest != sheet({}).digest
    assert [(d.path, d.first, d.second) for d in differences(sheet({}), own)] == [
        (MORALE, "7", "8"), ("combat.CM3", "-2", "-1")]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [(MORALE, " 8 ", 8), (MORALE, "", 7), ("combat.CM3", "−3", -3), ("units.militia_inf.cv_cav", "0/2", [0, 2]),
     ("units.horse_art.cv_foot", "– / 1", ["-", 1]), ("units.engineer.width", "1.25", 1.25),
     ("options.guns_rallyable", "Yes", True)],
)  # fmt: skip
def test_ENG_2_numbers_are_typed_as_they_are_printed(path, text, value):
    number = sheet({}).numbers()[path]
    assert typed(number, text) == value
    assert typed(number, written(value)) == value


@pytest.mark.parametrize("text", ["x", "7e1", "٧", "1_0", "--7", "7 / ", "2 / 3.x", "." * 50])
def test_ENG_3_what_is_no_number_is_refused_by_its_path(text):
    with pytest.raises(Refusal, match=r"units\.militia_inf\.cv_foot: "):
        typed(sheet({}).numbers()["units.militia_inf.cv_foot"], text)


def changed(profile: RulesProfile, **texts: str) -> RulesProfile:
    texts = {path.replace("__", "."): text for path, text in texts.items()}
    return change_profile(profile=profile, name=profile.name, texts=texts, digest=profile.digest)


def test_ENG_2_a_profile_keeps_only_what_differs(owner):
    profile = create_profile(owner=owner, name="Booklet", values={})
    assert profile.digest == sheet({}).digest
    profile = changed(profile, units__line_inf__morale="8", units__line_inf__buy="30")
    assert profile.values == {"name": "Booklet", "units": {"line_inf": {"morale": {"value": 8}}}}
    assert changed(profile, units__line_inf__morale="").values == {"name": "Booklet"}


def test_ENG_2_a_note_on_where_a_number_comes_from_is_kept(owner):
    entry = {"value": 8, "tag": "SRC", "source": "booklet, page 12"}
    profile = create_profile(owner=owner, name="Booklet", values={"units": {"elite_inf": {"morale": {"value": 7}}}})
    assert profile.values["units"] == {"elite_inf": {"morale": {"value": 7}}}
    noted = {"units": {"elite_inf": {"morale": entry | {"tag": "REC", "value": 9}}}}
    profile = create_profile(owner=owner, name="Noted", values=noted)
    assert changed(profile, combat__CM3="-1").values["units"] == noted["units"]


@pytest.mark.parametrize(
    ("values", "place"),
    [({"units": {"line_inf": {"full": {"value": 5}}}}, "units.line_inf.full: it is printed"),
     ({"units": {"elite_inf": {"morale": {"value": 10}}}}, "units.elite_inf.morale: a whole number from 1 to 9"),
     ({"units": {"dragon": {"morale": {"value": 9}}}}, "units.dragon: unknown key"),
     ({"combat": {"CM3": {"value": "much"}}}, "combat.CM3: a whole number")],
)  # fmt: skip
def test_ENG_3_an_invalid_profile_is_refused_with_the_path_of_the_key(owner, values, place):
    with pytest.raises(Refusal) as caught:
        create_profile(owner=owner, name="Bad", values=values)
    assert str(caught.value).startswith(place)
    assert RulesProfile.objects.count() == 0


def test_a_form_drawn_before_another_change_is_refused(owner):
    profile = create_profile(owner=owner, name="Booklet", values={})
    changed(profile, combat__CM3="-1")
    with pytest.raises(Refusal, match="since you opened this page"):
        change_profile(profile=profile, name="Booklet", texts={}, digest=profile.digest)


def test_a_copy_is_made_typed_in_and_read_in_the_browser(mine, owner):
    answer = mine.post("/battles/profiles/new/", {"name": "Booklet", "source": ""})
    profile = RulesProfile.objects.get(owner=owner)
    assert answer["Location"] == f"/battles/profiles/{profile.key}/edit/"
    form = mine.get(answer["Location"]).text
    assert 'name="units.elite_inf.morale" value="8"' in form
    assert 'name="units.line_inf.full"' not in form
    mine.post(answer["Location"], {"name": "Booklet 2004", "digest": profile.digest, "units.elite_inf.morale": "9"})
    page = mine.get(f"/battles/profiles/{profile.key}/").text
    assert "Booklet 2004" in page
    assert "instead of 8" in page
    assert RulesProfile.objects.get().digest in page
    assert "units.elite_inf.morale" in mine.get(f"/battles/profiles/compare/?second={profile.key}").text


def test_a_refused_number_stays_in_its_field_with_the_reason(mine, owner):
    profile = create_profile(owner=owner, name="Booklet", values={})
    data = {"name": "Booklet", "digest": profile.digest, "units.elite_inf.morale": "12", "combat.CM3": "-1"}
    answer = mine.post(f"/battles/profiles/{profile.key}/edit/", data)
    text = answer.text
    assert answer.status_code == 422
    assert 'value="12"' in text
    assert 'name="combat.CM3" value="-1"' in text
    assert "A whole number from 1 to 9 is expected." in text


def test_a_profile_goes_out_and_comes_back_as_a_file(mine, owner):
    profile = create_profile(owner=owner, name="Booklet", values=OWN)
    text = mine.get(f"/battles/profiles/{profile.key}/profile.json").content
    told = {"format": "bivouac.profile/1", "name": "Booklet", "rules": "lgg", "hash": profile.digest, "values": OWN}
    assert json.loads(text) == told
    profile.delete()
    mine.post("/battles/profiles/upload/", {"upload": SimpleUploadedFile("p.json", text)})
    again = RulesProfile.objects.get()
    assert (again.name, again.values, again.digest) == ("Booklet", {"name": "Booklet"} | OWN, profile.digest)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [(b"[]", "is expected"), (b"{", "not JSON"), (b"\xff", "UTF-8"),
     ({"format": "bivouac.profile/2", "name": "x", "values": {}}, "is expected"),
     ({"format": "bivouac.profile/1", "name": "x", "values": []}, "values: an object is expected"),
     ({"format": "bivouac.profile/1", "name": "x\u0007", "values": {}}, "U+0007"),
     ({"format": "bivouac.profile/1", "name": "x", "values": {"fire": {"cavalry": 3}}}, "fire.cavalry: a table"),
     ({"format": "bivouac.profile/1", "name": "x", "values": {"rockets": {}}}, "rockets: unknown key")],
)  # fmt: skip
def test_a_bad_profile_file_is_refused_in_a_sentence(mine, data, sentence):
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    answer = mine.post("/battles/profiles/upload/", {"upload": SimpleUploadedFile("p.json", text)})
    assert answer.status_code == 422
    assert sentence in answer.text.replace("&quot;", '"')
    assert RulesProfile.objects.count() == 0


def test_profiles_of_others_and_absent_ones_answer_alike(mine):
    other = create_profile(owner=User.objects.create(username="other"), name="Secret", values={})
    for key in (other.key, "aaaaaaaaaaaa"):
        for path in ("", "edit/", "profile.json"):
            assert mine.get(f"/battles/profiles/{key}/{path}").status_code == 404
        assert mine.get(f"/battles/profiles/compare/?second={key}").status_code == 404
        assert mine.post(f"/battles/profiles/{key}/delete/").status_code == 404
    assert b"Secret" not in mine.get("/battles/profiles/").content
    assert Client().get("/battles/profiles/shipped/").status_code == 302


def test_ENG_2_a_battle_carries_the_chosen_profile_for_good(mine, owner):
    profile = create_profile(owner=owner, name="Booklet", values=OWN)
    mine.post("/battles/new/", ROSTERS | {"profile": profile.key, "rules": DEFAULT})
    battle = Battle.objects.get()
    assert battle.profile_hash == profile.digest
    changed(profile, combat__CM3="-5")
    page = mine.get(f"/battles/{battle.key}/").text
    assert "Booklet" in page
    assert battle.profile_hash in page
    assert "instead of -2" in mine.get(f"/battles/{battle.key}/numbers/").text
    run_battle(battle.pk)
    assert battle.file["profile"] == {"name": "Booklet"} | OWN


def test_ENG_2_a_battle_of_other_numbers_asks_before_it_is_fought_again(mine, owner):
    battle = one_off(owner)
    run_battle(battle.pk)
    now = battle.profile_hash
    Battle.objects.update(profile_hash="sha256:of-another-year")
    assert now in mine.get(f"/battles/{battle.key}/").text
    mine.post(f"/battles/{battle.key}/again/", {"seed": "2"})
    assert Battle.objects.count() == 1
    mine.post(f"/battles/{battle.key}/again/", {"seed": "2", "agreed": now})
    assert Battle.objects.count() == 2


def test_ENG_2_a_file_with_other_numbers_asks_before_it_is_fought(mine):
    text = json.dumps(file_data(rules=DEFAULT) | {"profile": OWN})
    answer = mine.post("/battles/new/", {"kind": "file", "text": "", "seed": "",
                                         "upload": SimpleUploadedFile("b.json", text.encode())})  # fmt: skip
    page = answer.text
    assert (answer.status_code, Battle.objects.count()) == (422, 0)
    assert "Line infantry: Morale" in page
    agreed = sheet(OWN).digest
    assert f'value="{agreed}"' in page
    assert "bivouac.battle/1" in page
    mine.post("/battles/new/", {"kind": "file", "text": text, "seed": "", "agreed": agreed})
    assert Battle.objects.get().profile_hash == agreed
