"""Amalgamation of worn units (LGG-15.5): fewer and stronger, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from base.refusal import Refusal
from rosters.rules.catalogue import unit_type
from rosters.rules.notation import RosterItem, check_item

_INFANTRY_FROM_THE_BEST = ("elite_inf", "line_inf", "militia_inf")


@dataclass(frozen=True)
class Move:
    """Strength points that go from one member to another; both are places in the group."""

    source: int
    target: int
    strength: int


@dataclass(frozen=True)
class Amalgamation:
    """The result of an amalgamation: the units made, strongest first, and which member carries each on."""

    made: tuple[RosterItem, ...]
    kept: tuple[int, ...]
    moves: tuple[Move, ...]

    @property
    def emptied(self) -> dict[int, int]:
        """Each member that ceases to be, and the member that takes its first strength points."""
        gone = {move.source: move.target for move in reversed(self.moves)}
        return {source: target for source, target in gone.items() if source not in self.kept}


def amalgamate(group: Sequence[RosterItem]) -> tuple[RosterItem, ...]:
    """LGG-15.5: the units that a group becomes, strongest first; refused if they may not or need not."""
    return plan_amalgamation(group).made


def plan_amalgamation(group: Sequence[RosterItem]) -> Amalgamation:
    """LGG-15.5: who carries the units on and where each strength point goes. Biographies follow from it."""
    _verify_kinds(group)
    result = _result(group)
    strengths = _strengths(group, unit_type(result.type).full)
    alike = [(member.type, member.guard) != (result.type, result.guard) for member in group]
    ranked = sorted(range(len(group)), key=lambda place: (alike[place], -group[place].strength, place))
    kept = tuple(sorted(ranked[: len(strengths)], key=lambda place: (-group[place].strength, place)))
    made = tuple(
        replace(result, strength=strength, name=group[place].name, own=_own(group[place], result.type))
        for place, strength in zip(kept, strengths, strict=True)
    )
    return Amalgamation(made, kept, _moves(group, dict(zip(kept, strengths, strict=True))))


def _verify_kinds(group: Sequence[RosterItem]) -> None:
    if len(group) < 2:
        raise Refusal("units: choose at least two units to amalgamate.")
    for member in group:
        check_item(member)
        if unit_type(member.type).arm not in ("foot", "cav"):
            raise Refusal(f"units: {_title(member)} never amalgamates; choose infantry or cavalry.")
    if len({unit_type(member.type).arm for member in group}) > 1:
        raise Refusal("units: infantry and cavalry do not mix; choose units of one arm.")
    if unit_type(group[0].type).arm == "cav":
        _verify_cavalry(group)


def _verify_cavalry(group: Sequence[RosterItem]) -> None:
    for member in group[1:]:
        if (member.type, member.guard) != (group[0].type, group[0].guard):
            raise Refusal(
                f"units: {_title(group[0])} and {_title(member)} are not the same cavalry; choose units of one type, "
                "all of them Guard or none."
            )


def _result(group: Sequence[RosterItem]) -> RosterItem:
    poorest = max(group, key=lambda member: _rank(member.type)).type
    same = len({(member.type, member.guard) for member in group}) == 1
    return RosterItem(
        type=poorest, strength=1, guard=same and group[0].guard, outriders=all(member.outriders for member in group)
    )


def _own(member: RosterItem, type_key: str) -> str:
    """HR-30 Return the own type of a unit that carries on: it keeps it while its type of the catalogue stays."""
    return member.own if member.type == type_key else ""


def _rank(type_key: str) -> int:
    return _INFANTRY_FROM_THE_BEST.index(type_key) if type_key in _INFANTRY_FROM_THE_BEST else 0


def _strengths(group: Sequence[RosterItem], full: int) -> list[int]:
    total = sum(member.strength for member in group)
    needed = -(-total // full)
    if needed >= len(group):
        names = " and ".join(f"the {member.strength}/{full}" for member in group)
        raise Refusal(
            f"units: {names} cannot become fewer units, as {total} strength points fill {needed} of {full}; "
            "choose weaker units or one more."
        )
    return [full] * (needed - 1) + [total - full * (needed - 1)]


def _moves(group: Sequence[RosterItem], wanted: dict[int, int]) -> tuple[Move, ...]:
    surplus = {place: member.strength - wanted.get(place, 0) for place, member in enumerate(group)}
    moves = []
    for source in [place for place, spare in surplus.items() if spare > 0]:
        for target in [place for place, spare in surplus.items() if spare < 0]:
            strength = min(surplus[source], -surplus[target])
            if strength > 0:
                surplus[source] -= strength
                surplus[target] += strength
                moves.append(Move(source, target, strength))
    return tuple(moves)


def _title(member: RosterItem) -> str:
    row = unit_type(member.type)
    return f"{member.strength}/{row.full} {member.own or row.short}" + (" Guard" if member.guard else "")
