"""Checks that Django runs at the start of a process."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from battles.resolvers.contract.registry import faults_of, systems


@register()
def lease_outlasts_the_task(**_: Any) -> list[CheckMessage]:
    """A battle that is still being fought should not be fought by a second process as well."""
    lease, limit = settings.BIVOUAC_BATTLE_LEASE, settings.BIVOUAC_BATTLE_TIME_LIMIT
    if lease > limit:
        return []
    return [
        Warning(
            f"BIVOUAC_BATTLE_LEASE is {lease:g} s and not longer than BIVOUAC_BATTLE_TIME_LIMIT, {limit:g} s.",
            hint="Long battles are fought twice, and one of the two results is thrown away. Make the lease longer.",
            id="battles.W001",
        )
    ]


@register()
def manifests_keep_their_promises(**_: Any) -> list[CheckMessage]:
    """Refuse to start with a rule system whose pages could not be shown."""
    return [
        Error(f"{slug}: {fault}", hint="docs/resolvers.md has a table of the manifest.", id="battles.E001")
        for slug, system in systems().items() for fault in faults_of(system)
    ]  # fmt: skip
