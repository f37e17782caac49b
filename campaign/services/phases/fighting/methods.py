"""The deciding of a battle of the war: held open, wished for by its sides (also by standing wishes), handed in."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from base.refusal import Refusal
from base.words import counted
from battles.models import Battle
from battles.resolvers.contract.manifest import FLAG, Option
from battles.resolvers.contract.registry import system
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.battle import MOST_DAYS
from battles.resolvers.values.entries import Part
from battles.services import hold_battle, publish_due
from battles.services.held import choosing
from battles.services.held.choosing import change_rules
from battles.services.held.settling import locked, settle_typed
from battles.services.held.table import hand_in
from campaign.models import Campaign, Engagement, Faction, Leader, StandingWish
from campaign.rules.fighting.plan import ANYBODY, check_rules, wished
from campaign.rules.house import house_rules
from campaign.rules.march.contact import quick_result
from campaign.rules.wording import opening
from campaign.services.record.chronicle import note_hand, record_act, write_entry

METHODS = ("table", "auto")


@transaction.atomic
def set_standing_wishes(*, faction: Faction, wishes: Mapping[str, str], by: str) -> None:
    """Set how a faction wants its battles decided, by the key of the enemy; an empty method takes the wish back."""
    enemies = {row.key: row for row in faction.campaign.factions.exclude(pk=faction.pk)}
    for key, method in wishes.items():
        if method not in ("", *METHODS) or key not in ("", *enemies):
            raise Refusal("Wishes: choose the table, the program, or nothing, for one of the other factions.")
    StandingWish.objects.filter(faction=faction).delete()
    StandingWish.objects.bulk_create(
        StandingWish(campaign=faction.campaign, faction=faction, against=enemies.get(key), method=method, by=by[:150])
        for key, method in wishes.items() if method
    )  # fmt: skip
    note_hand("set the standing wishes of")


def wishes_of_sides(engagement: Engagement, campaign: Campaign) -> tuple[str | None, str | None]:
    """Return how either side of a new battle wants it decided, as the faction in command of the side has set
    beforehand."""
    prefetch_related_objects([campaign], "standing_wishes__faction", "standing_wishes__against")
    standing: dict[int, dict[str, str]] = {}
    for row in campaign.standing_wishes.all():
        standing.setdefault(row.faction_id, {})[row.against.key if row.against else ANYBODY] = row.method
    if not standing:
        return None, None
    return _of_side(engagement, standing, 0), _of_side(engagement, standing, 1)


def _of_side(engagement: Engagement, standing: Mapping[int, Mapping[str, str]], side: int) -> str | None:
    rows = list(engagement.armies.select_related("faction").order_by("pk"))
    leader = Leader.objects.filter(
        campaign=engagement.turn.campaign_id, ref=engagement.details["sides"][side]["commander"]
    ).first()
    leads = leader.faction_id if leader else next(row.faction_id for row in rows if row.side == side)
    return wished(standing.get(leads, {}), [row.faction.key for row in rows if row.side != side])


LONGEST = 365
TABLE_DAYS = 14
"""So long a battle that both sides want on the table is held open where the campaign holds none."""
HOW = {
    Battle.Method.AUTO: "fought by the program",
    Battle.Method.TABLE: "fought on the table",
    Battle.Method.RULING: "ruled by the referee",
}


def hold_open(*, engagement: Engagement, campaign: Campaign) -> None:
    """Hold a new battle open for as long as the campaign has set; with 0 days it is fought at once.

    What both sides wished beforehand holds instead: the table keeps it open, the program fights it at once.
    """
    battle = engagement.battle
    if battle is None or battle.state != Battle.State.PENDING:
        return
    wishes = wishes_of_sides(engagement, campaign)
    agreed = wishes[0] if wishes[0] == wishes[1] else None
    days = campaign.battle_days or (TABLE_DAYS if agreed == Battle.Method.TABLE else 0)
    if not days or agreed == Battle.Method.AUTO:
        return
    play_by = timezone.now() + timedelta(days=days)
    hold_battle(
        battle=battle, play_by=play_by, fallback=campaign.battle_fallback, patience=campaign.battle_patience or None
    )
    for side, method in enumerate(wishes):
        if method:
            choosing.wish_method(battle=battle, side=side, method=method, by="a standing wish")


@transaction.atomic
def set_battle_policy(*, campaign: Campaign, days: int, fallback: str, patience: int | None, user: User) -> None:
    """Say how battles to come are decided: at once, or held open; on the referee's record."""
    if not 0 <= days <= LONGEST:
        raise Refusal(f"Days: write 0 (fought at once) to {LONGEST}.")
    campaign.battle_days, campaign.battle_fallback, campaign.battle_patience = days, fallback, patience or 0
    campaign.save(update_fields=["battle_days", "battle_fallback", "battle_patience"])
    held = f"held open for {counted(days, 'day')}, then {HOW[Battle.Method(fallback)]}" if days else "fought at once"
    record_act(campaign=campaign, user=user, act=f"decided that battles are {held}")


