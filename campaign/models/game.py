"""The campaign itself: its calendar, its options and its secret."""

from django.db import models
from django.db.models import Q

from base.rows.columns import known_values, one_of, within
from battles.resolvers.contract.manifest import Option
from battles.resolvers.contract.registry import DEFAULT, name_of, system
from battles.resolvers.dispatch.sides import side_name
from campaign.rules.course.schedule import Rhythm, rhythm_of
from campaign.rules.kinds import CampaignState, ScheduleKind, ScheduleOutage

NOBODY = "Nobody: a draw"
"""The winner of a war without one."""


class Campaign(models.Model):
    """A war with its own map, factions, calendar and dice."""

    State = CampaignState

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    summary = models.TextField(blank=True, help_text="the briefing that every reader sees")
    state = models.CharField(max_length=8, choices=State.choices, default=State.SETUP)
    start_date = models.DateField(help_text="first day of turn 1")
    turn_days = models.PositiveSmallIntegerField(default=0, help_text="days in a turn; 0 means a calendar month")
    muster_every = models.PositiveSmallIntegerField(
        default=1, help_text="income and maintenance fall due every so many turns, the first time on turn 1"
    )
    last_turn = models.PositiveSmallIntegerField(default=24)
    secret = models.CharField(max_length=64, editable=False, help_text="all dice are derived from it")
    commitment = models.CharField(max_length=64, editable=False, help_text="SHA-256 shown from the start")
    battle_days = models.PositiveSmallIntegerField(
        default=0, help_text="days for which a battle is held open for a choice; 0: it is fought at once"
    )
    battle_fallback = models.CharField(
        max_length=8, choices=[("auto", "auto-resolve"), ("ruling", "referee's ruling")], default="auto",
        help_text="done when nobody has played by then",
    )  # fmt: skip
    battle_patience = models.PositiveSmallIntegerField(
        default=72, help_text="hours after which one side's result stands alone; 0: the referee settles"
    )
    rules = models.SlugField(max_length=30, default=DEFAULT, help_text="rule system of the battles to come")
    rule_options = models.JSONField(
        default=dict, blank=True, help_text="options of that rule system; what is left out has its default"
    )
    rules_offered = models.BooleanField(
        default=False, editable=False, help_text="house rules newer than the war wait for the referee's decision"
    )
    battle_max_days = models.PositiveSmallIntegerField(default=3, help_text="days that a battle lasts at most, 1 to 3")
    show_all = models.BooleanField(default=False, help_text="every faction's armies are open to all (no fog)")
    map = models.JSONField(default=dict, help_text="drawing only: view box, rivers, labels")
    map_token = models.CharField(
        max_length=64, blank=True, default="", editable=False,
        help_text="digest of the drawn land, by which its drawing is kept; empty until it is reckoned anew",
    )  # fmt: skip
    house_rules = models.JSONField(
        default=dict, blank=True, help_text="values that differ from the shipped house rules"
    )
    profile = models.JSONField(
        default=dict, blank=True, help_text="the numbers of the rules as the referee chose them; empty means as shipped"
    )
    couriers = models.JSONField(
        default=dict, blank=True, help_text="how letters travel: between, delay, referee_reads; empty means freely"
    )
    gazette = models.CharField(
        max_length=8, default="draft",
        choices=[("off", "not printed"), ("draft", "published by the referee"), ("at_once", "published at once")],
    )  # fmt: skip
    sources = models.TextField(blank=True)
    winner = models.CharField(max_length=120, blank=True)
    victory = models.JSONField(default=dict, blank=True, help_text="victory conditions; empty means HR-21")
    archived = models.PositiveSmallIntegerField(
        default=0, editable=False, help_text="the details of the turns up to this one are in a campaign file only"
    )
    house_changes = models.JSONField(
        default=list, blank=True, help_text="numbers that the referee has changed during the war, and from which turn"
    )
    events = models.JSONField(default=dict, blank=True, help_text="table of events (HR-23); empty means none")
    triggers = models.JSONField(
        default=list, blank=True, help_text="arrivals and triggers (HR-29): rows of the campaign file"
    )
    unit_types = models.JSONField(
        default=list, blank=True, help_text="unit types of the war (HR-30): rows of the campaign file"
    )
    archived_at = models.DateTimeField(null=True, blank=True, help_text="when it was put away: nothing is played")
    deleted_at = models.DateTimeField(null=True, blank=True, help_text="when it was deleted; it is kept for a while")
    ready_runs = models.BooleanField(
        default=False, editable=False, help_text="a war against the program: the turn is run when all players are ready"
    )
    takes_back = models.BooleanField(
        default=False, editable=False, help_text="the player of a war against the program may take its last turn back"
    )
    what_if = models.CharField(
        max_length=200, blank=True, default="", editable=False, help_text="from which turn of which war it was forked"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(turn_days__lte=366), name="campaign_turn_days"),
            models.CheckConstraint(
                condition=Q(muster_every__gte=1, muster_every__lte=60), name="campaign_muster_every"
            ),
            models.CheckConstraint(condition=Q(last_turn__gte=1, last_turn__lte=500), name="campaign_last_turn"),
            models.CheckConstraint(
                condition=Q(battle_max_days__gte=1, battle_max_days__lte=3), name="campaign_battle_max_days"
            ),
            known_values(
                "campaign",
                one_of("state", CampaignState),
                one_of("battle_fallback", ("auto", "ruling")),
                one_of("gazette", ("off", "draft", "at_once")),
                within("battle_days", 0, 365),
                within("battle_patience", 0, 9999),
                within("archived", 0, 500),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ending(self) -> str:
        """Return how the war ended: `won by the Republic of Birkenfeld`, `a draw`; empty while it goes on."""
        if not self.winner:
            return ""
        return "a draw" if self.winner == NOBODY else f"won by {side_name(self.winner).subject}"

    @property
    def battle_options(self) -> dict[str, bool | int | str]:
        """Return what a battle file of this campaign holds of its rules' options, and of the days of fighting."""
        return {**self.rule_options, "max_days": self.battle_max_days}

    @property
    def offered_rules(self) -> list[Option]:
        """The house rules that are newer than the war, and that its referee has not decided about."""
        return [one for one in system(self.rules).options if one.letter is not None] if self.rules_offered else []

    @property
    def settled_options(self) -> dict[str, bool | int | str]:
        """The options as a campaign file has them: the value of every house rule is written out."""
        house = {one.key: one.default for one in system(self.rules).options if one.letter is not None}
        return {**house, **self.rule_options}

    @property
    def rules_name(self) -> str:
        """The name of the rule system of the battles to come."""
        return name_of(self.rules)


class Schedule(models.Model):
    """The rhythm of a campaign. Without a row turns are due when the referee sets it, and run when he runs them."""

    Kind = ScheduleKind

    Outage = ScheduleOutage

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="schedule")
    rhythm = models.CharField(max_length=8, choices=Kind.choices, default=Kind.WEEKLY)
    every = models.PositiveSmallIntegerField(default=1, help_text="every so many weeks, days or hours")
    zone = models.CharField(max_length=64, default="UTC", help_text="the time zone whose clocks count")
    at = models.TimeField(help_text="local time")
    first_on = models.DateField(help_text="no turn is due before; of weeks it gives the weekday")
    quiet_weekdays = models.JSONField(default=list, blank=True, help_text="0 (Monday) to 6 (Sunday)")
    quiet_days = models.JSONField(default=list, blank=True, help_text="pairs of a first and a last date")
    early = models.BooleanField(default=False, help_text="a turn is run as soon as all are ready")
    after_outage = models.CharField(max_length=8, choices=Outage.choices, default=Outage.GRACE)
    grace_hours = models.PositiveSmallIntegerField(default=6, help_text="time that everybody has after an outage")
    misses = models.PositiveSmallIntegerField(
        default=2, help_text="after so many missed turns running a caretaker plays a faction; 0: never"
    )
    paused_until = models.DateTimeField(null=True, blank=True)
    pause_reason = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField(
        null=True, blank=True, help_text="since when the clock waits for the referee's word after an outage"
    )

    class Meta:
        constraints = [
            known_values(
                "schedule",
                one_of("rhythm", ScheduleKind),
                one_of("after_outage", ScheduleOutage),
                within("every", 1, 168),
                within("grace_hours", 0, 336),
                within("misses", 0, 20),
            )
        ]

    def __str__(self) -> str:
        return f"Schedule of {self.campaign}"

    @property
    def plan(self) -> Rhythm:
        """The rhythm as the rules count it."""
        columns = ("rhythm", "every", "zone", "at", "first_on", "quiet_weekdays", "quiet_days")
        return rhythm_of({name: getattr(self, name) for name in columns})
