"""News of a war that its next turn end may decide (HR-21)."""

import hashlib
from collections.abc import Iterator, Sequence

from django.urls import reverse

from campaign.models import Notice
from campaign.rules.ending.aims import Known
from campaign.rules.ending.race import Race
from campaign.selectors.race import race_of
from campaign.selectors.war import War
from campaign.services.news.notes import Note, Recipients
from campaign.services.news.notify import LONGEST, notify_each

WARNING, MORE = "This turn may end the war.", "See War aims."


def announce_race(*, war: War) -> None:
    """HR-21 Send what may end the war with the turn that opens: to everybody what is public, to each side what it alone
    knows by its own armies, to the referee all."""
    race = race_of(war)
    public = list(race.near())
    notes = [_note(war, public, Recipients.everyone(), public=True)] if public else []
    notify_each(war.campaign, notes + [_note(war, more, to) for to, more in _private(war, race, public)])


def known_ends(war: War) -> dict[int, list[str]]:
    """HR-21 Return what each faction knows of an end with the turn in hand, what it alone knows first; by primary key,
    and only those that know of one."""
    race = race_of(war)
    public = list(race.near())
    known = {pk: more + public for pk, more in _own(war, race, public)}
    return {pk: lines for pk, lines in known.items() if lines}


def warning(lines: Sequence[str], longest: int = LONGEST) -> str:
    """HR-21 Return the warning in so many characters at most: the first lines, whole, and where to find the others."""
    whole = " ".join([WARNING, *lines])
    if len(whole) <= longest:
        return whole
    shorter = (" ".join([WARNING, *lines[:kept], MORE]) for kept in range(len(lines) - 1, 0, -1))
    return next((text for text in shorter if len(text) <= longest), f"{WARNING} {MORE}")


def _own(war: War, race: Race, public: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Return for each faction the lines that it alone knows by its own armies."""
    for key, faction in war.factions.items():
        own = Known((key,), own=True)
        lines = race.near(lambda alliance, own=own, key=key: own if key in alliance else Known())  # type: ignore[misc]
        yield faction.pk, [line for line in lines if line not in public]


def _private(war: War, race: Race, public: list[str]) -> Iterator[tuple[Recipients, list[str]]]:
    """Return the lines that only one faction knows, or only the referee, each with its readers."""
    whole = [line for line in race.near(lambda alliance: Known(tuple(alliance))) if line not in public]
    if whole:
        yield Recipients.referee(), whole
    yield from ((Recipients.factions_of([pk]), more) for pk, more in _own(war, race, public) if more)


def _note(war: War, lines: list[str], to: Recipients, *, public: bool = False) -> Note:
    whole = " ".join([WARNING, *lines])
    digest = hashlib.sha256(whole.encode()).hexdigest()[:16]
    return Note(
        Notice.Kind.TURN, f"turn:{war.turn.pk}:near:{digest}", warning(lines), to,
        reverse("game:aims", args=[war.campaign.slug]), whole if public else "",
    )  # fmt: skip
