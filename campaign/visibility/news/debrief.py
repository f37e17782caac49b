"""Since you were here: what happened in the turns that a reader has missed, and what he must do next."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, Subquery

from base.rows.prepared import prepared
from base.words import counted, listed, number, sentence
from campaign.models import ChronicleEntry, Engagement, Turn
from campaign.rules.news.gazette import gathered
from campaign.rules.wording import army_opens
from campaign.visibility.armies import sightings, whose
from campaign.visibility.battles.battles import battle_line, late_battles
from campaign.visibility.court.diplomacy import enemies
from campaign.visibility.glances import ArmyGlance, own_glances
from campaign.visibility.news.letters import unread_letters
from campaign.visibility.news.record import readable
from campaign.visibility.news.to_do import ToDo, battles_due, to_do_list
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import BattleLine, EntryView, SeenArmy
from rosters.models import StrengthLine, Unit

SHOWN, SIGHTS = 12, 6
SENTENCES = 3
FURTHEST = 8
"""Turns that a debrief goes back at most; the chronicle has the others."""
HARMLESS = "no losses."
OWN_KINDS = ("retreat", "general", "general-new", "general-back", "attrition", "overran", "army-lost", "led-out",
             "disbanded", "avoid", "guns", "standing", "caretaker", "offer", "captive", "event", "trigger", "arrival",
             "own-event", "siege", "works")  # fmt: skip
PUBLIC_KINDS = ("control", "siege", "victory", "general", "overrun", "relation", "caretaker", "own-event", "trigger",
                "house-rules", "rolled-back")  # fmt: skip


@dataclass(frozen=True)
class LossLine:
    """An army's losses: strength points by cause, and units destroyed."""

    army: str
    army_key: str
    points: int
    causes: str
    destroyed: tuple[str, ...]
    """Their names; empty for a unit without one."""

    @property
    def gone(self) -> str:
        """Return the units destroyed in words: those with a name by it, the others counted."""
        named = [name for name in self.destroyed if name]
        others = len(self.destroyed) - len(named)
        more = counted(others, "more unit" if named else "unit")
        return listed([*named, *([more] if others else [])])


@dataclass(frozen=True)
class SightLine:
    """A foreign army that came into sight, or moved."""

    army_key: str
    text: str


@dataclass(frozen=True)
class Debrief:
    """Everything since the reader's last visit. ``since`` is the turn that was open then."""

    since: int
    waiting: tuple[ToDo, ...]
    """Battles that wait for the reader."""
    to_do: tuple[ToDo, ...]
    battles: tuple[BattleLine, ...]
    more_battles: int
    losses: tuple[LossLine, ...]
    sightings: tuple[SightLine, ...]
    more_sightings: int
    lines: tuple[EntryView, ...]
    letters: int
    was_away: bool = False
    """Whether a turn has been run since his last visit."""

    @property
    def summary(self) -> str:
        """The events in a line: how many battles, what was lost, how many armies were seen."""
        return "; ".join(self.five)

    @property
    def five(self) -> tuple[str, ...]:
        """Return what changed for the reader, in at most five lines, a turn that was taken back first."""
        lost, seen = sum(line.points for line in self.losses), len(self.sightings) + self.more_sightings
        parts = [
            self.taken_back,
            ", ".join(part for part in self._battles_fought() if part),
            self._of_land,
            f"{counted(lost, 'strength point')} of yours lost{self._hurt}" if lost else "",
            f"{counted(seen, 'new report')} of foreign armies" if seen else "",
        ]  # fmt: skip
        return tuple(part for part in parts if part)

    @property
    def _of_land(self) -> str:
        """Return what the reader took and lost, the newest first: a few sentences, and how many there are besides."""
        lines = [line.text for line in self.own_lines if line.public and line.kind in ("control", "siege")]
        found = gathered(lines)
        more = len(found) - SENTENCES
        return " ".join([*found[:SENTENCES], *([f"{sentence(counted(more, 'more change'))}."] if more > 0 else [])])

    @property
    def taken_back(self) -> str:
        """Return the newest line of a turn that was taken back."""
        return next((line.text for line in self.lines if line.kind == "rolled-back"), "")

    @property
    def _hurt(self) -> str:
        """Return what became of the reader's own generals, behind his losses."""
        fates = [line.text.rstrip(".") for line in self.own_lines if line.kind == "general"]
        return f"; {'; '.join(fates)}" if fates else ""

    def _battles_fought(self) -> list[str]:
        """Return the reader's own battles with what became of them, then those of others."""
        own = [line for line in self.battles if line.part]
        others = len(self.battles) + self.more_battles - len(own)
        fates = Counter(line.fate or "not decided" for line in own)
        ends = ", ".join(f"{number(n)} {fate}" if len(own) > 1 else fate for fate, n in fates.items())
        mine = f"{counted(len(own), 'battle')} of yours ({ends})" if own else ""
        theirs = counted(others, "battle") + " of others" * bool(own) if others else ""
        return [mine, theirs]

    @property
    def own_lines(self) -> list[EntryView]:
        """Return what the chronicle has of the reader's own armies and provinces."""
        return [line for line in self.lines if line.own]

    @property
    def other_lines(self) -> list[EntryView]:
        """Return what it has of the rest of the war."""
        return [line for line in self.lines if not line.own]

    @property
    def quiet(self) -> bool:
        """Whether nothing has happened."""
        return not (self.battles or self.losses or self.sightings or self.lines)


