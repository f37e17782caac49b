"""Letters: the list of conversations, and one of them."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from base.pages.found import found
from battles.replies.refusals import refused_on
from campaign.forms.news import CouriersForm, LetterForm
from campaign.models import Campaign
from campaign.rules.news.couriers import Couriers, couriers
from campaign.services.letters import mark_letters, set_couriers, write_letter
from campaign.views.access import Knowledge, member_page
from campaign.views.desk.referee import desk_page, referee_only
from campaign.visibility.news.letters import (
    LetterView,
    Thread,
    courier_rules,
    thread_letters,
    threads,
    title_of,
    without_reader,
    writable,
)


@member_page()
def letters(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show every conversation of the reader, and beside them the first."""
    listed = threads(knowledge)
    shown = next((one.key for one in listed if one.unread), listed[0].key if listed else "")
    letters = thread_letters(knowledge, shown) if shown else None
    return _page(request, knowledge, listed, shown, letters or [], LetterForm(), chosen=False)


@member_page("GET", "HEAD", "POST")
def thread(request: HttpRequest, knowledge: Knowledge, thread: str) -> HttpResponse:
    """Show one conversation; what is posted is a letter."""
    letters = found(thread_letters(knowledge, thread))
    form = LetterForm(request.POST or None) if request.method == "POST" else LetterForm()
    if request.method == "POST" and form.is_valid():
        with refused_on(form, "text"):
            write_letter(knowledge=knowledge, thread=thread, text=form.cleaned_data["text"])
            return redirect("game:letters_thread", slug=knowledge.campaign.slug, thread=thread)
    return _page(request, knowledge, threads(knowledge), thread, letters, form, chosen=True)


def _page(
    request: HttpRequest, knowledge: Knowledge, listed: list[Thread], thread: str, letters: list[LetterView],
    form: LetterForm, *, chosen: bool,
) -> HttpResponse:  # fmt: skip
    """Show the list of conversations and an open one; a narrow window shows the open one only where it was chosen."""
    context = {
        "knowledge": knowledge, "section": "letters", "threads": listed, "thread": thread, "letters": letters,
        "form": form, "chosen": chosen, "title": title_of(knowledge, thread) if thread else "",
        "unread": any(one.unread for one in letters), "may_write": thread in writable(knowledge),
        "couriers": courier_rules(knowledge), "unheard": without_reader(knowledge, thread) if thread else "",
    }  # fmt: skip
    return render(request, "campaign/news/letters.html", context, status=422 if form.errors else 200)


@member_page("POST")
def read(request: HttpRequest, knowledge: Knowledge, thread: str) -> HttpResponse:
    """Mark a conversation as read."""
    found(thread_letters(knowledge, thread))
    mark_letters(knowledge=knowledge, thread=thread)
    return redirect("game:letters", slug=knowledge.campaign.slug)


@referee_only("GET", "POST")
def courier_desk(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show how letters travel in this war."""
    if not isinstance(request.user, User):
        raise Http404
    form = CouriersForm(request.POST or None, initial=vars(couriers(campaign.couriers)))
    if request.method == "POST" and form.is_valid():
        set_couriers(campaign=campaign, rules=Couriers(**form.cleaned_data), user=request.user)
        messages.success(request, "Letters travel like this from now on; those on their way keep their time.")
        return redirect("desk_couriers", slug=campaign.slug)
    return desk_page(request, campaign, "desk/news/couriers.html", form=form)
