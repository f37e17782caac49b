"""A war with secrets: two worlds made here differ only in what South hides from everybody else."""

import random
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from battles.models import Battle
from battles.services.held.choosing import choose_method
from campaign.models import Campaign, Faction, Member, Province, Station
from campaign.rules.kinds import Role
from campaign.services.events import write_event
from campaign.services.gazette import draft_due
from campaign.services.letters import carry_letter
from campaign.services.people.absences import enter_absence
from campaign.services.phases.fighting.methods import set_battle_policy, set_standing_wishes
from campaign.services.setup import start_campaign
from campaign.services.sheet.orders import give_order, give_plan
from campaign.services.sheet.sheet import buy_unit, change_relation
from campaign.services.sheet.standing import give_standing
from campaign.services.turn import advance_turn
from campaign.visibility import knowledge_of
from campaign.visibility.reader import Knowledge
from tests.factories.campaign import CampaignFactory, FactionFactory, ProvinceFactory, edge, relation, station
from tests.factories.people import logged_in
from tests.kept import kept

ROSTER = "1 Elite inf, 4 Line inf, 1 Militia inf, 1 Heavy cav, 2 Light cav, 1 Heavy art"


@dataclass(frozen=True)
class Secrets:
    """What South hides."""

    rear_guard: str = "2 Line inf"
    rear_skill: str = "poor"
    main_skill: str = "average"
    reserve: str = ""
    opening: int = 100
    orders: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    purchases: tuple[str, ...] = ()
    van_plan: tuple[tuple[str, Any], ...] = ()
    main_plan: tuple[tuple[str, Any], ...] = ()
    rear_standing: str = ""
    letters: tuple[tuple[str, str], ...] = ()
    offers: tuple[tuple[str, str], ...] = ()
    wishes: tuple[tuple[str, str], ...] = ()
    story: str = ""
    arrivals: bool = False
    away: int = 0


PLAIN = Secrets()
HIDDEN = Secrets(
    rear_guard="4 Elite inf, 2 Light cav, one 2/4 Line inf", rear_skill="great", main_skill="good",
    reserve="3 Heavy cav, 1 Horse art", opening=275,
    orders=(("south-rear", "march", ("backwood",)), ("south-main", "rest", ())),
    purchases=("line_inf", "light_cav"), van_plan=(("posture", "delay"), ("sector", "left"), ("break_off", 35)),
    main_plan=(("posture", "attack"), ("reserve", 25)), rear_standing="avoid",
    letters=(("referee.south", "We march on the ridge."), ("press", "All is well in the South.")),
    offers=(("north", "neutral"), ("west", "neutral")), wishes=(("north", "table"), ("", "auto")), arrivals=True,
    story="A plot is found out at the court of the South.", away=9,
)  # fmt: skip


@dataclass
class Valley:
    """The war and its people."""

    campaign: Campaign
    factions: dict[str, Faction]
    provinces: dict[str, Province]
    stations: dict[str, Station] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)

    @property
    def turn(self):
        """The newest turn."""
        return self.campaign.turns.order_by("-number").first()


ARRIVALS: list[dict[str, Any]] = [
    {"key": "relief", "text": "A relief lands in the marshes of the South.", "readers": ["south"], "foretold": True,
     "conditions": [{"kind": "date", "on": "1000-01-01"}],
     "effects": [{"kind": "army", "faction": "south", "ref": "south-relief", "name": "The relief of the South",
                  "provinces": ["farmoor"], "generals": [{"name": "Secretus"}], "roster": "2 Line inf"},
                 {"kind": "points", "faction": "south", "points": 40}]},
    {"key": "plot", "text": "A plot of the South ripens.", "readers": ["south"], "foretold": True,
     "conditions": [{"kind": "date", "on": "3000-01-01"}], "effects": [{"kind": "end", "winners": ["south"]}]},
]  # fmt: skip
"""Arrivals of South's that nobody else expects: one on turn 1, and one to come."""

LAND: tuple[tuple[str, str | None, dict[str, Any]], ...] = (
    ("northgate", "north", {"depot": True, "capital": True, "value": 12}), ("highfield", "north", {"depot": True}),
    ("ridge", None, {"terrain": "hilly", "value": 3}), ("lowfield", "south", {}),
    ("southgate", "south", {"depot": True, "capital": True, "value": 12}), ("backwood", "south", {"terrain": "wooded"}),
    ("farmoor", "south", {"terrain": "marsh", "depot": True}), ("westmarch", "west", {"depot": True, "capital": True}),
)  # fmt: skip


