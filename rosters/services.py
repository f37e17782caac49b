"""Everything that writes rosters. ``post_strength`` and ``post_changes`` alone write a strength, with its lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.db import transaction
from django.db.models import F, Q

from base.refusal import Refusal
from rosters.audit import audit_strength as audit_strength
from rosters.models import Army, StrengthLine, Unit
from rosters.rules.amalgamation import Amalgamation, plan_amalgamation
from rosters.rules.catalogue import unit_type
from rosters.rules.changes import Change, in_order
from rosters.rules.notation import RosterItem, check_item, clean_name
from rosters.selectors import item_of

Cause = StrengthLine.Cause
_STATUS_AT_ZERO = {Cause.AMALGAMATION: Unit.Status.MERGED, Cause.DISBANDED: Unit.Status.DISBANDED}


@dataclass(frozen=True)
class Amalgamated:
    """The units that carry on, those that ceased to be, and how many strength points moved."""

    kept: tuple[Unit, ...]
    emptied: tuple[Unit, ...]
    moved: int


@transaction.atomic
def raise_army(*, name: str, items: Iterable[RosterItem], reference: str, actor: str) -> Army:
    """Return a new army with its units, each with the ledger line that raised it."""
    army = Army.objects.create(name=_army_name(name))
    for item in items:
        raise_unit(army=army, item=item, cause=Cause.RAISED, reference=reference, actor=actor)
    return army


@transaction.atomic
def raise_unit(
    *, army: Army, item: RosterItem, reference: str, actor: str, cause: str = Cause.RAISED, rule: str = ""
) -> Unit:
    """Return a new unit of ``army`` at the item's strength; refused if the catalogue does not allow it."""
    check_item(item)
    unit = Unit.objects.create(
        army=army,
        name=item.name,
        type=item.type,
        own=item.own,
        guard=item.guard,
        outriders=item.outriders,
        full=unit_type(item.type).full,
    )
    post_strength(unit=unit, delta=item.strength, cause=cause, reference=reference, actor=actor, rule=rule)
    return unit


@transaction.atomic
def post_strength(
    *,
    unit: Unit,
    delta: int,
    cause: str,
    reference: str,
    actor: str,
    rule: str = "",
    note: str = "",
    key: str | None = None,
    into: Unit | None = None,
) -> StrengthLine:
    """Change a unit's strength by ``delta`` points with its ledger line, both or neither.

    At 0 the unit leaves: merged (``into`` another), disbanded or lost, by the cause. The same ``key`` posts once to a
    unit: a second call returns the first line. Refused when the unit has left or the strength would go below 0 or
    above full.
    """
    if delta == 0:
        raise ValueError("a strength line changes something")
    Unit.objects.select_for_update().get(pk=unit.pk)
    if key is not None and (line := StrengthLine.objects.filter(unit=unit, idempotency=key).first()):
        return _same_line(line, unit, delta)
    _write_strength(unit, delta, cause)
    unit.refresh_from_db(fields=["strength"])
    if unit.strength == 0:
        _leave(unit, Cause(cause), into)
    return StrengthLine.objects.create(
        unit=unit,
        delta=delta,
        after=unit.strength,
        cause=Cause(cause),
        reference=reference,
        actor=actor[:80],
        rule=rule,
        note=note[:300],
        idempotency=key,
    )


@dataclass(frozen=True)
class Loss:
    """Strength points that a unit loses; ``key`` posts once to a unit."""

    unit: Unit
    points: int
    cause: str
    reference: str
    actor: str
    rule: str = ""
    note: str = ""
    key: str | None = None


@transaction.atomic
def post_losses(*, losses: Sequence[Loss]) -> None:
    """Post many losses at once, in their order, each as ``post_strength`` would; all of them or none.

    A loss whose key its unit has used already is passed over.
    """
    if not losses:
        return
    pks = {loss.unit.pk for loss in losses}
    units = {unit.pk: unit for unit in Unit.objects.select_for_update().filter(pk__in=pks).order_by("pk")}
    known = StrengthLine.objects.filter(unit__in=pks, idempotency__in={loss.key for loss in losses if loss.key})
    used = set(known.values_list("unit_id", "idempotency"))
    lines = [line for loss in losses if (line := _lost(units[loss.unit.pk], loss, used))]
    Unit.objects.bulk_update(units.values(), ["strength", "status", "merged_into"], batch_size=400)
    StrengthLine.objects.bulk_create(lines, batch_size=400)
    for loss in losses:
        loss.unit.strength, loss.unit.status = units[loss.unit.pk].strength, units[loss.unit.pk].status


