"""Faults of a draft as links to the rows where they are mended."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from campaign.rules.drafts.fault import Fault
from campaign.selectors.making.drafts import OpenDraft


@dataclass(frozen=True)
class FaultLine:
    """A fault with the address where it is mended."""

    sentence: str
    blocks: bool
    url: str


def fault_line(draft: OpenDraft, fault: Fault) -> FaultLine:
    """Return a fault with its link."""
    url = reverse(f"draft_{fault.room}", args=[draft.row.key])
    at = f"?{urlencode({'at': fault.key})}#row-{fault.key}" if fault.key else ""
    return FaultLine(fault.sentence, fault.blocks, url + at)
