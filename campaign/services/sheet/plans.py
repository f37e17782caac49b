"""Plans of battle: given by an army's player with his orders, kept until he changes them, secret like them."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from base.refusal import Refusal
from campaign.models import Station
from campaign.rules.fighting.plan import check_plan
from campaign.selectors.war import War
from campaign.services.record.hands import note_hand
from campaign.services.sheet.sheet import draft_again, open_turn_of
from rosters.models import Unit


@transaction.atomic
def give_plan(*, station: Station, plan: Mapping[str, Any], actor: str) -> Station:
    """Give an army its plan, or take it back ({}). It holds from the next battle that is opened on.

    ``plan`` has the keys of a battle file's plan; ``spare`` are keys of units that serve in the army.
    """
    turn = open_turn_of(station.faction)
    wanted = check_plan(dict(plan))
    serving = set(Unit.objects.filter(army=station.army_id, status=Unit.Status.SERVING).values_list("key", flat=True))
    if set(wanted.get("spare", ())) - serving:
        raise Refusal("spare: choose units that serve in this army.")
    Station.objects.filter(pk=station.pk).update(plan=wanted)
    station.plan = wanted
    draft_again(turn, station.faction)
    note_hand("gave orders for")
    return station


def write_plans(war: War, plans: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Give armies the plans that the program has for them; the references of those whose plan is another now."""
    changed = []
    for ref, plan in plans.items():
        station = war.stations[ref]
        if station.plan != plan:
            station.plan = check_plan(dict(plan))
            changed.append(ref)
    Station.objects.bulk_update([war.stations[ref] for ref in changed], ["plan"])
    return changed
