"""Forms drawn by our own pack have the markup of crispy's."""

import pytest
from crispy_forms.templatetags.crispy_forms_filters import as_crispy_field, as_crispy_form
from django import forms
from django.core.exceptions import ValidationError
from django.test.html import parse_html


class Everything(forms.Form):
    name = forms.CharField(label="Name <of> it", help_text="as printed", max_length=5)
    word = forms.CharField(widget=forms.PasswordInput(attrs={"class": "wide"}), required=False)
    count = forms.IntegerField(min_value=1)
    text = forms.CharField(widget=forms.Textarea, required=False)
    at = forms.DateTimeField(widget=forms.DateTimeInput(attrs={"type": "datetime-local"}), required=False)
    arm = forms.ChoiceField(choices=[("foot", "Foot & guns"), ("horse", "Horse")])
    units = forms.MultipleChoiceField(choices=[("a", "A"), ("b", "B")], help_text="some")
    sure = forms.BooleanField(label="Sure?", help_text="really")
    side = forms.ChoiceField(choices=[("0", "one"), ("1", "two")], widget=forms.RadioSelect)
    boxes = forms.MultipleChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.CheckboxSelectMultiple)
    file = forms.FileField(help_text="a file")
    key = forms.CharField(widget=forms.HiddenInput)

    def clean(self):
        raise ValidationError("Everything: it <cannot> be.")


SENT = {"name": "too long a name", "count": "x", "arm": "guns", "units": ["a", "c"]}


@pytest.mark.parametrize("sent", [None, {}, SENT], ids=["fresh", "empty", "wrong"])
def test_a_form_has_the_markup_of_the_pack(sent):
    ours, theirs = as_crispy_form(Everything(sent)), as_crispy_form(Everything(sent), "bootstrap5")
    assert parse_html(ours) == parse_html(theirs)


@pytest.mark.parametrize("name", list(Everything.base_fields))
def test_a_field_alone_has_it_too(name):
    ours, theirs = as_crispy_field(Everything(SENT)[name]), as_crispy_field(Everything(SENT)[name], "bootstrap5")
    assert parse_html(ours) == parse_html(theirs)


def test_what_was_typed_is_escaped():
    assert "<script>" not in as_crispy_form(Everything({"name": "<script>", "text": "</textarea><script>"}))
