"""The aims of the war and its rules: for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.views.access import Knowledge, member_page
from campaign.visibility.court import aims as known
from campaign.visibility.news.to_do import expected


@member_page()
def aims(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Victory and where everybody is, numbers that differ, what holds now."""
    context = {
        "knowledge": knowledge,
        "section": "aims",
        "aims": known.aims_of(knowledge),
        "end_text": known.end_text(knowledge),
        "at_the_end": known.at_the_end(knowledge),
        "so_far": known.score_so_far(knowledge),
        "earliest": known.earliest_end(knowledge),
        "numbers": known.own_numbers(knowledge),
        "changes": known.house_changes(knowledge),
        "expected": expected(knowledge),
        "events": known.events_now(knowledge),
        "with_events": known.plays_with_events(knowledge),
    }
    return render(request, "campaign/court/aims.html", context)
