"""The page of a replay: the table at a moment, the account of its round, the losses, and where else one may go (EX-7).

The same values feed the page without JavaScript and the script that plays it: ``film_data``.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from base.words import counted, sentence
from battles.pages.journal import EventLine, Names, event_line
from battles.pages.plates.plate import Plate, plate_of
from battles.pages.plates.plate_land import sign_of
from battles.pages.tables import LossChart, loss_chart
from battles.resolvers.dispatch.names import spelled
from battles.resolvers.dispatch.reasons import reason_sentence
from battles.resolvers.dispatch.sides import side_name
from battles.resolvers.replay.account import event_sentence, is_loud, narrator_of
from battles.resolvers.replay.film import Film, film_of
from battles.resolvers.replay.moments import (
    Chapter,
    Landmark,
    chapter_at,
    chapters,
    decisive_moment,
    highlights,
    landmarks,
)
from battles.resolvers.replay.table import BOARD, LABELS
from battles.resolvers.values.report import Event, Report

WHERE = {BOARD: "on the table", **LABELS}
_KEY_WIDTH = 3.0
SKIES = {"normal": "clear", "overcast": "overcast", "precipitating": "rain or snow"}


@dataclass(frozen=True)
class AccountLine:
    """One event of the running account; ``line`` opens into dice, modifiers and rules, ``reasons`` led to it."""

    n: int
    text: str
    loud: bool
    here: bool
    line: EventLine
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True)
class Jump:
    """A place to go to, with the event's number."""

    n: int
    text: str


@dataclass(frozen=True)
class RollRow:
    """A unit at a moment, for those who would rather read."""

    number: int
    name: str
    side: str
    kind: str
    strength: int
    full: int
    where: str


@dataclass(frozen=True)
class Still:
    """The decisive moment: its number, what to call it, and what happened."""

    n: int
    what: str
    text: str


def film_page(report: Report, at: int | None) -> dict[str, Any] | None:
    """Return the context of ``battles/replay/_replay.html`` at event ``at``; None for a battle that was not fought here
    (EX-5)."""
    film = film_of(report)
    if film is None:
        return None
    parts = chapters(report.journal)
    n = _bounded(at, film, parts)
    here = chapter_at(parts, n)
    caption = _caption(report, n)
    decisive = decisive_moment(film, report.outcome.winner)
    return {
        "at": n,
        "last": len(film.steps),
        "caption": caption,
        "plate": plate_of(film, n, f"The table after event {n} of {len(film.steps)}. {caption}"),
        "facts": facts(film, film.at(n)),
        "has": {"radius": _holds(report, "day_start", "radius"), "rolls": _holds(report, "command_roll", "total")},
        "wills": bars(film, film.at(n)),
        "sides": [{"number": side, "name": name} for side, name in enumerate(film.cast.sides)],
        "title": parts[here].title,
        "steps": _steps(parts, here, n, len(film.steps)),
        "decisive": decisive.n,
        "chapters": [Jump(part.first, part.title) for part in parts],
        "landmarks": [Jump(decisive.n, decisive.what), *(_jump(film, mark) for mark in landmarks(film))],
        "chart": loss_chart(film, n),
        "ending": ending(report, film),
        "signs": _signs(film),
        "roll": _roll(film, film.at(n)),
        **running_account(report, n),
    }


@dataclass(frozen=True)
class Ending:
    """The banner at the end: the winner's side and the losses."""

    side: int | None
    headline: str
    losses: str


def ending(report: Report, film: Film) -> Ending:
    """Return the banner of a battle: who won, and each side's losses in strength points."""
    narrator, winner = narrator_of(report), report.outcome.winner
    days = report.outcome.days
    when = f" after {counted(days, 'day')}" if days > 1 else ""
    headline = _won(report, film, when) if winner else f"The battle was drawn{when}"
    rows = zip(film.cast.sides, film.strengths[0], film.strengths[-1], strict=True)
    losses = [f"{narrator.side(name)} lost {before - after} of {before}" for name, before, after in rows]
    return Ending(film.cast.side(winner), headline, f"{sentence(', '.join(losses))} strength points.")