def begins_at(knowledge: Knowledge) -> int:
    """Return the turn with which a reader's debrief begins: his last visit, or eight turns ago if that was longer."""
    return max(1, min(knowledge.since, knowledge.turn_number), knowledge.turn_number - FURTHEST)


@dataclass(frozen=True)
class Read:
    """The material of a debrief: the reader's armies, the battles and the sightings since it begins."""

    own: Sequence[ArmyGlance]
    late: Sequence[Engagement]
    sightings: Sequence[SeenArmy]


def read_for_debrief(knowledge: Knowledge) -> Read:
    """Read it for a page that needs none of it itself."""
    since = begins_at(knowledge)
    return Read(own_glances(knowledge), late_battles(knowledge, since), sightings(knowledge, since))


def debrief(knowledge: Knowledge, read: Read | None = None) -> Debrief | None:
    """Return the reader's debrief; None for strangers and before the war."""
    if not knowledge.is_member or knowledge.turn is None:
        return None
    since = begins_at(knowledge)
    read = read or read_for_debrief(knowledge)
    letters, battles = unread_letters(knowledge), _battles(knowledge, since, read.late)
    seen = _sightings(knowledge, since, read.sightings)
    to_do = tuple(to_do_list(knowledge, letters, read.own))
    return Debrief(
        since, tuple(battles_due(knowledge, read.late)), to_do, tuple(battles[:SHOWN]), max(0, len(battles) - SHOWN),
        tuple(_losses(knowledge, since)), tuple(seen[:SIGHTS]), max(0, len(seen) - SIGHTS),
        tuple(_lines(knowledge, since)), letters, since < knowledge.moment,
    )  # fmt: skip


def _battles(knowledge: Knowledge, since: int, late: Iterable[Engagement]) -> list[BattleLine]:
    """Return the reader's own battles first."""
    lines = [battle_line(knowledge, row) for row in late]
    lines = [line for line in lines if line.turn >= since or not line.settled]
    return sorted(lines, key=lambda line: (not line.part, -line.turn))


def _losses(knowledge: Knowledge, since: int) -> list[LossLine]:
    """Return the losses of the reader's own units, army by army; a referee reads all in the ledgers."""
    if knowledge.own is None:
        return []
    lost: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    gone: dict[tuple[str, str], list[str]] = defaultdict(list)
    labels = dict(StrengthLine.Cause.choices)
    lines = _lines_of_loss(knowledge.own.pk, knowledge.campaign.pk, since)
    for key, name, cause, delta, after, unit, status in lines:
        lost[key, name][str(labels[cause])] -= delta
        if after == 0 and status == Unit.Status.LOST:
            gone[key, name].append(unit)
    return [
        LossLine(name, key, sum(causes.values()), _by(causes), tuple(gone[key, name]))
        for (key, name), causes in lost.items()
    ]  # fmt: skip


