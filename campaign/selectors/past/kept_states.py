"""The states that are kept of a war, read again, and its scene: where every army stands and who holds what."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Count, Q, Sum

from base.refusal import Refusal
from campaign.models import Campaign, KeptPiece, KeptState, RollBack, Station
from campaign.rules.files.campaign_file import CampaignFile, loads
from campaign.rules.files.checking.trigger_checks import factions_to_come
from campaign.rules.files.fields import CampaignFileError
from campaign.rules.history.attempts import NO_WAR, UNREADABLE, Undone
from campaign.rules.history.pieces import LIMIT, Scene, digest_of, unpacked
from campaign.selectors.making.amending import triggers_of
from rosters.models import Unit

Kind = KeptState.Kind
LOST = "The kept state of turn {turn} cannot be read any more: {why}. Load a backup to go back that far."


def kept_text(state: KeptState) -> str:
    """Return the text of a kept state; Refusal where it is not what was kept."""
    rows = KeptPiece.objects.filter(campaign=state.campaign_id, digest__in=set(state.pieces))
    lost = partial(LOST.format, turn=state.turn)
    try:
        found = {digest: unpacked(bytes(data)) for digest, data in rows.values_list("digest", "data")}
        text = "".join(_bounded(found[digest] for digest in state.pieces))
    except KeyError as error:
        raise Refusal(lost(why="a piece of it is missing")) from error
    except ValueError as error:
        raise Refusal(lost(why=str(error))) from error
    if digest_of(text) != state.digest:
        raise Refusal(lost(why="it differs from the state that was kept"))
    return text


def _bounded(parts: Iterator[str]) -> Iterator[str]:
    """Yield the parts, as long as they fit into memory; else ValueError."""
    left = LIMIT
    for part in parts:
        left -= len(part)
        if left < 0:
            raise ValueError(f"it is longer than {LIMIT:,} characters")
        yield part


def kept_file(state: KeptState) -> CampaignFile:
    """Return a kept state as the campaign file it is; Refusal where it cannot be one of this campaign."""
    text = kept_text(state)
    try:
        file = loads(text)
        _check_land(file, state.campaign)
    except CampaignFileError as error:
        raise Refusal(LOST.format(turn=state.turn, why=str(error).rstrip("."))) from error
    return file


def _check_land(file: CampaignFile, campaign: Campaign) -> None:
    """A state that a file brought may be one of another war."""
    if file.history is None:
        raise CampaignFileError("it has no history.")
    differing = {row.key for row in file.factions} ^ set(campaign.factions.values_list("key", flat=True))
    if differing - factions_to_come((*file.triggers, *triggers_of(campaign))):
        raise CampaignFileError("its factions are not those of the campaign.")
    if {row.key for row in file.provinces} != set(campaign.provinces.values_list("key", flat=True)):
        raise CampaignFileError("its provinces are not those of the campaign.")


def undone_to(campaign: Campaign, turn: int) -> list[Undone]:
    """Return the roll-backs to a turn or an earlier one, in their order, with what they undid of it."""
    rows = campaign.roll_backs.filter(battle="", back_to__lte=turn).order_by("number")
    seal = Q(kind=Kind.SEAL, turn=turn)
    return [
        Undone(row.number, row.new_dice, *(_undone(row, turn, which) for which in (Q(kind=Kind.UNDONE), seal)))
        for row in rows
    ]


def taken_back(campaign: Campaign) -> Iterator[tuple[RollBack, str]]:
    """Yield each roll-back of a war with the text of the war that it undid; empty where that cannot be read."""
    for row in campaign.roll_backs.order_by("number"):
        yield row, text_of(row.states.filter(kind=Kind.UNDONE).order_by("-pk").first())


def _undone(row: RollBack, turn: int, which: Q) -> str:
    """Return a text of what a roll-back undid; that of no war where the turn had not begun, empty if unreadable."""
    return text_of(row.states.filter(which).order_by("-pk").first()) if row.reached >= turn else NO_WAR


def text_of(state: KeptState | None) -> str:
    """Return the text of a kept state; empty where there is none that can be read."""
    try:
        return kept_text(state) if state else UNREADABLE
    except Refusal:
        return UNREADABLE


def seal_of(campaign: Campaign, turn: int) -> KeptState | None:
    """Return the state at the seal of a turn that is still a part of the war."""
    rows = KeptState.objects.filter(campaign=campaign, turn=turn, kind=Kind.SEAL, undone_by=None)
    return rows.order_by("-pk").first()


KEYS = ("name", "faction", "province", "units", "strength")


def scene_now(campaign: Campaign) -> Scene:
    """Return the scene as it is now, in two queries."""
    serving = Q(army__units__status=Unit.Status.SERVING)
    rows = Station.objects.filter(campaign=campaign, province__isnull=False).annotate(
        size=Count("army__units", filter=serving), points=Sum("army__units__strength", filter=serving)
    )
    columns = ("ref", "army__name", "faction__key", "province__key", "size", "points")
    armies = {
        ref: dict(zip(KEYS, (*values, points or 0), strict=True))
        for ref, *values, points in rows.order_by("pk").values_list(*columns)
    }
    places = list(campaign.provinces.order_by("pk").values_list("key", "controller__key", "depot"))
    held = {key: controller for key, controller, _ in places if controller}
    return {"armies": armies, "held": held, "depots": [key for key, _, depot in places if depot]}