def _won(report: Report, film: Film, when: str) -> str:
    """Return who won, and how the enemy left the field: `The Prussians won after two days: the French broke`."""
    narrator, won = narrator_of(report), film.cast.side(report.outcome.winner) or 0
    winner, loser = film.cast.sides[won], film.cast.sides[1 - won]
    ends = [event["ev"] for event in report.journal if event["ev"] in _LEAVING and _leaves(event, loser)]
    were = "were" if side_name(loser).plural else "was"
    how = f"{were} destroyed" if not film.strengths[-1][1 - won] else _LEAVING[ends[-1]] if ends else ""
    return f"{sentence(narrator.side(winner))} won{when}{f': {narrator.side(loser)} {how}' if how else ''}"


def _leaves(event: Event, side: str) -> bool:
    if event["ev"] == "stay_leave":
        return bool(event["choices"].get(side) == "leave")
    return bool(event.get("loser", event["side"]) == side)


_LEAVING = {
    "will": "broke", "sudden_death": "broke", "broken": "broke", "break_off": "broke off the fight",
    "last_evening": "gave up the field", "stay_leave": "left the field",
}  # fmt: skip


@dataclass(frozen=True)
class Bar:
    """HR-26 The bar of a side: ``share`` in per cent is full once the army must leave."""

    side: int
    name: str
    text: str
    share: int


