"""The conditions of victory of a draft."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.words import listed
from campaign.forms.making.draft_rooms import AIM_KINDS, AimForm, EndForm
from campaign.rules.ending.aims import KINDS
from campaign.rules.files.campaign_file import CampaignFile
from campaign.selectors.making.drafts import OpenDraft
from campaign.views.drafts.door import draft_page, of_draft
from campaign.views.drafts.tables import entered, powers_of

WORDS = {
    "number": "{} of them", "turns": "at the end of {} turns in a row", "percent": "{} %", "at_least": "{} points",
    "text": "{}", "by": "until {}",
}  # fmt: skip


def _form(draft: OpenDraft, *args: Any) -> AimForm:
    towns = [(row.key, row.name) for row in draft.file.provinces]
    return AimForm(
        *args, provinces=towns, powers=powers_of(draft.file), initial={"seen": draft.row.version, "turns": 1}
    )


@of_draft("GET", "POST")
def aims(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Show the conditions, and add one."""
    form = _form(draft, request.POST or None)
    if request.method == "POST":
        refused = entered(request, draft, [form], lambda: _with_aim(draft.file, form.cleaned_data), "Condition added")
        if not refused:
            return redirect("draft_aims", key=draft.row.key)
        if refused != "no":
            form.add_error(None, refused)
    return _page(request, draft, form)


def _page(request: HttpRequest, draft: OpenDraft, form: AimForm) -> HttpResponse:
    end = EndForm(initial={"seen": draft.row.version, "at_the_end": draft.file.victory.get("at_the_end", "score")})
    lines = [_words(draft.file, row) for row in _conditions(draft.file)]
    return draft_page(request, draft, "aims", form=form, end=end, lines=lines, status=422 if form.errors else 200)


@of_draft("POST")
def end(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Take conditions out, and decide what the last turn brings."""
    form, gone = EndForm(request.POST), set(request.POST.getlist("gone"))
    refused = entered(request, draft, [form], lambda: _without(draft.file, gone, form.cleaned_data), "Victory entered")
    if not refused:
        return redirect("draft_aims", key=draft.row.key)
    page = _form(draft, {"seen": draft.row.version})
    page.add_error(None, "If no condition is met: choose one of the two." if refused == "no" else refused)
    return _page(request, draft, page)


def _conditions(file: CampaignFile) -> list[Any]:
    rows = file.victory.get("conditions", [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _with_aim(file: CampaignFile, given: dict[str, Any]) -> CampaignFile:
    """Return the draft with one more condition; only what belongs to its kind is written."""
    row: dict[str, Any] = {"kind": given["kind"]}
    row |= {key: given[key] for key in KINDS[given["kind"]] if given.get(key)}
    if given["by"]:
        row["by"] = given["by"].isoformat()
    if given["sides"]:
        row["for"] = given["sides"]
    return replace(file, victory={**file.victory, "conditions": [*_conditions(file), row]})


def _without(file: CampaignFile, gone: set[str], given: dict[str, Any]) -> CampaignFile:
    kept = [row for number, row in enumerate(_conditions(file)) if str(number) not in gone]
    if not kept:
        return replace(file, victory={})
    end = {} if given["at_the_end"] == "score" else {"at_the_end": given["at_the_end"]}
    return replace(file, victory={"conditions": kept, **end})


def _words(file: CampaignFile, row: dict[str, Any]) -> str:
    """Return a condition in a line."""
    towns, powers = {p.key: p.name for p in file.provinces}, dict(powers_of(file))
    parts = [dict(AIM_KINDS).get(str(row.get("kind")), str(row.get("kind")))]
    if isinstance(row.get("provinces"), list):
        parts.append(listed([towns.get(key, str(key)) for key in row["provinces"]]))
    parts += [words.format(row[key]) for key, words in WORDS.items() if row.get(key)]
    if isinstance(row.get("for"), list):
        parts.append(f"only for {listed([powers.get(key, str(key)) for key in row['for']])}")
    return ": ".join([parts[0], ", ".join(parts[1:])]) if parts[1:] else parts[0]
