"""Restoring a kept state in place: rows that were there keep their keys, later ones go, lost ones come again."""

from collections.abc import Iterable
from typing import Any

from django.db import DataError, IntegrityError, transaction

from base.refusal import Refusal
from base.rows.columns import new_key
from campaign import models
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.checking.history_checks import final_balances, final_strengths
from campaign.rules.files.past.history_rows import History
from campaign.rules.kinds import Role
from campaign.selectors.past.kept_states import LOST, kept_file
from campaign.services.audit import audit_loaded
from campaign.services.files.load_history import columns_of, row_id
from campaign.services.files.load_war import World, campaign_columns, pair_of, province_columns
from campaign.services.files.tables import TABLES, HistoryTable, Tokens
from campaign.services.history.matching import Matched, match, named_by, remove, write
from campaign.services.record.land import keep_land
from campaign.services.record.points import restore_balances
from rosters.models import Army, Unit
from rosters.services import restore_units

ROLLED_BACK = "rolled-back"
"""The kind of the chronicle's lines that outlast every roll-back."""
OUTLAST = ("referee_acts", "letters", "absences")
"""Lists that no roll-back touches: the referee's acts, letters, and holidays, which are not of the war's time."""
LEFT_AS_THEY_ARE = frozenset(("name", "summary", "sources", "map", "secret", "commitment", "what_if"))
UNCLAIMED: dict[str, Any] = {"claim": None, "holder": "", "lease_until": None, "attempt": 0, "published_at": None}


def restore(*, campaign: models.Campaign, state: models.KeptState) -> None:
    """Make a campaign what a kept state of it holds; referees' acts, members and lines about roll-backs stay.

    Call it in a transaction that holds the campaign's undecided battles and its newest turn. Refusal, and nothing is
    written, where the state is none of this war or would break a promise that the war keeps.
    """
    file, broken = kept_file(state), set(audit_loaded(campaign=campaign))
    try:
        with transaction.atomic():
            _restore(campaign, file)
    except (IntegrityError, DataError, KeyError) as error:
        raise Refusal(LOST.format(turn=state.turn, why="its rows contradict one another")) from error
    if worse := sorted(set(audit_loaded(campaign=campaign)) - broken):
        raise Refusal(LOST.format(turn=state.turn, why=worse[0].rstrip(".")))


def _restore(campaign: models.Campaign, file: CampaignFile) -> None:
    assert file.history is not None
    world = World(campaign, _tokens(campaign, file))
    world.strengths = final_strengths(file.history)
    war = _Land(file, world).matched()
    history = _match_history(file.history, world)
    for name in reversed(history):
        remove(history[name])
    for matched in war.values():
        write(matched)
    for name, matched in history.items():
        _write_list(name, matched)
    _link(file, world)
    _remove_armies(war["armies"])
    for name in ("leaders", "edges", "relations"):
        remove(war[name])
    _remove_factions(war["factions"])
    _restore_accounts(file.history, campaign)
    _restore_campaign(file, campaign)


def _tokens(campaign: models.Campaign, file: CampaignFile) -> Tokens:
    """Return the keys that units, armies and battles have, and fresh ones for those that are no more."""
    assert file.history is not None
    armies = dict(campaign.stations.values_list("ref", "army__key"))
    units = Unit.objects.filter(army__station__campaign=campaign).order_by("pk").values_list("key", flat=True)
    battles = _battle_keys(campaign, file.history)
    keys = {f"army:{row.ref}": armies.get(row.ref) or new_key() for row in file.armies}
    known = list(units)
    for place, unit in enumerate(file.history.units):
        keys[f"unit:{unit.id}"] = known[place] if place < len(known) else new_key()
    keys |= {f"battle:{row.id}": battles.get(row.id) or new_key() for row in file.history.battles}
    lines = models.SheetLine.objects.filter(turn__campaign=campaign).order_by("pk").values_list("pk", flat=True)
    sheet = {f"line:s{number}": f"sheet:{pk}" for number, pk in enumerate(lines, 1)}
    factions = {f"faction:{key}": f"f{pk}" for key, pk in campaign.factions.values_list("key", "pk")}
    return Tokens(campaign.slug, keys, {"war": f"c{campaign.pk}"} | factions | sheet)


