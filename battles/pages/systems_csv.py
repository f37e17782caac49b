"""The comparison of rule systems as a table of figures."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from battles.models import Forecast
from battles.pages.systems import arms_lost
from battles.resolvers.contract.registry import systems
from battles.resolvers.forecasts.forecast import Share, mean_of
from battles.resolvers.forecasts.tally import SideTally, Tally, tally_from

ARM_COLUMNS = {"foot": "infantry_lost", "cav": "cavalry_lost", "art": "artillery_lost"}
HEAD = (
    "rules", "name", "runs", "side", "wins", "win_low", "win_high", "draws", "strength_before", "strength_left",
    "strength_lost", *ARM_COLUMNS.values(), "general_lost", "rounds", "second_day",
)  # fmt: skip


def systems_csv(rows: Sequence[Forecast]) -> bytes:
    """Return the comparison as a table: a line for each system and side."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEAD)
    for row in rows:
        tally, file = tally_from(row.tally), row.question["file"]
        for side_tally, side in zip(tally.sides, file["sides"], strict=True):
            writer.writerow(_line(str(file["rules"]), tally, side_tally, side))
    return out.getvalue().encode("utf-8-sig")


def _line(rules: str, tally: Tally, side_tally: SideTally, side: Mapping[str, Any]) -> tuple[Any, ...]:
    runs, name = max(1, tally.runs), str(side["name"])
    low, high = Share(side_tally.wins, tally.runs).interval
    general = sum(count for number, count in side_tally.generals.items() if number)
    longer = sum(count for days, count in tally.days.items() if days > 1)
    arms = ["" if lost is None else round(lost / runs, 3) for lost in arms_lost(side_tally, side, list(ARM_COLUMNS))]
    return (
        rules, systems()[rules].name if rules in systems() else rules, tally.runs,
        f"'{name}" if name.startswith(("=", "+", "-", "@")) else name,
        round(side_tally.wins / runs, 4), round(low, 4), round(high, 4), round(tally.draws / runs, 4),
        round(side_tally.before / runs, 3), round(mean_of(side_tally.after), 3), round(side_tally.lost / runs, 3),
        *arms, round(general / runs, 4), round(mean_of(tally.rounds), 2), round(longer / runs, 4),
    )  # fmt: skip
