"""What all auditors of the smaller systems do: follow a journal event by event and note what is wrong."""

from collections.abc import Callable, Mapping
from typing import Any

from battles.resolvers.values.report import Report

Event = dict[str, Any]
FULL = {"foot": 4, "cav": 3, "art": 1}
"""The strength points of a whole unit."""


def arm_of(kind: str) -> str:
    """The arm of a type of unit; none for engineers and pontoons."""
    return {"inf": "foot", "cav": "cav", "art": "art"}.get(kind.rpartition("_")[2], "none")


class Walker:
    """Follows the journal of a report; a subclass has a method for each event that it checks."""

    prefix = "on_"
    day = 1
    units: Mapping[str, Any]

    def __init__(self, report: Report) -> None:
        self.report, self.journal, self.battle = report, report.journal, report.battle
        self.wrong: list[str] = []
        self.event: Event = {}
        self.sides: list[str] = [side["name"] for side in self.battle["sides"]]
        number = next((n for n, one in enumerate(self.battle["sides"]) if one["role"] == "attacker"), 0)
        self.attacker, self.low = self.sides[number], self.sides[number ^ int(self.battle["swapped_edges"])]

    def say(self, text: str) -> None:
        """Note a fault."""
        self.wrong.append(f"event {self.event.get('n')} ({self.event.get('ev')}): {text}")

    def check(self, right: bool, text: str) -> None:
        """Note a fault where something is not right."""
        if not right:
            self.say(text)

    def run(self) -> list[str]:
        """Follow the journal to its end."""
        self.begin()
        for event in self.journal:
            self.event = event
            if event["day"] > self.day:
                self.day = event["day"]
                self.new_day()
            self.before(event)
            read: Callable[[Event], None] | None = getattr(self, f"{self.prefix}{event['ev']}", None)
            if read is not None:
                read(event)
        self.end()
        return self.wrong

    def begin(self) -> None:
        """What is checked before the first event."""

    def new_day(self) -> None:
        """What a further day begins with."""

    def before(self, event: Event) -> None:
        """What has to be so before each event."""

    def end(self) -> None:
        """What is checked after the last event."""

    def on_eod_recover(self, event: Event) -> None:
        """LGG-15.4 A strength point comes back."""
        if event["unit"] in self.units:
            self.units[event["unit"]].now = event["sp"]

    on_eod_rally = on_eod_recover

    def on_amalgamate(self, event: Event) -> None:
        """LGG-15.5 Worn units become fewer."""
        for group in event["groups"]:
            for key in group["members"]:
                self.units[key].now = 0
            for made in group["made"]:
                self.units[made["unit"]].now = made["sp"]
