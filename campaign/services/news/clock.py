"""The clock's work for the news, step by step."""

from collections.abc import Callable

from campaign.services.news.gathering import gather_digests, gather_mails, gather_status
from campaign.services.news.outbox import reconcile_dispatches
from campaign.services.news.reminders import send_reminders
from campaign.services.news.tables import watch_rulings, watch_tables

STEPS: tuple[Callable[[], int], ...] = (
    send_reminders,
    watch_tables,
    watch_rulings,
    gather_mails,
    gather_digests,
    gather_status,
    reconcile_dispatches,
)
