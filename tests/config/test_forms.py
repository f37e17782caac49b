"""Every form of the project refuses in plain words: the name of the field, a colon, the remedy."""

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from crispy_forms.templatetags.crispy_forms_filters import as_crispy_form
from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.core import validators
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import BaseForm
from django.test import RequestFactory
from django.utils.datastructures import MultiValueDict

import base
import battles
import campaign as campaigns
import config
import rosters
from base.pages.forms import OUT_OF_DATE, PlainForm, Plainly, PlainModelForm
from battles.forms.odds import question_of
from battles.resolvers.contract.described import ANSWER, MANY, RADIO, Die, NoteDescription, NoteField, tick, whole
from battles.resolvers.contract.registry import DEFAULT, questions
from battles.resolvers.files import battle_file
from campaign.forms.course import OF_KIND
from campaign.models import Campaign
from campaign.rules.files.rows import FactionRow, ProvinceRow
from campaign.rules.house import house_rules
from campaign.rules.kinds import NoticeKind
from campaign.selectors.making.amending import outline_of
from campaign.visibility.values import UnitView
from rosters.rules.catalogue import catalogue
from tests.campaign.worlds import Valley, long_valley

pytestmark = pytest.mark.django_db
RUBBISH = (
    "", " ", "-1", "x", "9" * 40, "1e400", "٣", "a\x00b", "nowhere:at all", "x" * 50_000, "#zz", "{", "31.2.1813",
)  # fmt: skip
FILES = (None, ("empty.csv", b""), ("x" * 400 + ".json", b"x"), ("rubbish.bin", b"\x00\xff\xfe"))
NAMED = re.compile(r"[^:]{1,200}: .|The (roster|table) ", re.DOTALL)
"""The field and a colon; the refusals of rosters begin with their name as it is spoken."""
CHOICES = (("one", "One"), ("two", "Two"))
UNIT = UnitView("u1", "The Guard", "line_inf", "Line infantry", "inf", False, False, 4, 4, "serving")
NOTE = NoteDescription(
    "note", fields=(NoteField("choice", "Choice", choices=CHOICES), NoteField("radio", "Radio", RADIO, CHOICES),
                    NoteField("many", "Many", MANY, CHOICES), tick("flag", "Flag"), whole("whole", "Whole", 1, 6),
                    NoteField("answer", "Answer", ANSWER, (("yes", "yes"), ("no", "no")))),
    dice=(Die(6, "d6"),), numbers=True,
)  # fmt: skip
BATTLE = {
    "format": "bivouac.battle/1", "name": "A battle", "season": "summer", "terrain": "rolling", "engagement": "meeting",
    "sides": [{"name": name, "role": "attacker", "commander": {"name": f"{name}’s general", "skill": "good"},
               "roster": "2 Line inf"} for name in ("First", "Second")],
}  # fmt: skip


def whole_families(family: type[Any]) -> Iterator[type[Any]]:
    """Yield a class and all that are made from it."""
    yield family
    for child in family.__subclasses__():
        yield from whole_families(child)


def forms_of_the_project() -> list[type[BaseForm]]:
    """List each form that a module of the project defines."""
    for package in (base, battles, campaigns, config, rosters):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in found.name and not found.name.startswith(("config.wsgi", "config.bootstrap")):
                import_module(found.name)
    ours = {package.__name__ for package in (base, battles, campaigns, config, rosters)}
    found_forms = {one for one in whole_families(BaseForm) if hasattr(one, "base_fields") and _package(one) in ours}
    return sorted(
        found_forms - {Plainly, PlainForm, PlainModelForm}, key=lambda one: (one.__module__, one.__qualname__)
    )


def _package(form: type) -> str:
    return form.__module__.partition(".")[0]


