"""Battles of one's own that are fought by hand: opened for the table, settled from it, or given to the program."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from battles.models import Battle
from battles.resolvers.values.battle import BattleFile
from battles.services.held.choosing import choose_method, hold_battle
from battles.services.held.companion import entries_at_table
from battles.services.held.settling import settle_typed
from battles.services.opening import UNFINISHED_AT_ONCE, create_one_off

State, Method = Battle.State, Battle.Method


@transaction.atomic
def create_by_hand(*, file: BattleFile, seed: str, owner: User) -> Battle:
    """Return a battle of one's own that no worker takes: it is on the table until it is settled there."""
    User.objects.select_for_update().get(pk=owner.pk)
    waiting = Battle.objects.filter(owner=owner, state=State.OPEN).count()
    if waiting >= UNFINISHED_AT_ONCE:
        raise Refusal(f"{waiting} of your battles are on the table; settle one of them, or let the program fight it.")
    battle = create_one_off(file=file, seed=seed, owner=owner)
    hold_battle(battle=battle, play_by=None, fallback=Method.RULING)
    choose_method(battle=battle, method=Method.TABLE)
    battle.refresh_from_db()
    return battle


def settle_from_table(*, battle: Battle) -> bool:
    """Settle a battle as its table stands; Refusal before its first day, or when it is settled already.

    LGG-15.1-a A side that has not chosen whether to stay has not left.
    """
    entries = entries_at_table(battle)
    sides = [
        {"stayed": entry["stayed"][number] is not False, "leaders": entry["leaders"], "units": entry["units"]}
        for number, entry in enumerate(entries)
    ]
    typed = {"stage": entries[0]["stage"], "days": entries[0]["days"], "sides": sides}
    return settle_typed(battle=battle, typed=typed, method=Method.TABLE)
