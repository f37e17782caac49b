"""Print the reports of some small battles, one a line: ``python -m tests.audits.lgg.led 7 0 1 2``, size first.

Battles of even numbers are led by a general, the others by anybody. With ``BIVOUAC_KERNELS=1`` the rules run compiled.
"""

import json
import sys
from typing import Any

from tests.audits.lgg.mobs import mob_report
from tests.audits.lgg.run import fought


def led(number: int, side: int) -> dict[str, Any]:
    """Return the report of one battle."""
    return mob_report(number // 2, side) if number % 2 else fought(number // 2, side)


def main() -> None:
    side, *numbers = map(int, sys.argv[1:])
    for number in numbers:
        print(json.dumps(led(number, side)))


if __name__ == "__main__":
    main()
