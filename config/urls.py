"""Routes of the whole site."""

from django.contrib import admin
from django.urls import include, path

from battles.views.forecasts import odds
from battles.views.one_off import rules
from battles.views.profiles import unit_list

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("rosters.urls")),
    path("units/", unit_list, name="unit_list"),
    path("battles/", include("battles.urls")),
    path("odds/", odds, name="odds"),
    path("guides/", include("guides.urls")),
    path("rules/", rules, name="battle_rules"),
    path("", include("campaign.urls")),
]

handler500 = "config.requests.troubles.something_broke"
