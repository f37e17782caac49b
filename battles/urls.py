"""Routes of one-off battles, under /battles/."""

from django.urls import path

from battles import companion_views, forecast_views, pack_views, profile_views, views

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
    path("<slug:key>/replay/", views.replay, name="battle_replay"),
    path("<slug:key>/replay/film.json", views.film, name="battle_film"),
    path("<slug:key>/replay/account/", views.account, name="battle_account"),
    path("<slug:key>/still.svg", views.still, name="battle_still"),
    path("<slug:key>/battle.json", views.battle_file, name="battle_file"),
    path("<slug:key>/report.json", views.report_file, name="battle_report"),
    path("<slug:key>/journal.jsonl", views.journal_file, name="battle_journal_file"),
    path("<slug:key>/table/", companion_views.table, name="battle_table"),
    path("<slug:key>/table/news/", companion_views.news, name="battle_table_news"),
    path("<slug:key>/table/give-up/", companion_views.give_up, name="battle_table_give_up"),
    path("<slug:key>/numbers/", views.numbers, name="battle_numbers"),
    path("<slug:key>/pack/", pack_views.packs, name="battle_packs"),
    path("<slug:key>/pack/file/", pack_views.file, name="battle_pack_file"),
    path("<slug:key>/forecast/", forecast_views.forecast, name="battle_forecast"),
    path("<slug:key>/forecast/stop/", forecast_views.stop, name="battle_forecast_stop"),
    path("<slug:key>/again/", views.again, name="battle_again"),
    path("<slug:key>/retry/", views.retry, name="battle_retry"),
]
