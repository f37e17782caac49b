"""What the admin once let through and the rules cannot play, put right before the database forbids it."""

import sys
from collections.abc import Iterator
from typing import Any

SKILLS = ("poor", "average", "good", "great")
BOUNDS = (
    ("Faction", "offmap_income", 10_000),
    ("Faction", "order", 1000),
    ("Faction", "opening_points", 100_000),
    ("Province", "controlled_since", 500),
    ("Province", "depot_works_from", 510),
    ("Leader", "back_on_turn", 520),
    ("Campaign", "battle_days", 365),
    ("Campaign", "battle_patience", 9999),
)


def put_right(apps: Any, schema_editor: Any) -> None:
    """Mend each such row, and name it."""
    for sentence in (*_skills(apps), *_numbers(apps), *_capitals(apps)):
        sys.stdout.write(f"\n  {sentence}")


def _skills(apps: Any) -> Iterator[str]:
    leaders = apps.get_model("campaign", "Leader").objects
    for row in leaders.exclude(skill__in=SKILLS).select_related("campaign"):
        word = row.skill.strip().lower()
        skill = word if word in SKILLS else "average"
        leaders.filter(pk=row.pk).update(skill=skill)
        yield f"{row.campaign.slug}: the skill of {row.name} was “{row.skill}”; it is {skill} now."


def _numbers(apps: Any) -> Iterator[str]:
    for model, column, most in BOUNDS:
        rows = apps.get_model("campaign", model).objects
        for row in rows.filter(**{f"{column}__gt": most}):
            rows.filter(pk=row.pk).update(**{column: most})
            yield f"{model} {row.pk} ({row.name}): {column} was {getattr(row, column)}; it is {most} now."


def _capitals(apps: Any) -> Iterator[str]:
    provinces, seen = apps.get_model("campaign", "Province").objects, set()
    for row in provinces.filter(capital=True).select_related("campaign").order_by("pk"):
        if row.home_id is None or row.home_id in seen:
            provinces.filter(pk=row.pk).update(capital=False)
            yield f"{row.campaign.slug}: {row.name} was a capital without a home, or a second one; it is none now."
        seen.add(row.home_id)
