"""The map of a draft as a file: GeoJSON, SVG, PNG, and a poster with counters."""

from base64 import b64encode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import SafeString

from campaign.rules.drafts.facts import units_of
from campaign.rules.drafts.outside.geojson_out import geojson_of
from campaign.rules.files.campaign_file import CampaignFile
from campaign.selectors.making.drafts import OpenDraft, picture_under, scan_of
from campaign.services.files.files import suggested_slug
from campaign.views.drafts.door import of_draft
from campaign.views.drafts.picture import Beneath, picture_of
from campaign.views.map.printed_map import Power, alone, download, paper_of, png_of, poster_of


def _file(draft: OpenDraft, content: bytes | str, kind: str, ending: str) -> HttpResponse:
    return download(content, kind, f"{suggested_slug(draft.file.name) or 'war'}.{ending}")


def _drawn(draft: OpenDraft, *, over_picture: bool = False) -> SafeString:
    """Return the map without armies, over its picture where that is wanted; 404 where there is none yet."""
    drawn = picture_of(draft.file, armies=(), beneath=_beneath(draft) if over_picture else None)
    if drawn is None:
        raise Http404
    return drawn


def _beneath(draft: OpenDraft) -> Beneath | None:
    """Return the picture under the map with its pixels in its address, as a file that stands alone needs it."""
    under = picture_under(draft.row)
    scan = scan_of(draft.row, under.key) if under else None
    if under is None or scan is None:
        return None
    return Beneath(under, f"data:image/jpeg;base64,{b64encode(scan.data).decode()}")


def _over_picture(request: HttpRequest) -> bool:
    """Return whether the picture under the map is wanted in the file."""
    return request.GET.get("picture") == "1"


@of_draft()
def geojson(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as GeoJSON, without armies."""
    return _file(draft, geojson_of(draft.file), "application/geo+json", "geojson")


@of_draft()
def picture(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as SVG, without armies."""
    return _file(draft, alone(_drawn(draft)), "image/svg+xml", "svg")


@of_draft()
def png(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as PNG, without armies; over the draft's picture if that is asked for."""
    return _file(draft, png_of(_drawn(draft, over_picture=_over_picture(request))), "image/png", "png")


@of_draft()
def poster(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as a poster, with the counters of all armies to be cut out; over the picture if asked for."""
    file, drawn = draft.file, _drawn(draft, over_picture=_over_picture(request))
    line = f"{file.calendar.last_turn} turns from {file.calendar.start:%-d %B %Y}"
    pdf = poster_of(drawn, name=file.name, line=line, paper=paper_of(request), powers=_powers(file))
    return _file(draft, pdf, "application/pdf", "pdf")


def _powers(file: CampaignFile) -> list[Power]:
    counters = {row.key: list[tuple[str, str]]() for row in file.factions}
    for army in file.armies:
        if army.faction in counters:
            counters[army.faction].append((army.name, str(len(units_of(army, file.own_types)))))
    return [Power(row.name, row.colour, tuple(counters[row.key])) for row in file.factions]
