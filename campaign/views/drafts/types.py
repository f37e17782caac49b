"""The unit types of a draft's war."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.refusal import Refusal
from campaign.forms.making.draft_rules import UnitTypeForm
from campaign.rules.drafts.unit_types import with_types
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.unit_type_rows import unit_type_faults
from campaign.selectors.making.drafts import OpenDraft
from campaign.views.drafts.door import draft_page, of_draft
from campaign.views.drafts.tables import entered, powers_of
from rosters.rules.own_types import MOST


@of_draft("GET", "POST")
def types(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Change the unit types of the war (HR-30)."""
    sent, choices, rows = request.POST or None, powers_of(draft.file), draft.file.unit_types
    blank = [None] * (len(rows) < MOST)
    forms = [UnitTypeForm(sent, row=row, powers=choices, prefix=f"t{n}") for n, row in enumerate((*rows, *blank))]
    refused = ""
    if sent is not None:
        refused = entered(request, draft, forms, lambda: _made(draft.file, forms), "Unit types entered")
        if not refused:
            return redirect("draft_types", key=draft.row.key)
    return draft_page(request, draft, "types", status=422 if refused else 200, forms=forms, refused=refused)


def _made(file: CampaignFile, forms: Sequence[UnitTypeForm]) -> CampaignFile:
    """Return the draft with what the forms were sent with. Refusal for a name that no roster could use."""
    changed = {form.row.short: form.made for form in forms if form.row}
    more = [form.made for form in forms if form.row is None and form.made]
    for _, sentence in unit_type_faults([row for row in (*changed.values(), *more) if row]):
        raise Refusal(f"Short name: {sentence}")
    return with_types(file, changed, more)
