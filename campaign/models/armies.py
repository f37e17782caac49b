"""Places of armies, and their leaders."""

from django.db import models
from django.db.models import Q

from base.rows.columns import known_values, one_of, within
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.models.map import Province
from campaign.rules.kinds import LeaderSkill, LeaderStatus, StationMarched
from rosters.models import Army


class Leader(models.Model):
    """A general. His skill is a key of the catalogue (REC-3)."""

    Status = LeaderStatus

    Skill = LeaderSkill

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="leaders")
    faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="leaders")
    ref = models.SlugField(max_length=60, help_text="id in the campaign file")
    name = models.CharField(max_length=80)
    skill = models.CharField(max_length=8, choices=Skill.choices, default=Skill.AVERAGE)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PRESENT)
    back_on_turn = models.PositiveSmallIntegerField(null=True, blank=True)
    bought = models.BooleanField(default=False)
    captor = models.ForeignKey(
        Faction, null=True, blank=True, on_delete=models.SET_NULL, related_name="captives",
        help_text="who holds him while he is captured",
    )  # fmt: skip
    bound_for = models.SlugField(max_length=60, blank=True, help_text="reference of the army that he is on his way to")
    bound_as_wing = models.BooleanField(default=False, help_text="he is to be a wing there, not its commander")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "ref"], name="leader_ref_once"),
            known_values(
                "leader",
                one_of("skill", LeaderSkill),
                one_of("status", LeaderStatus),
                within("back_on_turn", 0, 520, empty=True),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Station(models.Model):
    """An army in the war: its faction, its province, its leaders, what it did this turn."""

    Marched = StationMarched

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="stations")
    faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="stations")
    army = models.OneToOneField(Army, on_delete=models.CASCADE, related_name="station")
    wing_rows: list[Leader]
    """Its wings, where a selector has read them along with it."""
    pinned: bool
    """Whether its battle is not decided yet, where a selector has read that."""
    ref = models.SlugField(max_length=60, help_text="id in the campaign file")
    province = models.ForeignKey(
        Province, null=True, blank=True, on_delete=models.PROTECT, related_name="stations",
        help_text="empty when the army has left the war",
    )  # fmt: skip
    leader = models.ForeignKey(Leader, null=True, blank=True, on_delete=models.SET_NULL, related_name="commands")
    wings = models.ManyToManyField(Leader, blank=True, related_name="wing_of")
    garrison = models.BooleanField(default=False, help_text="raised this turn; may not march (HR-7)")
    previous_province = models.ForeignKey(Province, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    entered_on_turn = models.PositiveSmallIntegerField(default=0)
    entered_impulse = models.PositiveSmallIntegerField(default=0, help_text="1 or 2 on the turn it came in, else 0")
    marched = models.CharField(max_length=6, choices=Marched.choices, default=Marched.NO)
    fought = models.BooleanField(default=False)
    rested = models.BooleanField(
        default=False, help_text="last turn's order was Rest and it neither marched nor fought"
    )
    in_supply = models.BooleanField(default=True, help_text="at the last P10")
    turns_unsupplied = models.PositiveSmallIntegerField(default=0)
    turns_unpaid = models.PositiveSmallIntegerField(default=0)
    supply_path = models.JSONField(default=list, blank=True, help_text="keys of the provinces of the last trace")
    plan = models.JSONField(
        default=dict, blank=True, help_text="what its general is to try in the next battle; secret like orders"
    )
    standing = models.JSONField(
        default=dict, blank=True, help_text="its order for turns for which nothing is entered; secret like orders"
    )
    retreats = models.PositiveSmallIntegerField(default=0, help_text="retreats this turn")
    field_works = models.PositiveSmallIntegerField(default=0, help_text="raised in its province (HR-31)")
    works_raised_on = models.PositiveSmallIntegerField(default=0, help_text="turn of the last; it is lost by a march")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "ref"], name="station_ref_once"),
            models.CheckConstraint(condition=Q(entered_impulse__lte=2), name="station_impulse_0_to_2"),
            known_values(
                "station",
                one_of("marched", StationMarched),
                within("entered_on_turn", 0, 500),
                within("turns_unsupplied", 0, 500),
                within("turns_unpaid", 0, 500),
                within("retreats", 0, 100),
                within("field_works", 0, 2),
                within("works_raised_on", 0, 500),
            ),
        ]

    def __str__(self) -> str:
        return str(self.army)
