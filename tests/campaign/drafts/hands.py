"""Referees at work on a draft: their browsers, and forms filled in as a page has them."""

import re
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from campaign.models import Draft
from campaign.services.files.packs import read_pack
from lab.soak.forms import forms_of
from tests.factories.people import logged_in

SHIPPED = {name: read_pack(name) for name in ("two_valleys", "saxony_1813")}


def browser(name: str) -> Client:
    """Return the browser of a user, who is made if there is none of this name."""
    return logged_in(User.objects.get_or_create(username=name)[0])


def made(client: Client, **given: Any) -> Draft:
    """Make a draft by its form."""
    answer = client.post("/drafts/new/", {"name": "", "pack": "", "part": "all", **given})
    assert answer.status_code == 302, re.findall(r"invalid-feedback.*?</", answer.text, re.DOTALL)
    return Draft.objects.get(key=answer["Location"].split("/")[2])


def sent(client: Client, draft: Draft, page: str, data: dict[str, Any] | None = None, *, status: int = 302) -> Any:
    """Send a form of a draft as its newest page would."""
    draft.refresh_from_db()
    answer = client.post(f"/drafts/{draft.key}/{page}", {"seen": draft.version, **(data or {})})
    assert answer.status_code == status, answer.text[-3000:]
    return answer


def filled(client: Client, draft: Draft, page: str, **standing: str) -> dict[str, str]:
    """Return the fields of a page's form as they are shown: of the form in which these stand, else of the largest."""
    forms = [form.filled() for form in forms_of(client.get(f"/drafts/{draft.key}/{page}").text)]
    wanted = {name: [value] for name, value in standing.items()}
    fields = max((form for form in forms if wanted.items() <= form.items()), key=len)
    return {name: row[-1] for name, row in fields.items() if name not in ("csrfmiddlewaretoken", "seen")}


def text_of(client: Client, draft: Draft) -> bytes:
    """Return the draft as it is downloaded."""
    return client.get(f"/drafts/{draft.key}/war.json").content
