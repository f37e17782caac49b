"""The Gazette's words: a page in the voice of a newspaper of the time, from what is public and what sides report.

The same facts make the same page; which of several phrases is used hangs on the facts alone.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from base.words import listed, sentence
from campaign.rules.wording import in_text


@dataclass(frozen=True)
class BattleNews:
    """A battle as everybody knows it. ``winner`` is empty for a drawn one; ``decided`` is false while it is open."""

    key: str
    name: str
    place: str
    first: str
    second: str
    size: str
    winner: str
    decided: bool
    prize: str = ""
    """What changed hands with it: ``capital``, ``fortress``, ``province``; empty where nothing did."""
    siege: str = ""
    """HR-28 ``storm`` or ``sally`` of a battle at a besieged fortress; its first side is the one that came on."""

    @property
    def weight(self) -> tuple[int, int, bool]:
        """The weight of the battle among those of a turn: its size, then what changed hands, then a victory."""
        return WEIGHTS.get(self.size, 0) + PRIZES.get(self.prize, 0), WEIGHTS.get(self.size, 0), bool(self.winner)

    @property
    def loser(self) -> str:
        """The side that lost."""
        return self.second if self.winner == self.first else self.first


@dataclass(frozen=True)
class LetterNews:
    """A side's report of itself."""

    faction: str
    text: str


@dataclass(frozen=True)
class Facts:
    """Everything that an issue is written from."""

    campaign: str
    turn: int
    date: str
    season: str
    weather: str
    battles: Sequence[BattleNews]
    changes: Sequence[str]
    reports: Sequence[str]
    letters: Sequence[LetterNews]


@dataclass(frozen=True)
class Block:
    """A piece of an issue: ``heading``, ``letter`` or ``text``."""

    kind: str
    text: str


WEIGHTS = {"small": 1, "medium": 3, "large": 5}
PRIZES = {"province": 1, "fortress": 2, "capital": 4}
ENDED, WIDEST = "The war has ended ", 80
"""How the line of the record begins that ends a war; and how long a headline of what was taken may be."""
TAKEN = re.compile(r"(.+? (?:takes?|wins? back)) (.+?) from (.+?)(?:: .+)?\.")
FELL = re.compile(r"(.+? (?:has fallen|has capitulated|was taken by storm))\b.*")
BESIEGED = re.compile(r".+ lays? siege to (.+)\.")
WON = (
    "Intelligence has been received of an action at {place}, in which {winner} had the better of {loser}.",
    "A courier arrived post-haste from {place}: the field is with {winner}, and {loser} had to draw off.",
    "At {place} the arms of {winner} met those of {loser}, and fortune declared for {winner}.",
    "We are able to announce a victory of {winner} over {loser} at {place}.",
)
DRAWN = (
    "At {place} {first} fought a drawn battle with {second}.",
    "The affair at {place}, {first} against {second}, ended as it began; both claim the honour of the day.",
    "From {place} we hear of an action in which {first} fought {second}, and neither gave up the field.",
)
OPEN = (
    "The army of {first} faces that of {second} at {place}; the issue is awaited hourly.",
    "Cannon have been heard towards {place}, where the outposts of {first} have met those of {second}. "
    "We have no certain news.",
)
AT_THE_WORKS = {
    "storm": ("{first} has stormed the works of {place}, held by {second}.",
              "An assault of {first} on the works of {place} was beaten off by {second}."),
    "sally": ("{first} has sallied from {place} and beaten the besiegers, {second}.",
              "A sally of {first} from {place} was thrown back by {second}."),
}  # fmt: skip
"""HR-28 Sentences of a storm and a sally: the first side won, and it did not."""
SIZES = {
    "small": (
        "It was one of the lesser actions of the war.",
        "The forces engaged were small.",
        "It was fought on a small scale.",
    ),
    "medium": (
        "Considerable bodies were engaged on either side.",
        "Both sides brought up a respectable force.",
        "It was a warm affair.",
    ),
    "large": (
        "Seldom in this war have such masses been brought into the field.",
        "It was fought on the greatest scale.",
    ),
}
QUIET = (
    "The armies keep their quarters, and our correspondents have nothing of consequence to report.",
    "No action of importance is reported from the seat of war.",
    "The couriers of this period brought little but the state of the roads.",
)
WEATHER = {
    "fair": "The weather was favourable to military operations.",
    "overcast": "The skies were overcast.",
    "foul": "Rain and bad roads hindered every movement.",
}


def chosen(phrases: Sequence[str], *facts: object, after: int = 0) -> str:
    """Return one of several phrases, by a digest of the facts; ``after`` so many that were used already."""
    number = int(sha256("|".join(map(str, facts)).encode()).hexdigest()[:8], 16)
    return phrases[(number + after) % len(phrases)]


def title_of(facts: Facts) -> str:
    """Return the headline: the end of the war, the battle that weighs most with its prize, what was taken, or the
    date."""
    first, ended = leading(facts.battles), next((one for one in facts.reports if one.startswith(ENDED)), "")
    if ended:
        return ended.partition(".")[0]
    if first is None or first.weight[0] <= PRIZES["fortress"]:
        fallen = next((found[1] for one in facts.reports if (found := FELL.fullmatch(one))), "")
        if fallen or first is None:
            return fallen or _of_places(facts)
    fell = {"capital": ": the capital is taken", "fortress": ": the fortress is taken"}.get(first.prize, "")
    raised = f"The siege of {first.place} is raised." in facts.reports
    return f"{_event(first)} at {first.place}{fell or (': the siege is raised' if raised else '')}"


