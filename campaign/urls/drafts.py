"""Routes of the pages on which a war is made."""

from django.urls import path

from campaign.views.drafts import aims, guests, library, pages, pasting, rehearsals, rules, tables, triggers, types

urlpatterns = [
    path("", pages.drafts, name="drafts"),
    path("new/", pages.new, name="draft_new"),
    path("library/", library.library, name="library"),
    path("library/<slug:key>/", library.war, name="library_war"),
    path("library/<slug:key>/begin/", library.begin, name="library_begin"),
    path("library/<slug:key>/withdraw/", library.withdraw, name="library_withdraw"),
    path("library/<slug:key>/war.json", library.file, name="library_file"),
    path("with/<slug:guest_key>/", guests.come, name="draft_guest"),
    path("<slug:key>/", pages.draft, name="draft"),
    path("<slug:key>/war/", tables.war, name="draft_war"),
    path("<slug:key>/map/", pasting.land, name="draft_map"),
    path("<slug:key>/map/lines/", pasting.courses, name="draft_courses"),
    path("<slug:key>/powers/", tables.powers, name="draft_powers"),
    path("<slug:key>/provinces/", tables.provinces, name="draft_provinces"),
    path("<slug:key>/ways/", tables.ways, name="draft_ways"),
    path("<slug:key>/ways/text/", tables.way_text, name="draft_way_text"),
    path("<slug:key>/types/", types.types, name="draft_types"),
    path("<slug:key>/armies/", pasting.armies, name="draft_armies"),
    path("<slug:key>/victory/", aims.aims, name="draft_aims"),
    path("<slug:key>/victory/end/", aims.end, name="draft_end"),
    path("<slug:key>/rules/", rules.rules, name="draft_rules"),
    path("<slug:key>/triggers/", triggers.triggers, name="draft_triggers"),
    path("<slug:key>/triggers/remove/", triggers.remove, name="draft_triggers_gone"),
    path("<slug:key>/see/", pages.see, name="draft_see"),
    path("<slug:key>/begin/", pages.begin, name="draft_begin"),
    path("<slug:key>/rehearsal/", rehearsals.rehearsal, name="draft_rehearsal"),
    path("<slug:key>/rehearsal/figures/", rehearsals.figures, name="draft_rehearsal_figures"),
    path("<slug:key>/rehearsal/stop/", rehearsals.stop, name="draft_rehearsal_stop"),
    path("<slug:key>/undo/", pages.undo, name="draft_undo"),
    path("<slug:key>/publish/", library.publish, name="draft_publish"),
    path("<slug:key>/redo/", pages.redo, name="draft_redo"),
    path("<slug:key>/link/", guests.link, name="draft_link"),
    path("<slug:key>/copy/", pages.copy, name="draft_copy"),
    path("<slug:key>/drop/", pages.drop, name="draft_drop"),
    path("<slug:key>/war.json", pages.file, name="draft_file"),
]
