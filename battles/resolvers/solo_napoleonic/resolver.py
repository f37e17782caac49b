"""The door of this system (contract ``Resolver``)."""

from battles.resolvers.frame.door import Door
from battles.resolvers.solo_napoleonic.board import set_up
from battles.resolvers.solo_napoleonic.codes import WORDS
from battles.resolvers.solo_napoleonic.numbers import NUMBERS
from battles.resolvers.solo_napoleonic.system import SYSTEM
from battles.resolvers.solo_napoleonic.turn import play_day

ENGINE = "9"
BASE_TURNS = 15
"""SNW-68 The turns of a day in fall."""
DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=BASE_TURNS, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip

tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish = DOOR.freeze, DOOR.fight, DOOR.finish
warm, tally_runs = DOOR.warm, DOOR.tally_runs