def _battle_keys(campaign: models.Campaign, history: History) -> dict[str, str]:
    """Return the id in the file of each battle that is still there → its key, by turn and sequence of its
    engagement."""
    rows = models.Engagement.objects.filter(turn__campaign=campaign, battle__isnull=False)
    there = {(turn, nth): key for turn, nth, key in rows.values_list("turn__number", "sequence", "battle__key")}
    named = {row.battle: there.get((row.turn, row.sequence)) for row in history.engagements if row.battle}
    return {name: key for name, key in named.items() if key}


class _Land:
    """Everything of a campaign but its history, matched with the rows that there are."""

    def __init__(self, file: CampaignFile, world: World) -> None:
        self.file, self.world, self.campaign = file, world, world.campaign

    def matched(self) -> dict[str, Matched]:
        """List → its rows; those that refer to others come after them."""
        file, world = self.file, self.world
        found = {"factions": self._keyed(models.Faction, "factions", [
            {"order": n, **world.columns(row)} for n, row in enumerate(file.factions)
        ])}  # fmt: skip
        found["relations"] = self._listed(models.Relation, "relations", [
            {"kind": row.kind, "since": row.since, **pair_of(world.found["factions"], row.between)}
            for row in file.relations
        ])  # fmt: skip
        found["provinces"] = self._keyed(
            models.Province, "provinces", [province_columns(row, file, world) for row in file.provinces]
        )
        places = world.found["provinces"]
        found["edges"] = self._listed(models.Edge, "edges", [
            {"kind": row.kind, "bridge": row.bridge, "river": row.river, **pair_of(places, row.between)}
            for row in file.edges
        ])  # fmt: skip
        found["leaders"] = self._keyed(models.Leader, "leaders", [world.columns(row) for row in file.leaders], "ref")
        found["armies"] = self._armies()
        return found

    def _listed(self, model: Any, name: str, wanted: Iterable[dict[str, Any]]) -> Matched:
        existing = list(model.objects.filter(campaign=self.campaign).order_by("pk"))
        taken = list(wanted)
        rows = [model(campaign=self.campaign, **columns) for columns in taken]
        return match(existing, rows, taken[0] if taken else (), named_by(name))

    def _keyed(self, model: Any, name: str, wanted: Iterable[dict[str, Any]], key: str = "key") -> Matched:
        matched = self._listed(model, name, wanted)
        self.world.found[name] = {getattr(row, key): row for row in matched.rows}
        return matched

    def _armies(self) -> Matched:
        """Stations with their rosters: a roster that is no more is made again."""
        rosters = {army.key: army for army in Army.objects.filter(station__campaign=self.campaign)}
        wanted = []
        for row in self.file.armies:
            key = self.world.tokens.keys[f"army:{row.ref}"]
            army = rosters.get(key) or Army.objects.create(key=key, name=row.name)
            if army.name != row.name:
                army.name = row.name
                army.save(update_fields=["name"])
            columns = self.world.columns(row, without=("name", "roster", "units", "created_at"))
            wanted.append({"army": army, **columns})
        return self._keyed(models.Station, "armies", wanted, "ref")


def _match_history(history: History, world: World) -> dict[str, Matched]:
    """Return every list of the history matched; referees' acts and what is kept of the past are no part of a state."""
    found: dict[str, Matched] = {}
    accounts = models.Account.objects.filter(campaign=world.campaign).select_related("faction")
    world.found["accounts"] = {f"{a.kind}/{a.faction.key}" if a.faction else a.kind: a for a in accounts}
    for table in TABLES:
        if not table.past and table.name not in OUTLAST:
            found[table.name] = _match_list(table, history, world)
    return found


