"""Log-ins of people, ended by the host."""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session


def end_log_ins(user: User | None) -> int:
    """Log somebody out on every device, or everybody; how many log-ins were ended."""
    if user is None:
        return Session.objects.all().delete()[0]
    own = [one.pk for one in Session.objects.iterator() if one.get_decoded().get(SESSION_KEY) == str(user.pk)]
    return Session.objects.filter(pk__in=own).delete()[0]
