"""The strength ledger and everything that writes rosters."""

import pytest
from django.db import IntegrityError, transaction

from base.refusal import Refusal
from rosters import services
from rosters.audit import audit_strength
from rosters.models import StrengthLine, Unit
from rosters.rules.notation import RosterItem, parse_roster
from rosters.selectors import roster_text, strength_lines, units_of
from tests.factories.rosters import ArmyFactory, unit, units

pytestmark = pytest.mark.django_db


def _post(target, delta, cause="battle", **more):
    return services.post_strength(unit=target, delta=delta, cause=cause, reference="battle:x", actor="the dice", **more)


def _ledger(target):
    return [(line.delta, line.after, line.cause) for line in strength_lines(target)]


def test_ST_32_a_pasted_roster_becomes_an_army_and_prints_back():
    text = "3 Line inf, one 2/4 Line inf"
    army = services.raise_army(name="I Corps", items=parse_roster(text), reference="turn:1", actor="Anna")
    assert roster_text(army) == text
    assert sum(member.strength for member in units_of(army)) == 14
    lines = StrengthLine.objects.filter(unit__army=army)
    assert {(line.cause, line.reference, line.actor) for line in lines} == {("raised", "turn:1", "Anna")}
    assert audit_strength() == []


def test_an_army_with_an_impossible_unit_is_not_raised_at_all():
    with pytest.raises(Refusal, match="cannot be Guard"):
        services.raise_army(
            name="X", items=[RosterItem("line_inf", 4), RosterItem("line_inf", 4, guard=True)], reference="", actor=""
        )
    assert not Unit.objects.exists()


@pytest.mark.parametrize("name", ["", "  \t", "\u200b"])
def test_an_army_needs_a_name(name):
    with pytest.raises(Refusal, match="name"):
        services.raise_army(name=name, items=[], reference="", actor="")
    with pytest.raises(Refusal, match="name"):
        services.rename_army(army=ArmyFactory(), name=name)


def test_strength_is_the_sum_of_its_lines():
    target = unit()
    _post(target, -1)
    line = _post(target, -2, cause="attrition", rule="LGG-C2-c", note="d10: 9 and 8 against 7")
    assert _ledger(target) == [(4, 4, "raised"), (-1, 3, "battle"), (-2, 1, "attrition")]
    assert (line.rule, line.note, line.actor, line.reference) == (
        "LGG-C2-c", "d10: 9 and 8 against 7", "the dice", "battle:x",
    )  # fmt: skip
    assert target.strength == Unit.objects.get(pk=target.pk).strength == 1


def test_a_unit_at_nought_is_lost_and_changes_no_more():
    target = unit(text="2/4 Line inf")
    _post(target, -2)
    target.refresh_from_db()
    assert (target.strength, target.status) == (0, Unit.Status.LOST)
    with pytest.raises(Refusal, match="a unit that has left changes no more"):
        _post(target, 1, cause="replacements")
    assert audit_strength() == []


@pytest.mark.parametrize("delta", [-3, 3, 100, -100])
def test_a_change_beyond_nought_or_full_is_refused_and_leaves_no_line(delta):
    target = unit(text="2/4 Line inf")
    with pytest.raises(Refusal, match="must leave 0 to 4"):
        _post(target, delta)
    assert (_ledger(target), Unit.objects.get(pk=target.pk).strength) == ([(2, 2, "raised")], 2)


def test_a_change_by_nothing_is_a_bug():
    with pytest.raises(ValueError, match="changes something"):
        _post(unit(), 0)


def test_the_same_key_posts_once():
    target = unit()
    assert _post(target, -1, key="battle:x:u1") == _post(target, -1, key="battle:x:u1")
    assert target.strength == 3
    assert _ledger(target) == [(4, 4, "raised"), (-1, 3, "battle")]


def test_the_same_key_is_answered_after_the_unit_was_lost():
    target = unit()
    first = _post(target, -4, key="k")
    assert _post(target, -4, key="k") == first
    assert target.status == Unit.Status.LOST


