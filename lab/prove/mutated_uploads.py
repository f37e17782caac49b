"""Change dumps of played campaigns at random: what is accepted passes the audit, is dumped and can be loaded again.

``mutated_uploads(runs, seed)`` writes into the database at hand and rolls every run back.
"""

import json
import random
import traceback
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Campaign
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from tests.battles import drill
from tests.campaign.files.drafts import draft

NASTY: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2, 6, 7, 10**9, 1.5, "", " ", "x", "x" * 400, "ﬀ" * 57 + "abc", "a\u0000b", "\ud800",
    "{campaign}", "{unit:u1}", "{brace}", "turn:mine:1", "battle:abcdefghjkmn", "red", "blue", "u1", "b1", "done",
    "lost", "serving", "open", [], {}, [[]], ["west"], {"a": 1},
)  # fmt: skip
SHOWN = 20
Change = Callable[[dict[str, Any], random.Random], str]


def mutated_uploads(runs: int, seed: int, first: bool = False) -> dict[str, Any]:
    """Load so many changed dumps: how many were accepted and refused, and what broke, with the change that did it.

    With ``first`` no more are loaded after the first that broke something.
    """
    dice = random.Random(seed)
    found: dict[str, Any] = {"runs": runs, "seed": seed, "accepted": 0, "refused": 0, "broken": []}
    with transaction.atomic():
        originals = list(played_wars())
        for number in range(runs):
            if first and found["broken"]:
                break
            data = json.loads(dice.choice(originals))
            made = [_changed(data, dice) for _ in range(dice.choice((1, 1, 1, 2, 3)))]
            outcome = _outcome(data, f"mutated-{number}")
            if outcome in ("accepted", "refused"):
                found[outcome] += 1
            elif len(found["broken"]) < SHOWN:
                found["broken"].append(f"run {number}: {'; '.join(made)}: {outcome}")
        transaction.set_rollback(True)
    return found


def _changed(data: dict[str, Any], dice: random.Random) -> str:
    """One change of any kind; an earlier one may have left nothing to be changed in this way."""
    try:
        return dice.choices(CHANGES, WEIGHTS)[0](data, dice)
    except (KeyError, IndexError, TypeError, AttributeError):
        return "nothing"


def _outcome(data: dict[str, Any], slug: str) -> str:
    with transaction.atomic():
        try:
            return _judged(json.dumps(data), slug)
        except Exception:
            return traceback.format_exc(limit=-3)
        finally:
            transaction.set_rollback(True)


def _judged(text: str, slug: str) -> str:
    before = Campaign.objects.count()
    try:
        with transaction.atomic():
            campaign = load_campaign(data=text, slug=slug, actor="somebody")
    except Refusal as refusal:
        whole = Campaign.objects.count() == before and "\n" not in str(refusal)
        return "refused" if whole else f"refused, and something stayed: {refusal}"
    if lines := audit():
        return f"the audit: {lines[0]}"
    first = dump_text(campaign)
    again = load_campaign(data=first, slug=f"{slug}-2", actor="somebody")
    return "accepted" if dump_text(again) == first and not audit() else "the dump of the dump differs"


def played_wars() -> Iterator[str]:
    """Dumps of the small war: begun, in the midst of a turn, after a battle, and after three turns."""
    with pytest.MonkeyPatch.context() as patch:
        drill.register()
        drill.stand_in(patch)
        for name, play in (("begun", _nothing), ("fighting", _to_the_battle), ("fought", _fought), ("long", _long)):
            campaign = load_campaign(data=draft(), slug=name, actor="somebody")
            play(campaign)
            yield dump_text(campaign)


def _nothing(campaign: Campaign) -> None:
    pass


def _to_the_battle(campaign: Campaign, wait: bool = False) -> None:
    red, west = campaign.factions.get(key="red"), campaign.provinces.get(key="west")
    buy_unit(faction=red, province=west, type_key="militia_inf", name="Levy", actor="Red player", key="first")
    for ref in ("red_army", "blue_army"):
        give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
    advance_turn(campaign=campaign, actor="the referee", wait=wait)


def _fought(campaign: Campaign) -> None:
    _to_the_battle(campaign, wait=True)


def _long(campaign: Campaign) -> None:
    _fought(campaign)
    advance_turn(campaign=campaign, actor="the referee")
    red, west = campaign.factions.get(key="red"), campaign.provinces.get(key="west")
    buy_unit(faction=red, province=west, type_key="militia_inf", actor="Red player", key="second")


def _place(data: Any, dice: random.Random) -> tuple[Any, Any, str]:
    """A container within the data, one of its keys, and the path to it."""
    within, path = data, ""
    while True:
        keys = list(within) if isinstance(within, dict) else list(range(len(within)))
        key = "history" if not path and dice.random() < 0.7 else dice.choice(keys)
        inner, path = within[key], f"{path}.{key}"
        if not isinstance(inner, dict | list) or not inner or dice.random() < 0.1:
            return within, key, path
        within = inner


