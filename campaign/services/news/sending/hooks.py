"""Webhooks: what a post looks like to Discord and to programs that keep to Standard Webhooks."""

import base64
import hashlib
import hmac
import json
import re
import secrets
import time
from typing import Any

from django.utils.formats import date_format

from campaign.models import Campaign, Dispatch, FactionTurn, Hook, Turn
from campaign.selectors.war import current_turn
from campaign.services.news.sending.feeds import absolute
from campaign.services.news.sending.outside import NotSent, accepted, send

LONGEST = 1900
NO_PREVIEW = 4
"""Discord's flag by which it shows no previews of links."""
MARKS = re.compile(r"([\\*_~`|>#\[\]()<:\-+.!])")
ZERO = "\u200b"


def plain(text: str) -> str:
    """Return text that Discord shows as it is: no mention, no mark-up, no link."""
    return MARKS.sub(r"\\\1", text.replace("@", f"@{ZERO}").replace("://", f":{ZERO}//"))


def deliver_post(dispatch: Dispatch) -> None:
    """Send one event to its hook; NotSent where that does not work."""
    hook = _hook(dispatch)
    fact = json.loads(dispatch.body)
    if hook.kind == Hook.Kind.DISCORD:
        name = plain(hook.campaign.name)
        link = f"\n<{absolute(fact['path'])}>" if fact["path"] and absolute("") else ""
        accepted(_discord("POST", hook.url, f"**{name}**: {plain(fact['text'])}"[:LONGEST] + link))
        return
    data = {"campaign": hook.campaign.slug, "name": hook.campaign.name, "text": fact["text"],
            "url": absolute(fact["path"]) if fact["path"] else "", "event": fact["fact"]}  # fmt: skip
    made = dispatch.made_at.isoformat(timespec="seconds")
    body = json.dumps({"type": fact["type"], "timestamp": made, "data": data}, ensure_ascii=False).encode()
    headers = signed(hook.secret, f"msg_{dispatch.key.hex}", int(time.time()), body)
    accepted(send("POST", hook.url, body=body, headers={"Content-Type": "application/json", **headers}))


def new_secret() -> str:
    """Return a fresh secret of a signed webhook."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def signed(secret: str, message: str, moment: int, body: bytes) -> dict[str, str]:
    """Return the three headers of Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{message}.{moment}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{base64.b64encode(mac).decode()}",
    }


def _discord(method: str, url: str, text: str) -> Any:
    content = {"content": text, "allowed_mentions": {"parse": []}, "flags": NO_PREVIEW}
    body = json.dumps(content, ensure_ascii=False).encode()
    return send(method, url, body=body, headers={"Content-Type": "application/json"})


def deliver_status(dispatch: Dispatch) -> None:
    """Write the one status post of a hook, or change it in place; NotSent where that does not work."""
    hook = _hook(dispatch)
    text = status_text(hook.campaign)
    base, _, query = hook.url.partition("?")
    if hook.status_message:
        reply = _discord("PATCH", f"{base}/messages/{hook.status_message}{f'?{query}' if query else ''}", text)
        if reply.status != 404:
            accepted(reply)
            Hook.objects.filter(pk=hook.pk).update(status_digest=digest_of(text))
            return
    reply = accepted(_discord("POST", f"{base}?{f'{query}&' if query else ''}wait=true", text))
    Hook.objects.filter(pk=hook.pk).update(status_message=_id_of(reply.body), status_digest=digest_of(text))


def _id_of(body: bytes) -> str:
    try:
        found = str(json.loads(body)["id"])
    except (ValueError, KeyError, TypeError):
        raise NotSent("It gave no id of the status post.", final=True) from None
    if not re.fullmatch(r"[0-9]{1,30}", found):
        raise NotSent("It gave no id of the status post.", final=True)
    return found


def _hook(dispatch: Dispatch) -> Hook:
    return Hook.objects.select_related("campaign").get(pk=dispatch.hook_id or 0)


def status_text(campaign: Campaign) -> str:
    """Turn, deadline and who is late, as everybody may know them."""
    turn = current_turn(campaign)
    lines = [f"**{plain(campaign.name)}**"]
    if campaign.winner:
        lines.append(f"The war is over: {plain(campaign.ending)}.")
    elif turn is None:
        lines.append("The war has not begun.")
    else:
        lines += _of_turn(campaign, turn)
    return "\n".join([*lines, *([f"<{absolute(f'/c/{campaign.slug}/')}>"] if absolute("") else [])])[:LONGEST]


def _of_turn(campaign: Campaign, turn: Turn) -> list[str]:
    date = date_format(turn.starts_on, "j F Y" if campaign.turn_days else "F Y")
    lines = [f"Turn {turn.number} of {campaign.last_turn}, {date}: {turn.get_state_display()}"]
    if turn.state != Turn.State.OPEN:
        return lines
    if turn.deadline:
        at = int(turn.deadline.timestamp())
        lines.append(f"Orders due <t:{at}:F> (<t:{at}:R>)")
    late = FactionTurn.objects.filter(turn=turn, ready=False).order_by("faction__order", "faction_id")
    names = [plain(name) for name in late.values_list("faction__name", flat=True)]
    lines.append(f"Not ready: {', '.join(names)}" if names else "All factions are ready.")
    return lines


def digest_of(text: str) -> str:
    """By which a status that has not changed is known again."""
    return hashlib.sha256(text.encode()).hexdigest()
