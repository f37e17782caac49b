"""Forms for the rules of a draft's war: letters, events, numbers, unit types (HR-30), arrivals and triggers (HR-29)."""

from typing import Any

from django import forms

from base.pages.fields import Remedy, WholeNumberField
from base.pages.forms import PlainForm
from campaign.forms.making.draft_rooms import Choices, RowForm
from campaign.forms.making.drafts import SeenForm
from campaign.rules.course.events import KINDS, SPANS, TEXT, EventRow
from campaign.rules.drafts.battle_order import EXAMPLE
from campaign.rules.files.unit_type_rows import MOST_POINTS, UnitTypeRow
from campaign.rules.house import Number
from campaign.rules.news.couriers import LONGEST_WAY
from rosters.rules.catalogue import catalogue
from rosters.rules.own_types import DIFFERENCE, LONGEST, LONGEST_SIGN

PAPERS = (("draft", "the referee publishes it"), ("at_once", "published at once"), ("off", "not printed"))
SPAN_WORDS = {"this_year": "this year", "a_year": "a year"}


class LettersForm(PlainForm):
    """The way of letters, and of the Gazette."""

    between = forms.ChoiceField(
        label="Factions write to", choices=[("all", "everybody"), ("allies", "allies alone"), ("none", "nobody")]
    )
    delay = WholeNumberField(label="Turns on the way", least=0, most=LONGEST_WAY)
    referee_reads = forms.BooleanField(label="The referee reads letters between factions", required=False)
    gazette = forms.ChoiceField(label="The Gazette", choices=PAPERS)


class EventsForm(PlainForm):
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
            self.add_error("first", Remedy("write the faces of the d100 from and to which it counts."))
        return data

    @property
    def row(self) -> EventRow | None:
        """The row as it was sent; None where it has no text."""
        given = self.cleaned_data
        if not given["text"]:
            return None
        holds = given["holds"] if given["holds"] in SPANS else int(given["holds"])
        return EventRow(given["first"], given["last"], given["kind"], holds, given["text"], given["for_referee"])


class NumbersForm(PlainForm):
    """The numbers of the house rules, each with what it is."""

    def __init__(self, *args: Any, numbers: dict[str, Number], shipped: dict[str, Number], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for key, one in numbers.items():
            self.fields[key] = WholeNumberField(
                label=f"{one.words} ({one.source})", least=0, most=1000, initial=one.value,
                help_text=f"shipped: {shipped[key].value}" if one.value != shipped[key].value else "",
            )  # fmt: skip
            self.fields[key].widget.attrs["class"] = "number"


DIFFERENCES = [(n, f"{n:+d}" if n else "as its base") for n in range(DIFFERENCE, -DIFFERENCE - 1, -1)]
BLANK = {"base": "line_inf", "attack": 0, "defend": 0, "fire": 0}


class UnitTypeForm(RowForm):
    """A type of the war; the last form, without a name, is for one more."""

    short = forms.CharField(label="Short name, as in rosters", max_length=LONGEST, required=False)
    base = forms.ChoiceField(label="Over", required=False)
    name = forms.CharField(label="Name", max_length=60, required=False)
    plural = forms.CharField(label="Plural", max_length=60, required=False)
    price = WholeNumberField(label="Price", least=0, most=MOST_POINTS, required=False)
    upkeep = WholeNumberField(label="Upkeep", least=0, most=MOST_POINTS, required=False)
    morale = WholeNumberField(label="Morale", least=1, most=9, required=False)
    attack = forms.TypedChoiceField(label="Attack", choices=DIFFERENCES, coerce=int, empty_value="0", required=False)
    defend = forms.TypedChoiceField(label="Defence", choices=DIFFERENCES, coerce=int, empty_value="0", required=False)
    fire = forms.TypedChoiceField(label="Fire", choices=DIFFERENCES, coerce=int, empty_value="0", required=False)
    sign = forms.CharField(label="Letters on its counter", max_length=LONGEST_SIGN, required=False)
    factions = forms.MultipleChoiceField(
        label="Raised by (none: all)", required=False, widget=forms.CheckboxSelectMultiple
    )
    gone = forms.BooleanField(label="Remove", required=False)

    def __init__(self, *args: Any, row: UnitTypeRow | None, powers: Choices, **kwargs: Any) -> None:
        initial = {**vars(row), "factions": list(row.factions)} if row else dict(BLANK)
        super().__init__(*args, of=row.short if row else "a new type", initial=initial, **kwargs)
        self.row = row
        bases = [(kind.key, kind.name) for kind in catalogue().unit_types.values()]
        self.fields["base"].choices = bases  # type: ignore[attr-defined]
        self.fields["factions"].choices = powers  # type: ignore[attr-defined]
        self.fields["factions"].widget.attrs = {"class": "form-check-input"}
        if row is None:
            del self.fields["gone"]

    def clean_short(self) -> str:
        """Refuse a type of the draft that has lost its name."""
        short: str = self.cleaned_data["short"]
        if self.row and not short and not self.data.get(self.add_prefix("gone")):
            raise Remedy("write one, or tick Remove.")
        return short

    @property
    def made(self) -> UnitTypeRow | None:
        """The type as it was sent; None where it goes, or nothing was written."""
        given = dict(self.cleaned_data)
        given |= {name: int(given[name]) for name in ("attack", "defend", "fire")}
        if given.pop("gone", False) or not given["short"]:
            return None
        return UnitTypeRow(**{**given, "base": given["base"] or "line_inf", "factions": tuple(given["factions"])})


RELATIONS = (("war", "at war"), ("neutral", "neutral"), ("transit", "free passage"), ("allied", "allied"))
CONDITIONS = (
    ("", "no other condition"), ("held", "one of these factions holds the province"),
    ("lost", "none of these factions holds the province"), ("capital_lost", "these factions have lost their capitals"),
    ("destroyed", "the army is destroyed"), ("relation", "two factions stand so"),
    ("points", "an alliance of these factions has the points"),
)  # fmt: skip
EFFECTS = (
    ("", "nothing but the text"), ("army", "an army arrives"), ("general", "generals join the war"),
    ("points", "points arrive"), ("relation", "two factions stand otherwise"),
    ("province", "provinces go over to the faction"), ("end", "the war ends"),
)  # fmt: skip


def _ticks(label: str, help_text: str = "") -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=label, required=False, help_text=help_text, widget=forms.CheckboxSelectMultiple
    )


