"""Forms by which people come in."""

import unicodedata
from collections.abc import Mapping
from typing import Any, Literal, cast

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator

from base.pages.fields import MomentField, OnceField, Remedy
from base.pages.forms import PlainForm, Plainly
from base.signs import level
from campaign.models import Campaign, Faction, Member
from campaign.rules.files.campaign_file import UPLOAD_LIMIT
from campaign.rules.kinds import Role
from campaign.services.alone import LONGEST, SHORTEST

Form = Literal["NFC", "NFKC"]
LONGEST_USERNAME, LONGEST_NAME = 60, 120
RULES_OF_A_NEW_ONE = "at least 8 characters; no common word, and not like your name"


def clean_name(text: str, most: int, form: Form = "NFC") -> str:
    """Return a name in one normal form, at most so long in that form; control characters are refused."""
    text = level(unicodedata.normalize(form, text).strip())
    if len(text) > most:
        raise Remedy(f"shorten it to {most} characters; written in full it has {len(text)}.")
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") for letter in text):
        raise Remedy("leave out control characters.")
    return text


class LineField(forms.CharField):
    """A line of text in one normal form, without control characters."""

    def clean(self, value: Any) -> str:
        """Return the line; refused where it is too long in that form."""
        return clean_name(super().clean(value), self.max_length or LONGEST_NAME)


class NamedLogIn(Plainly):
    """A log-in that refuses a name longer than any account's: the record of attempts has no room for it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = cast(forms.CharField, self.fields["username"])
        name.validators.append(MaxLengthValidator(name.max_length or LONGEST_NAME))


class LogInForm(NamedLogIn, AuthenticationForm):
    """Ask for name and password; the refusal of a wrong pair names the remedy."""

    error_messages = {
        "invalid_login": "Wrong name or password. Capital letters matter.",
        "inactive": "Username: this account is closed. Ask the host to open it again.",
    }


class NewPassword(Plainly):
    """A password that is chosen anew, with its rules in a sentence instead of a list in HTML."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = RULES_OF_A_NEW_ONE
        self.fields["new_password2"].label = "New password, once more"
        self.fields["new_password2"].help_text = ""


class ChangePasswordForm(NewPassword, PasswordChangeForm):
    """The old password and a new one."""


class ResetPasswordForm(NewPassword, SetPasswordForm):  # type: ignore[type-arg]
    """A new password, by a link."""


class ForgottenForm(PlainForm):
    """The mail address of an account."""

    email = forms.EmailField(label="Mail address", max_length=200, widget=forms.EmailInput({"autocomplete": "email"}))


