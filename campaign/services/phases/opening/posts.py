"""Posts of generals (HR-7, HR-17) and changes of relations (HR-3), which take effect when a turn opens."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from campaign.models import Leader, Notice, Relation, SheetLine, Station, Turn
from campaign.rules.diplomacy import NEWS, led_out
from campaign.rules.fighting.command import second_of
from campaign.rules.march.attrition import dice_of, losses
from campaign.rules.theatre import SKILLS, ArmyFacts
from campaign.rules.wording import army_in_text, army_opens
from campaign.selectors.war import War, war_of
from campaign.services.news.events import announce_line
from campaign.services.phases.fighting.retreat import lose_army, take_losses
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import put_army

Status = Leader.Status


def arrive(*, turn: Turn) -> None:
    """P1, HR-7 Generals on their way take their posts; the former commander serves on as a wing while there is room.

    An army whose battle is not decided yet keeps its general till then. Where the army is no more, the general takes
    the strongest one of his faction. All of them leave their old posts before the first takes his new one.
    """
    war = war_of(turn)
    coming = [(leader, station) for leader in _on_their_way(turn) if (station := _army_of(war, leader)) is not None]
    left = _leave(war, [leader for leader, _ in coming])
    for leader, station in coming:
        station.refresh_from_db(fields=["leader"])
        _take_wing(war, leader, station) if leader.bound_as_wing else _take_command(war, leader, station)
        _arrived(leader)
    for station in left:
        station.refresh_from_db(fields=["leader"])
        if station.leader is None:
            promote(station)


def _on_their_way(turn: Turn) -> QuerySet[Leader]:
    rows = Leader.objects.filter(campaign=turn.campaign, status=Status.PRESENT, back_on_turn__lte=turn.number)
    return rows.filter(Q(bought=True) | ~Q(bound_for="")).select_related("faction")


def _army_of(war: War, leader: Leader) -> Station | None:
    """Return the army a general goes to; None while he has to wait."""
    own = [army for army in war.armies if army.faction == leader.faction.key]
    if any(army.engaged and leader.ref in _posts(army) for army in own):
        return None
    wanted = leader.bound_for or _hired_for(war, leader)
    meant = [army for army in own if army.ref == wanted]
    army = meant[0] if meant else max(own, key=lambda army: (army.strength, army.ref), default=None)
    return None if army is None or army.engaged else war.stations[army.ref]


def _posts(army: ArmyFacts) -> set[str]:
    return {leader.ref for leader in (army.leader, *army.wings) if leader is not None}


def _hired_for(war: War, leader: Leader) -> str:
    """Return the army that a general was hired for, where only the sheet has it."""
    lines = SheetLine.objects.filter(turn__campaign=war.campaign, kind=SheetLine.Kind.BUY_LEADER)
    line = lines.filter(faction=leader.faction, details__leader=leader.ref).last()
    return str(line.details.get("station")) if line else ""


def _leave(war: War, leaders: Iterable[Leader]) -> list[Station]:
    """Take the generals out of their posts; the armies that were theirs to command."""
    gone = {leader.pk for leader in leaders}
    left = [station for station in war.stations.values() if station.leader_id in gone]
    Station.wings.through.objects.filter(leader__in=gone, station__campaign=war.campaign).delete()
    Station.objects.filter(pk__in=[station.pk for station in left]).update(leader=None)
    return left


def _arrived(leader: Leader) -> None:
    leader.back_on_turn, leader.bound_for, leader.bound_as_wing = None, "", False
    leader.save(update_fields=["back_on_turn", "bound_for", "bound_as_wing"])


def _take_command(war: War, leader: Leader, station: Station) -> None:
    before, station.leader = station.leader, leader
    station.save(update_fields=["leader"])
    text = f"{leader.name} takes over {army_in_text(station.army.name)}."
    if before is not None and before.status == Status.PRESENT:
        text += f" {_serve_on(war, before, station)}"
    _write_line(war, leader, text)


def _write_line(war: War, leader: Leader, text: str) -> None:
    write_entry(turn=war.turn, phase="P1", kind="general-new", text=text, audience=[leader.faction], rule="HR-7")


def _serve_on(war: War, before: Leader, station: Station) -> str:
    """LGG-S2-a A former commander becomes a wing of his army while there is room."""
    if station.wings.count() >= war.house["command.wings_at_most"]:
        Leader.objects.filter(pk=before.pk).update(status=Status.HOME)
        return f"{before.name} goes home."
    station.wings.add(before)
    return f"{before.name} stays on as a wing commander."


def _take_wing(war: War, leader: Leader, station: Station) -> None:
    if station.leader is None and not station.wings.exists():
        _take_command(war, leader, station)
    elif station.wings.count() >= war.house["command.wings_at_most"]:
        where = army_in_text(station.army.name)
        _write_line(war, leader, f"{leader.name} found no room with {where} and waits for a post.")
    else:
        station.wings.add(leader)
        _write_line(war, leader, f"{leader.name} joins {army_in_text(station.army.name)} as a wing.")


def fill_posts(*, war: War) -> None:
    """P1, HR-7 A general without a post takes his old army from his substitute, or the strongest that has none.

    Garrisons are left to their commandants, and armies in an open battle or cut off to who leads them.
    """
    free = [army for army in war.armies if not army.engaged and war.stations[army.ref].in_supply]
    for leader in _waiting(war):
        own = [army for army in free if army.faction == leader.faction.key and _vacant(war, army, leader)]
        army = max(own, key=lambda army: (army.leader is not None, army.strength, army.ref), default=None)
        if army is not None:
            station = war.stations[army.ref]
            station.leader = leader
            station.save(update_fields=["leader"])
            free.remove(army)
            _write_line(war, leader, f"{leader.name}, who waited for a post, takes over {army_in_text(army.name)}.")


def _waiting(war: War) -> list[Leader]:
    """Return the generals who wait for a post, the ablest first; stand-ins wait for none."""
    posts = {ref for army in war.armies for ref in _posts(army)}
    rows = war.campaign.leaders.filter(status=Status.PRESENT, back_on_turn=None, bound_for="").select_related("faction")
    waiting = [row for row in rows if row.ref not in posts and not row.ref.startswith("second-of-")]
    return sorted(waiting, key=lambda row: (-SKILLS.index(row.skill), row.pk))


def _vacant(war: War, army: ArmyFacts, leader: Leader) -> bool:
    if army.leader is None:
        return not (army.wings or army.garrison or war.theatre.provinces[army.province].fortress)
    return army.leader.ref.startswith(second_of(leader.ref))


def leave_posts(general: Leader) -> None:
    """Take a general out of every post; the best wing takes over what he commanded."""
    for station in Station.objects.filter(wings=general):
        station.wings.remove(general)
    for station in Station.objects.filter(leader=general).prefetch_related("wings"):
        promote(station)


def promote(station: Station) -> None:
    """LGG-S2-f The best wing commands an army that has lost its commander; without one nobody does."""
    wings = [wing for wing in station.wings.all() if wing.status == Status.PRESENT]
    station.leader = max(wings, key=lambda wing: (Leader.Skill.values.index(wing.skill), wing.ref), default=None)
    if station.leader is not None:
        station.wings.remove(station.leader)
    station.save(update_fields=["leader"])


def set_free(general: Leader) -> None:
    """HR-17 A captive is back and waits for a post."""
    general.status, general.captor, general.back_on_turn = Status.PRESENT, None, None
    general.save(update_fields=["status", "captor", "back_on_turn"])


def take_effect(*, turn: Turn) -> None:
    """P1, HR-3 What was declared or agreed holds from this turn on; captives are freed."""
    lines = SheetLine.objects.filter(turn__campaign=turn.campaign, kind=SheetLine.Kind.RELATION,
                                     state=SheetLine.State.DONE, details__effective=turn.number)  # fmt: skip
    known = {faction.key: faction for faction in turn.campaign.factions.all()}
    for line in sorted(lines.select_related("faction"), key=lambda row: (row.details["relation"] == "war", row.pk)):
        first, second = sorted((line.faction, known[line.details["faction"]]), key=lambda row: row.pk)
        then = line.details["relation"]
        rows = Relation.objects.filter(campaign=turn.campaign, first=first, second=second).exclude(kind=then)
        if rows.update(kind=then, since=turn.number):
            text = f"From now on {first.in_text} and {second.in_text} {NEWS[then]}."
            write_entry(turn=turn, phase="P1", kind="relation", text=text, rule="HR-3")
    _free_captives(turn)


def _free_captives(turn: Turn) -> None:
    """HR-17 Captives come back at peace: of a captor who is not known, when their faction is at war with nobody."""
    rows = Relation.objects.filter(campaign=turn.campaign, kind=Relation.Kind.WAR).values_list("first", "second")
    wars = {frozenset(pair) for pair in rows}
    captives = Leader.objects.filter(campaign=turn.campaign, status=Leader.Status.CAPTURED)
    for leader in captives.select_related("faction", "captor"):
        mine = [pair for pair in wars if leader.faction_id in pair]
        held = frozenset((leader.faction_id, leader.captor_id)) in mine if leader.captor_id else bool(mine)
        if not held:
            set_free(leader)
            text = f"{leader.name} is back from captivity: there is peace."
            write_entry(turn=turn, phase="P1", kind="captive", text=text, audience=[leader.faction], rule="HR-17")
            announce_line(turn=turn, kind=Notice.Kind.RELATION, text=text, page="game:generals",
                          factions=[leader.faction])  # fmt: skip


def lead_out(*, war: War, actor: str) -> War:
    """P6, HR-3 Lead armies out of a country that no longer lets them pass, to their nearest own province."""
    for army, target in list(led_out(war.armies, war.theatre)):
        war = _lead(war, army, target, actor)
    return war


def _lead(war: War, army: ArmyFacts, target: str, actor: str) -> War:
    left = _hard_march(war, army, actor)
    if not left.units:
        return lose_army(war=war, army=left, actor=actor, why="melted away as it was led out of the country")
    places = f"{war.provinces[army.province].name} to {war.provinces[target].name}"
    text = f"{army_opens(army.name, 'was', 'were')} led out of {places}."
    write_entry(turn=war.turn, phase="P6", kind="led-out", text=text, audience=[war.factions[army.faction]],
                province=war.provinces[target], rule="HR-3")  # fmt: skip
    return put_army(war, left, target)


def _hard_march(war: War, army: ArmyFacts, actor: str) -> ArmyFacts:
    """HR-3 Heavy attrition for every unit of the army."""
    dice = dice_of("heavy", war.house)
    cups = {unit.key: CampaignCup(war.turn, "led-out", war.numbers[unit.key]) for unit in army.units}
    lost = {unit.key: losses(unit, dice, cups[unit.key], war.house) for unit in army.units}
    notes = {key: cups[key].faces for key, points in lost.items() if points}
    return take_losses(war=war, army=army, lost=lost, cause="retreat", rule="HR-3", actor=actor, note="led out",
                       notes=notes)  # fmt: skip
