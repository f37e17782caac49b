"""The small war with arrivals and triggers."""

from typing import Any

from campaign.models import Campaign
from campaign.services.files.files import load_campaign
from tests.campaign.files.drafts import draft
from tests.kept import kept

RELIEF: dict[str, Any] = {
    "key": "relief", "text": "The relief of Blue has come.", "readers": ["blue"], "foretold": True,
    "conditions": [{"kind": "date", "on": "1809-06-01"}],
    "effects": [
        {"kind": "army", "faction": "blue", "ref": "relief", "name": "Relief", "provinces": ["east"],
         "generals": [{"name": "Azur", "skill": "good"}, {"name": "Indigo"}], "roster": "2 Line inf, 1 Light cav"},
        {"kind": "points", "faction": "blue", "points": 33},
        {"kind": "general", "faction": "blue", "generals": [{"name": "Cyan", "skill": "great"}]},
    ],
}  # fmt: skip
CEDED: dict[str, Any] = {
    "key": "ceded", "text": "Middle goes over to Blue.",
    "conditions": [{"kind": "held", "province": "east", "factions": ["blue"]},
                   {"kind": "date", "on": "1809-06-01"}],
    "effects": [{"kind": "province", "faction": "blue", "provinces": ["middle", "west"]}],
}  # fmt: skip
TRUCE: dict[str, Any] = {
    "key": "truce", "text": "The kings have met.", "for_referee": True,
    "conditions": [{"kind": "held", "province": "middle", "factions": ["blue"]}],
    "effects": [{"kind": "relation", "between": ["red", "blue"], "relation": "neutral"}],
}  # fmt: skip


@kept
def small_war(*triggers: dict[str, Any], slug: str = "small") -> Campaign:
    """The small war of two factions with these triggers, on turn 1 of May 1809; a turn is a month."""
    return load_campaign(data=draft() | {"triggers": list(triggers)}, slug=slug, actor="tester")
