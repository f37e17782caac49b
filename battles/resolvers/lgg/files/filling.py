"""From a battle file with its field to a record that is ready to be played."""

from dataclasses import dataclass

from base.refusal import Refusal
from battles.resolvers.common.codes import GROUND_KEYS, SEASON_KEYS, SKILL_KEYS, WEATHER_KEYS
from battles.resolvers.core.dice import key_of
from battles.resolvers.fields.field import Field, Piece
from battles.resolvers.fields.shapes import Shape, convex_parts
from battles.resolvers.lgg.record.codes import (
    COVER_KEYS,
    LEADERS,
    MAX_PIECES,
    NOBODY,
    ROLE_KEYS,
    SIDE_ROLL,
    Edge,
    Stake,
)
from battles.resolvers.lgg.record.journal import Event, log_event
from battles.resolvers.lgg.record.profile import Profile
from battles.resolvers.lgg.record.setup import NewUnit, add_leader, add_piece, add_units, new_battle, send_late
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import CAMPAIGN_WEATHERS, BattleFile, BattleSide, BattleUnit
from battles.resolvers.values.sides import POSTURES, SECTORS
from rosters.rules.own_types import Difference, difference

_KINDS = {"river": "obstacle"}
_UNITS_TO_A_GUN = 3
_ANY_COST, _DEAR = -3.0, 3.0
"""AI-22 What a lost field is to a side that holds it at any cost; how much dearer strength is to one that saves it."""
_SIDE_EDGES: dict[int, dict[str, Edge]] = {
    Edge.SOUTH: {"own": Edge.SOUTH, "left": Edge.WEST, "right": Edge.EAST},
    Edge.NORTH: {"own": Edge.NORTH, "left": Edge.EAST, "right": Edge.WEST},
}

_LAID: dict[str, tuple[Field, Battle]] = {}
"""The last field of each profile, laid out on an empty battle."""
_KEPT = 4
OFF = "off"


@dataclass(frozen=True)
class Pieces:
    """The pieces of a record: convex shapes, and for each the number of the file's piece that it belongs to."""

    shapes: tuple[tuple[Piece, Shape], ...]
    owners: tuple[int, ...]


def pieces_of(field: Field) -> Pieces:
    """Return the field's pieces cut into convex shapes; refused where they are too many for a record."""
    cut = [(n, piece, part) for n, piece in enumerate(field.pieces) for part in _parts(piece)]
    if len(cut) > MAX_PIECES:
        raise Refusal(f"field.pieces: they make {len(cut)} convex shapes, {MAX_PIECES} can be played; simplify.")
    return Pieces(tuple((piece, part) for _, piece, part in cut), tuple(n for n, _, _ in cut))


def _parts(piece: Piece) -> list[Shape]:
    return convex_parts(piece.shape) if piece.is_area else [piece.shape]


def fill(file: BattleFile, seed: str, profile: Profile) -> Battle:
    """Return a record in phase SETUP with everything that a frozen file says; its journal begins here."""
    if file.field is None:
        raise ValueError("a battle is fought on a field; freeze its file first")
    battle = _laid_out(file.field, profile).copy()
    battle.key = key_of(seed)
    _fill_clock(battle, file)
    for number, side in enumerate(file.sides):
        _fill_side(battle, number, side, _differences(file, side, profile), near=file.attacker == number)
    log_event(battle, Event.BATTLE_START, side=NOBODY)
    return battle


def _laid_out(field: Field, profile: Profile) -> Battle:
    """Return an empty battle on a field; kept, because the runs of a forecast differ in everything but this."""
    kept = _LAID.get(profile.digest)
    if kept is None or kept[0] != field:
        battle = new_battle("", profile)
        _fill_table(battle, field)
        while len(_LAID) >= _KEPT:
            _LAID.pop(next(iter(_LAID)))
        kept = _LAID[profile.digest] = (field, battle)
    return kept[1]


def _fill_clock(battle: Battle, file: BattleFile) -> None:
    battle.season = SEASON_KEYS.index(file.season)
    battle.fixed_weather = _place(WEATHER_KEYS, file.weather)
    battle.fixed_ground = _place(GROUND_KEYS, file.ground)
    battle.campaign_weather = int(file.campaign_weather == CAMPAIGN_WEATHERS[-1])
    battle.meeting = int(file.engagement == "meeting")
    battle.held_whole_turn = int(file.held_whole_turn)
    battle.fortress, battle.river_crossing = int(file.fortress), int(file.river_crossing)
    battle.gun_limit = _UNITS_TO_A_GUN if file.options.limit_guns else NOBODY
    battle.max_days = file.options.max_days
    battle.stratagems = int(file.options.played("stratagems"))
    battle.sudden_death = int(file.options.played("sudden_death"))
    battle.tournament = int(battle.sudden_death and file.campaign_weather is None)
    _fill_will(battle, file)


