"""The map of a draft as a file: GeoJSON, SVG, PNG, and a poster with counters."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from campaign.rules.drafts.facts import units_of
from campaign.rules.drafts.geojson_out import geojson_of
from campaign.rules.files.campaign_file import CampaignFile
from campaign.selectors.drafts import OpenDraft
from campaign.services.files.files import suggested_slug
from campaign.views.drafts.door import of_draft
from campaign.views.drafts.picture import picture_of
from campaign.views.map.printed_map import Power, alone, download, paper_of, png_of, poster_of


def _file(draft: OpenDraft, content: bytes | str, kind: str, ending: str) -> HttpResponse:
    return download(content, kind, f"{suggested_slug(draft.file.name) or 'war'}.{ending}")


def _drawn(draft: OpenDraft) -> SafeString:
    """Return the map without armies; 404 where there is none yet."""
    drawn = picture_of(draft.file, armies=())
    if drawn is None:
        raise Http404
    return drawn


@require_GET
@of_draft
def geojson(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as GeoJSON, without armies."""
    return _file(draft, geojson_of(draft.file), "application/geo+json", "geojson")


@require_GET
@of_draft
def picture(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as SVG, without armies."""
    return _file(draft, alone(_drawn(draft)), "image/svg+xml", "svg")


@require_GET
@of_draft
def png(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as PNG, without armies."""
    return _file(draft, png_of(_drawn(draft)), "image/png", "png")


@require_GET
@of_draft
def poster(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as a poster, with the counters of all armies to be cut out."""
    file = draft.file
    line = f"{file.calendar.last_turn} turns from {file.calendar.start:%-d %B %Y}"
    pdf = poster_of(_drawn(draft), name=file.name, line=line, paper=paper_of(request), powers=_powers(file))
    return _file(draft, pdf, "application/pdf", "pdf")


def _powers(file: CampaignFile) -> list[Power]:
    counters = {row.key: list[tuple[str, str]]() for row in file.factions}
    for army in file.armies:
        if army.faction in counters:
            counters[army.faction].append((army.name, str(len(units_of(army, file.own_types)))))
    return [Power(row.name, row.colour, tuple(counters[row.key])) for row in file.factions]
