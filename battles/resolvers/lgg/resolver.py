"""La Grande Guerre as a rule system of the registry: lay out the field, fill the record, play it, write the report."""

from typing import Any

from battles.resolvers.contract.manifest import Progress
from battles.resolvers.contract.numbers import NumberSheet
from battles.resolvers.core.kernels import make_ready
from battles.resolvers.fields.field import Field
from battles.resolvers.fields.maker import make_field
from battles.resolvers.lgg.files.beginning import ENGINE, profile_of
from battles.resolvers.lgg.files.filling import fill, pieces_of
from battles.resolvers.lgg.files.outcome import journal_of, report_of, sides_of
from battles.resolvers.lgg.files.table import finish
from battles.resolvers.lgg.machine.engine import play, play_round
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import Phase
from battles.resolvers.lgg.record.journal import sound
from battles.resolvers.lgg.record.profile import make_profile, shipped_profile
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.sums.many import fight_runs
from battles.resolvers.lgg.sums.many import tally_runs as tally_runs
from battles.resolvers.lgg.sums.quick_sheet import quick_sheet
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.report import Report
from rosters.rules.catalogue import Catalogue

__all__ = ["ENGINE", "fight", "finish", "freeze", "profile_hash", "sheet", "tables", "warm"]


def tables(profile: dict[str, Any]) -> Catalogue:
    """Return the unit types with a profile's values over them; raises Refusal with the path of a wrong key."""
    return (make_profile(profile) if profile else shipped_profile()).catalogue


def profile_hash(profile: dict[str, Any]) -> str:
    """ENG-2 The hash of the numbers under a profile's values."""
    return f"sha256:{make_profile(profile).digest if profile else shipped_profile().digest}"


def sheet(profile: dict[str, Any]) -> NumberSheet:
    """ENG-1 Every number under a profile's values, with its tag and source."""
    return quick_sheet(profile)


def freeze(file: BattleFile, field_seed: str) -> BattleFile:
    """HR-T1 HR-T2 The file with its field; a field that it brings along stays as it is."""
    pieces_of(file.field or Field(0, 0))
    if file.field is not None:
        return file
    return file.with_field(
        make_field(
            terrain=file.terrain or "open",
            armies=file.armies,
            river_crossing=file.river_crossing,
            fortress=file.fortress,
            field_seed=field_seed,
        )
    )


def fight(file: BattleFile, seed: str, progress: Progress | None = None) -> Report:
    """Return the report of a frozen file fought with `seed`."""
    battle = fill(file, seed, profile_of(file))
    _play(battle, progress)
    return report_of(battle, file, seed, journal_of(battle, file, seed), sides_of(battle, file))


def _play(battle: Battle, progress: Progress | None) -> None:
    """Play to the end; with `progress`, round by round, so that somebody can watch."""
    if progress is None:
        play(battle)
        sound(battle.fault)
        return
    advance(battle)
    while battle.phase != Phase.OVER:
        play_round(battle)
        sound(battle.fault)
        progress(part_done(battle))
    progress(1.0)


def part_done(battle: Battle) -> float:
    """Return the share of the longest possible battle that is over, 0 to 1."""
    today = min(1.0, float(battle.count) / max(1, int(battle.length)))
    return min(1.0, max(0.0, (int(battle.day) - 1 + today) / int(battle.max_days)))


def warm(progress: Progress | None = None) -> None:
    """Load what plays whole battles, and compile whatever of it is not in the cache yet."""
    make_ready(play, play_round, fight_runs)
    if progress is not None:
        progress(1.0)
