"""The list of campaigns and the page of a new one."""

from tests.factories.campaign import CampaignFactory


def test_two_campaigns_of_one_name_are_told_apart_by_their_address(valley, reader):
    address = '<span class="faint fs-6">{}</span>'
    assert address.format("long-valley") not in reader(valley, "north").get("/").text
    twin = CampaignFactory(name=valley.campaign.name, slug="another-valley")
    twin.members.create(user=valley.people["north"], role="observer")
    page = reader(valley, "north").get("/").text
    assert all(address.format(slug) in page for slug in ("long-valley", "another-valley"))


def test_a_shipped_campaign_is_offered_with_its_size(valley, reader):
    page = reader(valley, "north").get("/campaigns/new/").text
    assert "Saxony 1813: five factions, 20 turns" in page
    assert "Two Valleys: two factions, three turns" in page
