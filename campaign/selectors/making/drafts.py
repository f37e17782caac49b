"""Drafts of wars, read for their own referees alone, and their rehearsals."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from campaign.models import Draft, DraftScan, Rehearsal, RehearsedWar, SharedWar
from campaign.rules.drafts.outside.under import Place
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import FactionRow
from campaign.rules.rehearsed.played import Shot, WarPlayed, film_from, war_from


@dataclass(frozen=True)
class OpenDraft:
    """A draft with its document, and what *Undo* would take back and *Redo* make again (empty: nothing)."""

    row: Draft
    file: CampaignFile
    undo: str
    redo: str

    @property
    def closed(self) -> bool:
        """Whether it has become a campaign and changes no more."""
        return self.row.begun_at is not None


@dataclass(frozen=True)
class Under:
    """The picture under the map of a draft: its key, its size in pixels, its place."""

    key: str
    width: int
    height: int
    place: Place


def picture_under(row: Draft) -> Under | None:
    """Return the picture under the map of a draft; None where there is none, or it is forgotten."""
    kept = dict(row.under or {})
    scan = row.scans.filter(key=kept.pop("scan", "")).values("key", "width", "height").first()
    return Under(**scan, place=Place(**kept)) if scan else None


def scan_of(row: Draft, key: str) -> DraftScan | None:
    """Return a picture that was sent for a draft."""
    return row.scans.filter(key=key).first()


def drafts_of(user: AbstractBaseUser | AnonymousUser) -> list[Draft]:
    """Return the drafts of which somebody is a referee, without their documents, the newest first."""
    rows = Draft.objects.filter(referees=user.pk or 0).select_related("campaign")
    return list(rows.defer("packed", "campaign__map"))


def own_draft(*, key: str, user: AbstractBaseUser | AnonymousUser) -> OpenDraft | None:
    """Return a draft for one of its referees; None for everybody else, whether it exists or not."""
    row = Draft.objects.filter(key=key, referees=user.pk or 0).select_related("campaign").first()
    if row is None:
        return None
    found: dict[bool, str] = {}
    for undone, said in row.steps.values_list("undone", "said"):
        found.setdefault(undone, said)
    undo, redo = found.get(False, ""), found.get(True, "")
    return OpenDraft(row, read_document(unpacked(row.packed)), undo, redo)


def guest_draft(guest_key: str) -> Draft | None:
    """Return the draft to which the link for another referee leads, without its document."""
    return Draft.objects.defer("packed").filter(guest_key=guest_key, begun_at=None).exclude(guest_key="").first()


def shared_wars() -> list[SharedWar]:
    """Return the wars of the library without their documents, the newest first."""
    return list(SharedWar.objects.defer("packed"))


def shared_war(key: str) -> SharedWar | None:
    """Return a war of the library."""
    return SharedWar.objects.filter(key=key).first()


def document_text(draft: Draft) -> bytes:
    """Return the document of a draft as a file."""
    return unpacked(draft.packed)


def unpacked(data: bytes | memoryview) -> bytes:
    """Return a packed document as the text of a campaign file, in UTF-8."""
    return zlib.decompress(bytes(data))


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
