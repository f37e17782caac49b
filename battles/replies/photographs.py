"""The photographs of a battle: shown, added and removed, for everybody whom the caller lets in."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse

from battles.forms.photographs import PhotographForm
from battles.models import Battle, Photograph
from battles.replies.refusals import refusals_shown
from battles.services.photographs import add_photograph, check_room, remove_photograph

CAPTION = "refused_caption"
"""Where the session keeps the caption of a photograph that was refused: for its battle's form alone, once."""
ALONE = "default-src 'none'; sandbox"


@dataclass(frozen=True)
class PhotographRow:
    """A photograph on a page; ``remove`` is empty where the reader may not remove it."""

    address: str
    caption: str
    by: str
    at: datetime
    width: int
    height: int
    remove: str = ""


Address = Callable[[str, Photograph], str]
"""The address of a photograph by the name of a route."""


def may_remove(row: Photograph, user: Any, *, any_of_them: bool) -> bool:
    """Return whether a reader may remove a photograph: his own, or any as the referee."""
    return any_of_them or (row.sender_id is not None and row.sender_id == user.pk)


def photographs_page(
    request: HttpRequest, battle: Battle, rows: Iterable[Photograph], address: Address, *, add: str, any_of_them: bool
) -> dict[str, Any]:
    """Return the context of the gallery; ``add`` is where a reader sends another one, empty for none."""
    shown = [
        PhotographRow(
            address("battle_photograph", row), row.caption, row.by, row.at, row.width, row.height,
            address("battle_photograph_remove", row) if may_remove(row, request.user, any_of_them=any_of_them) else "",
        )
        for row in rows
    ]  # fmt: skip
    caption = _refused_caption(request, battle) if add else ""
    form = PhotographForm(initial={"caption": caption}) if add else None
    return {"photographs": shown, "add_photograph": add, "photograph_form": form, "photograph_again": bool(caption)}


def _refused_caption(request: HttpRequest, battle: Battle) -> str:
    """Return the caption that was written for a refused photograph of this battle, and forget it."""
    key, caption = request.session.get(CAPTION, ("", ""))
    if key != battle.key:
        return ""
    del request.session[CAPTION]
    return str(caption)


class Kept(Protocol):
    """A row that keeps a picture."""

    key: Any
    data: Any


def picture_reply(row: Kept | None, word: str = "photograph") -> HttpResponse:
    """Return the picture itself, of which nothing but an image can be made; 404 where there is none."""
    if row is None:
        raise Http404
    return HttpResponse(bytes(row.data), content_type="image/jpeg", headers={
        "Content-Disposition": f'inline; filename="{word}-{row.key}.jpg"', "Content-Security-Policy": ALONE,
        "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
    })  # fmt: skip


def take_photograph(request: HttpRequest, battle: Battle, sender: User, side: int | None) -> None:
    """Keep the photograph that was sent, or show why not at the top of the next page."""
    form = PhotographForm(request.POST, request.FILES)
    request.session[CAPTION] = (battle.key, (form["caption"].value() or "")[:1000])
    with refusals_shown(request):
        check_room(battle=battle, sender=sender)
        if not form.is_valid():
            messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
            return
        add_photograph(battle=battle, sender=sender, side=side, **form.cleaned_data)
        del request.session[CAPTION]
        messages.success(request, "The photograph is with the battle.")


def drop_photograph(request: HttpRequest, row: Photograph | None, *, any_of_them: bool) -> None:
    """Remove a photograph; 404 where it is not there or another's."""
    if row is None or not may_remove(row, request.user, any_of_them=any_of_them):
        raise Http404
    remove_photograph(photograph=row)
    messages.success(request, "The photograph is removed.")
