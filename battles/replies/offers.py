"""The companion's offer to its writer at this moment: forms of the notes that his rule system describes."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from battles.forms.companion import NoteForm
from battles.resolvers.contract.described import LAST, Answer, Look, Steps, Tool
from battles.resolvers.contract.manifest import Companion
from battles.resolvers.contract.notes import Reader


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
    for field in note.fields:
        if field.part == LAST and field.initial is not None:
            data.setdefault(field.key, str(field.initial))
    return NoteForm(data, note=note)
