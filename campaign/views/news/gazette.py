"""The Gazette: its issues, its pictures, the whole war as a text or a book; and the referee's pen."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from base.pages.found import found
from base.pages.person import person_of
from battles.pack.printing import print_pdf
from battles.replies.refusals import refused_on
from campaign.forms.news import GazetteForm, IssueForm
from campaign.models import Campaign
from campaign.rules.news.gazette import markdown
from campaign.services.gazette import draft_anew, edit_issue, set_gazette
from campaign.views.access import Knowledge, member_page
from campaign.views.desk.referee import desk_button, desk_page, referee_only
from campaign.visibility import knowledge_of
from campaign.visibility.news.gazette import Issue, issue, issues, map_of_issue, picture_of_issue

SVG = "image/svg+xml"


@member_page()
def gazette(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the newest issue, and links to all."""
    printed = issues(knowledge)
    newest = next((one for one in reversed(printed) if one.published), None)
    return _page(request, knowledge, newest, printed)


@member_page()
def issue_page(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Show one issue."""
    return _page(request, knowledge, found(issue(knowledge, number)), issues(knowledge))


def _page(request: HttpRequest, knowledge: Knowledge, shown: Issue | None, printed: list[Issue]) -> HttpResponse:
    context = {"knowledge": knowledge, "section": "gazette", "issue": shown, "issues": printed}
    return render(request, "campaign/news/gazette.html", context)


@member_page()
def map_picture(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Show the map of an issue."""
    return HttpResponse(found(map_of_issue(knowledge, number)), content_type=SVG)


@member_page()
def battle_picture(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Show the battle of an issue as an engraving."""
    return HttpResponse(found(picture_of_issue(knowledge, number)), content_type=SVG)


@member_page()
def book_text(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the whole war in one Markdown text."""
    printed = issues(knowledge, published=True)
    text = markdown(knowledge.campaign.name, [(one.title, f"Turn {one.turn}, {one.date}", one.text) for one in printed])
    name = f'attachment; filename="{knowledge.campaign.slug}-gazette.md"'
    return HttpResponse(text, content_type="text/markdown; charset=utf-8", headers={"Content-Disposition": name})


@member_page()
def book(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the whole war as a book to be printed."""
    printed = [_chapter(knowledge, one) for one in issues(knowledge, published=True)]
    title = f"The Gazette of {knowledge.campaign.name}"
    pdf = print_pdf("gazette.typ", {"name": knowledge.campaign.name, "issues": printed}, title=title)
    name = f'inline; filename="{knowledge.campaign.slug}-gazette.pdf"'
    return HttpResponse(pdf, content_type="application/pdf", headers={"Content-Disposition": name})


def _chapter(knowledge: Knowledge, one: Issue) -> dict[str, object]:
    return {
        "title": one.title, "line": f"Turn {one.turn}, {one.date}",
        "blocks": [{"kind": block.kind, "text": block.text} for block in one.blocks],
        "map": map_of_issue(knowledge, one.turn) or "", "battle": picture_of_issue(knowledge, one.turn) or "",
    }  # fmt: skip


@referee_only("GET", "POST")
def gazette_way(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show all issues with their states, and how they are published."""
    knowledge = knowledge_of(campaign, request.user)
    form = GazetteForm(request.POST or None, initial={"how": campaign.gazette})
    if request.method == "POST" and form.is_valid():
        set_gazette(campaign=campaign, how=form.cleaned_data["how"], user=person_of(request))
        messages.success(request, "Saved for the issues to come.")
        return redirect("desk_gazette", slug=campaign.slug)
    lines = issues(knowledge)
    return desk_page(request, campaign, "desk/news/gazette.html", knowledge=knowledge, form=form, issues=lines)


@referee_only("GET", "POST")
def gazette_edit(request: HttpRequest, campaign: Campaign, number: int) -> HttpResponse:
    """Edit an issue; keep it back or publish it."""
    knowledge = knowledge_of(campaign, request.user)
    shown: Issue = found(issue(knowledge, number))
    form = IssueForm(request.POST or None, initial={"title": shown.title, "text": shown.text})
    if request.method == "POST" and form.is_valid():
        state = request.POST.get("state", "") or shown.state
        with refused_on(form):
            edit_issue(campaign=campaign, turn=number, state=state, user=person_of(request), **form.cleaned_data)
            return redirect("game:gazette_issue", slug=campaign.slug, number=number)
    return desk_page(request, campaign, "desk/news/gazette_edit.html", knowledge=knowledge, form=form, issue=shown)


@desk_button("desk_gazette")
def gazette_anew(request: HttpRequest, campaign: Campaign, number: int) -> str:
    """Draft an issue anew."""
    draft_anew(campaign=campaign, turn=number)
    return ""
