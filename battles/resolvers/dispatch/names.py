"""Names of units and generals in a dispatch."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from base.words import counted, listed, ordinal, ordinal_word
from battles.resolvers.dispatch.sides import SideName, brief_names, side_name
from rosters.rules.catalogue import catalogue

_MANY = frozenset({
    "divisions", "brigades", "regiments", "batteries", "battalions", "squadrons", "guns", "troops", "guards",
    "hussars", "dragoons", "cuirassiers", "grenadiers", "cossacks", "lancers", "uhlans", "engineers", "chasseurs",
    "fusiliers", "carabiniers", "volunteers", "rifles", "sappers", "pioneers", "bashkirs", "kalmyks", "zouaves",
    "jägers", "jagers", "voltigeurs", "musketeers", "tirailleurs", "carabineers", "pontoniers", "pandours",
})  # fmt: skip
"""Heads of names that are spoken of as many."""
_FORMATIONS = frozenset({
    "infantry", "cavalry", "artillery", "army", "corps", "division", "brigade", "regiment", "battery", "guard",
    "garde", "reserve", "column", "wing", "train", "militia", "landwehr", "landsturm",
    "legion", "battalion", "squadron", "levy", "garrison", "detachment",
}) | _MANY  # fmt: skip
_GUNS = frozenset({"battery", "batteries", "guns"})
_OFFICES = frozenset({"commander", "officer", "second", "leader", "general", "chief", "brigadier", "subordinate"})
_WHOLE = {"inf": "infantry", "cav": "cavalry", "art": "artillery"}


@dataclass(frozen=True)
class UnitCard:
    """A unit of the battle file as a dispatch needs it."""

    id: str
    name: str
    side: str
    type: str
    guard: bool
    strength: int
    full: int
    own: str = ""
    """The name of its type in its war (HR-30), empty where it has none."""
    part: int = 0
    """Which battalion, regiment or battery of the unit this piece is; 0 for a whole unit."""

    @property
    def whole(self) -> str:
        """The id of the unit that this is, or is a part of."""
        return self.id.rpartition("/")[0] if self.part else self.id

    @property
    def kind(self) -> str:
        """`line infantry`, `Guard heavy cavalry`."""
        return f"{'Guard ' if self.guard else ''}{self.own or spelled(self.type)}"

    @property
    def arm(self) -> str:
        """foot, cav, art, eng or veh."""
        known = catalogue().unit_types.get(self.type)
        return known.arm if known else "foot"

    @property
    def men(self) -> float:
        """Men of the unit at full strength."""
        known = catalogue().unit_types.get(self.type)
        return float(known.men) if known else 0.0


def spelled(type_key: str) -> str:
    """Return a unit type in running text."""
    known = catalogue().unit_types.get(type_key)
    if known is None:
        return type_key.replace("_", " ")
    *front, last = known.short.lower().split()
    return " ".join((*front, _WHOLE.get(last, last)))


def cards(battle: dict[str, Any]) -> dict[str, UnitCard]:
    """Return every unit of a battle file by its id."""
    own = {row["short"]: row.get("name") or row["short"] for row in battle.get("unit_types") or ()}
    return {
        unit["id"]: _card(side["name"], unit, own.get(unit.get("own", ""), ""))
        for side in battle["sides"] for unit in side["units"]
    }  # fmt: skip


def _card(side: str, unit: dict[str, Any], own: str) -> UnitCard:
    known = catalogue().unit_types.get(unit["type"])
    full = known.full if known else unit["strength"]
    name, guard = _without_commas(unit["name"]), bool(unit["guard"])
    return UnitCard(unit["id"], name, side, unit["type"], guard, unit["strength"], full, own)


def _without_commas(name: str) -> str:
    """`Barrois's division (Young Guard)` for a name with its tail behind a comma, which would break a sentence."""
    bare, comma, tail = re.sub(r"\([^)]*\)", lambda found: found[0].replace(",", "\0"), name).partition(", ")
    joined = f"{bare[:-1]}, {tail})" if bare.endswith(")") else f"{bare} ({tail})"
    return (joined if comma and "(" not in tail else name).replace("\0", ",")


def pieces_of_units(known: Mapping[str, UnitCard], pieces: Sequence[Mapping[str, Any]]) -> dict[str, UnitCard]:
    """Return cards of the pieces that are a part of a unit (a battalion of a division), by their ids."""
    made: dict[str, UnitCard] = {}
    for piece in pieces:
        if piece["id"] != piece["unit"]:
            unit, number = known[piece["unit"]], piece["id"].rpartition("/")[2]
            made[piece["id"]] = replace(
                unit, id=piece["id"], part=int(number), strength=piece["strength"], full=piece["strength"],
            )  # fmt: skip
    return made


class Namer:
    """Names the units of one dispatch; the first time with what they are, unless nobody needs to be introduced.

    `late` counts how often each unit is introduced once more, because the sentence that does it is left out."""

    def __init__(
        self, battle: dict[str, Any], *, introduce: bool = True, pieces: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        self.cards = cards(battle) | pieces_of_units(cards(battle), pieces)
        self.full = {side["name"]: side_name(side["name"]) for side in battle["sides"]}
        self._short = brief_names(self.full, {one["name"]: person(one["commander"]["name"]) for one in battle["sides"]})
        self.namesakes = len({one["commander"]["name"] for one in battle["sides"]}) < len(battle["sides"])
        self.sides = self.full if introduce else self._short
        self._introduce, self._known = introduce, set[str]()
        self.late, self._introduced = Counter[str](), dict[str, str]()
        self._shared, self._twins = _shared_names(self.cards), _twins(self.cards)

    def shorten(self) -> None:
        """Name the sides from now on as one does who has introduced them: `Ney's army` for a heavy name."""
        self.sides = self._short

    def person(self, name: str) -> str:
        """Return a general in a sentence; a nameless one of a side whose name is heavy as `Ney's first brigadier`."""
        army, _, office = name.rpartition(" ")
        if army in self.full and office == "commander":
            return f"{self.sides[army].owner} commander"
        side, _, post = army.rpartition(" ")
        if side not in self.full or self.sides[side] is self.full[side] or post not in _OFFICES:
            return person(name)
        return f"{self.sides[side].owner} {person(name).removeprefix('the ').partition(' of ')[0]}"

    def chief(self, who: str, side: str) -> str:
        """Return an army's general, named in a sentence as `who`; of two namesakes each with his side."""
        plain = not (who.startswith("the ") or re.search(r"\w['’]s? ", who))
        return f"{who} of {self.sides[side].subject}" if self.namesakes and plain else who

    def unit(self, unit_id: str, *, own: bool = False, sided: bool = True) -> str:
        """Return a unit in a sentence; the first time with its side, and with its kind if the name does not show it.

        `own` means that its side is the subject: `their 1st Line infantry`. Without `sided` the sentence has named it.
        """
        card = self.cards[unit_id]
        first = self._introduce and card.whole not in self._known
        name = self._name(card, self._owner(card, own=own), first=first or own)
        name = _with_kind(name, card) if first or card.whole in self._twins else name
        name = self._with_side(name, card) if first and sided and not own else name
        if first:
            self._meet(card.whole, name)
        return f"the {ordinal(card.part)} {_part_of(card)} of {name}" if card.part else name

    def _meet(self, whole: str, name: str) -> None:
        """Note a unit that is introduced, and by what words."""
        self._introduced[whole] = name.removeprefix("the ")
        if self.late[whole]:
            self.late[whole] -= 1
        else:
            self._known.add(whole)

    def strangers(self, told: str, left_out: str) -> list[str]:
        """Return the units that a text names and that only sentences which were left out of it introduce."""
        return [whole for whole, name in self._introduced.items()
                if _in(name, left_out) and not _in(name, told) and _in(self.cards[whole].name, told)]  # fmt: skip

    def units(self, unit_ids: list[str], *, own: bool = False) -> str:
        """Return several units: `Kleist and Yorck`, `Prussia's 2nd Division and 3rd Division`."""
        unit_ids = self._whole(unit_ids)
        sides = [self.cards[unit_id].side for unit_id in unit_ids]
        names = [
            self.unit(unit_id, own=own, sided=not k or sides[k] != sides[k - 1]) for k, unit_id in enumerate(unit_ids)
        ]
        owners = [self._owner(self.cards[unit_id], own=own) for unit_id in unit_ids]
        return listed([
            name.removeprefix(owner) if k and names[k - 1].startswith(owner) else name
            for k, (name, owner) in enumerate(zip(names, owners, strict=True))
        ])  # fmt: skip

    def bodies(self, unit_ids: Sequence[str]) -> str:
        """Return several units by their number: `four units`, and `four battalions` of units drawn up in pieces."""
        kinds = {_part_of(card) if card.part else "unit" for card in map(self.cards.__getitem__, unit_ids)}
        kind = kinds.pop() if len(kinds) == 1 else "body of troops"
        return counted(len(unit_ids), kind, _SEVERAL.get(kind, ""))

    def _whole(self, unit_ids: Sequence[str]) -> list[str]:
        """Name a unit once in place of all its pieces."""
        found = dict.fromkeys(self.cards[unit_id].whole for unit_id in unit_ids)
        pieces = {whole: [k for k, card in self.cards.items() if card.part and card.whole == whole] for whole in found}
        full = {whole for whole, parts in pieces.items() if len(parts) > 1 and set(parts) <= set(unit_ids)}
        return list(dict.fromkeys(self.cards[k].whole if self.cards[k].whole in full else k for k in unit_ids))

    def _owner(self, card: UnitCard, *, own: bool) -> str:
        side = self.sides[card.side]
        return f"{side.their if own else side.owner} "

    def _name(self, card: UnitCard, owner: str, *, first: bool) -> str:
        bare = first or not self._introduce or not _kind_unsaid(card)
        if card.name in self._shared or (card.name[:1].isdigit() and bare):
            return f"{owner}{card.name}"
        if card.name[:1].isdigit():
            return f"the {card.name}"
        return body_name(card.name)

    def _with_side(self, name: str, card: UnitCard) -> str:
        """`the IV Corps artillery of the French`, `Loison's division (line infantry of the French)`."""
        side, kind = self.sides[card.side], _kind_unsaid(card)
        said = {side.owner.split()[-1], side.subject.split()[-1]}
        if name.startswith(f"{side.owner} ") or said & set(re.findall(r"\w+", card.name)):
            return name
        if kind:
            return f"{name[:-1]} of {side.subject})"
        if name.startswith("the ") and " of " in name:
            return f"{side.owner} {name.removeprefix('the ')}"
        return f"{name[:-1]}, of {side.subject})" if name.endswith(")") else f"{name} of {side.subject}"

    def is_many(self, unit_id: str) -> bool:
        """Is a unit spoken of as many, as batteries and hussars are?"""
        card = self.cards[unit_id]
        return not card.part and are_many(card.name)