class TriggerForm(SeenForm):
    """One more arrival or trigger; only the fields of the chosen condition and effect count."""

    to = forms.ChoiceField(label="Add it as", required=False)
    text = forms.CharField(label="What is read when it happens", max_length=300, required=False)
    readers = _ticks("Who reads it", "nobody ticked: everybody")
    for_referee = forms.BooleanField(label="Only the referee reads it", required=False)
    foretold = forms.BooleanField(label="Its readers expect it from the first turn on", required=False)
    on = forms.DateField(
        label="From this day on", required=False, widget=forms.DateInput({"type": "date"}),
        help_text="it happens when the first turn opens that begins on this day or later",
    )  # fmt: skip
    condition = forms.ChoiceField(label="And if", choices=CONDITIONS, required=False)
    province = forms.ChoiceField(label="Province", required=False)
    factions = _ticks("Factions of the condition")
    turns = WholeNumberField(label="Turn ends running", least=1, most=100, required=False, help_text="1 if left out")
    army = forms.ChoiceField(label="Army", required=False)
    between = _ticks("The two factions")
    relation = forms.ChoiceField(label="Their relation", choices=RELATIONS, required=False)
    at_least = WholeNumberField(label="Points of the alliance", least=1, most=100_000, required=False)
    effect = forms.ChoiceField(label="Then", choices=EFFECTS, required=False)
    faction = forms.ChoiceField(label="Faction", required=False)
    army_line = forms.CharField(label="The army", max_length=4000, required=False, help_text=f"such as {EXAMPLE}")
    provinces = forms.MultipleChoiceField(
        label="Provinces", required=False,
        help_text="of an army: where it comes if the first is taken, in this order; or those that go over",
    )  # fmt: skip
    edge = forms.ChoiceField(
        label="Else from the edge of the map", required=False,
        choices=[("", "no"), *((way, way) for way in ("north", "east", "south", "west"))],
    )  # fmt: skip
    if_taken = forms.ChoiceField(
        label="If an enemy is in all of them", required=False,
        choices=[("wait", "it waits"), ("nearest", "it comes to the nearest friendly province"),
                 ("never", "it never comes")],
    )  # fmt: skip
    generals_line = forms.CharField(
        label="The generals", max_length=400, required=False, help_text="such as Keith, good; Schwerin"
    )
    points = WholeNumberField(label="Points that arrive", least=1, most=10_000, required=False)
    between2 = _ticks("The two factions that stand otherwise")
    relation2 = forms.ChoiceField(label="From then on they are", choices=RELATIONS, required=False)
    winners = _ticks("Who wins", "nobody ticked: a draw")

    def __init__(self, *args: Any, towns: Choices, powers: Choices, armies: Choices, known: Choices, **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name in ("readers", "factions", "between", "between2", "winners"):
            self.fields[name].choices = list(powers)  # type: ignore[attr-defined]
        self.fields["provinces"].choices = list(towns)  # type: ignore[attr-defined]
        nobody = [("", "none")]
        self.fields["province"].choices = [*nobody, *towns]  # type: ignore[attr-defined]
        self.fields["faction"].choices = [*nobody, *powers]  # type: ignore[attr-defined]
        self.fields["army"].choices = [*nobody, *armies]  # type: ignore[attr-defined]
        self.fields["to"].choices = [("", "a new one"), *known]  # type: ignore[attr-defined]

    def clean_if_taken(self) -> str:
        return str(self.cleaned_data["if_taken"] or "wait")
