"""Settings that do not fit together are told at the start."""

from django.core.checks import run_checks


def warned() -> list[str]:
    return [message.msg for message in run_checks() if message.id == "battles.W001"]


def test_the_settings_as_shipped_fit_together():
    assert warned() == []


def test_a_lease_that_ends_before_the_task_does_is_warned_of(settings):
    settings.BIVOUAC_BATTLE_LEASE, settings.BIVOUAC_BATTLE_TIME_LIMIT = 100.0, 240.0
    assert warned() == ["BIVOUAC_BATTLE_LEASE is 100 s and not longer than BIVOUAC_BATTLE_TIME_LIMIT, 240 s."]
