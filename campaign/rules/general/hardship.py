"""AI-39 What attrition is expected to take from armies where a general may send them, reckoned once for each place."""

from collections.abc import Collection, Sequence

from campaign.rules.house import House
from campaign.rules.march.attrition import Year, conditions, dice_of, expected_losses, level
from campaign.rules.march.supply import trace
from campaign.rules.theatre import Armies, ArmyFacts, Theatre


class Hardship:
    """The supply of every province for one faction, and the losses of its armies there. Crowding is left out."""

    def __init__(
        self, theatre: Theatre, armies: Sequence[ArmyFacts], year: Year, house: House, hard: Collection[str] = ()
    ) -> None:
        """``hard``: regions in which an event adds a hardship."""
        self._theatre, self._armies, self._year, self._house, self._hard = theatre, Armies(armies), year, house, hard
        self._supplied: dict[tuple[str, str], bool] = {}
        self._mean: dict[tuple[str, int], float] = {}

    def cut(self, army: ArmyFacts, key: str) -> bool:
        """Return whether an army would be out of supply in a province, once no enemy stands there any more."""
        place = army.faction, key
        if place not in self._supplied:
            foes = {foe.ref for foe in self._theatre.enemies_in(key, army.faction, self._armies)}
            rest = Armies(one for one in self._armies if one.ref not in foes) if foes else self._armies
            visitor = ArmyFacts("", army.faction, key)
            self._supplied[place] = trace(visitor, rest, self._theatre, self._year.turn, self._house).supplied
        return not self._supplied[place]

    def toll(self, army: ArmyFacts, key: str, forced: bool) -> float:
        """Return the strength points that an army is expected to lose in a province at the end of the turn."""
        province = self._theatre.provinces[key]
        met = conditions(army, province, self._theatre, self._year, self._house, forced=forced,
                         active=key != army.province, supplied=not self.cut(army, key),
                         crowded=province.region in self._hard)  # fmt: skip
        dice = dice_of(level(len(met), self._house), self._house)
        return self._losses(army, dice) if dice else 0.0

    def _losses(self, army: ArmyFacts, dice: int) -> float:
        found = self._mean.get((army.ref, dice))
        if found is None:
            found = float(sum(expected_losses(unit, dice, self._house) for unit in army.units))
            self._mean[army.ref, dice] = found
        return found
