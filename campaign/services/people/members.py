"""Members and referees: invitations, roles, and passwords where no mail is set up."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlsafe_base64_encode

from base.refusal import Refusal
from campaign.models import Absence, Campaign, Faction, Invitation, Member, Notice
from campaign.rules.kinds import Role
from campaign.selectors.members.people import removal
from campaign.selectors.members.tokens import hash_of
from campaign.services.news import Recipients, notify
from campaign.services.news.passwords import drop_invitation_mail, link_by, mail_end_of_part, mail_invitation
from campaign.services.record.chronicle import record_act
from campaign.services.record.once import digest_of_form


def make_referee(*, campaign: Campaign, user: User) -> Member:
    """Make the user a referee, with a way into the admin; one who took another part keeps it no longer."""
    member, _ = Member.objects.update_or_create(
        campaign=campaign, user=user, defaults={"role": Role.REFEREE, "faction": None}
    )
    allow_the_admin(user)
    return member


def forbid_the_admin(user: User) -> None:
    """Keep somebody who referees no campaign any more out of the admin; whom the host gave rights keeps them."""
    rights = user.is_superuser or user.groups.exists() or user.user_permissions.exists()
    if not rights and not Member.objects.filter(user=user, role=Role.REFEREE).exists():
        User.objects.filter(pk=user.pk).update(is_staff=False)


def allow_the_admin(user: User) -> None:
    """Let a referee into the admin, where he sees the rows of his own campaigns only."""
    if not user.is_staff:
        User.objects.filter(pk=user.pk).update(is_staff=True)


DAYS_OPEN = 14
NAME_TAKEN = "Name: somebody has this name already; choose another, or log in first if it is you."


@dataclass(frozen=True)
class Invited:
    """An invitation and its token, which is shown once and not kept."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(
    *, campaign: Campaign, role: str, faction: Faction | None, note: str, actor: User, email: str = "", form: str = ""
) -> Invited:
    """Make a one-use invitation that is open for two weeks; with ``email`` its link is mailed there, once.

    ``form`` is a key of the form that asks for it: the same form sent twice, as by two clicks, makes one invitation
    and gives its link both times.
    """
    if role != Role.PLAYER and faction is not None:
        raise Refusal("Faction: only a player has one; leave it empty for a referee or an observer.")
    token = _token(form, [campaign.pk, actor.pk, role, faction.pk if faction else None, note, email])
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if made := Invitation.objects.filter(token_hash=hash_of(token)).first():
        return _made_before(made, token)
    invitation = Invitation.objects.create(
        campaign=campaign,
        role=role,
        faction=faction,
        note=note,
        token_hash=hash_of(token),
        expires_at=timezone.now() + timedelta(days=DAYS_OPEN),
    )
    record_act(campaign=campaign, user=actor, act=f"invited a new {invitation.get_role_display()}")
    if email:
        mail_invitation(invitation=invitation, token=token, email=email, actor=actor)
    return Invited(invitation, token)


def _token(form: str, content: list[Any]) -> str:
    """Return 192 bits that nobody guesses: of a form's key the same ones each time, else new ones."""
    if not form:
        return secrets.token_urlsafe(24)
    return urlsafe_base64_encode(digest_of_form(form, ["invitation", *content])[:24])


def _made_before(invitation: Invitation, token: str) -> Invited:
    if open_invitation(token) is None:
        raise Refusal("This form was sent before, and its invitation is closed: load the page again to make another.")
    return Invited(invitation, token)


def open_invitation(token: str) -> Invitation | None:
    """Return the invitation of this token, while it can still be used."""
    rows = Invitation.objects.select_related("campaign", "faction")
    return rows.filter(token_hash=hash_of(token), used_at=None, withdrawn=False, expires_at__gt=timezone.now()).first()


def free_factions(invitation: Invitation) -> list[Faction]:
    """Return the factions among which the guest chooses: the one he was invited to, else all without a player."""
    if invitation.role != Role.PLAYER:
        return []
    if invitation.faction is not None:
        return [invitation.faction]
    return list(invitation.campaign.factions.exclude(members__role=Role.PLAYER))


@transaction.atomic
def accept(*, token: str, user: User, faction_key: str) -> Member:
    """Use an invitation: the user becomes a member. Works once, and a faction is given once, also when two guests click
    together: they wait for one another at the campaign's row."""
    invitation = open_invitation(token)
    if invitation is None or not _take(invitation, user):
        raise Refusal("This invitation has been used or has run out: ask the referee for a new one.")
    if Member.objects.filter(campaign=invitation.campaign, user=user).exists():
        raise Refusal(f"{user} takes part in this campaign already: log out to join as somebody else.")
    Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
    faction = _chosen(invitation, faction_key)
    if invitation.role == Role.REFEREE:
        allow_the_admin(user)
    member = Member.objects.create(campaign=invitation.campaign, user=user, role=invitation.role, faction=faction)
    if faction is not None:
        _hand_over(member, faction)
    _notify_the_referees(member)
    return member


