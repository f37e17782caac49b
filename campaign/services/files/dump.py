"""Dumping a campaign: its rows become a campaign file whose ids depend on nothing but their order."""

import base64
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

from django.db.models import Model

from base.place import JsonPlace
from battles.models import Battle
from battles.resolvers.journal.packing import as_zlib
from campaign import models
from campaign.rules.files import campaign_file, rows
from campaign.rules.files.campaign_file import CampaignFile, Lists
from campaign.rules.files.fields import Kind, kinds_of, read_row
from campaign.rules.files.map import MapRow
from campaign.rules.files.own_secret import sealed
from campaign.selectors.making.amending import triggers_of
from campaign.selectors.own_types import unit_types_of
from campaign.services.files.tables import CAMPAIGN_COLUMNS, TABLES, HistoryTable, Tokens
from campaign.visibility.news.letters import open_to_referees
from rosters.models import Unit

SHORT, LONG = 500, 20
"""So many rows are read at a time: few where a row holds a whole battle."""
LONG_ROWS = {"battles", "results", "entries", "kept_pieces"}
NUMBERED = {"units", "battles", "engagements", "roll_backs"}
"""The lists whose rows have an id of the file's own."""
SECRETS = ("secret", "commitment")


class Record:
    """A campaign being dumped: the id in the file of each of its rows, and what replaces its keys."""

    def __init__(self, campaign: models.Campaign, *, sealing: bool = False, private: bool = False) -> None:
        self.campaign, self.sealing, self.private = campaign, sealing, private
        self.names: dict[str, dict[Any, Any]] = {
            "factions": dict(campaign.factions.values_list("pk", "key")),
            "provinces": dict(campaign.provinces.values_list("pk", "key")),
            "leaders": dict(campaign.leaders.values_list("pk", "ref")),
            "armies": dict(campaign.stations.values_list("pk", "ref")),
            "rosters": dict(campaign.stations.values_list("army_id", "ref")),
            "turns": dict(campaign.turns.values_list("pk", "number")),
            "accounts": {a.pk: _account_name(a) for a in campaign.accounts.select_related("faction")},
        }
        armies = campaign.stations.values_list("army__key", "ref")
        self.keys = {f"army:{ref}": key for key, ref in armies}
        self._number("units", "unit", "u", Unit.objects.filter(army__station__campaign=campaign))
        self._number("battles", "battle", "b", Battle.objects.filter(engagement__turn__campaign=campaign))
        engagements = _of(campaign, next(t for t in TABLES if t.name == "engagements"))
        self.names["engagements"] = {pk: f"e{n}" for n, pk in enumerate(engagements.values_list("pk", flat=True), 1)}
        self.names["roll_backs"] = {pk: f"r{number}" for pk, number in campaign.roll_backs.values_list("pk", "number")}
        self.tokens = Tokens(campaign.slug, self.keys, self._starts())

    def _starts(self) -> dict[str, str]:
        """Return the beginnings of idempotency keys, by token."""
        entered = models.SheetLine.objects.filter(turn__campaign=self.campaign).order_by("pk")
        factions = {f"faction:{key}": f"f{pk}" for pk, key in self.names["factions"].items()}
        sheet = {f"line:s{number}": f"sheet:{pk}" for number, pk in enumerate(entered.values_list("pk", flat=True), 1)}
        return {"war": f"c{self.campaign.pk}"} | factions | sheet

    @cached_property
    def battles(self) -> dict[str, str]:
        """The id in the file of each battle by its key."""
        return {key: name.removeprefix("battle:") for name, key in self.keys.items() if name.startswith("battle:")}

    def _number(self, name: str, word: str, letter: str, found: Any) -> None:
        self.names[name] = {}
        for number, (pk, key) in enumerate(found.order_by("pk").values_list("pk", "key"), 1):
            self.names[name][pk] = f"{letter}{number}"
            self.keys[f"{word}:{letter}{number}"] = key

    def row(self, kind: type[Any], instance: Model, renamed: Mapping[str, str] | None = None, **given: Any) -> Any:
        """Return the row of the file for a row of the database; ``given`` holds the fields that are worked out."""
        values = dict(given)
        for name, field in kinds_of(kind):
            if name in values or field.many:
                continue
            column = (renamed or {}).get(name, name)
            if field.refers is not None:
                values[name] = self.names[field.refers].get(getattr(instance, f"{column}_id"))
            elif hasattr(instance, column):
                values[name] = self._written(field, getattr(instance, column))
        return kind(**values)

    def _written(self, field: Kind, value: Any) -> Any:
        if field.handle:
            return self.tokens.key_written(value)
        return self.tokens.written(value) if field.portable else value


