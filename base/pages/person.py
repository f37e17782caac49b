"""The reader of a page as a row."""

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest


def person_of(request: HttpRequest) -> User:
    """Return the person who is logged in; for anybody else the page is not there."""
    if not isinstance(request.user, User):
        raise Http404
    return request.user
