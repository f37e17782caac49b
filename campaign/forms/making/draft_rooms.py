"""Forms for the parts of a draft: pasted texts, and rows of tables."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from base.pages.fields import Remedy, WholeNumberField
from base.pages.forms import PlainForm
from base.spreadsheets import MOST_BYTES
from campaign.forms.making.drafts import SeenForm
from campaign.rules.drafts.pasted import MOST_TEXT
from campaign.rules.ending.aims import ENDS
from campaign.rules.files.rows import FactionRow, ProvinceRow
from campaign.rules.kinds import FactionPattern, ProvinceTerrain

Choices = Sequence[tuple[str, str]]
WAY_KINDS = (
    ("road", "road"), ("track", "track"), ("pass", "pass"), ("bridge", "river, with a bridge"),
    ("ford", "river, by ford or ferry"),
)  # fmt: skip
AIM_KINDS = (
    ("capitals", "hold capitals of the enemy"), ("homes", "hold all home provinces of the enemy"),
    ("provinces", "hold certain provinces"), ("army_value", "have the stronger armies"),
    ("points", "reach a sum of points"), ("own", "do something that you rule on"),
)  # fmt: skip


class PasteForm(SeenForm):
    """A pasted text, which stands for the whole list."""

    text = forms.CharField(required=False, strip=False, max_length=MOST_TEXT, widget=forms.Textarea)

    def __init__(self, *args: Any, label: str, help_text: str = "", rows: int = 14, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["text"]
        field.label, field.help_text = label, help_text
        field.widget.attrs |= {"rows": rows, "spellcheck": "false", "autocomplete": "off", "class": "pasted"}


class TownsForm(PasteForm):
    """A table of towns, pasted or as a file."""

    file = forms.FileField(
        label="or a file in place of the text", required=False, help_text="CSV or XLSX, with the same columns",
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.xlsx,.tsv,.txt"}),
    )  # fmt: skip
    ways = forms.BooleanField(label="Find a way between all neighbours that have none", required=False)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > MOST_BYTES:
            raise Remedy(f"it has {file.size:,} bytes, at most {MOST_BYTES:,} are read; choose a smaller one.")
        return file


def _look_of(field: forms.Field) -> str:
    if isinstance(field, forms.BooleanField):
        return "form-check-input"
    return "form-select form-select-sm" if isinstance(field, forms.ChoiceField) else "form-control form-control-sm"


class RowForm(PlainForm):
    """A row of a table: small fields, each with a name for readers of the screen."""

    def __init__(self, *args: Any, of: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            look = _look_of(field)
            look += " number" * isinstance(field, WholeNumberField)
            field.widget.attrs |= {"class": look, "aria-label": f"{field.label or name}: {of}"}


class ProvinceForm(RowForm):
    """A province in the table of provinces."""

    name = forms.CharField(label="Name", max_length=80)
    controller = forms.ChoiceField(label="Held by", required=False)
    home = forms.ChoiceField(label="Home of", required=False)
    value = WholeNumberField(label="Value", least=0, most=15)
    terrain = forms.ChoiceField(label="Terrain", choices=[(word, word) for word in ProvinceTerrain.values])
    town_size = WholeNumberField(label="Town", least=0, most=3)
    fortress = forms.BooleanField(label="Fortress", required=False)
    depot = forms.BooleanField(label="Depot", required=False)
    capital = forms.BooleanField(label="Capital", required=False)

    def __init__(self, *args: Any, row: ProvinceRow, powers: Choices, **kwargs: Any) -> None:
        super().__init__(*args, of=row.name, initial={name: getattr(row, name) for name in self.base_fields}, **kwargs)
        self.row = row
        for name in ("controller", "home"):
            self.fields[name].choices = [("", "nobody"), *powers]  # type: ignore[attr-defined]


class FactionForm(RowForm):
    """A faction in the table of powers; the last row, without a name, is for one more."""

    name = forms.CharField(label="Name", max_length=80, required=False)
    adjective = forms.CharField(label="Adjective", max_length=80, required=False)
    colour = forms.CharField(label="Colour", max_length=7, widget=forms.TextInput(attrs={"type": "color"}))
    pattern = forms.ChoiceField(label="Pattern", choices=[(word, word) for word in FactionPattern.values])
    offmap_income = WholeNumberField(label="Income from beyond the map", least=0, most=10_000)
    opening_points = WholeNumberField(label="Points before turn 1", least=0, most=100_000)
    gone = forms.BooleanField(label="Remove", required=False)

    def __init__(self, *args: Any, row: FactionRow, **kwargs: Any) -> None:
        initial = {name: getattr(row, name, False) for name in self.base_fields}
        super().__init__(*args, of=row.name or "a new faction", initial=initial, **kwargs)
        self.row = row


class RelationForm(RowForm):
    """The relation of two factions."""

    kind = forms.ChoiceField(
        label="Relation",
        choices=[("war", "at war"), ("neutral", "neutral"), ("transit", "free passage"), ("allied", "allied")],
    )


class WayForm(RowForm):
    """A way in the table of ways."""

    kind = forms.ChoiceField(label="Kind", choices=WAY_KINDS)
    river = forms.CharField(label="River", max_length=40, required=False)
    gone = forms.BooleanField(label="Remove", required=False)


class WarForm(SeenForm):
    """Name and time of the war."""

    name = forms.CharField(label="Name of the war", max_length=120)
    summary = forms.CharField(label="What players read first", max_length=20_000, required=False, widget=forms.Textarea)
    sources = forms.CharField(label="Sources", max_length=20_000, required=False, widget=forms.Textarea({"rows": 3}))
    start = forms.DateField(label="First day", widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    turn_days = WholeNumberField(label="Days of a turn", least=0, most=366, help_text="0: a calendar month; 7: a week")
    last_turn = WholeNumberField(label="Turns", least=1, most=500)
    muster_every = WholeNumberField(
        label="Turns from muster to muster", least=1, most=60, help_text="provinces pay and armies are paid at a muster"
    )
    show_all = forms.BooleanField(label="Everybody sees everything: no fog", required=False)

    def clean_summary(self) -> str:
        return str(self.cleaned_data["summary"]).replace("\r\n", "\n")

    def clean_sources(self) -> str:
        return str(self.cleaned_data["sources"]).replace("\r\n", "\n")


class AimForm(SeenForm):
    """One more condition of victory."""

    kind = forms.ChoiceField(label="An alliance wins if its members", choices=AIM_KINDS)
    number = WholeNumberField(label="Capitals", least=1, most=20, required=False, help_text="only for capitals")
    provinces = forms.MultipleChoiceField(label="Provinces", required=False, help_text="only for certain provinces")
    turns = WholeNumberField(
        label="Turn ends running",
        least=1,
        most=100,
        required=False,
        help_text="for capitals and provinces; 1 if left out",
    )
    percent = WholeNumberField(
        label="% of the enemies' armies", least=1, most=10_000, required=False, help_text="only for stronger armies"
    )
    at_least = WholeNumberField(label="Points", least=1, most=100_000, required=False, help_text="only for points")
    text = forms.CharField(label="What they have to do", max_length=300, required=False, help_text="if you rule on it")
    by = forms.DateField(label="Until", required=False, widget=forms.DateInput({"type": "date"}))
    sides = forms.MultipleChoiceField(
        label="Only for", required=False, widget=forms.CheckboxSelectMultiple, help_text="nobody ticked: for everybody"
    )

    def __init__(self, *args: Any, provinces: Iterable[tuple[str, str]], powers: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["provinces"].choices = list(provinces)  # type: ignore[attr-defined]
        self.fields["sides"].choices = list(powers)  # type: ignore[attr-defined]


class EndForm(SeenForm):
    """The last turn, and the conditions that go."""

    at_the_end = forms.ChoiceField(
        label="If no condition is met", choices=list(zip(ENDS, ("the score decides", "the war is drawn"), strict=True))
    )
