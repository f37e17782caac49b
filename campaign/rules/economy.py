"""Income and maintenance (HR-5, HR-6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from campaign.rules.dice import Cup
from campaign.rules.house import House
from campaign.rules.theatre import ArmyFacts, ProvinceFacts, Theatre, UnitFacts


@dataclass(frozen=True)
class ProvinceIncome:
    """The yield of a province to its controller at a muster, with the reason."""

    province: str
    faction: str
    points: int
    reason: str


def province_income(
    province: ProvinceFacts, theatre: Theatre, armies: Iterable[ArmyFacts], house: House
) -> ProvinceIncome | None:
    """HR-5 Return the points of one province; None where nobody controls it."""
    owner = province.controller
    if owner is None:
        return None
    if theatre.enemies_in(province.key, owner, armies):
        return ProvinceIncome(province.key, owner, 0, "an enemy army is there")
    if province.guerrillas_active:
        return ProvinceIncome(province.key, owner, 0, "guerrillas are active")
    home = province.home == owner
    percent = house["economy.home_percent" if home else "economy.occupied_percent"]
    reason = "home province" if home else "controlled province"
    if province.harvest:
        reason += ", after a failed harvest"
    yields = max(0, province.value - province.harvest)
    return ProvinceIncome(province.key, owner, yields * percent // 100, reason)


def income(theatre: Theatre, armies: Sequence[ArmyFacts], house: House) -> list[ProvinceIncome]:
    """HR-5 Income of every controlled province, by key."""
    found = (province_income(theatre.provinces[key], theatre, armies, house) for key in sorted(theatre.provinces))
    return [line for line in found if line is not None]


def by_dial(points: int, percent: int) -> int:
    """Return a price under a dial of the house rules: in per cent, rounded to the nearest, halves up."""
    return (points * percent + 50) // 100


@dataclass(frozen=True)
class Pay:
    """Somebody who draws pay: a unit or a leader. ``value`` is what he is worth, ``army`` where he serves."""

    key: str
    points: int
    value: int
    army: str
    leader: bool = False


def pay_order(pays: Iterable[Pay], first: Sequence[str] = ()) -> list[Pay]:
    """HR-6 Who is paid first: those the owner named, leaders, then the most value for a point, cheap ones first."""
    named = {key: place for place, key in enumerate(first)}

    def place(pay: Pay) -> tuple[int, int, float, int, str]:
        worth = pay.value / pay.points if pay.points else 0.0
        return named.get(pay.key, len(named)), 0 if pay.leader else 1, -worth, pay.points, pay.key

    return sorted(pays, key=place)


@dataclass(frozen=True)
class PayDay:
    """The units that were paid and those that were not."""

    paid: tuple[Pay, ...]
    unpaid: tuple[Pay, ...]

    @property
    def points(self) -> int:
        """Return the points that the pay cost."""
        return sum(pay.points for pay in self.paid)


def pay_out(pays: Iterable[Pay], points: int, first: Sequence[str] = ()) -> PayDay:
    """HR-6 Pay in order as far as the points go; who costs more than is left is passed over. Never below zero."""
    paid: list[Pay] = []
    unpaid: list[Pay] = []
    for pay in pay_order(pays, first):
        short = pay.points > points
        (unpaid if short else paid).append(pay)
        points -= 0 if short else pay.points
    return PayDay(tuple(paid), tuple(unpaid))


def deserts(unit: UnitFacts, unpaid_before: bool, cup: Cup) -> bool:
    """HR-6 Whether an unpaid unit loses 1 SP: d10 above Morale, or for certain when it was not paid the time before."""
    return unpaid_before or cup.roll(10, "desertion") > unit.morale
