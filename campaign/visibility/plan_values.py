"""A plan of battle as its giver reads it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

EVENING_WORDS = {"hold": "hold the field at any cost", "save": "save the army"}


@dataclass(frozen=True)
class PlanView:
    """The plan of battle of an army whose orders the reader may read; an empty word leaves it to the general."""

    posture: str = ""
    sector: str = ""
    reserve: str = ""
    break_off: str = ""
    evening: str = ""
    spare: tuple[str, ...] = ()
    spared: int = 0

    @property
    def has_orders(self) -> bool:
        """Return whether the plan holds anything."""
        return bool(self.posture or self.sector or self.reserve or self.break_off or self.evening or self.spare)

    @property
    def text(self) -> str:
        """The plan in a sentence."""
        parts = [
            self.posture,
            self.sector and f"on the {self.sector}" if self.sector != "centre" else "in the centre",
            self.reserve and f"{self.reserve} % in reserve",
            self.break_off and f"break off at {self.break_off} % broken",
            EVENING_WORDS.get(self.evening, ""),
            f"{self.spared} unit{'s' * (self.spared != 1)} not to be risked" if self.spared else "",
        ]
        return ", ".join(part for part in parts if part)


def plan_view(plan: dict[str, Any], ids: Iterable[str]) -> PlanView:
    """Return a plan as its giver reads it; of what is to be spared, those that are there (``ids``)."""
    there = tuple(sorted(set(plan.get("spare", ())) & set(ids)))
    printed = ("posture", "sector", "reserve", "break_off", "evening")
    words = {key: str(plan[key]) for key in printed if plan.get(key) is not None}
    return PlanView(**words, spare=there, spared=len(there))


HAND_TEXTS = {
    "referee": "given by the referee",
    "deputy": "given by the deputy",
    "standing": "by standing order",
    "caretaker": "by the caretaker",
    "program": "by the program",
}


@dataclass(frozen=True)
class StandingView:
    """The standing order of an army; ``path`` are names of provinces."""

    kind: str = ""
    text: str = ""
    path: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The standing order in words."""
        return ": ".join(part for part in (self.text, ", then ".join(self.path)) if part)
