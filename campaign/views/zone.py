"""In which zone the reader wants times shown."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from campaign.forms.zone import CHOSEN_ZONE, ZoneForm

YEAR = 365 * 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
def zone(request: HttpRequest) -> HttpResponse:
    """Choose a zone, or leave it to the browser; kept in a cookie, so that guests have it too."""
    back = request.POST.get("next") or request.headers.get("Referer", "")
    form = ZoneForm(request.POST or None, initial={"zone": request.COOKIES.get(CHOSEN_ZONE, "")})
    if not form.is_valid():
        return render(request, "people/zone.html", {"form": form, "back": back}, status=422 if form.errors else 200)
    answer = HttpResponseRedirect(back if _is_ours(request, back) else reverse("home"))
    if form.cleaned_data["zone"]:
        secure = bool(settings.SESSION_COOKIE_SECURE)
        answer.set_cookie(CHOSEN_ZONE, form.cleaned_data["zone"], max_age=YEAR, samesite="Lax", secure=secure)
    else:
        answer.delete_cookie(CHOSEN_ZONE, samesite="Lax")
    return answer


def _is_ours(request: HttpRequest, back: str) -> bool:
    """Is this an address of the site, and no mere word?"""
    return "/" in back and url_has_allowed_host_and_scheme(back, {request.get_host()})