def _account_name(account: Any) -> str:
    return f"{account.kind}/{account.faction.key}" if account.faction else account.kind


def recorded(
    campaign: models.Campaign, *, past: bool = True, sealing: bool = False, private: bool = False
) -> tuple[CampaignFile, Lists]:
    """Return the campaign as a campaign file, its secret included, its members not; and its history, row by row.

    The rows are read from the database while they are taken, some at a time. Without ``past`` the secret and the states
    that are kept of the past are left out: the file is one of these itself. ``sealing`` leaves the seeds of battles
    that are not decided out as well. Letters that the referees do not read are in it with ``private`` alone.
    """
    record = Record(campaign, sealing=sealing, private=private)
    columns = {name: getattr(campaign, name) for name in (*CAMPAIGN_COLUMNS, *SECRETS[: 2 * past])}
    columns["rule_options"] = campaign.settled_options
    file = CampaignFile(
        format=campaign_file.FORMAT, **columns, created_at=campaign.created_at, map=_map(campaign),
        calendar=rows.CalendarRow(
            start=campaign.start_date, turn_days=campaign.turn_days, muster_every=campaign.muster_every,
            last_turn=campaign.last_turn,
        ),
        schedule=_schedule(record), triggers=triggers_of(campaign), unit_types=unit_types_of(campaign),
        factions=tuple(record.row(rows.FactionRow, f) for f in campaign.factions.order_by("order", "pk")),
        relations=tuple(_pair_row(record, rows.RelationRow, r, "factions") for r in _rows(models.Relation, campaign)),
        provinces=_provinces(record),
        edges=tuple(_pair_row(record, rows.EdgeRow, e, "provinces") for e in _rows(models.Edge, campaign)),
        leaders=tuple(record.row(rows.LeaderRow, leader) for leader in _rows(models.Leader, campaign)),
        armies=_armies(record),
    )  # fmt: skip
    return file, ((table.name, _table(record, table)) for table in TABLES if past or not table.past)


def _schedule(record: Record) -> rows.ScheduleRow | None:
    row = models.Schedule.objects.filter(campaign=record.campaign).first()
    return record.row(rows.ScheduleRow, row) if row else None


def _map(campaign: models.Campaign) -> MapRow:
    return read_row(MapRow, JsonPlace(campaign.map, "map", campaign_file.CampaignFileError))


def _rows(model: type[Any], campaign: models.Campaign) -> Any:
    return model.objects.filter(campaign=campaign).order_by("pk")


def _pair_row(record: Record, kind: type[Any], instance: Any, names: str) -> Any:
    between = (record.names[names][instance.first_id], record.names[names][instance.second_id])
    return record.row(kind, instance, between=between)


def _provinces(record: Record) -> tuple[rows.ProvinceRow, ...]:
    fights = _linked(models.Province.guerrilla_fights.through, "province", record, "faction", "factions")
    return tuple(
        record.row(
            rows.ProvinceRow, p, at=(p.x, p.y), lon_lat=None, guerrilla_fights=fights.get(p.pk, ()),
            polygon=tuple((x, y) for x, y in p.polygon),
        )
        for p in _rows(models.Province, record.campaign)
    )  # fmt: skip


