"""The length of a dispatch: a day has so many words at most; what matters least is left out first."""

from dataclasses import dataclass

from battles.resolvers.dispatch.voice import Paragraph, paragraph

MOST_WORDS = 350
"""Words that a day may have before sentences are left out."""
FIXED, SCORE, GROUND, WHY, FIRE, ARRIVALS, ACCIDENTS, REST = 9, 9, 7, 6, 4, 3, 2, 1
"""What a sentence is about, the most important first; fixed ones always stay."""
FIRST_WHY = 8
"""The first reason of a day: a day without any does not show why it was fought as it was."""


@dataclass
class Draft:
    """A paragraph whose sentences have a weight each; `events` are the numbers of its events in the journal."""

    day: int
    round: int
    lines: list[tuple[int, str]]
    events: list[int]

    @property
    def words(self) -> int:
        """The words of all sentences."""
        return sum(len(text.split()) for _, text in self.lines)


def within(parts: list[Paragraph | Draft]) -> list[Paragraph]:
    """Return the paragraphs of a dispatch, each day within its words as far as sentences can be left out."""
    for day in {part.day for part in parts}:
        _shorten([part for part in parts if part.day == day])
    return [_done(part) if isinstance(part, Draft) else part for part in parts]


def _shorten(day: list[Paragraph | Draft]) -> None:
    drafts = [part for part in day if isinstance(part, Draft)]
    _keep_a_reason(drafts)
    fixed = sum(len(part.text.split()) for part in day if isinstance(part, Paragraph))
    while fixed + sum(draft.words for draft in drafts) > MOST_WORDS:
        loose = [(weight, -k, -n) for k, draft in enumerate(drafts) for n, (weight, _) in enumerate(draft.lines)
                 if weight < FIXED and len(draft.lines) > 1]  # fmt: skip
        if not loose:
            return
        _, k, n = min(loose)
        del drafts[-k].lines[-n]


def _keep_a_reason(drafts: list[Draft]) -> None:
    """Give the first reason of a day more weight than all others."""
    found = next(((draft, n) for draft in drafts for n, (weight, _) in enumerate(draft.lines) if weight == WHY), None)
    if found is not None:
        draft, n = found
        draft.lines[n] = (FIRST_WHY, draft.lines[n][1])


def _done(draft: Draft) -> Paragraph:
    return paragraph(draft.day, draft.round, [text for _, text in draft.lines], draft.events)
