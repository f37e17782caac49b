"""A turn, the orders given for it and who is ready."""

from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.utils import timezone

from base.rows.columns import known_values, one_of, within
from campaign.models.armies import Station
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.rules.kinds import Hand, SheetLineKind, SheetLineState, TurnState
from campaign.rules.orders.kinds import ORDERS

UNDER_WAY = ("open", "sealed", "marching", "fighting", "closing")


class Turn(models.Model):
    """One turn and how far its running has come."""

    State = TurnState

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    starts_on = models.DateField(help_text="campaign date")
    season = models.CharField(max_length=6, choices=[(name, name) for name in ("spring", "summer", "fall", "winter")])
    muster = models.BooleanField(default=True, help_text="income and maintenance fall due")
    weather = models.JSONField(default=dict, help_text="region → fair, overcast or foul, with its die")
    attempt = models.PositiveSmallIntegerField(
        default=1, help_text="of its dice; rises when a turn taken back is sealed otherwise, or by a referee's act"
    )
    opened_attempt = models.PositiveSmallIntegerField(
        default=1, help_text="the attempt by whose dice it was opened: its weather and reports"
    )
    deadline = models.DateTimeField(null=True, blank=True)
    trouble = models.TextField(blank=True, default="", help_text="why its next step could not be made; for referees")
    published_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when its running was last given to a worker"
    )
    gazette_after = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="when its Gazette is to be drafted; empty: not any more"
    )
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    sealed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["state", "deadline"], name="turn_state"),
            models.Index(
                fields=["gazette_after"], condition=models.Q(gazette_after__isnull=False), name="turn_awaits_gazette"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="turn_number_once"),
            known_values(
                "turn",
                one_of("state", (*UNDER_WAY, "closed")),
                one_of("season", ("spring", "summer", "fall", "winter")),
                within("number", 1, 500),
            ),
        ]

    def __str__(self) -> str:
        return f"Turn {self.number}"


class FactionTurn(models.Model):
    """A faction's sheet for a turn: draft until it is ready."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="faction_turns")
    faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="turns")
    ready = models.BooleanField(default=False)
    ready_at = models.DateTimeField(null=True, blank=True)
    ready_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    touched = models.BooleanField(default=False, help_text="somebody has entered or changed something for it")
    missed = models.BooleanField(default=False, help_text="its player had entered nothing at the seal")
    caretaker = models.BooleanField(default=False, help_text="a caretaker played it")
    unpaid = models.JSONField(default=list, blank=True, help_text="keys of the units that drew no pay in P3 (HR-6)")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["turn", "faction"], name="faction_turn_once")]

    def __str__(self) -> str:
        return f"{self.faction}, {self.turn}"


class ArmyOrder(models.Model):
    """The one order of one army for one turn (HR-10). No row means Hold."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="orders")
    station = models.ForeignKey(Station, on_delete=models.CASCADE, related_name="orders")
    kind = models.CharField(max_length=8, choices=[(key, kind.label) for key, kind in ORDERS.items()])
    path = models.JSONField(default=list, blank=True, help_text="keys of the provinces to enter, in order")
    given_by = models.CharField(max_length=80, blank=True)
    hand = models.CharField(max_length=10, choices=Hand.choices, default=Hand.OWN)
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    outcome = models.CharField(max_length=300, blank=True, help_text="what became of it")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "station"], name="army_order_once_a_turn"),
            known_values("army_order", one_of("kind", ORDERS), one_of("hand", Hand)),
        ]

    def __str__(self) -> str:
        return f"{self.station}: {self.get_kind_display()}"

    def text(self, places: Sequence[str]) -> str:
        """Return the order in words, its provinces by these names."""
        return ORDERS[self.kind].text(places)


class SheetLine(models.Model):
    """A line of a faction's sheet carried out in P3 or P4: its points are reserved when it is entered."""

    Kind = SheetLineKind

    State = SheetLineState

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="sheet_lines")
    faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="sheet_lines")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    details = models.JSONField(help_text="province, unit type, unit keys … as the kind needs")
    cost = models.PositiveIntegerField(default=0, help_text="points reserved")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTERED)
    outcome = models.CharField(max_length=300, blank=True)
    entered_by = models.CharField(max_length=80, blank=True)
    hand = models.CharField(max_length=10, choices=Hand.choices, default=Hand.OWN)
    entered_at = models.DateTimeField(default=timezone.now, editable=False)
    idempotency = models.CharField(max_length=160, null=True, blank=True, editable=False)  # noqa: DJ001 (none: no key)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["faction", "idempotency"], name="sheet_key_once_a_faction"),
            known_values(
                "sheet_line",
                one_of("kind", SheetLineKind),
                one_of("state", SheetLineState),
                one_of("hand", Hand),
                within("cost", 0, 100_000),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.get_state_display()})"