def test_a_key_that_was_used_for_another_change_is_a_bug():
    target = unit()
    _post(target, -1, key="k")
    with pytest.raises(ValueError, match="another change"):
        _post(target, -2, key="k")
    assert target.strength == 3


def test_a_key_is_a_name_of_its_unit_alone():
    first, second = unit(), unit()
    _post(first, -1, key="k")
    _post(second, -2, key="k")
    assert (first.strength, second.strength) == (3, 2)


def test_a_stale_unit_does_not_write_its_old_strength_back():
    stale = unit()
    _post(Unit.objects.get(pk=stale.pk), -2)
    assert stale.strength == 4
    _post(stale, -1)
    assert stale.strength == 1
    services.rename_unit(unit=Unit(pk=stale.pk, strength=4), name="Kleist")
    assert Unit.objects.get(pk=stale.pk).strength == 1


@pytest.mark.parametrize("values", [{"strength": 5}, {"strength": 3, "status": "lost"}, {"full": 7}, {"full": 0}])
def test_the_database_itself_refuses_impossible_units(values):
    target = unit()
    with pytest.raises(IntegrityError), transaction.atomic():
        Unit.objects.filter(pk=target.pk).update(**values)


def test_audit_finds_a_strength_that_was_written_past_the_ledger():
    target = unit()
    Unit.objects.filter(pk=target.pk).update(strength=3)
    assert audit_strength() == [f"Unit {target.key} (3/4 Line inf): strength 3 is not the sum of its lines, 4."]


def test_audit_finds_a_line_that_was_tampered_with():
    line = _post(unit(), -1)
    StrengthLine.objects.filter(pk=line.pk).update(after=2)
    assert audit_strength() == [f"Strength line {line.pk}: strength after it is 3, not 2."]


def test_audit_finds_strength_from_nowhere():
    _post(unit(text="1/4 Line inf"), 1, cause="amalgamation")
    assert audit_strength() == ["Amalgamation at battle:x: +1 strength points from nowhere."]


def test_ST_22_amalgamation_keeps_the_biographies():
    army = ArmyFactory()
    strong, second, weak = units(army, '3/4 Line inf "A", 3/4 Line inf "B", 2/4 Line inf "C"')
    done = services.amalgamate_units(army=army, units=[strong, second, weak], reference="turn:3", actor="Anna")
    assert (done.kept, done.emptied, done.moved) == ((strong, second), (weak,), 2)
    assert _ledger(strong) == [(3, 3, "raised"), (1, 4, "amalgamation")]
    assert _ledger(second) == [(3, 3, "raised"), (1, 4, "amalgamation")]
    assert _ledger(weak) == [(2, 2, "raised"), (-1, 1, "amalgamation"), (-1, 0, "amalgamation")]
    weak.refresh_from_db()
    assert (weak.status, weak.merged_into) == (Unit.Status.MERGED, strong)
    assert [line.note for line in strength_lines(weak)] == ["", "to A", "to B"]
    assert roster_text(army) == '1 Line inf "A", 1 Line inf "B"'
    assert audit_strength() == []


def test_LGG_15_5_c_mixed_infantry_becomes_the_poorer_type():
    army = ArmyFactory()
    elite, militia = units(army, '2/4 Elite inf Guard "Garde", 2/4 Militia inf "Landwehr"')
    services.amalgamate_units(army=army, units=[elite, militia], reference="", actor="")
    assert roster_text(army) == '1 Militia inf "Landwehr"'


def test_LGG_15_5_c_a_guard_unit_that_carries_on_loses_its_status():
    army = ArmyFactory()
    guard, other, line = units(army, "3/4 Elite inf Guard, 3/4 Elite inf, 2/4 Line inf")
    services.amalgamate_units(army=army, units=[guard, other, line], reference="", actor="")
    assert (roster_text(army), audit_strength()) == ("2 Line inf", [])