def _of_places(facts: Facts) -> str:
    """Return the headline of a turn without a battle: what was taken or besieged, or the date."""
    places = [begun[1] for one in facts.reports if (begun := BESIEGED.fullmatch(one))]
    ring = [f"{listed(places)} {'is' if len(places) == 1 else 'are'} besieged"] if places else []
    heads = (one.removesuffix(".") for one in (*gathered(facts.changes), *ring))
    return next((one for one in heads if len(one) <= WIDEST), f"The seat of war, {facts.date}")


def leading(battles: Sequence[BattleNews]) -> BattleNews | None:
    """Return the decided battle that weighs most; of two alike the first."""
    return max((one for one in battles if one.decided), key=lambda one: one.weight, default=None)


def _event(one: BattleNews) -> str:
    """Return what a battle is called in a headline, by its size."""
    if not one.winner:
        return "Great battle" if one.size == "large" else "Battle"
    return {"large": "Great victory", "small": "Success"}.get(one.size, "Victory")


def draft(facts: Facts) -> str:
    """Return the text of an issue."""
    parts = [f"From the seat of war, {facts.date}. {_weather(facts)}".strip()]
    if not facts.battles and not facts.changes:
        parts.append(chosen(QUIET, facts.campaign, facts.turn))
    parts += _section("Military intelligence", list(_battles(facts)))
    fallen = [one for one in facts.reports if FELL.fullmatch(one)]
    others = [one for one in facts.reports if one not in fallen]
    parts += _section("Movements and possessions", [*fallen, *gathered(facts.changes), *others])
    letters = [paragraph for one in facts.letters for paragraph in _letter(one)]
    return "\n\n".join([*parts, *_section("Letters to this paper", letters)])


def gathered(changes: Sequence[str]) -> list[str]:
    """Return the changes with all that one side took from another in one sentence."""
    found: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        taken = TAKEN.fullmatch(change)
        key, place = ((taken[1], taken[3]), taken[2]) if taken else ((change, ""), "")
        found.setdefault(key, []).append(place)
    return [f"{by} {listed(places)} from {other}." if other else by for (by, other), places in found.items()]


def _weather(facts: Facts) -> str:
    return WEATHER.get(facts.weather, f"The weather: {facts.weather}." if facts.weather else "")


def _section(name: str, paragraphs: Sequence[str]) -> list[str]:
    return [f"## {name}", *paragraphs] if paragraphs else []


def _battles(facts: Facts) -> Iterator[str]:
    """Yield a paragraph for each battle, those that weigh most first, and one for all lesser actions beside them."""
    ranked = sorted(facts.battles, key=lambda one: (not one.decided, tuple(-int(part) for part in one.weight)))
    first = leading(facts.battles)
    lesser = [one for one in ranked if first and one.decided and one.size == "small" and one.weight < first.weight]
    yield from _paragraphs(facts, [one for one in ranked if len(lesser) < 2 or one not in lesser])
    if len(lesser) > 1:
        yield f"Of lesser actions we hear that {'; that '.join(map(_brief, lesser))}."


def _brief(one: BattleNews) -> str:
    """Return a lesser action as a clause."""
    won, drawn = "{winner} had the better of {loser} at {place}", "{first} and {second} parted undecided at {place}"
    return (won if one.winner else drawn).format(**_words(one))


def _paragraphs(facts: Facts, battles: Sequence[BattleNews]) -> Iterator[str]:
    """Yield a paragraph for each battle; a phrase is used again when all others of its kind were used."""
    used: Counter[Sequence[str]] = Counter()
    for one in battles:
        phrases = _phrases_of(one)
        sentences = [sentence(chosen(phrases, facts.campaign, facts.turn, after=used[phrases]).format(**_words(one)))]
        used[phrases] += 1
        if one.decided and (sizes := SIZES.get(one.size)):
            sentences.append(chosen(sizes, facts.campaign, facts.turn, after=used[sizes]))
            used[sizes] += 1
        yield " ".join(sentences)


def _phrases_of(one: BattleNews) -> Sequence[str]:
    """Return the phrases that fit a battle: it is open, at the works of a fortress, won or drawn."""
    if not one.decided:
        return OPEN
    if one.siege:
        return AT_THE_WORKS[one.siege][one.winner != one.first :][:1]
    return WON if one.winner else DRAWN


def _words(one: BattleNews) -> dict[str, str]:
    """Return what a phrase names: the place as it is, the sides with their articles."""
    sides = {"first": one.first, "second": one.second, "winner": one.winner, "loser": one.loser}
    return {"place": one.place} | {word: in_text(name) for word, name in sides.items() if name}


def _letter(one: LetterNews) -> list[str]:
    lines = " ".join(one.text.split())
    return [f"> {lines} ({one.faction})"]


def blocks(text: str) -> list[Block]:
    """Return the pieces of an issue, to be set on a page."""
    found = []
    for part in (" ".join(piece.split()) for piece in text.split("\n\n")):
        if part.startswith("## "):
            found.append(Block("heading", part[3:]))
        elif part.startswith("> "):
            found.append(Block("letter", part[2:]))
        elif part:
            found.append(Block("text", part))
    return found


def markdown(name: str, issues: Sequence[tuple[str, str, str]]) -> str:
    """Return a whole war as one text: of each issue its title, its date line and its text."""
    parts = [f"# The Gazette of {escaped(name)}"]
    for title, line, text in issues:
        parts += [f"## {escaped(title)}", f"*{escaped(line)}*"]
        marks = {"heading": "### ", "letter": "> ", "text": ""}
        parts += [marks[block.kind] + escaped(block.text) for block in blocks(text)]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|" else sign for sign in text)
