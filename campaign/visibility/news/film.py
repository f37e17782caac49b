"""The war turn by turn on the map: what a reader believed then, and after the war the truth beside it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from campaign.models import ArmyOrder, KeptState, Sighting, Station, Turn
from campaign.rules.history.pieces import Scene
from campaign.rules.orders.kinds import ORDERS
from campaign.selectors.land import Provinces
from campaign.selectors.past.kept_states import scene_now
from campaign.selectors.stations import is_last
from campaign.visibility.battles.battles import battle_lines
from campaign.visibility.glances import ArmyGlance, ArmyOnMap
from campaign.visibility.header import turn_view
from campaign.visibility.news.record import acts
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import ActView, BattleLine, OrderView, SeenArmy, TurnView


@dataclass(frozen=True)
class WrongSighting:
    """A sighting whose size was not the true one."""

    viewer: str
    army: str
    province: str
    shown: int
    true: int


@dataclass(frozen=True)
class Frame:
    """One turn of the film: the armies before its marches, the marches, and the battles they led to.

    ``past`` is the reader's knowledge with the land as it was held then. ``kept`` is false where no state is kept.
    """

    turn: TurnView
    past: Knowledge
    armies: tuple[ArmyOnMap, ...]
    battles: tuple[BattleLine, ...]
    kept: bool
    truth: bool = False
    wrong: tuple[WrongSighting, ...] = ()
    secret_acts: tuple[ActView, ...] = ()

    @property
    def marches(self) -> list[ArmyGlance]:
        """The armies that were ordered to do more than stay, as far as the reader knows."""
        own = [army for army in self.armies if isinstance(army, ArmyGlance)]
        return [army for army in own if army.order and not ORDERS[army.order.kind].anywhere]


def film_frame(knowledge: Knowledge, number: int, *, truth: bool = False) -> Frame | None:
    """Return a turn of the war as the reader saw it; ``truth`` shows how it was, once the war is over."""
    turn = knowledge.campaign.turns.filter(number=number).first()
    if turn is None:
        return None
    open_now = truth and knowledge.war_is_over
    scene = _scene(knowledge, turn)
    past = _past(knowledge, turn, scene)
    lines = tuple(battle_lines(knowledge, turn=number))
    view = turn_view(knowledge.campaign, turn)
    if scene is None:
        return Frame(view, past, (), lines, kept=False)
    armies = tuple(_armies(knowledge, turn, scene, open_now))
    revealed = _revealed(knowledge, turn, scene) if knowledge.war_is_over else ((), ())
    return Frame(view, past, armies, lines, True, open_now, *revealed)


def _scene(knowledge: Knowledge, turn: Turn) -> Scene | None:
    """Return the scene at the seal of a turn; of the turn that is open, as it is now."""
    if turn.state == Turn.State.OPEN:
        return scene_now(knowledge.campaign)
    rows = KeptState.objects.filter(campaign=knowledge.campaign, turn=turn.number, kind=KeptState.Kind.SEAL)
    found: Scene | None = rows.filter(undone_by=None).values_list("scene", flat=True).last()
    return found


def _past(knowledge: Knowledge, turn: Turn, scene: Scene | None) -> Knowledge:
    """Return the reader with the land as it was held then: controllers and depots were public."""
    made = replace(knowledge)
    vars(made)["turn"] = turn
    if scene is not None:
        vars(made)["places"] = _held(knowledge, scene)
    return made


def _held(knowledge: Knowledge, scene: Scene) -> Provinces:
    keys = {view.key: pk for pk, view in knowledge.factions.items()}
    places, depots = knowledge.places, set(scene["depots"])
    states = {
        key: state._replace(controller=keys.get(scene["held"].get(key, "")), depot=key in depots)
        for key, state in places.states.items()
    }
    return replace(places, states=states)


def _armies(knowledge: Knowledge, turn: Turn, scene: Scene, truth: bool) -> Iterable[ArmyOnMap]:
    """Own armies exactly with their orders; others as they were last sighted by then, or all as they were."""
    own = knowledge.own.key if knowledge.own else None
    whole = truth or knowledge.is_referee
    exact = {ref: row for ref, row in scene["armies"].items() if whole or row["faction"] == own}
    if not whole and knowledge.saw_armies:
        exact = scene["armies"]
    yield from _exact(knowledge, turn, exact, own, {own} if not whole else set())
    if not (whole or knowledge.saw_armies):
        yield from _seen(knowledge, turn)


def _exact(
    knowledge: Knowledge, turn: Turn, rows: Scene, own: str | None, ordered: set[str | None]
) -> Iterable[ArmyGlance]:
    """Yield armies as they were. Orders are shown of the factions ``ordered``; of all where it is empty."""
    keys = dict(knowledge.campaign.stations.values_list("ref", "army__key"))
    orders = {row.station.ref: row for row in _orders(turn)}
    factions = {view.key: view for view in knowledge.factions.values()}
    places = knowledge.places.states
    for ref, row in rows.items():
        if row["province"] in places and row["faction"] in factions:
            known = not ordered or row["faction"] in ordered
            order = _order(orders.get(ref), keys.get(ref, "")) if known else None
            yield ArmyGlance(
                keys.get(ref, ""), row["name"], factions[row["faction"]], row["province"], False, order,
                row["faction"] == own, row["units"], row["strength"], row["strength"], (),
            )  # fmt: skip


def _orders(turn: Turn) -> Iterable[ArmyOrder]:
    return ArmyOrder.objects.filter(turn=turn).select_related("station")


def _order(row: ArmyOrder | None, key: str) -> OrderView | None:
    return OrderView(key, row.kind, row.get_kind_display(), tuple(row.path), row.outcome) if row else None


def _seen(knowledge: Knowledge, turn: Turn) -> Iterable[SeenArmy]:
    """Foreign armies as the reader's faction had last seen them by then."""
    rows = Sighting.objects.filter(viewer=knowledge.own, viewer__isnull=False, turn__campaign=knowledge.campaign)
    rows = rows.filter(turn__number__lte=turn.number)
    rows = rows.filter(is_last(rows)).exclude(gone_on__range=(1, turn.number))
    for row in rows.select_related("turn", "station__army").order_by("turn__number", "pk"):
        yield SeenArmy(
            row.station.army.key, row.name, knowledge.factions[row.seen_faction_id],
            knowledge.province_key(row.province_id), row.turn.number, row.turn.number == turn.number,
            row.units_low, row.units_high, row.units_shown,
        )  # fmt: skip


def _revealed(knowledge: Knowledge, turn: Turn, scene: Scene) -> tuple[tuple[WrongSighting, ...], tuple[ActView, ...]]:
    """Return what the end of the war opens: sightings that were wrong, and the referee's secret acts."""
    rows = Sighting.objects.filter(turn=turn).select_related("station", "viewer", "province").order_by("pk")
    shapes = knowledge.places.land.shapes
    wrong = tuple(
        WrongSighting(row.viewer.name, row.name, shapes[row.province.key].name, row.units_shown, true)
        for row in rows
        if (true := _size(scene, row.station)) is not None and true != row.units_shown
    )
    return wrong, tuple(act for act in acts(knowledge, turns=[turn.number]) if act.secret)


def _size(scene: Scene, station: Station) -> int | None:
    row = scene["armies"].get(station.ref)
    return int(row["units"]) if row else None
