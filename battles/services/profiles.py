"""Rules profiles: made from the shipped numbers or another profile, changed, archived (ENG-1 to ENG-3)."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from base.place import JsonPlace
from base.refusal import Refusal
from battles.models import RulesProfile
from battles.resolvers.contract.numbers import NumberSheet, entry_at, overlay_of, put
from battles.resolvers.contract.registry import DEFAULT, resolver

MOST_PROFILES = 100
LONGEST_NAME = 80


def create_profile(*, owner: User, name: str, values: Mapping[str, Any], rules: str = DEFAULT) -> RulesProfile:
    """Make a profile of ``values``: {} for a copy of the shipped numbers. Refused by the path of what is wrong."""
    if RulesProfile.objects.filter(owner=owner).count() >= MOST_PROFILES:
        raise Refusal(f"name: you have {MOST_PROFILES} profiles; archive one first.")
    profile = RulesProfile(owner=owner, rules=rules)
    _write(profile, name, values)
    _save(profile)
    return profile


@transaction.atomic
def change_profile(*, profile: RulesProfile, name: str, texts: Mapping[str, str], digest: str) -> RulesProfile:
    """Write what was typed, path by path; an empty text goes back to the shipped number.

    ``digest`` is the hash that the form was drawn with: refused when somebody has changed the profile since.
    """
    found = RulesProfile.objects.select_for_update().filter(pk=profile.pk).first()
    if found is None or found.digest != digest:
        raise Refusal("The profile has been changed or archived since you opened this page; open it again.")
    before = found.values
    _write(found, name, overlay_of(resolver(found.rules).sheet(before), texts, before))
    _save(found)
    return found


def delete_profile(*, profile: RulesProfile) -> None:
    """Put a profile away. Campaigns and battles keep the numbers that they took from it."""
    RulesProfile.objects.filter(pk=profile.pk).delete()


def _write(profile: RulesProfile, name: str, values: Mapping[str, Any]) -> None:
    name = JsonPlace(name.strip(), "name").text(most=LONGEST_NAME)
    sheet = resolver(profile.rules).sheet(dict(values) | {"name": name})
    profile.name, profile.digest, profile.values = name, sheet.digest, _own_values(sheet, values)


def _own_values(sheet: NumberSheet, values: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what differs from the shipped numbers and nothing else; a printed number may not differ."""
    made: dict[str, Any] = {"name": sheet.name}
    for number in sheet.changes():
        if number.printed:
            raise Refusal(f"{number.path}: it is printed in the rules and stays {number.shipped_text}.")
        put(made, number.path, entry_at(values, number.path))
    return made


def _save(profile: RulesProfile) -> None:
    try:
        with transaction.atomic():
            profile.save()
    except IntegrityError as error:
        raise Refusal(f'name: you have a profile called "{profile.name}" already; choose another name.') from error
