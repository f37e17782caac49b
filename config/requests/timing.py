"""Timing of an answer: the database, templates, and the rest, which is the work of rules and pages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter
from typing import Any

from django.db import connection
from django.template.backends.django import DjangoTemplates
from django.template.backends.django import Template as DjangoTemplate
from django.template.backends.jinja2 import Jinja2
from django.template.backends.jinja2 import Template as JinjaTemplate
from django.utils.safestring import mark_safe

DATABASE, TEMPLATES = "db", "template"


class Clock:
    """Seconds by part; what one part spends inside another counts for the inner one alone."""

    def __init__(self) -> None:
        self.start = perf_counter()
        self.spent = {DATABASE: 0.0, TEMPLATES: 0.0}
        self._inside: list[float] = []

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Count the time within for a part."""
        start = perf_counter()
        self._inside.append(0.0)
        try:
            yield
        finally:
            took = perf_counter() - start
            self.spent[name] += took - self._inside.pop()
            if self._inside:
                self._inside[-1] += took

    def header(self, broker: float) -> str:
        """Return the parts in milliseconds as ``Server-Timing`` wants them; ``broker`` lies within the others."""
        total = perf_counter() - self.start
        parts = {"app": total, **self.spent, "rules": total - sum(self.spent.values()), "broker": broker}
        return ", ".join(f"{name};dur={seconds * 1000:.1f}" for name, seconds in parts.items())


_clock: ContextVar[Clock | None] = ContextVar("clock", default=None)


@contextmanager
def clocked() -> Iterator[Clock]:
    """Count the parts of everything within."""
    clock = Clock()
    token = _clock.set(clock)
    try:
        with connection.execute_wrapper(_query):
            yield clock
    finally:
        _clock.reset(token)


def _query(execute: Callable[..., Any], *arguments: Any) -> Any:
    clock = _clock.get()
    if clock is None:
        return execute(*arguments)
    with clock.part(DATABASE):
        return execute(*arguments)


def _drawn(draw: Callable[..., str], *arguments: Any) -> str:
    clock = _clock.get()
    if clock is None:
        return draw(*arguments)
    with clock.part(TEMPLATES):
        return draw(*arguments)


class ClockedTemplate(DjangoTemplate):
    """A template of Django's whose drawing is counted."""

    def render(self, *arguments: Any, **named: Any) -> Any:
        return _drawn(lambda: super(ClockedTemplate, self).render(*arguments, **named))


class ClockedJinjaTemplate(JinjaTemplate):
    """A template of Jinja2's whose drawing is counted. Its environment escapes everything, so the text is safe."""

    def render(self, *arguments: Any, **named: Any) -> Any:
        text = _drawn(lambda: super(ClockedJinjaTemplate, self).render(*arguments, **named))
        return mark_safe(text)  # noqa: S308 # nosec B308 B703 (config.backends.jinja escapes)


class ClockedDjangoTemplates(DjangoTemplates):
    """Django's templates, each of which counts its time."""

    def get_template(self, template_name: str) -> Any:
        found = super().get_template(template_name)
        return ClockedTemplate(found.template, self)


class ClockedJinja2(Jinja2):
    """Jinja2's templates, each of which counts its time."""

    def get_template(self, template_name: str) -> Any:
        found = super().get_template(template_name)
        return ClockedJinjaTemplate(found.template, self)
