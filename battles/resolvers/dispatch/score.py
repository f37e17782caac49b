"""Sentences about who is winning: what part of each army is out of the fight, and the result of a battle in words."""

from base.words import sentence
from battles.resolvers.dispatch.ledger import Ledger
from battles.resolvers.dispatch.sides import SideName
from battles.resolvers.dispatch.voice import Voice
from battles.resolvers.values.report import Report

EVEN = 0.04
"""Two armies are level while the parts they are short of differ by less."""
EXACT = 0.012
NOTHING, HARDLY, ALL = "nothing", "hardly anything", "all"
_PARTS = (
    (1 / 20, "a twentieth"), (1 / 10, "a tenth"), (1 / 8, "an eighth"), (1 / 6, "a sixth"), (1 / 5, "a fifth"),
    (1 / 4, "a quarter"), (1 / 3, "a third"), (2 / 5, "two fifths"), (1 / 2, "half"), (3 / 5, "three fifths"),
    (2 / 3, "two thirds"), (3 / 4, "three quarters"), (4 / 5, "four fifths"), (9 / 10, "nine tenths"),
)  # fmt: skip


def part_words(share: float) -> str:
    """Return a part of an army, 0 to 1, in words that are true of it: `nearly a third`, `more than half`."""
    if share <= 0:
        return NOTHING
    if share >= 1:
        return ALL
    value, words = _nearest(share)
    if abs(value - share) <= EXACT:
        return f"about {words}"
    return (
        f"more than {words}" if share > value else f"less than {words}" if value == _PARTS[0][0] else f"nearly {words}"
    )


def _nearest(share: float) -> tuple[float, str]:
    return min(_PARTS, key=lambda part: abs(part[0] - share))


def score_sentence(voice: Voice, ledger: Ledger, n: int, *, alone: bool = False) -> str:
    """Return who is ahead after event ``n``, and by what; empty while nothing has changed. ``alone``: nothing is
    written before it that it could follow from."""
    shares = [ledger.share_gone(side, n) for side in (0, 1)]
    if not ledger.sure or not voice.is_news("score", tuple(shares), first=(0.0, 0.0)):
        return ""
    names = [voice.sides[side] for side in ledger.sides]
    parts = [_part(voice, side, share, n) for side, share in zip(ledger.sides, shares, strict=True)]
    if level(*shares):
        return _level(voice, names, parts)
    lead = 0 if shares[0] < shares[1] else 1
    ahead, behind = names[lead], names[1 - lead]
    ways = _ALONE if alone else _NONE if shares[lead] <= 0 else _WAYS
    return sentence(voice.pick(f"score {ways is _NONE} {alone}", ways).format(
        lead=ahead.subject, trail=behind.subject, less=parts[lead], more=parts[1 - lead], their=behind.their,
        own=ahead.their, who="who" if ahead.plural else "which", whole=_WHOLE[parts[lead] == NOTHING],
    ))  # fmt: skip


def level(one: float, two: float) -> bool:
    """Are two armies level that are short of these parts: nearly the same, or called by the same fraction?"""
    return abs(one - two) < EVEN or (one < 1 and two < 1 and _nearest(one) == _nearest(two) != _PARTS[0])


_WHOLE = ("hardly touched", "whole")


def _part(voice: Voice, side: str, share: float, n: int) -> str:
    """Return the part of a side out of action; of one that took hits which made no strength point, hardly anything."""
    hits = (e for e in voice.report.journal[:n] if share <= 0 and e["ev"] == "hit" and e["side"] == side)
    return HARDLY if next(hits, None) else part_words(share)


_WAYS = (
    "by then {trail} had {more} of {their} strength out of action, {lead} {less}.",
    "{lead} had the better of it: {less} of {own} strength was out of action against {more} of the enemy's.",
    "that put {trail} behind, with {more} of {their} strength out of action against {less}.",
    "the advantage was with {lead}, {who} had {less} of {own} strength out of action against {more} of the enemy's.",
    "{trail} had the worst of it: {more} of {their} strength was out of action against {less} of the enemy's.",
    "{lead} led, with {less} of {own} strength out of action against {more} of the enemy's.",
)
_NONE = (
    "by then {trail} had {more} of {their} strength out of action, {lead} {less}.",
    "the advantage was with {lead}: {more} of the enemy's strength was out of action, and {less} of {own} own.",
    "that put {trail} behind, with {more} of {their} strength out of action and the enemy {whole}.",
)

_ALONE = ("{trail} had {more} of {their} strength out of action, {lead} {less}.",)


def _level(voice: Voice, names: list[SideName], parts: list[str]) -> str:
    if parts[0] == parts[1]:
        ways = ("neither side was ahead: each had {0} of its strength out of action.",
                "the balance was even, with {0} of each army out of action.")  # fmt: skip
        return sentence(voice.pick("level", ways).format(parts[0]))
    whole = next((k for k in (0, 1) if parts[k] in (NOTHING, HARDLY)), 1)
    close = _CLOSE if parts[whole] not in (NOTHING, HARDLY) else _FIRST
    a, b = names[1 - whole], names[whole]
    return sentence(voice.pick("close", close).format(parts[1 - whole], parts[whole], a=a.subject, b=b.subject,
                                                    their=a.their))  # fmt: skip


_CLOSE = (
    "there was little between them: {a} had {0} of {their} strength out of action, {b} {1}.",
    "the balance was close to even: {a} had {0} of {their} strength out of action, and {b} had {1}.",
)
_FIRST = (_CLOSE[0], "so far {a} had {0} of {their} strength out of action, and {b} {1}.")


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
