"""Play a whole war in a database that nobody else uses, and note what happened in it."""

import hashlib
from collections.abc import Callable, Mapping
from time import process_time
from typing import Any

from base.refusal import Refusal
from battles.models import Battle
from campaign.models import ArmyOrder, Campaign, Engagement, Faction, Turn
from campaign.rules.ending.victory import alliances
from campaign.rules.history.pieces import Scene
from campaign.rules.rehearsed.played import Fight, Shot, TurnPlayed, WarPlayed
from campaign.rules.theatre import Theatre
from campaign.selectors.past.kept_states import scene_now
from campaign.selectors.war import War, current_turn, war_of
from campaign.services.files.files import load_campaign
from campaign.services.record.points import balances
from campaign.services.rehearsal.players import PLAYERS
from campaign.services.turn import advance_turn

ACTOR, SLUG = "a rehearsal", "rehearsal"


def play_war(
    data: Mapping[str, Any], seed: str, number: int, players: Mapping[str, str], *, filmed: bool = False
) -> WarPlayed:  # fmt: skip
    """Play a fresh campaign file to its end, each faction by one of the ``PLAYERS``; the same seed gives the same war.

    The database must be one that is thrown away.
    """
    campaign = _begun(data, f"{seed}:{number}")
    factions = {faction.key: faction for faction in campaign.factions.all()}
    notes, began = _Notes(campaign), process_time()
    while campaign.state == Campaign.State.RUNNING:
        turn = current_turn(campaign)
        if turn is None or turn.state != Turn.State.OPEN:
            raise Refusal(f"Rehearsal: the war {number} stops after turn {turn.number if turn else 0}.")
        start = process_time()
        for key, faction in factions.items():
            PLAYERS[players[key]](turn, faction)
        scene = scene_now(campaign) if filmed else None
        advance_turn(campaign=campaign, actor=ACTOR)
        campaign = Campaign.objects.get(pk=campaign.pk)
        notes.take(turn.number, process_time() - start)
        notes.film(turn, scene)
    return notes.war(campaign, number, process_time() - began, players)


def _begun(data: Mapping[str, Any], seed: str) -> Campaign:
    """Load a file as a war that nobody reads: its dice hang on the seed, and every faction is led from outside."""
    secret = hashlib.sha256(seed.encode()).hexdigest()
    campaign = load_campaign(data={**data, "secret": secret}, slug=SLUG, actor=ACTOR)
    campaign.ready_runs, campaign.gazette, campaign.battle_days = True, "off", 0
    campaign.save(update_fields=["ready_runs", "gazette", "battle_days"])
    campaign.factions.update(caretaker=Faction.Caretaker.OFF)
    return Campaign.objects.get(pk=campaign.pk)


class _Notes:
    """The notes of a war while it is played."""

    def __init__(self, campaign: Campaign) -> None:
        self._factions = {faction.pk: faction.key for faction in campaign.factions.all()}
        self._entered: set[str] = set()
        self._half: dict[str, str | None] = {}
        self._owners: dict[str, str | None] = {}
        self._left, self._turns, self._fights = 0, list[TurnPlayed](), list[Fight]()
        self._film: list[Shot] = []
        self._look(_war_now(campaign))

    def take(self, number: int, seconds: float) -> None:
        """Note what a turn has brought, when the next one is open or the war is over."""
        turn = Turn.objects.select_related("campaign").get(number=number)
        war, before = _war_now(turn.campaign), dict(self._owners)
        self._left += self._left_half(turn, war.theatre)
        self._look(war)
        changes = sum(owner != before[key] for key, owner in self._owners.items())
        self._fights += _fights(turn)
        self._turns.append(TurnPlayed(
            number=number, leader=_leader(war.theatre), treasuries=self._treasuries(), changes=changes,
            sieges=sum(bool(p.besieged_since) for p in war.theatre.provinces.values()),
            alive=_enemies_alive(war), seconds=round(seconds, 3),
        ))  # fmt: skip

    def film(self, turn: Turn, scene: Scene | None) -> None:
        """Note a turn of the film, with what became of its orders."""
        if scene is not None:
            rows = ArmyOrder.objects.filter(turn=turn).order_by("pk")
            columns = rows.values_list("station__ref", "kind", "outcome", "path")
            orders = {ref: (kind, outcome, tuple(path)) for ref, kind, outcome, path in columns}
            self._film.append(Shot(turn.number, scene, orders))

    def _whole_film(self, campaign: Campaign) -> tuple[Shot, ...]:
        """Return the film with the end of the war."""
        return (*self._film, Shot(self._film[-1].turn + 1, scene_now(campaign))) if self._film else ()

    def _left_half(self, turn: Turn, now: Theatre) -> int:
        """Count fortresses that had a new master for one turn end, and that he then left without a fight there."""
        left = {key for key, holder in self._half.items() if holder and not now.provinces[key].fortress_held_by}
        left -= {key for key in left if now.provinces[key].controller != self._owners[key]}
        return len(left - set(turn.engagements.values_list("province__key", flat=True)))

    def _look(self, war: War) -> None:
        provinces = war.theatre.provinces
        self._entered |= {army.province for army in war.armies if army.units}
        self._half = {key: province.fortress_held_by for key, province in provinces.items()}
        self._owners = {key: province.controller for key, province in provinces.items()}

    def _treasuries(self) -> dict[str, int]:
        factions = list(Faction.objects.all())
        held = balances(factions=factions)
        return {faction.key: held[faction.pk, "treasury"] for faction in factions}

    def war(self, campaign: Campaign, number: int, seconds: float, players: Mapping[str, str]) -> WarPlayed:
        """Return the notes of the whole war."""
        theatre = _war_now(campaign).theatre
        lost = [p.key for p in theatre.provinces.values() if p.capital and not theatre.friends(p.home, p.controller)]
        entry = campaign.chronicle.filter(phase="P12", kind="victory").order_by("pk").last()
        reason = entry.text.partition(". ")[2].rstrip(".") if entry else ""
        return WarPlayed(
            number=number, winner=_winner(campaign, theatre), reason=reason, turns=tuple(self._turns),
            fights=tuple(self._fights), never_entered=tuple(sorted(set(theatre.provinces) - self._entered)),
            half_taken=self._left, capitals_lost=tuple(sorted(lost)), seconds=round(seconds, 2), players=dict(players),
            film=self._whole_film(campaign),
        )  # fmt: skip


