"""The conditions of victory of a draft, its arrivals and triggers (HR-29), and the unit types of its war (HR-30)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.refusal import Refusal
from base.words import listed
from campaign.forms.making.draft_rooms import AIM_KINDS, AimForm, EndForm
from campaign.forms.making.draft_rules import TriggerForm, UnitTypeForm
from campaign.forms.making.drafts import SeenForm
from campaign.rules.drafts.triggers import with_trigger, without_triggers
from campaign.rules.drafts.unit_types import with_types
from campaign.rules.ending.aims import KINDS
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.unit_type_rows import unit_type_faults
from campaign.rules.triggers import conditions_in_words, effects_in_words
from campaign.selectors.making.drafts import OpenDraft
from campaign.views.drafts.door import draft_page, of_draft
from campaign.views.drafts.tables import entered, form_page, forms_page, powers_of
from rosters.rules.own_types import MOST

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
    made = lambda: _with_aim(draft.file, form.cleaned_data)  # noqa: E731
    return form_page(request, draft, "aims", form, made, "Condition added", **_shown(draft))


def _shown(draft: OpenDraft) -> dict[str, Any]:
    """Return what the page of the aims shows beside its form."""
    end = EndForm(initial={"seen": draft.row.version, "at_the_end": draft.file.victory.get("at_the_end", "score")})
    return {"end": end, "lines": [_words(draft.file, row) for row in _conditions(draft.file)]}


@of_draft("POST")
def end(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Take conditions out, and decide what the last turn brings."""
    form, gone = EndForm(request.POST), set(request.POST.getlist("gone"))
    refused = entered(request, draft, [form], lambda: _without(draft.file, gone, form.cleaned_data), "Victory entered")
    if not refused:
        return redirect("draft_aims", key=draft.row.key)
    page = _form(draft, {"seen": draft.row.version})
    page.add_error(None, "If no condition is met: choose one of the two." if refused == "no" else refused)
    return draft_page(request, draft, "aims", form=page, status=422, **_shown(draft))


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


def _trigger_form(draft: OpenDraft, *args: Any) -> TriggerForm:
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
    form = _trigger_form(draft, request.POST or None)
    made = lambda: with_trigger(draft.file, form.cleaned_data)  # noqa: E731
    return form_page(request, draft, "triggers", form, made, "Trigger added", lines=_trigger_lines(draft.file))


def _trigger_lines(file: CampaignFile) -> list[tuple[Any, ...]]:
    towns, powers, armies = {row.key: row.name for row in file.provinces}, dict(powers_of(file)), dict(_armies(file))
    return [
        (row, conditions_in_words(row, towns, powers, armies), effects_in_words(row, towns, powers, whole=True),
         [powers.get(key, key) for key in row.readers])
        for row in file.triggers
    ]  # fmt: skip


@of_draft("POST")
def remove(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Take arrivals and triggers out."""
    gone = set(request.POST.getlist("gone"))
    form = SeenForm(request.POST)
    refused = entered(request, draft, [form], lambda: without_triggers(draft.file, gone), "Triggers removed")
    if not refused:
        return redirect("draft_triggers", key=draft.row.key)
    page = _trigger_form(draft, {"seen": draft.row.version})
    page.add_error(None, "Removed: nothing; look at the page again." if refused == "no" else refused)
    return draft_page(request, draft, "triggers", form=page, lines=_trigger_lines(draft.file), status=422)


@of_draft("GET", "POST")
def types(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Change the unit types of the war (HR-30)."""
    sent, choices, rows = request.POST or None, powers_of(draft.file), draft.file.unit_types
    blank = [None] * (len(rows) < MOST)
    forms = [UnitTypeForm(sent, row=row, powers=choices, prefix=f"t{n}") for n, row in enumerate((*rows, *blank))]
    made = lambda: _made(draft.file, forms)  # noqa: E731
    return forms_page(request, draft, "types", forms, made, "Unit types entered", forms=forms)


def _made(file: CampaignFile, forms: Sequence[UnitTypeForm]) -> CampaignFile:
    """Return the draft with what the forms were sent with. Refusal for a name that no roster could use."""
    changed = {form.row.short: form.made for form in forms if form.row}
    more = [form.made for form in forms if form.row is None and form.made]
    for _, sentence in unit_type_faults([row for row in (*changed.values(), *more) if row]):
        raise Refusal(f"Short name: {sentence}")
    return with_types(file, changed, more)