@prepared
def _lines_of_loss(own: int, campaign: int, since: int) -> QuerySet[StrengthLine, tuple[Any, ...]]:
    opened = Subquery(Turn.objects.filter(campaign=campaign, number=since).values("opened_at")[:1])
    rows = StrengthLine.objects.filter(unit__army__station__faction=own, delta__lt=0, at__gte=opened)
    rows = rows.exclude(cause__in=[StrengthLine.Cause.AMALGAMATION, StrengthLine.Cause.DISBANDED]).order_by("pk")
    return rows.values_list(
        "unit__army__key", "unit__army__name", "cause", "delta", "after", "unit__name", "unit__status"
    )


def _by(causes: Counter[str]) -> str:
    """Return `by battle`, or `(three by battle and one by attrition)`."""
    each = listed([f"{number(n)} by {cause}" for cause, n in causes.items()])
    return f"({each})" if len(causes) > 1 else f"by {next(iter(causes))}"


def _sightings(knowledge: Knowledge, since: int, read: Iterable[SeenArmy]) -> list[SightLine]:
    """Return armies in sight now that were not there at the last visit, or stood elsewhere: enemies first, then the
    largest; then those that are out of sight."""
    places: dict[str, dict[int, SeenArmy]] = defaultdict(dict)
    for row in read:
        if row.turn >= since:
            places[row.key][row.turn] = row
    now, foes = knowledge.turn_number, enemies(knowledge)

    def rank(seen: dict[int, SeenArmy]) -> tuple[bool, bool, int]:
        last = seen[max(seen)]
        return max(seen) != now, last.faction.key not in foes, -last.shown

    return [line for seen in sorted(places.values(), key=rank) if (line := _sight(knowledge, since, seen))]


def _sight(knowledge: Knowledge, since: int, seen: dict[int, SeenArmy]) -> SightLine | None:
    last, before, shapes = seen[max(seen)], seen.get(since), knowledge.places.land.shapes
    place = shapes[last.province].name
    if last.turn < knowledge.turn_number:
        where = f"{_named(last, 'was', 'were')} last seen at {place} on turn {last.turn}"
        return SightLine(last.key, f"{where}, and left." if last.gone_on else f"{where}.")
    has = _named(last, "has", "have")
    if before is None or (before is last and since < knowledge.turn_number):
        return SightLine(last.key, f"{has} come into sight at {place}: {_size(last)}.")
    if before.province != last.province:
        return SightLine(last.key, f"{has} moved from {shapes[before.province].name} to {place}: {_size(last)}.")
    return None


def _named(seen: SeenArmy, one: str, many: str) -> str:
    return army_opens(seen.name, f"({seen.faction.name}) {one}", f"({seen.faction.name}) {many}")


def _size(seen: SeenArmy) -> str:
    return ("" if seen.low == seen.high else "about ") + counted(seen.shown, "unit")


def _lines(knowledge: Knowledge, since: int) -> list[EntryView]:
    """Return lines of the chronicle that a general would want to read first."""
    wanted = _entries(knowledge.campaign.pk, *whose(knowledge), since)
    return [
        EntryView(turn, phase, kind, text, public, "", "", battle, rule, own=_is_own(knowledge, public, details))
        for turn, phase, kind, text, public, battle, rule, details in wanted
    ]


@prepared
def _entries(campaign: int, own: int | None, whole: bool, since: int) -> QuerySet[ChronicleEntry, tuple[Any, ...]]:
    lead = Q(public=False, kind__in=OWN_KINDS) if own is not None else Q(pk__in=[])
    rows = readable(campaign, own, whole).filter(turn__gte=since).filter(lead | Q(public=True, kind__in=PUBLIC_KINDS))
    rows = rows.exclude(kind="attrition", text__endswith=HARMLESS).order_by("-turn", "pk")
    columns = ("turn", "phase", "kind", "text", "public", "battle_key", "rule", "details")
    return rows.values_list(*columns)[: 2 * SHOWN]


def _is_own(knowledge: Knowledge, public: bool, details: dict[str, Any]) -> bool:
    """Return whether a line is about the reader's own armies and generals, or a province that he took or lost."""
    own = knowledge.own.key if knowledge.own else ""
    if not public:
        return bool(details.get("of", own) == own)
    return bool(own) and own in (details.get("to"), details.get("from"))
