"""Pages are made one after the other, and none waits long for another."""

from threading import Event, Thread

import pytest
from django.http import HttpRequest, HttpResponse

from config.requests import one_by_one


def _page(inside: Event, leave: Event) -> HttpResponse:
    inside.set()
    leave.wait(10)
    return HttpResponse()


def _begun(inside: Event, leave: Event) -> Thread:
    made = Thread(target=lambda: one_by_one.one_by_one(lambda _: _page(inside, leave))(HttpRequest()))
    made.start()
    return made


def test_a_page_waits_for_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_by_one, "PATIENCE", 10)
    first, second, leave = Event(), Event(), Event()
    pages = [_begun(first, leave)]
    assert first.wait(10)
    pages.append(_begun(second, leave))
    assert not second.wait(0.1)
    leave.set()
    assert second.wait(10)
    for page in pages:
        page.join()


def test_no_page_waits_longer_than_its_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_by_one, "PATIENCE", 0.05)
    first, second, leave = Event(), Event(), Event()
    pages = [_begun(first, leave)]
    assert first.wait(10)
    pages.append(_begun(second, leave))
    assert second.wait(10)
    leave.set()
    for page in pages:
        page.join()


def test_a_page_that_fails_gives_its_turn_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_by_one, "PATIENCE", 10)

    def broken(_: HttpRequest) -> HttpResponse:
        raise KeyError("kept")

    for _ in range(2):
        with pytest.raises(KeyError, match="kept"):
            one_by_one.one_by_one(broken)(HttpRequest())
