"""Campaigns as files: loading, dumping and copying; without the secret: a what-if with dice of its own, and a file."""

import gc
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, connection, transaction
from django.utils.text import slugify

from base.refusal import Refusal
from base.rows.columns import new_key
from campaign.models import Campaign, Schedule
from campaign.rules.dice import commitment_of
from campaign.rules.files import campaign_file
from campaign.rules.files.campaign_file import CampaignFile, loads, printed
from campaign.rules.files.fields import KEY, CampaignFileError
from campaign.rules.files.own_secret import with_secret
from campaign.rules.files.past.history_rows import History
from campaign.rules.files.rows import ArmyRow
from campaign.selectors.past.kept_states import kept_file, seal_of
from campaign.services.audit import audit_loaded
from campaign.services.files.dump import recorded
from campaign.services.files.load_history import load_history, raised
from campaign.services.files.load_war import World, campaign_columns, load_war
from campaign.services.files.private import close_states
from campaign.services.files.tables import Tokens
from campaign.services.gazette import want_missing_issues
from campaign.services.people.members import make_referee
from campaign.services.record.chronicle import record_act
from campaign.services.record.dice import renew_read_dice
from campaign.services.record.land import keep_land
from campaign.services.setup import start_campaign


@contextmanager
def one_moment() -> Iterator[None]:
    """Every query inside sees the same moment, and no writer waits for it; inside a transaction it is that one's.

    SQLite would take its one write lock at the beginning (IMMEDIATE), PostgreSQL would show each query a newer moment.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _no_write_lock(), transaction.atomic():
            yield
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


@contextmanager
def _no_write_lock() -> Iterator[None]:
    connection.ensure_connection()
    sqlite: Any = connection  # of all databases only this one has a mode for its transactions
    mode, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = mode


SLUG_LENGTH = 60


def load_campaign(
    *, data: bytes | str | dict[str, Any], slug: str | None, actor: str, referee: User | None = None, name: str = ""
) -> Campaign:
    """Load a campaign file whole, or refuse it whole with a sentence that names the place.

    Without a slug the file's own is taken, else one made of ``name``, the name under which it is kept, or of the
    campaign's. A file without a history is a fresh war and is
    started: accounts, treasuries and turn 1. A ``referee`` has the campaign from its first moment.
    """
    file = campaign_file.parse(data) if isinstance(data, dict) else campaign_file.loads(data)
    return load_file(file, slug or slug_of(file, name), actor, referee)


def slug_of(file: CampaignFile, name: str = "") -> str:
    """Return the slug that a file brings, else one made of the name under which it is kept, or of the campaign's."""
    return file.slug or suggested_slug(name) or suggested_slug(file.name)


def dump_text(campaign: Campaign) -> str:
    """Return the campaign as the canonical text of a campaign file: secret and history included, members and
    invitations not, nor letters that the referees do not read.

    Loading it and dumping again gives the same text.
    """
    return "".join(dump_pieces(campaign))


def dump_pieces(campaign: Campaign, *, private: bool = False) -> Iterator[str]:
    """Yield the same text piece by piece, as it was in one moment: however long the war, few of its rows are in
    memory. With ``private`` all letters are in it: for the host alone."""
    with one_moment():
        yield from campaign_file.printed(*recorded(campaign, private=private))


@transaction.atomic
def copy_campaign(*, campaign: Campaign, slug: str, name: str, actor: str, referee: User | None = None) -> Campaign:
    """Return a second campaign with the same war and history under another slug and name, without its members."""
    made = load_campaign(data=dump_text(campaign), slug=slug, actor=actor, referee=referee)
    made.name = name.strip()[:120] or campaign.name
    made.save(update_fields=["name"])
    Schedule.objects.filter(campaign=made).delete()  # nobody waits for the orders of a copy
    return made


def load_file(file: CampaignFile, slug: str, actor: str, referee: User | None) -> Campaign:
    """Write the whole campaign, or refuse it with what the database, or the audit, has against it.

    A war whose file leaves its secret out goes on with a secret of its own; a commitment that is left out is that of
    the secret.
    """
    if file.history is not None and not file.secret:
        file = with_secret(file, secrets.token_hex(32))
    if file.history is not None and file.secret and not file.commitment:
        file = replace(file, commitment=commitment_of(file.secret))
    try:
        with _nothing_collected():
            return _written(file, slug, actor, referee)
    except (IntegrityError, DataError) as error:
        reason = " ".join(str(error).split())[:200]
        raise CampaignFileError(f"The file: its rows contradict one another ({reason}); correct them.") from error


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Yield rows by the thousand are made and none is thrown away: looking for rubbish among them takes a quarter
    longer."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@transaction.atomic
