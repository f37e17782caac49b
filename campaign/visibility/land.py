"""Provinces and the ways between them: public, but for guerrillas."""

from campaign.models import Province
from campaign.selectors.land import Shape, State
from campaign.visibility.header import weather_of
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import EdgeView, ProvinceView


def provinces(knowledge: Knowledge) -> dict[str, ProvinceView]:
    """Return every province by its key, in the order of their names."""
    places = knowledge.places
    haunted = guerrillas_known(knowledge)
    return {
        key: _province(knowledge, shape, places.states[key], places.states[key].pk in haunted)
        for key, shape in places.land.shapes.items()
    }


def province_row(knowledge: Knowledge, key: str) -> Province | None:
    """Return a province's row by its key."""
    return knowledge.campaign.provinces.filter(key=key).first()


def guerrillas_known(knowledge: Knowledge) -> set[int]:
    """Return provinces where guerrillas were active at the last P10, as far as the reader knows: his own, against
    himself.

    They are rolled for only where a faction that they fight has something at stake, so that the roll itself would
    betray a hidden army to others.
    """
    active = [state for state in knowledge.places.states.values() if state.guerrillas_active]
    if knowledge.is_referee:
        return {state.pk for state in active}
    own = knowledge.own.pk if knowledge.own else None
    at_home = [state.pk for state in active if own and state.controller == own]
    return {pk for pk in at_home if own in knowledge.places.fights.get(pk, ())}


def edges(knowledge: Knowledge) -> tuple[EdgeView, ...]:
    """Return every way between two provinces."""
    return knowledge.places.land.lines


def _province(knowledge: Knowledge, shape: Shape, state: State, haunted: bool) -> ProvinceView:
    factions, turn = knowledge.factions, knowledge.turn
    return ProvinceView(
        key=shape.key,
        name=shape.name,
        polygon=shape.polygon,
        x=shape.x,
        y=shape.y,
        terrain=shape.terrain,
        terrain_text=shape.terrain_text,
        value=state.value,
        region=shape.region,
        weather=weather_of(turn.weather, shape.region) if turn else "",
        home=factions.get(state.home or 0),
        controller=factions.get(state.controller or 0),
        since=state.since,
        depot=state.depot,
        depot_works_from=state.depot_works_from,
        capital=state.capital,
        fortress=state.fortress,
        town_size=state.town_size,
        guerrilla_rating=state.guerrilla_rating,
        guerrillas_here=haunted,
        besieged_since=state.besieged_since,
    )
