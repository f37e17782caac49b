"""Letters."""

from django.http import Http404

from campaign.api.operations import Call, writes
from campaign.api.values import LetterSent
from campaign.entering.common import clean
from campaign.forms.news import LetterForm
from campaign.services.letters import write_letter
from campaign.visibility.news.letters import thread_letters


@writes("POST", "campaigns/<slug:slug>/letters/<str:thread>", LetterForm)
def send_letter(call: Call, thread: str) -> LetterSent:
    """Write a letter into a conversation in which one may write."""
    if thread_letters(call.knowledge, thread) is None:
        raise Http404
    letter = write_letter(knowledge=call.knowledge, thread=thread, text=clean(LetterForm(call.data))["text"])
    return LetterSent(thread, letter.turn, letter.arrives)