def _written(file: CampaignFile, slug: str, actor: str, referee: User | None) -> Campaign:
    campaign = _create(file, slug)
    history = file.history or raised(file.armies, file.own_types, slug, actor)
    world = World(campaign, Tokens(slug, _fresh_keys(file.armies, history), {"war": f"c{campaign.pk}"}))
    load_war(file, world)
    load_history(history, world)
    renew_read_dice(campaign=campaign)
    close_states(states=campaign.kept_states, pieces=campaign.kept_pieces)
    want_missing_issues(campaign=campaign)
    if file.history is None:
        start_campaign(campaign=campaign, actor=actor)
    elif file.created_at is not None:
        Campaign.objects.filter(pk=campaign.pk).update(created_at=file.created_at)
    keep_land(campaign=campaign)
    if referee is not None:
        make_referee(campaign=campaign, user=referee)
    if file.history is not None:
        _check_promises(campaign, world)
    return Campaign.objects.get(pk=campaign.pk)


def _check_promises(campaign: Campaign, world: World) -> None:
    """Check that what is loaded passes the audit; the sentences name units and battles as the file does."""
    if found := audit_loaded(campaign=campaign):
        more = f" ({len(found) - 1} more like it)" if found[1:] else ""
        sentence = world.tokens.written(found[0]).removeprefix(f"{campaign.slug}: ")
        raise CampaignFileError(f"history: {sentence} Correct these rows, or dump the campaign again.{more}")


def _create(file: CampaignFile, slug: str) -> Campaign:
    """Return the campaign's row; of two that want one slug at the same moment the second is refused."""
    _check_slug(slug)
    try:
        with transaction.atomic():
            return Campaign.objects.create(slug=slug, **campaign_columns(file))
    except IntegrityError:
        _check_slug(slug)
        raise


def _check_slug(slug: str) -> None:
    if not KEY.fullmatch(slug) or len(slug) > SLUG_LENGTH:
        raise Refusal("Address: write lower-case letters, digits and hyphens, at most 60.")
    if Campaign.objects.filter(slug=slug).exists():
        raise Refusal(f'Address: "{slug}" is taken by another campaign; choose another one.')


def _fresh_keys(armies: Iterable[ArmyRow], history: History) -> dict[str, str]:
    """Fresh keys for every army, unit and battle of a file, by token."""
    names = [f"army:{row.ref}" for row in armies]
    names += [f"unit:{row.id}" for row in history.units] + [f"battle:{row.id}" for row in history.battles]
    return {name: new_key() for name in names}


def free_slug(wanted: str) -> str:
    """Return a slug that no campaign has: the one that is wanted, or it with a number: ``saxony-1813-2``."""
    taken = set(Campaign.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    return next(slug for n in count(1) if (slug := wanted if n == 1 else f"{wanted}-{n}") not in taken)


def suggested_slug(name: str) -> str:
    """Return a slug made of a file's name: ``My War.json`` gives ``my-war``; empty where nothing is left of it."""
    return slugify(re.sub(r"\.json$", "", name, flags=re.IGNORECASE).replace("_", "-"))[:SLUG_LENGTH].strip("-")


@transaction.atomic
def fork_campaign(*, campaign: Campaign, turn: int | None, slug: str, name: str, user: User) -> Campaign:
    """Copy the war as it is now, or as it was at the seal of a turn, as a what-if of this referee alone.

    The what-if has a secret of its own: no die of the war can be seen in it.
    """
    made = load_file(fork_file(campaign, turn), slug, str(user), user)
    made.name, made.what_if = name.strip()[:120] or campaign.name, origin(campaign, turn)
    made.save(update_fields=["name", "what_if"])
    record_fork(campaign=campaign, turn=turn, user=user)
    return made


def fork_file(campaign: Campaign, turn: int | None) -> CampaignFile:
    """Return the file of a what-if: without schedule, deadlines and letters, under a fresh secret."""
    return _on_its_own(with_secret(_source(campaign, turn), secrets.token_hex(32)))


def origin(campaign: Campaign, turn: int | None) -> str:
    """Return the origin of a what-if, as its pages show it."""
    return f"What if, from {_where(turn)} of {campaign.name}"[:200]


def _where(turn: int | None) -> str:
    return f"turn {turn}" if turn else "now"


def record_fork(*, campaign: Campaign, turn: int | None, user: User) -> None:
    """Write on the public record that a what-if is made."""
    record_act(campaign=campaign, user=user, act=f"made a what-if of the war from {_where(turn)}, with other dice")


def _source(campaign: Campaign, turn: int | None) -> CampaignFile:
    if turn is None:
        return loads("".join(printed(*recorded(campaign, past=False))))
    state = seal_of(campaign, turn)
    if state is None:
        raise Refusal(f"Turn: no state is kept of turn {turn}; choose another one.")
    return kept_file(state)


def _on_its_own(file: CampaignFile) -> CampaignFile:
    """Leave out deadlines, schedule, absences and letters: nobody waits for the orders of a what-if."""
    assert file.history is not None
    turns = tuple(replace(row, deadline=None) for row in file.history.turns)
    return replace(file, schedule=None, history=replace(file.history, turns=turns, letters=(), absences=()))


def pieces_without_secret(campaign: Campaign) -> Iterator[str]:
    """Yield the campaign file without the secret: no die to come can be worked out from it."""
    with one_moment():
        yield from printed(*recorded(campaign, past=False, sealing=True))
