"""Deeds and losses of units in the battles that the reader may read, moment by moment."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.urls import reverse

from base.words import counted, listed
from battles.models import Battle, BattleEffect, BattleUnit
from battles.resolvers.values.deeds import Blow, deeds_of, names_of
from battles.selectors import report_of
from campaign.models import Engagement, Leader, Station
from campaign.rules.wording import army_in_text
from campaign.visibility.battles.battles import battle_line, whole_battle_rows
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import BattleLine
from rosters.known import title_of
from rosters.models import Unit
from rosters.rules.catalogue import catalogue

KEPT_FOR = 7 * 24 * 3600
WORDS = {
    "fire": "to fire from", "combat": "in combat with", "rout": "when broken by", "pursuit": "in the pursuit by",
    "fallback": "in falling back before",
}  # fmt: skip
ALONE = re.compile(r" (from|with|by|before)$")
"""What goes where nobody follows."""
MANY_BROKEN = 3

Kept = dict[str, dict[str, list[object]]]


@dataclass(frozen=True)
class BlowLine:
    """A lost (or regained) point of a unit, with its way to the moment of the replay."""

    text: str
    when: str
    rule: str
    url: str


@dataclass(frozen=True)
class BattleOfUnit:
    """A battle in a unit's life."""

    line: BattleLine
    against: str
    blows: tuple[BlowLine, ...]
    broke: tuple[str, ...]
    guns: tuple[str, ...]


@dataclass
class Honoured:
    """A unit on the roll: what it broke and took in the battles that the reader may read.

    Its strength and its army of today are not part of it: an opponent may not know them.
    """

    unit: str
    faction: str
    key: str
    own: bool
    guns: int = 0
    broke: int = 0
    battles: list[BattleLine] = field(default_factory=list)

    @property
    def deeds(self) -> str:
        """Name what it did, in words."""
        taken = [f"took {counted(self.guns, 'battery', 'batteries')}"] if self.guns else []
        broken = [f"broke {counted(self.broke, 'enemy', 'enemies')}"] if self.broke else []
        return listed(taken + broken)


@dataclass(frozen=True)
class Fallen:
    """A unit or a general that is no more."""

    name: str
    faction: str
    battle: str
    battle_key: str
    turn: int


@dataclass(frozen=True)
class Roll:
    """The roll of honour."""

    honoured: tuple[Honoured, ...]
    fallen: tuple[Fallen, ...]
    generals: tuple[Fallen, ...]
    read: int


def _deeds(battle: Battle, digest: str) -> Kept:
    """Return the deeds of a settled battle as plain data; kept, for a settled battle does not change."""
    key = f"deeds1:{battle.key}:{digest}"
    found: Kept | None = cache.get(key)
    if found is None:
        found = _read(battle)
        cache.set(key, found, KEPT_FOR)
    return found


def _read(battle: Battle) -> Kept:
    report = report_of(battle)
    if report is None:
        return {"blows": {}, "broke": {}, "guns": {}, "names": {}}
    arms = {key: kind.arm for key, kind in catalogue().unit_types.items()}
    deeds, names = deeds_of(report, arms), names_of(report)
    return {
        "blows": {unit: [list(vars(blow).values()) for blow in blows] for unit, blows in deeds.blows.items()},
        "broke": {unit: list(deed.broke) for unit, deed in deeds.deeds.items()},
        "guns": {unit: list(deed.guns) for unit, deed in deeds.deeds.items()},
        "names": {unit: [name] for unit, name in names.items()},
    }


def battles_of_unit(knowledge: Knowledge, unit: Unit) -> list[BattleOfUnit]:
    """Return the settled battles of a unit that the reader commands, the first one first."""
    fielded = dict(BattleUnit.objects.filter(unit=unit).values_list("battle_id", "file_id"))
    rows = whole_battle_rows(knowledge).filter(battle__in=list(fielded), battle__state=Battle.State.DONE)
    found = [_of_unit(knowledge, row, fielded[row.battle_id or 0]) for row in rows.order_by("turn__number", "sequence")]
    return [one for one in found if one.line.open_to_reader]


def _of_unit(knowledge: Knowledge, row: Engagement, file_id: str) -> BattleOfUnit:
    battle, line = row.battle, battle_line(knowledge, row)
    assert battle is not None
    deeds = _deeds(battle, battle.result.digest) if line.open_to_reader else {}
    names = {unit: str(given[0]) for unit, given in deeds.get("names", {}).items()}
    blows = [_typed(given) for given in deeds.get("blows", {}).get(file_id, ())]
    replay = reverse("game:battle_replay", args=[knowledge.campaign.slug, battle.key]) if line.watched else ""
    return BattleOfUnit(
        line, _against(row, file_id, battle), tuple(_blow(blow, names, replay) for blow in blows),
        tuple(army_in_text(names.get(str(one), str(one))) for one in deeds.get("broke", {}).get(file_id, ())),
        tuple(army_in_text(names.get(str(one), str(one))) for one in deeds.get("guns", {}).get(file_id, ())),
    )  # fmt: skip


