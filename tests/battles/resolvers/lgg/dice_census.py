"""Every die of some battles, counted by what it was for: ``python -m tests.battles.resolvers.lgg.dice_census 40``."""

import json
import sys
from collections import Counter, defaultdict

from battles.resolvers.core.dice import STREAMS, face_of, key_of
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.engine import play
from battles.resolvers.lgg.record.journal import D_DIE, DIE_NAMES
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.values.battle import BattleFile
from lab.bench.programs.answering import battle_of


def main() -> None:
    """Fight so many battles and print the faces of each kind of die, and what is wrong with the dice."""
    faces: dict[str, Counter[int]] = defaultdict(Counter)
    wrong: list[str] = []
    template = fill(eager(), "census", shipped_profile())
    for number in range(int(sys.argv[1])):
        battle = template.copy()
        battle.key = key_of(f"census/{number}")
        play(battle)
        wrong += count(battle, faces)
    print(json.dumps({"faces": faces, "wrong": wrong}))


def eager() -> BattleFile:
    """A battle in which both sides mean to attack, so that dice of all kinds are thrown."""
    file = battle_of(16).as_dict()
    return parse(file | {"sides": [side | {"plan": {"posture": "attack"}} for side in file["sides"]]})


def count(battle: Battle, faces: dict[str, Counter[int]]) -> list[str]:
    """Count a battle's dice as the journal has them; a sentence for each that is not what it should be."""
    wrong, thrown = [], [0] * len(STREAMS)
    for row in range(int(battle.entries)):
        if battle.log[row][0] == D_DIE:
            name, stream, k, sides, face = (int(number) for number in battle.log[row][1:6])
            faces[f"{DIE_NAMES[name]}/{STREAMS[stream]}/d{sides}"][face] += 1
            if face != face_of(int(battle.key), stream, k, sides):
                wrong.append(f"{DIE_NAMES[name]} {stream}/{k}: {face}")
            if k != thrown[stream]:
                wrong.append(f"{STREAMS[stream]}: die {k} follows {thrown[stream] - 1}")
            thrown[stream] = k + 1
    told = [stream for stream in range(STREAMS.index("doctrine-0")) if thrown[stream] != battle.dice[stream]]
    return wrong + [f"{STREAMS[stream]}: {battle.dice[stream]} thrown, {thrown[stream]} written" for stream in told]


if __name__ == "__main__":
    main()
