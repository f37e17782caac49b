"""The JSON Schema of campaign files, for everybody."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from campaign.rules.files.schema import campaign_schema


@require_GET
def campaign_file_schema(request: HttpRequest) -> JsonResponse:
    """Return the schema of the campaign file as this site reads it."""
    return JsonResponse(campaign_schema(), content_type="application/schema+json", json_dumps_params={"indent": 1})