def makings(valley: Valley) -> dict[str, Any]:
    """What the forms of the project are made with, by the name of the argument."""
    file = battle_file.parse(BATTLE)
    war, powers = outline_of(valley.campaign), [("north", "North"), ("south", "South")]
    return {
        "campaign": valley.campaign, "profiles": [], "now": "as shipped", "turns": [1, 2], "war": war, "kind": "way",
        "enemies": powers, "rules": DEFAULT, "kinds": list(NoticeKind.values), "gives_orders": True, "powers": powers,
        "towns": CHOICES, "armies": CHOICES, "known": CHOICES, "label": "Towns", "of": "Prague", "provinces": CHOICES,
        "packs": dict(CHOICES), "factions": list(valley.factions.values()),
        "members": list(valley.campaign.members.all()),
        "wars": {"A war": {"a/north": "North"}}, "keys": ["a", "b"], "units": [UNIT], "names": {"prague": "Prague"},
        "values": {}, "ways": CHOICES, "targets": [], "side": file.sides[0], "number": 0, "file": file, "note": NOTE,
        "choices": list(CHOICES), "user": valley.people["north"], "row": None,
        "request": RequestFactory().post("/accounts/login/"),
        "asked": question_of(DEFAULT, questions(DEFAULT)[0].key),
        "numbers": house_rules({}).numbers(), "shipped": house_rules({}).numbers(),
    }  # fmt: skip


OTHERWISE: dict[str, dict[str, Any]] = {
    "ArmyForm": {"known": catalogue()}, "JoinForm": {"known": False}, "ChronicleFilter": {"turns": 3},
    "ProvinceForm": {"row": ProvinceRow(key="prague", name="Prague")},
    "FactionForm": {"row": FactionRow(key="north", name="North")},
}  # fmt: skip
"""Arguments that mean something else in one form."""


