"""Routes of one-off battles, under /battles/."""

from django.urls import path

from battles import views

urlpatterns = [
    path("", views.index, name="battles"),
    path("new/", views.new, name="battle_new"),
    path("rules/", views.rules, name="battle_rules"),
    path("<slug:key>/", views.battle, name="battle"),
    path("<slug:key>/state/", views.state, name="battle_state"),
    path("<slug:key>/journal/", views.journal, name="battle_journal"),
    path("<slug:key>/battle.json", views.battle_file, name="battle_file"),
    path("<slug:key>/report.json", views.report_file, name="battle_report"),
    path("<slug:key>/journal.jsonl", views.journal_file, name="battle_journal_file"),
    path("<slug:key>/again/", views.again, name="battle_again"),
    path("<slug:key>/retry/", views.retry, name="battle_retry"),
]
