"""The companion's door of a smaller rule system: the names of the contract, made from its ``Game``."""

from functools import partial

from battles.resolvers.by_hand import describing, look, outcome, screen
from battles.resolvers.by_hand.game import Game
from battles.resolvers.by_hand.kinds import kinds_of, owner_of, touch_of
from battles.resolvers.by_hand.reading import Reading
from battles.resolvers.by_hand.table import new_table


class CompanionDoor:
    """Gives a system's ``companion`` module its names."""

    def __init__(self, game: Game) -> None:
        reading = Reading(kinds_of(game), partial(new_table, game), owner_of, touch_of)
        self.KINDS = reading.kinds
        self.read_notes, self.check_fresh = reading.read_notes, reading.check_fresh
        self.dice_wanted, self.play_next, self.try_undo = reading.dice_wanted, reading.play_next, reading.try_undo

    entry_of = staticmethod(outcome.entry_of)
    screen_of = staticmethod(screen.screen_of)
    look_of = staticmethod(look.look_of)
    steps = staticmethod(describing.steps)
    waiting = staticmethod(describing.waiting)
    tools = staticmethod(describing.tools)
    describe = staticmethod(describing.describe)
    ask = staticmethod(describing.ask)
