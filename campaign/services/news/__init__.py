"""News that reaches people: ``notify`` is called in the transaction of the event, everything else follows from it."""

from campaign.services.news.notes import Note, Recipients
from campaign.services.news.notify import notify, notify_each

__all__ = ["Note", "Recipients", "notify", "notify_each"]
