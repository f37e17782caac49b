"""Points are double entry, and nobody overspends."""

import threading

import pytest
from django.db import connection, connections, transaction

from base.refusal import Refusal
from campaign.models import Account, PointsEntry
from campaign.services.record.points import account, create_accounts, post_points
from tests.factories.campaign import CampaignFactory, FactionFactory

POSTGRES = pytest.mark.skipif(
    "postgresql" not in connection.settings_dict["ENGINE"],
    reason="SQLite lets one writer in at a time: this race needs PostgreSQL, set DATABASE_URL",
)


def purse(points=10):
    """A faction with points in its treasury; (treasury, purchases)."""
    faction = FactionFactory()
    campaign = faction.campaign
    create_accounts(campaign=campaign)
    treasury = account(campaign=campaign, faction=faction, kind=Account.Kind.TREASURY)
    opening = account(campaign=campaign, kind=Account.Kind.OPENING)
    if points:
        move(opening, treasury, points)
    return treasury, account(campaign=campaign, kind=Account.Kind.PURCHASES)


def move(source, target, amount, key=None):
    return post_points(source=source, target=target, amount=amount, reason="test", reference="", actor="tester",
                       rule="HR-7", turn=1, key=key)  # fmt: skip


def balance(row):
    return Account.objects.get(pk=row.pk).balance


@pytest.mark.django_db
def test_a_posting_leaves_one_account_and_reaches_another():
    treasury, purchases = purse(10)
    entry = move(treasury, purchases, 4)
    assert (balance(treasury), balance(purchases)) == (6, 4)
    assert (entry.amount, entry.campaign_id) == (4, treasury.campaign_id)
    assert sum(Account.objects.filter(campaign=treasury.campaign).values_list("balance", flat=True)) == 0


@pytest.mark.django_db
def test_a_faction_cannot_overspend_and_nothing_is_written():
    treasury, purchases = purse(10)
    with pytest.raises(Refusal, match=r"costs 11 points and .* has 10"):
        move(treasury, purchases, 11)
    assert balance(treasury) == 10
    assert PointsEntry.objects.filter(source=treasury).count() == 0


@pytest.mark.django_db
def test_the_second_of_two_clicks_moves_nothing_and_gets_the_first_entry():
    treasury, purchases = purse(10)
    first, second = move(treasury, purchases, 8, key="click"), move(treasury, purchases, 8, key="click")
    assert first == second
    assert balance(treasury) == 2


@pytest.mark.django_db
def test_accounts_are_opened_once():
    faction = FactionFactory(campaign=CampaignFactory())
    create_accounts(campaign=faction.campaign)
    create_accounts(campaign=faction.campaign)
    assert Account.objects.filter(faction=faction).count() == 2
    assert Account.objects.filter(campaign=faction.campaign, faction=None).count() == 7


@POSTGRES
@pytest.mark.store
@pytest.mark.django_db(transaction=True)
def test_ten_clicks_at_once_spend_what_there_is_and_no_more():
    treasury, purchases = purse(10)
    refused = []

    def click():
        try:
            with transaction.atomic():
                move(treasury, purchases, 3)
        except Refusal:
            refused.append(1)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=click) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (balance(treasury), len(refused)) == (1, 7)
