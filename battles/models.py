"""A battle's life: the row is the outbox, the result is written once."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from base.rows.columns import LENGTH, known_values, new_key, one_of, within
from base.rows.holder import Claimed
from battles.resolvers.contract.registry import DEFAULT, name_of
from battles.resolvers.dispatch.sides import side_name
from rosters.models import Unit

METHODS = ("open", "auto", "table", "concede", "ruling")


class Battle(Claimed):
    """One battle between two sides: a frozen battle file, its dice and its state."""

    class State(models.TextChoices):
        WAITING = "waiting", "waits for an earlier battle"
        OPEN = "open", "with the players"
        PENDING = "pending", "about to be fought"
        RUNNING = "running", "being fought"
        DONE = "done", "settled"
        FAILED = "failed", "needs the referee"

    class Method(models.TextChoices):
        UNDECIDED = "open", "not chosen yet"
        AUTO = "auto", "auto-resolve"
        TABLE = "table", "on the table"
        CONCEDE = "concede", "conceded"
        RULING = "ruling", "referee's ruling"

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=120)
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING, db_index=True)
    method = models.CharField(max_length=8, choices=Method.choices, default=Method.AUTO)
    play_by = models.DateTimeField(null=True, blank=True, help_text="when the fall-back runs; empty: never")
    fallback = models.CharField(
        max_length=8, choices=Method.choices, default=Method.AUTO, help_text="done when nobody has played by then"
    )
    patience = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="hours after which one side's result stands alone; empty: the referee settles"
    )
    rules = models.SlugField(max_length=30, default=DEFAULT, help_text="slug of the rule system")
    engine = models.CharField(max_length=20, blank=True, help_text="engine version that fought it")
    profile_hash = models.CharField(max_length=80, blank=True)
    file = models.JSONField(help_text="bivouac.battle/1, frozen, with its field")
    field_seed = models.CharField(max_length=100, help_text="public seed of the field")
    seed = models.CharField(max_length=100, help_text="secret until settled")
    commitment = models.CharField(max_length=64, help_text="SHA-256 shown before the battle")
    read = models.JSONField(
        default=dict, editable=False, help_text="decisions whose dice were read, by digest, and the seeds of these"
    )
    reference = models.CharField(max_length=120, blank=True, db_index=True, help_text="opaque text of the caller")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="battles",
        help_text="who opened a one-off battle",
    )  # fmt: skip
    guest_key = models.CharField(
        max_length=LENGTH, blank=True, default="", editable=False, db_index=True,
        help_text="of the secret address where guests watch a one-off; empty: nobody but its owner",
    )  # fmt: skip
    progress = models.PositiveSmallIntegerField(default=0, help_text="per cent")
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(progress__lte=100), name="battle_progress_per_cent"),
            models.CheckConstraint(
                condition=~Q(state="running") | Q(claim__isnull=False, lease_until__isnull=False),
                name="battle_running_is_claimed",
            ),
            known_values(
                "battle",
                one_of("state", ("waiting", "open", "pending", "running", "done", "failed")),
                one_of("method", METHODS),
                one_of("fallback", METHODS),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules_name(self) -> str:
        """The name of the rule system that it is fought by."""
        return name_of(self.rules)


class BattleUnit(models.Model):
    """The unit of a roster that fights under an id of the battle file."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="fielded")
    unit = models.ForeignKey(Unit, on_delete=models.PROTECT, related_name="battles")
    file_id = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "unit"], name="battle_fields_a_unit_once"),
            models.UniqueConstraint(fields=["battle", "file_id"], name="battle_file_id_once"),
        ]

    def __str__(self) -> str:
        return f"{self.file_id} in {self.battle}"


