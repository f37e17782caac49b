"""The references that the campaign writes into ledgers, and how they become links again.

``turn:<slug>:<n>`` names a turn of a campaign, ``battle:<key>`` a battle, ``campaign:<slug>`` its file. Rosters and
battles keep them as opaque text.
"""

import re
from dataclasses import dataclass

_TURN = re.compile(r"turn:([-a-z0-9A-Z_]+):([0-9]{1,4})")
_BATTLE = re.compile(r"battle:([a-z0-9]+)")
_CAMPAIGN = re.compile(r"campaign:([-a-z0-9A-Z_]+)")


@dataclass(frozen=True)
class TurnReference:
    slug: str
    number: int


@dataclass(frozen=True)
class BattleReference:
    key: str


@dataclass(frozen=True)
class CampaignReference:
    slug: str


def turn_reference(slug: str, number: int) -> str:
    """Return the reference of a turn: ``turn:saxony-1813:4``."""
    return f"turn:{slug}:{number}"


def parse_reference(text: str) -> TurnReference | BattleReference | CampaignReference | None:
    """Return the row that a reference names, or None for any other text."""
    if match := _TURN.fullmatch(text):
        return TurnReference(match[1], int(match[2]))
    if match := _BATTLE.fullmatch(text):
        return BattleReference(match[1])
    if match := _CAMPAIGN.fullmatch(text):
        return CampaignReference(match[1])
    return None
