"""Whatever a report tells of a battle, its rosters can bear: every legal battle is settled (HR-15, LGG-15.5)."""

from dataclasses import replace
from random import Random

import pytest

from base.place import JsonPlace
from base.refusal import Refusal
from battles.audit import audit_battles
from battles.models import Battle
from battles.resolvers.values.report import Report, ReportError, check_units
from battles.services import claim_battle, create_battle, fight_battle, settle_battle
from rosters.audit import audit_strength
from rosters.models import StrengthLine, Unit
from rosters.services import correct_strength
from tests.battles.by_hand.evenings import fought
from tests.factories.battles import file_of
from tests.factories.rosters import ArmyFactory, units

pytestmark = [pytest.mark.django_db, pytest.mark.store]
CORPS = (
    "2 Line inf, one 2/4 Line inf, one 1/4 Elite inf Guard, one 3/4 Elite inf Guard, one 1/3 Irregular cav Outriders",
    "one 1/4 Line inf, one 2/4 Militia inf, 2 Elite inf, 2 Light cav, one 1/3 Light cav, Heavy art",
    "3 Militia inf, one 1/4 Militia inf, Light cav Guard, one 2/3 Light cav Guard, one 1/3 Light cav Guard",
)
BATTLES = 16


def opened(dice: Random, name: str) -> tuple[Battle, tuple[dict[str, Unit], dict[str, Unit]]]:
    """A battle of two armies on each side."""
    sides = [[u for text in dice.sample(CORPS, 2) for u in units(ArmyFactory(), text)] for _ in range(2)]
    ids = [{f"{letter}{n}": unit for n, unit in enumerate(side, 1)} for letter, side in zip("fa", sides, strict=True)]
    battle = create_battle(name=name, file=file_of(*sides), field_seed="field", seed=name, reference="",
                         unit_ids=ids[0] | ids[1])  # fmt: skip
    return battle, (ids[0], ids[1])


def settled(battle: Battle, dice: Random, ids: tuple[dict[str, Unit], dict[str, Unit]]) -> Report:
    """The report of it, taken into the rosters."""
    claim = claim_battle(battle_id=battle.pk)
    report = fight_battle(claim)
    first, second = (fought(dice, side.name, own) for side, own in zip(report.sides, ids, strict=True))
    for side in (first, second):
        check_units(JsonPlace(None, "units", ReportError), side.units)
    report = replace(report, sides=(first, second))
    assert settle_battle(claim=claim, report=report)
    return report


def test_HR_15_LGG_15_5_every_legal_battle_is_settled_and_the_ledgers_tell_it():
    met = set()
    for n in range(BATTLES):
        dice = Random(n)
        battle, ids = opened(dice, f"battle {n}")
        report, everyone = settled(battle, dice, ids), ids[0] | ids[1]
        lines = _lines(battle)
        for told in (unit for side in report.sides for unit in side.units):
            unit = Unit.objects.get(pk=everyone[told.id].pk)
            assert (unit.strength, unit.status) == (told.after, _status(told))
            assert unit.merged_into_id == (everyone[told.into].pk if told.into else None)
            became = (told.type_after, told.guard_after) if told.after else _was(everyone, told)
            assert (unit.type, unit.guard) == became
            assert lines.get((unit.pk, "battle"), 0) == -told.lost
            assert lines.get((unit.pk, "amalgamation"), 0) == -told.moved
            met |= _kinds(told)
    assert audit_battles() == audit_strength() == []
    assert met == {"lost more than it had", "took in and lost all", "neither order", "merged after taking in",
                   "regraded", "gave and stayed"}  # fmt: skip


def _lines(battle: Battle) -> dict[tuple[int, str], int]:
    sums: dict[tuple[int, str], int] = {}
    for line in StrengthLine.objects.filter(reference=f"battle:{battle.key}"):
        sums[line.unit_id, line.cause] = sums.get((line.unit_id, line.cause), 0) + line.delta
    return sums


def _status(told) -> str:
    if told.after:
        return "serving"
    return "merged" if told.into else "lost"


def _was(everyone, told) -> tuple[str, bool]:
    return everyone[told.id].type, everyone[told.id].guard


def _kinds(told) -> set[str]:
    """What the old order of the lines could not post, and what else a test of every battle must have met."""
    full = 3 if "cav" in told.type else 4
    found = {
        "lost more than it had": told.lost > told.before,
        "took in and lost all": told.moved < 0 and told.after == 0 and not told.into,
        "neither order": told.lost > told.before and told.before - told.moved > full,
        "merged after taking in": told.moved <= 0 and told.into is not None,
        "regraded": told.after > 0 and told.type_after != told.type,
        "gave and stayed": told.moved > 0 and told.after > 0,
    }
    return {what for what, so in found.items() if so}


def test_HR_15_a_biography_shows_what_was_lost_and_what_moved_apart():
    """One that came with 1, took in 3 and lost 3 shows both, in the order in which they can be."""
    battle, (first, _) = opened(Random(1), "Bautzen")
    one = next(key for key, unit in first.items() if unit.strength == 1 and unit.type.endswith("_inf"))
    two = next(key for key, u in first.items() if key != one and u.strength >= 3 and u.army_id == first[one].army_id
               and u.type.endswith("_inf"))  # fmt: skip
    claim = claim_battle(battle_id=battle.pk)
    report = fight_battle(claim)
    kept = [replace(unit, lost=0, moved=0, after=unit.before, fate="kept", into=None) for unit in report.sides[0].units]
    kept = [replace(u, lost=3, moved=-3, after=1) if u.id == one else u for u in kept]
    kept = [replace(u, lost=u.before - 3, moved=3, after=0, fate="amalgamated", into=one) if u.id == two else u
            for u in kept]  # fmt: skip
    assert settle_battle(claim=claim, report=replace(report, sides=(replace(report.sides[0], units=tuple(kept)),
                                                                      report.sides[1])))  # fmt: skip
    lines = first[one].lines.filter(reference=f"battle:{battle.key}").order_by("pk")
    assert [(line.delta, line.after, line.cause, line.rule) for line in lines] == [
        (3, 4, "amalgamation", "LGG-15.5-b"), (-3, 1, "battle", "HR-15"),
    ]  # fmt: skip
    assert audit_battles() == audit_strength() == []


def test_HR_15_a_roster_that_was_changed_meanwhile_is_left_alone():
    battle, (first, _) = opened(Random(2), "Bautzen")
    unit = next(iter(first.values()))
    correct_strength(unit=unit, strength=unit.strength - 1, reason="a slip", actor="Anna")
    claim = claim_battle(battle_id=battle.pk)
    with pytest.raises(Refusal, match="correct the roster to"):
        settle_battle(claim=claim, report=fight_battle(claim))
    assert not StrengthLine.objects.filter(reference=f"battle:{battle.key}").exists()
    assert Battle.objects.get(pk=battle.pk).state == "running"
