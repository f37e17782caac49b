"""The map of a draft as a file: GeoJSON and SVG."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaign.rules.drafts.geojson_out import geojson_of
from campaign.selectors.drafts import OpenDraft
from campaign.services.files.files import suggested_slug
from campaign.views.drafts.door import of_draft
from campaign.views.drafts.picture import picture_of

STYLES = ("css/bivouac.css", "css/map.css")
VALUES = re.compile(r"^:root \{.*?^\}", re.DOTALL | re.MULTILINE)
"""Of the first style sheet: the colours and faces that the second one names."""
HEAD = '<svg class="war-map draft-map" '


def _file(draft: OpenDraft, text: str, kind: str, ending: str) -> HttpResponse:
    name = suggested_slug(draft.file.name) or "war"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return HttpResponse(text, content_type=kind, headers=headers)


@require_GET
@of_draft
def geojson(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as GeoJSON, without armies."""
    return _file(draft, geojson_of(draft.file), "application/geo+json", "geojson")


@require_GET
@of_draft
def picture(request: HttpRequest, draft: OpenDraft) -> HttpResponse:
    """Download the map as SVG, without armies."""
    drawn = picture_of(draft.file, armies=())
    if drawn is None:
        raise Http404
    alone = drawn.strip().replace(HEAD, f'<svg xmlns="http://www.w3.org/2000/svg" {HEAD[5:]}', 1)
    opened = alone.index(">") + 1
    return _file(
        draft, f"{alone[:opened]}<style><![CDATA[{_styles()}]]></style>{alone[opened:]}", "image/svg+xml", "svg"
    )


@cache
def _styles() -> str:
    """Return the style sheets of the map on the site."""
    site, drawing = (Path(str(finders.find(name))).read_text(encoding="utf-8") for name in STYLES)
    return "\n".join((*VALUES.findall(site), drawing))
