"""The arrivals and triggers of a draft (HR-29)."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaign.forms.making.draft_rules import TriggerForm
from campaign.forms.making.drafts import SeenForm
from campaign.rules.drafts.triggers import with_trigger, without_triggers
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.triggers import conditions_in_words, effects_in_words
from campaign.selectors.making.drafts import OpenDraft
from campaign.views.drafts.door import draft_page, of_draft
from campaign.views.drafts.tables import entered, powers_of


def _form(draft: OpenDraft, *args: Any) -> TriggerForm:
    file = draft.file
    return TriggerForm(
        *args, towns=[(row.key, row.name) for row in file.provinces], powers=powers_of(file), armies=_armies(file),
        known=[(row.key, f"a part of: {row.text or row.key}"[:80]) for row in file.triggers],
        initial={"seen": draft.row.version, "turns": 1},
    )  # fmt: skip


def _armies(file: CampaignFile) -> list[tuple[str, str]]:
    coming = [(one.ref, one.name) for row in file.triggers for one in row.effects if one.ref]
    return [*((row.ref, row.name) for row in file.armies), *coming]


@of_draft("GET", "POST")
def triggers(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the arrivals and triggers, and add one."""
    form = _form(draft, request.POST or None)
    if request.method == "POST":
        made = entered(request, draft, [form], lambda: with_trigger(draft.file, form.cleaned_data), "Trigger added")
        if not made:
            return redirect("draft_triggers", key=draft.row.key)
        if made != "no":
            form.add_error(None, made)
    return _page(request, draft, form)


def _page(request: HttpRequest, draft: OpenDraft, form: TriggerForm) -> HttpResponse:
    file = draft.file
    towns, powers, armies = {row.key: row.name for row in file.provinces}, dict(powers_of(file)), dict(_armies(file))
    lines = [
        (row, conditions_in_words(row, towns, powers, armies), effects_in_words(row, towns, powers, whole=True),
         [powers.get(key, key) for key in row.readers])
        for row in file.triggers
    ]  # fmt: skip
    return draft_page(request, draft, "triggers", form=form, lines=lines, status=422 if form.errors else 200)


@of_draft("POST")
def remove(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Take arrivals and triggers out."""
    gone = set(request.POST.getlist("gone"))
    form = SeenForm(request.POST)
    refused = entered(request, draft, [form], lambda: without_triggers(draft.file, gone), "Triggers removed")
    if not refused:
        return redirect("draft_triggers", key=draft.row.key)
    page = _form(draft, {"seen": draft.row.version})
    page.add_error(None, "Removed: nothing; look at the page again." if refused == "no" else refused)
    return _page(request, draft, page)
