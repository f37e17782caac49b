"""The notes of the evening, described: pursuit, recovery, rally, amalgamation."""

from collections.abc import Iterable, Mapping
from typing import Any

from battles.resolvers.contract.described import Die, NoteDescription, NoteField, dice_of, whole
from battles.resolvers.lgg.companion.choices import known_as
from battles.resolvers.lgg.companion.screen import Screen, UnitSeen

GROUP_LETTERS = "ABCDEF"
HITS, GROUP = "hits-", "group-"
ARMS = ("infantry", "cavalry", "artillery")


def pursuit(screen: Screen, _side: int) -> NoteDescription:
    """LGG-15.2 The pursuit's dice."""
    return NoteDescription("pursuit", "Pursuit", "Take these dice", dice=dice_of(*[6] * screen.pursuit_dice))


def allot(screen: Screen, side: int) -> NoteDescription:
    """LGG-15.3 On whom the hits of a pursuit fall."""
    victims = [unit for unit in screen.sides[side].units
               if unit.status in ("board", "exited") and unit.arm in ("foot", "cav", "art")]  # fmt: skip
    fields = tuple(
        whole(f"{HITS}{unit.id}", known_as(unit), 0, unit.supposed, initial=0, required=False) for unit in victims
    )
    pairs = zip(screen.pending_hits, ARMS, strict=True)
    wanted = ", ".join(f"{hits} on {arm}" for hits, arm in pairs if hits)
    return NoteDescription(
        "allot", "The hits of the pursuit", "Put them there", fields, side=side, fact=("Hits", wanted), shape=_allotted
    )


def recovery(screen: Screen, side: int, trying: Iterable[str]) -> NoteDescription:
    """LGG-15.4-a A die for every unit that tries to recover."""
    return _evening("recovery", "Recovery", screen, side, trying)


def rallying(screen: Screen, side: int, trying: Iterable[str]) -> NoteDescription:
    """LGG-15.4-b A die for every unit that tries to rally."""
    return _evening("rallying", "Rally", screen, side, trying)


def groups(screen: Screen, side: int, trying: Iterable[str]) -> NoteDescription:
    """LGG-15.5 Which units go together, by letters."""
    letters = (("", "by itself"), *((letter, f"group {letter}") for letter in GROUP_LETTERS))
    fields = tuple(NoteField(f"{GROUP}{unit.id}", known_as(unit), choices=letters, required=False)
                   for unit in _seen(screen, side, trying))  # fmt: skip
    title = f"Amalgamation of {screen.sides[side].name}"
    return NoteDescription("groups", title, "Amalgamate, or go on with none", fields, side=side, shape=_grouped)


def _evening(kind: str, step: str, screen: Screen, side: int, trying: Iterable[str]) -> NoteDescription:
    dice = tuple(Die(10, unit.name, _against(unit)) for unit in _seen(screen, side, trying))
    title = f"{step} of {screen.sides[side].name}"
    return NoteDescription(kind, title, "Take these dice", dice=dice, numbers=True, side=side)


def _against(unit: UnitSeen) -> str:
    penalty = f" +{unit.penalty}" if unit.penalty else ""
    return f"d10{penalty}, Morale {unit.morale}" if unit.morale else f"d10{penalty}"


def _seen(screen: Screen, side: int, keys: Iterable[str]) -> list[UnitSeen]:
    known = {unit.id: unit for unit in screen.sides[side].units}
    return [known[key] for key in keys if key in known]


def _allotted(values: Mapping[str, Any]) -> dict[str, Any]:
    return {"hits": {key.removeprefix(HITS): hits for key, hits in values.items() if key.startswith(HITS) and hits}}


def _grouped(values: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, list[str]] = {}
    for key, letter in values.items():
        if key.startswith(GROUP) and letter:
            made.setdefault(letter, []).append(key.removeprefix(GROUP))
    return {"side": values["side"], "groups": list(made.values())}
