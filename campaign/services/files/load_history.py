"""Loading a campaign file: what happened becomes rows again, and guarded columns the sums of their ledgers."""

import base64
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.db import connection, models, transaction

from campaign.models import Account, ChronicleEntry
from campaign.rules.files.checking.history_checks import final_balances, final_strengths
from campaign.rules.files.checks import roster_items
from campaign.rules.files.past.history_rows import History, StrengthRow, UnitRow
from campaign.rules.files.rows import ArmyRow, NewUnitRow
from campaign.services.files.load_war import World
from campaign.services.files.tables import TABLES, HistoryTable
from campaign.services.record.points import create_accounts, restore_balances
from rosters.rules.catalogue import unit_type
from rosters.rules.own_types import OwnTypes

PLAIN = (models.CharField, models.IntegerField, models.BooleanField)
"""Fields whose values, once a file's reader has looked at them, are as the database takes them."""
Given = dict[str, Any]


@transaction.atomic
def write_rows(model: type[models.Model], rows: Iterable[Given]) -> None:
    """Write rows of columns by name; what a row leaves out has its default. Their keys are not read back.

    It does what ``bulk_create`` does in a third of the time: no model is made and no statement built for each row.
    """
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    quote = connection.ops.quote_name
    names, marks = ", ".join(quote(str(field.column)) for field in fields), ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({marks})"  # noqa: S608  # nosec B608: names of columns, quoted
    with connection.cursor() as cursor:
        if values := list(_values(fields, rows)):
            cursor.executemany(statement, values)


def _values(fields: list[Any], rows: Iterable[Given]) -> Iterator[list[Any]]:
    ways = [(field.name, field.get_default, _way(field)) for field in fields]
    for row in rows:
        yield [way(row[name] if name in row else default()) for name, default, way in ways]


def _way(field: Any) -> Callable[[Any], Any]:
    """Return how a value of a field goes into the database."""
    if isinstance(field, models.ForeignKey):
        return lambda row: None if row is None else row.pk
    if isinstance(field, PLAIN):
        return lambda value: value
    return lambda value: field.get_db_prep_save(value, connection)


BATCH = 500
UNNAMED = {"faction_turns", "orders", "points", "strength", "sightings", "battle_units", "effects", "engagement_armies"}
"""The lists to whose rows no other row refers."""


def load_history(history: History, world: World) -> None:
    """Write every list of the history; units and accounts get the sums of their lines."""
    create_accounts(campaign=world.campaign)
    world.found["accounts"] = {
        f"{a.kind}/{a.faction.key}" if a.faction else a.kind: a
        for a in Account.objects.filter(campaign=world.campaign).select_related("faction")
    }
    world.strengths = final_strengths(history)
    for table in TABLES:
        rows = getattr(history, table.name)
        if table.name in UNNAMED:
            write_rows(table.model, (columns_of(table, row, world, _place(table, n)) for n, row in enumerate(rows)))
            continue
        made = load_table(table, rows, world)
        if table.name == "sheet":
            world.tokens.starts.update({f"line:s{n}": f"sheet:{line.pk}" for n, line in enumerate(made, 1)})
    accounts = world.found["accounts"]
    restore_balances({accounts[name]: points for name, points in final_balances(history).items()})
    _load_audiences(history, world)


def _place(table: HistoryTable, number: int) -> str:
    return f"history.{table.name}[{number}]"


def load_table(table: HistoryTable, rows: Sequence[Any], world: World) -> list[Any]:
    """Write a list of the history; its rows as they are in the database."""
    made = [table.model(**columns_of(table, row, world, _place(table, n))) for n, row in enumerate(rows)]
    table.model._default_manager.bulk_create(made, batch_size=BATCH)
    world.found[table.name] = {row_id(row): instance for row, instance in zip(rows, made, strict=True)}
    for name in (*table.late, *(name for name in table.stamps if _set_on_saving(table, name))):
        write_late(table, name, rows, made, world)
    return made


def _set_on_saving(table: HistoryTable, name: str) -> bool:
    """Return whether the model itself sets a time whenever a row is saved."""
    return bool(getattr(table.model._meta.get_field(name), "auto_now", False))


