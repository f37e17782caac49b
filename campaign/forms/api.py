"""Forms of the API: what its addresses take beside the forms of the pages; and the form that makes a token."""

from django import forms

from base.pages.fields import WholeNumberField
from base.pages.forms import PlainForm
from campaign.models import Token

MOST, USUAL = 1000, 500


class TokenForm(PlainForm):
    """A token: for which program, and what that program may do."""

    name = forms.CharField(
        max_length=60, label="Program", help_text="A name by which you know it again.",
        error_messages={"required": "Program: name it, so that you know it again."},
    )  # fmt: skip
    scope = forms.ChoiceField(
        label="It may", choices=Token.Scope.choices, initial=Token.Scope.READ,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "It may: choose one of those listed."),
    )  # fmt: skip

    def __init__(self, *args: object, gives_orders: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not gives_orders:
            self.fields["scope"].choices = [(Token.Scope.READ, Token.Scope.READ.label)]  # type: ignore[attr-defined]


class ListQuery(PlainForm):
    """The part of a list that is asked for, and its format."""

    limit = WholeNumberField(least=1, most=MOST, required=False, help_text=f"Items in an answer; {USUAL} unless named.")
    offset = WholeNumberField(least=0, most=9_999_999, required=False, help_text="Items to pass over.")
    format = forms.ChoiceField(
        required=False, choices=[("", "json"), ("json", "json"), ("csv", "csv")], help_text="json or csv.",
        error_messages={"invalid_choice": "format: choose json or csv."},
    )  # fmt: skip


class OfATurn(ListQuery):
    """Those of one turn."""

    turn = WholeNumberField(least=0, most=500, required=False, help_text="Only those of this turn.")


class LedgerQuery(OfATurn):
    """Postings of one turn, or of one direction."""

    direction = forms.ChoiceField(
        required=False, choices=[("", "in and out"), ("in", "in"), ("out", "out")],
        help_text="in or out; both unless named.", error_messages={"invalid_choice": "direction: choose in or out."},
    )  # fmt: skip
    faction = forms.SlugField(required=False, max_length=40, help_text="Of a referee: whose ledger.")


class ChronicleQuery(OfATurn):
    """Lines of one turn, of one kind, or only those for one's own faction."""

    kind = forms.CharField(required=False, max_length=40, help_text="Only lines of this kind.")
    whose = forms.ChoiceField(
        required=False, choices=[("", "all"), ("own", "own")], help_text="own: only lines that others do not read.",
        error_messages={"invalid_choice": "whose: choose own, or leave it out."},
    )  # fmt: skip


class OfAFaction(PlainForm):
    """The faction whose treasury a referee asks for."""

    faction = forms.SlugField(required=False, max_length=40, help_text="Of a referee: whose; the first unless named.")


class MeantFor(PlainForm):
    """The turn for which an entry is meant."""

    turn = WholeNumberField(
        least=1, most=500, required=False,
        help_text="The turn that the entry is meant for; refused (409) where another one takes orders now.",
    )  # fmt: skip


class WithdrawQuery(PlainForm):
    """The turn of a line that is withdrawn."""

    turn = WholeNumberField(
        least=1, most=500, help_text="The turn of the sheet: its lines are numbered anew each turn.",
        error_messages={"required": "turn: name the turn of the sheet on which you saw the line."},
    )  # fmt: skip


class ReadyForm(PlainForm):
    """Whether the orders are complete."""

    ready = forms.BooleanField(required=False, help_text="true: complete; false: a draft again.")


class NoForm(PlainForm):
    """An entry that needs nothing but its address."""
