"""The notes of one war that the program has played: plain values that go between processes as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaign.rules.history.pieces import Scene


@dataclass(frozen=True)
class Fight:
    """A battle or an overrun. ``winner``: the factions of the side that won; ``lost``: the share that the loser lost
    of its strength, or the larger share after a draw. ``stronger``: the factions of the side with more strength points,
    ``odds`` times as many as the other; nobody and 0 where they had as many, or it was no battle."""

    turn: int
    province: str
    winner: tuple[str, ...] = ()
    lost: float = 0.0
    overrun: bool = False
    stronger: tuple[str, ...] = ()
    odds: float = 0.0


@dataclass(frozen=True)
class TurnPlayed:
    """A turn as it was closed. ``leader`` is the alliance with the most land; ``alive``: enemies with armies remain."""

    number: int
    leader: tuple[str, ...]
    treasuries: Mapping[str, int]
    changes: int
    sieges: int
    alive: bool
    seconds: float = 0.0


@dataclass(frozen=True)
class Shot:
    """A turn of a film: the scene when its orders were given, and army → kind and outcome of its order, with the
    provinces to which it led. The last shot is the end of the war and has no orders."""

    turn: int
    scene: Scene
    orders: Mapping[str, tuple[str, str, tuple[str, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class WarPlayed:
    """A whole war. ``half_taken``: how often a fortress was left after one turn end of the two that take it; ``film``:
    its turns, where a film was wanted."""

    number: int
    winner: tuple[str, ...]
    reason: str
    turns: tuple[TurnPlayed, ...]
    fights: tuple[Fight, ...]
    never_entered: tuple[str, ...]
    half_taken: int
    capitals_lost: tuple[str, ...] = ()
    seconds: float = 0.0
    players: Mapping[str, str] = field(default_factory=dict)
    film: tuple[Shot, ...] = ()

    @property
    def length(self) -> int:
        """Return the number of turns that were played."""
        return len(self.turns)


def war_from(row: Mapping[str, Any]) -> WarPlayed:
    """Return a war from JSON values."""
    turns = tuple(TurnPlayed(**{**one, "leader": tuple(one["leader"])}) for one in row["turns"])
    sides = ("winner", "stronger")
    fights = tuple(Fight(**{**one, **{key: tuple(one.get(key, ())) for key in sides}}) for one in row["fights"])
    names: Mapping[str, Sequence[str]] = {key: row[key] for key in ("winner", "never_entered", "capitals_lost")}
    lists = {key: tuple(value) for key, value in names.items()}
    return WarPlayed(**{**row, **lists, "turns": turns, "fights": fights, "film": film_from(row.get("film", ()))})


def film_from(rows: Sequence[Mapping[str, Any]]) -> tuple[Shot, ...]:
    """Return a film from JSON values."""
    return tuple(map(_shot, rows))


def _shot(row: Mapping[str, Any]) -> Shot:
    orders = {ref: (kind, outcome, tuple(path)) for ref, (kind, outcome, path) in row["orders"].items()}
    return Shot(row["turn"], row["scene"], orders)
