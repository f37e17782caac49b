"""Other rules for a battle that is not laid out yet: its armies stay, its field is made anew from the same seed."""

from dataclasses import replace

from django.db import transaction

from base.refusal import Refusal
from battles.models import Battle
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import by_rules, parse
from battles.services.held.settling import locked

State, Method = Battle.State, Battle.Method


def takes_rules(battle: Battle) -> bool:
    """Return whether the rules of a battle can still be changed: it waits, or nothing has been noted or typed in of
    it."""
    if battle.state == State.WAITING:
        return True
    return battle.state == State.OPEN and not battle.notes.exists() and not battle.entries.exists()


@transaction.atomic
def change_rules(*, battle: Battle, rules: str) -> None:
    """Have a battle fought by other rules, with their shipped numbers; Refusal once it is laid out."""
    held = locked(battle)
    file = by_rules(parse(held.file), rules)
    if not takes_rules(held):
        raise Refusal(f"{held.name}: it is laid out; rules are changed before anything is noted, typed in or fought.")
    system = resolver(rules)
    if held.state == State.OPEN:
        file = system.freeze(replace(file, field=None) if file.terrain else file, held.field_seed)
    changed = {"rules": rules, "engine": system.ENGINE, "profile_hash": system.profile_hash(file.profile or {})}
    Battle.objects.filter(pk=held.pk).update(file=file.as_dict(), **changed)
    battle.refresh_from_db()
