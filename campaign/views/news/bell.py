"""The bell: a reader's own notices."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaign.services.news.reading import mark_read
from campaign.views.access import Knowledge, found, member_page
from campaign.visibility.news.news import notice_rows, notice_view, own_notice

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
