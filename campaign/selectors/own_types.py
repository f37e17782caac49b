"""Unit types of a campaign (HR-30), as rows of its file and as values by their short names."""

import json
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from base.place import JsonPlace
from campaign.models import Campaign, Member
from campaign.rules.files.fields import CampaignFileError, read_row
from campaign.rules.files.unit_type_rows import UnitTypeRow, own_types
from campaign.rules.kinds import Role
from rosters.rules.own_types import MOST, NO_TYPES, OwnTypes


def unit_types_of(campaign: Campaign) -> tuple[UnitTypeRow, ...]:
    """Return the unit types of a campaign in the order of its file."""
    return rows_of(campaign.unit_types) if campaign.unit_types else ()


def rows_of(data: list[Any]) -> tuple[UnitTypeRow, ...]:
    """Return unit types from what a campaign keeps of them."""
    place = JsonPlace(data, "unit_types", CampaignFileError)
    return tuple(read_row(UnitTypeRow, item) for item in place.items(most=MOST))


def own_types_of(campaign: Campaign) -> OwnTypes:
    """HR-30 Return the types by which a campaign's rosters may be written, without a profile's numbers."""
    return _own_types(json.dumps(campaign.unit_types)) if campaign.unit_types else NO_TYPES


def types_for(user: AbstractBaseUser | AnonymousUser) -> list[tuple[Campaign, OwnTypes]]:
    """HR-30 Return the campaigns of a user with the unit types that he may know: a referee all, others their own.

    A type that some factions raise alone is left out of a player's list unless his faction is one of them.
    """
    rows = Member.objects.filter(user=user.pk or 0, campaign__deleted_at=None).exclude(campaign__unit_types=[])
    rows = rows.select_related("campaign", "faction").defer("campaign__map").order_by("-campaign")
    found = [(row.campaign, _known_to(row, own_types_of(row.campaign))) for row in rows]
    return [(campaign, types) for campaign, types in found if types]


def _known_to(member: Member, types: OwnTypes) -> OwnTypes:
    if member.role == Role.REFEREE:
        return types
    own = member.faction.key if member.faction else ""
    return {short: kind for short, kind in types.items() if not kind.raised_by or own in kind.raised_by}


@lru_cache(maxsize=64)
def _own_types(data: str) -> OwnTypes:
    return own_types(rows_of(json.loads(data)))
