"""The tuning bands of the general: arguments battles a setting."""

import sys
from importlib import import_module
from importlib.util import find_spec

from bench.programs.answering import answer, wait_for_start

BANDS = "battles.resolvers.lgg.measures.bands"


def main() -> None:
    """Measure and answer."""
    found = import_module(BANDS) if find_spec(BANDS) else None
    wait_for_start()
    rows = found.bands(int(sys.argv[1]), "bench") if found else []
    answer(bands=[list(row) for row in rows])


if __name__ == "__main__":
    main()
