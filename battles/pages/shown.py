"""The battle on the first page: the table at its decisive moment, which the script then plays."""

from dataclasses import dataclass

from battles.pages.plates.plate import Plate
from battles.pages.replay import ending, still_of, still_plate
from battles.resolvers.replay.film import film_of
from battles.resolvers.replay.moments import chapter_at, chapters
from battles.resolvers.values.report import Report


@dataclass(frozen=True)
class ShownBattle:
    """Everything that the first page shows of a battle."""

    name: str
    sides: tuple[str, ...]
    strength: str
    at: int
    last: int
    title: str
    text: str
    ending: str
    plate: Plate


def shown_battle(report: Report) -> ShownBattle | None:
    """Return the battle as the first page shows it; None for one without a film."""
    return report.drawn.get("shown", lambda: _shown(report))


def _shown(report: Report) -> ShownBattle | None:
    film, still = film_of(report), still_of(report)
    plate = still_plate(report, None)
    if film is None or still is None or plate is None:
        return None
    end, strength = ending(report, film), film.strengths[still.n]
    parts = chapters(report.journal)
    return ShownBattle(
        name=report.battle["name"], sides=film.cast.sides, at=still.n, last=len(film.steps), text=still.text,
        title=parts[chapter_at(parts, still.n)].title,
        strength=", ".join(f"{side} {points}" for side, points in zip(film.cast.sides, strength, strict=True)),
        ending=f"{end.headline}. {end.losses}", plate=plate,
    )  # fmt: skip