def write_late(table: HistoryTable, name: str, rows: Sequence[Any], made: list[Any], world: World) -> None:
    """Write a column that needs rows of the same table, or that saving has set; where the file has a value."""
    changed = []
    for row, instance in zip(rows, made, strict=True):
        if (value := getattr(row, name)) is not None:
            setattr(instance, name, world.found[table.name][value] if name in table.late else value)
            changed.append(instance)
    if changed:
        table.model._default_manager.bulk_update(changed, [name], batch_size=BATCH)


def row_id(row: Any) -> Any:
    """Return the id by which other rows name a row."""
    return getattr(row, "id", getattr(row, "number", id(row)))


def columns_of(table: HistoryTable, row: Any, world: World, place: str) -> dict[str, Any]:
    """Return the columns of the model for a row of the file."""
    columns = world.columns(row, table.columns, ("id", *table.late), place)
    for name in table.stamps:
        if columns[name] is None:
            del columns[name]
    if table.owner == "campaign":
        columns["campaign"] = world.campaign
    return SPECIAL[table.name](columns, row, world) if table.name in SPECIAL else columns


def _unit(columns: dict[str, Any], row: Any, world: World) -> dict[str, Any]:
    """Return a unit as strong as its lines make it."""
    strength = world.strengths.get(row.id, 0)
    return {**columns, "army": columns["army"].army, "key": world.tokens.keys[f"unit:{row.id}"], "strength": strength}


def _battle(columns: dict[str, Any], row: Any, world: World) -> dict[str, Any]:
    done = 100 if row.state == "done" else 0
    return {**columns, "key": world.tokens.keys[f"battle:{row.id}"], "progress": done}


def _points(columns: dict[str, Any], row: Any, world: World) -> dict[str, Any]:
    accounts = world.found["accounts"]
    return {**columns, "source": accounts[row.source], "target": accounts[row.target]}


def _result(columns: dict[str, Any], row: Any, world: World) -> dict[str, Any]:
    return {**columns, "journal": base64.b64decode(row.journal)}


def _chronicle(columns: dict[str, Any], row: Any, world: World) -> dict[str, Any]:
    battle = columns.pop("battle")
    return {**columns, "battle_key": battle.key if battle else ""}


def _piece(columns: dict[str, Any], row: Any, world: World) -> dict[str, Any]:
    return {**columns, "data": base64.b64decode(row.data)}


SPECIAL: dict[str, Callable[[dict[str, Any], Any, World], dict[str, Any]]] = {
    "units": _unit,
    "battles": _battle,
    "points": _points,
    "results": _result,
    "chronicle": _chronicle,
    "kept_pieces": _piece,
    "kept_states": _chronicle,
}


def _load_audiences(history: History, world: World) -> None:
    link = ChronicleEntry.audience.through
    entries = world.found["chronicle"]
    link._default_manager.bulk_create(
        link(chronicleentry=entries[row_id(row)], faction=world.found["factions"][name])
        for row in history.chronicle
        for name in row.audience
    )


def raised(armies: Iterable[ArmyRow], own: OwnTypes, slug: str, actor: str) -> History:
    """Return the history of fresh armies: each unit raised at the strength its roster gives it (LGG-C1-a)."""
    units: list[UnitRow] = []
    lines: list[StrengthRow] = []
    for row in armies:
        for unit in _fresh_units(row, own):
            kind = unit_type(unit.type)
            name = f"u{len(units) + 1}"
            units.append(
                UnitRow(id=name, army=row.ref, name=unit.name, type=unit.type, guard=unit.guard,
                        outriders=unit.outriders, full=kind.full, own=unit.own)
            )  # fmt: skip
            strength = unit.strength or kind.full
            lines.append(
                StrengthRow(unit=name, delta=strength, after=strength, cause="raised", actor=actor[:80],
                            reference=f"campaign:{slug}", rule="LGG-C1-a")
            )  # fmt: skip
    return History(units=tuple(units), strength=tuple(lines))


def _fresh_units(row: ArmyRow, own: OwnTypes) -> tuple[NewUnitRow, ...]:
    items = roster_items(row, own) if row.roster else ()
    return row.units or tuple(
        NewUnitRow(type=i.type, name=i.name, guard=i.guard, outriders=i.outriders, strength=i.strength, own=i.own)
        for i in items
    )
