"""Read a report with its journal from beginning to end and list every breach of the rules."""

from collections.abc import Callable
from typing import NamedTuple

from tests.audits.lgg import activations, moves, reports
from tests.audits.lgg.day import arrivals, evenings, leaders, rests, rounds, stratagems, wills
from tests.audits.lgg.fights import backs, combats, contacts, fires, withdrawals
from tests.audits.lgg.ground import works
from tests.audits.lgg.ground.plane import overlap
from tests.audits.lgg.world import Event, World


class Breach(NamedTuple):
    """A rule that was broken, the number of the event, and what was seen."""

    rule: str
    event: int
    text: str


def on_deploy(w: World, e: Event) -> None:
    """A unit or a commander is deployed."""
    (leaders.on_leader_deploy if "commander" in e else rests.on_deploy)(w, e)


def on_arrive(w: World, e: Event) -> None:
    """A unit or a commander arrives."""
    (leaders.on_leader_deploy if "commander" in e else arrivals.on_arrive)(w, e)


def on_activate(w: World, e: Event) -> None:
    """A side acts; before it first does its columns have come."""
    if w.acts == 0 and e["side"] == w.turn:
        arrivals.nobody_left_behind(w)
    activations.on_activate(w, e)


HANDLERS: dict[str, Callable[[World, Event], None]] = {
    "battle_start": rounds.on_battle_start, "deploy": on_deploy, "arrive": on_arrive, "chits": stratagems.on_chits,
    "day_start": rounds.on_day_start, "command_roll": rounds.on_command_roll, "initiative": rounds.on_initiative,
    "turn_end": rounds.on_turn_end, "activate": on_activate, "move": moves.on_move,
    "withdraw": withdrawals.on_withdraw, "night_move": evenings.on_night_move,
    "commander_move": leaders.on_commander_move, "check": moves.on_check, "contact": contacts.on_contact,
    "turned": contacts.on_turned, "squares": contacts.on_squares, "repoint": contacts.on_repoint,
    "fire": fires.on_fire, "combat": combats.on_combat, "hit": backs.on_hit, "fallback": backs.on_fallback,
    "rout": backs.on_rout, "occupy": backs.on_occupy, "eliminated": backs.on_eliminated,
    "exit": activations.on_exit, "casualty": leaders.on_casualty, "command_change": leaders.on_command_change,
    "recover": rests.on_recover, "rally": rests.on_rally, "engineer": works.on_engineer,
    "stratagem": stratagems.on_stratagem, "round_end": rounds.on_round_end, "sudden_death": rounds.on_sudden_death,
    "will": wills.on_will, "last_evening": wills.on_last_evening, "break_off": rounds.on_break_off,
    "stay_leave": evenings.on_stay_leave, "pursuit": evenings.on_pursuit, "eod_recover": evenings.on_eod_recover,
    "eod_rally": evenings.on_eod_rally, "amalgamate": evenings.on_amalgamate, "battle_end": evenings.on_battle_end,
}  # fmt: skip
CONSEQUENCES = {"check", "hit", "rout", "eliminated", "fallback", "occupy", "casualty", "command_change", "squares",
                "repoint", "contact", "turned", "stratagem"}  # fmt: skip

MOST_EARLY = 12


def audit(report: Event) -> list[Breach]:
    """Every breach in a report with its journal."""
    w = World(report)
    for at, event in enumerate(w.events):
        w.at = at
        _frame(w, event, at)
        if event["ev"] not in CONSEQUENCES and event["ev"] != "combat":
            backs.settle(w)
        if event["ev"] == "combat":
            backs.settle(w)
        _read(w, event)
    w.hold(not w.cup.left_out(), "ENG-12", f"dice left out: {w.cup.left_out()}")
    reports.check_report(w)
    return [Breach(*found) for found in w.breaches]


def _read(w: World, event: Event) -> None:
    handler = HANDLERS.get(event["ev"])
    if handler is None:
        w.breach("ENG-14", f"no event is called {event['ev']}")
        return
    try:
        handler(w, event)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        w.breach("journal", f"{event['ev']} cannot be read: {error!r}")


def _frame(w: World, event: Event, at: int) -> None:
    """ENG-12, journal.md: numbers without gaps, dice that are true."""
    w.hold(event["n"] == at + 1, "journal", f"event {event['n']} where {at + 1} is next")
    for die in event["dice"]:
        wrong = w.cup.wrong(die, MOST_EARLY if w.options.get("stratagems") else 0)
        w.hold(wrong is None, "ENG-12", wrong or "")
    if "die" in event and event["dice"]:
        w.hold(event["die"] == event["dice"][-1], "journal", "die and dice differ")
    if event["ev"] not in CONSEQUENCES and event["ev"] not in ("activate", "move", "withdraw", "fire"):
        _apart(w, event)


def _apart(w: World, event: Event) -> None:
    """ENG-16: looked at once a round and whenever the evening goes on."""
    if event["ev"] in ("round_end", "day_start", "battle_end"):
        there = w.board()
        for i, one in enumerate(there):
            for two in there[i + 1 :]:
                lap = overlap(one.place, two.place)
                w.hold(lap <= 0.021, "ENG-16", f"{one.id} and {two.id} overlap by {lap:.3f}")
        if event["ev"] == "day_start" and w.day > 0:
            evenings.end_of_night(w)
