"""The dispatch: a report of a battle in readable prose, in the third person, made from its journal.

The same report gives the same words. Each paragraph keeps the numbers of its events in the journal.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from base.words import counted, listed, number, sentence
from battles.resolvers.contract.notes import UNDO, Line
from battles.resolvers.dispatch.close import closing_paragraphs, on_field
from battles.resolvers.dispatch.fight import fight_paragraphs
from battles.resolvers.dispatch.names import person
from battles.resolvers.dispatch.open import day_paragraph, field_paragraph
from battles.resolvers.dispatch.plan import Draft, Tale, tale_of, within
from battles.resolvers.dispatch.scenes import Chapter, Story, story_of
from battles.resolvers.dispatch.score import CLEAR, DESTROYED, GIVEN_UP, HARD, NO_BLOW, ROUTED, SKIRMISH, grade
from battles.resolvers.dispatch.voice import Paragraph, Voice, in_manner, manner_of
from battles.resolvers.values.report import Report, SideReport

__all__ = ["Dispatch", "Paragraph", "write_dispatch"]


@dataclass(frozen=True)
class Dispatch:
    """A headline, the outcome in a few sentences, and the story in paragraphs."""

    headline: str
    lead: str
    paragraphs: tuple[Paragraph, ...]


def write_dispatch(report: Report) -> Dispatch:
    """Return the dispatch of a report; without a journal it has a headline and a lead alone."""
    story, late = story_of(report.journal), Counter[str]()
    for _ in range(MOST_DRAFTS):
        voice = Voice(report)
        voice.names.late.update(late)
        headline, lead = _headline(voice), _lead(voice, story)
        parts, left_out = _paragraphs(voice, story)
        strangers = voice.names.strangers(" ".join(part.text for part in parts), " ".join(left_out))
        if not strangers:
            break
        late.update(strangers)
    return Dispatch(headline, lead, tuple(in_manner(voice, [part for part in parts if part.text])))


MOST_DRAFTS = 4
"""How often a dispatch is written at most: again while a sentence that was left out introduced somebody."""


def _paragraphs(voice: Voice, story: Story) -> tuple[list[Paragraph], list[str]]:
    """Return the story, and the sentences that were left out of it."""
    if not any(event["ev"] == "battle_start" for event in story.front):
        return [], []
    tale, voice.manner = tale_of(voice.report, story), manner_of(voice)
    made: list[Paragraph | Draft] = [field_paragraph(voice, tale)]
    begun = {1}
    for chapter in story.chapters:
        if chapter.day not in begun:
            begun.add(chapter.day)
            made += day_paragraph(voice, story, chapter.day)
        made += _chapter(voice, tale, chapter)
    return within(made)


def _chapter(voice: Voice, tale: Tale, chapter: Chapter) -> Sequence[Paragraph | Draft]:
    return closing_paragraphs(voice, tale, chapter) if chapter.part is None else fight_paragraphs(voice, tale, chapter)


def _headline(voice: Voice) -> str:
    """`Bautzen: the French beat the Allies after nine rounds`, `Kulm: a drawn battle`."""
    winner = voice.report.outcome.winner
    place = voice.title
    if winner is None:
        worse = _worse_off(voice)
        cost = f"a drawn battle that cost {voice.sides[worse].subject} dear" if worse else voice.pick("draw", _DRAWN)
        return f"{place}: {cost}"
    loser = voice.other(winner)
    how = voice.pick("won", _WON[grade(voice.report)])
    verb = how if voice.sides[winner].plural else _singular(how)
    return f"{place}: {voice.sides[winner].subject} {verb.format(voice.sides[loser].subject)}"


_MUCH = 0.2
"""By so large a part of its army more than the enemy has a side lost a drawn battle in all but name."""
_DRAWN = ("a drawn battle", "neither side can claim the field", "a draw")
_HELD = ("hold the field against {}", "get the better of {}", "keep the field against {}")
_WON = {
    NO_BLOW: ("keep the field against {} without a blow", "see {} march off"),
    SKIRMISH: ("have the better of a skirmish with {}", "get the better of {} in a skirmish"),
    ROUTED: ("rout {}", "drive {} from the field"),
    DESTROYED: ("destroy the army of {}", "wipe out {}"),
    HARD: ("win a hard fight with {}", "beat {} at a heavy price"),
    CLEAR: ("beat {}", "defeat {}", *_HELD[:1]),
    GIVEN_UP: _HELD,
}


def _worse_off(voice: Voice) -> str | None:
    """Return the side that a drawn battle has cost much more than the other, or None."""
    ranked = sorted((side.name for side in voice.report.sides), key=voice.lost_share)
    return ranked[1] if voice.lost_share(ranked[1]) - voice.lost_share(ranked[0]) >= _MUCH else None


def _singular(phrase: str) -> str:
    first, _, rest = phrase.partition(" ")
    return f"{'has' if first == 'have' else f'{first}s'} {rest}"


def _lead(voice: Voice, story: Story) -> str:
    result = _result_sentence(voice, story)
    voice.names.shorten()
    return " ".join((result, *_broke_sentence(voice, story), _losses_sentence(voice, story), *_gone_sentences(voice)))


def _broke_sentence(voice: Voice, story: Story) -> list[str]:
    """HR-26 Return how much of the beaten army was broken, where that ended the battle."""
    ends = [s.event for chapter in story.chapters for s in chapter.of("will", "sudden_death") if s.event["loser"]]
    gone = [(side, on_field(e["broken"][side], e["total"][side], voice.sides[side].their))
            for e in ends for side in [e["loser"]]]  # fmt: skip
    return [sentence(voice.pick("broke so", _BROKE).format(voice.sides[loser].subject, lost)) for loser, lost in gone]


_BROKE = ("{0} gave way with {1}.", "with {1}, {0} gave way.", "it ended when {0} gave way, with {1}.")


def _result_sentence(voice: Voice, story: Story) -> str:
    outcome = voice.report.outcome
    first, second = (voice.army(side) for side in voice.report.sides)
    length = _length(voice, story)
    if outcome.winner is None:
        worse = _worse_off(voice)
        dear = _gained(voice, worse) if worse else ""
        return sentence(f"{first} and {second} fought to a draw after {length}{_why_drawn(story)}{dear}.")
    winner, loser = (first, second) if outcome.winner == voice.report.sides[0].name else (second, first)
    ways = _RESULTS[NO_BLOW if length.endswith("without a blow") else grade(voice.report)]
    return sentence(voice.pick("result", ways).format(winner, loser, length))


_BEAT = ("{0} won the field from {1} after {2}.", "{0} beat {1} after {2}.", "after {2}, {0} had beaten {1}.")
_BETTER = ("{0} won the field from {1} after {2}.", "after {2}, {0} had the better of {1}.")
_RESULTS = {
    NO_BLOW: ("{0} kept the field against {1} after {2}.", "after {2}, {0} kept the field against {1}."),
    SKIRMISH: _BETTER, GIVEN_UP: _BETTER, HARD: _BETTER, CLEAR: _BEAT,
    ROUTED: ("{0} routed {1} in {2}.", "in {2}, {0} drove {1} from the field."),
    DESTROYED: ("{0} destroyed {1} in {2}.", "in {2}, {0} left nothing of {1}."),
}  # fmt: skip


def _gained(voice: Voice, worse: str) -> str:
    """HR-26 Return who gained by a drawn battle that cost one side much more than the other."""
    better, other = voice.sides[voice.other(worse)].subject, voice.sides[worse].subject
    return f"; {better} gained by it, for {other} had paid far more"


def _why_drawn(story: Story) -> str:
    """Return how a drawn battle ended, as far as the journal shows it."""
    last = ("stay_leave", "break_off", "will", "sudden_death")
    ends = [scene.event for chapter in story.chapters for scene in chapter.of(*last)]
    if not ends:
        return ""
    if ends[-1]["ev"] in ("will", "sudden_death"):
        return ": both armies broke"
    if ends[-1]["ev"] == "break_off":
        return ": both broke off the fight" if not ends[-1]["side"] else ""
    stayed = [choice == "stay" for choice in ends[-1]["choices"].values()]
    if all(stayed):
        return ": neither would leave the field"
    return "" if any(stayed) else ": both left the field"


def _length(voice: Voice, story: Story) -> str:
    """Describe how long it took, and whether it came to blows at all, as far as the journal shows."""
    outcome = voice.report.outcome
    days = "" if outcome.days == 1 and outcome.rounds else counted(outcome.days, "day")
    rounds = counted(outcome.rounds, "round") if outcome.rounds else ""
    time = " and ".join(part for part in (days, rounds) if part)
    if outcome.rounds and story.chapters and not any(chapter.of("combat", "fire") for chapter in story.chapters):
        return f"{time} of manoeuvre without a blow"
    return f"{time} of fighting" if rounds else time


def _losses_sentence(voice: Voice, story: Story) -> str:
    struck = _struck(story)
    if not any(side.lost for side in voice.report.sides):
        if struck:
            return "When the stragglers were in, neither side had lost a strength point."
        return "Neither side lost a strength point."
    hurt = [side for side in voice.report.sides if side.lost]
    kept = [f"{voice.sides[side.name].subject} none{' in the end' if side.name in struck else ''}"
            for side in voice.report.sides if not side.lost]  # fmt: skip
    return sentence(f"{', '.join([_losses(voice, side, first=side is hurt[0]) for side in hurt] + kept)}.")


def _struck(story: Story) -> set[str]:
    """Return the sides that were hit or broken at some time, whatever came back to them in the evening."""
    return {event["side"] for chapter in story.chapters for name in ("hit", "rout") for event in chapter.results(name)}


def _losses(voice: Voice, side: SideReport, *, first: bool) -> str:
    verb, points = ("lost ", " strength points") if first else ("", "")
    return f"{voice.sides[side.name].subject} {verb}{side.lost} of {side.before}{points}{voice.men(side)}"


def _gone_sentences(voice: Voice) -> list[str]:
    """Return sentences about units destroyed and generals lost."""
    gone = [(sum(unit.fate == "eliminated" for unit in side.units), side.name) for side in voice.report.sides]
    losses = [(n, voice.sides[name].subject) for n, name in gone if n]
    words = [f"{number(n) if k else counted(n, 'unit')} of {name}" for k, (n, name) in enumerate(losses)]
    verb = "was" if [n for n, _ in losses] == [1] else "were"
    made = [sentence(f"{listed(words)} {verb} destroyed.")] if losses else []
    return [*made, *_fallen_sentence(voice)]


def _fallen_sentence(voice: Voice) -> list[str]:
    """Return the generals that both sides lost, in one sentence."""
    fallen = {side.name: names for side in voice.report.sides if (names := _fallen(side))}
    clauses = [f"{voice.sides[name].subject} lost {_generals(names)}{listed(names)}" for name, names in fallen.items()]
    return [sentence(f"{'; '.join(clauses)}.")] if clauses else []


def _generals(names: list[str]) -> str:
    return "a general, " if len(names) == 1 else f"{number(len(names))} generals, "


def _fallen(side: SideReport) -> list[str]:
    return [person(leader.name) for leader in (side.commander, *side.wings) if leader.fate == "lost" and leader.name]


QUIET = "Nobody came to blows."


@dataclass(frozen=True)
class Passage:
    """A round or an evening, with what was noted of it."""

    title: str
    text: str


def passages(lines: Iterable[Line]) -> tuple[Passage, ...]:
    """Return the story of a table; notes taken back and secrets are left out, and so are parts without a title."""
    made: list[tuple[str, list[str]]] = [("", [])]
    for line in lines:
        if line.taken_back or line.note.kind == UNDO or line.wording.secret_of is not None:
            continue
        made[-1][1].extend([line.wording.story] if line.wording.story else [])
        if line.wording.chapter:
            made.append((line.wording.chapter, []))
    last = len(made) - 1
    kept = [part for n, part in enumerate(made) if part[0] and (part[1] or n < last)]
    return tuple(_passage(list(group)) for _, group in groupby(kept, key=_QuietTogether()))


class _QuietTogether:
    """Gives parts without a blow that follow one another the same key, and every other part one of its own."""

    def __init__(self) -> None:
        self.key, self.quiet = 0, False

    def __call__(self, part: tuple[str, list[str]]) -> int:
        """Return the key of the next part."""
        self.key += not (self.quiet and not part[1])
        self.quiet = not part[1]
        return self.key


def _passage(parts: Sequence[tuple[str, list[str]]]) -> Passage:
    """Return one part, or several without a blow together: `Turn 2 to turn 5`."""
    (title, story), last = parts[0], parts[-1][0]
    more = f" to {last[:1].lower()}{last[1:]}" if len(parts) > 1 else ""
    return Passage(f"{title}{more}", " ".join(story) or QUIET)
