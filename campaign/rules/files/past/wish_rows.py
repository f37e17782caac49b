"""The rows of a campaign file with wishes: how battles are to be decided."""
# ruff: noqa: RUF009 (a field is made by a call that describes it)

import datetime
from dataclasses import dataclass

from campaign.rules.files.fields import choice, moment, record_text, refers, whole


@dataclass(frozen=True, kw_only=True)
class StandingWishRow:
    """A faction's wish about how its battles are decided, against one enemy or (``against`` absent) all others."""

    faction: str = refers("factions")
    against: str | None = refers("factions", None)
    method: str = choice(("table", "auto"))
    by: str = record_text(150)


@dataclass(frozen=True, kw_only=True)
class WishRow:
    """One side's wish about how a battle is decided."""

    battle: str = refers("battles")
    side: int = whole(0, 1)
    method: str = choice(("auto", "table"))
    by: str = record_text(150)
    at: datetime.datetime | None = moment()