def _war_now(campaign: Campaign) -> War:
    turn = Turn.objects.filter(campaign=campaign).select_related("campaign").order_by("-number").first()
    if turn is None:
        raise Refusal("Rehearsal: the war has no turn.")
    return war_of(turn)


def _winner(campaign: Campaign, theatre: Theatre) -> tuple[str, ...]:
    names = {faction.key: faction.name for faction in campaign.factions.all()}
    won = [one for one in alliances(theatre) if all(names[key] in campaign.winner for key in one)]
    return max(won, key=len, default=())


def _leader(theatre: Theatre) -> tuple[str, ...]:
    """Return the alliance with the most land; nobody where two have as much."""
    land = {one: sum(p.value for p in theatre.provinces.values() if p.controller in one) for one in alliances(theatre)}
    best = max(land.values())
    ahead = [one for one, value in land.items() if value == best]
    return ahead[0] if len(ahead) == 1 else ()


def _enemies_alive(war: War) -> bool:
    armed = {army.faction for army in war.armies if army.units}
    return any(war.theatre.at_war(one, other) for one in armed for other in armed)


def _fights(turn: Turn) -> list[Fight]:
    rows = turn.engagements.select_related("province", "battle__result").prefetch_related("armies__faction")
    known: Mapping[str, Callable[[Engagement], Fight]] = {"settled": _battle, "overrun": _overrun}
    return [known[row.state](row) for row in rows.order_by("sequence") if row.state in known]


def _side(row: Engagement, side: int | None) -> tuple[str, ...]:
    return tuple(sorted({army.faction.key for army in row.armies.all() if army.side == side}))


def _overrun(row: Engagement) -> Fight:
    return Fight(row.turn.number, row.province.key, _side(row, row.winner_side), 1.0, overrun=True)


def _battle(row: Engagement) -> Fight:
    sums = _strengths(row.battle) if row.battle else [(0, 0), (0, 0)]
    lost = [1 - after / before if before else 0.0 for before, after in sums]
    side, share = row.winner_side, max(lost)
    if side is not None:
        share = lost[1 - side]
    stronger, odds = _odds([before for before, _ in sums])
    return Fight(row.turn.number, row.province.key, _side(row, side) if side is not None else (), round(share, 3),
                 stronger=_side(row, stronger) if stronger is not None else (), odds=odds)  # fmt: skip


def _strengths(battle: Battle) -> list[tuple[int, int]]:
    """Return the strength points of each side before and after a battle."""
    sides = battle.result.report["sides"]
    return [(sum(unit["before"] for unit in side["units"]), sum(unit["after"] for unit in side["units"]))
            for side in sides]  # fmt: skip


def _odds(before: list[int]) -> tuple[int | None, float]:
    """Return the side that had more strength points, and how many times as many; no side where they had as many."""
    more, less = max(before), min(before)
    return (None, 0.0) if more == less or not less else (before.index(more), round(more / less, 3))
