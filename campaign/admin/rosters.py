"""The rosters of a referee's own campaigns. Corrections of a strength go on the record and carry the turn."""

from django.contrib import admin
from django.contrib.auth.models import User
from django.http import HttpRequest

from campaign.admin.base import LedgerAdmin, RefereeAdmin, campaign_of, for_referee
from campaign.references import turn_reference
from campaign.selectors.war import current_turn
from campaign.services.corrections import follow_by_hand
from rosters.admin import ArmyAdmin, LineInline, StrengthLineAdmin, UnitAdmin, UnitInline
from rosters.forms import CorrectionForm
from rosters.models import Army, StrengthLine, Unit

admin.site.unregister([Army, Unit, StrengthLine])


class RosterRows(RefereeAdmin):
    """Rosters come from campaign files and purchases; nobody adds one by hand."""

    secret = True


@admin.register(Army)
class RefereeArmyAdmin(RosterRows, ArmyAdmin):  # type: ignore[misc]
    """Armies of the campaigns that the reader referees."""

    campaign_path = "station__campaign"
    inlines = (for_referee(UnitInline, linked=True),)


@admin.register(Unit)
class RefereeUnitAdmin(RosterRows, UnitAdmin):
    """Units of the campaigns that the reader referees."""

    campaign_path = "army__station__campaign"
    inlines = (for_referee(LineInline),)

    def _correct(self, request: HttpRequest, unit: Unit, form: CorrectionForm) -> bool:
        """A unit that is lost, or comes back, changes the upkeep."""
        done = super()._correct(request, unit, form)
        campaign = campaign_of(unit, self.campaign_path)
        if done and campaign is not None and isinstance(request.user, User):
            follow_by_hand(campaign=campaign, actor=request.user)
        return done

    def reference_of(self, unit: Unit) -> str:
        station = getattr(unit.army, "station", None)
        turn = current_turn(station.campaign) if station else None
        return turn_reference(turn.campaign.slug, turn.number) if turn else ""


@admin.register(StrengthLine)
class RefereeStrengthLineAdmin(LedgerAdmin, StrengthLineAdmin):
    """The strength ledger of the campaigns that the reader referees."""

    campaign_path = "unit__army__station__campaign"
    secret = True
