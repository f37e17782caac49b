"""Lines of the sheet about generals, relations and captives (HR-3, HR-7, HR-17)."""

from campaign.entering.common import Data, Once, clean, commander
from campaign.forms.orders import CaptiveForm, GeneralForm, RelationForm
from campaign.models import SheetLine
from campaign.services.sheet.court import change_relation, order_general, treat_captive
from campaign.visibility.armies import own_station
from campaign.visibility.court.diplomacy import captives
from campaign.visibility.reader import Knowledge


def general(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter an order for a general."""
    faction, typed = commander(knowledge), clean(GeneralForm(data))
    station = own_station(knowledge, typed["army"]) if typed["army"] else None
    return order_general(
        faction=faction, kind=typed["act"], leader=typed["leader"], station=station, wing=typed["wing"],
        other=typed["other"], actor=knowledge.user_name, key=once(["general", typed]),
    )  # fmt: skip


def relation(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter a declaration or an offer."""
    faction, form = commander(knowledge), RelationForm(data)
    clean(form)
    to, then = form.pair
    key = once(["relation", to, then])
    return change_relation(faction=faction, to=to, relation=then, actor=knowledge.user_name, key=key)


def captive(knowledge: Knowledge, data: Data, once: Once) -> SheetLine:
    """Enter an exchange, a ransom or a parole."""
    faction, form = commander(knowledge), CaptiveForm(data)
    typed = clean(form)
    kind, (leader, other) = typed.pop("act"), form.pair
    return treat_captive(
        faction=faction, kind=kind, leader=leader, to=typed["faction"] or _other_side(knowledge, leader), other=other,
        points=typed["points"] or 0, actor=knowledge.user_name, key=once([kind, typed]),
    )  # fmt: skip


def _other_side(knowledge: Knowledge, leader: str) -> str:
    """Return the other faction that a captive concerns, as far as he concerns the reader."""
    for one in captives(knowledge):
        if one.ref == leader:
            return one.captor.key if one.faction == knowledge.faction else one.faction.key
    return ""