def _lost(unit: Unit, loss: Loss, used: set[tuple[int, str | None]]) -> StrengthLine | None:
    """Take a loss off its unit in memory; its line, or None where it was posted before."""
    if loss.key and (unit.pk, loss.key) in used:
        return None
    used.add((unit.pk, loss.key))
    if unit.status != Unit.Status.SERVING or not 0 < loss.points <= unit.strength:
        raise _cannot(unit, -loss.points)
    unit.strength -= loss.points
    cause = Cause(loss.cause)
    if unit.strength == 0:
        unit.status = _STATUS_AT_ZERO.get(cause, Unit.Status.LOST)
    return StrengthLine(unit=unit, delta=-loss.points, after=unit.strength, cause=cause, reference=loss.reference,
                        actor=loss.actor[:80], rule=loss.rule, note=loss.note[:300], idempotency=loss.key)  # fmt: skip


@transaction.atomic
def post_changes(
    *, unit: Unit, changes: Sequence[Change], reference: str, actor: str, into: Unit | None = None
) -> list[StrengthLine]:
    """Post what befell a unit at once: its strength changes by the sum, and each change has lines of its own.

    Only the end must be within 0 and full; the lines are put in an order in which each is (``in_order``). A unit that
    ends at 0 leaves: merged where ``into`` names the unit that took it in, else lost.
    """
    locked = Unit.objects.select_for_update().get(pk=unit.pk)
    lines = in_order(locked.strength, locked.full, changes)
    if not lines:
        return []
    _write_strength(unit, sum(change.delta for change in lines), Cause.BATTLE)
    unit.refresh_from_db(fields=["strength"])
    if unit.strength == 0:
        _leave(unit, Cause.AMALGAMATION if into else Cause.BATTLE, into)
    after = accumulate((change.delta for change in lines), initial=locked.strength)
    return [_post_line(unit, change, now, reference, actor) for change, now in zip(lines, list(after)[1:], strict=True)]


def _post_line(unit: Unit, change: Change, after: int, reference: str, actor: str) -> StrengthLine:
    return StrengthLine.objects.create(
        unit=unit,
        delta=change.delta,
        after=after,
        cause=Cause(change.cause),
        reference=reference,
        actor=actor,
        rule=change.rule,
        note=change.note[:300],
    )


@transaction.atomic
def amalgamate_units(
    *, army: Army, units: Sequence[Unit], reference: str, actor: str, rule: str = "LGG-15.5"
) -> Amalgamated:
    """LGG-15.5: worn units of one army become fewer and stronger. Every point moves by a pair of ledger lines."""
    members = _lock_serving(units)
    for unit in members:
        if unit.army_id != army.pk:
            raise Refusal(f"units: {unit} does not belong to {army}; choose units of one army.")
    plan = plan_amalgamation([item_of(unit) for unit in members])
    _move_strength(members, plan, reference, actor, rule)
    for place, made in zip(plan.kept, plan.made, strict=True):
        regrade_unit(unit=members[place], type=made.type, guard=made.guard, outriders=made.outriders)
    return Amalgamated(
        kept=tuple(members[place] for place in plan.kept),
        emptied=tuple(members[place] for place in plan.emptied),
        moved=sum(move.strength for move in plan.moves),
    )


@transaction.atomic
def regrade_unit(*, unit: Unit, type: str, guard: bool, outriders: bool) -> None:
    """LGG-15.5-c: a unit becomes a poorer type or loses a status; refused if the new type has another full strength.

    HR-30 With its type it loses its own type of the war.
    """
    check_item(RosterItem(type, 1, guard, outriders, unit.name))
    if unit_type(type).full != unit.full:
        raise Refusal(f"type: {unit} cannot become {unit_type(type).name}, whose full strength is not {unit.full}.")
    own = unit.own if type == unit.type else ""
    Unit.objects.filter(pk=unit.pk).update(type=type, own=own, guard=guard, outriders=outriders)
    unit.type, unit.own, unit.guard, unit.outriders = type, own, guard, outriders


@transaction.atomic
def transfer_units(*, units: Sequence[Unit], to_army: Army, reference: str, actor: str) -> int:
    """Moves serving units to another army, strength and biography with them; how many moved."""
    members = _lock_serving(units)
    Unit.objects.filter(pk__in=[unit.pk for unit in members]).update(army=to_army)
    for unit in units:
        unit.army = to_army
    return len(members)


@transaction.atomic
def disband_unit(*, unit: Unit, reference: str, actor: str, rule: str = "", note: str = "") -> StrengthLine:
    """HR-6: a unit is sent home; its strength is gone."""
    member = _lock_serving([unit])[0]
    line = post_strength(
        unit=member,
        delta=-member.strength,
        cause=Cause.DISBANDED,
        reference=reference,
        actor=actor,
        rule=rule,
        note=note,
    )
    unit.refresh_from_db()
    return line