def needed(form: type[BaseForm], given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments without which a form cannot be made."""
    wanted: dict[str, Any] = {}
    for parent in reversed(form.__mro__):
        if "__init__" in vars(parent) and _package(parent) != "django":
            for name, one in inspect.signature(vars(parent)["__init__"]).parameters.items():
                if one.kind is one.KEYWORD_ONLY and one.default is one.empty:
                    wanted[name] = given[name]
    inits = [vars(parent)["__init__"] for parent in form.__mro__ if "__init__" in vars(parent) and parent is not object]
    taken = {name for made in inits for name in inspect.signature(made).parameters}
    return wanted | {name: given[name] for name in ("user", "request") if name in taken}


def made_of(form: type[BaseForm], given: dict[str, Any]) -> list[dict[str, Any]]:
    """List the arguments of each shape that a form has."""
    more = OTHERWISE.get(form.__name__, {})
    arguments = needed(form, given | more)
    named_by_its_row = "row" in arguments
    plain = {name: value for name, value in arguments.items() if name != "of" or not named_by_its_row}
    return [plain | {"kind": kind} for kind in OF_KIND] if form.__name__ == "AmendForm" else [plain]


def refusals(form: type[BaseForm], arguments: dict[str, Any]) -> Iterator[tuple[BaseForm, str, str]]:
    """Send rubbish and yield the form, the name of the field, and each sentence that comes back."""
    fields: dict[str, forms.Field] = form(**arguments).fields
    with_file = [name for name, field in fields.items() if isinstance(field, forms.FileField)]
    for text in (None, *RUBBISH):
        data = MultiValueDict({} if text is None else {name: [text] for name in fields})
        for file in FILES if with_file else FILES[:1]:
            files = {"files": {name: SimpleUploadedFile(*file) for name in with_file}} if file else {}
            sent = form(data=data, **files | arguments)
            for name, errors in sent.errors.items():
                yield from ((sent, name, str(error)) for error in errors)


def djangos_own() -> list[re.Pattern[str]]:
    """List Django's sentences about fields, with anything for what is filled in."""
    families = [kind for kind in whole_families(forms.Field) if kind.__module__.startswith("django.")]
    texts = {str(text) for kind in families for text in vars(kind).get("default_error_messages", {}).values()
             if not hasattr(text, "_get_number_value")}  # fmt: skip
    others = (validators.EmailValidator(), validators.URLValidator(), validators.validate_slug,
              validators.ProhibitNullCharactersValidator())  # fmt: skip
    texts |= {str(one.message) for one in others}
    texts |= {"Ensure this", "Enter a", "Select a valid", "already exists", "is too common", "The two password fields",
              "is violated", "Your old password", "Constraint"}  # fmt: skip
    return [re.compile(re.sub(r"%\\\(\w+\\\)\w", ".*", re.escape(text))) for text in texts]


def test_every_form_of_the_project_is_a_plain_one() -> None:
    found = forms_of_the_project()
    assert len(found) > 90
    assert [one for one in found if not issubclass(one, Plainly)] == []


def test_no_form_answers_rubbish_in_djangos_words_or_without_the_name_of_the_field() -> None:
    given, own, wrong, seen = makings(long_valley()), djangos_own(), set(), 0
    for form in forms_of_the_project():
        if issubclass(form, forms.BaseModelForm):
            continue
        for arguments in made_of(form, given):
            for sent, name, sentence in refusals(form, arguments):
                seen += 1
                named = name == "__all__" or NAMED.match(sentence)
                if not named or any(one.search(sentence) for one in own):
                    wrong.add(f"{type(sent).__name__}.{name}: {sentence[:160]}")
    assert seen > 1000
    assert not wrong, "\n".join(sorted(wrong))


def test_no_form_of_the_admin_answers_rubbish_in_djangos_words() -> None:
    valley, own, wrong, seen = long_valley(), djangos_own(), set(), 0
    host = User.objects.create_superuser("host")
    for model, room in admin.site._registry.items():
        request, row = RequestFactory().get("/"), model._default_manager.first()
        request.user = host
        if row is None or not type(room).__module__.startswith(("campaign", "rosters", "battles")):
            continue
        form = room.get_form(request, row, change=True)
        assert issubclass(form, Plainly), form
        for text in (None, *RUBBISH):
            sent = form(data={} if text is None else dict.fromkeys(form.base_fields, text), instance=row)
            for name, sentence in ((name, str(error)) for name, errors in sent.errors.items() for error in errors):
                seen += 1
                if any(one.search(sentence) for one in own) or not (name == "__all__" or NAMED.match(sentence)):
                    wrong.add(f"{model.__name__}.{name}: {sentence[:160]}")
    assert isinstance(valley.campaign, Campaign)
    assert seen > 100
    assert not wrong, "\n".join(sorted(wrong))


def test_an_error_of_a_hidden_field_is_shown_above_all() -> None:
    class Hidden(PlainForm):
        seen = forms.IntegerField(widget=forms.HiddenInput)

    assert Hidden({"seen": "x"}).errors == {"__all__": [OUT_OF_DATE]}


def test_no_label_help_or_refusal_of_a_form_is_taken_for_markup() -> None:
    class Marked(PlainForm):
        one = forms.IntegerField(label="<i>One</i>", help_text="<i>1</i>")
        many = forms.ChoiceField(choices=[("a", "<i>a</i>")], widget=forms.RadioSelect, help_text="<i>2</i>")
        tick = forms.BooleanField(label="<i>Tick</i>", help_text="<i>3</i>")

        def clean(self) -> None:
            raise forms.ValidationError("<i>4</i>")

    page = as_crispy_form(Marked({"one": "x"}))
    assert "<i>" not in page
    assert [f"&lt;i&gt;{n}" in page for n in (1, 2, 3, 4)] == [True] * 4


def test_a_number_out_of_bounds_is_told_the_bound_that_it_broke() -> None:
    class Bounded(PlainForm):
        both = forms.IntegerField(min_value=1, max_value=6)
        least = forms.IntegerField(min_value=1)
        of_the_column = forms.IntegerField(validators=[validators.MaxValueValidator(1000)])

    assert Bounded({"both": "7", "least": "0", "of_the_column": "1001"}).errors == {
        "both": ["Both: write a whole number from 1 to 6."], "least": ["Least: write a number of at least 1."],
        "of_the_column": ["Of the column: write a number of at most 1,000."],
    }  # fmt: skip
