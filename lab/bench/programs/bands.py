"""The tuning bands of the general: arguments battles a setting."""

import sys

from lab.bench.programs.answering import answer, wait_for_start
from lab.general.bands import bands


def main() -> None:
    """Measure and answer."""
    wait_for_start()
    answer(bands=[list(row) for row in bands(int(sys.argv[1]), "bench")])


if __name__ == "__main__":
    main()
