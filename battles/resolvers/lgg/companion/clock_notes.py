"""The notes about the clock and of the evening, described: setting up, days, rolls, turns, pursuit, recovery, rally."""

from collections.abc import Iterable, Mapping
from typing import Any

from battles.resolvers.contract.described import (
    ANSWER,
    MANY,
    WHOLE,
    Button,
    Die,
    NoteDescription,
    NoteField,
    dice_of,
    whole,
)
from battles.resolvers.lgg.companion.clock import MOST_CHITS, MOST_SPENT
from battles.resolvers.lgg.companion.screen import Screen, SideSeen, UnitSeen
from battles.resolvers.lgg.companion.unit_notes import known_as

STRATAGEMS = (
    ("ST1", "Second Wind: roll command again"), ("ST2", "Redoubled Effort: d6 more actions"),
    ("ST3", "Fortune of War: an own d10 again"), ("ST4", "Confusion: an enemy's d10 again"),
    ("ST5", "Presence of Mind: a unit acts in the enemy's turn"),
)  # fmt: skip
LEAVES = (("yes", "it breaks off at the end of this round"), ("no", "it fights on"))
STAYS = (("yes", "it stays"), ("no", "it leaves the field"))


def deploy(screen: Screen, side: int) -> NoteDescription:
    """A side has set up; HR-T3 in a meeting engagement it names the units that wait."""
    own = screen.sides[side]
    return NoteDescription(
        "deploy", own.name, "Our units stand on the table", _waits(own) if own.holds_back else (), side=side
    )


def _waits(own: SideSeen) -> tuple[NoteField, ...]:
    units = [unit for unit in own.units if unit.own]
    second = tuple(unit.id for unit in units[1::2])
    label = f"Second half: {own.holds_back} of your units wait for round 3 (HR-T3)"
    text = "They come at the start of round 3 on your own edge. The enemy does not see them before."
    choices = tuple((unit.id, f"{unit.name} ({unit.type_name})") for unit in units)
    return (NoteField("waits", label, MANY, choices, help=text, initial=second),)


def day(screen: Screen, _side: int) -> NoteDescription:
    """A day begins."""
    return NoteDescription("day", "Weather of the day", "Begin the day", dice=dice_of(*screen.weather_dice))


def roll(screen: Screen, side: int) -> NoteDescription:
    """LGG-6.1-a A command roll."""
    seen = screen.sides[side]
    return NoteDescription(
        "roll", f"Command roll of {seen.name}", "Take these dice", dice=_command_dice(seen), side=side
    )


def _command_dice(seen: SideSeen) -> tuple[Die, ...]:
    """HR-27 The dice of a side's command rolls; where there are several, with who throws them."""
    if len(set(seen.rollers)) < 2:
        return dice_of(*seen.dice)
    return tuple(Die(sides, f"d{sides}, {who}") for sides, who in zip(seen.dice, seen.rollers, strict=True))


def plain(kind: str, label: str) -> NoteDescription:
    """A note without fields beside its kind."""
    return NoteDescription(kind, label, label)


def turns(_screen: Screen, _side: int) -> NoteDescription:
    """The rolls are settled."""
    return plain("turns", "The rolls stand: begin the turns")


def turn_end(_screen: Screen, _side: int) -> NoteDescription:
    """A turn is over."""
    return plain("turn_end", "End the turn")


def round_end(screen: Screen, _side: int) -> NoteDescription:
    """HR-26 A round is over; the broken units of both armies are looked at before it is counted."""
    counts = [f"{side.name} {side.will[0]}, leaves at {side.will[1]}" for side in screen.sides if side.will]
    label = "End the round and count"
    return NoteDescription("round_end", label, label, fact=("Broken units", "; ".join(counts)) if counts else ("", ""))


def night(_screen: Screen, _side: int) -> NoteDescription:
    """A night is over."""
    return plain("night", "The night is over")


def spend(_screen: Screen, _side: int) -> NoteDescription:
    """Actions spent or given back."""
    choices = tuple((str(n), str(n)) for n in range(-MOST_SPENT, MOST_SPENT + 1) if n)
    buttons = tuple(Button("amount", str(n), f"−{n}", f"Spend {n}") for n in (1, 2, 3))
    back = Button("amount", "-1", "+1", "Give one back", strong=False)
    return NoteDescription(
        "spend", fields=(NoteField("amount", kind=WHOLE, choices=choices),), buttons=(*buttons, back)
    )


def arrive(screen: Screen, _side: int) -> NoteDescription:
    """Units that arrive."""
    coming = tuple((unit.id, f"{unit.name}, {unit.due}") for side in screen.sides if side.own
                   for unit in side.coming)  # fmt: skip
    field = NoteField("units", "Units that come", MANY, coming)
    return NoteDescription("arrive", "Arrivals", "They are here", (field,))


def stratagem(screen: Screen, side: int) -> NoteDescription:
    """LGG-S1 A stratagem; two of them take dice."""
    seen = screen.sides[side]
    field = NoteField("which", "Stratagem", choices=STRATAGEMS, dice={"ST1": len(seen.dice), "ST2": 1})
    title = f"Stratagem: {seen.name}"
    return NoteDescription("stratagem", title, "Play it", (field,), _command_dice(seen), side=side)


def chits(screen: Screen, side: int) -> NoteDescription:
    """Note the number of stratagems drawn."""
    field = whole("count", "Stratagems among the ten chits", 0, MOST_CHITS)
    return NoteDescription(
        "chits", f"Stratagems drawn: {screen.sides[side].name}", "Keep it secret", (field,), side=side
    )


def break_off(screen: Screen, side: int) -> NoteDescription:
    """Breaking off, a secret answer."""
    name = screen.sides[side].name
    field = NoteField("leaves", name, ANSWER, LEAVES)
    return NoteDescription("break_off", f"Break off?: {name}", "Enter it in secret", (field,), side=side)


def stay(screen: Screen, side: int) -> NoteDescription:
    """LGG-15.1-a Staying or leaving, a secret answer."""
    field = NoteField("stays", screen.sides[side].name, ANSWER, STAYS)
    return NoteDescription("stay", "Stay on the field?", "Enter it in secret", (field,), side=side)


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
