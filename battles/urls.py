"""Routes of one-off battles, under /battles/."""

from django.urls import path

from battles import forecast_views, profile_views, views

urlpatterns = [
    path("", views.index, name="battles"),
    path("new/", views.new, name="battle_new"),
    path("profiles/", profile_views.index, name="profiles"),
    path("profiles/new/", profile_views.new, name="profile_new"),
    path("profiles/upload/", profile_views.upload, name="profile_upload"),
    path("profiles/compare/", profile_views.compare, name="profile_compare"),
    path("profiles/<slug:key>/", profile_views.profile, name="profile"),
    path("profiles/<slug:key>/edit/", profile_views.edit, name="profile_edit"),
    path("profiles/<slug:key>/delete/", profile_views.delete, name="profile_delete"),
    path("profiles/<slug:key>/profile.json", profile_views.file, name="profile_file"),
    path("<slug:key>/", views.battle, name="battle"),
    path("<slug:key>/state/", views.state, name="battle_state"),
    path("<slug:key>/journal/", views.journal, name="battle_journal"),
    path("<slug:key>/battle.json", views.battle_file, name="battle_file"),
    path("<slug:key>/report.json", views.report_file, name="battle_report"),
    path("<slug:key>/journal.jsonl", views.journal_file, name="battle_journal_file"),
    path("<slug:key>/numbers/", views.numbers, name="battle_numbers"),
    path("<slug:key>/forecast/", forecast_views.forecast, name="battle_forecast"),
    path("<slug:key>/forecast/stop/", forecast_views.stop, name="battle_forecast_stop"),
    path("<slug:key>/again/", views.again, name="battle_again"),
    path("<slug:key>/retry/", views.retry, name="battle_retry"),
]
