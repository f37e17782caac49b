"""The league of generals: arguments pairs of battles a pairing, battles whose conduct is watched."""

import sys

from lab.bench.programs.answering import answer, wait_for_start
from lab.general.league.conduct import conduct_of
from lab.general.league.generals import GENERAL, players
from lab.general.league.matches import pairing


def main() -> None:
    """Measure and answer."""
    wait_for_start()
    rows = []
    for player in list(players().values())[1:]:
        seen = pairing(GENERAL, player, int(sys.argv[1]), "bench", usual=True)
        rows.append({
            "name": player.name, "least": player.least, "most_drawn": player.draws, "share": seen.share,
            "error": seen.error, "elo": seen.elo, "wins": seen.wins, "losses": seen.losses, "draws": seen.draws,
            "drawn_attacking": seen.draws_attacking / max(seen.attacked, 1),
            "lost": [part / max(seen.battles, 1) for part in seen.lost],
        })  # fmt: skip
    answer(pairings=rows, conduct=conduct_of(int(sys.argv[2]), "bench").shares())


if __name__ == "__main__":
    main()