def put_something_else(data: dict[str, Any], dice: random.Random) -> str:
    within, key, path = _place(data, dice)
    within[key] = deepcopy(dice.choice(NASTY))
    return f"{path} = {within[key]!r}"[:120]


def put_what_stands_elsewhere(data: dict[str, Any], dice: random.Random) -> str:
    within, key, path = _place(data, dice)
    other, its, source = _place(data, dice)
    within[key] = deepcopy(other[its])
    return f"{path} = {source}"


def count_otherwise(data: dict[str, Any], dice: random.Random) -> str:
    for _ in range(200):
        within, key, path = _place(data, dice)
        if isinstance(within[key], int) and not isinstance(within[key], bool):
            within[key] += dice.choice((-2, -1, 1, 2, 5))
            return f"{path} = {within[key]}"
    return "nothing"


def take_out(data: dict[str, Any], dice: random.Random) -> str:
    within, key, path = _place(data, dice)
    del within[key]
    return f"without {path}"


def _rows(data: dict[str, Any], dice: random.Random) -> tuple[list[Any], str]:
    lists = {**data, **data.get("history", {})}
    full = [name for name, rows in lists.items() if isinstance(rows, list) and rows]
    name = dice.choice(full)
    return lists[name], name


def repeat_a_row(data: dict[str, Any], dice: random.Random) -> str:
    rows, name = _rows(data, dice)
    rows.insert(dice.randint(0, len(rows)), deepcopy(dice.choice(rows)))
    return f"a row of {name} twice"


def lose_a_row(data: dict[str, Any], dice: random.Random) -> str:
    rows, name = _rows(data, dice)
    rows.pop(dice.randrange(len(rows)))
    return f"a row of {name} less"


def change_places(data: dict[str, Any], dice: random.Random) -> str:
    rows, name = _rows(data, dice)
    dice.shuffle(rows)
    return f"{name} shuffled"


def take_a_value_of_another_row(data: dict[str, Any], dice: random.Random) -> str:
    rows, name = _rows(data, dice)
    one, other = dice.choice(rows), dice.choice(rows)
    if not (isinstance(one, dict) and isinstance(other, dict) and other):
        return "nothing"
    key = dice.choice(list(other))
    one[key] = deepcopy(other[key])
    return f"{name}: {key} of another row"


def weaken_a_unit(data: dict[str, Any], dice: random.Random) -> str:
    """A line that adds up, of any cause and reference."""
    history = data.get("history") or {}
    if not history.get("units") or not history.get("strength"):
        return "nothing"
    unit = dice.choice(history["units"])
    held = sum(line.get("delta", 0) for line in history["strength"] if line.get("unit") == unit.get("id"))
    delta = dice.choice((-held, -1, 1, -2))
    cause = dice.choice(("battle", "amalgamation", "event", "correction"))
    reference = dice.choice(("", "battle:{battle:b1}", "turn:{campaign}:1", "battle:abcdefghjkmn", "x"))
    line = {"unit": unit.get("id"), "delta": delta, "after": held + delta, "cause": cause, "reference": reference}
    history["strength"].append(line)
    return f"strength {line}"


def post_points(data: dict[str, Any], dice: random.Random) -> str:
    """An entry with a key of some kind."""
    history = data.get("history") or {}
    keys = (
        "{war}:t1.1:pay:red_army", "{war}:t9.1:income:west", "{line:s1}:spent", "{line:s2}:reserved", "sheet:1:spent",
        "c1:t2.1:income:west", "file:x", "{war}", "{war}:t2.1:attrition", "battle/{battle:b1}/{unit:u1}/lost", "",
    )  # fmt: skip
    names = ("treasury/red", "reserved/red", "reserved/blue", "income", "opening", "purchases")
    entry = {
        "source": dice.choice(names), "target": dice.choice(names), "amount": dice.choice((1, 5, 1000)), "reason": "r",
        "turn": dice.choice((0, 1, 2)), "idempotency": dice.choice(keys),
    }  # fmt: skip
    history.setdefault("points", []).append(entry)
    return f"points {entry}"


def change_battle_and_report(data: dict[str, Any], dice: random.Random) -> str:
    """The battle's file and its report's alike, so that they still agree."""
    history = data.get("history") or {}
    if not history.get("results") or not history.get("battles"):
        return "nothing"
    file = history["battles"][0].get("file")
    if not isinstance(file, dict):
        return "nothing"
    made = put_something_else(file, dice)
    history["results"][0].setdefault("report", {})["battle"] = deepcopy(file)
    return f"battle and report{made}"


CHANGES: tuple[Change, ...] = (
    put_something_else, put_what_stands_elsewhere, count_otherwise, take_out, repeat_a_row, lose_a_row, change_places,
    take_a_value_of_another_row, weaken_a_unit, post_points, change_battle_and_report,
)  # fmt: skip
WEIGHTS = (4, 2, 4, 4, 2, 2, 1, 4, 2, 2, 1)