def _typed(given: Any) -> Blow:
    n, day, round_, points, how, rule, by = given
    return Blow(n, day, round_, points, how, rule, tuple(by))


def _against(row: Engagement, file_id: str, battle: Battle) -> str:
    sides = battle.file.get("sides", ())
    own = next((n for n, side in enumerate(sides) if any(unit["id"] == file_id for unit in side["units"])), 0)
    return str(row.details["sides"][1 - own]["name"])


def _blow(blow: Blow, names: dict[str, str], replay: str) -> BlowLine:
    points = counted(abs(blow.points), "strength point")
    foes = listed([army_in_text(names.get(one, one)) for one in blow.by])
    word = WORDS.get(blow.how, f"by {blow.how.replace('_', ' ')}")
    how = f"{word} {foes}" if foes else ALONE.sub("", word)
    text = f"{points} lost {how}" if blow.points > 0 else f"{points} regained"
    when = f"day {blow.day}, round {blow.round}" if blow.day > 1 else f"round {blow.round}"
    return BlowLine(text[:1].upper() + text[1:], when, blow.rule, f"{replay}?at={blow.n}" if replay else "")


def roll_of_honour(knowledge: Knowledge) -> Roll:
    """Destroyed units, units that took a gun or broke three enemies, and generals, as far as the reader may read."""
    rows = whole_battle_rows(knowledge).filter(battle__state=Battle.State.DONE).order_by("turn__number", "sequence")
    read = [(row, line) for row in rows if (line := battle_line(knowledge, row)).open_to_reader]
    honoured = _honoured(knowledge, read)
    return Roll(tuple(honoured), tuple(_fallen(read)), tuple(_generals(knowledge, read)), len(read))


def _honoured(knowledge: Knowledge, read: Iterable[tuple[Engagement, BattleLine]]) -> list[Honoured]:
    known: dict[int, Honoured] = {}
    lines = {row.battle_id: (row.battle, line) for row, line in read if row.battle is not None}
    fielded = BattleUnit.objects.filter(battle__in=list(lines)).select_related("unit__army__station__faction")
    for fought in fielded.order_by("battle__engagement__turn__number", "pk"):
        battle, line = lines[fought.battle_id]
        deeds = _deeds(battle, battle.result.digest)
        if broken := deeds["broke"].get(fought.file_id):
            one = known.setdefault(fought.unit_id, _entry(knowledge, fought.unit))
            one.broke += len(broken)
            one.guns += len(deeds["guns"].get(fought.file_id, ()))
            one.battles.append(line)
    worthy = [one for one in known.values() if one.guns or one.broke >= MANY_BROKEN]
    return sorted(worthy, key=lambda one: (-one.guns, -one.broke, one.unit))


def _entry(knowledge: Knowledge, unit: Unit) -> Honoured:
    station: Station = unit.army.station
    own = knowledge.is_referee or (knowledge.own is not None and station.faction_id == knowledge.own.pk)
    return Honoured(title_of(unit), station.faction.name, unit.key, own)


def _fallen(read: Iterable[tuple[Engagement, BattleLine]]) -> list[Fallen]:
    lines = {row.battle_id: line for row, line in read}
    rows = BattleEffect.objects.filter(battle__in=list(lines), after=0).exclude(fate="amalgamated")
    rows = rows.select_related("unit__army__station__faction").order_by("pk")
    return [
        Fallen(title_of(row.unit), row.unit.army.station.faction.name, lines[row.battle_id].name,
               lines[row.battle_id].key, lines[row.battle_id].turn)
        for row in rows
    ]  # fmt: skip


def _generals(knowledge: Knowledge, read: Iterable[tuple[Engagement, BattleLine]]) -> list[Fallen]:
    """Generals whom a battle took."""
    leaders = {row.ref: row for row in Leader.objects.filter(campaign=knowledge.campaign).select_related("faction")}
    found = []
    for row, line in read:
        for ref in [ref for lost in row.details.get("lost_leaders", ()) for ref in lost]:
            if ref in leaders:
                found.append(Fallen(leaders[ref].name, leaders[ref].faction.name, line.name, line.key, line.turn))
    return found
