"""The referee amends a war under way, on the record, from the next turn on (HR-29)."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Campaign, Turn
from campaign.rules.course.calendar import turn_date
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.fields import row_dict
from campaign.rules.files.trigger_rows import TriggerRow
from campaign.rules.triggers import PREFIX, PUBLIC, amendment, effects_in_words
from campaign.selectors.making.amending import outline_of, triggers_of
from campaign.selectors.war import current_turn
from campaign.services.record.chronicle import record_act

MOST = 200
NOT_NOW = "The war: it is over or has not begun; only a war under way is amended."


@transaction.atomic
def amend(*, campaign: Campaign, given: Mapping[str, Any], actor: User) -> TriggerRow:
    """HR-29 Add a way, a faction, a general, an army or units, which come when the next turn opens."""
    row, turn = _locked(campaign)
    if turn.number >= row.last_turn:
        raise Refusal("The war: no turn follows this one; give the war more turns first.")
    if len(row.triggers) >= MOST:
        raise Refusal(f"The war: it has {MOST} triggers already; withdraw one that waits.")
    file = outline_of(row)
    made = amendment(file, given, _next_day(row, turn), {one.key for one in triggers_of(row)})
    _write(row, campaign, [*row.triggers, row_dict(made)])
    words = _words(made, file)
    record_act(campaign=row, user=actor, act=f"amended the war from turn {turn.number + 1} on: {words}",
               reason=given["reason"], secret=made.effects[0].kind not in PUBLIC)  # fmt: skip
    return made


@transaction.atomic
def withdraw_amendment(*, campaign: Campaign, key: str, actor: User) -> None:
    """Take back an amendment that has not come yet."""
    row, _ = _locked(campaign)
    found = next((one for one in triggers_of(row) if one.key == key and key.startswith(PREFIX) and not one.fired), None)
    if found is None:
        raise Refusal("The amendment: it has come already, or was withdrawn.")
    _write(row, campaign, [one for one in row.triggers if one["key"] != key])
    record_act(campaign=row, user=actor, act=f"withdrew an amendment: {_words(found, outline_of(row))}",
               secret=found.effects[0].kind not in PUBLIC)  # fmt: skip


def _locked(campaign: Campaign) -> tuple[Campaign, Turn]:
    """Return the campaign's row under its lock, and the turn in hand, under its own, so that it does not open the next
    one meanwhile."""
    turn = current_turn(campaign)
    turn = Turn.objects.select_for_update().filter(pk=turn.pk).first() if turn else None
    row = Campaign.objects.select_for_update().get(pk=campaign.pk)
    if turn is None or row.state != Campaign.State.RUNNING or turn.state == Turn.State.CLOSED:
        raise Refusal(NOT_NOW)
    return row, turn


def _next_day(campaign: Campaign, turn: Turn) -> datetime.date:
    return turn_date(campaign.start_date, turn.number + 1, campaign.turn_days)


def _write(row: Campaign, campaign: Campaign, triggers: list[dict[str, Any]]) -> None:
    row.triggers = campaign.triggers = triggers
    row.save(update_fields=["triggers"])


def _words(row: TriggerRow, file: CampaignFile) -> str:
    towns, powers = {one.key: one.name for one in file.provinces}, {one.key: one.name for one in file.factions}
    return "; ".join(effects_in_words(row, towns, powers))
