"""Every rule id of the specification has a test that is named after it, or a reason why it has none."""

import re

import pytest

from battles.resolvers.contract.explanations import explanations
from tests.battles.systems import OF_THE_TESTS
from tests.rules.coverage import TESTED, ids, names_of_tests, spoken_of, written


def test_every_id_that_is_said_to_be_tested_has_a_test_of_its_name() -> None:
    tested = {id for id, said in ids().items() if said == TESTED}
    assert len(tested) > 300
    assert sorted(tested - spoken_of(names_of_tests())) == []


def test_every_other_id_has_a_reason() -> None:
    reasons = {id: said for id, said in ids().items() if said != TESTED}
    assert {id: said for id, said in reasons.items() if len(said) < 6} == {}


def test_what_a_reason_points_to_is_tested() -> None:
    pointed = {said.removeprefix("see ") for said in ids().values() if said.startswith("see ")}
    assert sorted(pointed - set(ids())) == []
    assert [id for id in pointed if ids()[id].startswith("see ")] == []


def test_the_list_knows_every_id_that_the_pages_explain() -> None:
    own = [id for id in explanations() if not id.startswith(OF_THE_TESTS)]
    assert sorted({id for id in own if not re.fullmatch(r"LGG-\d+\.\d+", id)} - set(ids())) == []


def test_no_test_is_named_after_an_id_that_there_is_not() -> None:
    section = {id for id in spoken_of(names_of_tests()) if id.startswith("LGG-") and id.count("-") == 1}
    assert sorted(spoken_of(names_of_tests()) - section - set(ids())) == []


@pytest.mark.parametrize(("name", "found"), [
    ("test_LGG_8_5_b_a_zone", {"LGG-8.5-b"}),
    ("test_LGG_9_0_g_i_j_a_unit", {"LGG-9.0-g", "LGG-9.0-i", "LGG-9.0-j"}),
    ("test_LGG_7_0_l_9_0_f_a_locked_attacker", {"LGG-7.0-l", "LGG-9.0-f"}),
    ("test_ST_13_to_ST_15_doubles", {"ST-13", "ST-14", "ST-15"}),
    ("test_ST_28_LGG_3_0_f_an_obstacle", {"ST-28", "LGG-3.0-f"}), ("test_LGG_S2_b_wings", {"LGG-S2-b"}),
    ("test_HR_T3_the_holder", {"HR-T3"}), ("test_E20_to_E22_fires", {"E20", "E21", "E22"}),
    ("test_E32b_rounds", {"E32b"}), ("test_every_day", set()),
])  # fmt: skip
def test_the_reader_of_names_reads_them_well(name: str, found: set[str]) -> None:
    assert spoken_of({name}) == found


def test_ids_are_written_as_in_the_specification() -> None:
    assert [written(t) for t in ("LGG_8_5_b", "LGG_S1_a", "LGG_C2_f", "HR_T6", "R_05", "ST_01", "CM3")] == [
        "LGG-8.5-b", "LGG-S1-a", "LGG-C2-f", "HR-T6", "R-05", "ST-01", "CM3"]  # fmt: skip
