"""Routes of the whole site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("rosters.urls")),
    path("battles/", include("battles.urls")),
    path("", include("campaign.urls")),
]
