"""A reader's notices, and his mail: its kinds and its address."""

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from base.pages.found import found
from base.pages.person import person_of
from base.pages.public_address import public_uri
from base.refusal import Refusal
from battles.replies.refusals import refused_on
from campaign.forms.news import AddressForm, ChoicesForm
from campaign.models import Notice
from campaign.selectors.news import address_of, member_row
from campaign.services.news.mail import (
    NEVER_MAILED,
    choose_news,
    confirm_address,
    drop_address,
    give_address,
    how_chosen,
)
from campaign.services.news.notify import mark_read
from campaign.services.news.outbox import publish_dispatches
from campaign.services.news.sending.feeds import change_feeds, feed_token
from campaign.views.access import Knowledge, member_page
from campaign.visibility.news.news import notice_rows, notice_view, own_notice

KINDS = [kind for kind in Notice.Kind.values if kind not in NEVER_MAILED]


@member_page()
def news_settings(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the page of both forms."""
    return _page(request, knowledge)


def _page(
    request: HttpRequest, knowledge: Knowledge, address: AddressForm | None = None, chosen: ChoicesForm | None = None
) -> HttpResponse:
    held, member = address_of(person_of(request)), found(member_row(knowledge.member_pk))
    zone = str(timezone.get_current_timezone())
    start = (
        {"email": held.email, "zone": held.zone, "digest_hour": held.digest_hour}
        if held
        else {"zone": zone, "digest_hour": 7}
    )
    now = {kind: how_chosen(member, kind) for kind in KINDS}
    context = {
        "knowledge": knowledge, "section": "news", "held": held, "mail_works": settings.MAIL_IS_SET_UP,
        "address": address or AddressForm(initial=start), "choices": chosen or ChoicesForm(kinds=KINDS, initial=now),
    }  # fmt: skip
    if token := feed_token(member.feed_key):
        links = {name: public_uri(request, reverse(f"feed_{name}", args=[token])) for name in ("calendar", "chronicle")}
        context["feeds"] = links
    status = 422 if (address and address.errors) or (chosen and chosen.errors) else 200
    return render(request, "campaign/news/settings.html", context, status=status)


@member_page("POST")
def news_address(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Keep or forget the reader's address."""
    form, user = AddressForm(request.POST), person_of(request)
    if not form.is_valid():
        return _page(request, knowledge, address=form)
    if not form.cleaned_data["email"]:
        drop_address(user=user)
        messages.success(request, "No mail is sent to you any more.")
        return redirect("game:news_settings", slug=knowledge.campaign.slug)
    with refused_on(form, "email"):
        held = give_address(user=user, **form.cleaned_data)
        publish_dispatches()
        if held.confirmed_at is None:
            messages.success(request, f"A link was sent to {held.email}. Follow it, and news is mailed to you.")
        return redirect("game:news_settings", slug=knowledge.campaign.slug)
    return _page(request, knowledge, address=form)


@member_page("POST")
def news_feeds(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Make a new secret address of the reader's feeds, or none; the old one leads nowhere from then on."""
    change_feeds(member=knowledge.member_pk or 0, wanted=request.POST.get("feeds") == "1")
    return redirect("game:news_settings", slug=knowledge.campaign.slug)


@member_page("POST")
def news_choices(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Keep how each kind of news is mailed."""
    form = ChoicesForm(request.POST, kinds=KINDS)
    if not form.is_valid():
        return _page(request, knowledge, chosen=form)
    choose_news(member=knowledge.member_pk or 0, choices=form.cleaned_data)
    messages.success(request, "Your choice is kept.")
    return redirect("game:news_settings", slug=knowledge.campaign.slug)


@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Follow the link of a mail; the button confirms, because programs open links before people do."""
    if request.method == "GET":
        return render(request, "people/confirm_mail.html")
    try:
        held = confirm_address(code=code)
    except Refusal as refusal:
        return render(request, "people/confirm_mail.html", {"refused": str(refusal)}, status=422)
    return render(request, "people/confirm_mail.html", {"held": held})


PER_PAGE = 50


@member_page()
def news(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Every notice of the reader, the newest first."""
    page = Paginator(notice_rows(knowledge), PER_PAGE).get_page(request.GET.get("page"))
    notices = [notice_view(row) for row in page.object_list]
    context = {"knowledge": knowledge, "section": "news", "notices": notices, "page": page}
    return render(request, "campaign/news/bell.html", context)


@member_page("POST")
def all_read(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Mark everything as read."""
    mark_read(member=knowledge.member_pk or 0)
    return redirect("game:news", slug=knowledge.campaign.slug)


@member_page("POST")
def read(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Mark one notice as read and go where it leads."""
    notice = found(own_notice(knowledge, key))
    mark_read(member=knowledge.member_pk or 0, key=key)
    return redirect(notice.path or f"/c/{knowledge.campaign.slug}/news/")
