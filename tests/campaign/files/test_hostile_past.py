"""What a file brings as its past is read later than the rest: it fills no memory, breaks no page and alters no war."""

import base64
import json
import zlib
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from base.refusal import Refusal
from campaign.rules.files.campaign_file import CampaignFileError
from campaign.rules.history.pieces import split
from campaign.services.audit import audit_campaign
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.people.members import make_referee
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.campaign.files.drafts import draft
from tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
@kept
def war() -> dict[str, Any]:
    """A dump of a war with two turns behind it, of which the second was taken back once."""
    campaign = load_campaign(data=draft(), slug="small", actor="the host")
    for ref in ("red_army", "blue_army"):
        give_order(station=campaign.stations.get(ref=ref), kind="march", path=("middle",), actor="a player")
    for _ in range(2):
        advance_turn(campaign=campaign, actor="the referee")
    roll_back(campaign=campaign, turn=2, reason="A slip", user=User.objects.create_user("umpire"))
    advance_turn(campaign=campaign, actor="the referee")
    told: dict[str, Any] = json.loads(dump_text(campaign))
    return told


def with_past(war: dict[str, Any], text: str | list[str]) -> dict[str, Any]:
    """The war with this text, or these pieces, as every state that it keeps."""
    parts = [text] if isinstance(text, str) else text
    rows = {part: (sha256(part.encode()).hexdigest(), zlib.compress(part.encode(), 9)) for part in set(parts)}
    history = war["history"]
    history["kept_pieces"] = [
        {"digest": digest, "data": base64.b64encode(data).decode()} for digest, data in rows.values()
    ]
    whole = sha256()
    for part in parts[:100]:
        whole.update(part.encode())
    for state in history["kept_states"]:
        state |= {"digest": whole.hexdigest(), "pieces": [rows[part][0] for part in parts]}
    return war


def state_text(war: dict[str, Any], change: Change) -> str:
    """The text of the last state that the war keeps, changed."""
    pieces = {row["digest"]: zlib.decompress(base64.b64decode(row["data"])) for row in war["history"]["kept_pieces"]}
    last = [row for row in war["history"]["kept_states"] if row["kind"] == "seal"][-1]
    data = json.loads(b"".join(pieces[digest] for digest in last["pieces"]))
    change(data)
    return json.dumps(data)


def foreign(data: dict[str, Any]) -> None:
    """Blue is called green."""
    text = json.dumps(data).replace('"blue"', '"green"').replace("/blue", "/green")
    data.clear()
    data.update(json.loads(text))


def other_land(data: dict[str, Any]) -> None:
    text = json.dumps(data).replace('"east"', '"far_east"')
    data.clear()
    data.update(json.loads(text))


def weaker(data: dict[str, Any]) -> None:
    """A battle's effect that no line of the ledger has."""
    data["history"]["effects"][0]["lost"] += 1
    data["history"]["effects"][0]["after"] -= 1


def no_history(data: dict[str, Any]) -> None:
    del data["history"]


def test_a_piece_that_is_none_is_refused_with_its_place(war: dict[str, Any]) -> None:
    for nasty in ("x", "", base64.b64encode(b"x").decode(), base64.b64encode(zlib.compress(b"\xff")).decode()):
        war["history"]["kept_pieces"][0]["data"] = nasty
        with pytest.raises(CampaignFileError, match=r"^history\.kept_pieces\[0\]\."):
            load_campaign(data=war, slug="mine", actor="x")


def test_a_piece_that_is_another_than_its_digest_is_refused(war: dict[str, Any]) -> None:
    piece = split("something else")[0]
    war["history"]["kept_pieces"][0]["data"] = base64.b64encode(piece.data).decode()
    with pytest.raises(CampaignFileError, match=r"^history\.kept_pieces\[0\]\.digest: "):
        load_campaign(data=war, slug="mine", actor="x")


@pytest.mark.parametrize("parts", [[" " * 65_000_000], [" " * 1_000_000] * 100], ids=["one", "many times the same"])
def test_a_state_that_would_fill_the_memory_is_refused(war: dict[str, Any], parts: list[str]) -> None:
    assert len(json.dumps(with_past(war, parts))) < 5_000_000
    with pytest.raises(CampaignFileError, match=r"^history\.kept_(pieces|states)\[0\]\.\w+: .* longer than"):
        load_campaign(data=war, slug="mine", actor="x")


def test_a_state_that_is_no_campaign_stops_nothing(war: dict[str, Any], client: Client) -> None:
    for number, text in enumerate(("[" * 2_000_000, "{}", "null", '{"a":' * 50_000, "\ufeff", "1" * 6_000, "NaN")):
        look_at_the_past(with_past(war, text), f"mine-{number}", client)


def test_a_state_of_another_war_alters_nothing(war: dict[str, Any], client: Client) -> None:
    for number, text in enumerate([state_text(war, change) for change in (foreign, other_land, weaker, no_history)]):
        look_at_the_past(with_past(war, text), f"mine-{number}", client)


def look_at_the_past(data: dict[str, Any], slug: str, client: Client) -> None:
    """Every page of the past answers its referee; the war cannot be taken back, and is as it was."""
    campaign = load_campaign(data=data, slug=slug, actor="x")
    user, _ = User.objects.get_or_create(username="owner")
    make_referee(campaign=campaign, user=user)
    client.force_login(user)
    before = dump_text(campaign)
    for page in ("undone/", "undone/1/", "undone/1/battles/b1/", "film/?turn=1", "desk/past/", "desk/past/2/"):
        assert client.get(f"/c/{slug}/{page}").status_code < 500, page
    answer = client.post(f"/c/{slug}/desk/fork/", {"turn": "2", "name": "What", "slug": f"what-{slug}"})
    assert answer.status_code in (302, 422)
    with pytest.raises(Refusal, match=r"^The kept state of turn 2 "):
        roll_back(campaign=campaign, turn=2, reason="To see", user=user)
    assert dump_text(campaign) == before
    assert audit_campaign(campaign=campaign) == []


def test_a_commitment_that_is_left_out_is_that_of_the_secret(war: dict[str, Any]) -> None:
    given, campaign = war.pop("commitment"), load_campaign(data=war, slug="mine", actor="x")
    assert campaign.commitment == given
    assert load_campaign(data=dump_text(campaign), slug="again", actor="x").commitment == given
