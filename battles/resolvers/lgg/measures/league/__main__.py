"""``python -m battles.resolvers.lgg.measures.league 50 [name ...]``: the general against so many pairs of each."""

import sys
from time import perf_counter

from battles.resolvers.lgg.measures.league.generals import GENERAL, players
from battles.resolvers.lgg.measures.league.matches import pairing

if __name__ == "__main__":
    chosen = players()
    usual = "--usual" in sys.argv
    pairs, names = int(sys.argv[1]), [name for name in sys.argv[2:] if not name.startswith("-")] or list(chosen)[1:]
    for name in names:
        start = perf_counter()
        seen = pairing(GENERAL, chosen[name], pairs, "league", usual=usual)
        print(f"{name:26} {seen.wins:4} : {seen.losses:<4} {seen.draws:4} drawn ({seen.draws_attacking} attacking)  "
              f"{100 * seen.share:5.1f} % ± {100 * seen.error:4.1f}  Elo {seen.elo:+5.0f}  "
              f"lost {100 * seen.lost[0] / seen.battles:4.1f} {100 * seen.lost[1] / seen.battles:4.1f}  "
              f"days {seen.days / seen.battles:.2f}  {perf_counter() - start:.0f} s", flush=True)  # fmt: skip
