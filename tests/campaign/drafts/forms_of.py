"""The forms of a page as a browser would send them back untouched."""

from html.parser import HTMLParser
from typing import Any

Form = dict[str, Any]
ENTER = {"act": "enter"}


class Reader(HTMLParser):
    """Collects each form of a page: its address, and its fields with what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.forms = list[tuple[str, Form]]()
        self.select, self.first, self.text = "", "", ""
        self.inside = False

    @property
    def fields(self) -> Form:
        return self.forms[-1][1]

    def add(self, name: str, value: str) -> None:
        self.fields.setdefault(name, []).append(value)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        name, kind = given.get("name", ""), given.get("type", "text")
        if tag == "form":
            self.forms.append((given.get("action", ""), {}))
            self.inside = True
        elif not self.inside:
            return
        elif tag == "input" and name and kind != "file":
            ticked = kind in ("checkbox", "radio")
            if not ticked or "checked" in given:
                self.add(name, given.get("value", "on" if ticked else ""))
        elif tag == "textarea":
            self.text = name
            self.fields.setdefault(name, [""])
        elif tag == "select":
            self.select, self.first = name, "" if "multiple" in given else "?"
        elif tag == "option" and self.select:
            if "selected" in given:
                self.add(self.select, given["value"])
            elif self.first == "?":
                self.first = f"={given['value']}"

    def handle_data(self, data: str) -> None:
        if self.text:
            self.fields[self.text][0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "textarea" and self.text:
            self.fields[self.text][0] = self.fields[self.text][0].removeprefix("\n").replace("\n", "\r\n")
            self.text = ""
        elif tag == "select" and self.select:
            if self.select not in self.fields and self.first.startswith("="):
                self.add(self.select, self.first[1:])
            self.select = ""


def forms_of(page: str) -> list[tuple[str, Form]]:
    """Each form of a page: where it is sent, and its fields."""
    reader = Reader()
    reader.feed(page)
    return reader.forms
