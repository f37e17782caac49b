"""Words that columns and campaign files hold, each with its name for readers."""

from base.named import Named


class LeaderStatus(Named):
    """The place of a general in the war."""

    PRESENT = "present", "with the army"
    WOUNDED = "wounded", "wounded"
    CAPTURED = "captured", "captured"
    KILLED = "killed", "killed"
    HOME = "home", "at home"


class LeaderSkill(Named):
    """The skill of a general."""

    POOR = "poor", "poor"
    AVERAGE = "average", "average"
    GOOD = "good", "good"
    GREAT = "great", "great"


class StationMarched(Named):
    """The march of an army this turn."""

    NO = "no", "no"
    NORMAL = "normal", "normal march"
    FORCED = "forced", "forced march"


class SharedWarLicence(Named):
    """The licence of a shared war."""

    CC0 = "cc0", "CC0: free for every use"
    BY = "cc-by", "CC BY 4.0: free, if the author is named"
    BY_SA = "cc-by-sa", "CC BY-SA 4.0: free, if the author is named and the licence kept"


class EngagementState(Named):
    """The state of a contact."""

    OPEN = "open", "open"
    SETTLED = "settled", "settled"
    OVERRUN = "overrun", "overrun without a battle"
    AVOIDED = "avoided", "avoided"


class WarEventKind(Named):
    """An event that befalls a faction, an army or a province."""

    HARDSHIP = "hardship", "a sixth condition of attrition"
    EPIDEMIC = "epidemic", "an epidemic"
    MUTINY = "mutiny", "a mutiny"
    WINDFALL = "windfall", "a windfall"
    HARVEST = "harvest", "a failed harvest"
    STORY = "story", "a story without effect"


class FactionPattern(Named):
    """The pattern of a faction on the map."""

    PLAIN = "plain", "plain"
    STRIPES = "stripes", "stripes"
    CROSS = "cross", "cross"
    DOTS = "dots", "dots"
    CHEVRON = "chevron", "chevron"
    GRID = "grid", "grid"


class FactionCaretaker(Named):
    """The choice whether a caretaker leads a faction."""

    AUTO = "auto", "after missed turns"
    ON = "on", "whenever nothing is entered"
    PROGRAM = "program", "at once, by the program's general and his plan"
    OFF = "off", "never"


class RelationKind(Named):
    """The relation of two factions."""

    WAR = "war", "at war"
    NEUTRAL = "neutral", "neutral"
    TRANSIT = "transit", "transit allowed"
    ALLIED = "allied", "allied"


class CampaignState(Named):
    """The state of a war."""

    SETUP = "setup", "being set up"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"


class GazetteState(Named):
    """The state of an issue of the Gazette."""

    DRAFT = "draft", "drafted"
    HELD = "held", "kept back"
    PUBLISHED = "out", "published"


class KeptStateKind(Named):
    """The moment at which a state was kept."""

    SEAL = "seal", "when the orders were sealed"
    BATTLE = "battle", "before a battle was settled"
    UNDONE = "undone", "when it was rolled back"


class ProvinceTerrain(Named):
    """The class of a province."""

    OPEN = "open", "open"
    ROLLING = "rolling", "rolling"
    WOODED = "wooded", "wooded"
    HILLY = "hilly", "hilly"
    MOUNTAIN = "mountain", "mountain"
    MARSH = "marsh", "marsh"


class EdgeKind(Named):
    """The kind of a way between provinces."""

    ROAD = "road", "road"
    TRACK = "track", "track"
    PASS = "pass", "pass"
    RIVER = "river", "river crossing"


class NoticeKind(Named):
    """The subject of a piece of news."""

    TURN = "turn", "turn opened, war over"
    REMINDER = "reminder", "reminder before a deadline"
    BATTLE = "battle", "battle opened or decided"
    RESULT = "result", "result awaited"
    PATIENCE = "patience", "patience ending"
    RULING = "ruling", "ruling made, house rules changed"
    ROLLED_BACK = "rollback", "turn rolled back"
    CLOCK = "clock", "deadline moved or clock paused"
    MESSAGE = "message", "message"
    INVITATION = "invitation", "invitation"
    HAND_OVER = "hand_over", "hand-over"
    RELATION = "relation", "offer or declaration"
    EVENT = "event", "event of the war"
    GAZETTE = "gazette", "Gazette published"
    TROUBLE = "trouble", "trouble for the referee"


class HookKind(Named):
    """The kind of an outside address."""

    DISCORD = "discord", "Discord"
    SIGNED = "signed", "signed webhook (Standard Webhooks)"


