"""Generals on the sheet (HR-7): given a post, exchanged, sent home, called back."""

from base.refusal import Refusal
from campaign.models import Leader, SheetLine, Station
from campaign.services.phases.opening.posts import leave_posts
from campaign.services.sheet.case import Case

Kind = SheetLine.Kind
Status = Leader.Status
ABOUT_GENERALS = (Kind.POST, Kind.SWAP, Kind.HOME, Kind.RECALL)


def verify_post(case: Case) -> int:
    """HR-7 A general goes to an army in supply, as its commander or as a wing. Costs nothing."""
    general, station = _free_to_go(case), _reached(case)
    as_wing = bool(case.details.get("wing"))
    if as_wing and general in station.wings.all():
        raise Refusal(f"leader: {general.name} is a wing of {station.army.name} already; choose another post.")
    if not as_wing and station.leader_id == general.pk:
        raise Refusal(f"leader: {general.name} commands {station.army.name} already; choose another army.")
    if as_wing and station.wings.count() >= case.war.house["command.wings_at_most"]:
        raise Refusal(f"station: {station.army.name} has no room for another wing; choose another army.")
    return 0


def _free_to_go(case: Case, field: str = "leader") -> Leader:
    """Return a general who can be given an order: present or at home, not on his way, in no battle, on no other
    line."""
    general = case.general(field)
    if general.status == Status.HOME and general.back_on_turn is not None:
        raise Refusal(f"{field}: {general.name} gave his word and may not serve before turn {general.back_on_turn}.")
    if general.status not in (Status.PRESENT, Status.HOME):
        raise Refusal(f"{field}: {general.name} is {general.get_status_display()}; choose another general.")
    if general.bound_for or general.back_on_turn is not None:
        raise Refusal(f"{field}: {general.name} is on his way to an army; wait until he is there.")
    _out_of_battle(case, general, field)
    named = [line for line in case.of_kind(*ABOUT_GENERALS) if line.state == SheetLine.State.ENTERED]
    if any(general.ref in (line.details.get("leader"), line.details.get("other")) for line in named):
        raise Refusal(f"{field}: {general.name} has another line of the sheet; withdraw that line first.")
    return general


def _out_of_battle(case: Case, general: Leader, field: str) -> None:
    post = case.post_of(general)
    if post is not None and case.war.army(post).engaged:
        raise Refusal(f"{field}: {general.name} is in a battle that is not decided; wait until it is over.")


def _reached(case: Case, field: str = "station") -> Station:
    station = case.station(field)
    if not station.in_supply:
        raise Refusal(f"{field}: {station.army.name} is cut off; a general finds his way to an army in supply (HR-7).")
    return station


def give_post(case: Case, line: SheetLine) -> str:
    """HR-7 The general sets out; he takes his post when the next turn opens."""
    general, station = case.general(), case.station()
    _send(case, general, station, bool(case.details.get("wing")))
    return f"{general.name} is with {station.army.name} from turn {general.back_on_turn} on."


def _send(case: Case, general: Leader, station: Station, as_wing: bool) -> None:
    general.status, general.bound_for, general.bound_as_wing = Status.PRESENT, station.ref, as_wing
    general.back_on_turn = case.war.turn.number + 1
    general.save(update_fields=["status", "bound_for", "bound_as_wing", "back_on_turn"])


def verify_swap(case: Case) -> int:
    """HR-7 Two generals of different armies in supply change places."""
    posts = []
    for field in ("leader", "other"):
        general = _free_to_go(case, field)
        post = case.post_of(general)
        if post is None:
            raise Refusal(f"{field}: {general.name} has no post to exchange; give him one instead.")
        if not post.in_supply:
            raise Refusal(f"{field}: {post.army.name} is cut off; generals travel between armies in supply (HR-7).")
        posts.append(post)
    if posts[0].pk == posts[1].pk:
        raise Refusal("other: choose a general of another army.")
    return 0


def swap(case: Case, line: SheetLine) -> str:
    """HR-7 Each sets out for the other's post."""
    pair = [case.general("leader"), case.general("other")]
    posts = [case.post_of(general) for general in pair]
    for general, post, other in zip(pair, reversed(posts), reversed(pair), strict=True):
        if post is not None:
            _send(case, general, post, post.leader_id != other.pk)
    return f"{pair[0].name} and {pair[1].name} change places when the next turn opens."


def verify_home(case: Case) -> int:
    """HR-7 A general who is with an army, or waits for one, goes home and draws no pay."""
    if _free_to_go(case).status == Status.HOME:
        raise Refusal(f"leader: {case.general().name} is at home already; choose another general.")
    return 0


def send_home(case: Case, line: SheetLine) -> str:
    """HR-7 His best wing takes the army over; he comes back when he is called."""
    general = case.general()
    leave_posts(general)
    general.status = Status.HOME
    general.save(update_fields=["status"])
    return f"{general.name} went home."


def verify_recall(case: Case) -> int:
    """HR-7 A general at home is called back and waits for a post."""
    if _free_to_go(case).status != Status.HOME:
        raise Refusal(f"leader: {case.general().name} is not at home; give him a post instead.")
    return 0


def recall(case: Case, line: SheetLine) -> str:
    """HR-7 He waits at the capital; the first army without a general is his."""
    general = case.general()
    general.status = Status.PRESENT
    general.save(update_fields=["status"])
    return f"{general.name} waits for a post."
