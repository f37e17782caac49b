"""Races of those who take a war back, of deputies and of the clock: nobody wins twice, and the audit stays clean."""

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django.utils import timezone

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.typed import unhurt
from battles.services import run_battle
from campaign.models import Absence, Campaign, Hook, Member, RollBack, Turn
from campaign.services.clockwork.running import keep_time
from campaign.services.corrections import MOST, add_hook, remove_hook
from campaign.services.history.rolling_back import roll_back
from campaign.services.history.taking_back import take_back
from campaign.services.people.absences import enter_absence, withdraw_absence
from campaign.services.phases.fighting import methods
from campaign.services.sheet import sheet
from campaign.services.sheet.orders import give_order, set_ready
from campaign.services.turn import advance_turn
from lab.prove.racing import done, together
from tests.campaign.worlds import Valley, fresh, long_valley
from tests.kept import kept

Act = Callable[[], Any]


def _valley() -> Valley:
    """The valley with a map, as a campaign of a file has one, so that its states are kept."""
    return long_valley(muster_every=1, map={"view": [0, 0, 400, 300]})


@kept
def _played(turns: int = 2) -> Valley:
    """The valley with so many turns behind it, and an order for the next."""
    valley = _valley()
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    for _ in range(turns):
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    return valley


def _back(valley: Valley, turn: int = 2) -> Act:
    campaign, user = valley.campaign, valley.people["referee"]
    return lambda: roll_back(campaign=Campaign.objects.get(pk=campaign.pk), turn=turn, reason="race", user=user)


def _run(valley: Valley, number: int) -> Act:
    return lambda: advance_turn(campaign=valley.campaign, actor="desk", number=number)


def _buy(valley: Valley) -> Act:
    north, place = valley.factions["north"], valley.provinces["northgate"]
    return lambda: sheet.buy_unit(faction=north, province=place, type_key="line_inf", actor="north")


def _open(valley: Valley) -> Iterator[str]:
    """One turn is open, it is the newest, and no number is missing."""
    turns = list(Turn.objects.filter(campaign=valley.campaign).order_by("number").values_list("number", "state"))
    states = [state for _, state in turns]
    if [n for n, _ in turns] != list(range(1, len(turns) + 1)) or states != ["closed"] * (len(turns) - 1) + ["open"]:
        yield f"turns {turns}"


def back_against_run(dice: random.Random) -> Iterator[str]:
    """A war is taken back while its turn is run: both, or one of them."""
    valley = _played()
    together(dice, _back(valley), _run(valley, 3))
    yield from _open(valley)


def back_against_back(dice: random.Random) -> Iterator[str]:
    """Three referees take one war back to one turn: once."""
    valley = _played()
    answers = together(dice, *[_back(valley)] * 3)
    if (done(answers), RollBack.objects.count()) != (1, 1):
        yield f"{RollBack.objects.count()} roll-backs are recorded; {answers}"
    yield from _open(valley)


def back_against_orders(dice: random.Random) -> Iterator[str]:
    """A war is taken back while orders, a purchase and a Ready come in for the turn that goes."""
    valley = _played()
    army, north = fresh(valley, "north-guard"), valley.factions["north"]
    order = lambda: give_order(station=army, kind="rest", actor="north")  # noqa: E731
    together(dice, _back(valley), order, _buy(valley), lambda: set_ready(faction=north))
    yield from _open(valley)


def back_against_worker(dice: random.Random) -> Iterator[str]:
    """A war is taken back while a worker fights its battle."""
    valley = _played(1)
    give_order(station=fresh(valley, "north-main"), kind="march", path=["lowfield"], actor="north")
    give_order(station=fresh(valley, "south-main"), kind="march", path=["lowfield"], actor="south")
    Campaign.objects.filter(pk=valley.campaign.pk).update(battle_days=30)
    advance_turn(campaign=Campaign.objects.get(pk=valley.campaign.pk), actor="referee", wait=False)
    for battle in Battle.objects.filter(state="open"):
        methods.choose(engagement=battle.engagement, method="auto", user=valley.people["referee"])
    keys = list(Battle.objects.exclude(state="done").values_list("pk", flat=True))
    answers = together(dice, _back(valley, 1), *[lambda key=key: run_battle(key) for key in keys])
    if list(Turn.objects.values_list("number", "state")) != [(1, "open")]:
        yield f"turns {list(Turn.objects.values_list('number', 'state'))}; {answers}"


