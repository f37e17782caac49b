"""P8: engagements, their battles, and what a settled battle means to the campaign."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from battles.models import Battle
from battles.resolvers.files.battle_file import by_rules
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report, SideReport
from battles.services import refreeze_battle
from battles.services.opening import drawn_battle
from campaign.models import Engagement, EngagementArmy, Station, Turn
from campaign.references import turn_reference
from campaign.rules.fighting.command import Command
from campaign.rules.march.contact import Bloc, Contact, next_contact
from campaign.rules.wording import in_text, opening
from campaign.selectors.war import War, current_turn, war_of
from campaign.services.news.tables import announce_result
from campaign.services.phases.fighting.aftermath import apply_aftermath, leaving_side
from campaign.services.phases.fighting.battle_files import Drawn, draw_file
from campaign.services.phases.fighting.methods import hold_open
from campaign.services.phases.maintenance import set_aside_anew
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import seed_text
from campaign.services.record.together import add_engagement

SIZES = ((12, "small"), (32, "medium"))


def create_engagement(
    *,
    war: War,
    contact: Contact,
    sequence: int,
    met: Mapping[str, str],
    after: Engagement | None = None,
    siege: str = "",
) -> Engagement:
    """Open the battle of a contact; one that must wait for another is frozen when that is settled."""
    province, turn = war.provinces[contact.province], war.turn
    name = war.rows.next_battle_name(province, siege)
    drawn = draw_file(war, contact, name)
    key = f"{province.key}:{sequence}"
    opened = drawn_battle(
        name=name, file=drawn.file, field_seed=seed_text(war.campaign, "field", turn, key),
        seed=seed_text(war.campaign, "battle", turn, key), reference=turn_reference(war.campaign.slug, turn.number),
        unit_ids=drawn.units, waiting=after is not None,
    )  # fmt: skip
    engagement = Engagement(
        turn=turn, province=province, sequence=sequence, battle=opened.battle, after=after, meeting=contact.meeting,
        details=_details(drawn, met) | ({"siege": siege} if siege else {}),
    )  # fmt: skip
    add_engagement(
        engagement, sides_of(war, engagement, (contact.first, contact.second)), opened,
        lambda: hold_open(engagement=engagement, campaign=war.campaign),
    )  # fmt: skip
    _announce(war, engagement, drawn)
    return engagement


def _details(drawn: Drawn, met: Mapping[str, str]) -> dict[str, Any]:
    return {
        "sides": [_commanding(side.name, post) for side, post in zip(drawn.file.sides, drawn.commands, strict=True)],
        "met": dict(met),
        "size": size_of(drawn.file),
    }


def _commanding(name: str, post: Command) -> dict[str, Any]:
    return {
        "name": name,
        "commander": post.commander.ref if post.commander else None,
        "wings": [wing.ref for wing in post.wings],
    }


def sides_of(war: War, engagement: Engagement, blocs: Sequence[Bloc]) -> list[EngagementArmy]:
    """Make the armies of either side, with the provinces they came from; nothing is written yet."""
    return [
        EngagementArmy(engagement=engagement, station=war.stations[army.ref], faction=war.factions[army.faction],
                       side=side, mark=army.arrives, came_from=war.provinces.get(army.came_from or ""))
        for side, bloc in enumerate(blocs) for army in bloc.armies
    ]  # fmt: skip


def size_of(file: BattleFile) -> str:
    """Return what everybody may know of a battle's size: small, medium or large, by the units of both sides."""
    units = sum(len(side.units) for side in file.sides)
    return next((name for most, name in SIZES if units <= most), "large")


def _announce(war: War, engagement: Engagement, drawn: Drawn) -> None:
    assert engagement.battle is not None
    size = size_of(drawn.file)
    first, second = (side.name for side in drawn.file.sides)
    meet = _meeting(engagement, first, second)
    write_entry(turn=war.turn, phase="P7", kind="contact", rule="HR-12", province=engagement.province,
                battle_key=engagement.battle.key, details={"size": size, "sides": [first, second]},
                text=f"{meet}: a {size} battle.")  # fmt: skip