@transaction.atomic
def set_battle_rules(*, campaign: Campaign, options: Mapping[str, Any], max_days: int, user: User) -> None:
    """Set the options and the days of the battles to come; on the record."""
    if not 1 <= max_days <= MOST_DAYS:
        raise Refusal(f"Days of fighting: write 1 to {MOST_DAYS}.")
    check_rules(campaign.rules, options)
    known = system(campaign.rules).options
    chosen = {option.key: options[option.key] for option in known
              if options.get(option.key, option.default) != option.default}  # fmt: skip
    if (campaign.rule_options, campaign.battle_max_days, campaign.rules_offered) == (chosen, max_days, False):
        return
    campaign.rule_options, campaign.battle_max_days, campaign.rules_offered = chosen, max_days, False
    campaign.save(update_fields=["rule_options", "battle_max_days", "rules_offered"])
    terms = [_in_words(option, chosen.get(option.key, option.default)) for option in known]
    act = f"decided that battles are fought {', '.join([*terms, counted(max_days, 'day')])} at most"
    record_act(campaign=campaign, user=user, act=act)


def _in_words(option: Option, value: bool | int | str) -> str:
    """Return an option in the words of the record: "with stratagems", "metal: gold"."""
    if option.kind == FLAG:
        return f"{'with' if value else 'without'} {option.label.lower()}"
    return f"{option.label.lower()}: {dict(option.choices).get(str(value), value)}"


@transaction.atomic
def set_rules(*, engagement: Engagement, rules: str, user: User) -> None:
    """The referee has one battle fought by other rules, on the record, until it is laid out."""
    battle = _battle(engagement)
    change_rules(battle=battle, rules=rules)
    name = system(rules).name
    act = f"decided that the {battle.name} is fought by {name}"
    record_act(campaign=engagement.turn.campaign, user=user, act=act)
    _write_line(engagement, f"{battle.name}: it is fought by {name}.")


def check_leads(*, engagement: Engagement, side: int, faction: Faction | None) -> None:
    """HR-14 Where allies fight side by side, the faction whose general commands decides for all; Refusal for others."""
    ref = engagement.details["sides"][side]["commander"]
    leader = Leader.objects.filter(campaign=engagement.turn.campaign_id, ref=ref).select_related("faction").first()
    if leader is not None and leader.faction != faction:
        raise Refusal(f"{leader.faction.name} commands your side of {_battle(engagement)} and decides for it.")


@transaction.atomic
def wish(*, engagement: Engagement, side: int, method: str, by: str) -> bool:
    """Set how a side would have its battle decided; True when both sides now agree."""
    battle = _battle(engagement)
    agreed = choosing.wish_method(battle=battle, side=side, method=method, by=by)
    note_hand(f"chose how to decide the {battle.name} for")
    if agreed:
        transaction.on_commit(publish_due)
        _write_line(engagement, f"{battle.name}: both sides agree that it is {HOW[Battle.Method(method)]}.")
    return agreed


