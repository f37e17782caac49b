"""The rows of a campaign, a file for each subject."""

from campaign.models.armies import Leader, Station
from campaign.models.drafts import Draft, DraftScan, DraftStep, Rehearsal, RehearsedWar, SharedWar
from campaign.models.engagements import Engagement, EngagementArmy, Sighting, StandingWish
from campaign.models.events import WarEvent
from campaign.models.factions import Faction, Relation
from campaign.models.game import Campaign, Schedule
from campaign.models.history import KeptPiece, KeptState, RollBack
from campaign.models.letters import ChronicleEntry, Gazette, Letter, LetterRead, RefereeAct
from campaign.models.map import Edge, Province
from campaign.models.outbox import Dispatch, Hook, MailAddress, Notice
from campaign.models.people import Absence, Invitation, KeptAnswer, Member, Token
from campaign.models.points import Account, PointsEntry
from campaign.models.turns import ArmyOrder, FactionTurn, SheetLine, Turn
from campaign.models.uploads import CampaignDump, CampaignUpload

__all__ = [
    "Absence", "Account", "ArmyOrder", "Campaign", "CampaignDump", "CampaignUpload", "ChronicleEntry", "Dispatch",
    "Draft", "DraftScan", "DraftStep", "Edge", "Engagement", "EngagementArmy", "Faction", "FactionTurn", "Gazette",
    "Hook", "Invitation", "KeptAnswer", "KeptPiece", "KeptState", "Leader", "Letter", "LetterRead", "MailAddress",
    "Member", "Notice", "PointsEntry", "Province", "RefereeAct", "Rehearsal", "RehearsedWar", "Relation", "RollBack",
    "Schedule", "SharedWar", "SheetLine", "Sighting", "StandingWish", "Station", "Token", "Turn", "WarEvent",
]  # fmt: skip
