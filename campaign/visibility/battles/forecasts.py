"""The basis of a forecast: own armies exactly, others as they were sighted this turn, public ground.

The referee knows every army exactly. Nothing here reads a row of a foreign army for anybody else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question, Supposed, skill
from battles.resolvers.forecasts.what_if import ROLES, WhatIf, compared
from battles.resolvers.values.battle import FORMAT
from battles.resolvers.values.own_types import named_in
from campaign.models import Relation
from campaign.rules.course.calendar import OVER_A_BATTLE
from campaign.rules.fighting.plan import stakes_of
from campaign.rules.orders.fortify import works_of_side
from campaign.rules.orders.kinds import ORDERS
from campaign.rules.theatre import WAR
from campaign.rules.wording import SIDE_NAME, shortened, unlike, with_allies
from campaign.selectors.war import tables_of
from campaign.visibility import land
from campaign.visibility.armies import KnownArmy, own_armies, seen_armies
from campaign.visibility.reader import Knowledge
from campaign.visibility.sieges import siege_known
from campaign.visibility.values import ArmyView, EdgeView, FactionView, ProvinceView, SeenArmy

SKILLS = ("poor", "average", "good", "great")
MOST_STAND_INS = 200
ROLE_NAMES = ("attacker", "defender")


@dataclass(frozen=True)
class Known:
    """A reader's knowledge of the war, as far as forecasts need it."""

    knowledge: Knowledge
    provinces: Mapping[str, ProvinceView]
    edges: Sequence[EdgeView]
    armies: Sequence[KnownArmy]

    @cached_property
    def wars(self) -> frozenset[frozenset[str]]:
        """HR-3 The pairs of factions at war, by their keys; public."""
        rows = Relation.objects.filter(campaign=self.knowledge.campaign, kind=WAR)
        return frozenset(map(frozenset, rows.values_list("first__key", "second__key")))

    def hostile(self, one: FactionView, other: FactionView) -> bool:
        """Return whether two factions are at war."""
        return self.at_war(one.key, other.key)

    def at_war(self, one: str, other: str) -> bool:
        """Return whether two factions, named by their keys, are at war."""
        return frozenset((one, other)) in self.wars

    def foes(self, faction: FactionView, province: str) -> tuple[KnownArmy, ...]:
        """Return the enemy's armies that the reader knows to be in a province now."""
        there = [a for a in self.armies if a.province == province and self.hostile(a.faction, faction)]
        return tuple(army for army in there if isinstance(army, ArmyView) or army.current)

    def targets(self, army: ArmyView) -> list[ProvinceView]:
        """Return the provinces in which an army could meet an enemy that the reader knows of: its own and those
        beside it."""
        near = [edge.other(army.province) for edge in self.edges if army.province in (edge.first, edge.second)]
        keys = [army.province, *sorted(near)]
        return [self.provinces[key] for key in keys if self.foes(army.faction, key)]

    def river(self, one: str, other: str) -> bool:
        """Return whether the way between two provinces crosses a river."""
        return any({edge.first, edge.second} == {one, other} and edge.kind == "river" for edge in self.edges)

    def works_stand(self, ground: ProvinceView) -> bool:
        """HR-28 Return whether a fortress covers its defenders: the reader knows of no breach that can be stormed."""
        there = any(isinstance(army, ArmyView) and army.own for army in self.armies if army.province == ground.key)
        siege = siege_known(self.knowledge, ground.key, there=there)
        return ground.fortress and not (siege and siege.open_to_storm)


def known_of(knowledge: Knowledge) -> Known:
    """Return all that a reader knows of the war."""
    armies: list[KnownArmy] = [*own_armies(knowledge), *seen_armies(knowledge)]
    return Known(knowledge, land.provinces(knowledge), land.edges(knowledge), armies)


def scope_of(knowledge: Knowledge) -> str:
    """Return who shares a forecast: the players of a faction, the referees, or all other readers."""
    who = "referee" if knowledge.is_referee else f"faction:{knowledge.own.key}" if knowledge.own else "observers"
    return f"campaign:{knowledge.campaign.pk}:{who}"


def referee_scopes(campaigns: Iterable[int]) -> list[str]:
    """Return the scopes of the referees of some campaigns: players' forecasts are their own."""
    return [f"campaign:{pk}:referee" for pk in campaigns]


def attack_plans(known: Known, army: ArmyView, province: str, way: str) -> list[WhatIf]:
    """Return an army against the enemy in a province: attacked there, or met where the army stands."""
    there, here = known.provinces[province], known.provinces[army.province]
    foes = known.foes(army.faction, province)
    river = known.river(army.province, province)
    attack = meeting(known, (army,), foes, there, attacks=True, river=river)
    if way != ROLES:
        return compared(attack, way)
    stand = meeting(known, (army,), foes, here, attacks=False, river=river)
    return [WhatIf(f"Attack in {there.name}"[:150], attack), WhatIf(f"Stand in {here.name}"[:150], stand)]