class JoinForm(PlainForm):
    """A guest's choice of faction; a new guest also chooses name and password."""

    faction = forms.ChoiceField(label="Faction", widget=forms.RadioSelect, required=False)
    username = forms.CharField(
        label="Name", max_length=LONGEST_USERNAME, help_text="how the others will see you, and your log-in"
    )
    password = forms.CharField(
        label="Password",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        max_length=200,
        strip=False,
        help_text=RULES_OF_A_NEW_ONE,
    )

    def __init__(self, *args: Any, factions: list[Faction], known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["faction"].choices = [(faction.key, faction.name) for faction in factions]  # type: ignore[attr-defined]
        if not factions:
            del self.fields["faction"]
        elif len(factions) == 1:
            self.fields["faction"].initial = factions[0].key
        if known:
            del self.fields["username"], self.fields["password"]

    def clean_username(self) -> str:
        """In the form in which Django keeps the names of users."""
        return clean_name(self.cleaned_data["username"], LONGEST_USERNAME, "NFKC")

    def clean_password(self) -> str:
        validate_password(self.cleaned_data["password"], User(username=self.cleaned_data.get("username", "")))
        return str(self.cleaned_data["password"])


class InviteForm(PlainForm):
    """Invite somebody."""

    role = forms.ChoiceField(
        label="Role", choices=[(r.value, r.label) for r in (Role.PLAYER, Role.OBSERVER, Role.REFEREE)]
    )
    faction = forms.ChoiceField(label="Faction", required=False)
    note = LineField(label="For whom", max_length=LONGEST_NAME, required=False, help_text="a note for yourself")
    email = forms.EmailField(
        label="Mail to", max_length=200, required=False,
        help_text="the link is sent there; no log-in is needed to get it",
    )  # fmt: skip
    form = OnceField()

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        if not settings.MAIL_IS_SET_UP:
            del self.fields["email"]
        choices = [("", "the guest chooses")] + [(f.key, f.name) for f in campaign.factions.all()]
        self.fields["faction"].choices = choices  # type: ignore[attr-defined]

    def clean_faction(self) -> Faction | None:
        return self.campaign.factions.filter(key=self.cleaned_data["faction"]).first()


class UploadForm(PlainForm):
    """A campaign file, or one of the shipped campaigns."""

    file = forms.FileField(
        label="Campaign file", required=False,
        help_text="a file that Bivouac has downloaded, or your own (.json); at most 5 MB",
    )  # fmt: skip
    pack = forms.ChoiceField(label="or a campaign that ships with Bivouac", required=False)
    slug = forms.SlugField(
        label="Address",
        max_length=60,
        required=False,
        help_text="the last part of its web address: letters, digits and hyphens; if it is left out, the "
        "address that the file brings, else the name of the file",
    )

    def __init__(self, *args: Any, packs: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pack"].choices = [("", "none"), *packs.items()]  # type: ignore[attr-defined]

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > UPLOAD_LIMIT:
            raise Remedy(
                f"it has {file.size:,} bytes, at most {UPLOAD_LIMIT:,} are taken here; ask the host to load it."
            )
        return file

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if bool(data.get("file")) == bool(data.get("pack")):
            raise ValidationError("Choose either a file or a campaign that ships with Bivouac.")
        return data


class CopyForm(PlainForm):
    """Name the copy of a campaign."""

    name = LineField(label="Name of the copy", max_length=LONGEST_NAME)
    slug = forms.SlugField(label="Address of the copy", max_length=60, help_text="letters, digits and hyphens")


class AbsenceForm(PlainForm):
    """From when until when, and who acts meanwhile."""

    starts = MomentField(label="From")
    ends = MomentField(label="Until")
    deputy = forms.ChoiceField(label="Deputy", required=False, help_text="sees and does what you can until then")

    def __init__(self, *args: Any, members: list[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._members = {str(member.pk): member for member in members}
        named = [(key, _name(member)) for key, member in self._members.items()]
        self.fields["deputy"].choices = [("", "nobody: standing orders"), *named]  # type: ignore[attr-defined]

    def clean_deputy(self) -> Member | None:
        """Return the member who is chosen."""
        return self._members.get(self.cleaned_data["deputy"])


def _name(member: Member) -> str:
    return f"{member.user} ({member.faction or member.get_role_display()})"


class CaretakerForm(PlainForm):
    """Let a caretaker play a faction, or stop him."""

    faction = forms.CharField(max_length=40)
    caretaker = forms.ChoiceField(choices=Faction.Caretaker.choices)


LEVELS = (
    (1, "Easy: it looks two marches ahead"),
    (2, "Middle: it looks six marches ahead"),
    (3, "Hard: it looks nine marches ahead, and plays the war on"),
)
EASY = LEVELS[0][0]
STRENGTHS = "Against Middle, Easy won 25 and lost 68 of 98 wars (Elo −160), Hard won 106 and lost 71 of 200 (Elo +60)."
"""Whole wars on mirrors, sides exchanged (docs/general.md)."""
LENGTH = f"Length: give {SHORTEST} to {LONGEST} turns, or leave it empty."


class AloneForm(PlainForm):
    """Choose a war and the side to play."""

    side = forms.ChoiceField(
        label="War and side", help_text="the program leads every other side",
        error_messages={"required": "War and side: choose one.",
                        "invalid_choice": "War and side: choose one of those that are listed."},
    )  # fmt: skip

    level = forms.TypedChoiceField(
        label="Level", choices=LEVELS, coerce=int, initial=2,
        help_text=f"how far the program looks ahead; at every level it knows only what its side knows. {STRENGTHS}",
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Level: choose one of those that are listed."),
    )  # fmt: skip
    turns = forms.IntegerField(
        label="Length", required=False, min_value=SHORTEST, max_value=LONGEST,
        help_text=f"the last turn, {SHORTEST} to {LONGEST}; empty: as the war has it",
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), LENGTH),
    )  # fmt: skip
    takes_back = forms.BooleanField(
        label="I may take the last turn back", required=False, help_text="each time is on the record of the war"
    )

    def __init__(self, *args: Any, wars: Mapping[str, Mapping[str, str]], **kwargs: Any) -> None:
        """``wars``: title of a war → value of a choice → name of its side."""
        super().__init__(*args, **kwargs)
        groups = [(title, list(sides.items())) for title, sides in wars.items()]
        self.fields["side"].choices = groups  # type: ignore[attr-defined]
