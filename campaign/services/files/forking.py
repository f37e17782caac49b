"""Copies of a war without its secret: a what-if with dice of its own, and a file."""

import secrets
from collections.abc import Iterator
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Campaign
from campaign.rules.files.campaign_file import CampaignFile, loads, printed
from campaign.rules.files.own_secret import with_secret
from campaign.selectors.past.kept_states import kept_file, seal_of
from campaign.services.files.dump import recorded
from campaign.services.files.files import load_file, one_moment
from campaign.services.record.chronicle import record_act


@transaction.atomic
def fork_campaign(*, campaign: Campaign, turn: int | None, slug: str, name: str, user: User) -> Campaign:
    """Copy the war as it is now, or as it was at the seal of a turn, as a what-if of this referee alone.

    The what-if has a secret of its own: no die of the war can be seen in it.
    """
    made = load_file(fork_file(campaign, turn), slug, str(user), user)
    made.name, made.what_if = name.strip()[:120] or campaign.name, origin(campaign, turn)
    made.save(update_fields=["name", "what_if"])
    record_fork(campaign=campaign, turn=turn, user=user)
    return made


def fork_file(campaign: Campaign, turn: int | None) -> CampaignFile:
    """Return the file of a what-if: without schedule, deadlines and letters, under a fresh secret."""
    return _on_its_own(with_secret(_source(campaign, turn), secrets.token_hex(32)))


def origin(campaign: Campaign, turn: int | None) -> str:
    """Return the origin of a what-if, as its pages show it."""
    return f"What if, from {_where(turn)} of {campaign.name}"[:200]


def _where(turn: int | None) -> str:
    return f"turn {turn}" if turn else "now"


def record_fork(*, campaign: Campaign, turn: int | None, user: User) -> None:
    """Write on the public record that a what-if is made."""
    record_act(campaign=campaign, user=user, act=f"made a what-if of the war from {_where(turn)}, with other dice")


def _source(campaign: Campaign, turn: int | None) -> CampaignFile:
    if turn is None:
        return loads("".join(printed(*recorded(campaign, past=False))))
    state = seal_of(campaign, turn)
    if state is None:
        raise Refusal(f"Turn: no state is kept of turn {turn}; choose another one.")
    return kept_file(state)


def _on_its_own(file: CampaignFile) -> CampaignFile:
    """Leave out deadlines, schedule, absences and letters: nobody waits for the orders of a what-if."""
    assert file.history is not None
    turns = tuple(replace(row, deadline=None) for row in file.history.turns)
    return replace(file, schedule=None, history=replace(file.history, turns=turns, letters=(), absences=()))


def pieces_without_secret(campaign: Campaign) -> Iterator[str]:
    """Yield the campaign file without the secret: no die to come can be worked out from it."""
    with one_moment():
        yield from printed(*recorded(campaign, past=False, sealing=True))
