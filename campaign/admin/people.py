"""Users and invitations."""

from typing import cast

from django.contrib import admin, messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse

from base.pages.fields import Remedy
from base.pages.forms import Plainly, PlainModelForm
from base.pages.lists import CarefulLists
from base.refusal import Refusal
from campaign.admin.base import LedgerAdmin
from campaign.forms.people import LogInForm, NamedLogIn
from campaign.models import Invitation
from campaign.services.people.members import is_taken, withdraw_invitation

admin.site.unregister(User)


class OneName(PlainModelForm):
    """A name is one user's, in whatever letters."""

    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        if is_taken(name, besides=self.instance if self.instance.pk else None):
            raise Remedy("somebody has this one already, in large or small letters; choose another.")
        return name


class AdminLogInForm(NamedLogIn, AdminAuthenticationForm):
    """Ask staff for name and password."""

    error_messages = {
        "invalid_login": "Wrong name or password, or no account of the staff. Capital letters matter.",
        "inactive": LogInForm.error_messages["inactive"],
    }


class GivenPasswordForm(Plainly, AdminPasswordChangeForm):  # type: ignore[type-arg]
    """A password that the host gives somebody."""


def change_password(request: HttpRequest, extra_context: object = None) -> HttpResponseRedirect:
    """Lead staff to the site's own page for a new password."""
    return HttpResponseRedirect(reverse("password_change"))


admin.site.login_form = AdminLogInForm
admin.site.password_change = change_password  # type: ignore[method-assign, assignment]


class NewUserForm(OneName, AdminUserCreationForm):  # type: ignore[type-arg]
    """A new user of the site."""


class UserForm(OneName, UserChangeForm):  # type: ignore[type-arg]
    """A user of the site."""


@admin.register(User)
class SiteUserAdmin(CarefulLists, UserAdmin):  # type: ignore[type-arg]
    """The host's list of users."""

    add_form, form, change_password_form = NewUserForm, UserForm, GivenPasswordForm


@admin.register(Invitation)
class InvitationAdmin(LedgerAdmin):
    list_display = ("__str__", "campaign", "faction", "created_at", "expires_at", "used_by", "withdrawn")
    list_filter = ("campaign", "role", "withdrawn")
    list_select_related = ("campaign", "faction", "used_by")
    search_fields = ("note", "used_by__username")
    actions = ("withdraw",)
    exclude = ("token_hash",)

    @admin.action(description="Withdraw the chosen invitations")
    def withdraw(self, request: HttpRequest, invitations: QuerySet[Invitation]) -> None:
        for row in invitations.select_related("campaign"):
            try:
                withdraw_invitation(campaign=row.campaign, invitation_id=row.pk, actor=cast("User", request.user))
            except Refusal as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, f"{row}: the invitation is closed.", messages.SUCCESS)