@kept
def long_valley(secrets: Secrets = PLAIN, *, start: bool = True, **changes) -> Valley:
    """northgate – highfield – ridge – lowfield – southgate – backwood – farmoor; westmarch lies beside northgate.

    North and South are at war, West is North's ally. What stands in farmoor is two provinces away from whatever North
    or West can come to see.
    """
    values: dict[str, Any] = {"slug": "long-valley", "name": "The Long Valley", "muster_every": 4,
                              "map": {"view": [0, 0, 700, 200]}} | changes  # fmt: skip
    campaign = CampaignFactory(**values, triggers=ARRIVALS if secrets.arrivals else [])
    colours = {"north": "#2f4f8f", "south": "#9a3030", "west": "#3f6e3a"}
    patterns = {"north": "plain", "south": "stripes", "west": "dots"}
    factions: dict[str, Any] = {
        key: FactionFactory(campaign=campaign, key=key, name=key.title(), colour=colour, pattern=patterns[key],
                            opening_points=secrets.opening if key == "south" else 150)
        for key, colour in colours.items()
    }  # fmt: skip
    relation(factions["north"], factions["south"], "war")
    relation(factions["north"], factions["west"], "allied")
    relation(factions["south"], factions["west"], "war")
    valley = Valley(campaign, factions, _land(campaign, factions))
    _armies(valley, secrets)
    valley.people = _people(valley)
    if start:
        start_campaign(campaign=campaign, actor="tester")
        campaign.refresh_from_db()
    return valley


def _land(campaign: Campaign, factions: dict[str, Faction]) -> dict[str, Province]:
    provinces: dict[str, Any] = {}
    for number, (key, home, more) in enumerate(LAND):
        x, y = (100.0 * number, 0.0) if key != "westmarch" else (0.0, 100.0)
        square = [[x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]]
        owner = factions.get(home or "")
        provinces[key] = ProvinceFactory(
            campaign=campaign, key=key, x=x + 50, y=y + 50, polygon=square, home=owner, controller=owner, **more
        )
    for first, second in pairwise([key for key, _, _ in LAND if key != "westmarch"]):
        edge(provinces[first], provinces[second])
    edge(provinces["northgate"], provinces["westmarch"], "river", bridge=True)
    return provinces


def _armies(valley: Valley, secrets: Secrets) -> None:
    north, south, west = (valley.factions[key] for key in ("north", "south", "west"))
    place = valley.provinces
    valley.stations = {
        "north-main": station(north, place["highfield"], ROSTER, "north-main", "good"),
        "north-guard": station(north, place["northgate"], "3 Line inf, two 2/4 Line inf", "north-guard", "average"),
        "west-main": station(west, place["westmarch"], "4 Line inf", "west-main"),
        "south-van": station(south, place["ridge"], "3 Line inf, 1 Light cav", "south-van", "average"),
        "south-main": station(south, place["southgate"], ROSTER, "south-main", secrets.main_skill),
        "south-rear": station(south, place["farmoor"], secrets.rear_guard, "south-rear", secrets.rear_skill),
    }
    if secrets.reserve:
        valley.stations["south-reserve"] = station(south, place["farmoor"], secrets.reserve, "south-reserve", None)


def _people(valley: Valley) -> dict[str, User]:
    """A person for every part; the stranger referees another war."""
    parts: list[tuple[str, Role, Faction | None]] = [("referee", Role.REFEREE, None), ("observer", Role.OBSERVER, None)]
    parts += [(key, Role.PLAYER, faction) for key, faction in valley.factions.items()]
    people = {}
    for name, role, faction in parts:
        people[name] = User.objects.create_user(username=name, password=f"{name}-password")
        feeds = f"{name}23{name}"[:12]
        Member.objects.create(campaign=valley.campaign, user=people[name], role=role, faction=faction, feed_key=feeds)
    people["stranger"] = User.objects.create_user(username="stranger", password="stranger-password")
    other = CampaignFactory(slug="other-war", name="Another War")
    Member.objects.create(campaign=other, user=people["stranger"], role=Role.REFEREE)
    return people


