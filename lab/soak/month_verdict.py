"""What a month of play has promised, held against the database, the mails and the posts."""

import base64
import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from lab.soak.month_story import HOUR, SECRET_WORDS, WITHOUT_MAIL, Month
from lab.soak.month_world import FACTION_OF


def matched(expected: Iterable[str], found: Iterable[str]) -> tuple[list[str], list[str]]:
    """What was expected and did not come, and what came and was not expected: each text for one beginning."""
    missing, extra = sorted(expected, key=len, reverse=True), []
    for text in found:
        begins = next((one for one in missing if text.startswith(one)), None)
        missing.remove(begins) if begins is not None else extra.append(text)
    return missing, extra


def compare(what: str, expected: Iterable[str], found: Iterable[str]) -> list[str]:
    """A sentence for each difference."""
    missing, extra = matched(expected, found)
    return [*(f"{what}: missing: {one}" for one in missing), *(f"{what}: unexpected: {one}" for one in extra)]


def judge_notices(month: Month) -> Iterator[str]:
    """Each member's news in the program."""
    from campaign.models import Notice

    for who in {one.who for one in month.expected} | set(month.people):
        rows = month.left.get(who) or Notice.objects.filter(member__user__username=who).values_list("kind", "text")
        wanted = [f"{one.kind}: {one.text}" for one in month.expected if one.who == who]
        yield from compare(f"news of {who}", wanted, [f"{kind}: {text}" for kind, text in rows])


def mailed_texts(month: Month, who: str) -> list[str]:
    """The pieces of news that were mailed to somebody; the same mail sent twice, as its id shows, counts once."""
    mails = {mail["Message-ID"]: mail for to, mail in month.box.mails if to == f"{who}@example.org"}
    bodies = [mail.get_payload(decode=True).decode().replace("\r\n", "\n") for mail in mails.values()]
    news = [body for body in bodies if "/accounts/mail/" not in body and "/join/" not in body]
    from campaign.services.news.mail import ASKED, HAPPENED

    parts = [part for body in news for part in body.split("\n\n")[1:]]
    return [part.splitlines()[0] for part in parts if not part.startswith("-- ") and part not in (ASKED, HAPPENED)]


def judge_mails(month: Month) -> Iterator[str]:
    """Each member's mails, by what he has chosen."""
    for who in month.people:
        wanted = [
            one.text for one in month.expected
            if one.who == who and who not in (*WITHOUT_MAIL, "ivy") and one.kind != "trouble"
            and not (who == "gus" and one.kind == "turn")
        ]  # fmt: skip
        yield from compare(f"mails of {who}", wanted, mailed_texts(month, who))


def judge_posts(month: Month) -> Iterator[str]:
    """Both receivers got every public event once, in the same order, and one status post that edits itself."""
    good = [one for one in month.good.got if one.method == "POST"]
    ids = [one.headers["webhook-id"] for one in good]
    once = {one.headers["webhook-id"]: one.json["data"]["text"] for one in good}
    yield from compare("the signed receiver", month.public, once.values())
    if len(ids) - len(once) > sum(month.site.killed.values()):
        yield "the signed receiver got posts twice"
    yield from (f"a signature is wrong: {one.headers}" for one in good if not signed_well(one, month.secret))
    events = [one for one in month.flaky.got if one.method == "POST" and "wait" not in one.path and one.taken]
    texts = [one.json["content"].split("**: ", 1)[1].split("\n")[0].replace("\\", "") for one in events]
    yield from compare("the failing receiver", month.public, list(dict.fromkeys(texts)))
    status = [one for one in month.flaky.got if "wait=true" in one.path and one.taken]
    if len(status) != 1:
        yield f"{len(status)} status posts were begun"


def signed_well(post: Any, secret: str) -> bool:
    """Whether a post is signed as Standard Webhooks has it."""
    said = f"{post.headers['webhook-id']}.{post.headers['webhook-timestamp']}.".encode() + post.body
    mac = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), said, hashlib.sha256).digest()
    return bool(post.headers["webhook-signature"] == f"v1,{base64.b64encode(mac).decode()}")


def judge_secrets(month: Month) -> Iterator[str]:
    """No mail holds what a rival hides, no post what anybody hides."""
    for to, mail in month.box.mails:
        who, text = to.partition("@")[0], f"{mail['Subject']} {mail.get_payload(decode=True).decode()}"
        for faction in month.war.factions:
            for secret in (*month.war.secrets_of(faction), SECRET_WORDS):
                if FACTION_OF.get(who) != faction and secret in text:
                    yield f"a mail to {who} holds {secret!r}"
    secrets = [secret for faction in month.war.factions for secret in month.war.secrets_of(faction)]
    for post in (*month.good.got, *month.flaky.got):
        yield from (f"a post holds {secret!r}" for secret in (*secrets, SECRET_WORDS) if secret.encode() in post.body)


def judge_turns(month: Month) -> Iterator[str]:
    """Every turn run once, and in time."""
    from campaign.models import ChronicleEntry

    sealed = Counter(ChronicleEntry.objects.filter(kind="sealed").values_list("turn", flat=True))
    if sealed != Counter(range(1, month.newest())):
        yield f"turns were sealed so often: {dict(sealed)}"
    late = {7: 6 * HOUR + 4 * HOUR}
    for turn in month.campaign.turns.filter(state="closed"):
        waits = (turn.sealed_at - turn.deadline).total_seconds()
        if not 0 <= waits <= 60 + late.get(turn.number, timedelta()).total_seconds():
            yield f"turn {turn.number} was due at {turn.deadline} and sealed at {turn.sealed_at}"


def judge(month: Month) -> list[str]:
    """Every broken promise."""
    from campaign.services.audit import audit, orphans

    found = [*month.broken, *judge_turns(month), *judge_notices(month), *judge_mails(month), *judge_posts(month)]
    found += [*judge_secrets(month), *month.site.errors(), *audit(), *orphans()]
    return found