def _meeting(engagement: Engagement, first: str, second: str) -> str:
    """Return who meets whom, and where; HR-28: who storms, or sallies against whom."""
    place, siege = engagement.province.name, engagement.details.get("siege", "")
    if siege == "storm":
        return f"{opening(first, 'storms', 'storm')} the works of {place} against {in_text(second)}"
    if siege == "sally":
        return f"{opening(first, 'sallies', 'sally')} from {place} against {in_text(second)}"
    return f"{opening(first, 'meets', 'meet')} {in_text(second)} at {place}"


def settle_engagement(*, battle: Battle, report: Report) -> None:
    """Take a settled battle into the campaign, in the settling transaction: its result, and the battle that waited.

    Retreat and generals follow in P9, or at once when the turn has been closed meanwhile.
    """
    engagement = Engagement.objects.select_related("turn__campaign", "province").filter(battle=battle).first()
    if engagement is None or engagement.state != Engagement.State.OPEN:
        return
    newest = lock_play(engagement.turn)
    _write_result(engagement, report)
    _announce_result(engagement, battle, newest)
    start_follower(engagement)
    turn = Turn.objects.get(pk=engagement.turn_id)
    if turn.state == Turn.State.CLOSED:
        apply_aftermath(war=war_of(turn), engagement=engagement, actor="the battle")
        if newest.state == Turn.State.OPEN and newest.muster:
            why, key = f"Maintenance after the {battle.name}", f"battle:{battle.key}"
            set_aside_anew(war=war_of(newest), reason=why, actor="the battle", key=key)


def lock_play(turn: Turn) -> Turn:
    """Lock the campaign's newest turn, so that a settlement and the running of a turn come one after the other.

    While it waits for the lock another turn may be opened, or this one taken back: then it takes the one that is
    newest now.
    """
    newest = current_turn(turn.campaign) or turn
    held = Turn.objects.select_for_update().filter(pk=newest.pk).first()
    last = current_turn(turn.campaign)
    if held is None and last is None:
        raise Turn.DoesNotExist
    return held if held is not None and held == last else lock_play(turn)


def _write_result(engagement: Engagement, report: Report) -> None:
    names = [side["name"] for side in engagement.details["sides"]]
    winner = report.outcome.winner
    engagement.winner_side = names.index(winner) if winner in names else None
    lost = [_lost_leaders(side, own) for side, own in zip(engagement.details["sides"], report.sides, strict=True)]
    engagement.details = engagement.details | {"lost_leaders": lost}
    engagement.state, engagement.settled_at = Engagement.State.SETTLED, timezone.now()
    engagement.save(update_fields=["winner_side", "details", "state", "settled_at"])
    Station.objects.filter(engagements__engagement=engagement).update(fought=True)


def _lost_leaders(side: dict[str, Any], report: SideReport) -> list[str]:
    """Return references of the leaders of a side whom the battle took (LGG-16.0-b)."""
    posts = [side["commander"], *side["wings"]]
    fates = [report.commander.fate, *(wing.fate for wing in report.wings)]
    return [ref for ref, fate in zip(posts, fates, strict=False) if ref and fate == "lost"]


def _announce_result(engagement: Engagement, battle: Battle, newest: Turn) -> None:
    """HR-15 A line of the turn whose battle it is; where that is past, of the turn that runs now as well."""
    text = _result_text(engagement, battle)
    line: dict[str, Any] = {
        "phase": "P8", "kind": "battle", "province": engagement.province, "battle_key": battle.key, "rule": "HR-15",
    }  # fmt: skip
    write_entry(turn=engagement.turn, text=text, **line)
    announce_result(engagement=engagement, battle=battle, text=text)
    if newest.pk != engagement.turn_id:
        write_entry(turn=newest, text=f"{text} It began on turn {engagement.turn.number}.", **line)


