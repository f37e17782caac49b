"""A member's page of his programs: their tokens, made and revoked."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from base.pages.public_address import public_uri
from base.refusal import Refusal
from campaign.forms.api import TokenForm
from campaign.selectors.members.tokens import tokens_of
from campaign.services.people.tokens import make_token, revoke_token
from campaign.views.access import Knowledge, member_page


@member_page("GET", "HEAD", "POST")
def tokens(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the tokens of the reader; what is posted makes one, which is shown in the answer alone."""
    member = _own(knowledge)
    form = TokenForm(request.POST if request.method == "POST" else None, gives_orders=knowledge.commands)
    context = {"knowledge": knowledge, "section": "news", "form": form}
    if form.is_bound and form.is_valid():
        try:
            made, text = make_token(member=member, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("name", refusal.sentence)
        else:
            context |= {"made": made, "text": text, "form": TokenForm(gives_orders=knowledge.commands)}
    address = public_uri(request, reverse("api:overview"))
    context |= {"tokens": tokens_of(member), "address": address}
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "campaign/people/tokens.html", context, status=status)


@member_page("POST")
def revoke(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """End a token of the reader at once."""
    if not revoke_token(member=_own(knowledge), key=key):
        raise Http404
    messages.success(request, "The token is revoked: it opens nothing any more.")
    return redirect("game:tokens", slug=knowledge.campaign.slug)


def _own(knowledge: Knowledge) -> int:
    """Return the reader's own membership; nobody makes tokens in another's seat."""
    if knowledge.member_pk is None:
        raise Http404
    return knowledge.member_pk
