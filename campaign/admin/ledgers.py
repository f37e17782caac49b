"""Records to read: turns, orders and engagements, points, the chronicle, acts, absences, events, members, log-ins.

Turns are run and balances corrected on the desk; people come and go by invitation.
"""

from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model

from base.pages.lists import CarefulLists
from campaign import models
from campaign.admin.base import LedgerAdmin, closed

TURN = "turn__campaign"


def put_up(
    model: type[Model], columns: str, filters: str, related: str, search: str, *, path: str = "campaign", **more: object
) -> None:
    """Show the rows of a model as a ledger: columns, filters, rows read along and searched columns, by their names.

    ``path`` leads from a row to its campaign.
    """
    shown = {"list_display": columns, "list_filter": filters, "list_select_related": related, "search_fields": search}
    given = {name: tuple(words.split()) for name, words in shown.items()}
    kind = type(f"{model.__name__}Admin", (LedgerAdmin,), {**given, "campaign_path": path, **more})
    admin.site.register(model, kind)


put_up(
    models.Turn, "__str__ campaign state starts_on season muster deadline closed_at", "campaign state season",
    "campaign", "campaign__name number",
    inlines=(closed(models.FactionTurn, "faction ready ready_at ready_by"),
             closed(models.ArmyOrder, "station kind path given_by outcome")),
)  # fmt: skip
put_up(
    models.ArmyOrder, "station turn kind path given_by given_at outcome",
    "turn__campaign kind turn__number station__faction", "station__army turn", "station__army__name outcome", path=TURN,
)  # fmt: skip
put_up(
    models.SheetLine, "kind faction turn cost state outcome entered_by", "turn__campaign kind state faction",
    "faction turn", "outcome entered_by", path=TURN,
)  # fmt: skip
put_up(
    models.Engagement, "province turn sequence state battle settled_at", "turn__campaign state",
    "province turn battle", "province__name", path=TURN,
    inlines=(closed(models.EngagementArmy, "station faction side mark came_from retreated_to"),),
)  # fmt: skip
put_up(
    models.Sighting, "name seen_faction viewer province turn units_shown", "turn__campaign viewer turn__number",
    "viewer seen_faction province turn", "name province__name", path=TURN,
)  # fmt: skip
put_up(models.Account, "__str__ campaign balance", "campaign kind faction", "campaign faction", "faction__name")
put_up(
    models.PointsEntry, "turn amount source target reason rule actor at", "campaign turn target__kind source__kind",
    "source__faction target__faction source__campaign target__campaign", "reason actor reference",
)  # fmt: skip
put_up(
    models.ChronicleEntry, "turn phase kind text public campaign", "campaign turn phase kind public", "campaign", "text"
)
put_up(
    models.RefereeAct, "turn act reason user secret at campaign", "campaign turn secret", "campaign user",
    "act reason user__username",
)  # fmt: skip
put_up(
    models.Absence, "faction starts ends deputy_name entered_by withdrawn", "faction__campaign withdrawn",
    "faction__campaign", "faction__name deputy_name", path="faction__campaign",
)  # fmt: skip
put_up(
    models.WarEvent, "campaign turn until kind faction text points for_referee by", "kind for_referee",
    "campaign faction", "text campaign__name",
)  # fmt: skip
put_up(
    models.Schedule, "campaign rhythm every zone at first_on early paused_until", "rhythm early", "campaign",
    "campaign__name",
)  # fmt: skip
put_up(
    models.Member, "user role faction campaign joined_at", "campaign role faction", "user faction campaign",
    "user__username faction__name",
)  # fmt: skip


@admin.register(AccessAttempt)
class Attempts(CarefulLists, AccessAttemptAdmin):  # type: ignore[misc]
    """Show failed log-ins, and let the host delete them to lift a lock."""


@admin.register(AccessLog)
class Logs(CarefulLists, AccessLogAdmin):  # type: ignore[misc]
    """Show log-ins and log-outs."""


@admin.register(AccessFailureLog)
class Failures(CarefulLists, AccessFailureLogAdmin):  # type: ignore[misc]
    """Show failures that are kept apart from attempts."""


admin.site.unregister(Group)  # the program grants nothing by groups
