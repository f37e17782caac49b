"""Forecasts of one-off battles for their owner; the odds of a combat or a fire for everybody."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from base.refusal import Refusal
from battles.forms.odds import ForecastForm, OddsForm, question_of, ways_of
from battles.pages.odds import odds_choice, odds_page
from battles.replies.battle import asked_before, forecast_reply, forecasts_asked, own_or_404, stopped_forecasts
from battles.replies.refusals import refused_on
from battles.replies.systems import Asked, sample_reply, systems_reply
from battles.resolvers.contract.registry import DEFAULT, calculator, questions
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.forecasts.what_if import compared
from battles.services import ask_comparison, publish_chunks


@require_http_methods(["GET", "POST"])
@login_required
def forecast(request: HttpRequest, key: str) -> HttpResponse:
    """Ask how a battle is likely to end, and read the answer as it comes."""
    found = own_or_404(request, key)
    question = Question(parse(found.file))
    ways = ways_of(*(side.name for side in question.file.sides), tables=question.file.terrain is not None)
    form = ForecastForm(request.POST if request.method == "POST" else None, ways=ways, initial=asked_before(request))
    if form.is_valid():
        with refused_on(form):
            asked = ask_comparison(
                scope=_scope(request), plans=compared(question, form.cleaned_data["compare"]),
                runs=form.cleaned_data["runs"], name=found.name, about=_about(key),
            )  # fmt: skip
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


@require_http_methods(["GET", "POST"])
@login_required
def systems(request: HttpRequest, key: str) -> HttpResponse:
    """Show the same battle by every rule system."""
    found = own_or_404(request, key)
    question = Question(parse(found.file))
    asked = Asked(_scope(request), f"systems:{key}", found.name, _systems(key), "battles/systems.html")
    return systems_reply(request, asked, question, {"battle": found, "sample_route": _systems(key)})


@require_GET
@login_required
def sample(request: HttpRequest, key: str, row: str) -> HttpResponse:
    """Show one battle of a comparison, to be watched."""
    found = own_or_404(request, key)
    address = reverse("battle_system_sample", args=[key, row])
    context = {"battle": found, "back": _systems(key)}
    return sample_reply(request, _scope(request), row, address, "battles/system_sample.html", context)


def _systems(key: str) -> str:
    return reverse("battle_systems", args=[key])


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
    """Show the exact odds of one combat or fire; the question is in the address."""
    rules = request.GET.get("rules", DEFAULT)
    rules = rules if questions(rules) else DEFAULT
    asked = question_of(rules, request.GET.get("kind", ""))
    answered = set(request.GET) - {"rules", "kind"}
    form = OddsForm(request.GET if answered else None, asked=asked, rules=rules)
    answer = None
    if form.is_valid():
        try:
            answer = calculator(rules).read_question(form.question()).answer()
        except Refusal as refusal:
            form.refuse(str(refusal))
    context = odds_choice(rules, asked.key) | {"form": form, **(odds_page(answer) if answer else {})}
    return render(request, "battles/odds.html", context, status=422 if form.is_bound and answer is None else 200)
