"""The battle on the first page: a real one by the default rules, fought by a worker, kept, and the same for everybody.

It is a forecast of one run that nobody owns: its field and its dice come from the seed of its question, so that each
version of the rules fights it once.
"""

import json
from functools import cache

from django.conf import settings

from battles.models import Forecast
from battles.resolvers.contract.registry import resolver
from battles.resolvers.files.battle_file import parse
from battles.resolvers.forecasts.forecast import Question
from battles.resolvers.values.report import Report
from battles.selectors import forecasts_of, sample_report
from battles.services.forecasting.forecasts import ask_forecast, key_of

SCOPE = "everybody"
EXAMPLE = settings.BASE_DIR / "docs" / "examples" / "dennewitz.json"
_fought: dict[str, Report] = {}


def shown_report() -> Report | None:
    """Return the battle that the first page shows; None until a worker has fought it."""
    key = shown_key()
    if key not in _fought:
        rows = forecasts_of(scope=SCOPE, keys=[key])
        report = sample_report(rows[0]) if rows else None
        if report is None:
            return None
        _fought[key] = report
    return _fought[key]


def ask_for_shown() -> bool:
    """Ask the workers for the battle, once; return whether this call has asked."""
    if shown_key() in _fought or Forecast.objects.filter(key=shown_key()).exists():
        return False
    question = _question()
    ask_forecast(scope=SCOPE, question=question, runs=1, name=question.file.name, sample=True)
    return True


def shown_key() -> str:
    """Return the key of the battle under the rules of today."""
    question = _question()
    return key_of(scope=SCOPE, question=question, runs=1, engine=resolver(question.file.rules).ENGINE)


@cache
def _question() -> Question:
    return Question(parse(json.loads(EXAMPLE.read_text(encoding="utf-8"))))
