"""Rehearsals of drafts, with the notes of the wars that were played."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.models import Draft, Rehearsal
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.rows import FactionRow
from campaign.rules.rehearsed.played import WarPlayed, war_from
from campaign.selectors.drafts import unpacked


@dataclass(frozen=True)
class Rehearsed:
    """A rehearsal, the wars that are played, in their order, and the powers and provinces of its document."""

    row: Rehearsal
    wars: list[WarPlayed]
    factions: tuple[FactionRow, ...]
    provinces: Mapping[str, str]

    @property
    def names(self) -> dict[str, str]:
        """Faction → its name."""
        return {one.key: one.name for one in self.factions}


def rehearsal_of(draft: Draft) -> Rehearsed | None:
    """Return the newest rehearsal of a draft; None where there is none."""
    row = Rehearsal.objects.filter(draft=draft).first()
    if row is None:
        return None
    file = read_document(unpacked(row.packed))
    wars = [war_from(notes) for notes in row.played.values_list("notes", flat=True)]
    return Rehearsed(row, wars, file.factions, {one.key: one.name for one in file.provinces})
