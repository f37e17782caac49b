"""Forms of the news: what is mailed, where to, and the referee's webhooks."""

from typing import Any

from django import forms

from base.pages.fields import Remedy
from base.pages.forms import PlainForm
from base.signs import readable
from campaign.forms.people import LineField
from campaign.forms.zone import ZoneField
from campaign.models import Hook, Notice
from campaign.services.news.mail import HOW
from campaign.services.news.sending.outside import NotSent, checked_url

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class AddressForm(PlainForm):
    """Enter the address for one's mail."""

    email = forms.EmailField(label="Address", max_length=200, required=False, help_text="empty: no mail")
    zone = ZoneField(label="Times in mails", help_text="type a city")
    digest_hour = forms.TypedChoiceField(label="Daily digest at", choices=HOURS, coerce=int)


class ChoicesForm(PlainForm):
    """For each kind of news, how it is mailed."""

    def __init__(self, *args: Any, kinds: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = dict(Notice.Kind.choices) | {Notice.Kind.BATTLE: "battle opened or decided"}
        for kind in kinds:
            label = str(labels[kind])
            self.fields[kind] = forms.ChoiceField(label=label[:1].upper() + label[1:], choices=HOW)


class HookForm(PlainForm):
    """A webhook of a campaign."""

    kind = forms.ChoiceField(label="Kind", choices=Hook.Kind.choices)
    name = LineField(label="Name", max_length=60, help_text="such as the channel it posts to")
    url = forms.CharField(label="Address", max_length=500, help_text="begins with https://")

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"]).strip()
        try:
            checked_url(url)
        except NotSent as error:
            raise Remedy(str(error).removeprefix("Address: ")) from None
        return url


class LetterForm(PlainForm):
    """A letter."""

    text = forms.CharField(label="Letter", widget=forms.Textarea(attrs={"rows": 4}), max_length=4000)


class CouriersForm(PlainForm):
    """Set how letters between factions travel."""

    between = forms.ChoiceField(
        label="Factions may write to",
        choices=[("all", "all factions"), ("allies", "their allies"), ("none", "no other faction")],
    )
    delay = forms.IntegerField(label="Turns on the way", min_value=0, max_value=10)
    referee_reads = forms.BooleanField(label="The referee reads them too", required=False)


class GazetteForm(PlainForm):
    """Set how issues of the Gazette are published."""

    how = forms.ChoiceField(
        label="After each turn the Gazette",
        choices=[
            ("draft", "is drafted, and published by you"),
            ("at_once", "is drafted and published at once"),
            ("off", "is not printed"),
        ],
    )


class IssueForm(PlainForm):
    """An issue of the Gazette."""

    title = LineField(label="Headline", max_length=160)
    text = forms.CharField(
        label="Text", max_length=20_000, widget=forms.Textarea(attrs={"rows": 18}),
        help_text="An empty line ends a paragraph; ## begins a section, > a letter.",
    )  # fmt: skip

    def clean_text(self) -> str:
        return readable(str(self.cleaned_data["text"]))
