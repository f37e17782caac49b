"""Results of battles on the table: kept as drafts, handed in by each party, settled when all agree."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from base.refusal import Refusal
from battles.models import Battle, ResultEntry
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.entries import Entry, Part, agreed, part_of, read_entry, whole_part
from battles.resolvers.values.typed import Typed, check_days
from battles.services.held.choosing import BY_HAND
from battles.services.held.settling import Changed, catalogue_of, locked, settle_typed, too_late

State, Method = Battle.State, Battle.Method
LOOKS = 5
Rule = Callable[[Sequence[Entry], BattleFile], Typed | None]


def version_of(entry: ResultEntry | None) -> str:
    """Return the version of a party's result: when it was handed in; empty where it is a draft or there is none."""
    return entry.handed_in_at.isoformat() if entry and entry.handed_in_at else ""


def _check_seen(
    battle: Battle, side: int, part: str, seen: str | None, values: Mapping[str, Any] | None = None
) -> None:  # fmt: skip
    """Refuse what an old page sends over a result that was handed in since; None is sent by no page.

    The same ``values`` handed in once more, as two clicks do, change nothing.
    """
    entry = battle.entries.filter(side=side, part=part).first()
    if seen is None or entry is None or entry.handed_in_at is None or version_of(entry) == seen:
        return
    if entry.values == values:
        return
    at = date_format(timezone.localtime(entry.handed_in_at), "j F, H:i e")
    raise Refusal(
        f"Meanwhile {entry.by} handed in this result ({at}). Nothing was changed: load the page again to see it."
    )


def save_draft(
    *, battle: Battle, side: int, values: Mapping[str, Any], by: str, part: str = "", seen: str | None = None
) -> ResultEntry:
    """Keep what a party has typed so far, right or wrong; Refusal when the battle is not on the table any more.

    ``seen`` is the version of the result that the page showed; one that was handed in since is not taken back.
    """
    with transaction.atomic():
        battle = on_the_table(battle)
        _check_seen(battle, side, part, seen)
        entry, _ = ResultEntry.objects.update_or_create(
            battle=battle, side=side, part=part,
            defaults={"values": dict(values), "by": by[:150], "handed_in_at": None},
        )  # fmt: skip
    return entry


def hand_in(
    *, battle: Battle, side: int, values: Mapping[str, Any], by: str, part: Part | None = None, seen: str | None = None,
    also: Callable[[], None] | None = None,
) -> bool:  # fmt: skip
    """Take a party's result; when all parties of both sides have entered the same, the battle is settled and True
    returned.

    Refusal, and nothing written, for a result that cannot be, for a battle that has been decided meanwhile, and for a
    page that does not know what was handed in since (``seen``, as for a draft). ``also`` is done in the transaction
    that keeps the result. The evening after the battle is computed before any row is locked.
    """
    for _ in range(LOOKS):
        now = Battle.objects.get(pk=battle.pk)
        file = parse(now.file)
        _check_by_hand(now)
        entry = read_entry(dict(values), file, part or whole_part(file, side), catalogue_of(file))
        check_days(entry.days, file)
        with suppress(Changed):
            return _take(_Sent(now, file, entry, by, seen, also))
    raise Refusal(f"{battle.name}: others are handing in their results just now; send yours again.")


@dataclass(frozen=True)
class _Sent:
    """A result on its way, with the battle as it was read before any lock."""

    battle: Battle
    file: BattleFile
    entry: Entry
    by: str
    seen: str | None
    also: Callable[[], None] | None

    def check(self, held: Battle) -> None:
        """Refuse it for a battle that is off the table, and from an old page."""
        _check_by_hand(held)
        _check_seen(held, self.entry.number, self.entry.part.key, self.seen, self.entry.as_dict())

    def agreed(self) -> Typed | None:
        """Return the whole result that it makes with those of the others, as they are now."""
        mine = (self.entry.number, self.entry.part.key)
        others = [one for one in entries_of(self.battle) if (one.number, one.part.key) != mine]
        return agreed([*others, self.entry], self.file)

    def keep(self, held: Battle) -> None:
        """Write it down; the caller holds the row."""
        self.check(held)
        ResultEntry.objects.update_or_create(
            battle=held, side=self.entry.number, part=self.entry.part.key,
            defaults={"values": self.entry.as_dict(), "by": self.by[:150], "handed_in_at": timezone.now()},
        )  # fmt: skip
        if self.also is not None:
            self.also()


def _take(sent: _Sent) -> bool:
    """Keep a result, and settle the battle with it where all agree: all of it or nothing. Changed: look again."""
    battle = sent.battle
    sent.check(battle)
    typed = sent.agreed()

    def keep(held: Battle) -> None:
        sent.keep(held)
        if held.file != battle.file or agreed(entries_of(held), sent.file) != typed:
            raise Changed(f"{held.name}: other results have come in since then.")

    if typed is not None:
        return settle_typed(battle=battle, typed=typed.as_dict(), method=Method.TABLE, check=keep)
    with transaction.atomic():
        keep(locked(battle))
    return False


def entries_of(battle: Battle) -> list[Entry]:
    """Return the entries that have been handed in, side by side and in the order of their first word."""
    file = parse(battle.file)
    known = catalogue_of(file)
    rows = battle.entries.exclude(handed_in_at=None).order_by("side", "pk")
    return [read_entry(row.values, file, part_of(row.values, row.part, row.side), known) for row in rows]


def settle_by(*, battle: Battle, rule: Rule) -> bool:
    """Settle a battle by what a rule makes of its entries; False, and nothing written, where it makes nothing of them.

    The entries are read again under the lock of the settling transaction: what was handed in or changed meanwhile
    counts, or the battle is looked at anew.
    """
    for _ in range(LOOKS):
        battle = Battle.objects.get(pk=battle.pk)
        typed = rule(entries_of(battle), parse(battle.file))
        if typed is None:
            return False

        def unchanged(held: Battle, typed: Typed = typed) -> None:
            if rule(entries_of(held), parse(held.file)) != typed:
                raise Changed(f"{held.name}: its results have changed since then.")

        try:
            return settle_typed(battle=battle, typed=typed.as_dict(), method=Method.TABLE, check=unchanged)
        except Changed:
            continue
    return False


def on_the_table(battle: Battle) -> Battle:
    """Return the locked row of a battle that is fought by hand; Refusal for every other."""
    battle = locked(battle)
    _check_by_hand(battle)
    return battle


def _check_by_hand(battle: Battle) -> None:
    if battle.state != State.OPEN or battle.method not in BY_HAND:
        raise Refusal(too_late(battle))
