"""``python -m lab.general.league 50 [name ...]``: the general against so many pairs of each.

``--usual`` fights with A400 instead of random armies of 8 to 40 units, ``--size 24`` with random ones of 24 units,
``--stakes 7`` for so many hundredths of an army's price, ``--skills good,average`` with such generals, ``--stronger``
with 80 points more on the general's side; ``--by "always holds"`` puts another player in the general's place.
``--plans`` tries every plan so many times on the grounds of the plans; names are then those of the grounds, and both
stakes are tried where none is named.
"""

import argparse
from time import perf_counter

from lab.general.league.generals import Player, players
from lab.general.league.grounds import Terms
from lab.general.league.matches import Score, pairing
from lab.general.league.plans import show


def asked() -> argparse.Namespace:
    """Read the command line."""
    line = argparse.ArgumentParser(prog="league")
    line.add_argument("pairs", type=int)
    line.add_argument("names", nargs="*")
    line.add_argument("--by", default="general")
    line.add_argument("--seed", default="league")
    line.add_argument("--usual", action="store_true")
    line.add_argument("--stronger", action="store_true")
    line.add_argument("--stakes", type=int)
    line.add_argument("--size", type=int, default=0)
    line.add_argument("--skills", default="average,average")
    line.add_argument("--plans", action="store_true")
    return line.parse_intermixed_args()


def print_pairing(name: str, seen: Score, seconds: float) -> None:
    """Print one pairing."""
    gain, error = seen.gain
    print(f"{name:26} {seen.wins:4} : {seen.losses:<4} {seen.draws:4} drawn ({seen.draws_attacking} attacking)  "
          f"{100 * seen.share:5.1f} % ± {100 * seen.error:4.1f}  points {seen.points:.3f}  Elo {seen.elo:+5.0f}  "
          f"worth {gain:+5.1f} ± {error:.1f}  lost {100 * seen.lost[0] / seen.battles:4.1f} "
          f"{100 * seen.lost[1] / seen.battles:4.1f}  days {seen.days / seen.battles:.2f}  {seconds:.0f} s",
          flush=True)  # fmt: skip


def main() -> None:
    """Fight and print."""
    line, chosen = asked(), players()
    if line.plans:
        show(line.pairs, (0, 7) if line.stakes is None else (line.stakes,), tuple(line.names))
        return
    first, second = line.skills.split(",")
    terms = Terms(line.usual, (first, second), line.stronger, line.stakes, line.size)
    others: list[Player] = [chosen[name] for name in line.names or list(chosen)[1:]]
    for other in others:
        start = perf_counter()
        score = pairing(chosen[line.by], other, line.pairs, line.seed, terms=terms)
        print_pairing(other.name, score, perf_counter() - start)


if __name__ == "__main__":
    main()
