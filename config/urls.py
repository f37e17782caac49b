"""Routes of the whole site."""

from django.contrib import admin
from django.urls import include, path

from battles.views import rules

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("rosters.urls")),
    path("battles/", include("battles.urls")),
    path("rules/", rules, name="battle_rules"),
    path("", include("campaign.urls")),
]