def _in(name: str, text: str) -> bool:
    """Is a name in a text, and not the end of a longer one, as `6th Division` is of `16th Division`?"""
    return name in text and re.search(rf"(?<!\w){re.escape(name)}", text) is not None


def body_name(name: str) -> str:
    """Return a body of troops in a sentence: `the XIV Corps`, `Girard's corps`, `Blücher`."""
    plain = re.search(r"\w['’]s? ", name) or name.lower().startswith("the ")
    return f"the {name}" if head_of(name) in _FORMATIONS and not plain else name


def are_many(name: str) -> bool:
    """Return whether a body of troops is spoken of as many: `the Landwehr batteries`, `the VIII Corps and V Corps`."""
    return head_of(name) in _MANY or _are_two(name)


def _are_two(name: str) -> bool:
    """Return whether two bodies are joined: `Corps of Leipzig and Reserve of Mainz`, not `Garrison of Torgau and
    Wittenberg` or `Landwehr of the 3rd and 4th Brigades`."""
    first, _, second = name.rpartition(" and ")
    alike = second.count(" of ") >= first.count(" of ")
    return bool(first) and alike and {head_of(first), head_of(second)} <= _FORMATIONS


def head_of(name: str) -> str:
    """Return the word of a name that gives its kind: `legion` of `Russian-German Legion (Arentsschildt)`, `guns` of
    `Guns of the Guard`; empty for a name without words."""
    bare = re.split(" of | before ", re.sub(r"\s*\([^)]*\)\s*$", "", name.lower()))[0].split()
    return bare[-1] if bare else ""


