"""The referee's acts, on the record."""

from django.contrib.auth.models import User

from campaign.models import Campaign, RefereeAct


def record_act(*, campaign: Campaign, user: User, act: str, reason: str = "", secret: bool = False) -> RefereeAct:
    """Write what a referee did; a secret act is shown to the players when the war is over."""
    newest = campaign.turns.order_by("-number").values_list("number", flat=True).first()
    return RefereeAct.objects.create(
        campaign=campaign, user=user, turn=newest or 0, act=act[:200], reason=reason[:300], secret=secret
    )
