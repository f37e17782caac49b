"""The situation and the task of a pack in short facts; their wording comes from the rule system."""

from collections.abc import Mapping, Sequence
from typing import Any

from battles.pack.pack import Pack, PackSide
from battles.resolvers.contract.aids import Aids
from battles.resolvers.contract.manifest import Option
from battles.resolvers.contract.registry import briefing, system
from battles.resolvers.values.battle import BattleFile
from rosters.rules.catalogue import Catalogue

PERCENTAGES = {"reserve": "in reserve", "break_off": "broken to break off"}
EVENINGS = {"hold": "hold the field at any cost", "save": "save the army"}


def facts_of(pack: Pack, numbers: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Season, weather, ground, day, radius, table: heading and text."""
    file, field, door = pack.file, pack.file.laid_out, briefing(pack.file.rules)
    rows = [
        ("Season", file.season.capitalize()),
        ("Weather", file.weather.capitalize() if file.weather else "Thrown for each day"),
        ("Ground", door.ground(file) if door else (file.ground or "").capitalize()),
        ("Length of the day", f"The count reaches {numbers[f'day.{file.season}']}" if _has(numbers, file) else ""),
        ("Days", f"{file.options.max_days} at most"),
        ("Optional rules", ", ".join(option_words(system(file.rules).options, file.options.own))),
        ("Terrain", (file.terrain or "as laid out").capitalize()),
        ("Table", pack.board.text if pack.board else f"{field.width:g}″ × {field.depth:g}″"),
    ]
    return [row for row in rows if row[1]]


def option_words(known: Sequence[Option], own: Mapping[str, Any]) -> list[str]:
    """Return what of a rule system's options is not at its default, in words."""
    return [
        option.label if value is True else f"{option.label}: {_value_words(option, value)}"
        for option in known
        if (value := own.get(option.key, option.default)) != option.default
    ]


def _value_words(option: Option, value: Any) -> str:
    return "no" if value is False else dict(option.choices).get(value, str(value))


def _has(numbers: Mapping[str, Any], file: BattleFile) -> bool:
    return f"day.{file.season}" in numbers


def tasks_of(pack: Pack, number: int) -> list[tuple[str, str]]:
    """List the tasks of a side in the battle: sentence and rule id."""
    door, side = briefing(pack.file.rules), pack.sides[number]
    rows = door.tasks(pack.file, side.side, commanded=side.commanded) if door else []
    return [(sentence.replace("this turn", pack.turn or "this turn"), rule) for sentence, rule in rows]


def plan_words(plan: Mapping[str, Any] | None, names: Mapping[str, str]) -> str:
    """Return a plan of a battle file in words, its units by their names; empty where there is none."""
    if not plan:
        return ""
    parts = [plan.get("posture"), plan.get("sector") and f"sector {plan['sector']}"]
    parts += [f"{plan[key]} % {words}" for key, words in PERCENTAGES.items() if plan.get(key) is not None]
    parts.append(EVENINGS.get(plan.get("evening", ""), ""))
    spared = [names.get(id, id) for id in plan.get("spare", ())]
    parts.append(f"not to be risked: {', '.join(spared)}" if spared else "")
    return ", ".join(part for part in parts if part)


def stakes_words(stakes: Mapping[str, int]) -> str:
    """Describe the stakes of a side in words: `to win it counts as a gain of 7 % of its army's price, to lose it …`."""
    won, drawn, lost = (_share(stakes[how]) for how in ("won", "drawn", "lost"))
    dear = stakes.get("strength", 100)
    more = f"; a strength point counts {dear} % of its price" if dear != 100 else ""
    return f"to win it counts as {won}, to lose it as {lost}, a draw as {drawn}{more}"


def _share(hundredths: int) -> str:
    """Return `a gain of 7 % of its army's price`, `a loss of 7 % of it` or `nothing`."""
    if not hundredths:
        return "nothing"
    return f"a {'gain' if hundredths > 0 else 'loss'} of {abs(hundredths)} % of its army's price"


def plan_of(side: PackSide) -> str:
    """Return the plan of a pack's side in words; empty where the reader knows of none."""
    names = {unit.id: unit.name or unit.id for unit in side.side.units}
    return plan_words(side.side.plan.as_dict() if side.side.plan else None, names)


def weather_of(pack: Pack, numbers: Mapping[str, Any]) -> list[list[str]]:
    """Return rows of the weather as the rule system throws for it; none where it does not."""
    door = briefing(pack.file.rules)
    return door.weather_rows(pack.file, numbers) if door else []


def weather_heads(pack: Pack) -> tuple[str, str]:
    """Return the headings of the last two columns of the weather."""
    door = briefing(pack.file.rules)
    return door.WEATHER_HEADS if door else ("", "")


def evening_of(pack: Pack, side: PackSide, known: Catalogue, aids: Aids) -> list[dict[str, Any]]:
    """Return what each kind of unit of a side needs in the evening; nothing where the rule system has no such list."""
    door = briefing(pack.file.rules)
    return door.evening_rows(side.side.units, known, aids.evening.numbers) if door and aids.evening else []
