"""The guides: public pages, the same for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from guides.library import INDEX, guide, library
from guides.search import LONGEST, find


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    """All documents, or the places in them that have the words looked for."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    context = {"query": query, "longest": LONGEST, "hits": find(query), "index": guide(INDEX), "guides": library()}
    return render(request, "guides/guides.html", context)


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """One document with its contents."""
    found = guide(name)
    if found is None or name == INDEX:
        raise Http404
    shelf = library()
    at = shelf.index(found)
    context = {
        "guide": found, "longest": LONGEST,
        "previous": shelf[at - 1] if at else None, "following": shelf[at + 1] if at + 1 < len(shelf) else None,
    }  # fmt: skip
    return render(request, "guides/guide.html", context)
