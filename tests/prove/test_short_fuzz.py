"""The short form of the fuzz: some hundred requests get an answer; and it sees an error where there is one."""

import pytest
from django.contrib.auth.views import LoginView
from django.db import transaction

from battles.models import Battle
from lab.prove import form_fuzz as fuzz

pytestmark = [pytest.mark.django_db, pytest.mark.store]


def hard_to_meet(site: fuzz.Fuzz) -> dict[str, int]:
    """Two requests that a few hundred at random seldom meet: a dump of the war, and a battle that is conceded."""
    referee, north = (fuzz._client(site, name) for name in ("referee", "north"))
    battle = Battle.objects.filter(engagement__isnull=False).exclude(state=Battle.State.DONE).first()
    path, sure = f"/c/long-valley/battles/{battle.key}/wish/", {"method": "concede", "sure": "1"}
    download = referee.get("/c/long-valley/desk/download/").status_code
    with transaction.atomic():
        conceded = north.post(path, sure).status_code
        transaction.set_rollback(True)
    return {"desk/download/": download, "wish/": conceded}


def test_some_hundred_requests_of_every_kind_are_answered_and_an_error_is_seen(monkeypatch) -> None:
    """Both upon one war, since the war takes longer to make than the requests to send."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("Good")

    with fuzz.prepared(seed=7, pages=fuzz.FEW_PAGES) as site:
        assert hard_to_meet(site) == {"desk/download/": 200, "wish/": 302}
        fuzz.send(site, 250)
        assert (list(site.faults.values()), sum(site.statuses.values())) == ([], 250)
        assert len(site.routes) > 250
        assert sum(map(len, site.forms.values())) > 100
        monkeypatch.setattr(LoginView, "get_context_data", broken)
        site.routes = ["/accounts/login/"]
        fuzz.send(site, 60)
    assert "500 KeyError" in {fault["what"].split(" at ")[0] for fault in site.faults.values()}
