"""The companion's door for the rest of the application."""

from battles.resolvers.by_hand.reading import Reading
from battles.resolvers.lgg.companion.asking import ask
from battles.resolvers.lgg.companion.describing import describe, steps, tools, waiting
from battles.resolvers.lgg.companion.kinds import KINDS, owner_of, touch_of
from battles.resolvers.lgg.companion.look import look_of
from battles.resolvers.lgg.companion.outcome import entry_of
from battles.resolvers.lgg.companion.screen import screen_of
from battles.resolvers.lgg.companion.state import new_table

_READING = Reading(KINDS, new_table, owner_of, touch_of)
read_notes, check_fresh, dice_wanted = _READING.read_notes, _READING.check_fresh, _READING.dice_wanted
play_next, try_undo = _READING.play_next, _READING.try_undo

__all__ = [
    "KINDS", "ask", "check_fresh", "describe", "dice_wanted", "entry_of", "look_of", "play_next", "read_notes",
    "screen_of", "steps", "tools", "try_undo", "waiting",
]  # fmt: skip
