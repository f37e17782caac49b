"""The common part of all entries: their sender, his armies, and what was typed."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import QueryDict

from base.pages.found import found
from base.refusal import Refusal
from campaign.forms.orders import first_error
from campaign.models import Faction, Station
from campaign.selectors.war import war_known_to
from campaign.services.sheet.case import Position, position_of
from campaign.visibility.armies import own_station, serving
from campaign.visibility.reader import Knowledge
from rosters.models import Unit

Data = QueryDict
Once = Callable[[list[Any]], str | None]
"""A key that the same entry has when it is sent twice, made from what it is about; None where each one counts."""


class FieldRefusal(Refusal):
    """A refusal of what one field of a form holds; ``field`` is its name."""

    def __init__(self, sentence: str, field: str) -> None:
        super().__init__(sentence)
        self.field = field


def commander(knowledge: Knowledge) -> Faction:
    """Return the faction that the reader commands; observers and referees give no orders."""
    if not knowledge.commands or knowledge.own is None:
        raise PermissionDenied
    return knowledge.own


def own_army(knowledge: Knowledge, key: str) -> Station:
    """Return an army of the reader's own; 404 for absent and foreign ones alike."""
    station = found(own_station(knowledge, key))
    commander(knowledge)
    return station


def position_now(knowledge: Knowledge, faction: Faction) -> Position | None:
    """Return a faction's position in the turn in hand; the war is read once for all that is asked of it."""
    if knowledge.turn is None:
        return None
    war = war_known_to(knowledge.turn, faction, knowledge.places)
    return position_of(faction=faction, turn=knowledge.turn, war=war)


def clean(form: Form) -> dict[str, Any]:
    """Return what was typed; raise the first fault as a Refusal."""
    if not form.is_valid():
        raise FieldRefusal(first_error(form), next(iter(form.errors), ""))
    return form.cleaned_data


def chosen(station: Station, form: Form) -> list[Unit]:
    """Return the units of an army that a form names."""
    rows = {unit.key: unit for unit in serving(station)}
    return [rows[key] for key in form.cleaned_data["units"]]
