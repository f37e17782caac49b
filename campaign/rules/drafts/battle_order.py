"""An order of battle as text, a line an army: ``I Corps (Browne, good; Prague): 6 Line inf, 2 Heavy cav``.

A line with the name of a faction alone heads the armies below it; without one an army serves the holder of its
province. After the province come the generals of its wings. ``Generals: Keith, good; Schwerin`` have no army.
"""

import re
from dataclasses import dataclass

from base.refusal import Refusal
from campaign.rules.drafts.pasted import MOST_TEXT, Trouble, folded, names_of, shown, unknown
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.kinds import LeaderSkill
from rosters.rules.notation import RosterItem, parse_roster

_ARMY = re.compile(r"(?P<name>.+?)\s*\((?P<who>[^()]*)\)\s*:\s*(?P<units>.*)")
_GENERALS = re.compile(r"generals?\s*:\s*(?P<who>.*)", re.IGNORECASE)
_PLACE = re.compile(r"Line \d+, column (\d+): ")
EXAMPLE = "I Corps (Browne, good; Prague): 6 Line inf, 2 Heavy cav"
WINGS = 2


@dataclass(frozen=True)
class General:
    """A general as he is written; without a skill he keeps his own, or is average."""

    name: str
    skill: str = ""


@dataclass(frozen=True)
class ArmyLine:
    """An army as it is written."""

    faction: str
    name: str
    province: str
    leader: General | None
    wings: tuple[General, ...]
    units: tuple[RosterItem, ...]


@dataclass(frozen=True)
class BattleOrder:
    """The lines that could be read, and the troubles of others; ``spare`` are pairs of faction and general."""

    armies: tuple[ArmyLine, ...]
    spare: tuple[tuple[str, General], ...]
    troubles: tuple[Trouble, ...]


class _Stop(Exception):
    """The rest of a line cannot be read."""


def read_order(text: str, file: CampaignFile) -> BattleOrder:
    """Read an order of battle for the provinces and factions of a draft."""
    if len(text) > MOST_TEXT:
        raise Refusal(f"Order of battle: the text is too long; at most {MOST_TEXT:,} characters are read.")
    reader = _Reader(file)
    for number, line in enumerate(text.replace("\0", " ").splitlines(), 1):
        try:
            reader.read(number, line.strip())
        except _Stop:
            continue
    return BattleOrder(tuple(reader.armies), tuple(reader.spare), tuple(reader.troubles))


class _Reader:
    """The lines so far."""

    def __init__(self, file: CampaignFile) -> None:
        self.towns, self.powers = names_of(file.provinces), names_of(file.factions)
        self.holders = {row.key: row.controller or row.home for row in file.provinces}
        self.own = file.own_types
        self.faction, self.line, self.text = "", 0, ""
        self.armies, self.spare = list[ArmyLine](), list[tuple[str, General]]()
        self.troubles, self.names = list[Trouble](), dict[tuple[str, str], int]()

    def read(self, number: int, text: str) -> None:
        self.line, self.text = number, text
        if not text or text.startswith("#"):
            return
        army, spare = _ARMY.fullmatch(text), _GENERALS.fullmatch(text)
        if spare:
            self._spare(spare["who"])
        elif army:
            self._army(army)
        else:
            self._heading(text)

    def stop(self, remedy: str, piece: str = "") -> _Stop:
        place = self.text.find(piece) + 1 if piece else 0
        self.troubles.append(Trouble(self.line, f"column {place}" if place else "", remedy))
        return _Stop()

    def _heading(self, text: str) -> None:
        found = self.powers.get(folded(text.strip("=*:. ")))
        if found is None:
            if text.endswith(":"):
                raise self.stop(unknown(text[:-1], "faction", self.powers))
            raise self.stop(f"“{shown(text)}” is neither a faction nor an army; write an army such as {EXAMPLE}.")
        self.faction = found

    def _spare(self, who: str) -> None:
        if not self.faction:
            raise self.stop("these generals serve nobody; write the name of their faction in a line above them.")
        self.spare += [(self.faction, self._general(part)) for part in who.split(";") if part.strip()]

    def _army(self, found: re.Match[str]) -> None:
        parts = [part.strip() for part in found["who"].split(";")]
        if len(parts) == 1 and folded(parts[0]) in self.towns:
            parts = ["", parts[0]]
        if len(parts) < 2 or not parts[1]:
            raise self.stop(f"the province is missing; write the general and the province, such as {EXAMPLE}.")
        province = self.towns.get(folded(parts[1]))
        if province is None:
            raise self.stop(unknown(parts[1], "province", self.towns), parts[1])
        faction = self.faction or self.holders.get(province) or ""
        if not faction:
            raise self.stop("it serves nobody; write the name of its faction in a line above it.")
        leader = None if parts[0] in ("", "-", "–") else self._general(parts[0])
        wings = tuple(self._general(part) for part in parts[2:] if part)
        if len(wings) > WINGS:
            raise self.stop(f"an army has {WINGS} wings at most; leave one of these generals out.", parts[4])
        name = " ".join(found["name"].split())[:80]
        first = self.names.setdefault((faction, folded(name)), self.line)
        if first != self.line:
            raise self.stop(f"“{shown(name)}” is in line {first} already; give each army its own name.")
        self.armies.append(ArmyLine(faction, name, province, leader, wings, self._units(found)))

    def _general(self, part: str) -> General:
        name, comma, skill = (piece.strip() for piece in part.strip().partition(","))
        if comma and skill.casefold() not in LeaderSkill:
            raise self.stop(f"“{shown(skill)}” is no skill; choose from {', '.join(LeaderSkill)}.", skill)
        if not folded(name):
            raise self.stop("a general has no name; write it, or a hyphen where nobody commands.")
        return General(" ".join(name.split())[:80], skill.casefold())

    def _units(self, found: re.Match[str]) -> tuple[RosterItem, ...]:
        try:
            return parse_roster(found["units"], self.own)
        except Refusal as refusal:
            sentence = str(refusal)
        match = _PLACE.match(sentence)
        column = f"column {found.start('units') + int(match[1])}" if match else ""
        self.troubles.append(Trouble(self.line, column, sentence[match.end() :] if match else sentence))
        raise _Stop
