"""Log-ins in the admin: the lists of the package axes, with searches that a database can carry out."""

from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.models import Group

from base.pages.lists import CarefulLists


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
