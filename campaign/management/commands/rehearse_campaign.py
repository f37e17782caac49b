"""``manage.py rehearse_campaign FILE|SLUG``: the program plays a war many times and shows what becomes of it."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from typing import Any

from base.refusal import Refusal
from battles.management.answers import AnswerCommand, make_ready, read_input
from battles.management.commands.forecast import MOST_PROCESSES, whole
from campaign.rules.files import campaign_file
from campaign.rules.files.campaign_file import LIMIT
from campaign.rules.rehearsed.figures import lines
from campaign.rules.rehearsed.played import WarPlayed
from campaign.selectors.making.drafts import Filmed
from campaign.services.files.packs import SHIPPED, read_pack
from campaign.services.rehearsal.apart import Task, play_apart
from campaign.services.rehearsal.players import PLAYERS
from campaign.views.drafts.rehearsals import film_file

MOST_WARS = 10_000


class Command(AnswerCommand):
    """Rehearse a campaign."""

    help = "Play a campaign file, or a shipped war, many times by the program; the site's rows stay as they were."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("war", metavar="FILE|SLUG", help=f"a campaign file, or one of {', '.join(SHIPPED)}")
        parser.add_argument("--wars", metavar="N", default="20", help="how many wars (default 20)")
        parser.add_argument("--turns", metavar="N", help="the last turn, instead of the file's")
        parser.add_argument("--processes", metavar="N", default="2", help="how many wars at once (default 2)")
        parser.add_argument("--seed", metavar="TEXT", default="rehearsal", help="the same seed gives the same wars")
        parser.add_argument("--player", metavar="[FACTION=]NAME", action="append", default=[],
                            help=f"who leads a faction, or all: {', '.join(PLAYERS)}")  # fmt: skip
        parser.add_argument("--film", metavar="FILE", type=Path, help="write the film of the first war as an SVG")
        parser.add_argument("--json", action="store_true", help="print the notes of every war as JSON")

    def answer(self, **options: Any) -> None:
        data = war_data(options["war"], options["turns"])
        players = _players(data, options["player"])
        number = whole("--wars", options["wars"], MOST_WARS)
        processes = whole("--processes", options["processes"], MOST_PROCESSES)
        film, began = options["film"], monotonic()
        make_ready(self.stderr)
        tasks = [Task(data, options["seed"], n, players, filmed=bool(film) and n == 1) for n in range(1, number + 1)]
        wars = self._played(tasks, processes)
        if film:
            _write_film(film, data, wars[0])
        if options["json"]:
            self.stdout.write(json.dumps([asdict(replace(war, film=())) for war in wars]))
            return
        for line in lines(wars, {row["key"]: row["name"] for row in data["factions"]}):
            self.stdout.write(f"{line.name:<42} {line.value}")
        self.stdout.write(f"{'seconds in all':<42} {monotonic() - began:.0f}")

    def _played(self, tasks: Sequence[Task], processes: int) -> list[WarPlayed]:
        """Return the wars in their order; each is named as it gets done."""
        wars: list[WarPlayed] = []
        for war in play_apart(tasks, processes):
            wars.append(war)
            self.stderr.write(_progress(war, len(wars), len(tasks)), lambda text: text)
        return sorted(wars, key=lambda war: war.number)


def _write_film(path: Path, data: Mapping[str, Any], war: WarPlayed) -> None:
    text = film_file(Filmed(campaign_file.parse(data), war, war.film))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"--film: {path} cannot be written ({error.strerror}); name another file.") from None


def war_data(name: str, turns: str | None = None) -> Mapping[str, Any]:
    """Return a war's file, checked, as it is when it begins; with another last turn where one is given."""
    data = json.loads(read_pack(name) if name in SHIPPED else read_input(_path(name), LIMIT))
    if not isinstance(data, dict) or data.get("history"):
        raise Refusal("FILE|SLUG: give a war that has not begun; a file with a history cannot be rehearsed.")
    if turns:
        data["calendar"] = {**data["calendar"], "last_turn": whole("--turns", turns, 500)}
    campaign_file.parse(data)
    return data


def _path(name: str) -> str:
    if name != "-" and not Path(name).is_file():
        raise Refusal(f"FILE|SLUG: {name[:80]} is no file, and no shipped war; these are: {', '.join(SHIPPED)}.")
    return name


def _players(data: Mapping[str, Any], wanted: list[str]) -> dict[str, str]:
    """Return who leads each faction."""
    players = {row["key"]: next(iter(PLAYERS)) for row in data["factions"]}
    for text in wanted:
        faction, _, name = text.rpartition("=")
        if name not in PLAYERS or (faction and faction not in players):
            raise Refusal(f"--player: write one of {', '.join(PLAYERS)}, perhaps behind a faction of the war and =.")
        players |= {faction: name} if faction else dict.fromkeys(players, name)
    return players


def _progress(war: WarPlayed, done: int, number: int) -> str:
    winner = ", ".join(war.winner) or "nobody"
    return f"{done} of {number}: war {war.number}, {war.length} turns, won by {winner}, {war.seconds:.0f} s"
