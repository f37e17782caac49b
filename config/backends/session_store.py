"""Sessions in the database, found by a prepared query: each page begins with one."""

from django.contrib.sessions.backends.db import SessionStore as Sessions
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from base.rows.prepared import prepared


class SessionStore(Sessions):
    """Django's own store but for the way in which a session is looked up."""

    def _get_session_from_db(self) -> Session | None:
        found = next(iter(_of_key(self.session_key)), None) if self.session_key else None
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None


@prepared
def _of_key(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)
