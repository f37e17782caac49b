"""Opening a battle: its file is frozen with its field, its seed committed to."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from battles.models import Battle, BattleUnit
from battles.resolvers.contract.registry import resolver
from battles.resolvers.core.dice import commitment
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import field_seed_of, likeness_of
from battles.resolvers.values.battle import BattleFile
from rosters.models import Unit

State = Battle.State
UNFINISHED_AT_ONCE = 20


def new_seed() -> str:
    """Return a secret seed of 128 random bits."""
    return secrets.token_hex(16)


@transaction.atomic
def create_battle(
    *,
    name: str,
    file: BattleFile,
    field_seed: str,
    seed: str,
    reference: str,
    unit_ids: Mapping[str, Unit],
    owner: User | None = None,
    waiting: bool = False,
) -> Battle:
    """Open a battle; call ``publish_due()`` after the commit.

    ``unit_ids`` maps ids of the file to the units of rosters that bear the losses; it is empty for a battle without
    rosters. A ``waiting`` battle keeps its file as it is until ``refreeze_battle``. Refuses a file that cannot be
    fought.
    """
    opened = drawn_battle(
        name=name, file=file, field_seed=field_seed, seed=seed, reference=reference, unit_ids=unit_ids, owner=owner,
        waiting=waiting,
    )  # fmt: skip
    write_battles(opened=[opened])
    return opened.battle


@dataclass(frozen=True)
class Opened:
    """A battle that is to be written, and which unit fights in it under which id of its file."""

    battle: Battle
    units: Mapping[str, Unit]


def drawn_battle(
    *, name: str, file: BattleFile, field_seed: str, seed: str, reference: str, unit_ids: Mapping[str, Unit],
    owner: User | None = None, waiting: bool = False,
) -> Opened:  # fmt: skip
    """Return a battle with its field, not written yet; as for ``create_battle``."""
    rules = resolver(file.rules)
    frozen = file if waiting else rules.freeze(file, field_seed)
    _check_units(frozen, unit_ids)
    battle = Battle(
        name=name[:120],
        state=State.WAITING if waiting else State.PENDING,
        rules=file.rules,
        engine=rules.ENGINE,
        profile_hash=rules.profile_hash(file.profile or {}),
        file=frozen.as_dict(),
        field_seed=field_seed,
        seed=seed,
        commitment=commitment(seed),
        reference=reference,
        owner=owner,
    )
    return Opened(battle, unit_ids)


@transaction.atomic
def write_battles(*, opened: Sequence[Opened]) -> None:
    """Write battles with their units; call ``publish_due()`` after the commit."""
    Battle.objects.bulk_create([one.battle for one in opened], batch_size=100)
    fielded = [
        BattleUnit(battle=one.battle, unit=unit, file_id=file_id)
        for one in opened
        for file_id, unit in one.units.items()
    ]
    BattleUnit.objects.bulk_create(fielded, batch_size=400)


@transaction.atomic
def create_one_off(*, file: BattleFile, seed: str, owner: User) -> Battle:
    """Return a battle without rosters. A seed that was typed in also lays out the field, as on the command line."""
    _check_unfinished(owner)
    return create_battle(
        name=file.name,
        file=file,
        field_seed=field_seed_of(seed) if seed else new_seed(),
        seed=seed or new_seed(),
        reference="",
        unit_ids={},
        owner=owner,
    )


@transaction.atomic
def refreeze_battle(*, battle: Battle, file: BattleFile, unit_ids: Mapping[str, Unit]) -> Battle:
    """Give a waiting battle the file that the earlier battles have left over, and let it be fought."""
    rules = resolver(file.rules)
    frozen = rules.freeze(file, battle.field_seed)
    waiting = Battle.objects.filter(pk=battle.pk, state=State.WAITING)
    numbers = rules.profile_hash(file.profile or {})
    if waiting.update(
        state=State.PENDING, file=frozen.as_dict(), rules=file.rules, profile_hash=numbers, published_at=None
    ) != 1:  # fmt: skip
        raise Refusal(f"{battle.name}: the battle is no longer waiting; only a waiting battle gets a new file.")
    battle.refresh_from_db()
    battle.fielded.all().delete()
    _check_units(frozen, unit_ids)
    rows = [BattleUnit(battle=battle, unit=unit, file_id=file_id) for file_id, unit in unit_ids.items()]
    BattleUnit.objects.bulk_create(rows)
    return battle


def numbers_now(battle: Battle) -> str:
    """ENG-2 The hash of the numbers that a battle's file would be fought with by this program."""
    return resolver(battle.rules).profile_hash(battle.file.get("profile") or {})


@transaction.atomic
def fight_again(*, battle: Battle, owner: User, seed: str = "", agreed: str = "") -> Battle:
    """Return the same armies on the same field with other dice, as a battle of its own without rosters.

    ENG-2: where the numbers of the program have changed since, ``agreed`` is the hash of those it is fought with now.
    """
    _check_unfinished(owner)
    now = numbers_now(battle)
    if battle.profile_hash and now not in (battle.profile_hash, agreed):
        raise Refusal("The numbers of the rules have changed since this battle: tick that it may be fought with them.")
    return create_battle(
        name=battle.name,
        file=parse(battle.file),
        field_seed=battle.field_seed,
        seed=seed or new_seed(),
        reference="",
        unit_ids={},
        owner=owner,
    )


def _check_unfinished(owner: User) -> None:
    """Nobody keeps all workers to himself; his row is locked, so that two clicks are counted one after the other."""
    User.objects.select_for_update().get(pk=owner.pk)
    waiting = Battle.objects.filter(owner=owner, state__in=[State.PENDING, State.RUNNING]).count()
    if waiting >= UNFINISHED_AT_ONCE:
        raise Refusal(f"{waiting} of your battles are still to be fought; wait until one of them is over.")


def _check_units(file: BattleFile, unit_ids: Mapping[str, Unit]) -> None:
    known = {unit.id for side in file.sides for unit in side.units}
    if strange := sorted(set(unit_ids) - known):
        raise ValueError(f"units that are not in the battle file: {strange}")


def renew_seed(*, battle: Battle, seed: str, read: Mapping[str, str]) -> None:
    """Give a battle that is not decided another seed, and those that come again for a decision that was made."""
    rows = Battle.objects.filter(pk=battle.pk).exclude(state=Battle.State.DONE)
    rows.update(seed=seed, commitment=commitment(seed), read=dict(read))


def seed_for(battle: Battle, typed: Mapping[str, Any] | None = None) -> str:
    """Return the seed by which a battle is decided: fought by the program, or by what people ``typed``."""
    if not battle.read:
        return battle.seed
    return str(battle.read.get(likeness_of(battle.rules, battle.file, typed), battle.seed))


def settled_seed(seed: str) -> dict[str, Any]:
    """Return the columns of a battle that was decided by a seed."""
    return {"seed": seed, "commitment": commitment(seed), "read": {}}
