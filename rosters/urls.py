"""Routes of the public pages about rosters."""

from django.urls import path

from rosters import views

urlpatterns = [path("lists/check/", views.list_checker, name="list_checker")]
