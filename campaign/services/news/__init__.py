"""News that reaches people: ``notify`` is called in the transaction of the event, everything else follows from it."""

from campaign.services.news.notes import Note, To
from campaign.services.news.notify import notify, notify_each

__all__ = ["Note", "To", "notify", "notify_each"]
