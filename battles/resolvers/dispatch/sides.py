"""Names of sides in prose: with the article that speech gives them, and short where the full name is heavy."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from base.words import possessive

_OF_PLURAL = ("ch", "sh", "ese", "swiss")
_BODIES = frozenset({
    "army", "corps", "korps", "duchy", "coalition", "league", "alliance", "confederation", "empire", "kingdom", "force",
    "division", "wing", "guard", "column", "union", "republic", "brigade", "regiment", "expedition", "garrison",
    "rearguard", "vanguard", "detachment", "legion", "reserve", "cavalry", "infantry", "armée", "armee", "garde",
})  # fmt: skip
_PLACES = frozenset({"naples", "wales", "flanders", "algiers"})
_ENDS_OF_ONE = ("us", "is", "as", "os", "ss")
"""Endings of names that are not plural although they end in s: Tunis, Texas, Hellas."""
_JOINTS = re.compile(r"(, and |, | and | & )", re.IGNORECASE)
PEOPLES = {
    "france": ("French", "French"), "austria": ("Austrians", "Austrian"), "prussia": ("Prussians", "Prussian"),
    "russia": ("Russians", "Russian"), "sweden": ("Swedes", "Swedish"), "saxony": ("Saxons", "Saxon"),
    "bavaria": ("Bavarians", "Bavarian"), "spain": ("Spanish", "Spanish"), "portugal": ("Portuguese", "Portuguese"),
    "britain": ("British", "British"), "great britain": ("British", "British"), "england": ("English", "English"),
    "poland": ("Poles", "Polish"), "denmark": ("Danes", "Danish"), "italy": ("Italians", "Italian"),
    "naples": ("Neapolitans", "Neapolitan"), "netherlands": ("Dutch", "Dutch"),
    "hanover": ("Hanoverians", "Hanoverian"),
    "ottoman empire": ("Turks", "Turkish"), "turkey": ("Turks", "Turkish"), "sardinia": ("Sardinians", "Sardinian"),
    "württemberg": ("Württembergers", "Württemberg"), "hungary": ("Hungarians", "Hungarian"),
    "united states": ("Americans", "American"), "mexico": ("Mexicans", "Mexican"),
}  # fmt: skip
"""Peoples and their adjectives by the names of their states in small letters."""
LONG = 24
"""Letters from which on a side's full name is heavy in a sentence."""


@dataclass(frozen=True)
class SideName:
    """A side as a sentence needs it: `the French` (subject), `the French` or `the Allies'` (before a noun)."""

    subject: str
    owner: str
    plural: bool

    @property
    def their(self) -> str:
        """their or its."""
        return "their" if self.plural else "its"


@lru_cache(maxsize=1024)
def side_name(name: str) -> SideName:
    """Return the name of the side called `name` as prose needs it: with an article for a people or a body of troops."""
    bare = name[4:] if name.lower().startswith("the ") else name
    parts = _JOINTS.split(bare)
    if all(parts) and any(joint.strip(", ") for joint in parts[1::2]):
        subject = _joined(parts)
        return SideName(subject, possessive(subject), plural=True)
    return _one(bare, typed=bare != name)


def _joined(parts: list[str]) -> str:
    """Put several names together: `the French and Saxons`, `the Army of Bohemia and the Guard`, `Saxony and Poland`."""
    names, joints = parts[::2], [*parts[1::2], ""]
    spoken = [_part(name) for name in names]
    if all(one == f"the {name}" for one, name in zip(spoken, names, strict=True)):
        spoken = [spoken[0], *names[1:]]
    return "".join(one + joint for one, joint in zip(spoken, joints, strict=True))


def _part(name: str) -> str:
    return name if name.islower() or name.lower().startswith("the ") else _one(name, typed=False).subject


