"""Text of the activation rules on the papers of a battle (contract: Briefing)."""

from collections.abc import Iterator

from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import WEATHER_HEADS as WEATHER_HEADS
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of
from battles.resolvers.frame.briefing import weather_rows as weather_rows
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

_ORDER = {
    "attacker": "Deploy half of your units first, of your own choice; the rest follow when the defender has deployed.",
    "defender": "Deploy when half of the attacker's units are on the table, and before his other half.",
}
"""The order in which the sides deploy, by role."""


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """ADN-01 Return what this system prints about a side."""
    if side.wings:
        name = side.wings[0].name or "The first wing commander"
        yield f"{name} stays off the table and follows a General who is lost.", "COM-16"
    yield _ORDER[side.role], "ADN-01"
    yield "Deploy within three squares of your edge, infantry in column, guns limbered.", "ADN-01"


tasks = tasks_of(own_tasks, works="on the square of a unit in your first line")
