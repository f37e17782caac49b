"""An invited guest's view before he takes part: what is public in the campaign."""

from dataclasses import dataclass

from campaign.models import Invitation
from campaign.rules.kinds import Role
from campaign.visibility.header import build_header
from campaign.visibility.values import Header


@dataclass(frozen=True)
class Welcome:
    """The campaign's head, who runs it, and which factions are led already."""

    header: Header
    referees: tuple[str, ...]
    led: tuple[str, ...]
    plays: bool


def welcome(invitation: Invitation) -> Welcome:
    """Return the campaign of an invitation as everybody may know it."""
    campaign = invitation.campaign
    turn = campaign.turns.order_by("-number").first()
    members = list(campaign.members.select_related("user", "faction").order_by("pk"))
    referees = tuple(member.user.get_username() for member in members if member.role == Role.REFEREE)
    led = tuple(dict.fromkeys(member.faction.name for member in members if member.faction))
    return Welcome(build_header(campaign, turn), referees, led, invitation.role == Role.PLAYER)
