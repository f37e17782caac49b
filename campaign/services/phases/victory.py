"""P12: victory (HR-21)."""

from battles.resolvers.words import listed
from campaign.models import Campaign, Engagement
from campaign.rules.victory import Verdict, early_victory, last_turn_verdict, scores
from campaign.selectors.war import War, open_engagements
from campaign.services.record.chronicle import write_entry


def judge(*, war: War) -> bool:
    """P12, HR-21 Has somebody won, or is this the last turn? The campaign is finished then. True: a next turn follows.

    While a battle is open the war is not over: it may still bring land and points, and nobody's secrets are opened.
    """
    verdict = _verdict(war)
    if verdict is None:
        return True
    if names := [str(row.battle) for row in open_engagements(war.campaign)]:
        _tell_waiting(war, names)
    else:
        _finish(war, verdict)
    return False


def _verdict(war: War) -> Verdict | None:
    early = early_victory(war.theatre, war.turn.number, war.house)
    if early is None and war.turn.number >= war.campaign.last_turn:
        return last_turn_verdict(scores(war.theatre, war.armies, battle_balance(war), war.house), war.house)
    return early


def _tell_waiting(war: War, names: list[str]) -> None:
    battles = "this battle is" if len(names) == 1 else "these battles are"
    text = f"The war is decided when {battles} settled: {listed(names)}."
    write_entry(turn=war.turn, phase="P12", kind="victory", text=text, rule="HR-21")


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
