"""Orders of an army, its standing order, its plan of battle, and Ready."""

from django.contrib.auth.models import User

from campaign.entering.common import Data, clean, commander, own_army
from campaign.forms.orders import OrderForm, PlanForm, StandingForm
from campaign.models import FactionTurn, Station
from campaign.selectors.war import war_around
from campaign.services.clockwork.running import run_when_ready
from campaign.services.people.members import end_tour
from campaign.services.sheet import orders as services
from campaign.services.sheet.orders import give_plan
from campaign.services.sheet.standing import give_standing
from campaign.visibility.armies import units_of
from campaign.visibility.reader import Knowledge


def order(knowledge: Knowledge, key: str, data: Data, reads: services.Reads = war_around) -> services.Given:
    """Give an army its order, change it, or take it back."""
    station, form = own_army(knowledge, key), OrderForm(data)
    clean(form)
    actor = knowledge.user_name
    if form.withdrawn:
        return services.withdraw_order(station=station, actor=actor)
    return services.give_order(station=station, kind=form.kind, path=form.path, actor=actor, reads=reads)


def plan(knowledge: Knowledge, key: str, data: Data) -> Station:
    """Instruct the general for the next battle, or leave it to him."""
    station = own_army(knowledge, key)
    form = PlanForm(data, units=units_of(station))
    clean(form)
    give_plan(station=station, plan=form.plan, actor=knowledge.user_name)
    return station


def standing(knowledge: Knowledge, key: str, data: Data) -> Station:
    """Give an army the order that it has whenever nothing is entered for it, or take it back."""
    station = own_army(knowledge, key)
    names = {key: shape.name for key, shape in knowledge.places.land.shapes.items()}
    typed = clean(StandingForm(data, names=names))
    return give_standing(station=station, actor=knowledge.user_name, **typed)


def ready(knowledge: Knowledge, user: User, *, is_ready: bool) -> FactionTurn:
    """Mark the faction Ready, or its orders as a draft again. In a war against the program Ready runs the turn.

    The first Ready ends the tour: there is nothing more to show.
    """
    act = services.set_ready if is_ready else services.unset_ready
    row = act(faction=commander(knowledge), user=user)
    if is_ready and knowledge.tour_step and knowledge.member_pk:
        end_tour(member=knowledge.member_pk)
    run_when_ready(campaign=knowledge.campaign)
    return row
