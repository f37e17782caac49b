"""Guards that can be taken out for one run, each with the part of the proof that must then go red.

The code is changed in this process alone. ``without("claim")`` is a context; ``GUARDS`` says what each guard is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

import pytest
from django.db.models import F, Q

from battles.models import Battle
from battles.services import claiming, life, publishing
from campaign.models import Account, Turn
from campaign.rules.files.checking import history_checks
from campaign.selectors.war import current_turn
from campaign.services import turn as turns
from campaign.services.files import files
from campaign.services.record import points
from campaign.services.sheet import orders, sheet
from campaign.visibility.reader import Knowledge
from tests.kept import plainly

Patch = pytest.MonkeyPatch


@dataclass(frozen=True)
class Guard:
    """What a guard is, which part of the proof holds it by which of its kinds, and how it is taken out."""

    what: str
    part: str
    kinds: tuple[str, ...]
    out: Callable[[Patch], None]


READING = ("worlds", "fuzz")
"""Parts whose guards are asked by readers alone: a war is made without them as it is with them."""


@contextmanager
def without(name: str) -> Iterator[None]:
    """The program without one guard."""
    made = nullcontext() if GUARDS[name].part in READING else plainly()
    with made, pytest.MonkeyPatch.context() as patch:
        GUARDS[name].out(patch)
        yield


def _claim(patch: Patch) -> None:
    patch.setattr(claiming, "unclaimed", lambda: Q())


def _settle(patch: Patch) -> None:
    patch.setattr(life.Claim, "held", lambda self: Battle.objects.filter(pk=self.battle_id))
    patch.setattr(life, "_lock", lambda claim: Battle.objects.select_for_update().get(pk=claim.battle_id))


def _one_transaction(patch: Patch) -> None:
    class Loose:
        atomic = staticmethod(nullcontext)

    patch.setattr(life, "transaction", Loose)


def _lost_messages(patch: Patch) -> None:
    patch.setattr(publishing, "waiting", lambda everything: Q(state="pending", published_at=None))


def _leases(patch: Patch) -> None:
    patch.setattr(claiming, "lease_over", lambda: Q(pk__in=[]))


def _points(patch: Patch) -> None:
    def take(source: Account, amount: int) -> None:
        Account.objects.filter(pk=source.pk).update(balance=F("balance") - amount)

    patch.setattr(points, "_take", take)


def _form_key(patch: Patch) -> None:
    enter = sheet.enter_line
    patch.setattr(sheet, "enter_line", lambda **given: enter(**{**given, "key": None}))


def _seal(patch: Patch) -> None:
    def seal_turn(*, turn: Turn) -> bool:
        return Turn.objects.filter(pk=turn.pk).update(state=Turn.State.SEALED) == 1

    patch.setattr(turns, "seal_turn", seal_turn)
    patch.setattr("lab.prove.races.seal_turn", seal_turn)


def _orders_end(patch: Patch) -> None:
    for module in (orders, sheet):
        patch.setattr(module, "open_turn_of", lambda faction: current_turn(faction.campaign))


def _fog(patch: Patch) -> None:
    patch.setattr(Knowledge, "sees_armies", property(lambda self: self.is_member))


def _treasuries(patch: Patch) -> None:
    patch.setattr(Knowledge, "is_referee", property(lambda self: self.is_member))


def _promises(patch: Patch) -> None:
    patch.setattr(history_checks, "check_promises", lambda *_: None)
    patch.setattr(files, "_check_promises", lambda *_: None)


def _sentences(patch: Patch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no sentence")

    patch.setattr(Knowledge, "nav", property(broken))


def _closing(patch: Patch) -> None:
    patch.setattr(turns, "blocking_battles", lambda turn: [])


GUARDS = {
    "claim": Guard("the condition of the UPDATE that claims a battle", "faults", ("message doubled",), _claim),
    "settle": Guard("the claim in the UPDATE that settles a battle", "faults",
                    ("lease ended, settled by another", "lease ended, fought by another"), _settle),
    "one transaction": Guard("result, effects and campaign in one transaction", "faults", ("receiver raises",),
                             _one_transaction),
    "lost messages": Guard("a battle sent long ago is sent again", "faults", ("message lost",), _lost_messages),
    "leases": Guard("a claim whose time is over can be taken over", "faults",
                    ("killed in the fight", "killed before the settlement"), _leases),
    "points": Guard("the balance in the UPDATE that spends points", "races", ("two buy",), _points),
    "form key": Guard("the key of a form that is sent twice", "races", ("one form twice",), _form_key),
    "seal": Guard("the state in the UPDATE that seals a turn", "races", ("two seal",), _seal),
    "orders end": Guard("the turn is looked at under its lock before an order is taken", "races",
                        ("order against seal", "ready against seal"), _orders_end),
    "fog": Guard("who sees every army", "worlds", ("open",), _fog),
    "referee": Guard("who reads everything", "worlds", ("open",), _treasuries),
    "promises": Guard("the audit of what a file brings", "uploads", (), _promises),
    "sentences": Guard("whatever is sent gets an answer", "fuzz", (), _sentences),
    "closing": Guard("a turn waits for its battles", "wars", (), _closing),
}  # fmt: skip
