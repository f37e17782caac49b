"""Generals as their owner knows them: where each is, and what he waits for."""

from dataclasses import dataclass

from campaign.models import Leader, StandingWish, Station
from campaign.rules.wording import army_in_text
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import FactionView
from rosters.rules.catalogue import catalogue

Status = Leader.Status


@dataclass(frozen=True)
class GeneralView:
    """A general of the reader's: ``where`` in words; ``state`` is post, waiting, coming, home or away."""

    ref: str
    name: str
    skill: str
    faction: FactionView
    where: str
    state: str

    @property
    def free(self) -> bool:
        """Whether he can be given an order."""
        return self.state in ("post", "waiting", "home")


def own_generals(knowledge: Knowledge) -> list[GeneralView]:
    """Return the reader's generals, the killed left out; the referee reads all."""
    rows = Leader.objects.filter(campaign=knowledge.campaign).exclude(status=Status.KILLED)
    if not knowledge.is_referee:
        rows = rows.filter(faction=knowledge.own, faction__isnull=False)
    posts, names = _posts(knowledge), _names(knowledge)
    found = rows.select_related("captor").order_by("faction__order", "faction_id", "name", "pk")
    return [_view(knowledge, row, posts.get(row.pk, ""), names.get(row.bound_for, "")) for row in found]


def _posts(knowledge: Knowledge) -> dict[int, str]:
    """General → his post in words."""
    stations = Station.objects.filter(campaign=knowledge.campaign, province__isnull=False)
    wings = Station.wings.through.objects.filter(station__in=stations).values_list("leader", "station__army__name")
    found = {leader: f"a wing of {army_in_text(name)}" for leader, name in wings}
    led = stations.exclude(leader=None).values_list("leader", "army__name")
    return found | {leader: f"commands {army_in_text(name)}" for leader, name in led if leader is not None}


def _names(knowledge: Knowledge) -> dict[str, str]:
    return dict(Station.objects.filter(campaign=knowledge.campaign).values_list("ref", "army__name"))


def _view(knowledge: Knowledge, row: Leader, post: str, target: str) -> GeneralView:
    where, state = _where(row, post, target)
    skill = catalogue().skills.get(row.skill)
    return GeneralView(
        row.ref, row.name, skill.name if skill else row.skill, knowledge.factions[row.faction_id], where, state
    )


def _where(row: Leader, post: str, target: str) -> tuple[str, str]:
    if row.status == Status.CAPTURED:
        return (f"a captive of {row.captor}" if row.captor else "a captive"), "away"
    if row.status == Status.WOUNDED:
        return f"wounded until turn {row.back_on_turn}", "away"
    if row.status == Status.HOME:
        on_parole = row.back_on_turn is not None
        return (f"on parole until turn {row.back_on_turn}", "away") if on_parole else ("at home", "home")
    if row.back_on_turn is not None:
        way = f"on his way to {target or 'an army'}, there on turn {row.back_on_turn}"
        return (f"{post}; {way}" if post else way), "coming"
    return (post, "post") if post else ("waits for a post", "waiting")


def enemies_of(knowledge: Knowledge) -> list[tuple[str, str]]:
    """Key and name of every other faction: any of them may become an enemy."""
    return [(view.key, view.name) for view in knowledge.factions.values() if view != knowledge.faction]


def own_wishes(knowledge: Knowledge) -> dict[str, str]:
    """Return the reader's own standing wishes: the method by the key of the enemy, under "" that against all others."""
    rows = StandingWish.objects.filter(faction=knowledge.own, faction__isnull=False).select_related("against")
    return {row.against.key if row.against else "": row.method for row in rows}
