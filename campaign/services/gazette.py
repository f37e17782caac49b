"""The Gazette: drafted by the clock after each turn, edited, kept back and published by the referee."""

import logging
from collections.abc import Container
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from battles.models import Battle
from campaign.models import Campaign, ChronicleEntry, Engagement, Gazette, Letter, Notice, Province, Turn
from campaign.rules.news.couriers import PRESS
from campaign.rules.news.gazette import BattleNews, Facts, LetterNews, draft, title_of
from campaign.services.clockwork.running import while_time_lasts
from campaign.services.news import Recipients, notify
from campaign.services.record.chronicle import record_act
from campaign.visibility.header import date_text, season_text, weather_text

log = logging.getLogger(__name__)
State = Gazette.State
LONGEST = 20_000
TRY_AGAIN = timedelta(minutes=10)
TOLD = ("overrun", "general", "victory", "siege")


def draft_due() -> int:
    """Draft an issue for each closed turn that is to have one, as the clock does; how many.

    One that could not be drafted is tried again after some minutes, and keeps no other waiting till then.
    """
    rows = Turn.objects.filter(state=Turn.State.CLOSED, gazette_after__lte=timezone.now())
    due = rows.exclude(campaign__gazette="off")
    return sum(_drafted(turn) for turn in while_time_lasts(due.select_related("campaign").order_by("pk")[:20]))


def _drafted(turn: Turn) -> bool:
    """Draft one issue; whether it is drafted now. Two clocks draft it once."""
    try:
        with transaction.atomic():
            if Turn.objects.filter(pk=turn.pk, gazette_after=turn.gazette_after).update(gazette_after=None) != 1:
                return False
            issue = draft_issue(turn=turn)
            if turn.campaign.gazette == "at_once":
                _publish(issue)
    except IntegrityError:  # it has an issue already
        Turn.objects.filter(pk=turn.pk).update(gazette_after=None)
        return False
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("the Gazette of %s, %s, cannot be drafted", turn.campaign.slug, turn)
        Turn.objects.filter(pk=turn.pk).update(gazette_after=timezone.now() + TRY_AGAIN)
        return False
    return True


def draft_issue(*, turn: Turn) -> Gazette:
    """Draft the issue of a closed turn from what everybody knows and what sides wrote to the paper."""
    facts, plate = _facts(turn), _plate(turn)
    return Gazette.objects.create(
        campaign=turn.campaign, turn=turn.number, title=title_of(facts)[:160], text=draft(facts), plate=plate
    )


def _facts(turn: Turn) -> Facts:
    campaign = turn.campaign
    lines = ChronicleEntry.objects.filter(campaign=campaign, turn=turn.number, public=True).order_by("pk")
    taken = {line.province_id for line in lines if line.kind == "control"}
    letters = Letter.objects.filter(campaign=campaign, turn=turn.number, thread=PRESS).select_related("sender")
    return Facts(
        campaign.name, turn.number, date_text(turn.starts_on, campaign.turn_days), season_text(turn.season),
        weather_text(turn.weather), [_battle(row, turn, taken) for row in _engagements(turn)],
        [line.text for line in lines if line.kind == "control"], [line.text for line in lines if line.kind in TOLD],
        [LetterNews(letter.sender.name, letter.text) for letter in letters if letter.sender],
    )  # fmt: skip


def _engagements(turn: Turn) -> list[Engagement]:
    """Return the battles of a turn, and before them those of earlier turns that were decided since the last issue."""
    before = turn.campaign.turns.filter(number=turn.number - 1).first()
    late = Q(turn__number__lt=turn.number, settled_at__lte=_closed(turn), battle__state=Battle.State.DONE)
    if before is not None:
        late &= Q(settled_at__gt=_closed(before))
    rows = Engagement.objects.filter(Q(turn=turn) | late, turn__campaign=turn.campaign, battle__isnull=False)
    rows = rows.select_related("battle", "province", "turn").defer("battle__file", "province__polygon")
    return list(rows.order_by("turn__number", "sequence"))


def _closed(turn: Turn) -> datetime:
    return turn.closed_at or timezone.now()


def _battle(row: Engagement, turn: Turn, taken: Container[int | None] = ()) -> BattleNews:
    """Return a battle as everybody knew it when the turn was closed; ``taken``: provinces that changed hands then."""
    names = [side["name"] for side in row.details["sides"]]
    battle = row.battle
    assert battle is not None
    decided = battle.state == Battle.State.DONE and (row.settled_at is None or row.settled_at <= _closed(turn))
    siege = str(row.details.get("siege", ""))
    winner = names[row.winner_side] if decided and row.winner_side is not None else ""
    return BattleNews(battle.key, battle.name, row.province.name, names[0], names[1],
                      str(row.details.get("size", "")), winner, decided,
                      _prize(row.province) if row.province_id in taken else "", siege)  # fmt: skip


