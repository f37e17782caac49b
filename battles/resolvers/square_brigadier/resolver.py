"""The Square Brigadier as a rule system of the registry."""

from battles.resolvers.frame.door import Door
from battles.resolvers.square_brigadier.board import set_up
from battles.resolvers.square_brigadier.codes import WORDS
from battles.resolvers.square_brigadier.numbers import NUMBERS
from battles.resolvers.square_brigadier.system import SYSTEM
from battles.resolvers.square_brigadier.turn import play_day

ENGINE = "8"
DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=15, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip
tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish, warm, tally_runs = DOOR.freeze, DOOR.fight, DOOR.finish, DOOR.warm, DOOR.tally_runs

__all__ = ["ENGINE", "fight", "finish", "freeze", "profile_hash", "sheet", "tables", "tally_runs", "warm"]
