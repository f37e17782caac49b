"""The door of this rule system: what the registry asks for."""

from battles.resolvers.frame.door import Door
from battles.resolvers.one_hour.board import set_up
from battles.resolvers.one_hour.codes import WORDS
from battles.resolvers.one_hour.numbers import NUMBERS
from battles.resolvers.one_hour.system import SYSTEM
from battles.resolvers.one_hour.turn import play_day

ENGINE = "11"
BASE_TURNS = 15
"""OHW-27 Turns of a day in fall."""

DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=BASE_TURNS, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip
tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish, tally_runs, warm = DOOR.freeze, DOOR.fight, DOOR.finish, DOOR.tally_runs, DOOR.warm