class MethodWish(models.Model):
    """One side's wish about how a battle is decided; equal wishes of both sides decide it."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="wishes")
    side = models.PositiveSmallIntegerField(help_text="0 or 1, in the order of the battle file")
    method = models.CharField(max_length=8, choices=Battle.Method.choices)
    by = models.CharField(max_length=150)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "side"], name="battle_wish_once_a_side"),
            known_values("battle_wish", within("side", 0, 1), one_of("method", METHODS)),
        ]

    def __str__(self) -> str:
        return f"{self.battle}, side {self.side}: {self.get_method_display()}"


class ResultEntry(models.Model):
    """A result that one party of a side typed in of a battle on the table: a draft until it is handed in."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="entries")
    side = models.PositiveSmallIntegerField(help_text="0 or 1, in the order of the battle file")
    part = models.CharField(
        max_length=40, blank=True, default="", help_text="which of the side's parties, by the caller's key; empty: all"
    )
    values = models.JSONField(help_text="stage, days, stayed, leaders, units, foe_left")
    by = models.CharField(max_length=150)
    changed_at = models.DateTimeField(auto_now=True)
    handed_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "result entries"
        constraints = [
            models.UniqueConstraint(fields=["battle", "side", "part"], name="battle_entry_once_a_part"),
            known_values("battle_entry", within("side", 0, 1)),
        ]

    def __str__(self) -> str:
        return f"{self.battle}, side {self.side} {self.part}".strip()


class TableNote(models.Model):
    """One note of a battle fought by hand, never changed; what was wrong is taken back by another note."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="notes")
    number = models.PositiveIntegerField(help_text="1, 2, 3 … within the battle")
    side = models.PositiveSmallIntegerField(null=True, blank=True, help_text="0 or 1; empty: written for both")
    kind = models.CharField(max_length=12)
    values = models.JSONField(default=dict, help_text="what was noted, with the faces of its dice")
    by = models.CharField(max_length=150)
    key = models.CharField(max_length=40, blank=True, default="", editable=False,
                           help_text="by which a phone sends a note again without its being written twice")  # fmt: skip
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "number"], name="battle_note_number_once"),
            models.UniqueConstraint(fields=["battle", "key"], condition=~models.Q(key=""), name="battle_note_key_once"),
            known_values("battle_note", within("side", 0, 1, empty=True)),
        ]

    def __str__(self) -> str:
        return f"{self.battle}, note {self.number}: {self.kind}"


class Photograph(models.Model):
    """A photograph of a battle, written anew as a JPEG without metadata (``base.pages.pictures``)."""

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="photographs")
    side = models.PositiveSmallIntegerField(null=True, blank=True, help_text="of its sender; empty: of neither")
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.CharField(max_length=150)
    caption = models.CharField(max_length=200, blank=True)
    data = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [known_values("photograph", within("side", 0, 1, empty=True))]

    def __str__(self) -> str:
        return self.caption or f"photograph of {self.battle} by {self.by}"


class BattleResult(models.Model):
    """The report of a settled battle, one for ever; the journal is kept compressed beside it."""

    battle = models.OneToOneField(Battle, on_delete=models.PROTECT, related_name="result")
    kind = models.CharField(max_length=10, help_text="victory or draw")
    winner = models.CharField(max_length=120, blank=True)
    report = models.JSONField(help_text="bivouac.report/1 without its journal")
    journal = models.BinaryField(help_text="the journal's canonical JSON lines, packed; empty: archived")
    digest = models.CharField(max_length=80)
    seconds = models.FloatField(help_text="from claim to settled")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [known_values("battle_result", one_of("kind", ("victory", "draw")))]

    def __str__(self) -> str:
        return f"{self.battle}: {self.winner or 'draw'}"

    @property
    def victor(self) -> str:
        """Return the winner as a sentence needs it; empty for a draw."""
        return side_name(self.winner).subject if self.winner else ""


class BattleEffect(models.Model):
    """The effect of the battle on one unit of a roster, applied once."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="effects")
    unit = models.ForeignKey(Unit, on_delete=models.PROTECT, related_name="effects")
    before = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    moved = models.SmallIntegerField()
    after = models.PositiveSmallIntegerField()
    fate = models.CharField(max_length=12)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "unit"], name="battle_touches_a_unit_once"),
            models.CheckConstraint(
                condition=Q(before=F("after") + F("lost") + F("moved")), name="battle_effect_adds_up"
            ),
            known_values("battle_effect", one_of("fate", ("kept", "rallied", "eliminated", "amalgamated", "exited"))),
        ]

    def __str__(self) -> str:
        return f"{self.unit}: {self.before} → {self.after}"


