"""The dates that a reader has to keep: deadlines, and until when his battles may be played."""

import datetime
import hashlib
from dataclasses import dataclass

from battles.models import Battle
from campaign.visibility.battles.battles import whole_battle_rows
from campaign.visibility.reader import Knowledge


@dataclass(frozen=True)
class Date:
    """Something that is due. ``uid`` stays the same when the time moves; ``path`` is where it is done."""

    uid: str
    title: str
    at: datetime.datetime
    stamp: datetime.datetime
    path: str


def dates(knowledge: Knowledge) -> list[Date]:
    """Return the deadlines of all turns that have one, and the play-by dates of the reader's open battles."""
    slug = knowledge.campaign.slug
    turns = knowledge.campaign.turns.filter(deadline__isnull=False).order_by("number")
    found = [
        Date(f"turn-{row.number}.{slug}", f"{knowledge.campaign.name}: orders of turn {row.number} are due",
             row.deadline, row.opened_at, f"/c/{slug}/")
        for row in turns if row.deadline
    ]  # fmt: skip
    return found + _play_by(knowledge)


def _play_by(knowledge: Knowledge) -> list[Date]:
    rows = whole_battle_rows(knowledge).filter(battle__state=Battle.State.OPEN, battle__play_by__isnull=False)
    if not knowledge.is_referee:
        rows = rows.exclude(own_side=None)  # type: ignore[misc]
    slug = knowledge.campaign.slug
    return [
        Date(f"battle-{battle.key}.{slug}", f"{knowledge.campaign.name}: play the {battle.name} by now", battle.play_by,
             battle.opened_at, f"/c/{slug}/battles/{battle.key}/")
        for row in rows if (battle := row.battle) is not None and battle.play_by
    ]  # fmt: skip


def digest(*parts: object) -> str:
    """Return a stable name of something that has no key of its own."""
    return hashlib.sha256("|".join(map(str, parts)).encode()).hexdigest()[:24]
