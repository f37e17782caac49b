"""P12: victory (HR-21)."""

from base.words import listed, sentence
from campaign.models import Campaign
from campaign.models.game import NOBODY
from campaign.rules.ending.aims import Moment, verdict_of
from campaign.rules.ending.victory import Verdict
from campaign.selectors.race import aims_at, battle_balance
from campaign.selectors.war import War, open_engagements
from campaign.services.news.events import announce_end
from campaign.services.phases.triggers import ending, note_fired
from campaign.services.record.chronicle import write_entry


def judge(*, war: War) -> bool:
    """P12, HR-21 Has somebody won, or is this the last turn? The campaign is finished then. True: a next turn follows.

    While a battle is open the war is not over: it may still bring land and points, and nobody's secrets are opened.
    """
    verdict, ended = _verdict(war), None
    if verdict is None and (ended := ending(war)):
        verdict = ended[1]
    if verdict is None:
        return True
    if names := [str(row.battle) for row in open_engagements(war.campaign)]:
        _note_waiting(war, names)
    else:
        if ended:
            note_fired(war.turn, ended[0])
        _finish(war, verdict)
    return False


def _verdict(war: War) -> Verdict | None:
    campaign, turn = war.campaign, war.turn
    aims = aims_at(turn, war.theatre)
    now = Moment(war.theatre, war.armies, turn.number, turn.starts_on, battle_balance(campaign), war.house)
    return verdict_of(aims, now, campaign.last_turn)


def _note_waiting(war: War, names: list[str]) -> None:
    battles = "this battle is" if len(names) == 1 else "these battles are"
    text = f"The war is decided when {battles} settled: {listed(names)}."
    write_entry(turn=war.turn, phase="P12", kind="victory", text=text, rule="HR-21")


def _finish(war: War, verdict: Verdict) -> None:
    winners = [war.factions[key] for key in verdict.alliance]
    winner = listed([row.name for row in winners])[:120] or NOBODY
    Campaign.objects.filter(pk=war.campaign.pk).update(state=Campaign.State.FINISHED, winner=winner)
    war.campaign.state, war.campaign.winner = Campaign.State.FINISHED, winner
    end = f"in victory for {listed([row.in_text for row in winners])}" if winners else "in a draw"
    text = f"The war has ended {end}. {sentence(verdict.reason)}."
    write_entry(turn=war.turn, phase="P12", kind="victory", text=text, rule="HR-21")
    announce_end(turn=war.turn, text=text)
