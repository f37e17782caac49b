"""Members and invitations."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from campaign.admin.base import LedgerAdmin
from campaign.models import Invitation, Member
from campaign.services.people.members import withdraw_invitation
from rosters.rules.refusal import Refusal


@admin.register(Member)
class MemberAdmin(LedgerAdmin):
    """People come and go by invitation: see Members and invitations on the desk."""

    list_display = ("user", "role", "faction", "campaign", "joined_at")
    list_filter = ("campaign", "role", "faction")
    list_select_related = ("user", "faction", "campaign")
    search_fields = ("user__username", "faction__name")


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
                withdraw_invitation(campaign=row.campaign, invitation_id=row.pk, actor=request.user)
            except Refusal as refusal:
                self.message_user(request, f"{row}: {refusal}", messages.ERROR)
            else:
                self.message_user(request, f"{row}: the invitation is closed.", messages.SUCCESS)
