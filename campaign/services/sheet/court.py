"""Lines of the sheet about generals and other factions, as the forms send them."""

from django.db import transaction

from campaign.models import Faction, SheetLine, Station
from campaign.selectors.war import war_known_to
from campaign.services.sheet.sheet import enter_line, open_turn_of

Kind = SheetLine.Kind


def order_general(
    *,
    faction: Faction,
    kind: str,
    leader: str,
    station: Station | None = None,
    wing: bool = False,
    other: str = "",
    actor: str,
    key: str | None = None,
) -> SheetLine:
    """HR-7 Give a general a post, exchange him for another, send him home or call him back."""
    details: dict[str, object] = {"leader": leader}
    if kind == Kind.POST:
        details |= {"station": station.ref if station else "", "wing": wing}
    if kind == Kind.SWAP:
        details |= {"other": other}
    return enter_line(faction=faction, kind=kind, details=details, actor=actor, key=key)


@transaction.atomic
def change_relation(*, faction: Faction, to: str, relation: str, actor: str, key: str | None = None) -> SheetLine:
    """HR-3 Declare, offer or end something between two factions; the line keeps how they stood."""
    turn = open_turn_of(faction)
    before = war_known_to(turn, faction).theatre.relation(faction.key, to)
    details = {"faction": to, "relation": relation, "before": before}
    return enter_line(faction=faction, kind=Kind.RELATION, details=details, actor=actor, key=key)


def treat_captive(
    *,
    faction: Faction,
    kind: str,
    leader: str,
    to: str = "",
    other: str = "",
    points: int = 0,
    actor: str,
    key: str | None = None,
) -> SheetLine:
    """HR-17 Offer an exchange or a ransom, or free a captive on parole."""
    details: dict[str, object] = {"leader": leader}
    if kind != Kind.PAROLE:
        details |= {"faction": to}
    details |= {"other": other} if kind == Kind.CAPTIVES else {}
    details |= {"points": points} if kind == Kind.RANSOM else {}
    return enter_line(faction=faction, kind=kind, details=details, actor=actor, key=key)