@transaction.atomic
def correct_strength(*, unit: Unit, strength: int, reason: str, actor: str, reference: str = "") -> StrengthLine:
    """Set a unit's strength for a referee, with his reason in the ledger; a lost unit may come back."""
    locked = Unit.objects.select_for_update().get(pk=unit.pk)
    if not reason.strip():
        raise Refusal("reason: write why the strength is corrected; the players can read it.")
    if not 0 <= strength <= locked.full:
        raise Refusal(f"strength: {strength} is not possible for {locked}; write 0 to {locked.full}.")
    if strength == locked.strength:
        raise Refusal(f"strength: {locked} has {strength} already; write another strength or leave it.")
    line = post_strength(
        unit=locked,
        delta=strength - locked.strength,
        cause=Cause.CORRECTION,
        reference=reference,
        actor=actor,
        note=reason.strip(),
    )
    unit.refresh_from_db()
    return line


def restore_units(*, fresh: Sequence[Unit], changed: Mapping[frozenset[str], Sequence[Unit]]) -> None:
    """Make units what a kept state holds, strengths included; the caller restores the ledger whose sums these are.

    ``changed`` has the units that differ by the columns in which they do.
    """
    for columns, units in changed.items():
        Unit.objects.bulk_update(units, sorted(columns), batch_size=400)
    Unit.objects.bulk_create(fresh, batch_size=400)


@transaction.atomic
def rename_unit(*, unit: Unit, name: str) -> None:
    """Gives a unit another name of its own, or none."""
    unit.name = clean_name(name)
    unit.save(update_fields=["name"])


@transaction.atomic
def rename_army(*, army: Army, name: str) -> None:
    """Gives an army another name."""
    army.name = _army_name(name)
    army.save(update_fields=["name"])


def _army_name(name: str) -> str:
    clean = clean_name(name)
    if not clean:
        raise Refusal("name: an army needs a name; write one.")
    return clean


def _write_strength(unit: Unit, delta: int, cause: str) -> None:
    open_to = Q(status=Unit.Status.SERVING)
    if cause == Cause.CORRECTION:
        open_to |= Q(status=Unit.Status.LOST)
    changed = Unit.objects.filter(open_to, pk=unit.pk, strength__gte=-delta, strength__lte=F("full") - delta).update(
        strength=F("strength") + delta, status=Unit.Status.SERVING
    )
    if changed != 1:
        raise _cannot(Unit.objects.get(pk=unit.pk), delta)
    unit.status = Unit.Status.SERVING


def _cannot(now: Unit, delta: int) -> Refusal:
    return Refusal(
        f"strength: {now} is {now.get_status_display()} at {now.strength}/{now.full}; a change by {delta:+d} "
        f"must leave 0 to {now.full}, and a unit that has left changes no more."
    )


def _leave(unit: Unit, cause: StrengthLine.Cause, into: Unit | None) -> None:
    unit.status, unit.merged_into = _STATUS_AT_ZERO.get(cause, Unit.Status.LOST), into
    unit.save(update_fields=["status", "merged_into"])


def _same_line(line: StrengthLine, unit: Unit, delta: int) -> StrengthLine:
    if line.delta != delta:
        raise ValueError(f"key {line.idempotency} was used for another change")
    unit.refresh_from_db()
    return line


def _lock_serving(units: Sequence[Unit]) -> list[Unit]:
    keys = [unit.pk for unit in units]
    if len(set(keys)) != len(keys):
        raise Refusal("units: a unit is named twice; name each once.")
    locked = {unit.pk: unit for unit in Unit.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    for unit in locked.values():
        if unit.status != Unit.Status.SERVING:
            raise Refusal(f"units: {unit} is {unit.get_status_display()}; choose units that serve.")
    return [locked[key] for key in keys]


def _move_strength(members: list[Unit], plan: Amalgamation, reference: str, actor: str, rule: str) -> None:
    titles = [str(unit) for unit in members]
    for move in plan.moves:
        source, target = members[move.source], members[move.target]
        into = members[plan.emptied[move.source]] if move.source in plan.emptied else None
        pair = (
            (source, -move.strength, f"to {titles[move.target]}"),
            (target, move.strength, f"from {titles[move.source]}"),
        )
        for unit, delta, note in pair:
            post_strength(
                unit=unit,
                delta=delta,
                cause=Cause.AMALGAMATION,
                reference=reference,
                actor=actor,
                rule=rule,
                note=note,
                into=into,
            )


@transaction.atomic
def forget_armies(*, armies: Iterable[Army]) -> None:
    """Delete armies with their units and ledgers, when their war goes for good; no battle may refer to them."""
    keys = [army.pk for army in armies]
    StrengthLine.objects.filter(unit__army__in=keys).delete()
    units = Unit.objects.filter(army__in=keys)
    units.update(merged_into=None)
    units.delete()
    Army.objects.filter(pk__in=keys).delete()
