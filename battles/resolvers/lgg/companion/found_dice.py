"""Dice that fell on a real table, for rules that throw their own (ENG-12).

The faces of a stream follow one another for ever, so every throw of paper stands somewhere in it: the stream is moved
on to the next dice that show the faces that were seen, and the rule throws those.
"""

from collections.abc import Sequence

from battles.resolvers.core.dice import face_of
from battles.resolvers.lgg.record.state import Battle

MOST_AT_ONCE = 2
"""Two dice are found after about a hundred; more would take long."""


def find(battle: Battle, stream: int, sides: Sequence[int], faces: Sequence[int]) -> None:
    """ENG-12 Move a stream on to where its next dice, of these sides, show these faces."""
    if len(faces) > MOST_AT_ONCE:
        raise ValueError("more dice at once than can be found in a stream")
    key, k = battle.key, int(battle.dice[stream])
    while any(face_of(key, stream, k + n, sides[n]) != face for n, face in enumerate(faces)):
        k += 1
    battle.dice[stream] = k
