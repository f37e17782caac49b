"""Hold the sentences of dispatches against their journals.

Strengths and positions come from the replay's film, which the prose does not read. A sentence with a number, a
comparison or a word such as *all*, *none*, *no other* that no check below knows is reported as unknown.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from battles.resolvers.dispatch.dispatch import Dispatch
from battles.resolvers.dispatch.places import country_of
from battles.resolvers.dispatch.score import part_words
from battles.resolvers.dispatch.voice import Paragraph
from battles.resolvers.replay.film import Film, film_of
from battles.resolvers.values.report import Event, Report

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
N = rf"({'|'.join(WORDS)}|[\d,]+)"
TIMES = rf"(once|twice|{N} times)"
STRONG = re.compile(
    r"\b(all|both|none|nobody|nothing|everything|every|never|no other|only|most|half|more than|nearly)\b"
)
PLACE = r"((?:the )?[A-ZÉ][\w'’]+(?: [A-Z]\w+| aux \w+| des \w+)*)"


def value(word: str) -> int:
    """Return a number that is written as a word or in digits."""
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word.replace(",", ""))


def often(words: str) -> int:
    """Return how many times `once`, `twice` or `four times` is."""
    return {"once": 1, "twice": 2}.get(words) or value(words.split()[0])


@dataclass
class Checker:
    """One dispatch with what its journal shows, counted anew."""

    report: Report
    film: Film
    wrong: list[str]
    known: int = 0

    def events(self, part: Paragraph, *names: str) -> list[Event]:
        """Return the events of a paragraph with these names."""
        return [self.report.journal[n - 1] for n in part.events if self.report.journal[n - 1]["ev"] in names]

    def gone(self, side: int, n: int) -> float:
        """Return the part of a side's strength that is gone after event ``n``, as the replay shows it."""
        lost = self.film.strengths[0][side] - self.film.strengths[n][side]
        return lost / max(1, self.report.sides[side].before)

    def side_of(self, unit: str) -> int:
        """Return the number of the side that a unit, or a piece of one, belongs to."""
        whole = {one["id"]: k for k, side in enumerate(self.report.battle["sides"]) for one in side["units"]}
        return whole[unit if unit in whole else unit.rpartition("/")[0]]

    def true(self, holds: bool, text: str, why: object = "") -> None:
        """Note a sentence that was checked, and whether it holds."""
        self.known += 1
        if not holds:
            self.wrong.append(f"{text}  [{why}]")


def check(report: Report, dispatch: Dispatch) -> Checker:
    """Return the checker after it has read a whole dispatch."""
    film = film_of(report)
    assert film is not None
    one = Checker(report, film, [])
    _lead(one, dispatch.lead)
    for part in dispatch.paragraphs:
        for text in re.split(r"(?<=[.:]) (?=[A-Z])", part.text):
            _sentence(one, part, text)
    return one


def _sentence(one: Checker, part: Paragraph, text: str) -> None:
    found = [(rule, hit) for pattern, rule in RULES if (hit := re.search(pattern, text))]
    for rule, hit in found:
        rule(one, part, text, hit)
    if not found and STRONG.search(re.sub(r"\([^)]*\)", "", text)) and not HARMLESS.search(text):
        one.wrong.append(f"unknown: {text}")


HARMLESS = re.compile(
    r"both armies|neither army|nobody (struck|came to blows)|half strength|none of \d|left with less|"
    r"all order|units? of|could bear no more|one rout drew|no more losses|saw nothing left|both of them dear"
    r"|both suffered|for all (the obstacle|its higher|their higher)|the only part of (his|my) line"
    r"|nothing left to win|the open for miles|There was nothing on it|to no purpose|both generals knew|not be believed"
    r"|from all sides|only where a blow|only watched one another|For all the shouting|more than the field was worth"
    r"|both took a while|most of what"
    r"|nobody could stop|hardly (anything|touched)"
    r"|other day was left|no need|no reason|no ground|fresh units|Nobody of|gone: that was"
)