def _prize(province: Province) -> str:
    return "capital" if province.capital else "fortress" if province.fortress else "province"


def _plate(turn: Turn) -> dict[str, Any]:
    """Choose what the pictures show: provinces as held now, the places of battles, and the battle that weighs most."""
    lines = ChronicleEntry.objects.filter(campaign=turn.campaign_id, turn=turn.number, public=True, kind="control")
    taken = set(lines.values_list("province", flat=True))
    control = dict(turn.campaign.provinces.filter(controller__isnull=False).values_list("key", "controller__key"))
    rows = _engagements(turn)
    plate: dict[str, Any] = {"control": control, "fought": sorted({row.province.key for row in rows}), "battle": {}}
    decided = [(row, one) for row in rows if (one := _battle(row, turn, taken)).decided]
    if decided:
        row, shown = max(decided, key=lambda pair: pair[1].weight)
        plate["battle"] = {"place": shown.place, "first": shown.first, "second": shown.second,
                           "winner": shown.winner, "size": shown.size}  # fmt: skip
        plate["begun"] = row.turn.number
    return plate


@transaction.atomic
def edit_issue(*, campaign: Campaign, turn: int, title: str, text: str, state: str, user: User) -> Gazette:
    """Keep the referee's words, and keep the issue back or publish it; a published one can be corrected, on record."""
    issue = Gazette.objects.select_for_update().filter(campaign=campaign, turn=turn).first()
    if issue is None:
        raise Refusal("There is no issue of that turn yet.")
    if not title.strip() or not text.strip() or len(text) > LONGEST:
        raise Refusal(f"Text: write a title, and 1 to {LONGEST} characters.")
    was_out = issue.state == State.PUBLISHED
    if was_out and state != State.PUBLISHED:
        raise Refusal("It is published already: correct it, but it cannot be called back.")
    changed = (issue.title, issue.text) != (title, text)
    issue.title, issue.text, issue.edited = title, text, issue.edited or changed
    if state in State.values:
        issue.state = state
    issue.save(update_fields=["title", "text", "edited", "state"])
    if issue.state == State.PUBLISHED and not was_out:
        _publish(issue)
    if changed and was_out:
        record_act(campaign=campaign, user=user, act=f"corrected the Gazette of turn {turn}")
    return issue


def _publish(issue: Gazette) -> None:
    """Everybody may read it from now on, and is notified once."""
    issue.state, issue.published_at = State.PUBLISHED, timezone.now()
    issue.save(update_fields=["state", "published_at"])
    text = f"The Gazette of turn {issue.turn} is out: {issue.title}."
    path = reverse("game:gazette_issue", args=[issue.campaign.slug, issue.turn])
    notify(
        issue.campaign, Notice.Kind.GAZETTE, fact=f"gazette:{issue.pk}", to=Recipients.everyone(), text=text,
        public=text, path=path,
    )  # fmt: skip


@transaction.atomic
def draft_anew(*, campaign: Campaign, turn: int) -> Gazette:
    """Throw an unpublished draft away and write it anew from the facts, with letters that have come since."""
    row = campaign.turns.filter(number=turn, state=Turn.State.CLOSED).first()
    held = Gazette.objects.select_for_update().filter(campaign=campaign, turn=turn).first()
    if row is None or (held and held.state == State.PUBLISHED):
        raise Refusal("Only an unpublished issue can be drafted again.")
    if held:
        held.delete()
    return draft_issue(turn=row)


def want_missing_issues(*, campaign: Campaign) -> None:
    """Let the clock draft an issue for each closed turn that has none; none where the Gazette is not printed."""
    held = Gazette.objects.filter(campaign=campaign).values("turn")
    missing = campaign.turns.filter(state=Turn.State.CLOSED).exclude(number__in=held)
    missing.update(gazette_after=None if campaign.gazette == "off" else timezone.now())


@transaction.atomic
def set_gazette(*, campaign: Campaign, how: str, user: User) -> None:
    """Say whether issues are drafted, published at once, or not made."""
    words = {"off": "is not printed", "draft": "is published by the referee", "at_once": "is published at once"}
    if how not in words:
        raise Refusal("Gazette: choose one of the three ways.")
    campaign.gazette = how
    campaign.save(update_fields=["gazette"])
    want_missing_issues(campaign=campaign)
    record_act(campaign=campaign, user=user, act=f"decided that the Gazette {words[how]}")
