"""The secret addresses of a member's feeds: a key that can be changed, with a signature of the site."""

from django.conf import settings
from django.db.models import QuerySet

from base.rows.columns import key_of, new_key, signed_key
from campaign.models import Member

SALT = "campaign.feeds"


def feed_token(key: str) -> str:
    """Return the token in the address: the key and the site's signature; empty where there is no key."""
    return signed_key(SALT, key)


def member_of_feed(token: str) -> Member | None:
    """Return the member whose address this is; None for any other, for somebody who is barred, and in a deleted
    campaign."""
    key = key_of(SALT, token)
    if not key:
        return None
    rows: QuerySet[Member] = Member.objects.filter(feed_key=key, user__is_active=True, campaign__deleted_at=None)
    return rows.select_related("campaign", "user").first()


def change_feeds(*, member: int, wanted: bool) -> str:
    """Give a member's feeds a new address, or none; the old one is worth nothing any more."""
    key = new_key() if wanted else ""
    Member.objects.filter(pk=member).update(feed_key=key)
    return key


def absolute(path: str) -> str:
    """Return the whole address of a path of this site; the path alone where the site does not know its own address."""
    return f"{settings.SITE_ADDRESS}{path}"
