"""Orders of armies, plans of battle, and Ready."""

from campaign.api.operations import Call, writes
from campaign.api.problems import Problem
from campaign.api.reading.war import turn_now
from campaign.api.values import OrderInForce, PlanInForce, StandingInForce, TurnNow
from campaign.entering import orders
from campaign.forms.api import NoForm, ReadyForm
from campaign.forms.orders import OrderForm, PlanForm, StandingForm
from campaign.models import Station
from campaign.services.sheet.orders import Given
from campaign.visibility import knowledge_of
from campaign.visibility.values import OrderView


@writes("PUT", "campaigns/<slug:slug>/armies/<slug:key>/order", OrderForm)
def give_order(call: Call, key: str) -> OrderInForce:
    """Give an army its order of the turn, or change it: a value of its choices, such as hold or march:ridge."""
    return _in_force(key, orders.order(call.knowledge, key, call.data))


@writes("DELETE", "campaigns/<slug:slug>/armies/<slug:key>/order", NoForm)
def withdraw_order(call: Call, key: str) -> OrderInForce:
    """Take an army's order back: without one it follows its standing order, or holds."""
    call.data["order"] = "none"
    return _in_force(key, orders.order(call.knowledge, key, call.data))


def _in_force(key: str, given: Given) -> OrderInForce:
    row = given.order
    order = OrderView(key, str(row.kind), row.get_kind_display(), tuple(row.path), row.outcome) if row else None
    return OrderInForce(key, given.turn.number, order)


@writes("PUT", "campaigns/<slug:slug>/armies/<slug:key>/standing", StandingForm)
def give_standing_order(call: Call, key: str) -> StandingInForce:
    """Give an army the order that it has whenever none is entered; path has names or keys, separated by commas."""
    return _standing(key, orders.standing(call.knowledge, key, call.data))


@writes("DELETE", "campaigns/<slug:slug>/armies/<slug:key>/standing", NoForm)
def withdraw_standing_order(call: Call, key: str) -> StandingInForce:
    """Take the standing order of an army back."""
    return _standing(key, orders.standing(call.knowledge, key, call.data))


def _standing(key: str, station: Station) -> StandingInForce:
    return StandingInForce(key, station.standing.get("kind", ""), tuple(station.standing.get("path", ())))


@writes("PUT", "campaigns/<slug:slug>/armies/<slug:key>/plan", PlanForm)
def give_plan(call: Call, key: str) -> PlanInForce:
    """Instruct an army's general for its next battle; he decides what is left out."""
    plan = orders.plan(call.knowledge, key, call.data).plan
    named = {name: plan.get(name) for name in ("posture", "sector", "evening", "reserve", "break_off")}
    return PlanInForce(army=key, spare=tuple(plan.get("spare", ())), **named)


@writes("PUT", "campaigns/<slug:slug>/ready", ReadyForm)
def set_ready(call: Call) -> TurnNow:
    """Mark one's orders as complete, or as a draft again. In a war against the program this runs the turn."""
    if "ready" not in call.data:
        raise Problem(422, "ready: send true or false.", field="ready")
    orders.ready(call.knowledge, call.user, is_ready=bool(call.data["ready"]))
    return turn_now(knowledge_of(call.knowledge.campaign, call.user))
