"""Points as double entry. ``post_points`` and ``post_all`` are the only writers of ``Account.balance``."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from base.refusal import Refusal
from campaign.models import Account, Campaign, Faction, PointsEntry

FACTION_KINDS = (Account.Kind.TREASURY, Account.Kind.RESERVED)
CAMPAIGN_KINDS = (
    Account.Kind.OPENING, Account.Kind.INCOME, Account.Kind.OFFMAP, Account.Kind.MAINTENANCE,
    Account.Kind.PURCHASES, Account.Kind.EVENTS, Account.Kind.CORRECTIONS,
)  # fmt: skip


@transaction.atomic
def create_accounts(*, campaign: Campaign) -> None:
    """Open every account that the campaign and its factions need and do not have yet."""
    wanted = [Account(campaign=campaign, kind=kind) for kind in CAMPAIGN_KINDS]
    wanted += [
        Account(campaign=campaign, faction=f, kind=kind) for f in campaign.factions.all() for kind in FACTION_KINDS
    ]
    held = set(Account.objects.filter(campaign=campaign).values_list("faction_id", "kind"))
    Account.objects.bulk_create([a for a in wanted if (a.faction_id, a.kind) not in held])


def account(*, campaign: Campaign, kind: str, faction: Faction | None = None) -> Account:
    """Return one account of the campaign or, with a faction, of that faction."""
    return Account.objects.get(campaign=campaign, faction=faction, kind=kind)


@transaction.atomic
def post_points(
    *, source: Account, target: Account, amount: int, reason: str, reference: str, actor: str, rule: str, turn: int,
    key: str | None = None,
) -> PointsEntry:  # fmt: skip
    """Move points from one account to another, with the entry that explains it.

    ``amount`` is at least 1. A ``key`` that the campaign has used returns its first entry and moves nothing.
    A faction's account never falls below zero: Refusal.
    """
    if first := posted_before(source=source, target=target, key=key):
        return first
    _take(source, amount)
    Account.objects.filter(pk=target.pk).update(balance=F("balance") + amount)
    return PointsEntry.objects.create(
        campaign_id=source.campaign_id, source=source, target=target, amount=amount, reason=reason[:200],
        reference=reference, actor=actor[:80], rule=rule, turn=turn, idempotency=key,
    )  # fmt: skip


def posted_before(*, source: Account, target: Account, key: str | None) -> PointsEntry | None:
    """Hold both accounts until the transaction ends; return the entry that a key of the campaign stands for, if any."""
    _lock(source, target)
    return PointsEntry.objects.filter(campaign=source.campaign_id, idempotency=key).first() if key else None


@dataclass(frozen=True)
class Posting:
    """Points that move from one account to another, with what explains it; as for ``post_points``."""

    source: Account
    target: Account
    amount: int
    reason: str
    reference: str
    actor: str
    rule: str
    turn: int
    key: str | None = None


@transaction.atomic
def post_all(postings: Sequence[Posting]) -> None:
    """Post many entries of one campaign at once, in their order; all of them or none.

    One whose key the campaign has used is passed over. Refusal where a faction's account would fall below zero.
    """
    if not postings:
        return
    campaign = postings[0].source.campaign_id
    held = {row.pk: row for row in Account.objects.select_for_update().filter(campaign=campaign).order_by("pk")}
    keys = {posting.key for posting in postings if posting.key}
    known = PointsEntry.objects.filter(campaign=campaign, idempotency__in=keys)
    used = set(known.values_list("idempotency", flat=True))
    entries = [_move(held, posting) for posting in postings if posting.key not in used]
    PointsEntry.objects.bulk_create(entries, batch_size=400)
    Account.objects.bulk_update(held.values(), ["balance"], batch_size=400)


def _move(held: Mapping[int, Account], posting: Posting) -> PointsEntry:
    source, target = held[posting.source.pk], held[posting.target.pk]
    if source.faction_id is not None and source.balance < posting.amount:
        raise _short(source, posting.amount, source.balance)
    source.balance -= posting.amount
    target.balance += posting.amount
    return PointsEntry(
        campaign_id=source.campaign_id, source=source, target=target, amount=posting.amount,
        reason=posting.reason[:200], reference=posting.reference, actor=posting.actor[:80], rule=posting.rule,
        turn=posting.turn, idempotency=posting.key,
    )  # fmt: skip


def _short(source: Account, amount: int, held: int) -> Refusal:
    return Refusal(
        f"That costs {amount} points and {source.faction} has {held}: withdraw another line of the sheet first."
    )


def _lock(*accounts: Account) -> None:
    """Lock the rows in one order, so that two postings cannot wait for each other."""
    list(Account.objects.select_for_update().filter(pk__in=[a.pk for a in accounts]).order_by("pk"))


def _take(source: Account, amount: int) -> None:
    """Take the amount off its source; a faction must hold it."""
    rows = Account.objects.filter(pk=source.pk)
    if source.faction_id is not None:
        rows = rows.filter(balance__gte=amount)
    if rows.update(balance=F("balance") - amount) != 1:
        raise _short(source, amount, Account.objects.get(pk=source.pk).balance)


def restore_balances(balances: Mapping[Account, int]) -> None:
    """Set the balances of a campaign that is being loaded to the sums of its entries."""
    for held, points in balances.items():
        held.balance = points
    Account.objects.bulk_update(balances, ["balance"], batch_size=500)


def reserve(*, faction: Faction, amount: int, reason: str, reference: str, actor: str, rule: str, turn: int,
            key: str | None = None) -> PointsEntry:  # fmt: skip
    """Set points of the treasury aside for a line of the sheet."""
    treasury, reserved = _pair(faction)
    return post_points(source=treasury, target=reserved, amount=amount, reason=reason, reference=reference,
                       actor=actor, rule=rule, turn=turn, key=key)  # fmt: skip


def release(*, faction: Faction, amount: int, reason: str, reference: str, actor: str, rule: str, turn: int,
            key: str | None = None) -> PointsEntry:  # fmt: skip
    """Give points that were set aside back to the treasury."""
    treasury, reserved = _pair(faction)
    return post_points(source=reserved, target=treasury, amount=amount, reason=reason, reference=reference,
                       actor=actor, rule=rule, turn=turn, key=key)  # fmt: skip


def spend(*, faction: Faction, kind: str, amount: int, reason: str, reference: str, actor: str, rule: str, turn: int,
          key: str | None = None) -> PointsEntry:  # fmt: skip
    """Spend points that were set aside: on ``Account.Kind.MAINTENANCE`` or ``PURCHASES``."""
    reserved = account(campaign=faction.campaign, faction=faction, kind=Account.Kind.RESERVED)
    return post_points(source=reserved, target=account(campaign=faction.campaign, kind=kind), amount=amount,
                       reason=reason, reference=reference, actor=actor, rule=rule, turn=turn, key=key)  # fmt: skip


def balances(*, factions: Iterable[Faction]) -> dict[tuple[int, str], int]:
    """(faction pk, kind) → points, in one query."""
    rows = Account.objects.filter(faction__in=factions).values_list("faction_id", "kind", "balance")
    return {(faction, kind): balance for faction, kind, balance in rows if faction is not None}


def _pair(faction: Faction) -> tuple[Account, Account]:
    """Return a faction's treasury and reserve."""
    held = {a.kind: a for a in Account.objects.filter(faction=faction).select_related("faction", "campaign")}
    return held[Account.Kind.TREASURY], held[Account.Kind.RESERVED]


def forget_points(*, campaign: Campaign) -> None:
    """Delete the ledger and the accounts of a campaign that goes for good."""
    PointsEntry.objects.filter(campaign=campaign).delete()
    Account.objects.filter(campaign=campaign).delete()
