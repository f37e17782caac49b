"""``manage.py bench``: what the program promises about speed, measured here and now (docs/performance.md)."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from base.refusal import Refusal
from battles.management.answers import AnswerCommand, No, compile_in_another_process
from battles.management.commands.forecast import whole
from battles.resolvers.contract import readiness
from lab.bench import cold, forecasts, maps, pages, plan, rates, settling, systems, table, turns
from lab.bench.league import peers, wars
from lab.bench.plan import Plan
from lab.bench.table import Figure

PARTS: dict[str, Callable[[Plan], list[Figure]]] = {
    "rates": rates.figures, "peers": peers.figures, "settling": settling.figures,
    "forecast": forecasts.figures, "map": maps.figures, "pages": pages.figures, "turns": turns.figures,
    "systems": systems.figures, "cold": cold.figures, "wars": wars.figures,
}  # fmt: skip
ON_REQUEST = ("wars",)
"""Parts that take hours and are measured only where they are named."""
MOST_WARS = 1000


class Command(AnswerCommand):
    """Measure the promises."""

    help = "Measure the promises about speed against limits and peers. Exit 1 when one is missed; keep nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument("--quick", action="store_true", help="measure everything, but roughly")
        parser.add_argument("--only", metavar="PART", action="append", choices=list(PARTS), help=", ".join(PARTS))
        parser.add_argument("--league-of-wars", action="store_true",
                            help="the campaign's general against others in whole wars; hours")  # fmt: skip
        parser.add_argument("--wars", metavar="N", help="of a league: how often each map is played from either side")
        parser.add_argument("--map", metavar="NAME", action="append", default=[],
                            help="of a league: this map, a shipped war or mirror_N; all if none is named")  # fmt: skip
        parser.add_argument("--rival", metavar="NAME", action="append", default=[], choices=(*wars.RIVALS, "high"),
                            help="of a league: the middle level against this player; all if none is named")  # fmt: skip
        parser.add_argument("--peers", metavar="PYTHON", default=sys.executable,
                            help="the Python that has requirements-bench.txt (default: this one)")  # fmt: skip
        parser.add_argument("--triplea", metavar="FOLDER", type=Path, default=Path("/usr/share"),
                            help="where games/triplea and java of the package triplea are; /usr/share")  # fmt: skip

    def answer(self, **options: Any) -> None:
        kind = plan.quick if options["quick"] else plan.full
        chosen = replace(kind(peers=options["peers"], triplea=options["triplea"]), **_of_league(options))
        only = [*(options["only"] or ()), *(["wars"] if options["league_of_wars"] else [])]
        parts = only or [part for part in PARTS if part not in ON_REQUEST]
        if parts != ["cold"]:
            self._compile()
        figures: list[Figure] = []
        for part in parts:
            self.stderr.write(f"measuring: {part}", lambda text: text)
            figures += PARTS[part](chosen)
        document = table.as_dict(figures, quick=options["quick"])
        self.stdout.write(json.dumps(document, indent=1) if options["json"] else table.as_text(figures))
        if document["missed"]:
            raise No(f"Missed: {', '.join(document['missed'])}.")

    def _compile(self) -> None:
        """Compile first, so that no figure holds the time of it."""
        if readiness.is_ready():
            self.stderr.write("The rules are compiled.", lambda text: text)
        elif compile_in_another_process(output=2):
            raise Refusal("The rules could not be compiled; the reason is shown above.")


def _of_league(options: dict[str, Any]) -> dict[str, Any]:
    """Return what the command line sets of the league of wars."""
    found: dict[str, Any] = {"maps": tuple(options["map"]), "rivals": tuple(options["rival"])}
    return found | ({"league_wars": whole("--wars", options["wars"], MOST_WARS)} if options["wars"] else {})
