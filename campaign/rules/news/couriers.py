"""Letters between factions: who may write to whom, and how long a letter travels, as data of the campaign."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from base.refusal import Refusal

ALL, PRESS, REFEREE, PAIR, ALLIES = "all", "press", "referee", "pair", "allies"
BETWEEN = ("all", "allies", "none")
LONGEST_WAY = 10


@dataclass(frozen=True)
class Couriers:
    """The couriers: with whom letters are exchanged, turns on the way, whether the referee reads them."""

    between: str = "all"
    delay: int = 0
    referee_reads: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return what differs from the defaults, as data."""
        plain = Couriers()
        return {key: getattr(self, key) for key in vars(plain) if getattr(self, key) != getattr(plain, key)}


def couriers(data: Mapping[str, Any]) -> Couriers:
    """Return the couriers of a campaign's data; Refusal where it holds something else."""
    if unknown := sorted(set(data) - set(vars(Couriers()))):
        raise Refusal(f"couriers: {unknown[0]} is unknown; write between, delay or referee_reads.")
    made = Couriers(**data)
    if made.between not in BETWEEN:
        raise Refusal(f"couriers.between: write one of {', '.join(BETWEEN)}.")
    if not isinstance(made.delay, int) or isinstance(made.delay, bool) or not 0 <= made.delay <= LONGEST_WAY:
        raise Refusal(f"couriers.delay: write turns from 0 to {LONGEST_WAY}.")
    if not isinstance(made.referee_reads, bool):
        raise Refusal("couriers.referee_reads: write true or false.")
    return made


def thread_of(kind: str, factions: Collection[str] = ()) -> str:
    """Return the name of a conversation."""
    return ".".join([kind, *sorted(factions)])


def parties(thread: str) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a conversation, and the factions that take part."""
    kind, *factions = thread.split(".")
    return kind, tuple(factions)


def threads_of(own: str, others: Collection[str], allies: Collection[str], rules: Couriers) -> list[str]:
    """Return the conversations that a faction may hold now."""
    open_to = {"all": others, "allies": allies, "none": ()}[rules.between]
    found = [thread_of(REFEREE, [own]), thread_of(ALL), thread_of(PRESS)]
    if len(allies) > 1 and rules.between != "none":
        found.append(thread_of(ALLIES, [own, *allies]))
    return found + [thread_of(PAIR, [own, other]) for other in others if other in open_to]


def arrival(kind: str, turn: int, rules: Couriers) -> int:
    """Return the turn on which a letter arrives. Couriers ride between factions; the referee sits beside everybody."""
    return turn + rules.delay if kind in (PAIR, ALLIES) else turn
