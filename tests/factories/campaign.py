"""Campaign rows for tests. A campaign made here is in set-up until ``start_campaign`` opens it."""

import datetime

import factory

from campaign.models import Campaign, Edge, Faction, Leader, Province, Relation, Station
from rosters.rules.notation import parse_roster
from rosters.services import raise_army


class CampaignFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Campaign

    slug = factory.Sequence(lambda n: f"war-{n}")
    name = factory.Sequence(lambda n: f"War {n}")
    start_date = datetime.date(1813, 8, 15)
    turn_days = 7
    last_turn = 12
    map = factory.LazyFunction(lambda: {"view": [0, 0, 700, 400]})
    secret = "5" * 64


class FactionFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Faction

    campaign = factory.SubFactory(CampaignFactory)
    key = factory.Sequence(lambda n: f"faction-{n}")
    name = factory.LazyAttribute(lambda row: row.key.title())


class ProvinceFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Province

    campaign = factory.SubFactory(CampaignFactory)
    key = factory.Sequence(lambda n: f"province-{n}")
    name = factory.LazyAttribute(lambda row: row.key.title())
    x = factory.Sequence(lambda n: 100.0 * (n % 7))
    y = factory.Sequence(lambda n: 100.0 * (n // 7))
    polygon = factory.LazyAttribute(
        lambda row: [[row.x, row.y], [row.x + 90, row.y], [row.x + 90, row.y + 90], [row.x, row.y + 90]]
    )


class LeaderFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Leader

    name = factory.Sequence(lambda n: f"General {n}")
    ref = factory.Sequence(lambda n: f"general-{n}")


def edge(first: Province, second: Province, kind: str = "road", bridge: bool = False) -> Edge:
    """A way between two provinces."""
    first, second = sorted((first, second), key=lambda p: p.pk)
    return Edge.objects.create(campaign=first.campaign, first=first, second=second, kind=kind, bridge=bridge)


def relation(first: Faction, second: Faction, kind: str) -> Relation:
    """How two factions stand."""
    first, second = sorted((first, second), key=lambda f: f.pk)
    return Relation.objects.create(campaign=first.campaign, first=first, second=second, kind=kind)


def station(faction: Faction, province: Province, roster: str, ref: str, skill: str | None = "average") -> Station:
    """An army in a province, with a leader of a skill or without one."""
    name = ref.replace("-", " ").title()
    army = raise_army(name=name, items=parse_roster(roster), reference="test", actor="tester")
    leader = None
    if skill:
        leader = LeaderFactory(
            campaign=faction.campaign, faction=faction, name=f"General of {name}", ref=f"{ref}-leader", skill=skill
        )
    return Station.objects.create(campaign=faction.campaign, faction=faction, army=army, ref=ref, province=province,
                                  leader=leader)  # fmt: skip
