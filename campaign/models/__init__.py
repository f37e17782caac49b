"""The rows of a campaign, a file for each subject."""

from campaign.models.absences import Absence
from campaign.models.armies import Leader, Station
from campaign.models.chronicle import ChronicleEntry, RefereeAct
from campaign.models.drafts import Draft, DraftScan, DraftStep, SharedWar
from campaign.models.engagements import Engagement, EngagementArmy
from campaign.models.events import WarEvent
from campaign.models.factions import Faction, Relation
from campaign.models.game import Campaign
from campaign.models.gazette import Gazette
from campaign.models.history import KeptPiece, KeptState, RollBack
from campaign.models.letters import Letter, LetterRead
from campaign.models.map import Edge, Province
from campaign.models.notices import Notice
from campaign.models.outbox import Dispatch, Hook, MailAddress
from campaign.models.people import Invitation, Member
from campaign.models.points import Account, PointsEntry
from campaign.models.rehearsals import Rehearsal, RehearsedWar
from campaign.models.schedule import Schedule
from campaign.models.sightings import Sighting
from campaign.models.tokens import KeptAnswer, Token
from campaign.models.turns import ArmyOrder, FactionTurn, SheetLine, Turn
from campaign.models.uploads import CampaignDump, CampaignUpload
from campaign.models.wishes import StandingWish

__all__ = [
    "Absence",
    "Account",
    "ArmyOrder",
    "Campaign",
    "CampaignDump",
    "CampaignUpload",
    "ChronicleEntry",
    "Dispatch",
    "Draft",
    "DraftScan",
    "DraftStep",
    "Edge",
    "Engagement",
    "EngagementArmy",
    "Faction",
    "FactionTurn",
    "Gazette",
    "Hook",
    "Invitation",
    "KeptAnswer",
    "KeptPiece",
    "KeptState",
    "Leader",
    "Letter",
    "LetterRead",
    "MailAddress",
    "Member",
    "Notice",
    "PointsEntry",
    "Province",
    "RefereeAct",
    "Rehearsal",
    "RehearsedWar",
    "Relation",
    "RollBack",
    "Schedule",
    "SharedWar",
    "SheetLine",
    "Sighting",
    "StandingWish",
    "Station",
    "Token",
    "Turn",
    "WarEvent",
]
