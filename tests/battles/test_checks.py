"""Settings that do not fit together are told at the start."""

from dataclasses import replace

from django.core.checks import run_checks

from battles.resolvers.contract.registry import faults_of, system, systems


def warned() -> list[str]:
    return [message.msg for message in run_checks() if message.id == "battles.W001"]


def test_the_settings_as_shipped_fit_together():
    assert warned() == []


def test_a_lease_that_ends_before_the_task_does_is_warned_of(settings):
    settings.BIVOUAC_BATTLE_LEASE, settings.BIVOUAC_BATTLE_TIME_LIMIT = 100.0, 240.0
    assert warned() == ["BIVOUAC_BATTLE_LEASE is 100 s and not longer than BIVOUAC_BATTLE_TIME_LIMIT, 240 s."]


def test_every_manifest_keeps_its_promises():
    assert [message for message in run_checks() if message.id == "battles.E001"] == []
    assert {slug: faults_of(one) for slug, one in systems().items() if faults_of(one)} == {}


def test_a_system_whose_battles_could_not_be_drawn_is_refused_at_the_start(monkeypatch):
    bare = replace(system("one_hour"), papers=None)
    monkeypatch.setitem(systems(), "one_hour", bare)
    told = [message.msg for message in run_checks() if message.id == "battles.E001"]
    assert told == ["one_hour: watched: the replay needs each unit's base; give papers=, whose unit_papers have it."]


def test_a_door_that_is_not_there_and_a_stream_twice_are_named():
    odd = replace(system("one_hour"), odds="battles.resolvers.one_hour.chances", streams=("fire", "fire"))
    assert [fault.partition(":")[0] for fault in faults_of(odd)] == ["odds", "streams"]
