"""AI-44 to AI-46, AI-48 What a general sees to behind the front: depots, generals without a post, captives."""

from collections.abc import Iterator, Sequence

from campaign.models import Leader
from campaign.rules.general.known import Known
from campaign.rules.general.rear import depot_sites
from campaign.rules.march.supply import trace
from campaign.rules.theatre import ArmyFacts
from campaign.selectors.war import War
from campaign.services.sheet.sheet import Kind
from campaign.services.sheet.spending import Purse

Status = Leader.Status
SKILLS = tuple(Leader.Skill)
"""From the poorest to the best."""
WING = 6
"""An army wants a wing for so many units beyond as many of its general's own."""


def see_to_the_rear(purse: Purse, known: Known) -> int:
    """AI-44 to AI-46, AI-48 Build a depot, give posts, offer captives in exchange; how many lines were entered."""
    return sum((_depot(purse, known), _posts(purse), _exchange(purse)))


def _depot(purse: Purse, known: Known) -> int:
    """AI-44 Build a depot at the first place of those wanted at which one can be built."""
    marches = {army.ref: _marches(purse.war, army) for army in known.own}
    sites = depot_sites(known, marches)
    return int(any(purse.enters(Kind.BUILD_DEPOT, {"province": key}) for key in sites))


def _marches(war: War, army: ArmyFacts) -> int | None:
    path = trace(army, war.armies, war.theatre, war.turn.number, war.house).path
    return len(path) - 1 if path else None


def _posts(purse: Purse) -> int:
    """AI-45, AI-48 Send generals without a post to armies without a general, the best one to the strongest army; those
    who are left become wings of the strongest armies."""
    own = [army for army in purse.war.armies if army.faction == purse.faction.key and army.fights]
    own.sort(key=lambda army: (-army.strength, army.ref))
    free = _free(purse)
    leaderless = [(army, False) for army in own if army.leader is None]
    posts = zip(free, (*leaderless, *_wings(purse, own)), strict=False)
    return sum(
        purse.enters(Kind.POST, {"leader": one.ref, "station": army.ref, "wing": wing}) for one, (army, wing) in posts
    )


def _wings(purse: Purse, own: Sequence[ArmyFacts]) -> Iterator[tuple[ArmyFacts, bool]]:
    """AI-48 Yield the armies that want a general as a wing: first those of the fewest wings, large ones alone."""
    for wings in range(purse.war.house["command.wings_at_most"]):
        for army in own:
            if army.leader is not None and len(army.wings) <= wings and len(army.units) > WING * (wings + 1):
                yield army, True


def _free(purse: Purse) -> list[Leader]:
    serving = {ref for army in purse.war.armies for ref in _named(army)}
    own = [one for one in purse.war.leaders.values() if one.faction_id == purse.faction.pk]
    free = [one for one in own if one.ref not in serving and one.status in (Status.PRESENT, Status.HOME)
            and not one.bound_for and one.back_on_turn is None]  # fmt: skip
    return _best_first(free)


def _named(army: ArmyFacts) -> Iterator[str]:
    yield from (leader.ref for leader in (army.leader, *army.wings) if leader)


def _exchange(purse: Purse) -> int:
    """AI-46 Offer to exchange the best general whom each enemy holds for the poorest of his here."""
    entered = 0
    for enemy in purse.war.factions.values():
        lost = _held(purse.war, purse.faction.pk, enemy.pk)
        here = _held(purse.war, enemy.pk, purse.faction.pk)
        if lost and here:
            details = {"leader": lost[0].ref, "faction": enemy.key, "other": here[-1].ref}
            entered += purse.enters(Kind.CAPTIVES, details)
    return entered


def _held(war: War, of: int, captor: int) -> list[Leader]:
    """Return the captive generals of a faction in the hands of another, the best first."""
    rows = war.leaders.values()
    return _best_first(
        [one for one in rows if one.status == Status.CAPTURED and (one.faction_id, one.captor_id) == (of, captor)]
    )


def _best_first(leaders: list[Leader]) -> list[Leader]:
    return sorted(leaders, key=lambda one: (-SKILLS.index(Leader.Skill(one.skill)), one.ref))