def _shared_names(known: dict[str, UnitCard]) -> set[str]:
    names = [card.name for card in known.values() if not card.part]
    return {name for name in names if names.count(name) > 1}


def _twins(known: dict[str, UnitCard]) -> set[str]:
    """Return the units that share their name with another one of their side: only their kind differs."""
    names = Counter((card.side, card.name) for card in known.values() if not card.part)
    return {card.id for card in known.values() if names[card.side, card.name] > 1}


_SEVERAL = {"battery": "batteries", "body of troops": "bodies of troops"}


def _part_of(card: UnitCard) -> str:
    return {"foot": "battalion", "cav": "regiment", "art": "battery"}.get(card.arm, "part")


def _kind_unsaid(card: UnitCard) -> str:
    """Return what a unit's name leaves open of its kind; empty where the name gives its arm."""
    words = set(re.findall(r"\w+", card.name.lower()))
    arm = "artillery" if head_of(card.name) in _GUNS else ""
    unsaid = [word for word in card.kind.split() if word.lower() not in words]
    return "" if card.kind.split()[-1] in words or unsaid == [arm] else " ".join(unsaid)


def _with_kind(name: str, card: UnitCard) -> str:
    """`the Birke Lancers (light cavalry)`, `Kurmark Landwehr (Hirschfeld, militia infantry)`."""
    kind = _kind_unsaid(card)
    if not kind:
        return name
    if not name.endswith(")"):
        return f"{name} ({kind})"
    begun = card.kind.removesuffix(kind).strip().lower()
    comma = "" if begun and name[:-1].lower().endswith(begun) else ","
    return f"{name[:-1]}{comma} {kind})"