def _linked(
    link: type[Any], owner: str, record: Record, other: str, names: str, owners: list[int] | None = None
) -> dict[int, tuple[str, ...]]:
    """Return primary key of the owner → the other rows' ids, in the order of linking; of some owners, or all."""
    found: dict[int, tuple[str, ...]] = {}
    whose = {f"{owner}__campaign": record.campaign} if owners is None else {f"{owner}__in": owners}
    pairs = link._default_manager.filter(**whose).order_by("pk")
    for owner_pk, other_pk in pairs.values_list(f"{owner}_id", f"{other}_id"):
        found[owner_pk] = (*found.get(owner_pk, ()), record.names[names][other_pk])
    return found


def _armies(record: Record) -> tuple[rows.ArmyRow, ...]:
    wings = _linked(models.Station.wings.through, "station", record, "leader", "leaders")
    return tuple(
        record.row(
            rows.ArmyRow, s, name=s.army.name, wings=wings.get(s.pk, ()), created_at=s.army.created_at,
            roster=None, units=(),
        )
        for s in _rows(models.Station, record.campaign).select_related("army")
    )  # fmt: skip


def _of(campaign: models.Campaign, table: HistoryTable) -> Any:
    return table.model._default_manager.filter(**{table.owner: campaign}).order_by("pk")


def _rows_of(record: Record, table: HistoryTable) -> Any:
    rows = _of(record.campaign, table)
    return open_to_referees(rows) if table.model is models.Letter and not record.private else rows


def _table(record: Record, table: HistoryTable) -> Iterator[Any]:
    special = SPECIAL.get(table.name)
    for some in _batches(_rows_of(record, table), LONG if table.name in LONG_ROWS else SHORT):
        audiences = _audiences(record, some) if table.name == "chronicle" else {}
        for instance in some:
            given = special(record, instance) if special else {}
            if table.name in NUMBERED:
                given["id"] = record.names[table.name][instance.pk]
            if table.name == "chronicle":
                given["audience"] = audiences.get(instance.pk, ())
            made = record.row(table.row, instance, table.columns, **given)
            yield sealed(made) if record.sealing and table.name == "battles" else made


def _batches(found: Any, size: int) -> Iterator[list[Any]]:
    rows = found.iterator(chunk_size=size)
    while some := list(islice(rows, size)):
        yield some


def _audiences(record: Record, some: list[Any]) -> dict[int, tuple[str, ...]]:
    pks = [entry.pk for entry in some]
    return _linked(models.ChronicleEntry.audience.through, "chronicleentry", record, "faction", "factions", pks)


def _unit(record: Record, unit: Any) -> dict[str, Any]:
    return {"army": record.names["rosters"][unit.army_id]}


def _points(record: Record, entry: Any) -> dict[str, Any]:
    accounts = record.names["accounts"]
    return {"source": accounts[entry.source_id], "target": accounts[entry.target_id]}


def _battle(record: Record, battle: Any) -> dict[str, Any]:
    """A battle in hand is fought anew from its seed wherever it is loaded."""
    return {"state": str(Battle.State.PENDING if battle.state == Battle.State.RUNNING else battle.state)}


def _result(record: Record, result: Any) -> dict[str, Any]:
    return {"journal": base64.b64encode(as_zlib(bytes(result.journal))).decode("ascii")}


def _of_a_battle(record: Record, row: Any) -> dict[str, Any]:
    return {"battle": record.battles.get(row.battle_key)}


def _act(record: Record, act: Any) -> dict[str, Any]:
    return {"by": act.by or (act.user.get_username() if act.user else "")}


def _piece(record: Record, piece: Any) -> dict[str, Any]:
    return {"data": base64.b64encode(bytes(piece.data)).decode("ascii")}


SPECIAL: dict[str, Callable[[Record, Any], dict[str, Any]]] = {
    "units": _unit,
    "points": _points,
    "battles": _battle,
    "results": _result,
    "chronicle": _of_a_battle,
    "referee_acts": _act,
    "kept_pieces": _piece,
    "kept_states": _of_a_battle,
}
