"""Loading a campaign file: its map, factions, generals and armies become rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model
from django.utils import timezone

from campaign.models import Campaign, Edge, Faction, Leader, Province, Relation, Schedule, Station
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.fields import CampaignFileError, Kind, kinds_of, row_dict
from campaign.rules.files.map import ProjectionRow
from campaign.rules.files.rows import ArmyRow, ProvinceRow
from campaign.services.files.tables import CAMPAIGN_COLUMNS, Tokens
from rosters.models import Army


@dataclass
class World:
    """The rows of a campaign being loaded, by list and id, and the keys drawn for it."""

    campaign: Campaign
    tokens: Tokens
    found: dict[str, dict[Any, Any]] = field(default_factory=dict)
    strengths: dict[str, int] = field(default_factory=dict)

    def columns(
        self, row: Any, renamed: Mapping[str, str] | None = None, without: tuple[str, ...] = (), place: str = ""
    ) -> dict[str, Any]:
        """Return the model's columns for a row of the file: ids become rows, tokens become keys; lists of ids are
        left out."""
        taken = {}
        for name, kind in kinds_of(type(row)):
            if name in without or kind.many:
                continue
            value = getattr(row, name)
            if kind.refers is not None:
                value = None if value is None else self.found[kind.refers][value]
            taken[(renamed or {}).get(name, name)] = self._restored(kind, value, f"{place}.{name}")
        return taken

    def _restored(self, kind: Kind, value: Any, place: str) -> Any:
        if not (kind.handle or kind.portable):
            return value
        meant = self.tokens.key_restored(value) if kind.handle else self.tokens.restored(value)
        if isinstance(meant, str) and len(meant) > kind.most:
            raise CampaignFileError(f"{place}: with its names put in it is longer than {kind.most} characters.")
        return meant


def load_war(file: CampaignFile, world: World) -> None:
    """Write everything of a campaign file but its history."""
    if file.schedule is not None:
        Schedule.objects.create(campaign=world.campaign, **world.columns(file.schedule))
    _load_factions(file, world)
    _load_provinces(file, world)
    _load_edges(file, world)
    leaders = [Leader(campaign=world.campaign, **world.columns(row)) for row in file.leaders]
    world.found["leaders"] = {leader.ref: leader for leader in Leader.objects.bulk_create(leaders)}
    _load_armies(file, world)


def campaign_columns(file: CampaignFile) -> dict[str, Any]:
    """Return the columns of the campaign's own row."""
    columns = {name: getattr(file, name) for name in CAMPAIGN_COLUMNS}
    return {
        **columns, "rule_options": file.options, "rules_offered": file.offers, "map": row_dict(file.map),
        "triggers": [row_dict(row) for row in file.triggers],
        "unit_types": [row_dict(row) for row in file.unit_types],
        "secret": file.secret or "", "commitment": file.commitment or "",
        "start_date": file.calendar.start, "turn_days": file.calendar.turn_days,
        "muster_every": file.calendar.muster_every, "last_turn": file.calendar.last_turn,
    }  # fmt: skip


def _load_factions(file: CampaignFile, world: World) -> None:
    made = [Faction(campaign=world.campaign, order=n, **world.columns(row)) for n, row in enumerate(file.factions)]
    world.found["factions"] = {faction.key: faction for faction in Faction.objects.bulk_create(made)}
    world.tokens.starts.update({f"faction:{f.key}": f"f{f.pk}" for f in made})
    Relation.objects.bulk_create(
        Relation(
            campaign=world.campaign, kind=row.kind, since=row.since, **pair_of(world.found["factions"], row.between)
        )
        for row in file.relations
    )


def pair_of(found: Mapping[str, Model], between: tuple[str, ...]) -> dict[str, Model]:
    """Return two rows in the order of their primary keys, as constraints want them."""
    first, second = sorted((found[name] for name in between), key=lambda row: row.pk)
    return {"first": first, "second": second}


def _load_provinces(file: CampaignFile, world: World) -> None:
    made = [Province(campaign=world.campaign, **province_columns(row, file, world)) for row in file.provinces]
    found = {province.key: province for province in Province.objects.bulk_create(made)}
    world.found["provinces"] = found
    link = Province.guerrilla_fights.through
    link._default_manager.bulk_create(
        link(province=found[row.key], faction=world.found["factions"][name])
        for row in file.provinces
        for name in row.guerrilla_fights
    )


def _point(row: ProvinceRow, projection: ProjectionRow | None) -> tuple[float, float]:
    """Return where a province is in map units: as the file has it, or projected from its place on the globe."""
    if row.at is None and row.lon_lat and projection:
        return projection.point(row.lon_lat)
    assert row.at is not None
    return row.at


def province_columns(row: ProvinceRow, file: CampaignFile, world: World) -> dict[str, Any]:
    """Return the columns of a province."""
    columns = world.columns(row, without=("at", "lon_lat", "polygon"))
    x, y = _point(row, file.map.projection)
    return {**columns, "x": x, "y": y, "polygon": row_dict(row)["polygon"]}


def _load_edges(file: CampaignFile, world: World) -> None:
    found = world.found["provinces"]
    Edge.objects.bulk_create(
        Edge(campaign=world.campaign, kind=row.kind, bridge=row.bridge, river=row.river, **pair_of(found, row.between))
        for row in file.edges
    )


def _load_armies(file: CampaignFile, world: World) -> None:
    now = timezone.now()
    armies = Army.objects.bulk_create(
        Army(key=world.tokens.keys[f"army:{row.ref}"], name=row.name, created_at=row.created_at or now)
        for row in file.armies
    )
    made = [
        Station(campaign=world.campaign, army=army, **_station_columns(row, world))
        for army, row in zip(armies, file.armies, strict=True)
    ]
    world.found["armies"] = {station.ref: station for station in Station.objects.bulk_create(made)}
    link = Station.wings.through
    link._default_manager.bulk_create(
        link(station=world.found["armies"][row.ref], leader=world.found["leaders"][name])
        for row in file.armies
        for name in row.wings
    )


def _station_columns(row: ArmyRow, world: World) -> dict[str, Any]:
    return world.columns(row, without=("name", "roster", "units", "created_at"))