@kept
def held_on_the_ridge(method: str = "", days: int = 7, **changes: Any) -> Valley:
    """Turn 2: North has marched upon South's van on the ridge, and the battle is held open; on the table if wished."""
    valley = long_valley(**changes)
    referee = valley.people["referee"]
    set_battle_policy(campaign=valley.campaign, days=days, fallback="auto", patience=None, user=referee)
    march_on_the_ridge(valley)
    if method:
        choose_method(battle=Battle.objects.get(), method=method)
    return valley


@kept
def after_a_battle(secrets: Secrets) -> Valley:
    """The same, on turn 2: North has fought South's van on the ridge. South's secret orders of turn 2 are given."""
    valley = long_valley(secrets)
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    give_plan(station=fresh(valley, "south-van"), plan=dict(secrets.van_plan), actor="south")
    with FixedKeys(99):
        advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    valley.campaign.refresh_from_db()
    Campaign.objects.filter(pk=valley.campaign.pk).update(gazette="at_once")
    draft_due()
    with FixedKeys(7):
        keep_secrets(valley, secrets)
    return valley


def march_on_the_ridge(valley: Valley) -> None:
    """A turn in which North's main army marches upon South's van."""
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)


def keep_secrets(valley: Valley, secrets: Secrets) -> None:
    """South's orders, plans and purchases."""
    give_plan(station=fresh(valley, "south-main"), plan=dict(secrets.main_plan), actor="south")
    give_standing(station=fresh(valley, "south-rear"), kind=secrets.rear_standing, actor="south")
    for ref, kind, path in secrets.orders:
        give_order(station=fresh(valley, ref), kind=kind, path=path, actor="south")
    for type_key in secrets.purchases:
        buy_unit(
            faction=valley.factions["south"], province=valley.provinces["southgate"], type_key=type_key, actor="south"
        )
    _keep_papers(valley, secrets)
    for thread, text in secrets.letters:
        turn, south = valley.campaign.turns.latest("number").number, valley.factions["south"]
        carry_letter(campaign=valley.campaign, turn=turn, sender=south, by="south", thread=thread, text=text)


def _keep_papers(valley: Valley, secrets: Secrets) -> None:
    """South's offers that nobody has seen yet, its wishes, an event of its own, and its holidays with a deputy."""
    south, referee = valley.factions["south"], valley.people["referee"]
    for to, then in secrets.offers:
        change_relation(faction=south, to=to, relation=then, actor="south")
    if secrets.wishes:
        set_standing_wishes(faction=south, wishes=dict(secrets.wishes), by="south")
    if secrets.story:
        write_event(campaign=valley.campaign, kind="story", text=secrets.story, actor=referee, faction=south)
    if secrets.away:
        now, deputy = timezone.now(), Member.objects.get(campaign=valley.campaign, user=referee)
        ends = now + timedelta(days=secrets.away)
        enter_absence(faction=south, starts=now, ends=ends, deputy=deputy, actor="south")


def fresh(valley: Valley, ref: str) -> Station:
    """An army, fresh from the database."""
    rows = Station.objects.select_related("province", "army", "leader", "faction__campaign", "campaign")
    return rows.get(campaign=valley.campaign, ref=ref)


def as_(valley: Valley, name: str) -> Client:
    """The browser of one of its people."""
    return logged_in(valley.people[name])


def known_by(valley: Valley, name: str) -> Knowledge:
    """What one of its people knows now."""
    valley.campaign.refresh_from_db()
    return knowledge_of(valley.campaign, valley.people[name])


def page(valley: Valley, name: str, path: str = "") -> str:
    """The words of a page of the war, as one of its people reads it."""
    answer = as_(valley, name).get(f"/c/{valley.campaign.slug}/{path}")
    assert answer.status_code == 200
    return " ".join(answer.text.split())


def url(name: str, *args: object) -> str:
    """The address of a page of the long valley."""
    return reverse(f"game:{name}", args=["long-valley", *args])


def army_key(valley: Valley, ref: str) -> str:
    """The key of an army, as it stands in addresses."""
    return valley.stations[ref].army.key


class FixedKeys:
    """Random keys in a fixed order, so that two worlds give the same things the same addresses."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def __enter__(self) -> None:
        import base.rows.columns

        self.kept = base.rows.columns._RANDOM
        base.rows.columns._RANDOM = self.chance  # type: ignore[assignment]

    def __exit__(self, *failure) -> None:
        import base.rows.columns

        base.rows.columns._RANDOM = self.kept
