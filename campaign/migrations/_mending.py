"""What an earlier version let through, put right before the database forbids it."""

import sys
from collections.abc import Iterator
from itertools import count
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


NAME_INDEX = (
    "CREATE UNIQUE INDEX auth_user_name_in_small_letters ON auth_user (LOWER(username))",
    "DROP INDEX auth_user_name_in_small_letters",
)
"""One user a name, in large or small letters, even if two choose it at once: the way there and back."""


def put_right(apps: Any, schema_editor: Any) -> None:
    """Mend each row that the admin let through and the rules cannot play, and name it."""
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


def rename_like_named_users(apps: Any, schema_editor: Any) -> None:
    """Put a number behind the names of later users that differ from another in large and small letters only."""
    users, taken = apps.get_model("auth", "User").objects, {}
    for pk, name in users.order_by("pk").values_list("pk", "username"):
        if name.lower() not in taken:
            taken[name.lower()] = name
            continue
        new = _free_name(users, taken, name[:140])
        users.filter(pk=pk).update(username=new)
        taken[new.lower()] = new
        sys.stdout.write(f"\n  The user {name} is called {new} now, as {taken[name.lower()]} has that name: tell them.")


def _free_name(users: Any, taken: dict[str, str], name: str) -> str:
    numbered = (f"{name}-{n}" for n in count(2))
    return next(new for new in numbered if new.lower() not in taken and not users.filter(username__iexact=new).exists())
