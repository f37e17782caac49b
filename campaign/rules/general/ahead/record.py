"""AI-49 A coarse war of two sides as one record: the land, stacks of some strength, and room to play it on."""

from typing import Annotated, Any, cast

import numpy as np

from battles.resolvers.core.kernels import COMPILED
from battles.resolvers.core.records import FlatRecord, Plain, fields_of, give_fields, kept_record
from compiler.annotations import Cube, Numbers, Table, f8, i1, i2, i8

PROVINCES, WAYS, STACKS, REPLIES, TURNS = 128, 16, 192, 32, 4
"""The largest war that is played on: so many provinces, ways from one of them, stacks, replies and turns."""
OURS, THEIRS, NOBODY, BARRED = range(4)
"""The sides, nobody, and who stands outside the war: nobody enters his provinces."""
GROUNDS = ("open", "rough", "river", "fortress")
STEPS, FINER = 65, 16
"""Odds are read by steps of a sixteenth, up to four to one."""
FAR = 99


class Map:
    """The part that no turn changes. ``prize``: what a province is worth to each side; ``capital``: whose home it is.

    ``needed``: the capitals of the other that each side needs, held at ``running`` turn ends; 0 where that ends no war.
    """

    provinces: i8
    stacks: i8
    last_turn: i8
    running: i8
    needed: Annotated[Numbers[i8], 2]
    ways: Annotated[Numbers[i2], PROVINCES]
    near: Annotated[Table[i2], PROVINCES, WAYS]
    far: Annotated[Table[i1], PROVINCES, PROVINCES]
    value: Annotated[Numbers[f8], PROVINCES]
    prize: Annotated[Table[f8], 2, PROVINCES]
    capital: Annotated[Numbers[i1], PROVINCES]
    walls: Annotated[Numbers[i1], PROVINCES]
    ground: Annotated[Numbers[i1], PROVINCES]
    side: Annotated[Numbers[i1], STACKS]
    shut: Annotated[Numbers[i1], STACKS]
    odds: Annotated[Cube[f8], len(GROUNDS), STEPS, 4]
    fades: Annotated[Numbers[f8], FAR + 1]
    nears: Annotated[Numbers[f8], FAR + 1]
    weights: Annotated[Numbers[f8], 8]
    dice: Annotated[Cube[f8], REPLIES, TURNS, PROVINCES]


class Opening:
    """The war as it stands, our orders for the first turn, and the replies of the enemy with their shares."""

    turn_now: i8
    won_now: i8
    held_now: Annotated[Numbers[i1], PROVINCES]
    since_now: Annotated[Numbers[i2], PROVINCES]
    half_now: Annotated[Numbers[i1], PROVINCES]
    place_now: Annotated[Numbers[i2], STACKS]
    strength_now: Annotated[Numbers[f8], STACKS]
    first: Annotated[Numbers[i2], STACKS]
    helps_now: Annotated[Numbers[i2], STACKS]
    replies: i8
    reply: Annotated[Table[i2], REPLIES, STACKS]
    share: Annotated[Numbers[f8], REPLIES]


class Course:
    """The war while it is played on. ``half``: who has held a fortress at one turn end; ``won``: battles won less
    battles lost by our side; ``goes``, ``helps``: where stacks march, and whom they help, or -1."""

    turn: i8
    won: i8
    held: Annotated[Numbers[i1], PROVINCES]
    since: Annotated[Numbers[i2], PROVINCES]
    half: Annotated[Numbers[i1], PROVINCES]
    place: Annotated[Numbers[i2], STACKS]
    before: Annotated[Numbers[i2], STACKS]
    strength: Annotated[Numbers[f8], STACKS]
    goes: Annotated[Numbers[i2], STACKS]
    helps: Annotated[Numbers[i2], STACKS]
    free: Annotated[Numbers[i1], STACKS]
    force: Annotated[Table[f8], 2, PROVINCES]
    sent: Annotated[Numbers[f8], PROVINCES]
    seen: Annotated[Numbers[i1], PROVINCES]


FIELDS = fields_of(Map, Opening, Course)


class Coarse(FlatRecord, Map, Opening, Course):  # type: ignore[misc]
    """The record, and the annotation by which a rule asks for it."""

    RECORD: Any


give_fields(Coarse, FIELDS)
Coarse.RECORD = np.dtype((Coarse, np.dtype([(name, kind, shape) for name, kind, shape in FIELDS], align=True)))


def blank() -> Coarse:
    """Return a war with every field zero: a record for compiled rules, a plain object for others."""
    if COMPILED:
        return cast(Coarse, kept_record(np.zeros(1, Coarse.RECORD), FIELDS))
    return cast(Coarse, Plain(FIELDS))
