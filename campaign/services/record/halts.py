"""A phase that cannot be carried out: its turn stays where it was, and the desk shows which one and what to correct."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import islice
from typing import Any

from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from campaign.models import Campaign, Turn
from campaign.selectors.broken import broken_rows
from rosters.audit import unreadable

log = logging.getLogger(__name__)
NAMED_AT_MOST = 5
NO_ROW = "No row of the campaign is broken: the host finds the details in the log."


class Halted(Refusal):
    """A phase of a turn that could not be carried out; nothing of the step it belongs to was written."""

    @classmethod
    def of(cls, phase: str, error: Exception) -> "Halted":
        """Return the halt of a phase by what went wrong in it."""
        halted = cls(f"{phase} could not be carried out: {_sentence_of(error)}")
        halted.phase = phase
        return halted

    phase: str = ""


@contextmanager
def phase(name: str) -> Iterator[None]:
    """Report anything that goes wrong within with the phase's name.

    A database that is busy, full or away is not its fault: that error passes, and the phase is tried again.
    """
    try:
        yield
    except Halted:
        raise
    except Exception as error:
        let_database_trouble_pass(error)
        raise Halted.of(name, error) from error


def held_where_it_was(act: Callable[..., bool]) -> Callable[..., bool]:
    """Of a step of a turn, which is all or nothing: keep on the turn why it could not be made, or that it was."""

    @wraps(act)
    def inner(*, turn: Turn, actor: str) -> bool:
        try:
            done = act(turn=turn, actor=actor)
        except Halted as halted:
            raise Halted(_note(turn, halted)) from halted.__cause__
        if done:
            Turn.objects.filter(pk=turn.pk).exclude(trouble="").update(trouble="")
        return done

    return inner


def _note(turn: Turn, halted: Halted) -> str:
    """Write the sentence on the turn, and the error with its way into the log: once, however often it is tried."""
    sentence = f"{halted.phase} of turn {turn.number} could not be carried out: {why(turn.campaign, halted.__cause__)}"
    if Turn.objects.filter(pk=turn.pk).exclude(trouble=sentence).update(trouble=sentence):
        log.error("%s: %s", turn.campaign.slug, sentence, exc_info=halted.__cause__)
    return sentence


def why(campaign: Campaign, error: Any) -> str:
    """Explain what is wrong and what to correct: a refusal's own sentence, the broken rows, or where the host looks."""
    sentence = _sentence_of(error)
    broken = list(islice(broken_rows(campaign), NAMED_AT_MOST))
    remedy = f"Correct this, then go on: {' '.join(broken)}" if broken else NO_ROW
    return sentence if isinstance(error, Refusal) and not broken else f"{sentence.rstrip('.')}. {remedy}"


def _sentence_of(error: Any) -> str:
    return str(error) if isinstance(error, Refusal) else unreadable(error)
