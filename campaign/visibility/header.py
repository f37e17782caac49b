"""The head of every page: turn, date, weather, state and who is ready. All of it is public."""

import datetime
from collections.abc import Container, Mapping
from typing import Any

from django.utils.formats import date_format

from campaign.models import Campaign, Turn
from campaign.rules.course.calendar import summed_up
from campaign.selectors.war import waits_to_end
from campaign.visibility.values import FactionView, Header, ReadyLine, TurnView


def build_header(
    campaign: Campaign, turn: Turn | None, factions: Mapping[int, FactionView] | None = None,
    ready: Container[int] = (), led: Mapping[int, str] | None = None,
) -> Header:  # fmt: skip
    """Return the header of a campaign; with ``factions``, by primary key, who of them is ``ready`` for the turn, and
    whom the program or a caretaker leads by the referee's choice."""
    return Header(
        slug=campaign.slug,
        name=campaign.name,
        summary=campaign.summary,
        turn=turn.number if turn else 0,
        last_turn=campaign.last_turn,
        date_text=date_text(turn.starts_on, campaign.turn_days) if turn else "",
        season=season_text(turn.season) if turn else "",
        weather=weather_text(turn.weather) if turn else "",
        state_text=state_text(campaign, turn),
        deadline=turn.deadline if turn else None,
        winner=campaign.winner,
        ready=tuple(ReadyLine(view, pk in ready, (led or {}).get(pk, "")) for pk, view in (factions or {}).items()),
    )


def turn_view(campaign: Campaign, turn: Turn) -> TurnView:
    """Return a turn as everybody knows it."""
    return TurnView(
        turn.number, turn.state, turn.get_state_display(), date_text(turn.starts_on, campaign.turn_days),
        season_text(turn.season), turn.muster, weather_text(turn.weather), turn.deadline,
        turn.number <= campaign.archived,
    )  # fmt: skip


def date_text(date: datetime.date, turn_days: int) -> str:
    """``15 August 1813``; where a turn is a month, ``August 1813``."""
    return date_format(date, "j F Y") if turn_days else date_format(date, "F Y")


def season_text(season: str) -> str:
    """Return the season in British words."""
    return "autumn" if season == "fall" else season


def weather_of(weather: dict[str, Any], region: str) -> str:
    """Return the weather of a region: fair, overcast or foul; empty where none was rolled."""
    entry = weather.get(region, "")
    return str(entry.get("weather", "")) if isinstance(entry, dict) else str(entry)


def weather_text(weather: dict[str, Any]) -> str:
    """Return the weather of all regions in words."""
    return summed_up({region: weather_of(weather, region) for region in weather}) or "not yet known"


def state_text(campaign: Campaign, turn: Turn | None) -> str:
    """Describe the turn's progress in words."""
    if campaign.archived_at is not None:
        return "in the archive"
    if campaign.state == Campaign.State.FINISHED:
        return "the war is over"
    if waits_to_end(campaign, turn):
        return "waits for its last battles"
    return turn.get_state_display() if turn else "being set up"
