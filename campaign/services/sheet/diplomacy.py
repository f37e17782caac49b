"""Relations and captives on the sheet (HR-3, HR-17): what is declared, offered and agreed between factions.

An offer is a line that was carried out and not agreed to yet. It stands for as many turns as the house rules set; the
other side agrees by entering the same on a sheet of its own.
"""

from typing import Any

from base.refusal import Refusal
from base.words import sentence
from campaign.models import Account, Faction, Leader, Notice, Province, SheetLine
from campaign.rules.diplomacy import NEWS, needs_both
from campaign.rules.wording import opening
from campaign.services.news.events import announce_line
from campaign.services.phases.opening.posts import set_free
from campaign.services.record.chronicle import write_entry
from campaign.services.record.points import account, post_points, release
from campaign.services.sheet.case import Case

Kind = SheetLine.Kind
Status = Leader.Status


def other_faction(case: Case) -> Faction:
    """Return the faction that a line is about: any but the own one."""
    found = case.war.factions.get(case.details.get("faction", ""))
    if found is None or found.pk == case.faction.pk:
        raise Refusal("faction: choose another faction of this war.")
    return found


def verify_relation(case: Case) -> int:
    """HR-3 A change of how two factions stand to each other, one line for each pair a turn. Costs nothing."""
    other, then = other_faction(case), str(case.details.get("relation", ""))
    if then not in NEWS:
        raise Refusal("relation: choose war, peace, passage or alliance.")
    needs_both(case.war.theatre.relation(case.faction.key, other.key), then)
    lines = [line for line in case.of_kind(Kind.RELATION) if line.details["faction"] == other.key]
    if lines:
        raise Refusal(f"faction: a line about {other} is on the sheet already; withdraw that line first.")
    return 0


def change_relation(case: Case, line: SheetLine) -> str:
    """HR-3 A declaration is public at once and an offer goes to the other side; both take effect on the next turn."""
    other, then = other_faction(case), str(case.details["relation"])
    now = case.war.theatre.relation(case.faction.key, other.key)
    if not needs_both(now, then):
        return _settled(case, line, other, then, f"{_opening(case, 'gives', 'give')} notice to {other.in_text}")
    answered = open_offer(case, Kind.RELATION, other, {"relation": then})
    if answered is None:
        return _offered(case, line, other, f"{_opening(case, 'offers', 'offer')} {other.in_text} {_terms(then)}.")
    outcome = _settled(case, line, other, then, f"{sentence(case.faction.in_text)} and {other.in_text} have agreed")
    _conclude(answered, outcome)
    return outcome


def _opening(case: Case, one: str, many: str) -> str:
    return opening(case.faction.name, one, many)


def _terms(then: str) -> str:
    return {"neutral": "peace", "transit": "passage for each other's armies", "allied": "an alliance"}[then]


def _settled(case: Case, line: SheetLine, other: Faction, then: str, who: str) -> str:
    turn = case.war.turn.number + max(1, case.war.house["diplomacy.notice_turns"])
    line.details = line.details | {"effective": turn, "concluded": True}
    text = f"{who}: from turn {turn} on they {NEWS[then]}."
    write_entry(turn=case.war.turn, phase="P4", kind="relation", text=text, rule="HR-3",
                details={"between": [case.faction.key, other.key], "relation": then, "from": turn})  # fmt: skip
    _announce(case, text)
    return f"Takes effect on turn {turn}."


def _offered(case: Case, line: SheetLine, other: Faction, text: str) -> str:
    write_entry(turn=case.war.turn, phase="P4", kind="offer", text=text, rule=line_rule(line),
                audience=[case.faction, other])  # fmt: skip
    _announce(case, text, [other])
    return f"Offered; the offer holds until turn {last_turn_of_offer(case)} is run."


def _announce(case: Case, text: str, factions: list[Faction] | None = None) -> None:
    """Notify those who have not entered it themselves; with None all."""
    announce_line(turn=case.war.turn, kind=Notice.Kind.RELATION, text=text, page="game:diplomacy", factions=factions)


def line_rule(line: SheetLine) -> str:
    """Return the rule behind a line between factions."""
    return "HR-3" if line.kind == Kind.RELATION else "HR-17"


def last_turn_of_offer(case: Case) -> int:
    """Return the last turn on which the other side can agree to what is offered now."""
    return case.war.turn.number + max(1, case.war.house["diplomacy.offer_turns"]) - 1


def open_offer(case: Case, kind: str, other: Faction, terms: dict[str, Any]) -> SheetLine | None:
    """Return the other side's offer on the same terms that nobody has agreed to yet."""
    first = case.war.turn.number - max(1, case.war.house["diplomacy.offer_turns"]) + 1
    rows = SheetLine.objects.filter(faction=other, kind=kind, state=SheetLine.State.DONE, turn__number__gte=first)
    for row in rows.order_by("-pk"):
        details = row.details
        wanted = {"faction": case.faction.key, **terms}
        if not details.get("concluded") and all(details.get(name) == value for name, value in wanted.items()):
            return row
    return None


def _conclude(offer: SheetLine, outcome: str) -> None:
    offer.details, offer.outcome = offer.details | {"concluded": True}, f"Agreed to. {outcome}"
    offer.save(update_fields=["details", "outcome"])


def _captive(case: Case, field: str, of: Faction, holder: Faction) -> Leader:
    ref = case.details.get(field) or ""
    rows = Leader.objects.filter(campaign=case.war.campaign, status=Status.CAPTURED, faction=of, captor=holder)
    found = rows.filter(ref=ref).first()
    if found is None:
        raise Refusal(f"{field}: choose a general of {of.in_text} who is a captive of {holder.in_text}.")
    return found