def _fill_will(battle: Battle, file: BattleFile) -> None:
    """HR-26, HR-27 The share of broken units that an army bears, and how many units a command roll serves."""
    share = str(file.options.own.get("will", OFF))
    battle.will = int(share != OFF and not battle.sudden_death)
    if battle.will:
        battle.will_parts, battle.will_of = (int(part) for part in share.split("/"))
    battle.large_army = int(file.options.own.get("large_army", 0))


def _place(keys: tuple[str, ...], key: str | None) -> int:
    return NOBODY if key is None else keys.index(key)


def _fill_table(battle: Battle, field: Field) -> None:
    battle.width, battle.depth = field.width, field.depth
    for piece, part in pieces_of(field).shapes:
        add_piece(
            battle,
            _KINDS.get(piece.kind, piece.kind),
            part,
            level=piece.elevation,
            cover=COVER_KEYS.index(piece.cover or "none"),
            halt=piece.halt,
            impassable=piece.impassable,
            width=piece.width,
            river=piece.kind == "river",
        )


def _differences(file: BattleFile, side: BattleSide, profile: Profile) -> list[Difference]:
    """HR-30 Return how far the own type of each unit differs from the type of the catalogue."""
    own, known = file.own_types, profile.fighters
    return [difference(own.get(unit.own), known[unit.type].morale) for unit in side.units]


def _fill_side(battle: Battle, number: int, side: BattleSide, own: list[Difference], *, near: bool) -> None:
    edge = Edge.SOUTH if near else Edge.NORTH
    battle.edge[number] = edge
    battle.role[number] = ROLE_KEYS.index(side.role)
    battle.supply_cut[number], battle.must_decide[number] = side.supply_cut, side.must_decide
    battle.capital[number], battle.works[number] = side.capital, side.works
    battle.entered_last[number] = int(side.role == "attacker")
    for role, leader in enumerate([side.commander, *side.wings]):
        add_leader(battle, number, role, SKILL_KEYS.index(leader.skill))
    armies = list(dict.fromkeys(unit.army for unit in side.units))
    for role, wing in enumerate(side.wings, 1):
        if wing.army is not None:
            send_late(battle, number * LEADERS + role, armies.index(wing.army))
    units = zip(side.units, own, strict=True)
    add_units(battle, number, [_new_unit(unit, edge, armies.index(unit.army), more) for unit, more in units])
    _fill_plan(battle, number, side)
    _fill_stakes(battle, number, side)


def _new_unit(unit: BattleUnit, edge: int, army: int, own: Difference) -> NewUnit:
    entry = NOBODY if unit.arrives is None else _SIDE_EDGES[edge][unit.edge or "own"]
    return NewUnit(unit.type, unit.strength, unit.guard, unit.outriders, unit.arrives or 0, entry, army, own)


def _fill_stakes(battle: Battle, number: int, side: BattleSide) -> None:
    """AI-22 What the file has at stake, and what the plan makes of it."""
    row, stakes = battle.stakes[number], side.stakes
    if stakes is not None:
        for place, value in enumerate((stakes.won, stakes.drawn, stakes.lost, stakes.strength)):
            row[place] = value / 100
    evening = side.plan.evening if side.plan else None
    if evening == "hold":
        row[Stake.LOST], row[Stake.STRENGTH] = min(row[Stake.LOST], _ANY_COST), row[Stake.STRENGTH] / _DEAR
    elif evening == "save":
        row[Stake.WON], row[Stake.STRENGTH] = row[Stake.WON] / _DEAR, row[Stake.STRENGTH] * _DEAR


def _fill_plan(battle: Battle, number: int, side: BattleSide) -> None:
    plan = side.plan
    if plan is None:
        return
    battle.plan_posture[number] = _place(POSTURES, plan.posture)
    battle.plan_sector[number] = _place(SECTORS, plan.sector)
    if plan.reserve is not None:
        battle.plan_reserve[number] = plan.reserve / 100
    if plan.break_off is not None:
        battle.plan_break_off[number] = plan.break_off / 100
    for row, unit in enumerate(side.units, number * SIDE_ROLL):
        battle.plan_spares[row] = int(unit.id in plan.spare)
