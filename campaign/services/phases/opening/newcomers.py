"""P1, HR-29: ways, factions and units that come into a war under way."""

from base.words import counted, sentence
from campaign.models import Account, Edge, Faction, FactionTurn, Notice, Province, Relation
from campaign.references import turn_reference
from campaign.rules.files.trigger_rows import EffectRow
from campaign.rules.files.unit_type_rows import effect_items
from campaign.rules.theatre import standing_in
from campaign.rules.wording import army_in_text
from campaign.selectors.own_types import own_types_of
from campaign.selectors.war import War
from campaign.services.news.events import announce_line
from campaign.services.phases.control import hand_over
from campaign.services.record.chronicle import write_entry
from campaign.services.record.land import keep_land
from campaign.services.record.points import account, create_accounts, post_points
from rosters.services import raise_unit

RULE = "HR-29"


def write_arrival(war: War, faction: Faction, text: str, province: Province | None = None) -> None:
    """Write what has come for a faction into its own chronicle and news."""
    write_entry(turn=war.turn, phase="P1", kind="arrival", text=text, audience=[faction], province=province, rule=RULE)
    announce_line(turn=war.turn, kind=Notice.Kind.EVENT, text=text, page="game:turn", factions=[faction])


def add_way(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-29, HR-2 A way joins two provinces from now on; one that is there already stays as it is."""
    first, second = sorted((war.provinces[name] for name in effect.ends), key=lambda row: row.pk)
    if war.theatre.edge(first.key, second.key) is not None:
        return
    row = Edge(campaign=war.campaign, first=first, second=second, kind=effect.way, bridge=effect.bridge,
               river=effect.river)  # fmt: skip
    Edge.objects.bulk_create([row])
    keep_land(campaign=war.campaign)
    kind = "bridge" if effect.bridge else row.get_kind_display()
    text = f"A {kind} joins {first.name} and {second.name} from now on."
    write_entry(turn=war.turn, phase="P1", kind="way", text=text, rule=RULE)


def add_faction(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-29 A faction enters the war: its relations, its treasury, and its land where no enemy of it is."""
    others = list(war.factions.values())
    if effect.ref in war.factions:
        return
    made = Faction.objects.create(
        campaign=war.campaign, key=effect.ref, name=effect.name, adjective=effect.adjective, colour=effect.colour,
        pattern=effect.pattern, offmap_income=effect.income, order=max(row.order for row in others) + 1,
    )  # fmt: skip
    war.factions[made.key] = made
    Relation.objects.bulk_create(
        Relation(campaign=war.campaign, first=other, second=made, kind=_stands(effect, other), since=war.turn.number)
        for other in others
    )
    create_accounts(campaign=war.campaign)
    FactionTurn.objects.create(turn=war.turn, faction=made)
    _take_homes(war, effect, made)
    if effect.points:
        add_points(war, effect, key, actor)
    text = f"{sentence(made.in_text)} {'enter' if made.name.endswith('s') else 'enters'} the war."
    write_entry(turn=war.turn, phase="P1", kind="relation", text=text, rule=RULE)


def _stands(effect: EffectRow, other: Faction) -> str:
    return "war" if other.key in effect.enemies else "allied" if other.key in effect.allies else "neutral"


def _take_homes(war: War, effect: EffectRow, made: Faction) -> None:
    """Give a new faction its home provinces; the first is its capital, with a depot."""
    for nth, key in enumerate(effect.provinces):
        here = [army for army in standing_in(key, war.armies) if army.units]
        row = war.provinces[key]
        Province.objects.filter(pk=row.pk).update(home=made, capital=nth == 0, depot=row.depot or nth == 0)
        if not any(army.faction in effect.enemies for army in here) and row.controller_id != made.pk:
            hand_over(war, row, made.key, phase="P1")


def add_points(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-29 Points arrive in a treasury."""
    faction, campaign, turn = war.factions[effect.faction or effect.ref], war.campaign, war.turn
    post_points(
        source=account(campaign=campaign, kind=Account.Kind.EVENTS),
        target=account(campaign=campaign, faction=faction, kind=Account.Kind.TREASURY), amount=effect.points,
        reason=effect.name or "Arrival", reference=turn_reference(campaign.slug, turn.number), actor=actor, rule=RULE,
        turn=turn.number, key=f"c{campaign.pk}:t{turn.number}.{turn.attempt}:trigger:{key}-{faction.key}",
    )  # fmt: skip
    write_arrival(war, faction, f"{effect.points} points arrive for {faction.in_text}.")


def add_units(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-29 Units join an army; they do not come if it is gone."""
    station = war.stations.get(effect.ref)
    faction = war.factions[effect.faction or ""]
    if station is None or station.faction_id != faction.pk or station.province is None:
        return write_arrival(war, faction, "Units that were to come have no army to join any more, and stay away.")
    items, where = effect_items(effect, own_types_of(war.campaign)), turn_reference(war.campaign.slug, war.turn.number)
    for item in items:
        raise_unit(army=station.army, item=item, reference=where, actor=actor, rule=RULE)
    joins = "joins" if len(items) == 1 else "join"
    return write_arrival(war, faction, f"{sentence(counted(len(items), 'unit'))} {joins} {army_in_text(str(station))}.")
