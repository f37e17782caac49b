"""The result of a battle in words that fit it: from the losses of both sides and the way it ended."""

from battles.resolvers.values.report import Report

SKIRMISH_POINTS, SKIRMISH_SHARE = 3, 0.15
"""A skirmish cost neither side more strength points, or neither a larger part of its army."""
ROUT, HEAVY, NEAR = 0.6, 0.3, 0.75
"""Parts of its army from which a beaten side was routed or heavily beaten; and of the loser's losses, from which the
winner's make a field hard-won."""
BETTER = 0.1
"""By so large a part of its army less has a side lost that has the better of a draw."""

NO_BLOW, SKIRMISH, ROUTED, HARD, CLEAR, GIVEN_UP, DRAWN, BETTER_OF, DESTROYED = (
    "no blow", "skirmish", "rout", "hard-won", "clear", "given up", "drawn", "better", "destroyed",
)  # fmt: skip
WORDS = {
    NO_BLOW: "No blow was struck", SKIRMISH: "A skirmish", ROUTED: "A rout", HARD: "A hard-won field",
    CLEAR: "A clear victory", GIVEN_UP: "A field given up", DRAWN: "A drawn battle",
    BETTER_OF: "A drawn battle, the better of it with {0}", DESTROYED: "An army destroyed",
}  # fmt: skip


def grade(report: Report) -> str:
    """Return which of the results above a battle had."""
    if not any(side.lost for side in report.sides):
        return NO_BLOW if report.journal and not _struck(report) else SKIRMISH
    if report.outcome.winner is None:
        return BETTER_OF if better_off(report) else SKIRMISH if _small(report) else DRAWN
    return _won(report)


def _won(report: Report) -> str:
    winner, loser = sorted(report.sides, key=lambda side: side.name != report.outcome.winner)
    won, lost = winner.lost / max(1, winner.before), loser.lost / max(1, loser.before)
    if loser.after == 0:
        return DESTROYED
    if lost >= ROUT:
        return ROUTED
    if _small(report):
        return SKIRMISH
    if won >= NEAR * lost:
        return HARD
    return CLEAR if lost >= HEAVY else GIVEN_UP if lost < SKIRMISH_SHARE else CLEAR


def _small(report: Report) -> bool:
    """Did neither side lose much, in points or as a part of its army?"""
    few = all(side.lost <= SKIRMISH_POINTS and 2 * side.lost < side.before for side in report.sides)
    return few and all(side.lost < HEAVY * side.before for side in report.sides)


def _struck(report: Report) -> bool:
    return any(event["ev"] in ("combat", "fire", "typed") for event in report.journal)


def better_off(report: Report) -> str | None:
    """Return the side that has the better of a drawn battle by its losses, or None."""
    shares = sorted((side.lost / max(1, side.before), side.name) for side in report.sides)
    return shares[0][1] if shares[1][0] - shares[0][0] >= BETTER else None


def verdict(report: Report, subjects: dict[str, str]) -> str:
    """Return the result in words; ``subjects`` names each side as a sentence does."""
    better = better_off(report)
    return WORDS[grade(report)].format(subjects[better] if better else "")
