"""P12: victory (HR-21)."""

from campaign.models import Campaign, Engagement
from campaign.rules.victory import Verdict, early_victory, last_turn_verdict, scores
from campaign.selectors.war import War
from campaign.services.chronicle import write_entry


def judge(*, war: War) -> Verdict | None:
    """P12, HR-21 Has somebody won, or is this the last turn? The campaign is finished then; None otherwise."""
    verdict = early_victory(war.theatre, war.turn.number, war.house)
    if verdict is None and war.turn.number >= war.campaign.last_turn:
        verdict = last_turn_verdict(scores(war.theatre, war.armies, battle_balance(war), war.house), war.house)
    if verdict is not None:
        _finish(war, verdict)
    return verdict


def battle_balance(war: War) -> dict[str, int]:
    """Battles won less battles lost; each counts for the first faction of its side, so that allies share it once."""
    balance: dict[str, int] = {}
    rows = Engagement.objects.filter(
        turn__campaign=war.campaign, state=Engagement.State.SETTLED, winner_side__isnull=False
    )
    for engagement in rows.prefetch_related("armies__faction"):
        first: dict[int, str] = {}
        for army in sorted(engagement.armies.all(), key=lambda row: row.pk):
            first.setdefault(army.side, army.faction.key)
        for side, faction in first.items():
            balance[faction] = balance.get(faction, 0) + (1 if side == engagement.winner_side else -1)
    return balance


def _finish(war: War, verdict: Verdict) -> None:
    names = " and ".join(war.factions[key].name for key in verdict.alliance)
    Campaign.objects.filter(pk=war.campaign.pk).update(state=Campaign.State.FINISHED, winner=names[:120])
    war.campaign.state, war.campaign.winner = Campaign.State.FINISHED, names[:120]
    winner = f"Victory for {names}" if names else "Nobody wins"
    text = f"The war is over. {winner}: {verdict.reason}."
    write_entry(turn=war.turn, phase="P12", kind="victory", text=text, rule="HR-21")
