from django.apps import AppConfig


class CampaignConfig(AppConfig):
    name = "campaign"
    verbose_name = "Campaign"

    def ready(self) -> None:
        from campaign import checks, receivers  # noqa: F401
        from campaign.services.files.packs import war_types
        from rosters.war_types import offer_types

        offer_types(war_types)
