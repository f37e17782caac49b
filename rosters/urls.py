"""Routes of the public pages about rosters."""

from django.urls import path

from rosters import views

urlpatterns = [
    path("units/", views.unit_list, name="unit_list"),
    path("lists/check/", views.list_checker, name="list_checker"),
]
