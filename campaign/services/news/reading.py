"""The marks that readers leave on their news."""

from django.utils import timezone

from campaign.models import Notice


def mark_read(*, member: int, key: str = "") -> int:
    """Mark one notice of a member as read, or all of them; how many were unread."""
    rows = Notice.objects.filter(member=member, read_at=None)
    if key:
        rows = rows.filter(key=key)
    return rows.update(read_at=timezone.now())
