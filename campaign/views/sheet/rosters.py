"""Rosters, and the biography of a unit."""

from dataclasses import dataclass
from typing import Any, cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from base.pages.found import found
from base.pages.texts import drawn_text
from campaign.selectors.war import tables_of
from campaign.views.access import Knowledge, member_page
from campaign.views.record import addresses, reference_links
from campaign.visibility import armies as known
from campaign.visibility import land
from campaign.visibility.battles.battles import battle_names
from campaign.visibility.battles.deeds import battles_of_unit, roll_of_honour
from campaign.visibility.values import ArmyView, ProvinceView
from rosters.pages import RosterPage, biography, roster_page
from rosters.selectors import life_of

PER_PAGE = 30


@dataclass(frozen=True)
class Roster:
    """An army on the page of rosters."""

    army: ArmyView
    province: ProvinceView
    page: RosterPage


@member_page()
def rosters(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show all armies of the reader, to be read and printed."""
    provinces = land.provinces(knowledge)
    page = Paginator(known.own_stations(knowledge), PER_PAGE).get_page(request.GET.get("page"))
    armies = known.armies_of(knowledge, cast("QuerySet[Any]", page.object_list))
    shown = [Roster(army, provinces[army.province], roster_of(knowledge, army)) for army in armies]
    slug = knowledge.campaign.slug
    urls = {"army_url": addresses("game:army", slug), "province_url": addresses("game:province", slug)}
    sections = drawn_text("campaign/rosters.html", rosters=shown, **urls)
    context = {"knowledge": knowledge, "section": "rosters", "rosters": shown, "sections": sections, "page": page}
    return render(request, "campaign/sheet/rosters.html", context)


def roster_of(knowledge: Knowledge, army: ArmyView) -> RosterPage:
    """Return the roster of an army that the reader knows exactly, each unit linked to its biography."""
    return roster_page(
        army.units, unit_url=addresses("game:unit", knowledge.campaign.slug), tables=tables_of(knowledge.campaign)
    )


def unit_url(knowledge: Knowledge, key: str) -> str:
    """Return the address of a unit's biography."""
    return reverse("game:unit", args=[knowledge.campaign.slug, key])


@member_page()
def unit(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the life of one unit: every line that made it what it is."""
    row = found(known.own_unit(knowledge, key))
    links = reference_links(knowledge, battle_names(knowledge))
    tables = tables_of(knowledge.campaign)
    page = biography(life_of(row), reference=links, unit_url=lambda other: unit_url(knowledge, other), tables=tables)
    context = {"knowledge": knowledge, "section": "rosters", "biography": page, "army": row.army}
    context["fought"] = battles_of_unit(knowledge, row)
    return render(request, "campaign/sheet/unit.html", context)


@member_page()
def honour(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the roll of honour."""
    context = {"knowledge": knowledge, "section": "rosters", "roll": roll_of_honour(knowledge)}
    return render(request, "campaign/news/honour.html", context)
