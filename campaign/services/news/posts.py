"""Posts to the webhooks of a campaign: only what everybody may know."""

import json
from collections.abc import Sequence

from campaign.models import Campaign, Dispatch, Hook
from campaign.services.news.notes import Note


def post_public(*, campaign: Campaign, notes: Sequence[Note]) -> None:
    """Put the public sentences of some notes into the outbox, for each hook once."""
    public = [note for note in notes if note.public]
    if public:
        hooks = list(Hook.objects.filter(campaign=campaign))
        rows = [_post(campaign, hook, note) for note in public for hook in hooks]
        Dispatch.objects.bulk_create(rows, batch_size=200, ignore_conflicts=True)


def _post(campaign: Campaign, hook: Hook, note: Note) -> Dispatch:
    body = {"type": f"campaign.{note.kind}", "text": note.public, "path": note.path, "fact": note.fact}
    return Dispatch(kind=Dispatch.Kind.POST, campaign=campaign, hook=hook, fact=note.fact[:120],
                    subject=note.public[:200], body=json.dumps(body))  # fmt: skip