def _notify_the_referees(member: Member) -> None:
    """Notify the referees that an invitation was used."""
    part = f"leads {member.faction.in_text}" if member.faction else f"takes part as {member.get_role_display()}"
    notify(
        member.campaign, Notice.Kind.INVITATION, fact=f"member:{member.pk}:joined", to=Recipients.referee(),
        text=f"{member.user} has accepted an invitation and {part}.",
        path=reverse("members", args=[member.campaign.slug]),
    )  # fmt: skip


def _hand_over(member: Member, faction: Faction) -> None:
    """A player who takes a faction over in the war finds its brief among his news."""
    campaign = member.campaign
    text = f"You lead {faction.in_text}. The hand-over brief shows its armies, its treasury and its enemies."
    notify(
        campaign, Notice.Kind.HAND_OVER, fact=f"member:{member.pk}:brief", text=text, to=Recipients.only([member]),
        path=reverse("game:brief", args=[campaign.slug]),
    )  # fmt: skip


def _take(invitation: Invitation, user: User) -> bool:
    rows = Invitation.objects.filter(pk=invitation.pk, used_at=None, withdrawn=False, expires_at__gt=timezone.now())
    return rows.update(used_at=timezone.now(), used_by=user) == 1


def _chosen(invitation: Invitation, faction_key: str) -> Faction | None:
    if invitation.role != Role.PLAYER:
        return None
    for faction in free_factions(invitation):
        if faction.key == faction_key:
            return faction
    raise Refusal("Faction: choose one of those that are free.")


@transaction.atomic
def join_as_new_user(*, token: str, username: str, password: str, faction_key: str) -> User:
    """Make a log-in for the guest and use the invitation with it."""
    username = User.normalize_username(username)
    if is_taken(username):
        raise Refusal(NAME_TAKEN)
    try:
        with transaction.atomic():
            user = User.objects.create_user(username=username, password=password)
    except IntegrityError:
        raise Refusal(NAME_TAKEN) from None
    accept(token=token, user=user, faction_key=faction_key)
    return user


def is_taken(username: str, besides: User | None = None) -> bool:
    """Return whether somebody else has the name in whatever letters, large or small.

    Databases fold the letters of English only, or of all languages; other names are folded here.
    """
    others = User.objects.exclude(pk=besides.pk if besides else 0)
    if others.filter(username__iexact=username).exists():
        return True
    folded = username.casefold()
    return not username.isascii() and any(
        name.casefold() == folded for name in others.values_list("username", flat=True).iterator()
    )


@transaction.atomic
def withdraw_invitation(*, campaign: Campaign, invitation_id: int, actor: User) -> None:
    """Close an invitation that nobody has used."""
    if Invitation.objects.filter(campaign=campaign, pk=invitation_id, used_at=None).update(withdrawn=True) != 1:
        raise Refusal("That invitation has been used already.")
    drop_invitation_mail(invitation_id=invitation_id)
    record_act(campaign=campaign, user=actor, act="withdrew an invitation")


@transaction.atomic
def remove_member(*, campaign: Campaign, member_id: int, actor: User) -> None:
    """End somebody's part. His faction keeps its armies and orders; the last referee stays; a deputy is one no longer.

    A removal waits at the campaign's row, so that two referees cannot remove one another.
    """
    Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    member = Member.objects.filter(campaign=campaign, pk=member_id).select_related("user").first()
    if member is None:
        raise Refusal("That person takes no part in this campaign.")
    if not (actor.is_superuser or Member.objects.filter(campaign=campaign, user=actor, role=Role.REFEREE).exists()):
        raise Refusal("You are no longer a referee of this campaign: another referee has ended your part.")
    referees = Member.objects.filter(campaign=campaign, role=Role.REFEREE).exclude(pk=member.pk)
    if member.role == Role.REFEREE and not referees.exists():
        raise Refusal("A campaign needs a referee: invite another one first.")
    record_act(campaign=campaign, user=actor, act=removal(member.user, member.role))
    if member.user != actor:
        mail_end_of_part(member=member)
    Absence.objects.filter(faction__campaign=campaign, deputy=member.user).update(deputy=None, deputy_name="")
    member.delete()
    forbid_the_admin(member.user)


def reset_path(*, campaign: Campaign, member_id: int, actor: User) -> str:
    """Return the one-use path by which a member sets a new password; for referees where no mail is set up.

    Refused for anybody who has more to his name than campaigns of this referee, when it is made and when it is used.
    """
    member = Member.objects.filter(campaign=campaign, pk=member_id).select_related("user").first()
    if member is None:
        raise Refusal("That person takes no part in this campaign.")
    path = link_by(referee=actor, user=member.user)
    record_act(campaign=campaign, user=actor, act=f"made a link for {member.user} to set a new password")
    return path


STEPS = 3


def note_step(*, member: int, step: str) -> None:
    """Remember which step of the tour a member is shown next; 0 closes the tour."""
    if step not in map(str, range(STEPS + 1)):
        raise Refusal(f"Tour: choose a step from 1 to {STEPS}, or close it.")
    Member.objects.filter(pk=member).update(tour_step=int(step))


def end_tour(*, member: int) -> None:
    """End the tour of a member who has done what it shows."""
    Member.objects.filter(pk=member).exclude(tour_step=0).update(tour_step=0)
