"""Forecasts of one-off battles for their owner; the odds of a combat or a fire for everybody."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battles.forms.forecasts import ForecastForm, ways_of
from battles.forms.odds import OddsForm
from battles.pages.odds import odds_page
from battles.replies.battle import asked_before, forecast_reply, forecasts_asked, own_or_404, stopped_forecasts
from battles.resolvers.battle_file import parse
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.what_if import compared
from battles.resolvers.registry import CALCULATORS, calculator
from battles.services import ask_comparison, publish_chunks
from rosters.rules.refusal import Refusal


@require_http_methods(["GET", "POST"])
@login_required
def forecast(request: HttpRequest, key: str) -> HttpResponse:
    """Ask how a battle is likely to end, and read the answer as it comes."""
    found = own_or_404(request, key)
    question = Question(parse(found.file))
    ways = ways_of(*(side.name for side in question.file.sides), tables=question.file.terrain is not None)
    form = ForecastForm(request.POST if request.method == "POST" else None, ways=ways, initial=asked_before(request))
    if form.is_valid():
        try:
            asked = ask_comparison(
                scope=_scope(request), plans=compared(question, form.cleaned_data["compare"]),
                runs=form.cleaned_data["runs"], name=found.name, about=_about(key),
            )  # fmt: skip
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            publish_chunks()
            return redirect(forecasts_asked(_address(key), asked, form.cleaned_data))
    context = {"battle": found, "form": form, "about": _about(key), "address": _address(key), "stop": _stop(key)}
    return forecast_reply(request, "battles/forecast.html", _scope(request), context)


@require_POST
@login_required
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """Stop the forecasts that are named."""
    own_or_404(request, key)
    return redirect(stopped_forecasts(request, _address(key), _scope(request)))


def _scope(request: HttpRequest) -> str:
    return f"owner:{request.user.pk}"


def _about(key: str) -> str:
    return f"battle:{key}"


def _address(key: str) -> str:
    return reverse("battle_forecast", args=[key])


def _stop(key: str) -> str:
    return reverse("battle_forecast_stop", args=[key])


@require_GET
def odds(request: HttpRequest) -> HttpResponse:
    """The exact odds of one combat or fire; the question stands in the address."""
    kind = "fire" if request.GET.get("kind") == "fire" else "combat"
    form = OddsForm(request.GET if "first_type" in request.GET else None, kind=kind)
    answer = None
    if form.is_valid():
        try:
            answer = calculator(next(iter(CALCULATORS))).read_question(form.question()).answer()
        except Refusal as refusal:
            form.refuse(str(refusal))
    context = {"form": form, "kind": kind, **(odds_page(answer) if answer else {})}
    return render(request, "battles/odds.html", context, status=422 if form.is_bound and answer is None else 200)
