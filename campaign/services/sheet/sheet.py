"""A faction's sheet: everything but marches. Points are reserved when a line is entered and spent in P4."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from base.refusal import Refusal
from base.words import sentence
from campaign.models import Account, Faction, FactionTurn, Province, SheetLine, Station, Turn
from campaign.references import turn_reference
from campaign.selectors.own_types import own_types_of
from campaign.selectors.war import War, war_known_to, war_of
from campaign.services.record.chronicle import as_list, hand_now, note_hand, write_entry
from campaign.services.record.once import check_meant
from campaign.services.record.points import release, reserve, spend
from campaign.services.sheet import armies, diplomacy, leaders, purchases
from campaign.services.sheet.case import Case
from rosters.models import Unit
from rosters.rules import catalogue

Kind = SheetLine.Kind


@dataclass(frozen=True)
class Act:
    """The verification, pricing and carrying out of a kind of line. ``pays``: it spends its points itself."""

    price: Callable[[Case], int]
    carry_out: Callable[[Case, SheetLine], str]
    pays: bool = False


ACTS: dict[str, Act] = {
    Kind.BUY_UNIT: Act(purchases.unit_price, purchases.raise_bought_unit),
    Kind.BUY_LEADER: Act(leaders.leader_price, leaders.hire),
    Kind.BUILD_DEPOT: Act(purchases.depot_price, purchases.build_depot),
    Kind.GIFT: Act(purchases.gift_price, purchases.give, pays=True),
    Kind.REPLACEMENTS: Act(armies.replacements_price, armies.replace_losses, pays=True),
    Kind.AMALGAMATE: Act(armies.verify_amalgamation, armies.amalgamate_line),
    Kind.SPLIT: Act(armies.verify_split, armies.split_line),
    Kind.MERGE: Act(armies.verify_merge, armies.merge_line),
    Kind.PAY_FIRST: Act(armies.verify_pay_order, armies.pay_order_done),
    Kind.DISBAND: Act(armies.verify_disband, armies.disband_line),
    Kind.POST: Act(leaders.verify_post, leaders.give_post),
    Kind.SWAP: Act(leaders.verify_swap, leaders.swap),
    Kind.HOME: Act(leaders.verify_home, leaders.send_home),
    Kind.RECALL: Act(leaders.verify_recall, leaders.recall),
    Kind.RELATION: Act(diplomacy.verify_relation, diplomacy.change_relation),
    Kind.CAPTIVES: Act(diplomacy.verify_captives, diplomacy.exchange_captives),
    Kind.RANSOM: Act(diplomacy.verify_ransom, diplomacy.pay_ransom, pays=True),
    Kind.PAROLE: Act(diplomacy.verify_parole, diplomacy.parole),
}


def open_turn_of(faction: Faction) -> Turn:
    """Return the turn that takes orders, locked until the transaction ends.

    Refusal when it is sealed; TurnIsOver when the form was drawn for another turn.
    """
    rows = Turn.objects.filter(campaign=faction.campaign_id).order_by("-number")
    turn = rows.select_for_update(of=("self",)).select_related("campaign").first()
    if turn is None or turn.state != Turn.State.OPEN:
        raise Refusal("The turn is sealed and takes no more orders: wait until the next one opens.")
    if turn.campaign.archived_at is not None:
        raise Refusal(f"{turn.campaign.name} is in the archive and takes no orders: its referee can take it out.")
    check_meant(turn)
    return turn


@transaction.atomic
def enter_line(
    *, faction: Faction, kind: str, details: dict[str, Any], actor: str, key: str | None = None
) -> SheetLine:
    """Enter a line and reserve its points. A repeated ``key`` returns the line that stands. Refusal if not allowed."""
    return enter_on(turn=open_turn_of(faction), faction=faction, kind=kind, details=details, actor=actor, key=key)


def enter_on(
    *, turn: Turn, faction: Faction, kind: str, details: dict[str, Any], actor: str, key: str | None = None,
    hand: str = "", known: War | None = None,
) -> SheetLine:  # fmt: skip
    """Return the same on a turn that the caller holds; ``hand`` marks a line that nobody of the faction enters.

    Pass ``known`` (from ``war_known_to``) to enter many lines with one reading.
    """
    own_key = f"f{faction.pk}:{key}"[:120] if key else None
    if own_key and (first := SheetLine.objects.filter(faction=faction, idempotency=own_key).first()):
        return _standing_still(first)
    known = replace(known) if known is not None else war_known_to(turn, faction)
    cost = _act(kind).price(Case(known, faction, details, _standing(turn, faction), actor))
    line = SheetLine.objects.create(turn=turn, faction=faction, kind=kind, details=details, cost=cost,
                                    entered_by=actor[:80], idempotency=own_key, hand=hand or hand_now())  # fmt: skip
    note_hand("wrote on the sheet of")
    if cost:
        reserve(faction=faction, amount=cost, reason=f"Set aside: {describe(line)}", reference=_reference(turn),
                actor=actor, rule="HR-7", turn=turn.number, key=f"sheet:{line.pk}:reserved")  # fmt: skip
    if not hand:
        draft_again(turn, faction)
    return line


def _standing_still(line: SheetLine) -> SheetLine:
    """Return the line that a form sent twice has entered; Refusal when it was taken off the sheet between the two."""
    if line.state != SheetLine.State.ENTERED:
        raise Refusal("This form was sent before and its line has been withdrawn: load the page again, then enter it.")
    return line


@transaction.atomic
def withdraw_line(*, line: SheetLine, actor: str) -> SheetLine:
    """Take a line off the sheet and give its points back, while the turn is open."""
    turn = open_turn_of(line.faction)
    rows = SheetLine.objects.filter(pk=line.pk, turn=turn, state=SheetLine.State.ENTERED)
    if rows.update(state=SheetLine.State.WITHDRAWN, outcome="Withdrawn.") != 1:
        raise Refusal("That line is no longer on the sheet: look at the sheet again.")
    if line.cost:
        release(faction=line.faction, amount=line.cost, reason=f"Given back: {describe(line)}", actor=actor,
                rule="HR-7", reference=_reference(turn), turn=turn.number,
                key=f"sheet:{line.pk}:withdrawn")  # fmt: skip
    draft_again(turn, line.faction)
    note_hand("wrote on the sheet of")
    line.refresh_from_db()
    return line


def buy_unit(
    *, faction: Faction, province: Province, type_key: str, guard: bool = False, outriders: bool = False,
    name: str = "", station: Station | None = None, actor: str, key: str | None = None,
) -> SheetLine:  # fmt: skip
    """HR-7 Buy a unit at full strength, for an army in the province or, without ``station``, as its garrison.

    ``type_key`` may be the short name of a type of the war (HR-30).
    """
    kind = own_types_of(faction.campaign).get(type_key)
    known = {"type": kind.base, "own": kind.short} if kind else {"type": type_key}
    details = {"province": province.key, **known, "guard": guard, "outriders": outriders, "name": name,
               "place": province.name, "station": station.ref if station else None}  # fmt: skip
    return enter_line(faction=faction, kind=Kind.BUY_UNIT, details=details, actor=actor, key=key)


def hire_leader(
    *, faction: Faction, station: Station, skill: str, name: str = "", actor: str, key: str | None = None
) -> SheetLine:
    """HR-7 Hire a general of a skill (REC-3) for an army in supply; he takes it over next turn."""
    details = {"station": station.ref, "skill": skill, "name": name}
    return enter_line(faction=faction, kind=Kind.BUY_LEADER, details=details, actor=actor, key=key)


def build_depot(*, faction: Faction, province: Province, actor: str, key: str | None = None) -> SheetLine:
    """HR-18 Build a depot in a controlled, supplied province with a town."""
    details = {"province": province.key, "place": province.name}
    return enter_line(faction=faction, kind=Kind.BUILD_DEPOT, details=details, actor=actor, key=key)


def give_points(*, faction: Faction, to: Faction, points: int, actor: str, key: str | None = None) -> SheetLine:
    """21.4 Give points to an ally, once per pair and turn."""
    details = {"faction": to.key, "points": points}
    return enter_line(faction=faction, kind=Kind.GIFT, details=details, actor=actor, key=key)


def buy_replacements(*, station: Station, unit: Unit, points: int, actor: str, key: str | None = None) -> SheetLine:
    """HR-9 Strength points for one worn unit of an army that rested."""
    details = {"station": station.ref, "units": [unit.key], "points": points}
    return enter_line(faction=station.faction, kind=Kind.REPLACEMENTS, details=details, actor=actor, key=key)


def amalgamate(*, station: Station, units: list[Unit], actor: str, key: str | None = None) -> SheetLine:
    """HR-8 Worn units of an army become fewer and stronger in P4."""
    details = {"station": station.ref, "units": [unit.key for unit in units]}
    return enter_line(faction=station.faction, kind=Kind.AMALGAMATE, details=details, actor=actor, key=key)


def split(
    *, station: Station, units: list[Unit], name: str, leader: str = "", actor: str, key: str | None = None
) -> SheetLine:
    """HR-8 Some units leave their army for a new one; ``leader`` is the reference of a wing who takes it over."""
    details = {"station": station.ref, "units": [unit.key for unit in units], "name": name, "leader": leader}
    return enter_line(faction=station.faction, kind=Kind.SPLIT, details=details, actor=actor, key=key)


def merge(*, station: Station, into: Station, actor: str, key: str | None = None) -> SheetLine:
    """HR-8 An army joins another one of its faction in the same province."""
    details = {"station": station.ref, "into": into.ref}
    return enter_line(faction=station.faction, kind=Kind.MERGE, details=details, actor=actor, key=key)


def disband(*, station: Station, units: list[Unit], actor: str, key: str | None = None) -> SheetLine:
    """HR-6 Enter that units are sent home in P4, without a refund."""
    details = {"station": station.ref, "units": [unit.key for unit in units]}
    return enter_line(faction=station.faction, kind=Kind.DISBAND, details=details, actor=actor, key=key)


def pay_first(*, faction: Faction, units: list[Unit], actor: str, key: str | None = None) -> SheetLine:
    """HR-6 Name the units that are paid first, in order, should the points run short."""
    details = {"units": [unit.key for unit in units]}
    return enter_line(faction=faction, kind=Kind.PAY_FIRST, details=details, actor=actor, key=key)


def order_general(
    *, faction: Faction, kind: str, leader: str, station: Station | None = None, wing: bool = False, other: str = "",
    actor: str, key: str | None = None,
) -> SheetLine:  # fmt: skip
    """HR-7 Give a general a post, exchange him for another, send him home or call him back."""
    details: dict[str, object] = {"leader": leader}
    if kind == Kind.POST:
        details |= {"station": station.ref if station else "", "wing": wing}
    if kind == Kind.SWAP:
        details |= {"other": other}
    return enter_line(faction=faction, kind=kind, details=details, actor=actor, key=key)


@transaction.atomic
def change_relation(*, faction: Faction, to: str, relation: str, actor: str, key: str | None = None) -> SheetLine:
    """HR-3 Declare, offer or end something between two factions; the line keeps how they stood."""
    turn = open_turn_of(faction)
    before = war_known_to(turn, faction).theatre.relation(faction.key, to)
    details = {"faction": to, "relation": relation, "before": before}
    return enter_line(faction=faction, kind=Kind.RELATION, details=details, actor=actor, key=key)


def treat_captive(
    *, faction: Faction, kind: str, leader: str, to: str = "", other: str = "", points: int = 0, actor: str,
    key: str | None = None,
) -> SheetLine:  # fmt: skip
    """HR-17 Offer an exchange or a ransom, or free a captive on parole."""
    details: dict[str, object] = {"leader": leader}
    if kind != Kind.PAROLE:
        details |= {"faction": to}
    details |= {"other": other} if kind == Kind.CAPTIVES else {}
    details |= {"points": points} if kind == Kind.RANSOM else {}
    return enter_line(faction=faction, kind=kind, details=details, actor=actor, key=key)


def carry_out_sheet(*, turn: Turn, actor: str) -> None:
    """P4 Every entered line in the order of entry; what has become impossible is refused and its points given back."""
    lines = SheetLine.objects.filter(turn=turn, state=SheetLine.State.ENTERED).select_related("faction__campaign")
    for line in lines.order_by("pk"):
        if line.kind in ACTS:
            _carry_out(turn, line, actor)
    done = SheetLine.objects.filter(turn=turn).exclude(state=SheetLine.State.WITHDRAWN).select_related("faction")
    by_faction: dict[Faction, list[SheetLine]] = {}
    for line in done:
        by_faction.setdefault(line.faction, []).append(line)
    for faction, own in by_faction.items():
        told = [f"{describe(line)}: {line.outcome}" for line in own if line.outcome]
        text = as_list("The sheet was carried out.", told, alone=True)
        write_entry(turn=turn, phase="P4", kind="sheet", text=text, audience=[faction])


def _carry_out(turn: Turn, line: SheetLine, actor: str) -> None:
    act = ACTS[line.kind]
    before = tuple(other for other in _standing(turn, line.faction) if other.pk < line.pk)
    case = Case(war_of(turn), line.faction, line.details, before, actor)
    try:
        with transaction.atomic():
            act.price(case)
            line.outcome = act.carry_out(case, line)[:300]
    except Refusal as refusal:
        line.state, line.outcome = SheetLine.State.REFUSED, sentence(refusal.sentence)[:300]
        _settle_points(turn, line, actor, spent=False)
    else:
        line.state = SheetLine.State.DONE
        if not act.pays:
            _settle_points(turn, line, actor, spent=True)
    line.save(update_fields=["state", "outcome", "details"])


def _settle_points(turn: Turn, line: SheetLine, actor: str, *, spent: bool) -> None:
    if not line.cost:
        return
    common: dict[str, Any] = {
        "faction": line.faction, "amount": line.cost, "reference": _reference(turn), "actor": actor, "rule": "HR-7",
        "turn": turn.number,
    }  # fmt: skip
    if spent:
        spend(kind=Account.Kind.PURCHASES, reason=describe(line), key=f"sheet:{line.pk}:spent", **common)
    else:
        release(reason=f"Became impossible: {describe(line)}", key=f"sheet:{line.pk}:refused", **common)


def describe(line: SheetLine) -> str:
    """Return a line in a few words, for ledgers and pages."""
    details = line.details
    if line.kind == Kind.BUY_UNIT:
        guard = " Guard" if details.get("guard") else ""
        kind = details.get("own") or catalogue.unit_type(details["type"]).name
        return f"{kind}{guard} in {details.get('place') or details['province']}"
    if line.kind == Kind.BUY_LEADER:
        return f"{catalogue.skill(details['skill']).name} general"
    if line.kind == Kind.GIFT:
        return f"gift of {details['points']} points to {details['faction']}"
    if line.kind == Kind.BUILD_DEPOT:
        return f"depot in {details.get('place') or details['province']}"
    return str(Kind(line.kind).label)


def _act(kind: str) -> Act:
    if kind not in ACTS:
        raise Refusal("kind: this campaign's sheet does not take such lines; choose another kind.")
    return ACTS[kind]


def _standing(turn: Turn, faction: Faction) -> tuple[SheetLine, ...]:
    states = (SheetLine.State.ENTERED, SheetLine.State.DONE)
    return tuple(SheetLine.objects.filter(turn=turn, faction=faction, state__in=states).order_by("pk"))


def draft_again(turn: Turn, faction: Faction) -> None:
    """Make what a faction has changed, orders or sheet, a draft again until it is Ready again."""
    FactionTurn.objects.filter(turn=turn, faction=faction).update(
        ready=False, ready_at=None, ready_by=None, touched=True
    )


def not_ready(turn: Turn) -> None:
    """Ask every faction for its Ready anew; what it has entered stays."""
    FactionTurn.objects.filter(turn=turn, ready=True).update(ready=False, ready_at=None, ready_by=None)


def _reference(turn: Turn) -> str:
    return turn_reference(turn.campaign.slug, turn.number)
