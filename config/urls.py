"""Routes of the whole site."""

from django.contrib import admin
from django.urls import include, path

from battles.views.forecasts import odds
from battles.views.one_off import rules

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("rosters.urls")),
    path("battles/", include("battles.urls")),
    path("odds/", odds, name="odds"),
    path("rules/", rules, name="battle_rules"),
    path("", include("campaign.urls")),
]
