"""Routes of the campaign app: people and lists of campaigns, wars being made, the game's pages, the referee's desk."""

from django.urls import include, path

urlpatterns = [
    path("", include("campaign.urls.people")),
    path("drafts/", include("campaign.urls.drafts")),
    path("c/<slug:slug>/", include("campaign.urls.game")),
    path("c/<slug:slug>/desk/", include("campaign.urls.desk")),
]