@transaction.atomic
def ask_quick(*, engagement: Engagement, side: int) -> bool:
    """HR-12 The stronger side has the program fight its battle at once; both are played by it, with the logged seed.

    Each side may ask once, and the other is notified: the answer shows how the strengths compare. The battle is held
    first, as when it is settled and when armies come up to it: both write the engagement's details, too.
    """
    battle = locked(_battle(engagement))
    engagement = Engagement.objects.select_related("turn__campaign").get(pk=engagement.pk)
    asked = engagement.details.get("quick", [])
    if battle.method != Battle.Method.UNDECIDED or battle.state != Battle.State.OPEN:
        raise Refusal(f"{battle.name}: how it is decided has been chosen; a quick result can no longer be asked for.")
    if side in asked:
        raise Refusal(f"{battle.name}: your side has asked for a quick result already.")
    engagement.details = engagement.details | {"quick": [*asked, side]}
    engagement.save(update_fields=["details"])
    strengths = [sum(unit.strength for unit in one.units) for one in parse(battle.file).sides]
    house = house_rules(engagement.turn.campaign.house_rules)
    granted = quick_result(strengths[side], strengths[1 - side], house)
    asks = opening(engagement.details["sides"][side]["name"], "asks", "ask")
    answer = "the program fights it" if granted else f"the odds are below {house['contact.quick_ratio']} to 1"
    _write_line(engagement, f"{battle.name}: {asks} for a quick result; {answer}.")
    if granted:
        choosing.choose_method(battle=battle, method=Battle.Method.AUTO)
        transaction.on_commit(publish_due)
    return granted


def give_up(*, engagement: Engagement, side: int) -> None:
    """Leave the field without a battle."""
    battle = _battle(engagement)
    gives = opening(engagement.details["sides"][side]["name"], "gives", "give")

    def noted() -> None:
        note_hand(f"gave up the field of the {battle.name} for")
        _write_line(engagement, f"{battle.name}: {gives} up the field.")

    choosing.concede(battle=battle, side=side, also=noted)


@transaction.atomic
def choose(*, engagement: Engagement, method: str, user: User) -> None:
    """The referee decides how a battle is decided, on the record; call ``publish_due()`` after the commit."""
    battle = _battle(engagement)
    choosing.choose_method(battle=battle, method=method)
    act = f"decided that the {battle.name} is {HOW[Battle.Method(method)]}"
    record_act(campaign=engagement.turn.campaign, user=user, act=act)
    transaction.on_commit(publish_due)


@transaction.atomic
def set_terms(*, engagement: Engagement, play_by: Any, fallback: str, patience: int | None, user: User) -> None:
    """The referee moves play-by date, fall-back and patience of one battle, on the record."""
    battle = _battle(engagement)
    choosing.set_terms(battle=battle, play_by=play_by, fallback=fallback, patience=patience or None)
    record_act(campaign=engagement.turn.campaign, user=user, act=f"set the terms of the {battle.name}")


def rule(*, engagement: Engagement, typed: Mapping[str, Any], reason: str, user: User) -> None:
    """The referee settles a battle with a result of his own, on the record."""
    battle = _battle(engagement)

    def noted() -> None:
        record_act(campaign=engagement.turn.campaign, user=user, act=f"ruled the {battle.name}", reason=reason)

    settle_typed(battle=battle, typed=typed, method=Battle.Method.RULING, also=noted)


def _battle(engagement: Engagement) -> Battle:
    if engagement.battle is None:
        raise Refusal(f"{engagement}: no battle belongs to it.")
    return engagement.battle


def _write_line(engagement: Engagement, text: str) -> None:
    write_entry(
        turn=engagement.turn, phase="P8", kind="method", text=text, province=engagement.province,
        battle_key=_battle(engagement).key, rule="HR-12",
    )  # fmt: skip


def hand_in_result(
    *, battle: Battle, part: Part, values: Mapping[str, Any], by: str, seen: str | None = None
) -> bool:  # fmt: skip
    """Hand in what a faction answers for; whether the battle is settled by it. The record names who acts."""
    act = f"handed in a result of the {battle.name} for"
    return hand_in(
        battle=battle, side=part.number, part=part, values=values, by=by, seen=seen, also=lambda: note_hand(act)
    )
