"""The battle file `bivouac.battle/1`: everything that two armies and their field need to be fought, read strictly.

`loads` takes text or bytes, `parse` an object already read; both raise BattleFileError, whose text begins with the
place that is wrong: `sides[1].units[3].strength: 5 is above the full strength 4 of line_inf.`
"""

from collections.abc import Sequence
from dataclasses import replace

from base import place as reading
from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.contract.manifest import Option
from battles.resolvers.contract.options import read_option
from battles.resolvers.contract.registry import DEFAULT, resolver, slugs, system
from battles.resolvers.fields.field import read_field
from battles.resolvers.values.battle import (
    CAMPAIGN_WEATHERS,
    ENGAGEMENTS,
    FORMAT,
    GROUNDS,
    MOST_DAYS,
    OPTIONAL,
    REQUIRED,
    SEASONS,
    TERRAINS,
    WEATHERS,
    BattleFile,
    BattleFileError,
    Options,
)
from battles.resolvers.values.own_types import read_own_types
from battles.resolvers.values.sides import read_sides
from rosters.rules.catalogue import Catalogue, catalogue

LIMIT = 1_000_000


def loads(data: str | bytes) -> BattleFile:
    """Return the battle file in a JSON text; raises BattleFileError."""
    return parse(reading.loads(data, limit=LIMIT, error=BattleFileError))


def parse(data: object) -> BattleFile:
    """Return the battle file in an object read from JSON; raises BattleFileError."""
    file = JsonPlace(data, "", BattleFileError)
    _check_format(file)
    file.object(required=REQUIRED, optional=OPTIONAL)
    rules = file.at("rules").choice(slugs(), DEFAULT)
    engagement = file.at("engagement").choice(ENGAGEMENTS, "held")
    known = _tables(file.at("profile"), rules)
    if file.has("unit_types"):
        known = replace(known, own=read_own_types(file.at("unit_types"), known))
    made = BattleFile(
        name=file.at("name").text(most=120) if file.has("name") else "Battle",
        season=file.at("season").choice(SEASONS),
        sides=read_sides(file.at("sides"), engagement, known),
        weather=_maybe(file.at("weather"), WEATHERS),
        ground=_maybe(file.at("ground"), GROUNDS),
        terrain=_maybe(file.at("terrain"), TERRAINS),
        field=read_field(file.at("field")) if file.has("field") else None,
        rules=rules,
        profile=file.at("profile").value or None,
        engagement=engagement,
        held_whole_turn=file.at("held_whole_turn").flag(False),
        swapped_edges=file.at("swapped_edges").flag(False),
        fortress=file.at("fortress").flag(False),
        river_crossing=file.at("river_crossing").flag(False),
        campaign_weather=_maybe(file.at("campaign_weather"), CAMPAIGN_WEATHERS),
        own_types=known.own,
    )
    own, campaign = system(rules).options, made.campaign_weather is not None
    made = replace(made, options=read_options(file.at("options"), own, campaign=campaign))
    _check_ground(file, made)
    _check_edges(file, made)
    return made


def tables_of(file: BattleFile) -> Catalogue:
    """ENG-1, HR-30 Return the unit types by which a battle is fought, those of its war among them."""
    return replace(resolver(file.rules).tables(file.profile or {}), own=file.own_types)


def by_rules(file: BattleFile, rules: str) -> BattleFile:
    """Return the same battle by other rules; Refusal where there are none of this slug.

    The numbers of a profile and the options of a rule system are its own: they do not come along.
    """
    if rules == file.rules:
        return file
    data = file.as_dict() | {"rules": rules, "profile": None}
    return parse(data | {"options": {key: data["options"][key] for key in ("max_days", "limit_guns")}})


def _check_format(file: JsonPlace) -> None:
    if not isinstance(file.value, dict):
        file.object()
    found = file.at("format")
    if not isinstance(found.value, str):
        found.refuse(f'"{FORMAT}" is expected; this is not a battle file.')
    if found.value != FORMAT:
        found.refuse(f'"{reading.shorten(found.value)}" cannot be read here; this program reads {FORMAT}.')


def _maybe(place: JsonPlace, choices: tuple[str, ...]) -> str | None:
    return None if place.value is None else place.choice(choices)


def _check_ground(file: JsonPlace, made: BattleFile) -> None:
    if made.terrain is None and made.field is None:
        file.at("terrain").refuse(f"give a terrain ({', '.join(TERRAINS)}) or a field.")


def _check_edges(file: JsonPlace, made: BattleFile) -> None:
    if made.swapped_edges and (made.engagement == "meeting" or not made.held_whole_turn):
        file.at("swapped_edges").refuse(
            "only a defender who held the province for a whole turn swaps the edges; "
            "set held_whole_turn to true or leave swapped_edges out (HR-T4)."
        )
    if made.swapped_edges and made.fortress:
        file.at("swapped_edges").refuse("a fortress lies in the defender's zone; leave one of the two out (HR-T4).")


def read_options(place: JsonPlace, known: Sequence[Option], *, campaign: bool) -> Options:
    """Return the options at `place`: those of every rule system, and those that the file's own one knows."""
    if place.value is None:
        return Options({option.key: option.default for option in known}, limit_guns=campaign)
    place.object(optional=(*(option.key for option in known), "max_days", "limit_guns"))
    return Options(
        own={option.key: read_option(place.at(option.key), option) for option in known},
        max_days=place.at("max_days").integer(1, MOST_DAYS) if place.has("max_days") else MOST_DAYS,
        limit_guns=place.at("limit_guns").flag(campaign),
    )


def _tables(place: JsonPlace, rules: str) -> Catalogue:
    """Return the unit types with the values of the file's profile over them."""
    if place.value is None:
        return catalogue()
    if not isinstance(place.value, dict):
        place.object()
    try:
        return resolver(rules).tables(place.value)
    except Refusal as refusal:
        raise place.error(f"{place.path}.{refusal}") from refusal
