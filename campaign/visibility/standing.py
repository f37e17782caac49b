"""Standing orders, and the marks of whose hand an order is by."""

from dataclasses import dataclass

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
