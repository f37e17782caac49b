"""Provinces and the ways between them: public, but for guerrillas."""

from campaign.models import Edge, Province
from campaign.visibility.header import weather_of
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import EdgeView, ProvinceView


def provinces(knowledge: Knowledge) -> dict[str, ProvinceView]:
    """Every province by its key, in the order of their names."""
    rows = knowledge.campaign.provinces.order_by("name", "pk")
    haunted = guerrillas_known(knowledge)
    return {row.key: _province(knowledge, row, row.pk in haunted) for row in rows}


def province_row(knowledge: Knowledge, key: str) -> Province | None:
    """A province's row by its key."""
    return knowledge.campaign.provinces.filter(key=key).first()


def guerrillas_known(knowledge: Knowledge) -> set[int]:
    """Provinces where guerrillas were active at the last P10, as far as the reader knows: his own, against himself.

    They are rolled for only where a faction that they fight has something at stake, so that the roll itself would
    betray a hidden army to others.
    """
    rows = knowledge.campaign.provinces.filter(guerrillas_active=True)
    if not knowledge.is_referee:
        rows = rows.filter(guerrilla_fights=knowledge.own, controller=knowledge.own, controller__isnull=False)
    return set(rows.values_list("pk", flat=True))


def edges(knowledge: Knowledge) -> list[EdgeView]:
    """Every way between two provinces."""
    rows = Edge.objects.filter(campaign=knowledge.campaign).select_related("first", "second")
    rows = rows.only("kind", "bridge", "river", "first__key", "second__key")
    return [_edge(row) for row in rows]


def _edge(row: Edge) -> EdgeView:
    text = row.get_kind_display()
    if row.kind == Edge.Kind.RIVER:
        text = f"{row.river or 'river'}, {'bridge' if row.bridge else 'no bridge'}"
    return EdgeView(row.first.key, row.second.key, row.kind, text, row.bridge, row.river)


def _province(knowledge: Knowledge, row: Province, haunted: bool) -> ProvinceView:
    factions, turn = knowledge.factions, knowledge.turn
    return ProvinceView(
        key=row.key,
        name=row.name,
        polygon=tuple((float(x), float(y)) for x, y in row.polygon),
        x=row.x,
        y=row.y,
        terrain=row.terrain,
        terrain_text=row.get_terrain_display(),
        value=row.value,
        region=row.region,
        weather=weather_of(turn.weather, row.region) if turn else "",
        home=factions.get(row.home_id or 0),
        controller=factions.get(row.controller_id or 0),
        since=row.controlled_since,
        depot=row.depot,
        depot_works_from=row.depot_works_from,
        capital=row.capital,
        fortress=row.fortress,
        town_size=row.town_size,
        guerrilla_rating=row.guerrilla_rating,
        guerrillas_here=haunted,
    )
