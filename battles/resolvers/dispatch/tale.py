"""The plan of a story and the country that it is set in, for all parts of a dispatch."""

from dataclasses import dataclass

from battles.resolvers.dispatch.places import Country, country_of
from battles.resolvers.dispatch.plan import Blow, Plan, plan_of
from battles.resolvers.dispatch.scenes import Chapter, Story
from battles.resolvers.values.report import Report


@dataclass(frozen=True)
class Tale:
    """A story with its plan, its places, and its blows by the number of their event."""

    story: Story
    plan: Plan
    country: Country
    blows: dict[int, Blow]

    def cost(self, n: int) -> int:
        """Return the strength points that both sides lost by the blow of event ``n``."""
        return sum(max(0, points) for points in self.blows[n].cost) if n in self.blows else 0

    def turned(self, n: int) -> bool:
        """Is event ``n`` the blow that turned the battle, where it had a winner?"""
        turning = self.plan.turning
        return turning is not None and turning.n == n and self.plan.winner is not None

    def part_of(self, n: int) -> Chapter | None:
        """Return the part of a day that event ``n`` is in; None in an evening and before the first day."""
        parts = (part for part in self.story.chapters if part.part is not None)
        return next((part for part in parts if any(n in scene.numbers for scene in part.scenes)), None)


def tale_of(report: Report, story: Story) -> Tale:
    """Return the tale of a report with its journal."""
    plan = plan_of(report, story)
    return Tale(story, plan, country_of(report), {blow.n: blow for blow in plan.blows})