def _one(bare: str, *, typed: bool) -> SideName:
    """Return a side of one name; `typed` means that its own name has the article."""
    words = bare.lower().split()
    last = words[-1]
    if re.search(r"\w['’]s? ", bare):
        return SideName(bare, possessive(bare), plural=False)
    if last.endswith(_OF_PLURAL):
        return SideName(f"the {bare}", f"the {bare}", plural=True)
    if last.endswith("ian") or last in ("saxon", "german"):
        return SideName(f"the {bare}s", f"the {bare}", plural=True)
    if last in _BODIES or set(words[:2]) & _BODIES:
        return SideName(f"the {bare}", possessive(f"the {bare}"), plural=False)
    if last.endswith("s") and last not in _PLACES and not last.endswith(_ENDS_OF_ONE):
        return SideName(f"the {bare}", possessive(f"the {bare}"), plural=True)
    name = f"the {bare}" if typed else bare
    return SideName(name, possessive(name), plural=False)


def side_in_text(name: str) -> str:
    """Return a side as a sentence names it: `the French`; a name that has its article already stays as it is."""
    return name if name.startswith("the ") else side_name(name).subject


def brief_names(full: Mapping[str, SideName], generals: Mapping[str, str]) -> dict[str, SideName]:
    """Return every side as it is named after its introduction: a state as its people, `the French`, and a heavy name by
    its general, `Ney's army`.

    Two generals of one name, and one without a name of his own, leave the sides theirs."""
    peoples = {side: _people(name) or name for side, name in full.items()}
    if len({name.subject for name in peoples.values()}) == len(peoples):
        full = peoples
    same = len(set(generals.values())) < len(generals)
    return {side: name if same else _brief(name, generals[side]) for side, name in full.items()}


def brief_name(sides: Sequence[str], number: int) -> SideName:
    """Return one of two sides by its number, as a state's people: `the French`."""
    return brief_names({side: side_name(side) for side in sides}, dict.fromkeys(sides, ""))[sides[number]]


def with_side(unit: str, sides: Sequence[str], number: int) -> str:
    """Return a unit with its side, one of the two by its number: `the French 3rd Division`, `Gérard's division of the
    French`."""
    side = brief_name(sides, number)
    if {side.owner.split()[-1], side.subject.split()[-1]} & set(re.findall(r"\w+", unit)):
        return f"the {unit}"
    return f"{unit} of {side.subject}" if re.search(r"\w['’]s? ", unit) else f"{side.owner} {unit}"


def short_name(name: str) -> str:
    """Return a side as a narrow list names it: `Birkenfeld` of the Republic of Birkenfeld, `French` of France."""
    brief = _people(side_name(name))
    return brief.subject.removeprefix("the ") if brief else name


_STATES = re.compile(
    r"(?:the )?(?:Grand Duchy|Duchy|Kingdom|Republic|Empire|Electorate|Principality|Free City) of (?!the )(.+)", re.I
)


def _people(name: SideName) -> SideName | None:
    """Return a state as its people (`the French` of France and the Confederation) or by its bare name; None for others.

    Two states are both named, and of more none is."""
    if state := _STATES.fullmatch(name.subject):
        return SideName(state[1], possessive(state[1]), plural=False)
    parts = [part.lower().removeprefix("the ") for part in _JOINTS.split(name.subject)[::2]]
    known = [PEOPLES[part] for part in parts if part in PEOPLES]
    if not known or parts[0] not in PEOPLES or len(known) > 2:
        return None
    subject = " and ".join(people for people, _ in known)
    owner = f"the {known[0][1]}" if len(known) == 1 else possessive(f"the {subject}")
    return SideName(f"the {subject}", owner, plural=True)


def _brief(name: SideName, general: str) -> SideName:
    owner = possessive(general)
    described = not general or general.startswith("the ") or re.search(r"\w['’]s? ", general)
    if described or len(name.subject) <= LONG or len(owner) + 5 > len(name.subject):
        return name
    return SideName(f"{owner} army", owner, plural=False)
