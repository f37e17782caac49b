"""The rules of a draft's war: how battles are fought, letters, events, the numbers of the house rules."""

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.refusal import Refusal
from campaign.forms.making.draft_rules import EventRowForm, EventsForm, LettersForm, NumbersForm
from campaign.forms.tables import PolicyForm, RulesForm
from campaign.rules.drafts.facts import house_of
from campaign.rules.drafts.settings import groups_of, table_of, with_battles, with_events, with_letters, with_numbers
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.house import shipped
from campaign.rules.news.couriers import Couriers, couriers
from campaign.selectors.making.drafts import OpenDraft
from campaign.views.drafts.door import draft_page, of_draft
from campaign.views.drafts.tables import entered

GROUPS = {
    "weather": "Weather", "economy": "Money", "victory": "The end of the war", "siege": "Sieges", "supply": "Supply",
    "attrition": "Attrition", "replacements": "Replacements", "purchase": "Purchases", "guerrillas": "Guerrillas",
}  # fmt: skip
MOST_ROWS = 100


def _battles(draft: OpenDraft, sent: Any) -> dict[str, Form]:
    file = draft.file
    terms = {name: getattr(file, f"battle_{name}") for name in ("days", "fallback", "patience", "max_days")}
    return {
        "rules": RulesForm(sent, initial={"rules": file.rules}),
        "policy": PolicyForm(sent, initial=terms, rules=file.rules, values=file.options),
    }


def _letters(draft: OpenDraft, sent: Any) -> dict[str, Form]:
    try:
        now = couriers(draft.file.couriers)
    except Refusal:
        now = Couriers()
    return {"letters": LettersForm(sent, initial={**vars(now), "gazette": draft.file.gazette})}


def _events(draft: OpenDraft, sent: Any) -> dict[str, Form]:
    try:
        rows = table_of(draft.file)
    except Refusal:
        rows = ()
    own = "own" if "table" in draft.file.events else "shipped"
    many = range(min(MOST_ROWS, len(rows) + 2))
    forms: dict[str, Form] = {"events": EventsForm(sent, initial={"on": draft.file.events.get("on"), "table": own})}
    blank = [*rows, None, None]
    return forms | {f"e{n}": EventRowForm(sent, row=blank[n], prefix=f"e{n}") for n in many}


def _numbers(draft: OpenDraft, sent: Any) -> dict[str, Form]:
    now = dict(house_of(draft.file).numbers())
    return {"numbers": NumbersForm(sent, numbers=now, shipped=dict(shipped().numbers()))}


PARTS: dict[str, Callable[[OpenDraft, Any], dict[str, Form]]] = {
    "battles": _battles, "letters": _letters, "events": _events, "numbers": _numbers,
}  # fmt: skip
SAID = {
    "battles": "Battles entered",
    "letters": "Letters entered",
    "events": "Events entered",
    "numbers": "House rules entered",
}


NO_PART = "Rules: nothing was entered; save one of the four parts by its own button."


def _made(file: CampaignFile, part: str, forms: dict[str, Form]) -> CampaignFile:
    """Return the draft with what the forms of a part were sent with."""
    if part == "letters":
        return with_letters(file, forms["letters"].cleaned_data)
    if part == "numbers":
        return with_numbers(file, forms["numbers"].cleaned_data)
    if part == "events":
        given = forms["events"].cleaned_data
        rows = [form.row for form in forms.values() if isinstance(form, EventRowForm) and form.row is not None]
        return with_events(file, given["on"], rows if given["table"] == "own" else None)
    policy = forms["policy"]
    assert isinstance(policy, PolicyForm)
    given = policy.cleaned_data
    terms = {name: given[name] for name in ("days", "fallback", "max_days")} | {"patience": given["patience"] or 0}
    return with_battles(file, forms["rules"].cleaned_data["rules"], terms, policy.chosen())


@of_draft("GET", "POST")
def rules(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Change one part of the rules of the war."""
    part = request.POST.get("part", "")
    refused, sent = NO_PART if request.method == "POST" and part not in PARTS else "", {}
    if request.method == "POST" and part in PARTS:
        sent = PARTS[part](draft, request.POST)
        refused = entered(request, draft, sent.values(), lambda: _made(draft.file, part, sent), SAID[part])
        if not refused:
            return redirect("draft_rules", key=draft.row.key)
    return _page(request, draft, sent, refused)


def _page(request: HttpRequest, draft: OpenDraft, sent: dict[str, Form], refused: str) -> HttpResponse:
    forms = {name: form for make in PARTS.values() for name, form in make(draft, None).items()} | sent
    rows = [form for form in forms.values() if isinstance(form, EventRowForm)]
    numbers = forms["numbers"]
    groups = [
        (GROUPS.get(group, group.replace("_", " ").capitalize()), [numbers[key] for key in keys])
        for group, keys in groups_of(numbers.fields).items()
    ]  # fmt: skip
    return draft_page(
        request, draft, "rules", status=422 if refused else 200, forms=forms, rows=rows, groups=groups, refused=refused
    )
