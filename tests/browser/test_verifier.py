"""The verifier in the page: a report is proved by the reader's own browser, without the server."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from battles.models import Battle
from battles.selectors import report_of
from tests.battles.golden.pin import golden_battles
from tests.battles.pages.test_verifier import FORGED, sealed_again
from tests.browser.conftest import PASSWORD, Visit
from tests.browser.test_replay import fought_by

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def fought(transactional_db: None) -> Battle:
    """A golden battle of a watcher's own."""
    golden = golden_battles()["stratagems_small"]
    return fought_by(User.objects.create_user("watcher", password=PASSWORD), golden["battle"], golden["seed"])


def whole(battle: Battle) -> dict[str, Any]:
    report = report_of(battle, journal=True)
    assert report is not None
    copied: dict[str, Any] = json.loads(json.dumps(report.as_dict(journal=True)))
    return copied


def test_a_reader_proves_a_battle_in_his_browser(visit: Visit, fought: Battle, tmp_path: Any) -> None:
    page, data = visit("watcher", f"/battles/{fought.key}/"), whole(fought)
    dice = sum(len(event["dice"]) for event in data["journal"])
    asked: list[str] = []
    page.on("request", lambda request: asked.extend([request.url.rpartition("/")[2]] * ("icon" not in request.url)))
    page.get_by_text("Fair dice: seed, digest, files").click()
    page.get_by_role("button", name="Check this battle").click()
    said = page.locator("#verify [role=status]")
    expect(said).to_contain_text(f"All that was compared is true: commitment, seed, digest, {dice} dice, ")
    assert sorted(asked) == ["journal.jsonl", "report.json"]
    units = sum(len(side["units"]) for side in data["sides"])
    expect(said).to_contain_text(
        f"of {len(data['journal'])} events, their order, field, outcome, fates of 2 generals, losses of {units} units."
    )
    page.get_by_label("Commitment, as you noted it").fill("0" * 64)
    page.get_by_role("button", name="Check this battle").click()
    expect(said).to_contain_text("One thing is wrong")
    expect(page.locator("#verify li")).to_have_text(["The seed is not the one that was committed to."])

    asked.clear()
    page.get_by_label("Commitment, as you noted it").fill(fought.commitment)
    kept = tmp_path / "report.json"
    kept.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
    page.get_by_label("Or a report that you saved").set_input_files(kept)
    expect(said).to_contain_text("All that was compared is true")
    for forge, sentence in FORGED:
        data = whole(fought)
        forge(data)
        kept.write_text(json.dumps(sealed_again(data)), encoding="utf-8")
        page.get_by_label("Or a report that you saved").set_input_files(kept)
        expect(page.locator("#verify li", has_text=sentence).first).to_be_visible()
        expect(said).to_contain_text("wrong")
    assert asked == []
