"""A player's hands: read the forms of a page, choose among what they offer, send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

UNSENT = {"submit", "file"}


@dataclass
class Field:
    """One name of a form with what it offers: the values that can be sent, and those that are set already."""

    kind: str
    offered: list[str] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)


@dataclass
class Form:
    """A form as the page shows it; what is disabled is not in it."""

    action: str
    method: str
    fields: dict[str, Field] = field(default_factory=dict)

    @property
    def act(self) -> str:
        """The last word of its address, such as ``order`` or ``buy``."""
        return self.action.split("?")[0].rstrip("/").rpartition("/")[2]

    def offered(self, name: str) -> list[str]:
        """The values that a field offers."""
        return self.fields[name].offered if name in self.fields else []

    def filled(self, **chosen: Any) -> dict[str, Any]:
        """What a browser would send if the fields named are set so and the others are left alone."""
        left = {name: row.standing for name, row in self.fields.items() if row.standing and row.kind not in UNSENT}
        return left | chosen


class _Reader(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select = ("", "")
        self.text: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        row = dict(attrs)
        if tag == "form":
            self.form = Form(row.get("action") or "", (row.get("method") or "get").lower())
        elif self.form is not None and "disabled" not in row:
            self._control(tag, row, row.get("name") or "", row.get("value") or "")

    def _control(self, tag: str, row: dict[str, str | None], name: str, value: str) -> None:
        if tag == "select":
            self.select = name, "multiple" if "multiple" in row else "select"
        elif tag == "option":
            self._offer(*self.select, value, "selected" in row)
        elif tag == "textarea":
            self._offer(name, "textarea", "", True)
            self.text = self.form.fields[name] if self.form else None
        elif name and tag in ("input", "button"):
            kind = row.get("type") or ("submit" if tag == "button" else "text")
            ticked = "checked" in row if kind in ("radio", "checkbox") else True
            self._offer(name, kind, value or ("on" if kind == "checkbox" else ""), ticked)

    def _offer(self, name: str, kind: str, value: str, standing: bool) -> None:
        assert self.form is not None
        row = self.form.fields.setdefault(name, Field(kind))
        row.offered.append(value)
        if kind == "select" and (standing or len(row.offered) == 1):
            row.standing = [value]
        elif standing:
            row.standing.append(value)

    def handle_data(self, data: str) -> None:
        if self.text:
            self.text.standing[0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.text:
            self.text.standing[0] = self.text.standing[0].removeprefix("\n").replace("\n", "\r\n")
            self.text = None
        elif tag == "form" and self.form is not None:
            self.forms.append(self.form)
            self.form = None


def forms_of(html: str) -> list[Form]:
    """The forms of a page, in their order."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


class Hand:
    """Somebody at the screen. Every answer that is an error is kept in ``errors``, every refusal in ``refusals``."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.errors: list[str] = []
        self.refusals: list[str] = []
        self.sent: dict[str, int] = {}

    def see(self, url: str, *, panel: bool = False) -> str:
        """A page, which must be there; with ``panel`` the part of it that htmx puts beside the map."""
        answer = self.client.get(url, headers={"HX-Request": "true", "HX-Target": "panel"} if panel else {})
        if answer.status_code != 200:
            self.errors.append(f"GET {url}: {answer.status_code}")
        return str(answer.content.decode())

    def forms(self, url: str, act: str) -> list[Form]:
        """The forms of a page that do one thing; those of a panel as they stand beside the map."""
        beside = "/armies/" in url or "/provinces/" in url
        return [form for form in forms_of(self.see(url, panel=beside)) if form.act == act]

    def send(self, form: Form, **chosen: Any) -> bool:
        """Send a form; True if it was accepted."""
        answer = self.client.post(form.action, form.filled(**chosen))
        self.sent[form.act] = self.sent.get(form.act, 0) + 1
        if answer.status_code == 422:
            self.refusals.append(f"{form.act} {chosen}: {_sentence(answer.content.decode())}")
        elif answer.status_code != 302:
            self.errors.append(f"POST {form.action} {chosen}: {answer.status_code}")
        return bool(answer.status_code == 302)


def _sentence(html: str) -> str:
    start = html.find('class="refusal')
    return html[html.find(">", start) + 1 : html.find("<", start + 1)] if start >= 0 else "no sentence"
