"""The battle file `bivouac.battle/1`: everything that two armies and their field need to be fought, read strictly.

`loads` takes text or bytes, `parse` an object already read; both raise BattleFileError, whose text begins with the
place that is wrong: `sides[1].units[3].strength: 5 is above the full strength 4 of line_inf.`
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from battles.resolvers import place as reading
from battles.resolvers.fields.field import Field, read_field
from battles.resolvers.place import Place
from battles.resolvers.registry import RESOLVERS, resolver
from battles.resolvers.sides import BattleSide, BattleUnit, Leader, Plan, read_sides
from rosters.rules.catalogue import Catalogue, catalogue
from rosters.rules.refusal import Refusal

__all__ = ["BattleFile", "BattleFileError", "BattleSide", "BattleUnit", "Leader", "Options", "Plan", "loads", "parse"]

FORMAT = "bivouac.battle/1"
LIMIT = 1_000_000
SEASONS = ("spring", "summer", "fall", "winter")
WEATHERS = ("normal", "overcast", "precipitating")
GROUNDS = ("hard", "soft")
TERRAINS = ("open", "rolling", "wooded", "hilly", "mountain", "marsh")
ENGAGEMENTS = ("held", "meeting")
CAMPAIGN_WEATHERS = ("fair", "overcast", "foul")
MOST_DAYS = 3

_REQUIRED = ("format", "season", "sides")
_OPTIONAL = (
    "name", "weather", "ground", "terrain", "field", "options", "rules", "profile",
    "engagement", "held_whole_turn", "swapped_edges", "fortress", "river_crossing", "campaign_weather",
)  # fmt: skip


class BattleFileError(Refusal):
    """A battle file that cannot be fought; the text names the place and the remedy."""


@dataclass(frozen=True)
class Options:
    """What is played beyond the plain rules; `limit_guns` is HR-7's one gun to three other units."""

    stratagems: bool = False
    sudden_death: bool = False
    max_days: int = MOST_DAYS
    limit_guns: bool = False


@dataclass(frozen=True)
class BattleFile:
    """Two armies, a season and a field; None stands for what is rolled (weather, ground) or laid out (field)."""

    name: str
    season: str
    sides: tuple[BattleSide, BattleSide]
    weather: str | None = None
    ground: str | None = None
    terrain: str | None = None
    field: Field | None = None
    options: Options = Options()
    rules: str = "lgg"
    profile: dict[str, Any] | None = None
    engagement: str = "held"
    held_whole_turn: bool = False
    swapped_edges: bool = False
    fortress: bool = False
    river_crossing: bool = False
    campaign_weather: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The file in full, every default written out; `parse` of it gives an equal BattleFile."""
        plain = {key: getattr(self, key) for key in ("name", "season", "weather", "ground", "terrain")}
        late = {key: getattr(self, key) for key in _OPTIONAL[_OPTIONAL.index("rules") :]}
        return {
            "format": FORMAT,
            **plain,
            "field": self.field.as_dict() if self.field else None,
            "options": asdict(self.options),
            **late,
            "sides": [side.as_dict() for side in self.sides],
        }

    def with_field(self, field: Field) -> BattleFile:
        """The same battle with its field laid out."""
        return replace(self, field=field)

    @property
    def laid_out(self) -> Field:
        """The field of a frozen file; ValueError where it has not been laid out."""
        if self.field is None:
            raise ValueError("a battle is fought on a field; freeze its file first")
        return self.field

    @property
    def attacker(self) -> int:
        """Number of the side whose long edge is y = 0 (HR-T1): the attacker, in a meeting of two the first side.

        HR-T4 The other one where the defender has swapped the two edges."""
        return int((self.sides[0].role == "attacker") == self.swapped_edges)


def loads(data: str | bytes) -> BattleFile:
    """The battle file in a JSON text; raises BattleFileError."""
    return parse(reading.loads(data, limit=LIMIT, error=BattleFileError))


def parse(data: object) -> BattleFile:
    """The battle file in an object read from JSON; raises BattleFileError."""
    file = Place(data, "", BattleFileError)
    _check_format(file)
    file.object(required=_REQUIRED, optional=_OPTIONAL)
    rules = file.at("rules").choice(RESOLVERS, "lgg")
    engagement = file.at("engagement").choice(ENGAGEMENTS, "held")
    made = BattleFile(
        name=file.at("name").text(most=120) if file.has("name") else "Battle",
        season=file.at("season").choice(SEASONS),
        sides=read_sides(file.at("sides"), engagement, _tables(file.at("profile"), rules)),
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
    )
    made = replace(made, options=_read_options(file.at("options"), campaign=made.campaign_weather is not None))
    _check_ground(file, made)
    _check_edges(file, made)
    return made


def _check_format(file: Place) -> None:
    if not isinstance(file.value, dict):
        file.object()
    found = file.at("format")
    if not isinstance(found.value, str):
        found.refuse(f'"{FORMAT}" is expected; this is not a battle file.')
    if found.value != FORMAT:
        found.refuse(f'"{reading.shorten(found.value)}" cannot be read here; this program reads {FORMAT}.')


def _maybe(place: Place, choices: tuple[str, ...]) -> str | None:
    return None if place.value is None else place.choice(choices)


def _check_ground(file: Place, made: BattleFile) -> None:
    if made.terrain is None and made.field is None:
        file.at("terrain").refuse(f"give a terrain ({', '.join(TERRAINS)}) or a field.")


def _check_edges(file: Place, made: BattleFile) -> None:
    if made.swapped_edges and (made.engagement == "meeting" or not made.held_whole_turn):
        file.at("swapped_edges").refuse(
            "only a defender who held the province for a whole turn swaps the edges; "
            "set held_whole_turn to true or leave swapped_edges out (HR-T4)."
        )
    if made.swapped_edges and made.fortress:
        file.at("swapped_edges").refuse("a fortress lies in the defender's zone; leave one of the two out (HR-T4).")


def _read_options(place: Place, *, campaign: bool) -> Options:
    if place.value is None:
        return Options(limit_guns=campaign)
    place.object(optional=("stratagems", "sudden_death", "max_days", "limit_guns"))
    return Options(
        stratagems=place.at("stratagems").flag(False),
        sudden_death=place.at("sudden_death").flag(False),
        max_days=place.at("max_days").integer(1, MOST_DAYS) if place.has("max_days") else MOST_DAYS,
        limit_guns=place.at("limit_guns").flag(campaign),
    )


def _tables(place: Place, rules: str) -> Catalogue:
    """The unit types with the values of the file's profile over them."""
    if place.value is None:
        return catalogue()
    if not isinstance(place.value, dict):
        place.object()
    try:
        return resolver(rules).tables(place.value)
    except Refusal as refusal:
        raise place.error(f"{place.path}.{refusal}") from refusal
