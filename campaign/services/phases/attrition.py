"""P10, second half: attrition (LGG-C2, HR-19), and who has rested."""

from collections.abc import Sequence
from typing import Any

from base.words import counted
from campaign.models import ArmyOrder, Station
from campaign.references import turn_reference
from campaign.rules.course.events import hardships
from campaign.rules.march.attrition import NAMES, Year, conditions, crowded, dice_of, level, losses
from campaign.rules.orders.kinds import REST
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import add_losses, written_together
from rosters.services import Loss


def suffer_attrition(*, war: War, actor: str) -> None:
    """P10, HR-19 Count each army's conditions and throw its units' dice; armies in an open battle are passed over."""
    with written_together():
        for army in war.armies:
            if not army.engaged:
                _suffer(war, army, actor)


def conditions_of(war: War, army: ArmyFacts, station: Station) -> tuple[int, ...]:
    """HR-19 The conditions that count for an army at this P10."""
    return conditions(
        army, war.theatre.provinces[army.province], war.theatre, Year(war.turn.number, war.turn.season), war.house,
        forced=station.marched == Station.Marched.FORCED,
        active=station.marched != Station.Marched.NO or station.fought,
        supplied=station.in_supply,
        crowded=crowded(army, war.armies, war.theatre, war.house) or bool(_hardships(war, army)),
    )  # fmt: skip


def _hardships(war: War, army: ArmyFacts) -> list[str]:
    return hardships(war.events, army.ref, war.theatre.provinces[army.province].region)


def _suffer(war: War, army: ArmyFacts, actor: str) -> None:
    met = conditions_of(war, army, war.stations[army.ref])
    grade = level(len(met), war.house)
    lost, thrown = 0, []
    once = f"c{war.campaign.pk}:t{war.turn.number}.{war.turn.attempt}:attrition"
    for unit in army.units if dice_of(grade, war.house) else ():
        cup = CampaignCup(war.turn, "attrition", war.numbers[unit.key])
        points = losses(unit, dice_of(grade, war.house), cup, war.house)
        thrown.append({"unit": unit.key, "lost": points, "dice": cup.thrown})
        if points:
            reasons = why(met, _hardships(war, army))
            note = f"{grade} attrition ({reasons[:200]}); {cup.faces} against Morale {unit.morale}"
            reference = turn_reference(war.campaign.slug, war.turn.number)
            add_losses([Loss(war.units[unit.key], points, "attrition", reference, actor, "LGG-C2-c", note,
                             f"{once}:{unit.key}")])  # fmt: skip
            lost += points
    if met or thrown:
        _write_line(war, army, met, grade, lost, thrown)


def why(met: tuple[int, ...], reasons: Sequence[str] = ()) -> str:
    """Return the conditions in words; of the sixth, what has brought it where that is known."""
    names = NAMES | ({6: "; ".join(reasons)} if reasons else {})
    return ", ".join(names[number] for number in met) or "no condition"


def _write_line(
    war: War, army: ArmyFacts, met: tuple[int, ...], grade: str, lost: int, thrown: list[dict[str, Any]]
) -> None:
    cost = f"{counted(lost, 'strength point')} lost" if lost else "no losses"
    text = f"{army.name}: {grade} attrition ({why(met, _hardships(war, army))}), {cost}."
    write_entry(turn=war.turn, phase="P10", kind="attrition", text=text, audience=[war.factions[army.faction]],
                province=war.provinces[army.province], rule="HR-19",
                details={"army": army.ref, "conditions": list(met), "level": grade, "units": thrown})  # fmt: skip


def remember_rest(*, war: War) -> None:
    """HR-9 Who had the order Rest and neither marched nor fought has rested."""
    resting = ArmyOrder.objects.filter(turn=war.turn, kind=REST).values_list("station_id", flat=True)
    rows = Station.objects.filter(campaign=war.campaign)
    rows.update(rested=False)
    rows.filter(pk__in=list(resting), marched=Station.Marched.NO, fought=False).update(rested=True)
