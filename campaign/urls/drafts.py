"""Routes of the pages on which a war is made."""

from django.urls import path

from campaign.views.drafts import pages

urlpatterns = [
    path("", pages.drafts, name="drafts"),
    path("new/", pages.new, name="draft_new"),
    path("<slug:key>/", pages.draft, name="draft"),
    path("<slug:key>/begin/", pages.begin, name="draft_begin"),
    path("<slug:key>/undo/", pages.undo, name="draft_undo"),
    path("<slug:key>/copy/", pages.copy, name="draft_copy"),
    path("<slug:key>/drop/", pages.drop, name="draft_drop"),
    path("<slug:key>/war.json", pages.file, name="draft_file"),
]
