"""The pages of a campaign that its players see."""

from django.urls import path

from campaign.views import battles, forecasts, maps, orders, profiles, record, rosters, tables, treasury

app_name = "game"

urlpatterns = [
    path("", maps.war_map, name="map"),
    path("provinces/<slug:key>/", maps.province, name="province"),
    path("provinces/<slug:key>/buy/", orders.buy, name="buy"),
    path("armies/<slug:key>/", maps.army, name="army"),
    path("armies/<slug:key>/forecast/", forecasts.army, name="army_forecast"),
    path("armies/<slug:key>/forecast/stop/", forecasts.stop_army, name="army_forecast_stop"),
    path("armies/<slug:key>/order/", orders.order, name="order"),
    path("armies/<slug:key>/plan/", orders.plan, name="plan"),
    path("armies/<slug:key>/amalgamate/", orders.amalgamate, name="amalgamate"),
    path("armies/<slug:key>/split/", orders.split, name="split"),
    path("armies/<slug:key>/merge/", orders.merge, name="merge"),
    path("armies/<slug:key>/replacements/", orders.replacements, name="replacements"),
    path("orders/ready/", orders.ready, name="ready"),
    path("orders/sheet/<int:number>/withdraw/", orders.withdraw, name="withdraw"),
    path("rosters/", rosters.rosters, name="rosters"),
    path("units/<slug:key>/", rosters.unit, name="unit"),
    path("treasury/", treasury.treasury, name="treasury"),
    path("turn/", record.turn, name="turn"),
    path("turns/<int:number>/", record.past_turn, name="past_turn"),
    path("chronicle/", record.chronicle, name="chronicle"),
    path("numbers/", profiles.numbers, name="numbers"),
    path("numbers/copy/", profiles.copy, name="numbers_copy"),
    path("numbers/profile.json", profiles.numbers_file, name="numbers_file"),
    path("battles/", battles.battles, name="battles"),
    path("battles/<slug:key>/", battles.battle, name="battle"),
    path("battles/<slug:key>/wish/", tables.wish, name="battle_wish"),
    path("battles/<slug:key>/choose/", tables.choose, name="battle_choose"),
    path("battles/<slug:key>/terms/", tables.terms, name="battle_terms"),
    path("battles/<slug:key>/result/", tables.result, name="battle_result"),
    path("battles/<slug:key>/result.csv", tables.result_table, name="battle_result_table"),
    path("battles/<slug:key>/ruling/", tables.ruling, name="battle_ruling"),
    path("battles/<slug:key>/state/", battles.state, name="battle_state"),
    path("battles/<slug:key>/numbers/", profiles.battle_numbers, name="battle_numbers"),
    path("battles/<slug:key>/forecast/", forecasts.battle, name="battle_forecast"),
    path("battles/<slug:key>/forecast/stop/", forecasts.stop_battle, name="battle_forecast_stop"),
    path("battles/<slug:key>/journal/", battles.journal, name="battle_journal"),
    path("battles/<slug:key>/file/", battles.battle_file, name="battle_file"),
    path("battles/<slug:key>/report/", battles.report_file, name="battle_report"),
    path("battles/<slug:key>/journal-file/", battles.journal_file, name="battle_journal_file"),
]
