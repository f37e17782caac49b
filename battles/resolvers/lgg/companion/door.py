"""What the rest of the application uses of the companion."""

from battles.resolvers.lgg.companion.clock import MOST_CHITS, MOST_SPENT, STRATAGEMS
from battles.resolvers.lgg.companion.evening import VICTIMS
from battles.resolvers.lgg.companion.fates import CAUSES
from battles.resolvers.lgg.companion.fights import MOST_COST
from battles.resolvers.lgg.companion.forces import combat_question, fire_question
from battles.resolvers.lgg.companion.kinds import KINDS
from battles.resolvers.lgg.companion.outcome import entry_of
from battles.resolvers.lgg.companion.prices import MovePrice, move_price
from battles.resolvers.lgg.companion.reading import Played, check_fresh, dice_wanted, play_next, read_notes, try_undo
from battles.resolvers.lgg.companion.screen import Screen, SideSeen, UnitSeen, converging, screen_of, trying
from battles.resolvers.lgg.companion.state import Table
from battles.resolvers.lgg.companion.works import WORKS

__all__ = [
    "CAUSES", "KINDS", "MOST_CHITS", "MOST_COST", "MOST_SPENT", "STRATAGEMS", "VICTIMS", "WORKS", "MovePrice", "Played",
    "Screen", "SideSeen", "Table", "UnitSeen", "check_fresh", "combat_question", "converging", "dice_wanted",
    "entry_of", "fire_question", "move_price", "play_next", "read_notes", "screen_of", "try_undo", "trying",
]  # fmt: skip
