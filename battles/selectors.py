"""Reads of battles. The caller decides who may see them."""

from collections.abc import Sequence
from hashlib import sha256
from json import dumps

from django.contrib.auth.models import User
from django.db.models import QuerySet

from base.at_hand import AtHand
from battles.models import Battle, BattleResult, Forecast, Photograph, RulesProfile
from battles.resolvers.contract.notes import Note
from battles.resolvers.contract.registry import has
from battles.resolvers.journal.packing import unpack
from battles.resolvers.values.report import Report, from_dict, loads, read_lines

_WEIGHT, _MOST = 100, 10_000
"""Reports at hand: so many events in all, and one more report weighs as much as 100 of them. An event takes 3 kB."""
_reports = AtHand(_MOST)
HEAVY = ("file", "result__report", "result__journal")


def ledger_reference(key: str) -> str:
    """Return the reference of a battle's ledger lines: ``battle:<key>``."""
    return f"battle:{key}"


def battle_by_key(key: str) -> Battle | None:
    """Return the battle of that key, with its result."""
    return Battle.objects.select_related("result").defer("result__journal").filter(key=key).first()


def own_battle(*, user: User, key: str) -> Battle | None:
    """Return a one-off battle that this user has opened."""
    return Battle.objects.select_related("result").defer("result__journal").filter(key=key, owner=user).first()


def own_battles(*, user: User) -> QuerySet[Battle]:
    """Return the one-off battles of a user, newest first, without their files and reports."""
    return Battle.objects.filter(owner=user).select_related("result").defer(*HEAVY).order_by("-pk")


def result_of(battle: Battle) -> BattleResult | None:
    """Return the result of a settled battle."""
    return getattr(battle, "result", None)


def was_fought_here(battle: Battle) -> bool:
    """Is it settled, and by rules that record every move? What was typed in or ruled has no such journal (EX-5)."""
    decided = battle.state == Battle.State.DONE and battle.method == Battle.Method.AUTO
    return decided and has(battle.rules, "watched")


def report_of(battle: Battle, *, journal: bool = True, plans: Sequence[int] = ()) -> Report | None:
    """Return the report of a settled battle, with its journal unless that is not wanted; None before.

    Of the generals' reasons it has those of the sides ``plans``, whose plans the reader may read.
    """
    result = result_of(battle)
    if result is None:
        return None
    if not journal:
        return from_dict(result.report).with_reasons_of(plans)
    name = (*_contents(result), *sorted(plans))
    return _reports.get(name, lambda: _read(result, plans), lambda report: _WEIGHT + len(report.journal))


def _contents(result: BattleResult) -> tuple[str, str]:
    """Return the hashes of everything that a report is read from: one that is read already is the same."""
    texts = dumps(result.report).encode(), bytes(result.journal)
    return sha256(texts[0]).hexdigest(), sha256(texts[1]).hexdigest()


def _read(result: BattleResult, plans: Sequence[int]) -> Report:
    report = from_dict(result.report).with_reasons_of(plans)
    return report.with_journal(read_lines(journal_text(result)))


def journal_text(result: BattleResult) -> str:
    """Return the journal's canonical lines; nothing where it was archived."""
    return unpack(bytes(result.journal)) if result.journal else ""


def begun_at_table(battle: Battle) -> bool:
    """Return whether anything shows that it was played: a note of the companion, or a result, were it but a draft."""
    return battle.notes.exists() or battle.entries.exists()


def notes_of(battle: Battle) -> list[Note]:
    """List the notes taken at the table, the first one first."""
    rows = battle.notes.order_by("number").values_list("number", "side", "kind", "values", "by")
    return [Note(*row) for row in rows]


def last_note_number(battle: Battle) -> int:
    """Return the number of the last note at the table; 0 before the first."""
    return battle.notes.order_by("-number").values_list("number", flat=True).first() or 0


def is_noted(battle: Battle, *, side: int | None, key: str) -> bool:
    """Return whether a writer's note with this key is written already."""
    return bool(key) and battle.notes.filter(side=side, key=key).exists()


def photographs_of(battle: Battle) -> QuerySet[Photograph]:
    """Return the photographs of a battle in the order in which they came, without their pixels."""
    return Photograph.objects.filter(battle=battle).defer("data").order_by("pk")


def own_profiles(*, user: User) -> list[RulesProfile]:
    """Return the rules profiles of a user by name."""
    return list(RulesProfile.objects.filter(owner=user).order_by("name", "pk"))


def own_profile(*, user: User, key: str) -> RulesProfile | None:
    """Return one of them by its key; None for absent and foreign ones alike."""
    if "\x00" in key:
        return None
    return RulesProfile.objects.filter(owner=user, key=key).first()


def forecasts_of(*, scope: str, keys: Sequence[str]) -> list[Forecast]:
    """Return the forecasts with these keys that this scope may read, in the order of the keys; others are left out."""
    asked = [key for key in keys if "\x00" not in key]
    found = {row.key: row for row in Forecast.objects.filter(scope=scope, key__in=asked)}
    return [found[key] for key in dict.fromkeys(keys) if key in found]


def newest_compared(*, scope: str, about: str, most: int) -> list[Forecast]:
    """Return what this scope last asked of each rule system about a battle, in the order in which it was asked."""
    rows = Forecast.objects.filter(scope=scope, about=about).order_by("-asked_at", "-pk")[:most]
    newest: dict[str, Forecast] = {}
    for row in rows:
        newest.setdefault(row.question["file"]["rules"], row)
    return sorted(newest.values(), key=lambda row: row.pk)


def sample_report(forecast: Forecast) -> Report | None:
    """Return the battle of a forecast that was kept to be watched; None where there is none (yet)."""
    return loads(unpack(bytes(forecast.sample))) if forecast.sample else None


def forecasts_about(*, scope: str, about: str, most: int) -> list[Forecast]:
    """List this scope's forecasts about a battle or an army that are still kept, newest first."""
    return list(Forecast.objects.filter(scope=scope, about=about, runs_done__gt=0).order_by("-asked_at", "-pk")[:most])
