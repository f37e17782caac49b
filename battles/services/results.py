"""The one result of a battle, kept with its journal packed beside it."""

from battles.models import Battle, BattleResult
from battles.resolvers.journal.packing import pack
from battles.resolvers.values.report import Report


def store_result(*, battle: Battle, report: Report, journal: bytes, seconds: float) -> BattleResult:
    """Write the result (UNIQUE battle); its journal is packed before the transaction, which locks others out."""
    return BattleResult.objects.create(
        battle=battle,
        kind=report.outcome.kind,
        winner=report.outcome.winner or "",
        report=report.as_dict(journal=False),
        journal=journal,
        digest=report.digest,
        seconds=round(seconds, 3),
    )


def packed(report: Report) -> bytes:
    """Return the journal of a report as it is kept."""
    return pack(report.lines)
