"""The pages of a campaign that its players see."""

from django.urls import path

from campaign.views import maps

app_name = "game"

urlpatterns = [
    path("", maps.war_map, name="map"),
    path("provinces/<slug:key>/", maps.province, name="province"),
    path("armies/<slug:key>/", maps.army, name="army"),
]
