"""HR-21: the referee rules on a condition of victory in words of the campaign's own."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from campaign.models import Campaign, Faction, Notice
from campaign.rules.wording import opening
from campaign.services.news.events import announce_line
from campaign.services.record.acts import record_act
from campaign.services.record.chronicle import write_entry


@transaction.atomic
def rule_victory(*, campaign: Campaign, number: int, faction: Faction | None, reason: str, actor: User) -> None:
    """Rule which faction has reached a condition, or that none has; it counts when victory is next decided."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    rows = list(campaign.victory.get("conditions", []))
    if not 0 <= number < len(rows) or rows[number]["kind"] != "own":
        raise Refusal("aim: choose a condition that the referee rules on.")
    if not reason.strip():
        raise Refusal("reason: write why; every player reads it.")
    kept = {key: value for key, value in rows[number].items() if key != "won"}
    rows[number] = kept | ({"won": faction.key} if faction else {})
    campaign.victory = campaign.victory | {"conditions": rows}
    campaign.save(update_fields=["victory"])
    has = opening(faction.name, "has", "have") if faction else "Nobody has"
    text = f"{has} reached this: {kept['text']}"
    record_act(campaign=campaign, user=actor, act=f"ruled: {text}", reason=reason)
    turn = campaign.turns.order_by("-number").first()
    if turn is not None:
        sentence = f"The referee rules: {text} {reason.strip()}"
        write_entry(turn=turn, phase="", kind="victory", text=sentence, rule="HR-21")
        announce_line(turn=turn, kind=Notice.Kind.RULING, text=sentence, page="game:aims")
