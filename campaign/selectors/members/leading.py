"""Reads about who leads each side of a war: its players, a caretaker, or the program's general."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.models import Campaign, Faction, Member
from campaign.rules.kinds import Role

WITHOUT_A_PLAYER = frozenset({Faction.Caretaker.ON, Faction.Caretaker.PROGRAM})
"""The ways by which a side without a player is led."""
_LED = {
    Faction.Caretaker.ON: "a caretaker whenever nothing is entered",
    Faction.Caretaker.PROGRAM: "the program, while nothing is entered",
}


@dataclass(frozen=True)
class Side:
    """A faction and who leads it, in words."""

    faction: Faction
    led: str

    @property
    def by_program(self) -> bool:
        return self.faction.caretaker == Faction.Caretaker.PROGRAM


def chosen_leaders(factions: Iterable[Faction]) -> dict[int, str]:
    """Return "program" or "caretaker" for each faction that the referee gave to one of them, by primary key.

    Everybody may know it: it does not depend on what is entered.
    """
    who = {Faction.Caretaker.ON: "caretaker", Faction.Caretaker.PROGRAM: "program"}
    return {row.pk: who[way] for row in factions if (way := Faction.Caretaker(row.caretaker)) in who}


def sides_led(campaign: Campaign) -> list[Side]:
    """Return who leads each faction of a campaign, in its order."""
    players: dict[int | None, list[str]] = {}
    for member in Member.objects.filter(campaign=campaign, role=Role.PLAYER).select_related("user"):
        players.setdefault(member.faction_id, []).append(str(member.user))
    return [Side(faction, _words(faction, players.get(faction.pk, []))) for faction in campaign.factions.all()]


def _words(faction: Faction, players: list[str]) -> str:
    led = _LED.get(Faction.Caretaker(faction.caretaker))
    return "; ".join([*players, *([led] if led else [])]) or "nobody"
