"""The Gazette as a reader may read it: what was published; drafts are the referee's."""

from dataclasses import dataclass

from django.db.models import QuerySet

from campaign.models import Gazette
from campaign.rules.news.gazette import Block, blocks
from campaign.rules.news.plates import Cut, battle_svg, holders, map_svg
from campaign.visibility.header import date_text
from campaign.visibility.reader import Knowledge

BOX = (0.0, 0.0, 100.0, 100.0)


@dataclass(frozen=True)
class Issue:
    """An issue of the Gazette."""

    turn: int
    date: str
    title: str
    text: str
    state: str
    state_text: str
    blocks: tuple[Block, ...]
    has_battle: bool

    @property
    def published(self) -> bool:
        """Whether everybody may read it."""
        return self.state == Gazette.State.PUBLISHED


def issue_rows(knowledge: Knowledge) -> QuerySet[Gazette]:
    """Return the issues that the reader may read, the first one first."""
    rows = Gazette.objects.filter(campaign=knowledge.campaign).order_by("turn")
    return rows if knowledge.is_referee else rows.filter(state=Gazette.State.PUBLISHED)


def issues(knowledge: Knowledge, *, published: bool = False) -> list[Issue]:
    """Return the same as plain values; ``published`` leaves the referee's drafts out."""
    rows = issue_rows(knowledge)
    if published:
        rows = rows.filter(state=Gazette.State.PUBLISHED)
    starts = dict(knowledge.campaign.turns.values_list("number", "starts_on"))
    days = knowledge.campaign.turn_days
    return [_issue(row, date_text(starts[row.turn], days) if row.turn in starts else "") for row in rows]


def issue(knowledge: Knowledge, turn: int) -> Issue | None:
    """Return one of them; None for absent and unpublished ones alike."""
    return next((one for one in issues(knowledge) if one.turn == turn), None)


def _issue(row: Gazette, date: str) -> Issue:
    return Issue(row.turn, date, row.title, row.text, row.state, row.get_state_display(), tuple(blocks(row.text)),
                 bool(row.plate.get("battle")))  # fmt: skip


def map_of_issue(knowledge: Knowledge, turn: int) -> str | None:
    """Return the map of an issue, as everybody knew it when it was drafted."""
    row = issue_rows(knowledge).filter(turn=turn).first()
    if row is None:
        return None
    land, names = knowledge.places.land, [view.name for view in knowledge.factions.values()]
    held = holders(row.plate.get("control", {}), [view.key for view in knowledge.factions.values()])
    fought = set(row.plate.get("fought", ()))
    cuts = [
        Cut(shape.name, shape.polygon, (shape.x, shape.y), held.get(key), key in fought)
        for key, shape in land.shapes.items()
    ]
    return map_svg(_box(cuts), cuts, names)


def _box(cuts: list[Cut]) -> tuple[float, float, float, float]:
    points = [point for cut in cuts for point in (*cut.polygon, cut.town)]
    if not points:
        return BOX
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width = max(max(x for x, _ in points) - left, 1.0)
    return left - width * 0.02, top - width * 0.02, width * 1.04, max(y for _, y in points) - top + width * 0.04


def picture_of_issue(knowledge: Knowledge, turn: int) -> str | None:
    """Return the battle that an issue shows, as an engraving: no more than its public size."""
    row = issue_rows(knowledge).filter(turn=turn).first()
    shown = row.plate.get("battle") if row else None
    return battle_svg(**shown) if shown else None
