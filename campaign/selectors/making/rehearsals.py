"""Rehearsals of drafts, with the notes of the wars that were played."""

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.models import Draft, Rehearsal, RehearsedWar
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import FactionRow
from campaign.rules.rehearsed.played import Shot, WarPlayed, film_from, war_from
from campaign.selectors.making.drafts import unpacked


@dataclass(frozen=True)
class Rehearsed:
    """A rehearsal, the wars that are played, in their order, and the powers and provinces of its document."""

    row: Rehearsal
    wars: list[WarPlayed]
    factions: tuple[FactionRow, ...]
    provinces: Mapping[str, str]
    filmed: bool
    """Whether one of the wars was filmed."""

    @property
    def names(self) -> dict[str, str]:
        """Faction → its name."""
        return {one.key: one.name for one in self.factions}


@dataclass(frozen=True)
class Filmed:
    """The war of a rehearsal that was filmed: the document as it was played, its notes and its shots."""

    file: CampaignFile
    war: WarPlayed
    shots: tuple[Shot, ...]


def film_of(draft: Draft) -> Filmed | None:
    """Return the film of the newest rehearsal of a draft; None while there is none."""
    rows = RehearsedWar.objects.filter(rehearsal=Rehearsal.objects.filter(draft=draft).first()).exclude(film=[])
    row = rows.select_related("rehearsal").first()
    if row is None:
        return None
    return Filmed(read_document(unpacked(row.rehearsal.packed)), war_from(row.notes), film_from(row.film))


def rehearsal_of(draft: Draft) -> Rehearsed | None:
    """Return the newest rehearsal of a draft; None where there is none."""
    row = Rehearsal.objects.filter(draft=draft).first()
    if row is None:
        return None
    file = read_document(unpacked(row.packed))
    wars = [war_from(notes) for notes in row.played.values_list("notes", flat=True)]
    filmed = row.played.exclude(film=[]).exists()
    return Rehearsed(row, wars, file.factions, {one.key: one.name for one in file.provinces}, filmed)
