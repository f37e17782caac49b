"""Arrivals and triggers that a reader may expect (HR-29): all for the referee, for others what their file foretells."""

from dataclasses import dataclass

from campaign.rules.files.trigger_rows import TriggerRow
from campaign.rules.triggers import conditions_in_words, effects_in_words
from campaign.selectors.making.triggers import triggers_of
from campaign.visibility.reader import Knowledge


@dataclass(frozen=True)
class ExpectedView:
    """Something that is to come: its condition, what it brings, and its text."""

    when: str
    brings: tuple[str, ...]
    text: str
    hidden: bool
    """Whether somebody does not expect it: shown to the referee."""


def expected(knowledge: Knowledge) -> list[ExpectedView]:
    """HR-29 List what has not happened yet and the reader may know of, in the order of the file."""
    rows = [row for row in triggers_of(knowledge.campaign) if not row.fired and _foretold(row, knowledge)]
    if not rows or not knowledge.is_member:
        return []
    provinces = {key: shape.name for key, shape in knowledge.places.land.shapes.items()}
    factions = {view.key: view.name for view in knowledge.factions.values()}
    coming = {effect.ref: effect.name for row in rows for effect in row.effects if effect.ref}
    armies = coming | (_names(knowledge) if knowledge.is_referee else {})
    return [
        ExpectedView(
            when=conditions_in_words(row, provinces, factions, armies),
            brings=tuple(effects_in_words(row, provinces, factions)), text=row.text,
            hidden=knowledge.is_referee and not row.foretold,
        )
        for row in rows
    ]  # fmt: skip


def _foretold(row: TriggerRow, knowledge: Knowledge) -> bool:
    """Return whether the reader may expect a trigger: it is foretold to those who will read it."""
    if knowledge.is_referee:
        return True
    own = knowledge.own.key if knowledge.own else ""
    return row.foretold and not row.for_referee and (not row.readers or own in row.readers)


def _names(knowledge: Knowledge) -> dict[str, str]:
    return dict(knowledge.campaign.stations.values_list("ref", "army__name"))
