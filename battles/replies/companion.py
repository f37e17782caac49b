"""The companion's page and what is sent from it, for everybody whom the caller lets in."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import HTMX_STOP_POLLING

from base.refusal import Refusal
from battles.forms.companion import NoteForm
from battles.models import Battle
from battles.pages.companion import log_of
from battles.pages.odds import odds_page
from battles.resolvers.contract.described import LAST, Answer, Look, Steps, Tool
from battles.resolvers.contract.manifest import Companion
from battles.resolvers.contract.notes import Reader
from battles.resolvers.contract.registry import companion
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import Part
from battles.selectors import is_noted, last_note_number, notes_of
from battles.services.held.companion import note_down, settle_from_table, take_back


@dataclass
class Offers:
    """Builds forms for one writer from his screen and the table behind it."""

    door: Companion
    table: Any
    reader: Reader

    @cached_property
    def screen(self) -> Any:
        """The reader's screen of the table, in the rule system's own shape."""
        return self.door.screen_of(self.table, self.reader)

    @cached_property
    def tools(self) -> dict[str, Tool]:
        """The tools that the reader may open beside the step, by key."""
        return {tool.key: tool for tool in self.door.tools(self.table, self.screen)}

    @cached_property
    def steps(self) -> Steps:
        """The step that the table has come to."""
        return self.door.steps(self.table, self.screen)

    def look(self) -> Look:
        """Return what a page shows of the table beside its notes."""
        return self.door.look_of(self.screen)

    def waiting(self) -> str:
        """For whom he waits, and for what; empty where it is his to go on."""
        return self.door.waiting(self.screen)

    def form(self, kind: str, side: int | None = None, data: Any = None) -> NoteForm:
        """Return the form of a kind of note, filled with what was sent; Refusal where it cannot be written now."""
        return NoteForm(data, note=self.door.describe(self.table, self.screen, kind, side))

    def now(self) -> list[NoteForm]:
        """Return the forms of the step."""
        return [self.form(kind, side) for kind, side in self.steps.notes]

    def opened(self, tool: Tool, asked: Any) -> list[NoteForm]:
        """Return the forms of a tool. One that asks first is filled with what was asked, as soon as anything was."""
        return [_asked(form, asked) for form in (self.form(tool.key, side) for side in tool.sides)]

    def answer_to(self, form: NoteForm) -> Answer | None:
        """Return the answer to what a form asks; None until its first fields make sense."""
        form.is_valid()
        values = form.asked()
        return None if values is None else self.door.ask(self.table, self.screen, self.reader, form.note.kind, values)


def _asked(form: NoteForm, sent: Any) -> NoteForm:
    note = form.note
    if note.asking is None or not note.fields or note.fields[0].key not in sent:
        return form
    data = sent.copy()
    for one in note.fields:
        if one.part == LAST and one.initial is not None:
            data.setdefault(one.key, str(one.initial))
    return NoteForm(data, note=note)


MOST_AFTER = 200
_KEY = re.compile(r"[0-9a-f]{32}", re.ASCII)


@dataclass(frozen=True)
class Writer:
    """A writer at the table: the side he writes for (None: both), his name, and his addresses.

    ``home`` is the battle's own page, ``page`` the table, ``news`` the address that reports new notes.
    ``result``, ``ruling`` and ``settled`` are where his result form, his ruling and the settled battle stand; one that
    is empty is not offered to him. ``part`` are his own units of the side.
    """

    side: int | None
    by: str
    home: str
    page: str
    news: str
    result: str = ""
    ruling: str = ""
    settled: str = ""
    part: Part | None = None

    @property
    def reader(self) -> Reader:
        """The knowledge of this reader."""
        return Reader(self.side, None if self.part is None else frozenset(self.part.units))


@dataclass
class Sent:
    """A form that could not be written: the form with its complaint, or a sentence."""

    form: NoteForm | None = None
    sentence: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


def companion_reply(
    request: HttpRequest, battle: Battle, writer: Writer, template: str, context: dict[str, Any]
) -> HttpResponse:
    """Return the page, or what becomes of a note that was sent; back to the battle where its notes make no table."""
    try:
        offers, played = _open(battle, writer)
    except Refusal as refusal:
        messages.error(request, f"The notes of this table cannot be read ({refusal}): type in the result instead.")
        return redirect(writer.home)
    sent = Sent()
    if request.method == "POST":
        answer = _take(request, battle, writer, offers)
        if _late(request):
            return _late_reply(answer)
        if isinstance(answer, HttpResponse):
            return answer
        sent = answer
        offers, played = _open(battle, writer)
    page = _page(request, battle, writer, offers, sent)
    full = {**context, **page, "log": log_of(played.lines, writer.side), "version": played.version, "writer": writer}
    return render(request, template, full, status=422 if sent.form or sent.sentence else 200)


def _late(request: HttpRequest) -> bool:
    """Return whether a phone sends what it kept while the site did not answer: it wants a word, not a page."""
    return request.POST.get("later") == "1"


def _late_reply(answer: "HttpResponse | Sent") -> HttpResponse:
    """204 for a note that is written, else 422 with the sentence that the phone shows beside it."""
    if isinstance(answer, HttpResponse):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    sentence = answer.sentence or " ".join([] if answer.form is None else answer.form.complaints())
    return _words(sentence, HTTPStatus.UNPROCESSABLE_ENTITY)


def _words(sentence: str, status: HTTPStatus) -> HttpResponse:
    return HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")


def news_reply(request: HttpRequest, battle: Battle, writer: Writer) -> HttpResponse:
    """Return whether anything has been noted since ``seen``; asked again and again by the page."""
    seen, last = _number(request.GET.get("seen", "")), last_note_number(battle)
    if not request.headers.get("HX-Request"):
        return redirect(writer.page)
    if last == seen:
        return HttpResponse(status=204)
    open_tool = request.GET.get("open") == "1"
    context = {"writer": writer, "version": seen, "news": True, "tool": "open" if open_tool else ""}
    return render(request, "battles/companion/_news.html", context)


def over_reply(
    request: HttpRequest, battle: Battle, writer: Writer, template: str, context: dict[str, Any]
) -> HttpResponse:
    """Return the log of a battle that has left the table, to be read only; the battle's own page where nothing was
    noted."""
    if last_note_number(battle) == 0:
        return redirect(writer.home)
    if request.method == "POST":
        lost = f"{over_words(battle)} Nothing was written."
        return _words(lost, HTTPStatus.CONFLICT) if _late(request) else redirect(writer.page)
    try:
        _, played = _open(battle, writer)
    except Refusal:
        return redirect(writer.home)
    page = {"battle": battle, "log": log_of(played.lines, writer.side), "writer": writer, "over": over_words(battle)}
    return render(request, template, context | page)


def over_news(request: HttpRequest, battle: Battle, writer: Writer) -> HttpResponse:
    """Return the same in a word, to a page that still asks: htmx asks no more after a 286."""
    if not request.headers.get("HX-Request"):
        return redirect(writer.home)
    context = {"writer": writer, "over": over_words(battle)}
    return render(request, "battles/companion/_news.html", context, status=HTMX_STOP_POLLING)


def over_words(battle: Battle) -> str:
    """Explain why the table takes no more notes."""
    settled = battle.state == Battle.State.DONE
    return "This battle is settled." if settled else "This battle is not on the table any more."


def _open(battle: Battle, writer: Writer) -> tuple[Offers, Any]:
    door = companion(battle.rules)
    played = door.read_notes(parse(battle.file), notes_of(battle))
    return Offers(door, played.table, writer.reader), played


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _take(request: HttpRequest, battle: Battle, writer: Writer, offers: Offers) -> HttpResponse | Sent:
    kind, seen, key = (request.POST.get(name, "") for name in ("kind", "seen", "key"))
    if is_noted(battle, side=writer.side, key=_key(key)):
        return redirect(writer.page)  # its answer was lost; what it changed may refuse it now
    try:
        if kind == "undo":
            number = _number(request.POST.get("of", ""))
            take_back(battle=battle, side=writer.side, number=number, seen=_number(seen), by=writer.by)
        elif kind == "settle" and writer.settled:
            settle_from_table(battle=battle)
            return redirect(writer.settled)
        elif kind in offers.door.KINDS:
            return _note(request, battle, writer, offers.form(kind, _side(request, writer), request.POST))
        else:
            raise Refusal("Nothing of this kind is noted at the table.")
    except Refusal as refusal:
        return Sent(sentence=str(refusal))
    return redirect(writer.page)


def _side(request: HttpRequest, writer: Writer) -> int:
    """Return the side that a note is about: the form's, or for a side's own writers theirs."""
    chosen = request.POST.get("side", "")
    if chosen in ("0", "1"):
        return int(chosen)
    return writer.side if writer.side is not None else 0


def _note(request: HttpRequest, battle: Battle, writer: Writer, form: NoteForm) -> HttpResponse | Sent:
    if not form.is_valid():
        return Sent(form)
    seen = _number(request.POST.get("seen", ""))
    try:
        note_down(battle=battle, side=writer.side, kind=form.note.kind, values=form.values(), seen=seen,
                  by=writer.by, roll=form.rolls, key=_key(request.POST.get("key", "")),
                  after=[_key(key) for key in request.POST.getlist("after")[:MOST_AFTER]])  # fmt: skip
    except Refusal as refusal:
        form.refuse(str(refusal))
        return Sent(form)
    return redirect(writer.page)


def _key(text: str) -> str:
    """Return the key that a phone gave to a note; empty where it gave none that makes sense."""
    return text if _KEY.fullmatch(text) else ""


def _page(request: HttpRequest, battle: Battle, writer: Writer, offers: Offers, sent: Sent) -> dict[str, Any]:
    forms = [_replaced(form, sent) for form in _opened(request, offers, sent)]
    now, look = [_replaced(form, sent) for form in offers.now()], offers.look()
    return {
        "look": look, "waiting": offers.waiting(), "sides": sorted(look.sides, key=lambda side: not side.own),
        "tools": offers.tools.values(), "tool": forms[0].note.kind if forms else "", "forms": forms, "now": now,
        "step": offers.steps, "refusal": _left_over(sent, [*forms, *now]), "battle": battle,
        "typing": bool(forms) or any(form.is_typed for form in now), **_answer(offers, forms),
    }  # fmt: skip


def _opened(request: HttpRequest, offers: Offers, sent: Sent) -> list[NoteForm]:
    """Return the forms of the tool that is open: the one that was sent in vain, else the one of the address."""
    key = sent.form.note.kind if sent.form is not None else ""
    tool = offers.tools.get(key) or offers.tools.get(request.GET.get("tool", ""))
    asked = request.GET if request.method == "GET" else {}
    return [] if tool is None else offers.opened(tool, asked)


def _replaced(form: NoteForm, sent: Sent) -> NoteForm:
    """Return the form as it was sent, with its complaint, in place of the fresh one; buttons show no complaint."""
    old = sent.form
    if old is None or form.note.buttons:
        return form
    return old if (old.note.kind, old.note.side) == (form.note.kind, form.note.side) else form


def _left_over(sent: Sent, shown: list[NoteForm]) -> str:
    """Return a complaint about a form that is not on the page any more."""
    if sent.form is None or any(form is sent.form for form in shown):
        return sent.sentence
    return " ".join(sent.form.complaints())


def _answer(offers: Offers, forms: list[NoteForm]) -> dict[str, Any]:
    """Return what the open tool was asked."""
    if not forms or forms[0].note.asking is None:
        return {}
    try:
        answer = offers.answer_to(forms[0])
        return {} if answer is None else {"answer": answer, **(odds_page(answer.odds) if answer.odds else {})}
    except Refusal as refusal:
        forms[0].refuse(str(refusal))
        return {}
