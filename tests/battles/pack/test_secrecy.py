"""A side's pack holds nothing that the side may not know: two worlds that differ only in the enemy are one pack."""

import json
from dataclasses import replace

from battles.pack.files import FILES, pack_data, pack_pdf
from battles.pack.pack import Share, pack_of_side
from battles.resolvers.files.battle_file import parse
from tests.battles.pack import packs
from tests.battles.pack.reading import streams_of, text_of

HIDDEN = ("Витгенштейн", "Клюкса", "Казаки", "a1", "a3", "delay", "Блюхер", "Гусары", "Йорк")


def test_every_file_of_a_sides_pack_is_the_same_whatever_the_enemy_hides():
    one, other = packs.french_pack(), packs.french_pack(packs.with_other_allies())
    for kind, made in FILES.items():
        assert made(one) == made(other), kind
    for paper in ("a4", "letter"):
        assert pack_pdf(one, paper=paper, address="") == pack_pdf(other, paper=paper, address="")


def test_the_enemys_own_pack_and_the_referees_do_differ():
    other = packs.with_other_allies()
    assert pack_pdf(packs.allied_pack(), paper="a4", address="") != pack_pdf(
        packs.allied_pack(other), paper="a4", address=""
    )
    assert pack_pdf(packs.both_packs(), paper="a4", address="") != pack_pdf(
        packs.both_packs(other), paper="a4", address=""
    )


def test_no_word_of_the_enemy_is_in_it():
    made = pack_pdf(packs.french_pack(), paper="a4", address="").content
    text, plain = text_of(made), streams_of(made)
    told = json.dumps(pack_data(packs.french_pack()), ensure_ascii=False)
    for word in HIDDEN:
        if len(word) > 2:
            assert word not in text
            assert word.encode("utf-16-be") not in plain
        assert f'"{word}"' not in told
    assert "Союзники" in text


def test_no_seed_is_in_any_pack():
    for pack in (packs.french_pack(), packs.both_packs()):
        assert "seed" not in json.dumps(pack_data(pack))


def test_the_referees_pack_has_both_sides_and_their_plans():
    text = text_of(pack_pdf(packs.both_packs(), paper="a4", address="").content)
    for words in ("Дивизия Клюкса", "Division Gérard", "Витгенштейн", "attack, sector left", "delay, 33 % broken"):
        assert words in text


def test_the_two_parts_together_are_the_battle():
    file = packs.battle()
    parts = [pack_data(packs.french_pack(file)), pack_data(packs.allied_pack(file))]
    joined = parts[0] | {"format": "bivouac.battle/1", "sides": [parts[0]["sides"][0], parts[1]["sides"][1]]}
    for key in ("key", "for", "hash"):
        del joined[key]
    assert parse(joined) == file


def test_the_unknown_side_is_its_name_its_role_and_what_was_reported():
    assert pack_data(packs.french_pack())["sides"][1] == {
        "name": "Союзники", "role": "defender", "reported": list(packs.REPORTED)
    }  # fmt: skip


def test_the_pack_of_both_is_the_battle_file():
    assert parse(json.loads(FILES["json"](packs.both_packs()).content)) == packs.battle()


def allied_side(share: Share):
    file = packs.battle(allies=packs.OTHERS | {"plan": {"posture": "hold", "spare": ["a1", "b7"]}})
    return pack_of_side(packs.KEY, file, 1, reported=(), share=share, beside=("Corps: 3 units.",)), file


def test_an_ally_who_does_not_command_has_his_own_units_and_nothing_of_the_others():
    pack, file = allied_side(Share(frozenset({"b7"}), frozenset()))
    side = pack_data(pack)["sides"][1]
    assert [unit["id"] for unit in side["units"]] == ["b7"]
    assert (side["commander"], side["wings"], side["plan"], side["came_from"]) == (None, [], None, None)
    assert side["reported"] == ["Corps: 3 units."]
    text = text_of(pack_pdf(pack, paper="a4", address="").content)
    assert "Corps: 3 units." in text
    assert not {"Клюкса", "Блюхер", "Йорк", "hold"} & set(text.replace(",", " ").split())
    changed = replace(file.sides[1], supply_cut=not file.sides[1].supply_cut, must_decide=False, came_from=7)
    again = pack_of_side(
        packs.KEY, replace(file, sides=(file.sides[0], changed)), 1, reported=(), beside=("Corps: 3 units.",),
        share=Share(frozenset({"b7"}), frozenset()),
    )  # fmt: skip
    assert pack_data(again) == pack_data(pack)


def test_an_ally_who_commands_has_his_plan_without_the_others_units():
    pack, _ = allied_side(Share(frozenset({"b7"}), frozenset({0})))
    side = pack_data(pack)["sides"][1]
    assert side["commander"]["name"] == "Блюхер"
    assert (side["plan"]["spare"], side["wings"]) == (["b7"], [])


def test_the_public_head_is_all_that_both_share():
    assert packs.ALLIES["supply_cut"] is True
    head = pack_data(packs.french_pack())
    assert set(head) == {
        "format", "name", "season", "weather", "ground", "terrain", "field", "options", "rules", "profile",
        "engagement", "held_whole_turn", "swapped_edges", "fortress", "river_crossing", "campaign_weather", "sides",
        "key", "for", "hash",
    }  # fmt: skip