def _match_list(table: HistoryTable, history: History, world: World) -> Matched:
    rows = [row for row in getattr(history, table.name) if getattr(row, "kind", "") != ROLLED_BACK]
    wanted = [_columns(table, row, world, number) for number, row in enumerate(rows)]
    made = [table.model(**columns) for columns in wanted]
    world.found[table.name] = found = {row_id(row): one for row, one in zip(rows, made, strict=True)}

    def settled() -> None:
        for row, one in zip(rows, made, strict=True):
            for name in table.late:
                setattr(one, name, found.get(getattr(row, name)))

    counted = [*dict.fromkeys(column for columns in wanted for column in columns), *table.late]
    return match(list(_existing(table, world.campaign)), made, counted, named_by(table.name), settled)


def _columns(table: HistoryTable, row: Any, world: World, number: int) -> dict[str, Any]:
    """Return the columns of a row. A battle that is not decided is free for any worker, and for none that held it."""
    columns = columns_of(table, row, world, f"history.{table.name}[{number}]")
    return columns | UNCLAIMED if table.name == "battles" and row.state != "done" else columns


def _existing(table: HistoryTable, campaign: models.Campaign) -> Any:
    rows = table.model._default_manager.filter(**{table.owner: campaign}).order_by("pk")
    return rows.exclude(kind=ROLLED_BACK) if table.model is models.ChronicleEntry else rows


def _write_list(name: str, matched: Matched) -> None:
    if name == "units":
        restore_units(fresh=matched.fresh, changed=matched.changed)
    else:
        write(matched)


def _link(file: CampaignFile, world: World) -> None:
    """Wings of armies, and the factions that guerrillas fight."""
    _relink(models.Station.wings.through, "station", "leader", world, [
        (world.found["armies"][row.ref], world.found["leaders"][name]) for row in file.armies for name in row.wings
    ])  # fmt: skip
    _relink(models.Province.guerrilla_fights.through, "province", "faction", world, [
        (world.found["provinces"][row.key], world.found["factions"][name])
        for row in file.provinces for name in row.guerrilla_fights
    ])  # fmt: skip


def _relink(link: Any, owner: str, other: str, world: World, wanted: list[tuple[Any, Any]]) -> None:
    rows = link._default_manager.filter(**{f"{owner}__campaign": world.campaign}).order_by("pk")
    pairs = [(one.pk, two.pk) for one, two in wanted]
    if list(rows.values_list(f"{owner}_id", f"{other}_id")) != pairs:
        rows.delete()
        link._default_manager.bulk_create(link(**{f"{owner}_id": one, f"{other}_id": two}) for one, two in pairs)


def _remove_armies(matched: Matched) -> None:
    """Delete armies that were split off later, with their rosters."""
    rosters = [row.army_id for row in matched.gone]
    remove(matched)
    Army.objects.filter(pk__in=rosters).delete()


def _remove_factions(matched: Matched) -> None:
    """HR-29 Delete factions that entered the war later, with their accounts; their players stay as observers."""
    gone = [row.pk for row in matched.gone]
    if gone:
        models.Member.objects.filter(faction__in=gone).update(role=Role.OBSERVER, faction=None)
        models.Account.objects.filter(faction__in=gone).delete()
    remove(matched)


def _restore_accounts(history: History, campaign: models.Campaign) -> None:
    accounts = models.Account.objects.filter(campaign=campaign).select_related("faction")
    sums = final_balances(history)
    restore_balances({a: sums.get(f"{a.kind}/{a.faction.key}" if a.faction else a.kind, 0) for a in accounts})


def _restore_campaign(file: CampaignFile, campaign: models.Campaign) -> None:
    """The war's own row: state, winner and the rules that held; name and texts stay as they are."""
    columns = {name: value for name, value in campaign_columns(file).items() if name not in LEFT_AS_THEY_ARE}
    models.Campaign.objects.filter(pk=campaign.pk).update(**columns, map_token="")  # nosec B106
    campaign.refresh_from_db()
    keep_land(campaign=campaign)
