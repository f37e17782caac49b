"""LGG-15.5: fewer and stronger, or refused."""

from itertools import combinations_with_replacement

import pytest

from base.refusal import Refusal
from rosters.rules.amalgamation import amalgamate, plan_amalgamation
from rosters.rules.notation import RosterItem, parse_roster, print_roster


@pytest.mark.parametrize(("group", "made"), [
    ("2 3/4 Line inf, one 2/4 Line inf", "2 Line inf"),
    ("2/4 Line inf, 2/4 Line inf", "1 Line inf"),
    ("2/4 Line inf, 1/4 Militia inf", "one 3/4 Militia inf"),
    ("2/4 Elite inf, 2/4 Line inf", "1 Line inf"),
    ("1/4 Elite inf, 1/4 Line inf, 1/4 Militia inf", "one 3/4 Militia inf"),
    ("2/4 Elite inf Guard, 1/4 Elite inf", "one 3/4 Elite inf"),
    ("2/4 Elite inf Guard, 1/4 Elite inf Guard", "one 3/4 Elite inf Guard"),
    ("2/3 Light cav Guard, 1/3 Light cav Guard", "1 Light cav Guard"),
    ("2/3 Irregular cav Outriders, 1/3 Irregular cav Outriders", "1 Irregular cav Outriders"),
    ("2/3 Irregular cav Outriders, 1/3 Irregular cav", "1 Irregular cav"),
    ("3/4 Line inf, 3/4 Line inf, 2/4 Line inf, 1/4 Line inf", "2 Line inf, one 1/4 Line inf"),
])  # fmt: skip
def test_ST_22_a_group_becomes_fewer_and_stronger(group, made):
    assert print_roster(amalgamate(parse_roster(group))) == made


@pytest.mark.parametrize(("group", "reason"), [
    ("2/4 Line inf, 3/4 Line inf", "the 3/4 and the 2/4 cannot become fewer units"),
    ("Line inf, 1/4 Line inf", "cannot become fewer units"),
    ("2/4 Line inf", "at least two units"),
    ("1/3 Heavy cav, 1/3 Light cav", "not the same cavalry"),
    ("1/3 Light cav Guard, 1/3 Light cav", "not the same cavalry"),
    ("1/3 Light cav, 1/4 Line inf", "infantry and cavalry do not mix"),
    ("2 Heavy art", "never amalgamates"),
    ("2 Engineers", "never amalgamates"),
    ("1/4 Line inf, Pontoon train", "never amalgamates"),
])  # fmt: skip
def test_LGG_15_5_refuses_with_a_sentence(group, reason):
    with pytest.raises(Refusal, match=reason):
        amalgamate(parse_roster(group))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_LGG_15_5_b_every_group_of_line_by_enumeration(size):
    for strengths in combinations_with_replacement((1, 2, 3, 4), size):
        group = [RosterItem("line_inf", strength) for strength in strengths]
        allowed = sum(strengths) <= 4 * (size - 1)
        if not allowed:
            with pytest.raises(Refusal):
                plan_amalgamation(group)
            continue
        plan, after = plan_amalgamation(group), list(strengths)
        for move in plan.moves:
            after[move.source] -= move.strength
            after[move.target] += move.strength
            assert after[move.source] >= 0
            assert after[move.target] <= 4
        assert [after[place] for place in plan.kept] == [unit.strength for unit in plan.made]
        assert sum(after) == sum(strengths)
        assert len(plan.made) < size
        assert all(unit.strength == 4 for unit in plan.made[:-1])
        assert {place for place in range(size) if after[place] == 0} == set(plan.emptied)
        assert set(plan.emptied.values()) <= set(plan.kept)


def test_the_poorer_unit_carries_its_name_on():
    group = (RosterItem("elite_inf", 3, name="Grenadiers"), RosterItem("line_inf", 1, name="Kleist"))
    assert amalgamate(group) == (RosterItem("line_inf", 4, name="Kleist"),)