def bars(film: Film, now: Mapping[str, Any]) -> list[Bar]:
    """HR-26 Return both sides' bars of broken units; none where nobody must leave. ``drawing.js`` fills them alike."""
    rows = [(side, name, now[f"w{side}"]) for side, name in enumerate(film.cast.sides) if now[f"w{side}"]]
    return [
        Bar(side, name, f"{broken} of {units} broken, leaves at {enough}", min(100, 100 * broken // enough))
        for side, name, (broken, units, enough) in rows
    ]


def _signs(film: Film) -> list[dict[str, Any]]:
    """Return the key to the signs: one line for each kind of unit that is on the table."""
    known = {block.type: block for block in film.cast.blocks}
    shapes = (replace(known[kind], width=_KEY_WIDTH, depth=_KEY_WIDTH) for kind in sorted(known))
    return [{"sign": sign_of(block), "kind": spelled(block.type)} for block in shapes]


def _holds(report: Report, name: str, key: str) -> bool:
    """Does an event of this name ever hold a value under this key? Otherwise it has no place above the table."""
    return any(event["ev"] == name and event.get(key) for event in report.journal)


def _roll(film: Film, now: Mapping[str, Any]) -> list[RollRow]:
    return [
        RollRow(
            number=n,
            name=block.name,
            side=film.cast.sides[block.side],
            kind=now[f"u{n}.kind"] or block.kind,
            strength=now[f"u{n}.sp"],
            full=block.full,
            where=WHERE[now[f"u{n}.in"]],
        )
        for n, block in enumerate(film.cast.blocks)
    ]


def _bounded(at: int | None, film: Film, parts: tuple[Chapter, ...]) -> int:
    """Return the event asked for; where none is, the end of the deployment."""
    return parts[0].last if at is None else min(max(0, at), len(film.steps))


def _caption(report: Report, n: int) -> str:
    return event_sentence(narrator_of(report), report.journal[n - 1]) if n else "Before the battle."


def _steps(parts: tuple[Chapter, ...], here: int, n: int, last: int) -> dict[str, int | None]:
    """Return the targets of previous and next: one event, one round."""
    return {
        "first": 0 if n else None,
        "round_back": parts[max(0, here - (n <= parts[here].first))].first if n > 1 else None,
        "back": n - 1 if n else None,
        "on": n + 1 if n < last else None,
        "round_on": parts[here + 1].first if here + 1 < len(parts) else None,
        "last": last if n < last else None,
    }


def _jump(film: Film, mark: Landmark) -> Jump:
    if mark.unit is None:
        return Jump(mark.n, mark.what)
    block = film.cast.blocks[mark.unit]
    return Jump(mark.n, f"{block.name} ({film.cast.sides[block.side]}): {mark.what}")


def running_account(report: Report, n: int) -> dict[str, Any]:
    """Return the context of ``battles/replay/_account.html``: the lines of the round that event ``n`` is in."""
    parts = chapters(report.journal)
    part = parts[chapter_at(parts, n)]
    narrator, names = narrator_of(report), Names.of(report)
    events = report.journal[part.first - 1 : part.last]
    lines = [
        AccountLine(e["n"], event_sentence(narrator, e), is_loud(e, narrator), e["n"] == n, event_line(e, names),
              tuple(reason_sentence(report, r) for r in report.reasons if r["n"] == e["n"]))
        for e in events
    ]  # fmt: skip
    return {"lines": lines, "chapter": part}


def facts(film: Film, now: Mapping[str, Any]) -> dict[str, str]:
    """Return the facts above the table, by name; ``static/js/replay/drawing.js`` makes the same words."""
    sides, rolls, turn = film.cast.sides, now["rolls"], now["turn"]
    actions = "action" if now["left"] == 1 else "actions"
    left = f", {now['left']} {actions} left" if now["left"] is not None else ""
    thrown = " : ".join("–" if roll is None else str(roll) for roll in rolls)
    return {
        "sky": f"{SKIES[now['weather']]}, {now['ground']} ground" if now["weather"] else "–",
        "radius": f"{now['radius']}″" if now["radius"] else "–",
        "count": f"{now['count']} of {now['length']}" if now["length"] else "–",
        "turn": f"{sides[turn]}{left}" if turn is not None else "–",
        "rolls": thrown,
        "strength": f"{sides[0]} {now['s0']}, {sides[1]} {now['s1']}",
    }


def film_text(report: Report) -> bytes | None:
    """Return the film as JSON, made once for a report; None where there is none."""
    return report.drawn.get("film.json", lambda: _film_text(report))


def _film_text(report: Report) -> bytes | None:
    film = film_data(report)
    return json.dumps(film, separators=(",", ":"), ensure_ascii=False).encode() if film else None


def film_data(report: Report) -> dict[str, Any] | None:
    """Return the film as the script plays it; None where there is none. docs/journal.md describes it."""
    film = film_of(report)
    if film is None:
        return None
    parts = chapters(report.journal)
    return {
        "depth": film.cast.depth,
        "sides": list(film.cast.sides),
        "skies": SKIES,
        "where": WHERE,
        "start": film.start,
        "chapters": [[part.title, part.first, part.last] for part in parts],
        "highlights": highlights(film, report.outcome.winner),
        "steps": [
            [step.event["ev"], step.changes, step.who, step.on, *([step.ways] if step.ways else [])]
            for step in film.steps
        ],
    }


def still_of(report: Report) -> Still | None:
    """Return the decisive moment of a battle; None where there is no film."""
    film = film_of(report)
    if film is None:
        return None
    found = decisive_moment(film, report.outcome.winner)
    return Still(found.n, sentence(found.what), sentence(_caption(report, found.n)))


def still_plate(report: Report, at: int | None) -> Plate | None:
    """Return the picture of one moment, the decisive one where none is asked for; None where there is no film."""
    film = film_of(report)
    if film is None:
        return None
    n = decisive_moment(film, report.outcome.winner).n if at is None else min(max(0, at), len(film.steps))
    return plate_of(film, n, _caption(report, n))


__all__ = ["LossChart", "Still", "film_data", "film_page", "film_text", "running_account", "still_of", "still_plate"]
