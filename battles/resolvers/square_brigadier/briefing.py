"""Text of the Square Brigadier on the papers of a battle (contract: Briefing)."""

from collections.abc import Iterator

from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import WEATHER_HEADS as WEATHER_HEADS
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of
from battles.resolvers.frame.briefing import weather_rows as weather_rows
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """C.7 Return what this system prints about a side."""
    yield "Deploy in your two rows of squares, the defender first: infantry in front with gaps for the guns.", "COM-20"


tasks = tasks_of(own_tasks, works="on the square of a unit in your front row")
