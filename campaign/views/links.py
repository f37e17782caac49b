"""References in ledgers become links again."""

from collections.abc import Callable
from functools import lru_cache

from django.urls import reverse

from campaign.references import BattleReference, CampaignReference, TurnReference, parse_reference
from campaign.visibility.reader import Knowledge
from rosters.pages import Link, ReferenceLink

PLACE_OF_KEY = "the-key-stands-here"


@lru_cache(maxsize=256)
def _halves(name: str, slug: str) -> tuple[str, str]:
    """Return the parts before and behind the key in the addresses of a campaign's page."""
    head, _, tail = reverse(name, args=[slug, PLACE_OF_KEY]).partition(PLACE_OF_KEY)
    return head, tail


def addresses(name: str, slug: str) -> Callable[[str], str]:
    """Return a function that gives the address of a page by its key: as ``reverse``, and quick for hundreds of keys."""
    head, tail = _halves(name, slug)
    return lambda key: f"{head}{key}{tail}"


def reference_links(knowledge: Knowledge, battles: dict[str, str]) -> ReferenceLink:
    """Return a function that turns a ledger's reference into a link; ``battles`` are names by key."""

    def link(text: str) -> Link | None:
        reference = parse_reference(text)
        if isinstance(reference, TurnReference):
            return Link(f"turn {reference.number}", reverse("game:past_turn", args=[slug, reference.number]))
        if isinstance(reference, BattleReference) and reference.key in battles:
            return Link(battles[reference.key], reverse("game:battle", args=[slug, reference.key]))
        if isinstance(reference, CampaignReference):
            return Link("campaign file")
        return Link(text) if text and reference is None else None

    slug = knowledge.campaign.slug
    return link
