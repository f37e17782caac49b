"""The companion's door for the rest of the application."""

from battles.resolvers.lgg.companion.asking import ask
from battles.resolvers.lgg.companion.describing import describe, steps, tools, waiting
from battles.resolvers.lgg.companion.kinds import KINDS
from battles.resolvers.lgg.companion.look import look_of
from battles.resolvers.lgg.companion.outcome import entry_of
from battles.resolvers.lgg.companion.reading import check_fresh, dice_wanted, play_next, read_notes, try_undo
from battles.resolvers.lgg.companion.screen import screen_of

__all__ = [
    "KINDS", "ask", "check_fresh", "describe", "dice_wanted", "entry_of", "look_of", "play_next", "read_notes",
    "screen_of", "steps", "tools", "try_undo", "waiting",
]  # fmt: skip