def test_ST_22_two_fourths_and_three_fourths_are_refused_and_nothing_changes():
    army = ArmyFactory()
    pair = units(army, "3/4 Line inf, 2/4 Line inf")
    with pytest.raises(Refusal, match="cannot become fewer units"):
        services.amalgamate_units(army=army, units=pair, reference="", actor="")
    assert roster_text(army) == "one 3/4 Line inf, one 2/4 Line inf"


def test_amalgamation_is_refused_for_foreign_doubled_and_departed_units():
    army = ArmyFactory()
    worn, other = units(army, "1/4 Line inf, 1/4 Line inf")
    with pytest.raises(Refusal, match="does not belong"):
        services.amalgamate_units(army=army, units=[worn, unit(text="1/4 Line inf")], reference="", actor="")
    with pytest.raises(Refusal, match="named twice"):
        services.amalgamate_units(army=army, units=[worn, worn], reference="", actor="")
    services.disband_unit(unit=other, reference="", actor="")
    with pytest.raises(Refusal, match="is disbanded"):
        services.amalgamate_units(army=army, units=[worn, other], reference="", actor="")


def test_HR_6_a_disbanded_unit_goes_home():
    target = unit(text="3/4 Line inf")
    line = services.disband_unit(unit=target, reference="turn:2", actor="Anna", rule="HR-6")
    assert (line.delta, line.after, line.cause, line.rule) == (-3, 0, "disbanded", "HR-6")
    assert target.status == Unit.Status.DISBANDED


def test_units_take_their_biography_along():
    old, new = ArmyFactory(), ArmyFactory()
    first, second = units(old, "Line inf, Light cav")
    _post(first, -1)
    assert services.transfer_units(units=[first], to_army=new, reference="turn:2", actor="Anna") == 1
    assert (roster_text(old), roster_text(new)) == ("1 Light cav", "one 3/4 Line inf")
    assert len(strength_lines(first)) == 2
    _post(second, -3)
    with pytest.raises(Refusal, match="is lost"):
        services.transfer_units(units=[second], to_army=new, reference="", actor="")


def test_a_correction_is_a_ledger_line_with_a_reason():
    target = unit()
    line = services.correct_strength(unit=target, strength=2, reason=" typed wrongly ", actor="Referee")
    assert (line.delta, line.after, line.cause, line.note, line.actor) == (
        -2, 2, "correction", "typed wrongly", "Referee",
    )  # fmt: skip
    assert target.strength == 2


def test_a_correction_brings_a_lost_unit_back_but_not_a_merged_one():
    army = ArmyFactory()
    lost, worn, other = units(army, "3 1/4 Line inf")
    _post(lost, -1)
    services.correct_strength(unit=lost, strength=3, reason="it was another unit", actor="Referee")
    assert (lost.status, lost.strength) == (Unit.Status.SERVING, 3)
    services.amalgamate_units(army=army, units=[worn, other], reference="", actor="")
    with pytest.raises(Refusal, match="has left"):
        services.correct_strength(unit=other, strength=1, reason="back", actor="Referee")
    assert audit_strength() == []


@pytest.mark.parametrize(
    ("strength", "reason", "sentence"),
    [(2, " ", "write why"), (5, "x", "write 0 to 4"), (-1, "x", "write 0 to 4"), (4, "x", "already")],
)
def test_a_wrong_correction_is_refused(strength, reason, sentence):
    with pytest.raises(Refusal, match=sentence):
        services.correct_strength(unit=unit(), strength=strength, reason=reason, actor="Referee")


def test_a_unit_cannot_become_a_type_of_another_size():
    with pytest.raises(Refusal, match="full strength"):
        services.regrade_unit(unit=unit(), type="light_cav", guard=False, outriders=False)


def test_a_raised_unit_keeps_what_the_item_says():
    made = services.raise_unit(
        army=ArmyFactory(), item=RosterItem("irreg_cav", 2, outriders=True, name="Platow"), cause="raised",
        reference="turn:1", actor="Anna", rule="HR-7",
    )  # fmt: skip
    assert (made.type, made.strength, made.full, made.outriders, made.name) == ("irreg_cav", 2, 3, True, "Platow")
    assert strength_lines(made).get().rule == "HR-7"
