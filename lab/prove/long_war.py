"""A long war with random legal orders, purchases and battles: every turn closes, the audit is clean, pages stay flat.

``long_war(turns, seed)`` plays in the database at hand and rolls everything back.
"""

import random
import time
from statistics import median
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from campaign.models import Campaign, Member, Station
from campaign.models.people import Role
from campaign.services.audit import audit, orphans
from campaign.services.people.referees import make_referee
from campaign.services.record.points import account, post_points
from campaign.services.sheet.orders import give_order, order_choices
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from rosters.rules.refusal import Refusal
from tests.factories.campaign import ProvinceFactory
from tests.scenarios import World, two_valleys

PAGES = ("map", "rosters", "treasury", "turn", "chronicle", "battles")
BOLDNESS = 0.5
RARE = 0.02
"""How often an army may be disbanded: a war without armies proves nothing."""
LIVELY = 10
"""Turns within which there must be a battle, on the average."""
PURSE = 120
MOST_BYTES = 250_000
GROWTH_BYTES, GROWTH_SECONDS = 1.6, 2.5
"""By how much a page of the last fifth of the turns may exceed one of the second fifth."""
TIMED_FROM = 20
"""A shorter war has too few readings of the clock to tell growth from noise."""
SHOWN = 20


def long_war(turns: int, seed: int, first: bool = False) -> dict[str, Any]:
    """Play so many turns; battles, pages in bytes and seconds early and late, and what broke.

    With ``first`` no page is read, the war ends with the first thing that broke, and few battles are none.
    """
    dice = random.Random(seed)
    broken: list[str] = []
    pages: list[dict[str, tuple[int, float]]] = []
    with transaction.atomic():
        world, clients = _begin(turns, seed)
        for number in range(1, turns + 1):
            _orders(world, dice)
            advanced = advance_turn(campaign=world.campaign, actor="referee", number=number)
            broken += [f"turn {number}: {line}" for line in (*audit(), *orphans())]
            broken += [f"turn {number} is {advanced.turn.state}"] if not advanced.closed else []
            pages.append({} if first else _read(world.campaign.slug, clients))
            if (first and broken) or Campaign.objects.get(pk=world.campaign.pk).state == Campaign.State.FINISHED:
                break
        states = list(Battle.objects.values_list("state", flat=True))
        transaction.set_rollback(True)
    broken += [f"{len(states) - states.count('done')} battles are not settled"] if set(states) - {"done"} else []
    if not first:
        broken += [f"the war was over after {len(pages)} turns"] if len(pages) < turns else []
        few = len(states) < max(1, turns // LIVELY)
        broken += _grown(pages) + ([f"only {len(states)} battles in {turns} turns"] if few else [])
    return {"turns": len(pages), "of": turns, "seed": seed, "battles": len(states), "pages": _told(pages),
            "broken": broken[:SHOWN]}  # fmt: skip


def _begin(turns: int, seed: int) -> tuple[World, dict[str, Client]]:
    """Two Valleys with a purse for either side each turn, and an isle for each, so that nothing decides it early."""
    world = two_valleys(last_turn=turns + 1, secret=f"{seed:064d}", muster_every=1,
                        house_rules={"victory.capital_p11": 1000})  # fmt: skip
    for key, faction in world.factions.items():
        ProvinceFactory(campaign=world.campaign, key=f"{key}-isle", home=faction, controller=faction, value=1)
    users = {"referee": User.objects.create_user("referee"), "north": User.objects.create_user("north")}
    make_referee(campaign=world.campaign, user=users["referee"])
    north = world.factions["north"]
    Member.objects.create(campaign=world.campaign, user=users["north"], role=Role.PLAYER, faction=north)
    clients = {name: Client() for name in users}
    for name, client in clients.items():
        client.force_login(users[name])
    return world, clients


def _orders(world: World, dice: random.Random) -> None:
    """For each army one of its legal orders, never into a capital; for each side a few units."""
    for station in Station.objects.filter(campaign=world.campaign, province__isnull=False).order_by("ref"):
        disbands = dice.random() < RARE
        legal = [choice for choice in order_choices(station) if choice.legal and (choice.kind != "disband" or disbands)]
        marches = [c for c in legal if c.path and not {"northgate", "southgate"} & set(c.path)]
        towards = [c for c in marches if c.path[-1] in _foes(station)]
        choice = dice.choice((towards or marches) if marches and dice.random() < BOLDNESS else legal)
        give_order(station=station, kind=choice.kind, path=choice.path, actor="a player")
    for key, home in (("north", "northgate"), ("south", "southgate")):
        _shop(world, key, home, dice)


def _foes(station: Station) -> set[str]:
    """The provinces in which enemies of an army stand."""
    foes = Station.objects.filter(campaign=station.campaign_id, province__isnull=False).exclude(faction=station.faction)
    return set(foes.values_list("province__key", flat=True))


def _shop(world: World, key: str, home: str, dice: random.Random) -> None:
    faction, turn = world.factions[key], world.turn
    source = account(campaign=world.campaign, kind="events")
    purse = account(campaign=world.campaign, faction=faction, kind="treasury")
    post_points(source=source, target=purse, amount=PURSE, reason="purse", reference="", actor="host", rule="HR-23",
                turn=turn.number)  # fmt: skip
    armies = list(Station.objects.filter(faction=faction, province__key=home).order_by("ref"))
    for _ in range(2):
        army = dice.choice(armies) if armies else None
        kind = dice.choice(("line_inf", "line_inf", "light_cav", "heavy_art"))
        try:
            buy_unit(faction=faction, province=world.provinces[home], type_key=kind, station=army, actor=key)
        except Refusal:
            return


def _read(slug: str, clients: dict[str, Client]) -> dict[str, tuple[int, float]]:
    """Each page of each reader: bytes and seconds of processor."""
    found = {}
    for reader, client in clients.items():
        for page in PAGES:
            begun = time.process_time()
            answer = client.get(reverse(f"game:{page}", args=[slug]))
            found[f"{reader} {page}"] = (len(answer.content), time.process_time() - begun)
            if answer.status_code != 200:
                found[f"{reader} {page}"] = (MOST_BYTES + 1, 0.0)
    return found


def _fifths(pages: list[dict[str, tuple[int, float]]], page: str) -> list[tuple[float, float]]:
    """Median bytes and seconds of a page in the second fifth and in the last one."""
    fifth = max(1, len(pages) // 5)
    return [(median(turn[page][0] for turn in some), median(turn[page][1] for turn in some))
            for some in (pages[fifth : 2 * fifth] or pages[:1], pages[-fifth:])]  # fmt: skip


def _grown(pages: list[dict[str, tuple[int, float]]]) -> list[str]:
    lines = []
    for page in pages[0]:
        (early, quick), (late, slow) = _fifths(pages, page)
        if late > MOST_BYTES or late > GROWTH_BYTES * early + 10_000:
            lines.append(f"{page}: {late:,.0f} bytes late in the war, {early:,.0f} early.")
        if len(pages) >= TIMED_FROM and slow > GROWTH_SECONDS * quick + 0.05:
            lines.append(f"{page}: {slow:.3f} s late in the war, {quick:.3f} s early.")
    return lines


def _told(pages: list[dict[str, tuple[int, float]]]) -> dict[str, str]:
    told = {}
    for page in pages[0]:
        (early, quick), (late, slow) = _fifths(pages, page)
        told[page] = f"{early / 1000:.0f} → {late / 1000:.0f} kB, {quick * 1000:.0f} → {slow * 1000:.0f} ms"
    return told
