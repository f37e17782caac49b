"""The start of a campaign."""

import secrets
from dataclasses import dataclass

from django.db import transaction

from base.refusal import Refusal
from campaign.models import Account, Campaign, Relation, Turn
from campaign.references import turn_reference
from campaign.rules.dice import commitment_of
from campaign.rules.economy import income
from campaign.rules.house import NEW_WARS
from campaign.selectors.war import war_of
from campaign.services.record.points import account, create_accounts, post_points
from campaign.services.turn import begin_turn


@dataclass(frozen=True)
class Started:
    """The rows made by starting a campaign."""

    campaign: Campaign
    turn: Turn


@transaction.atomic
def start_campaign(*, campaign: Campaign, actor: str) -> Started:
    """HR-25 Open the war: relations, secret, accounts, opening treasuries, and turn 1 with its weather and income."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    if campaign.state != Campaign.State.SETUP or campaign.turns.exists():
        raise Refusal(
            f"{campaign.name} has already begun: load it again under another short name to start from the beginning."
        )
    if campaign.factions.count() < 2:
        raise Refusal("factions: a war needs two factions at least.")
    complete_relations(campaign=campaign)
    _commit_secret(campaign)
    create_accounts(campaign=campaign)
    _open_treasuries(campaign, actor)
    return Started(campaign, begin_turn(campaign=campaign, number=1, actor=actor))


def complete_relations(*, campaign: Campaign) -> None:
    """HR-3 One row for every pair of factions, neutral where nothing was chosen."""
    factions = sorted(campaign.factions.all(), key=lambda f: f.pk)
    held = set(Relation.objects.filter(campaign=campaign).values_list("first_id", "second_id"))
    pairs = [(a, b) for i, a in enumerate(factions) for b in factions[i + 1 :] if (a.pk, b.pk) not in held]
    Relation.objects.bulk_create([Relation(campaign=campaign, first=a, second=b) for a, b in pairs])


def _commit_secret(campaign: Campaign) -> None:
    campaign.secret = campaign.secret or secrets.token_hex(32)
    campaign.commitment = commitment_of(campaign.secret)
    campaign.state = Campaign.State.RUNNING
    campaign.house_rules = NEW_WARS | campaign.house_rules
    campaign.save(update_fields=["secret", "commitment", "state", "house_rules"])


def _open_treasuries(campaign: Campaign, actor: str) -> None:
    opening = account(campaign=campaign, kind=Account.Kind.OPENING)
    for faction in campaign.factions.all():
        points = faction.opening_points or default_opening(campaign, faction.key)
        if points:
            treasury = account(campaign=campaign, faction=faction, kind=Account.Kind.TREASURY)
            post_points(source=opening, target=treasury, amount=points, reason="Opening treasury", rule="HR-25",
                        reference=turn_reference(campaign.slug, 1), actor=actor, turn=0,
                        key=f"c{campaign.pk}:opening:{faction.key}")  # fmt: skip


def default_opening(campaign: Campaign, faction_key: str) -> int:
    """HR-25 Two musters of income, that from beyond the map included."""
    war = war_of(Turn(campaign=campaign, number=1, weather={}))
    land = sum(line.points for line in income(war.theatre, war.armies, war.house) if line.faction == faction_key)
    return war.house["economy.opening_musters"] * (land + war.factions[faction_key].offmap_income)
