"""The weather of a battle day and what hangs on it (LGG-4.0, HR-W)."""

from battles.resolvers.common.codes import Ground, Season, Weather
from battles.resolvers.core.dice import WEATHER_STREAM
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import NOBODY
from battles.resolvers.lgg.record.journal import Die, Event, log_event, throw
from battles.resolvers.lgg.record.state import Battle


@kernel
def weather_of(battle: Battle, face: int) -> int:
    """HR-W The weather that a d10 gives in the battle's season."""
    if face <= battle.weather_faces[battle.season, 0]:
        return Weather.NORMAL
    return Weather.OVERCAST if face <= battle.weather_faces[battle.season, 1] else Weather.PRECIPITATING


@kernel
def throw_weather(battle: Battle) -> int:
    """HR-W Roll for the weather; under a foul campaign sky the worse of two rolls."""
    weather = weather_of(battle, throw(battle, WEATHER_STREAM, 10, Die.WEATHER))
    if battle.campaign_weather == 1:
        weather = max(weather, weather_of(battle, throw(battle, WEATHER_STREAM, 10, Die.WEATHER)))
    return weather


@kernel
def ground_of(battle: Battle, weather: int) -> int:
    """HR-W Soft after rain or under it, and under a foul campaign sky outside winter."""
    foul = battle.campaign_weather == 1 and battle.season != Season.WINTER
    if weather == Weather.PRECIPITATING or battle.weather_before == Weather.PRECIPITATING or foul:
        return Ground.SOFT
    return Ground.HARD


@kernel
def set_weather(battle: Battle) -> None:
    """LGG-4.0-d, HR-W Weather, ground and radius of the day; what the battle file fixes holds for the first day."""
    fixed = battle.day == 1
    if fixed and battle.fixed_weather != NOBODY:
        battle.weather = battle.fixed_weather
    else:
        battle.weather = throw_weather(battle)
    if fixed and battle.fixed_ground != NOBODY:
        battle.ground = battle.fixed_ground
    else:
        battle.ground = ground_of(battle, battle.weather)
    battle.radius = battle.radius_by_weather[battle.weather]


@kernel
def start_day(battle: Battle) -> None:
    """LGG-4.0, 6.2-a A battle day begins: its weather and its length; the count starts at nothing."""
    battle.weather_before = battle.weather if battle.day > 0 else NOBODY
    battle.day += 1
    battle.round_no = 0
    battle.count = 0
    battle.length = battle.day_length[battle.season]
    set_weather(battle)
    log_event(battle, Event.DAY_START, side=NOBODY, weather=battle.weather, ground=battle.ground,
              radius=int(battle.radius), length=battle.length)
