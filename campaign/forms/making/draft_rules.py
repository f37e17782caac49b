"""Forms for the rules of a draft's war: letters, events, and the numbers of the house rules."""

from typing import Any

from django import forms

from base.pages.fields import WholeNumberField
from campaign.forms.making.draft_rooms import RowForm
from campaign.rules.course.events import KINDS, SPANS, TEXT, EventRow
from campaign.rules.house import Number
from campaign.rules.news.couriers import LONGEST_WAY

PAPERS = (("draft", "the referee publishes it"), ("at_once", "published at once"), ("off", "not printed"))
SPAN_WORDS = {"this_year": "this year", "a_year": "a year"}


class LettersForm(forms.Form):
    """The way of letters, and of the Gazette."""

    between = forms.ChoiceField(
        label="Factions write to", choices=[("all", "everybody"), ("allies", "allies alone"), ("none", "nobody")]
    )
    delay = WholeNumberField(label="Turns on the way", least=0, most=LONGEST_WAY)
    referee_reads = forms.BooleanField(label="The referee reads letters between factions", required=False)
    gazette = forms.ChoiceField(label="The Gazette", choices=PAPERS)


class EventsForm(forms.Form):
    """Whether events befall factions, and by which table."""

    on = forms.BooleanField(label="Throw for events each turn (HR-23)", required=False)
    table = forms.ChoiceField(
        label="Table", choices=[("shipped", "the shipped one"), ("own", "the rows below")], initial="shipped"
    )


class EventRowForm(RowForm):
    """A row of the table of events; without a text it goes."""

    first = WholeNumberField(label="From", least=1, most=100, required=False)
    last = WholeNumberField(label="To", least=1, most=100, required=False)
    kind = forms.ChoiceField(label="Kind", choices=[(kind, kind) for kind in KINDS])
    holds = forms.ChoiceField(label="Holds")
    text = forms.CharField(label="Text", max_length=TEXT, required=False)
    for_referee = forms.BooleanField(label="For the referee", required=False)

    def __init__(self, *args: Any, row: EventRow | None, **kwargs: Any) -> None:
        initial = {**vars(row), "holds": str(row.holds)} if row else {"kind": "story", "holds": "1"}
        super().__init__(*args, of=row.text if row else "a new row", initial=initial, **kwargs)
        longest = max(12, row.holds if row and isinstance(row.holds, int) else 0)
        turns = [(str(n), f"{n} turn{'s' if n > 1 else ''}") for n in range(1, longest + 1)]
        self.fields["holds"].choices = [*turns, *SPAN_WORDS.items()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("text") and not (data.get("first") and data.get("last")):
            self.add_error("first", "Write the faces of the d100 from and to which it counts.")
        return data

    @property
    def row(self) -> EventRow | None:
        """The row as it was sent; None where it has no text."""
        given = self.cleaned_data
        if not given["text"]:
            return None
        holds = given["holds"] if given["holds"] in SPANS else int(given["holds"])
        return EventRow(given["first"], given["last"], given["kind"], holds, given["text"], given["for_referee"])


class NumbersForm(forms.Form):
    """The numbers of the house rules, each with what it is."""

    def __init__(self, *args: Any, numbers: dict[str, Number], shipped: dict[str, Number], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, one in numbers.items():
            self.fields[key] = WholeNumberField(
                label=f"{one.words} ({one.source})", least=0, most=1000, initial=one.value,
                help_text=f"shipped: {shipped[key].value}" if one.value != shipped[key].value else "",
            )  # fmt: skip
            self.fields[key].widget.attrs["class"] = "number"
