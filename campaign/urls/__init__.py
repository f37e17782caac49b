"""Routes of the campaign app: people and lists of campaigns, wars being made, the game's pages, the referee's desk."""

from django.urls import include, path

from campaign.views.profiles import campaign_file_schema

urlpatterns = [
    path("", include("campaign.urls.people")),
    path("campaign-file.schema.json", campaign_file_schema, name="campaign_schema"),
    path("drafts/", include("campaign.urls.drafts")),
    path("api/", include("campaign.api.urls")),
    path("c/<slug:slug>/", include("campaign.urls.game")),
    path("c/<slug:slug>/desk/", include("campaign.urls.desk")),
]