def _result_text(engagement: Engagement, battle: Battle) -> str:
    names = [side["name"] for side in engagement.details["sides"]]
    if engagement.winner_side is None:
        return f"{battle.name}: a drawn battle between {in_text(names[0])} and {in_text(names[1])}."
    won, lost = names[engagement.winner_side], names[1 - engagement.winner_side]
    return f"{battle.name}: victory for {in_text(won)} over {in_text(lost)}."


def start_follower(engagement: Engagement) -> None:
    """21.4 The battle that waited: the third side meets who stayed on the field, with the strengths left to him."""
    waiting = engagement.followers.filter(battle__state=Battle.State.WAITING)
    follower = waiting.select_related("battle", "turn__campaign", "province").first()
    if follower is None:
        return
    war = _open_again(war_of(follower.turn), follower)
    later, stayed = _bloc(war, follower, {0}), _bloc(war, engagement, {1 - _left(war, engagement)})
    contact = (
        next_contact(follower.province.key, stayed, [later], war.theatre) if later.armies and stayed.armies else None
    )
    if contact is None or not (contact.first.fights and contact.second.fights):
        _avoid(follower, engagement)
        return
    assert follower.battle is not None
    drawn = draw_file(war, contact, follower.battle.name)
    follower.armies.all().delete()
    EngagementArmy.objects.bulk_create(sides_of(war, follower, (contact.first, contact.second)))
    follower.details = _details(drawn, follower.details["met"])
    follower.save(update_fields=["details"])
    file = by_rules(drawn.file, follower.battle.rules)
    refreeze_battle(battle=follower.battle, file=file, unit_ids=drawn.units)
    hold_open(engagement=follower, campaign=war.campaign)


def _left(war: War, engagement: Engagement) -> int:
    """Return the side that gives up the field of a settled battle."""
    return leaving_side(war, engagement, list(engagement.armies.select_related("station")))


def _open_again(war: War, follower: Engagement) -> War:
    """Return the war as the follower's armies see it: those that wait for it are free to fight it."""
    return war.moved_to(
        replace(army, engaged=False) if army.province == follower.province.key else army for army in war.armies
    )


def _bloc(war: War, engagement: Engagement, sides: Iterable[int]) -> Bloc:
    refs = set(engagement.armies.filter(side__in=sides).values_list("station__ref", flat=True))
    armies = tuple(a for a in war.armies if a.ref in refs and a.units)
    return Bloc(tuple(dict.fromkeys(a.faction for a in armies)), armies)


def _avoid(follower: Engagement, engagement: Engagement) -> None:
    """The third side has no quarrel with who stayed, or nobody is left: its battle is not fought."""
    battle, follower.battle, follower.state = follower.battle, None, Engagement.State.AVOIDED
    follower.save(update_fields=["battle", "state"])
    if battle is not None:
        battle.delete()
    following = follower.followers.first()
    if following is not None:
        following.after = engagement
        following.save(update_fields=["after"])
        start_follower(engagement)


def blocking_battles(turn: Turn) -> list[Battle]:
    """Return the battles that a turn waits for. One that failed, or is fought by hand, holds nothing up."""
    rows = turn.engagements.filter(state=Engagement.State.OPEN, battle__isnull=False).select_related("battle")
    earlier = Engagement.objects.filter(turn__campaign=turn.campaign_id, turn__number__lt=turn.number)
    stuck = set(earlier.values_list("pk", flat=True))
    blocking: list[Battle] = []
    for engagement in rows.order_by("sequence"):
        battle = engagement.battle
        assert battle is not None
        by_hand = battle.state == Battle.State.FAILED or battle.method != Battle.Method.AUTO
        if by_hand or (battle.state == Battle.State.WAITING and engagement.after_id in stuck):
            stuck.add(engagement.pk)
        elif battle.state != Battle.State.DONE:
            blocking.append(battle)
    return blocking
