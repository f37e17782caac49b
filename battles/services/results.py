"""The one result of a battle, kept with its journal packed beside it."""

import zlib

from battles.models import Battle, BattleResult
from battles.resolvers.report import Report


def store_result(*, battle: Battle, report: Report, seconds: float) -> BattleResult:
    """Write the result (UNIQUE battle)."""
    return BattleResult.objects.create(
        battle=battle,
        kind=report.outcome.kind,
        winner=report.outcome.winner or "",
        report=report.as_dict(journal=False),
        journal=packed(report),
        digest=report.digest,
        seconds=round(seconds, 3),
    )


def packed(report: Report) -> bytes:
    """Return the journal of a report as it is kept."""
    return zlib.compress(report.lines.encode())