class RulesProfile(models.Model):
    """ENG-2 A copy of a rule system's numbers under a name, with its owner's own values and their hash."""

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=80)
    rules = models.SlugField(max_length=30, default=DEFAULT, help_text="slug of the rule system")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rules_profiles")
    values = models.JSONField(default=dict, help_text="what differs from the shipped numbers, by path")
    digest = models.CharField(max_length=80, help_text="hash of all numbers under these values")
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="rules_profile_name_once_an_owner")]

    def __str__(self) -> str:
        return self.name

    @property
    def rules_name(self) -> str:
        """The name of the rule system whose numbers it has."""
        return name_of(self.rules)


class Forecast(models.Model):
    """A battle to be fought many times for somebody, and how the runs that are done have ended."""

    class State(models.TextChoices):
        RUNNING = "running", "being reckoned"
        DONE = "done", "finished"
        CANCELLED = "cancelled", "stopped"
        FAILED = "failed", "could not be reckoned"

    key = models.CharField(max_length=24, unique=True, help_text="made from scope, question, runs and engine")
    scope = models.CharField(max_length=120, db_index=True, help_text="opaque text of the caller: who may read it")
    about = models.CharField(max_length=80, blank=True, help_text="opaque text of the caller: what it was asked about")
    name = models.CharField(max_length=120)
    note = models.CharField(max_length=200, blank=True, help_text="which of several plans it is")
    question = models.JSONField(help_text="the battle file with its field, and the supposed armies of either side")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the question")
    profile_hash = models.CharField(max_length=80, blank=True)
    engine = models.CharField(max_length=20)
    seed = models.CharField(max_length=100, help_text="run k has this seed, a slash and k; never that of a battle")
    runs = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.RUNNING, db_index=True)
    tally = models.JSONField(help_text="sum of the runs that are done")
    runs_done = models.PositiveIntegerField(default=0)
    wants_sample = models.BooleanField(default=False, help_text="one of its battles is kept, to be watched")
    sample = models.BinaryField(null=True, help_text="the report of run 0 with its journal, compressed")
    seconds = models.FloatField(default=0, help_text="of all processes together")
    error = models.TextField(blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["scope", "about"], name="forecast_asked_about")]
        constraints = [
            models.CheckConstraint(condition=Q(runs__gte=1), name="forecast_has_runs"),
            models.CheckConstraint(condition=Q(runs_done__lte=F("runs")), name="forecast_runs_at_most_all"),
            known_values("forecast", one_of("state", ("running", "done", "cancelled", "failed"))),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.runs} runs)"


class ForecastScope(models.Model):
    """The owner of forecasts; its row is locked while its unfinished ones are counted."""

    scope = models.CharField(max_length=120, unique=True, help_text="opaque text of the caller")

    def __str__(self) -> str:
        return self.scope


class ForecastChunk(Claimed):
    """Some runs of a forecast, claimed and added once. What did not fit into its time becomes a chunk of its own."""

    class State(models.TextChoices):
        PENDING = "pending", "to be fought"
        RUNNING = "running", "being fought"
        DONE = "done", "added"

    forecast = models.ForeignKey(Forecast, on_delete=models.CASCADE, related_name="chunks")
    start = models.PositiveIntegerField(help_text="its first run, counted from 0")
    count = models.PositiveIntegerField(help_text="how many runs")
    state = models.CharField(max_length=7, choices=State.choices, default=State.PENDING)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["state", "published_at"], name="forecast_chunk_due")]
        constraints = [
            models.UniqueConstraint(fields=["forecast", "start"], name="forecast_run_once"),
            models.CheckConstraint(condition=Q(count__gte=1), name="forecast_chunk_has_runs"),
            known_values("forecast_chunk", one_of("state", ("pending", "running", "done"))),
        ]

    def __str__(self) -> str:
        return f"runs {self.start} to {self.start + self.count - 1} of {self.forecast_id}"


class Pulse(models.Model):
    """The last sign of life of a part of the site that nobody visits."""

    class Part(models.TextChoices):
        CLOCK = "clock", "the clock"
        BROKER = "broker", "the broker"
        WORKER = "worker", "the workers"

    part = models.CharField(max_length=8, choices=Part.choices, unique=True)
    at = models.DateTimeField(help_text="when it was seen last")

    class Meta:
        constraints = [known_values("pulse", one_of("part", ("clock", "broker", "worker")))]

    def __str__(self) -> str:
        return f"{self.get_part_display()} at {self.at}"
