"""The battle packs of a one-off battle: its owner may read both sides, and have a pack made for either player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control

from base.pages.public_address import leads_only_here
from battles.models import Battle
from battles.pack.pack import Pack, pack_of_both, pack_of_side
from battles.pages.packs import packs_page
from battles.replies.battle import of_own_battle, pack_file
from battles.resolvers.files.battle_file import parse

CHOICES = ("both", "1", "2")
not_kept = cache_control(private=True, no_store=True)


@of_own_battle("GET", "HEAD")
@not_kept
def packs(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show the three packs, and the table."""
    known = {wanted: _pack(found, wanted) for wanted in CHOICES}
    languages = request.headers.get("Accept-Language", "")
    page = packs_page(known, reverse("battle_pack_file", args=[found.key]), languages)
    return render(request, "battles/packs.html", {"battle": found, "only_here": leads_only_here(request), **page})


@of_own_battle("GET", "HEAD")
@not_kept
def file(request: HttpRequest, found: Battle) -> HttpResponse:
    """Show a file of a pack."""
    wanted = request.GET.get("side", CHOICES[0])
    if wanted not in CHOICES:
        raise Http404
    return pack_file(request, _pack(found, wanted), _address(found))


def _address(found: Battle) -> str:
    """Return the address where the battle is kept at the table, or else where it is read."""
    return reverse("battle_table" if found.state == Battle.State.OPEN else "battle", args=[found.key])


def _pack(found: Battle, wanted: str) -> Pack:
    file = parse(found.file)
    if wanted == "both":
        return pack_of_both(found.key, file)
    return pack_of_side(found.key, file, CHOICES.index(wanted) - 1, reported=())