def meeting(
    known: Known, own: Sequence[ArmyView], foes: Sequence[KnownArmy], ground: ProvinceView, *, attacks: bool,
    river: bool,
) -> Question:  # fmt: skip
    """Return the question how a battle between armies would end, from what the reader knows of them."""
    knowledge = known.knowledge
    mine = _exact_side(own, "a", ground, enters=attacks)
    exact = [army for army in foes if isinstance(army, ArmyView)]
    seen = [army for army in foes if isinstance(army, SeenArmy)]
    theirs = _exact_side(exact, "d", ground, enters=not attacks) if exact else _seen_side(seen, enters=not attacks)
    if not attacks and (works := works_of_side(army.field_works for army in own if army.province == ground.key)):
        mine["works"] = works
    theirs["name"] = unlike(theirs["name"], mine["name"])
    defenders = foes if attacks else own
    roles = ROLE_NAMES if attacks else ROLE_NAMES[::-1]
    sides = [
        side | {"role": role, "stakes": stakes_of(ground.value, capital=bool(side.get("capital")))}
        for side, role in zip((mine, theirs), roles, strict=True)
    ]
    assert knowledge.turn is not None
    types = tables_of(knowledge.campaign).own
    head = {
        "format": FORMAT, "name": f"Battle of {ground.name}"[:120], "season": knowledge.turn.season,
        "campaign_weather": ground.weather or None, "weather": OVER_A_BATTLE.get(ground.weather),
        "terrain": ground.terrain, "river_crossing": river,
        "fortress": known.works_stand(ground) and ground.controller in [army.faction for army in defenders],
        "rules": knowledge.campaign.rules, "profile": knowledge.campaign.profile or None,
        "options": knowledge.campaign.battle_options, "sides": sides,
        "unit_types": named_in((row.get("own", "") for side in sides for row in side["units"]), types) or None,
    }  # fmt: skip
    supposed = tuple(Supposed(army.name, army.low, army.high) for army in seen)
    return Question(parse(head), ((), supposed))


def _exact_side(armies: Sequence[ArmyView], prefix: str, ground: ProvinceView, *, enters: bool) -> dict[str, Any]:
    """HR-14 Return armies known exactly, under the best of their leaders."""
    units = [(army, unit) for army in armies for unit in army.units]
    leaders = [army.leader for army in armies if army.leader and army.leader.present]
    best = max(leaders, key=lambda leader: SKILLS.index(leader.skill.lower()), default=None)
    wings = [wing for army in armies for wing in army.wings if wing.present][:2]
    return {
        "name": _name([army.faction for army in armies]),
        "commander": {"name": best.name, "skill": best.skill.lower()} if best else {"skill": "poor"},
        "wings": [{"name": wing.name, "skill": wing.skill.lower()} for wing in wings],
        "units": [
            {"id": f"{prefix}{n}", "name": unit.label, "type": unit.type, "guard": unit.guard,
             "outriders": unit.outriders, "strength": unit.strength, "army": army.key,
             "own": unit.own or None}
            for n, (army, unit) in enumerate(units, 1)
        ],
        "supply_cut": not any(army.in_supply for army in armies),
        "must_decide": enters,
        "capital": ground.capital and ground.home in [army.faction for army in armies],
    }  # fmt: skip


def _seen_side(armies: Sequence[SeenArmy], *, enters: bool) -> dict[str, Any]:
    """HR-22 Return armies of which only the size is known: a stand-in, whose units are drawn anew in every run."""
    most = min(MOST_STAND_INS, sum(army.high for army in armies))
    return {
        "name": _name([army.faction for army in armies]),
        "commander": {"name": "", "skill": skill()},
        "units": [{"id": f"d{n}", "type": "line_inf"} for n in range(1, most + 1)],
        "must_decide": enters,
    }


def _name(factions: Sequence[FactionView]) -> str:
    names = list(dict.fromkeys(faction.name for faction in factions))
    return shortened(names[0], SIDE_NAME) if len(names) == 1 else with_allies(names[0])


def assumptions(foes: Sequence[KnownArmy]) -> list[str]:
    """List the assumptions of a forecast, in sentences for its reader."""
    seen = [army for army in foes if isinstance(army, SeenArmy)]
    if not seen:
        return ["All armies are counted as they are now."]
    sizes = "; ".join(f"{army.name}: {army.size_text}" for army in seen)
    return [
        f"The forecast knows the enemy only from this turn's reports. {sizes}.",
        "In every battle their number is drawn at random within these bounds, and their units from the reference army "
        "of 400 points: 1 Elite, 5 Line and 2 Militia infantry, 2 Heavy and 2 Light cavalry, 2 Heavy artillery.",
        "They are assumed to have full strength and an average general.",
        "Your own army is counted as it is now. Other armies that may come are left out.",
    ]


def reported_foes(known: Known, faction: FactionView, province: str) -> tuple[KnownArmy, ...]:
    """Return the enemy's armies reported this turn in a province; where none was, those reported beside it."""
    near = sorted(edge.other(province) for edge in known.edges if province in (edge.first, edge.second))
    return known.foes(faction, province) or tuple(army for key in near for army in known.foes(faction, key))


def fought_question(known: Known, province: str) -> tuple[Question | None, tuple[KnownArmy, ...]]:
    """Return an undecided battle, as a player who is in it may forecast it; None where no enemy was reported."""
    own = [a for a in known.armies if isinstance(a, ArmyView) and a.own and a.engaged and a.province == province]
    foes = reported_foes(known, own[0].faction, province) if own else ()
    if not foes:
        return None, ()
    orders = [army.order for army in own if army.order and ORDERS[army.order.kind].marches]
    came = any(order.path[-1:] == (province,) for order in orders)
    return meeting(known, own, foes, known.provinces[province], attacks=came, river=False), foes


def battle_question(knowledge: Knowledge, battle: Battle) -> Question:
    """Return a battle as it was fought, for those who may read it; a player's plan for his general stays with the
    referee."""
    file = parse(battle.file)
    if knowledge.is_referee:
        return Question(file)
    first, second = (replace(side, plan=None) for side in file.sides)
    return Question(replace(file, sides=(first, second)))
