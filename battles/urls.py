"""Routes of one-off battles, under /battles/."""

from django.urls import path

from battles.views import companion, forecasts, guests, one_off, packs, profiles

urlpatterns = [
    path("", one_off.index, name="battles"),
    path("new/", one_off.new, name="battle_new"),
    path("watch/<str:token>/", guests.replay, name="guest_replay"),
    path("watch/<str:token>/film.json", guests.film, name="guest_film"),
    path("watch/<str:token>/account/", guests.account, name="guest_account"),
    path("profiles/", profiles.index, name="profiles"),
    path("profiles/new/", profiles.new, name="profile_new"),
    path("profiles/upload/", profiles.upload, name="profile_upload"),
    path("profiles/compare/", profiles.compare, name="profile_compare"),
    path("profiles/<slug:key>/", profiles.profile, name="profile"),
    path("profiles/<slug:key>/edit/", profiles.edit, name="profile_edit"),
    path("profiles/<slug:key>/delete/", profiles.delete, name="profile_delete"),
    path("profiles/<slug:key>/profile.json", profiles.file, name="profile_file"),
    path("<slug:key>/", one_off.battle, name="battle"),
    path("<slug:key>/state/", one_off.state, name="battle_state"),
    path("<slug:key>/guests/", guests.guests, name="battle_guests"),
    path("<slug:key>/journal/", one_off.journal, name="battle_journal"),
    path("<slug:key>/replay/", one_off.replay, name="battle_replay"),
    path("<slug:key>/replay/film.json", one_off.film, name="battle_film"),
    path("<slug:key>/replay/account/", one_off.account, name="battle_account"),
    path("<slug:key>/still.svg", one_off.still, name="battle_still"),
    path("<slug:key>/battle.json", one_off.battle_file, name="battle_file"),
    path("<slug:key>/report.json", one_off.report_file, name="battle_report"),
    path("<slug:key>/journal.jsonl", one_off.journal_file, name="battle_journal_file"),
    path("<slug:key>/table/", companion.table, name="battle_table"),
    path("<slug:key>/table/news/", companion.news, name="battle_table_news"),
    path("<slug:key>/table/give-up/", companion.give_up, name="battle_table_give_up"),
    path("<slug:key>/numbers/", one_off.numbers, name="battle_numbers"),
    path("<slug:key>/pack/", packs.packs, name="battle_packs"),
    path("<slug:key>/pack/file/", packs.file, name="battle_pack_file"),
    path("<slug:key>/forecast/", forecasts.forecast, name="battle_forecast"),
    path("<slug:key>/forecast/stop/", forecasts.stop, name="battle_forecast_stop"),
    path("<slug:key>/systems/", forecasts.systems, name="battle_systems"),
    path("<slug:key>/systems/<slug:row>/", forecasts.sample, name="battle_system_sample"),
    path("<slug:key>/again/", one_off.again, name="battle_again"),
    path("<slug:key>/retry/", one_off.retry, name="battle_retry"),
]
