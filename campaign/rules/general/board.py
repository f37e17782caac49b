"""AI-39 What a set of orders is worth: each province by who may meet there, each army by where it ends."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campaign.rules.general.known import POINT, Known
from campaign.rules.general.odds import ground_of, late_worth, odds_of
from campaign.rules.general.threat import Coming, Threat, World, coming_to
from campaign.rules.orders.kinds import AVOID, FORCED, HOLD, MARCH, REST, SUPPORT
from campaign.rules.theatre import ArmyFacts, skill_rank

BATTLE, LEAST_ODDS, HOPELESS = 6.0, 0.9, 200.0
"""The points of a battle won or lost, the odds below which nothing is attacked, and what such an attack costs."""
TO_THE_GUNS = (0.3, 0.5, 0.7, 0.9)
"""HR-13 The chance of a supporting army to arrive, by the skill of its general."""
SLIPS, SIEGE, SECOND, TOO_FEW = 0.4, 0.4, 0.9, 15.0
"""The chance to avoid a battle, what of a prize a siege or the first turn end in a fortress is worth, and what an army
costs that is too weak to invest a fortress."""
WITHIN = 0.25
"""What is left of the danger to a fortress with a garrison behind its walls."""
IMPULSE, GUNS = 30, 60
"""HR-13 The marks at which forced marches and supporting armies come."""
LEADS = (0.9, 1.0, 1.1, 1.25)
"""What an army counts for in a battle by the skill of its general; of an enemy's nothing is known."""
CUT_OFF, BARRED = 10.0, 0.25
"""What an army out of supply costs, and what is left of a danger whose way is barred."""


@dataclass(frozen=True)
class Choice:
    """An order that a general weighs for an army, and where it leaves the army."""

    kind: str
    path: tuple[str, ...]
    at: str


def choice_of(army: ArmyFacts, kind: str, path: tuple[str, ...] = ()) -> Choice:
    """Return an order with the province in which it ends."""
    return Choice(kind, path, path[-1] if kind in (MARCH, FORCED) else army.province)