def _attacks(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    sides = Counter(one.side_of(event["attackers"][0]) for event in one.events(part, "combat"))
    numbers = sorted(often(m[0]) for m in re.finditer(TIMES, text[hit.start() :].partition(".")[0]))
    if "each side" in text.lower():
        numbers = sorted(numbers * 2)
    one.true(numbers == sorted(sides.values()), text, sides)


def _score(one: Checker, part: Paragraph, text: str, _: re.Match[str]) -> None:
    last = max(part.events)
    shares = [one.gone(side, last) for side in (0, 1)]
    words = [part_words(share).removeprefix("nothing") for share in shares]
    one.true(all(word in text for word in words), text, shares)
    for share, word in zip(shares, words, strict=True):
        one.true(_fits(share, word), text, (share, word))
    lead = re.search(r"^(?:The advantage was with )?(.+?)(?: had the better| led,|, wh| had the worst|: )", text)
    if lead and abs(shares[0] - shares[1]) >= 0.04 and re.search("better of it| led,|advantage", text):
        first = 0 if shares[0] < shares[1] else 1
        one.true(_of_side(one, first, lead[1]), text, (first, lead[1]))


FRACTIONS = {"a twentieth": 1 / 20, "a tenth": 0.1, "an eighth": 0.125, "a sixth": 1 / 6, "a fifth": 0.2,
             "a quarter": 0.25, "a third": 1 / 3, "two fifths": 0.4, "half": 0.5, "three fifths": 0.6,
             "two thirds": 2 / 3, "three quarters": 0.75, "four fifths": 0.8, "nine tenths": 0.9}  # fmt: skip


def _fits(share: float, words: str) -> bool:
    """Is a part of an army in words true of the share, to within a twelfth where it is *nearly* or *more than*?"""
    if words in ("", "all"):
        return share == (0 if not words else 1)
    how, _, rest = words.partition(" ")
    if how in ("more", "less"):
        how, rest = f"{how} than", rest.removeprefix("than ")
    exact = FRACTIONS[rest]
    if how == "about":
        return abs(share - exact) <= 0.013
    return share > exact if how == "more than" else exact - 0.085 < share < exact


def _of_side(one: Checker, side: int, subject: str) -> bool:
    """Does a subject name this side, by a word of its name or its people's first letters?"""
    own, other = (one.report.battle["sides"][k]["name"].lower() for k in (side, 1 - side))
    bare = subject.lower().removeprefix("the ")
    return bare[:4] in own or bare[:4] not in other


def _turned(one: Checker, part: Paragraph, text: str, _: re.Match[str]) -> None:
    winner, costs = one.film.cast.side(one.report.outcome.winner), _costs(one)
    swings = {n: cost[1] - cost[0] if winner == 0 else cost[0] - cost[1] for n, cost in costs.items()}
    here = [swings[event["n"]] for event in one.events(part, "combat", "fire")]
    one.true(winner is not None and max(here) == max(swings.values()) > 0, text, swings)


def _fires(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    fires = one.events(part, "fire")
    art = re.search(r"guns|batteries", text.partition(" fired ")[0].partition(" spoke ")[0][:60])
    own = [[e for e in fires if one.side_of(e["firer"]) == side and _is_gun(one, e["firer"]) == bool(art)]
           for side in (0, 1)]  # fmt: skip
    shots = often(hit[1])
    matching = [side for side in own if len(side) == shots]
    one.true(bool(matching), text, [len(side) for side in own])
    number = re.search(rf"(?:cost the enemy|the enemy lost|the enemy took|scored) {N}", text)
    totals = [sum(event["hits"] for event in side) for side in matching]
    one.true(number is not None and value(number[1]) in totals, text, totals)
    worst = [max(_by_target(side).values(), default=0) / max(1, sum(_by_target(side).values())) for side in matching]
    if re.search(r", (both|all) (of|on|from)", text):
        one.true(1.0 in worst, text, worst)
    if "most of them" in text:
        one.true(any(share > 0.5 for share in worst), text, worst)


def _by_target(fires: list[Event]) -> Counter[str]:
    made: Counter[str] = Counter()
    for event in fires:
        made[event["target"]] += event["hits"]
    return made


def _is_gun(one: Checker, unit: str) -> bool:
    block = next(block for block in one.film.cast.blocks if block.id == unit)
    return block.arm == "art"


def _rest(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    combats, costs = one.events(part, "combat"), _costs(one)
    one.true(value(hit[1]) < len(combats), text, len(combats))
    told = [value(number) for number in re.findall(rf"(?:cost|and) .*? {N}(?= strength| and|\.)", text)]
    lost = [sum(max(0, cost) for cost in costs[event["n"]]) for event in combats]
    one.true(sum(told) <= sum(lost), text, lost)


def _costs(one: Checker) -> dict[int, list[int]]:
    """Return what each combat and fire cost either side: all that follows at once, and losses later in the round of
    the units that were in it last."""
    made: dict[int, list[int]] = {}
    last: dict[str, Event] = {}
    opened: Event | None = None
    for event in one.report.journal:
        if event["ev"] in ("combat", "fire"):
            opened, made[event["n"]] = event, [0, 0]
            units = (*event.get("attackers", ()), event.get("defender"), event.get("target"))
            last |= {unit: event for unit in units if unit}
        elif event["ev"] not in FOLLOW:
            opened = None
        owner = opened or _later(event, last)
        if owner is not None:
            for side in (0, 1):
                made[owner["n"]][side] += (
                    one.film.strengths[event["n"] - 1][side] - one.film.strengths[event["n"]][side]
                )
    return made


def _later(event: Event, last: dict[str, Event]) -> Event | None:
    found = last.get(event.get("unit", ""))
    late = event["ev"] in FOLLOW and event.get("cause") in ("combat", "fire", "hits", "doubled")
    return found if late and found is not None and found["round"] == event["round"] else None


FOLLOW = ("hit", "rout", "fallback", "occupy", "casualty", "command_change", "eliminated", "check", "morale", "exit")


def _worn(one: Checker, part: Paragraph, text: str, _: re.Match[str]) -> None:
    full = {block.unit or block.id: block.full for block in one.film.cast.blocks}
    full |= {block.id: block.full for block in one.film.cast.blocks}
    shares = [2 * event["sp"] - full[event["unit"]] for event in one.events(part, "hit") if event["sp"]]
    less = "less than half" in text
    one.true(any(share < 0 if less else share == 0 for share in shares), text, shares)


def _broke(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    ends = one.events(part, "will", "sudden_death")
    pairs = [(event["broken"][side], event["total"][side]) for event in ends for side in event["broken"]]
    one.true((value(hit[1].replace("none", "no")), value(hit[2])) in pairs, text, pairs)


def _only_unit(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    ends = one.events(part, "will", "sudden_death")
    pairs = [(event["broken"][side], event["total"][side]) for event in ends for side in event["broken"]]
    one.true((int(hit[1] == "broken"), 1) in pairs, text, pairs)


def _fell(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    lost = {event["commander"]: event["side"] for event in one.events(part, "casualty") if event["lost"]}
    fallen = Counter(side for name, side in lost.items() if re.fullmatch(r".* brigadier \d+", name))
    told = [1 if hit[1].lower() == "a" else value(hit[1]), *map(value, re.findall(rf" and {N} of ", text))]
    one.true(sorted(told) == sorted(fallen.values()), text, fallen)


def _given_up(one: Checker, part: Paragraph, text: str, _: re.Match[str]) -> None:
    """HR-26 The side that gave the field up on the last night had the larger part of its army out of action."""
    for event in one.events(part, "last_evening"):
        loser = next(k for k, side in enumerate(one.report.battle["sides"]) if side["name"] == event["loser"])
        shares = [one.gone(side, event["n"]) for side in (0, 1)]
        one.true(shares[loser] > shares[1 - loser] and _of_side(one, loser, text), text, shares)


def _ahead(one: Checker, _: Paragraph, text: str, hit: re.Match[str]) -> None:
    winner = one.film.cast.side(one.report.outcome.winner)
    assert winner is not None
    shares = [(one.gone(winner, n), one.gone(1 - winner, n)) for n in range(len(one.film.steps) + 1)]
    lost = next((n for n in range(len(shares) - 1, -1, -1) if shares[n][0] >= shares[n][1]), -1) + 1
    event, day = one.report.journal[max(0, lost - 1)], re.search(r"of the (\w+) day", text)
    one.true(lost < len(shares) and (day is None or _day(day[1]) == event["day"]), text, (lost, event["day"]))


def _day(word: str) -> int:
    return ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh").index(word)


def _place(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    country = country_of(one.report)
    place = next((place for place in country.places if place.name == hit[2]), None)
    if place is None:
        return
    spots = [_defender(one, event) for event in one.events(part, "combat")]
    inside = [spot for spot in spots if spot and _winding(spot, place.shape)]
    if hit[1].lower() in ("in", "on"):
        one.true(bool(inside), text, spots)
    else:
        one.true(any(spot and _gap(spot, place.shape) <= 0.045 * country.width for spot in spots), text, spots)


def _defender(one: Checker, event: Event) -> tuple[float, float] | None:
    """Return where the defender of a combat was, on the board of its system, from the film."""
    at = one.film.at(event["n"] - 1).get(f"u{one.film.cast.numbers[event['defender']]}.at")
    return (at[0] / one.film.cast.scale, at[1] / one.film.cast.scale) if at else None


def _winding(spot: tuple[float, float], shape: tuple[tuple[float, float], ...]) -> bool:
    """Is a spot inside an outline, by the angles under which its corners are seen?"""
    from math import atan2, pi

    turns = 0.0
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        angle = atan2(by - spot[1], bx - spot[0]) - atan2(ay - spot[1], ax - spot[0])
        turns += (angle + pi) % (2 * pi) - pi
    return abs(turns) > pi


def _gap(spot: tuple[float, float], shape: tuple[tuple[float, float], ...]) -> float:
    """Return the distance to an outline by 400 points along each side."""
    made = []
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        made += [((ax + (bx - ax) * t / 400 - spot[0]) ** 2 + (ay + (by - ay) * t / 400 - spot[1]) ** 2) ** 0.5
                 for t in range(401)]  # fmt: skip
    told: float = min(made)
    return told


def _mine(one: Checker, _: Paragraph, text: str, hit: re.Match[str]) -> None:
    pairs = [(side.lost, side.before) for side in one.report.sides]
    one.true((0 if hit[1] == "none" else int(hit[1]), int(hit[2])) in pairs, text, pairs)


def _army(one: Checker, _: Paragraph, text: str, hit: re.Match[str]) -> None:
    arms = [Counter(_arm(unit) for unit in side["units"]) for side in one.report.battle["sides"]]
    words = {"foot": "units? of infantry", "cav": "units? of cavalry", "art": "batter"}
    found = {arm: re.search(rf"{N} {many}", text) for arm, many in words.items()}
    told = {arm: value(number[1]) if number else 0 for arm, number in found.items()}
    one.true(any(all(side[arm] == n for arm, n in told.items()) for side in arms), text, arms)
    late = re.search(rf"{N} of these w", text)
    counts = [sum(1 for unit in side["units"] if unit.get("arrives")) for side in one.report.battle["sides"]]
    one.true(late is None or value(late[1]) in counts, text, counts)


def _arm(unit: dict[str, Any]) -> str:
    from rosters.rules.catalogue import catalogue

    return catalogue().unit_types[unit["type"]].arm


def _pursuit(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    totals = [sum(item["hits"] for item in event["allotment"]) for event in one.events(part, "pursuit")]
    one.true(value(hit[1]) in totals, text, totals)


def _colours(one: Checker, part: Paragraph, text: str, _: re.Match[str]) -> None:
    done = {event["pass"] for event in one.events(part, "eod_rally")}
    one.true(("return to the colours" not in text or True in done) and ("for good" not in text or False in done), text)


def _lead(one: Checker, lead: str) -> None:
    for lost, before in re.findall(r"(\d+) of (\d+)", lead.replace(" units broken", "")):
        pairs = [(side.lost, side.before) for side in one.report.sides]
        if f"{lost} of {before} units" not in lead:
            one.true((int(lost), int(before)) in pairs, lead, pairs)
    gone = [sum(unit.fate == "eliminated" for unit in side.units) for side in one.report.sides]
    destroyed = re.search(r"([^.]*) w(?:as|ere) destroyed", lead)
    told = (
        sorted(value(m) for m in re.findall(rf"\b{N}\b(?= units? of| of)", destroyed[1].lower())) if destroyed else []
    )
    one.true(told == sorted(n for n in gone if n), lead, gone)
    rounds = re.search(rf"{N} rounds? of", lead)
    one.true(rounds is None or value(rounds[1]) == one.report.outcome.rounds, lead)


def _returned(one: Checker, _: Paragraph, text: str, __: re.Match[str]) -> None:
    """The evening's rolls: what the replay shows of each side after the evening's events less what it showed before."""
    last, gains = one.report.outcome.days, [0, 0]
    for event in one.report.journal:
        if event["day"] == last and event["ev"] in ("eod_rally", "eod_recover", "amalgamate"):
            for side in (0, 1):
                gains[side] += one.film.strengths[event["n"]][side] - one.film.strengths[event["n"] - 1][side]
    told = [value(number) for number in re.findall(rf"\b{N}(?= strength points? of| of)", text.lower())]
    told *= 2 if "of either army" in text else 1
    one.true(told == [gain for gain in gains if gain > 0], text, gains)


def _ground(one: Checker, part: Paragraph, text: str, hit: re.Match[str]) -> None:
    """Strength points that ground took of units that did not break: one for each hit without an enemy."""
    broken = {event["unit"] for event in one.events(part, "rout", "eliminated")}
    hits = [event for event in one.events(part, "hit") if event["cause"] in ("rough", "obstacle", "increment")]
    lost = Counter(event["side"] for event in hits if event["unit"] not in broken)
    one.true(value(hit[1]) in lost.values(), text, lost)


def _emptied(one: Checker, part: Paragraph, text: str, _: re.Match[str]) -> None:
    """Of the side that left, or broke off, nothing unbroken was on the field."""
    for event in one.events(part, "stay_leave"):
        strengths = one.film.strengths[event["n"]]
        gone = [k for k, side in enumerate(one.report.battle["sides"]) if event["choices"][side["name"]] != "stay"]
        one.true(any(strengths[k] == 0 for k in gone), text, strengths)


Rule = Callable[[Checker, Paragraph, str, re.Match[str]], None]
RULES: tuple[tuple[str, Rule], ...] = (
    (rf"attacked {TIMES}", _attacks),
    (r"out of action", _score),
    (r"battle turned|turning point|No other blow", _turned),
    (rf"(?:fired|spoke|opened|gave fire|were fired),? {TIMES}", _fires),
    (rf"{N} more fights? cost", _rest),
    (r"half strength", _worn),
    (rf"(?i:(none|{'|'.join(WORDS)}|\d+)) of the {N} units on the field", _broke),
    (r"(?i:their|its) only unit on the field (broken|unbroken)", _only_unit),
    (rf"\b(?i:(a|{'|'.join(WORDS)})) brigadiers? of .* fell", _fell),
    (r"had lost so much more than|counted who was left", _given_up),
    (r"(been ahead|kept the lead|been behind)", _ahead),
    (r"[Nn]obody of .* was left", _emptied),
    (rf"\b([Ii]n|[Oo]n|[Bb]efore|foot of|edge of|[Bb]y) {PLACE}", _place),
    (r"My army lost (\w+) of its (\d+)", _mine),
    (rf"{N} units? of (infantry|cavalry)|{N} batter", _army),
    (rf"pursued; .* lost {N} strength", _pursuit),
    (r"return to the colours|for good", _colours),
    (rf"(?:ground|on the way|march) cost .* {N} strength point", _ground),
    (r"come back to the colours|rejoined the colours|roll-call .* had returned", _returned),
)  # fmt: skip
