"""Routes of the guides."""

from django.urls import path

from guides import views

urlpatterns = [path("", views.guides, name="guides"), path("<slug:name>/", views.page, name="guide")]