class Board:
    """All orders as they are now, and what they are worth together; a change is weighed by the provinces it touches."""

    def __init__(self, known: Known, worlds: Sequence[World], pull: Mapping[str, Mapping[str, float]]) -> None:
        self.known, self._pull = known, pull
        self.chosen = {army.ref: choice_of(army, HOLD) for army in known.own}
        self.armies = {army.ref: army for army in known.own}
        self._there: dict[str, set[str]] = defaultdict(set)
        self._helped: dict[str, set[str]] = defaultdict(set)
        for army in known.own:
            self._there[army.province].add(army.ref)
        self._worlds = worlds
        self._coming: dict[str, list[tuple[float, Coming]]] = {}
        self._known_worth: dict[tuple[str, Choice], float] = {}
        self._worths: dict[str, float] = {}
        self.weighed = 0

    def armies_at(self, key: str) -> list[ArmyFacts]:
        """Return the own armies that end in a province."""
        return [self.armies[ref] for ref in sorted(self._there[key])]

    def choose(self, ref: str, choice: Choice) -> None:
        """Give an army an order."""
        for key in (self.armies[ref].province, *_touched(self.chosen[ref]), *_touched(choice)):
            self._worths.pop(key, None)
        self._put(ref, choice)

    def _kept(self, key: str) -> float:
        """Return the worth of a province as the orders are, reckoned once."""
        if key not in self._worths:
            self._worths[key] = self.province(key)
        return self._worths[key]

    def _put(self, ref: str, choice: Choice) -> None:
        before = self.chosen[ref]
        self._there[before.at].discard(ref)
        self._there[choice.at].add(ref)
        if before.kind == SUPPORT:
            self._helped[before.path[0]].discard(ref)
        if choice.kind == SUPPORT:
            self._helped[choice.path[0]].add(ref)
        self.chosen[ref] = choice

    def gain(self, changes: Mapping[str, Choice]) -> float:
        """Return by how much some changes of orders make the whole better; nothing is changed."""
        self.weighed += 1
        touched = {key for ref, new in changes.items() for key in (*_touched(self.chosen[ref]), *_touched(new))}
        touched |= {self.armies[ref].province for ref in changes}
        before = sum(map(self._kept, touched)) + sum(self.army(ref, self.chosen[ref]) for ref in changes)
        old = {ref: self.chosen[ref] for ref in changes}
        for ref, new in changes.items():
            self._put(ref, new)
        after = sum(map(self.province, touched)) + sum(self.army(ref, new) for ref, new in changes.items())
        for ref, was in old.items():
            self._put(ref, was)
        return after - before

    def army(self, ref: str, choice: Choice) -> float:
        """Return what an order is worth to the army itself: attrition, supply, rest, and the way to its goal."""
        found = self._known_worth.get((ref, choice))
        if found is None:
            found = self._known_worth[ref, choice] = self._worth(self.armies[ref], choice)
        return found

    def _worth(self, army: ArmyFacts, choice: Choice) -> float:
        full = sum(unit.full for unit in army.units)
        pull = self._pull.get(army.ref, {}).get(choice.at, 0.0)
        cut = CUT_OFF if choice.at != army.province and self.known.cut(army, choice.at) else 0.0
        rest = POINT * min(full - army.strength, len(army.units)) if choice.kind == REST else 0.0
        return pull + rest - POINT * self.known.toll(army, choice.at, choice.kind == FORCED) - cut

    def strength(self, key: str) -> float:
        """AI-35 Return what fights for us in a province: armies that end there, allies, and supporters by their chance.

        Columns that come after others of their side count for less, and a good general for more.
        """
        here = self._in_field(key)
        on_time = [army for army in here if self.chosen[army.ref].kind != FORCED]
        allied = self.known.allied.get(key, 0.0)
        second = late_worth(IMPULSE) if on_time or allied else 1.0
        own = sum(army.strength * (1.0 if army in on_time else second) for army in here)
        helpers = [self.armies[ref] for ref in self._helped[key]]
        helped = sum(army.strength * TO_THE_GUNS[skill_rank(army.leader)] for army in helpers) * late_worth(GUNS)
        return own * max((LEADS[skill_rank(army.leader)] for army in here), default=1.0) + helped + allied

    def _in_field(self, key: str) -> list[ArmyFacts]:
        """HR-28 Return the own armies that end in a province and are not behind its walls."""
        shut = self.known.shut_in
        return [one for one in self.armies_at(key) if one.ref not in shut or one.province != key]

    def province(self, key: str) -> float:
        """AI-39 Return what the orders are worth in a province: battles, land won and land lost."""
        if key not in self._coming:
            self._coming[key] = coming_to(key, self._worlds)
        return sum(share * self._among(key, coming) for share, coming in self._coming[key])

    def _among(self, key: str, coming: Coming) -> float:
        here = next((foe for foe, _ in coming if foe.here == key), None)
        if here is not None and self.known.behind_walls(key):
            return self._siege(key, here, coming)
        if here is not None and self._in_field(key):
            return self._attack(key, here, coming)
        return self._land(key) - sum(self._danger(key, foe, chance, coming) for foe, chance in coming)

    def _land(self, key: str) -> float:
        """Return the worth of a province that is entered and not ours yet."""
        known, province = self.known, self.known.theatre.provinces[key]
        armies = self.armies_at(key)
        foot = any(unit.arm == "foot" and unit.strength for army in armies for unit in army.units)
        if not foot or known.is_ours(key) or not (known.is_theirs(key) or province.controller is None):
            return 0.0
        return known.prizes[key] * (SECOND if province.fortress else 1.0)

    def _siege(self, key: str, within: Threat, coming: Coming) -> float:
        """HR-28 Return the worth of a siege: part of the prize for those who invest the fortress."""
        ours = self.strength(key) if self._there[key] else 0.0
        needed = self.known.house["siege.invest_percent"] * within.strength / 100
        others = sum(self._danger(key, foe, chance, coming) for foe, chance in coming if foe is not within)
        enough = ours >= max(needed, 1.0)
        return (SIEGE * self.known.prizes[key] if enough else -TOO_FEW if self._there[key] else 0.0) - others

    def _attack(self, key: str, here: Threat, coming: Coming) -> float:
        """Return the worth of meeting an enemy where he stands, weighed by the chance that he stays."""
        ours, stays = self.strength(key), self._is_met(key, here)
        theirs = here.strength + sum(foe.strength * chance for foe, chance in coming if foe is not here)
        stood = any(army.province == key for army in self._in_field(key))
        if not stood and ours < LEAST_ODDS * theirs and key not in self.known.stakes:
            return -HOPELESS
        odds = odds_of(ours, theirs, self._ground(key, ours=False))
        walls = self.known.theatre.sieges and self.known.theatre.provinces[key].fortress and self.known.is_theirs(key)
        prize = self.known.prizes[key] * (SIEGE if walls else 1.0)
        fought = POINT * (odds.defender_lost * theirs - odds.attacker_lost * ours)
        fought += (prize + BATTLE) * odds.attacker - BATTLE * odds.defender
        return stays * fought + (1 - stays) * self._land(key)

    def _is_met(self, key: str, here: Threat) -> float:
        """21.4 Return the chance that who attacks an enemy meets him: where he is, or on the way to each other."""
        origins = {self._from(army) for army in self.armies_at(key)} | {key}
        return min(1.0, sum(here.chances.get(origin, 0.0) for origin in origins))

    def _is_met_before(self, key: str, foe: Threat) -> bool:
        """21.4 Return whether an own army that marches against an enemy out of a province bars his way there."""
        going = [army for army in self.armies_at(foe.here) if army.province == key and self._from(army) == key]
        return sum(army.strength for army in going) >= foe.strength

    def _danger(self, key: str, foe: Threat, chance: float, coming: Coming) -> float:
        """Return what an enemy who may march here is expected to cost."""
        ours, prize = self.strength(key), self.known.prizes[key] if self.known.is_ours(key) else 0.0
        chance *= BARRED if foe.here != key and self._is_met_before(key, foe) else 1.0
        if not self._in_field(key) and not self.known.allied.get(key):
            return chance * prize * (WITHIN if self._there[key] else 1.0)
        with_him = sum(o.strength * other for o, other in coming if o is not foe)
        theirs = foe.strength + with_him
        odds = odds_of(theirs, ours, self._ground(key, ours=True))
        lost = POINT * (odds.defender_lost * ours - odds.attacker_lost * theirs)
        cost = lost + (prize + BATTLE) * odds.attacker - BATTLE * odds.defender
        avoiding = all(self.chosen[ref].kind == AVOID for ref in self._there[key])
        return chance * (cost if not avoiding or cost < 0 else (1 - SLIPS) * cost + SLIPS * prize)

    def _ground(self, key: str, *, ours: bool) -> str:
        """Return the field that an attacker finds; the works of a fortress cover its owner."""
        known = self.known
        fortress = known.theatre.provinces[key].fortress and (known.is_ours(key) if ours else known.is_theirs(key))
        rivers = not ours and self._crosses(key)
        return ground_of(known.terrain.get(key, ""), river=rivers, fortress=fortress)

    def _crosses(self, key: str) -> bool:
        """Return whether most of those who come, come over a river."""
        coming = [army for army in self.armies_at(key) if army.province != key]
        edges = [(army, self.known.theatre.edge(self._from(army), key)) for army in coming]
        over = sum(army.strength for army, edge in edges if edge is not None and edge.kind == "river")
        return 2 * over > sum(army.strength for army in coming)

    def _from(self, army: ArmyFacts) -> str:
        choice = self.chosen[army.ref]
        return choice.path[-2] if choice.kind == FORCED else army.province


def _touched(choice: Choice) -> tuple[str, ...]:
    return (choice.at, choice.path[0]) if choice.kind == SUPPORT else (choice.at,)
