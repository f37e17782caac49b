"""P7: who comes up to a battle that is held open joins it, or has his own when it is decided (HR-13, 21.4)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.own_types import named_in
from battles.services import add_columns, takes_columns
from campaign.models import Campaign, Engagement, EngagementArmy
from campaign.rules.march.contact import Bloc, Contact, at_war, belligerents, blocs
from campaign.rules.march.guns import edge_of, front_of, side_of
from campaign.rules.theatre import ArmyFacts, standing_in
from campaign.rules.wording import unlike
from campaign.selectors.war import War
from campaign.services.phases.fighting.battle_files import PREFIXES, bearing, leader_row, side_name, unit_rows
from campaign.services.phases.fighting.battles import create_engagement, size_of
from campaign.services.phases.meeting.guns import roll_for_the_guns
from campaign.services.record.chronicle import write_entry

MOST_WINGS = 2


def lock_open_battles(*, campaign: Campaign) -> None:
    """Hold the battles that are with the players until the marches are done; taken before the turn (docs/turn.md)."""
    rows = Battle.objects.select_for_update().filter(pk__in=_open_rows(campaign).values("battle"), state="open")
    list(rows.order_by("pk").values_list("pk", flat=True))


def come_up(*, war: War) -> War:
    """P7 Every army that stands where an earlier battle is not decided joins its friends in it, or waits behind it."""
    rows = _open_rows(war.campaign).exclude(turn=war.turn).order_by("province__key", "turn__number", "sequence")
    rows = rows.select_related("battle", "turn", "province").prefetch_related("armies__station", "armies__faction")
    for key, there in groupby(rows, key=lambda row: row.province.key):
        war = _in_province(war, key, list(there))
    return war


def _open_rows(campaign: Campaign) -> QuerySet[Engagement]:
    return Engagement.objects.filter(turn__campaign=campaign, state=Engagement.State.OPEN, battle__isnull=False)


def _in_province(war: War, key: str, rows: list[Engagement]) -> War:
    for row in rows:
        if _takes(row):
            war = roll_for_the_guns(war=war, province=key, sides=_sides(row))
    left = []
    for army in [a for a in standing_in(key, war.armies) if a.units and not a.engaged]:
        found = next(((row, side) for row in rows if (side := _side(war, row, army)) is not None and _takes(row)), None)
        if found is None:
            left.append(army)
        else:
            war = _join(war, *found, army)
    return _wait(war, key, rows, left)


def _takes(row: Engagement) -> bool:
    """A battle that waits for an earlier one takes everybody: its file is drawn when that is settled."""
    assert row.battle is not None
    return row.battle.state == Battle.State.WAITING or takes_columns(row.battle)


def _sides(row: Engagement) -> tuple[list[str], list[str]]:
    """Return the factions on either side, in the order of the file."""
    armies = sorted(row.armies.all(), key=lambda army: army.pk)
    first, second = (list(dict.fromkeys(a.faction.key for a in armies if a.side == side)) for side in (0, 1))
    return first, second


def _side(war: War, row: Engagement, army: ArmyFacts) -> int | None:
    return side_of(army, _sides(row), war.theatre)


def _join(war: War, row: Engagement, side: int, army: ArmyFacts) -> War:
    """HR-13 An army joins its friends as one that marches to the guns."""
    waits = row.battle is not None and row.battle.state == Battle.State.WAITING
    army = replace(army, arrives=0 if waits else war.house["contact.mark_to_the_guns"], engaged=True)
    EngagementArmy.objects.create(
        engagement=row, station=war.stations[army.ref], faction=war.factions[army.faction], side=side,
        mark=army.arrives, came_from=war.provinces.get(army.came_from or ""),
    )  # fmt: skip
    row._prefetched_objects_cache.clear()  # type: ignore[attr-defined]
    if not waits:
        _grow(war, row, side, army)
    _announce(war, row, army)
    return _engaged(war, [army])


def _grow(war: War, row: Engagement, side: int, army: ArmyFacts) -> None:
    """The battle's file with the army as a column, and the engagement's details beside it."""
    assert row.battle is not None
    file = parse(row.battle.file)
    old = file.sides[side]
    edge = edge_of(bearing(war, army), front_of(side, file.attacker, [s.came_from for s in file.sides]))
    rows = unit_rows(army, war.tables.own, f"{PREFIXES[side]}{{}}", len(old.units) + 1, edge)
    wing = leader_row(army.leader, army.ref) if len(old.wings) < MOST_WINGS else None
    name = unlike(side_name(war, _sides(row)[side]), file.sides[1 - side].name)
    own = named_in([*file.own_types, *(unit.own for unit in army.units)], {**file.own_types, **war.tables.own})
    grown = _with(file, own, side, {"name": name, "units": rows, "wings": [wing] if wing else []})
    ids = {line["id"]: war.units[unit.key] for line, unit in zip(rows, army.units, strict=True)}
    row.battle = add_columns(battle=row.battle, file=grown, unit_ids=ids)
    sides = list(row.details["sides"])
    wings = [*sides[side]["wings"], *([army.leader.ref] if wing and army.leader else [])]
    sides[side] = sides[side] | {"name": name, "wings": wings}
    row.details = row.details | {"sides": sides, "size": size_of(grown)}
    row.save(update_fields=["details"])


def _with(file: BattleFile, own: list[dict[str, Any]], side: int, more: dict[str, object]) -> BattleFile:
    """Return a file whose side has another name, and more units and wings; read anew, so that it is checked."""
    data = file.as_dict() | ({"unit_types": own} if own else {})
    old = data["sides"][side]
    data["sides"][side] = old | {key: [*old[key], *value] if isinstance(value, list) else value
                                 for key, value in more.items()}  # fmt: skip
    return parse(data)


def _announce(war: War, row: Engagement, army: ArmyFacts) -> None:
    assert row.battle is not None
    name = war.factions[army.faction].name
    write_entry(turn=war.turn, phase="P7", kind="contact", rule="HR-13", province=row.province,
                battle_key=row.battle.key, text=f"{name} comes up to the {row.battle.name}.")  # fmt: skip


def _wait(war: War, key: str, rows: list[Engagement], left: Sequence[ArmyFacts]) -> War:
    """21.4 An army with a quarrel there that can join nobody fights the side that stays, when the battle is decided."""
    after = rows[-1]
    for bloc in blocs(left, war.theatre):
        foe = next((b for row in rows for b in _blocs(war, row) if at_war(bloc, b, war.theatre)), None)
        if foe is None:
            continue
        contact = Contact(key, belligerents(bloc, foe, war.theatre), belligerents(foe, bloc, war.theatre), False)
        sequence = war.rows.next_sequence()
        after = create_engagement(war=war, contact=contact, sequence=sequence, met={}, after=after)
        war = _engaged(war, contact.first.armies)
    return war


def _blocs(war: War, row: Engagement) -> list[Bloc]:
    """Return the two sides of a battle, the defender first."""
    found = []
    for side in (1, 0):
        refs = {one.station.ref for one in row.armies.all() if one.side == side}
        armies = tuple(army for army in war.armies if army.ref in refs and army.units)
        found.append(Bloc(tuple(dict.fromkeys(army.faction for army in armies)), armies))
    return found


def _engaged(war: War, armies: Sequence[ArmyFacts]) -> War:
    refs = {army.ref for army in armies}
    return war.moved_to(replace(a, engaged=True) if a.ref in refs else a for a in war.armies)