class DispatchKind(Named):
    """The way on which something is sent."""

    MAIL = "mail", "mail"
    POST = "post", "post of an event"
    STATUS = "status", "status post"
    LINK = "link", "link for a new password"


class DispatchState(Named):
    """The state of a sending."""

    PENDING = "pending", "waits"
    RUNNING = "running", "is being sent"
    DONE = "done", "sent"
    FAILED = "failed", "given up"


class Role(Named):
    """The part of a member."""

    REFEREE = "referee", "referee"
    PLAYER = "player", "player"
    OBSERVER = "observer", "observer"


class AccountKind(Named):
    """The use of an account of points."""

    TREASURY = "treasury", "treasury"
    RESERVED = "reserved", "reserved by the sheet"
    OPENING = "opening", "opening treasuries"
    INCOME = "income", "income of provinces"
    OFFMAP = "offmap", "income from beyond the map"
    MAINTENANCE = "maintenance", "maintenance"
    PURCHASES = "purchases", "purchases"
    EVENTS = "events", "events"
    CORRECTIONS = "corrections", "corrections by the referee"


class RehearsalState(Named):
    """The state of a rehearsal."""

    PENDING = "pending", "waits for a worker"
    RUNNING = "running", "under way"
    DONE = "done", "done"
    STOPPED = "stopped", "stopped"
    FAILED = "failed", "failed"


class ScheduleKind(Named):
    """The rhythm of deadlines."""

    WEEKLY = "weekly", "weeks"
    DAILY = "daily", "days"
    HOURS = "hours", "hours"


class ScheduleOutage(Named):
    """The choice after an outage."""

    GRACE = "grace", "everybody gets the grace period"
    ASK = "ask", "the referee is asked"


class TokenScope(Named):
    """The powers of a token."""

    READ = "read", "read"
    ORDERS = "orders", "read and give orders"


class Hand(Named):
    """The hand by which an order or a line of a sheet was entered."""

    OWN = "own", "player"
    REFEREE = "referee", "referee"
    DEPUTY = "deputy", "deputy"
    STANDING = "standing", "standing order"
    CARETAKER = "caretaker", "caretaker"
    PROGRAM = "program", "program"


class TurnState(Named):
    """The state of a turn."""

    OPEN = "open", "open for orders"
    SEALED = "sealed", "orders sealed"
    MARCHING = "marching", "armies march"
    FIGHTING = "fighting", "battles are fought"
    CLOSING = "closing", "being closed"
    CLOSED = "closed", "closed"


class SheetLineKind(Named):
    """The deed of a line of a sheet."""

    BUY_UNIT = "buy", "Buy a unit"
    BUY_LEADER = "leader", "Buy a leader"
    BUILD_DEPOT = "depot", "Build a depot"
    REPLACEMENTS = "rest", "Rest and replacements"
    AMALGAMATE = "amalgamate", "Amalgamate"
    SPLIT = "split", "Split an army"
    MERGE = "merge", "Merge armies"
    DISBAND = "disband", "Disband a unit"
    GIFT = "gift", "Give points to an ally"
    PAY_FIRST = "pay", "Order of payment"
    POST = "post", "Give a general a post"
    SWAP = "swap", "Exchange two generals"
    HOME = "home", "Send a general home"
    RECALL = "recall", "Call a general back"
    RELATION = "relation", "War, peace, alliance or passage"
    CAPTIVES = "captives", "Exchange captives"
    RANSOM = "ransom", "Ransom a captive"
    PAROLE = "parole", "Free a captive on parole"


class SheetLineState(Named):
    """The state of a line of a sheet."""

    ENTERED = "entered", "entered"
    WITHDRAWN = "withdrawn", "withdrawn"
    DONE = "done", "carried out"
    REFUSED = "refused", "became impossible"


class CampaignUploadState(Named):
    """The state of a file that came in."""

    PENDING = "pending", "waits for a worker"
    RUNNING = "running", "being loaded"
    DONE = "done", "loaded"
    REFUSED = "refused", "refused"


class CampaignUploadStep(Named):
    """The step of reading a file that came in."""

    WAITING = "waiting", "The file waits for a worker."
    READING = "reading", "The file is being read and checked."
    WRITING = "writing", "The campaign is being written."


class CampaignDumpState(Named):
    """The state of a file that goes out."""

    PENDING = "pending", "waits for a worker"
    RUNNING = "running", "being written"
    DONE = "done", "ready"
    FAILED = "failed", "failed"