def general(leader: dict[str, Any], side: SideName) -> str:
    """Return a general by his name, or by his post."""
    return person(leader["name"]) or f"{side.owner} commander"


def person(name: str) -> str:
    """Return a general in a sentence: a name as it is, a description as people say it.

    `the French commander`, `the second-in-command of the French`, `the commandant of Glogau`."""
    if army := _OFFICER.fullmatch(name):
        return _nameless(army[1])
    if _TITLED.match(name):
        return f"the {name}"
    words = name.lower().split()
    if len(words) > 2 and words[-2] in _OFFICES and words[-1].isdigit():
        side = side_name(" ".join(name.split()[:-2])).subject
        rank = f"{ordinal_word(int(words[-1]))} {words[-2]}"
        return f"the {_IN_COMMAND.get(rank, rank)} of {side}"
    if not words or words[0] == "the" or re.search(r"\w['’]s? ", name):
        return name
    of_something = len(words) > 2 and words[0] in _OFFICES and words[1] == "of"
    return f"the {name}" if of_something or words[-1] in _OFFICES else name


def is_nobody(name: str) -> bool:
    """Is a general one of many without names, such as `French brigadier 2`?"""
    return re.fullmatch(r".* brigadier \d+", name, re.IGNORECASE) is not None


_TITLED = re.compile(
    r"(\w+ ){0,2}(marshal|general|prince|duke|archduke|count|king|margrave|elector) of ", re.IGNORECASE
)
"""Titles with a country in place of a name: `Crown Prince of Prussia`, `Left General of Brisk`."""
_OFFICER = re.compile(r"(.+?)['’]s? officer")
_IN_COMMAND = {"first subordinate": "second-in-command", "second subordinate": "third-in-command"}


def _nameless(army: str) -> str:
    """Return the general of an army who has no name: `the commandant of Glogau`, `the officer leading North Main`."""
    place = army.removeprefix("Garrison of ")
    return f"the commandant of {place}" if place != army else f"the officer leading {body_name(army)}"