def _once(case: Case, general: Leader) -> None:
    named = [line.details for line in case.of_kind(Kind.CAPTIVES, Kind.RANSOM, Kind.PAROLE)
             if line.state == SheetLine.State.ENTERED]  # fmt: skip
    if any(general.ref in (details.get("leader"), details.get("other")) for details in named):
        raise Refusal(f"leader: {general.name} has another line of the sheet; withdraw that line first.")


def verify_captives(case: Case) -> int:
    """HR-17 An own general who is a captive, for one of theirs who is a captive here."""
    other = other_faction(case)
    _once(case, _captive(case, "leader", case.faction, other))
    _once(case, _captive(case, "other", other, case.faction))
    return 0


def exchange_captives(case: Case, line: SheetLine) -> str:
    """HR-17 Both come back when both sides have entered it."""
    other = other_faction(case)
    own, theirs = (_captive(case, "leader", case.faction, other), _captive(case, "other", other, case.faction))
    answered = open_offer(case, Kind.CAPTIVES, other, {"leader": theirs.ref, "other": own.ref})
    if answered is None:
        offers = f"{_opening(case, 'offers', 'offer')} {other.in_text}"
        return _offered(case, line, other, f"{offers} to exchange {theirs.name} for {own.name}.")
    _conclude(answered, f"{theirs.name} is back and waits for a post.")
    line.details = line.details | {"concluded": True}
    for general in (own, theirs):
        set_free(general)
    _write_line(case, [case.faction, other], f"{own.name} and {theirs.name} were exchanged.")
    return f"{own.name} is back and waits for a post."


def verify_ransom(case: Case) -> int:
    """HR-17 Return the ransom of a captive: the owner's points are set aside, the captor asks for as much."""
    other, points = other_faction(case), case.details.get("points")
    if not isinstance(points, int) or isinstance(points, bool) or not 1 <= points <= 10_000:
        raise Refusal("points: give a whole number from 1 to 10,000.")
    general, pays = _ransomed(case, other)
    _once(case, general)
    return points if pays else 0


def _ransomed(case: Case, other: Faction) -> tuple[Leader, bool]:
    """Return the captive, and whether he is an own general who is to be bought free."""
    ref = case.details.get("leader") or ""
    rows = Leader.objects.filter(campaign=case.war.campaign, ref=ref, status=Status.CAPTURED)
    found = rows.filter(faction__in=(case.faction, other), captor__in=(case.faction, other)).first()
    if found is None:
        raise Refusal(f"leader: choose a general of {other} whom you hold captive, or one of yours whom {other} holds.")
    return found, found.faction_id == case.faction.pk


def pay_ransom(case: Case, line: SheetLine) -> str:
    """HR-17 The general is free and his captor has the points when both have entered the same sum."""
    other, points = other_faction(case), int(case.details["points"])
    general, pays = _ransomed(case, other)
    answered = open_offer(case, Kind.RANSOM, other, {"leader": general.ref, "points": points})
    if pays:
        release(faction=case.faction, amount=points, reason=f"Set aside for {general.name}", actor=case.actor,
                reference=case.reference, rule="HR-17", turn=case.war.turn.number,
                key=f"sheet:{line.pk}:back")  # fmt: skip
    if answered is None:
        one, many = ("offers", "offer") if pays else ("asks", "ask")
        asks = f"{_opening(case, one, many)} {other.in_text}"
        return _offered(case, line, other, f"{asks} {'' if pays else 'for '}{points} points for {general.name}.")
    payer, captor = (case.faction, other) if pays else (other, case.faction)
    _pay(case, line, payer, captor, points, f"Ransom for {general.name}")
    _conclude(answered, f"{general.name} is free.")
    line.details = line.details | {"concluded": True}
    set_free(general)
    text = f"{general.name} was ransomed by {payer.in_text} from {captor.in_text} for {points} points."
    _write_line(case, [payer, captor], text)
    return f"{general.name} is free."


def _pay(case: Case, line: SheetLine, payer: Faction, captor: Faction, points: int, reason: str) -> None:
    source, target = (account(campaign=case.war.campaign, faction=f, kind=Account.Kind.TREASURY)
                      for f in (payer, captor))  # fmt: skip
    post_points(source=source, target=target, amount=points, reason=reason, reference=case.reference,
                actor=case.actor, rule="HR-17", turn=case.war.turn.number, key=f"sheet:{line.pk}:ransom")  # fmt: skip


def verify_parole(case: Case) -> int:
    """HR-17 The captor frees a general on his word."""
    _once(case, _paroled(case))
    return 0


def _paroled(case: Case) -> Leader:
    rows = Leader.objects.filter(campaign=case.war.campaign, status=Status.CAPTURED, captor=case.faction)
    found = rows.select_related("faction").filter(ref=case.details.get("leader") or "").first()
    if found is None:
        raise Refusal("leader: choose a general whom you hold captive.")
    return found


def parole(case: Case, line: SheetLine) -> str:
    """HR-17 He goes home and does not serve for as many turns as the house rules set."""
    general = _paroled(case)
    until = case.war.turn.number + case.war.house["captives.parole_turns"]
    general.status, general.captor, general.back_on_turn = Status.HOME, None, until
    general.save(update_fields=["status", "captor", "back_on_turn"])
    text = f"{general.name} was freed by {case.faction.in_text} on his word not to serve before turn {until}."
    _write_line(case, [case.faction, general.faction], text)
    return f"{general.name} went home; he may not serve before turn {until}."


def _write_line(case: Case, audience: list[Faction], text: str, province: Province | None = None) -> None:
    write_entry(turn=case.war.turn, phase="P4", kind="captive", text=text, audience=audience, province=province,
                rule="HR-17")  # fmt: skip
    _announce(case, text, audience)