def back_against_clock(dice: random.Random) -> Iterator[str]:
    """A war is taken back in the moment in which the clock runs its turn."""
    valley = _played()
    Turn.objects.filter(campaign=valley.campaign, state="open").update(deadline=timezone.now() - timedelta(minutes=1))
    together(dice, _back(valley), keep_time, keep_time)
    yield from _open(valley)


def _ruled(valley: Valley) -> tuple[Battle, Act]:
    """A battle on a table while the next turn is open, and the act that rules it."""
    Campaign.objects.filter(pk=valley.campaign.pk).update(battle_days=30)
    valley.campaign.refresh_from_db()
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    advance_turn(campaign=valley.campaign, actor="referee")
    battle = Battle.objects.get()
    user = valley.people["referee"]
    methods.choose(engagement=battle.engagement, method="ruling", user=user)
    typed = unhurt(parse(battle.file)).as_dict()
    typed["sides"][0]["stayed"] = False
    engagement = battle.engagement
    return battle, lambda: methods.rule(engagement=engagement, typed=typed, reason="As seen", user=user)


def taken_back_against_ruling(dice: random.Random) -> Iterator[str]:
    """A result is taken back twice while another referee rules the battle again, and somebody buys a unit."""
    valley = _valley()
    battle, rule = _ruled(valley)
    rule()
    user = valley.people["referee"]
    back = lambda: take_back(campaign=valley.campaign, battle=battle, reason="race", user=user)  # noqa: E731
    answers = together(dice, back, back, rule, _buy(valley))
    if RollBack.objects.count() != done(answers[:2]):
        yield f"{done(answers[:2])} taken back, {RollBack.objects.count()} are recorded"


def taken_back_against_run(dice: random.Random) -> Iterator[str]:
    """A result is taken back in the moment in which the next turn is run."""
    valley = _valley()
    battle, rule = _ruled(valley)
    rule()
    user = valley.people["referee"]
    back = lambda: take_back(campaign=valley.campaign, battle=battle, reason="race", user=user)  # noqa: E731
    together(dice, back, _run(valley, 2))
    yield from _open(valley)


def deputy_and_player(dice: random.Random) -> Iterator[str]:
    """A deputy and the player order one army, buy with points for one unit, and end the absence at once."""
    valley = _valley()
    north, now = valley.factions["north"], timezone.now()
    deputy = Member.objects.get(campaign=valley.campaign, user=valley.people["west"])
    absence = enter_absence(faction=north, starts=now, ends=now + timedelta(days=2), deputy=deputy, actor="north")
    army = fresh(valley, "north-main")
    orders = [lambda kind=kind: give_order(station=army, kind=kind, actor=kind) for kind in ("hold", "rest")]
    end = lambda: withdraw_absence(faction=north, absence_id=absence.pk)  # noqa: E731
    answers = together(dice, *orders, _buy(valley), _buy(valley), end, end)
    if done(answers[-2:]) != 1:
        yield f"the absence ended {done(answers[-2:])} times"


def many_absences(dice: random.Random) -> Iterator[str]:
    """Twelve absences of one faction at once: no more than are allowed."""
    from campaign.services.people.absences import MOST as ABSENCES

    valley = _valley()
    north, now = valley.factions["north"], timezone.now()
    enter = [
        lambda n=n: enter_absence(
            faction=north, starts=now, ends=now + timedelta(days=2, minutes=n), deputy=None, actor="north"
        )
        for n in range(ABSENCES + 4)
    ]
    together(dice, *enter, *enter)
    if Absence.objects.count() != ABSENCES:
        yield f"{Absence.objects.count()} absences, {ABSENCES} are allowed"


def many_hooks(dice: random.Random) -> Iterator[str]:
    """Eight webhooks at once are five; one that is removed four times is removed once."""
    valley = _valley()
    campaign, user = valley.campaign, valley.people["referee"]
    names = [f"hook {n}" for n in range(MOST + 3)]
    given: dict[str, Any] = {"campaign": campaign, "kind": "discord", "actor": user}
    add = [lambda name=name: add_hook(name=name, url=f"https://a.org/{name}", **given) for name in names]
    added = done(together(dice, *add))
    key = Hook.objects.values_list("key", flat=True)[0]
    remove = lambda: remove_hook(campaign=campaign, key=key, actor=user)  # noqa: E731
    removed = done(together(dice, *[remove] * 4))
    if (added, removed, Hook.objects.count()) != (MOST, 1, MOST - 1):
        yield f"{added} added, {removed} removed, {Hook.objects.count()} left"


PAST_RACES = (back_against_run, back_against_back, back_against_orders, back_against_worker, back_against_clock,
              taken_back_against_ruling, taken_back_against_run, deputy_and_player, many_absences,
              many_hooks)  # fmt: skip
