"""The tests that run again on PostgreSQL and Redis: all of the database but those that prove the same on any."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
THE_SAME_ON_ANY = (
    # pages, and what readers may know
    "campaign/secrecy/test_two_worlds", "campaign/secrecy/test_two_worlds_held",
    "campaign/secrecy/test_two_worlds_table",
    "campaign/secrecy/test_two_worlds_packs",
    "campaign/secrecy/test_visibility", "campaign/test_desk", "campaign/test_forecasts",
    *(f"campaign/views/{room}" for room in ("test_access", "battles/test_companion", "battles/test_tables", "test_maps",
                                            "sheet/test_orders", "sheet/test_spending", "test_queries", "test_zone")),
    "battles/pages/test_pages", "battles/pages/test_pages_one_off", "battles/pages/test_replay_pages",
    "battles/forecasts/test_forecast_pages",
    "battles/forecasts/test_odds_page", "battles/pages/test_systems_page", "rosters/test_pages",
    "config/requests/test_held",
    "config/requests/test_visitors", "campaign/history/test_film", "campaign/history/test_undone_pages",
    "campaign/news/test_feeds", "campaign/news/test_honour", "campaign/news/test_debrief",
    # a turn, a table and a one-off by each rule system; those of the default rules are called one by one elsewhere
    "battles/conformance/test_campaign_doors",
    "prove/test_short_proof::test_two_worlds_answer_alike_in_the_states_that_no_other_test_has",
    "prove/test_short_proof::test_a_guard_upon_answers_and_files_is_missed",
    # wars of many turns, whose services are called one by one elsewhere
    "campaign/wars/test_war", "campaign/wars/test_joining", "campaign/wars/test_marches", "campaign/wars/test_pay",
    "campaign/wars/test_plans",
    "campaign/wars/test_real_battle", "campaign/wars/test_replay", "campaign/test_battle_rules",
    "campaign/services/test_generals", "soak/test_saxony",
    "prove/test_short_proof::test_wars_through_the_forms_keep_every_promise",
    # programs and files
    "campaign/test_bench", "battles/pack/test_packs", "campaign/test_packs", "campaign/files/test_saxony",
    "campaign/files/test_notes_of_a_table", "campaign/files/test_open_battles", "campaign/files/test_nasty",
    "campaign/files/test_verify_war",
    "battles/by_hand/test_by_hand", "battles/by_hand/test_by_hand_two_days", "battles/life/test_fight_command",
    "battles/test_a_seventh_system", "battles/by_hand/test_described_companion", "campaign/files/test_foreign_keys",
    "campaign/files/test_hostile_past",
    # whom the admin lets do what; that its lists are searched, and refuse nonsense, is run on both
    *(f"campaign/admin/test_admin::test_{one}" for one in (
        "choices_of_every_model_can_be_limited_to_a_campaign", "every_model_has_search_and_a_readable_row",
        "a_ledger_line_is_neither_changed_nor_added_nor_deleted", "a_battle_of_the_war_can_be_read",
        "a_referee_sees_the_rows_of_his_own_campaigns_only", "a_player_has_no_admin",
        "a_change_by_hand_goes_on_the_record", "an_army_keeps_to_the_map_of_its_own_campaign")),
    "rosters/test_admin", "battles/pages/test_admin", "campaign/admin/test_admin_rosters",
    # answers of every page: heads, limits, old and paged ones; refusals in a form
    "config/requests/test_headers", "config/requests/test_limits", "config/requests/test_middleware",
    "config/requests/test_passwords", "campaign/views/test_paging", "campaign/views/sheet/test_old_pages",
    "campaign/history/test_preflight",
    "campaign/test_rule_systems", "campaign/test_profiles", "campaign/test_kept", "campaign/news/test_who_hears",
)  # fmt: skip
"""Modules, and tests of mixed modules, about pages, programs and long wars, not about the database: they are not run
again on the other one.

What they call there is: services, races, nasty input, a file's round trip, the admin, the broker, and one walk through
every page of a war.
"""
SENT_BY_OTHERS = frozenset((FOLDER / "sent_by_others.txt").read_text().split())
"""Tests whose every statement to the database is sent by others that are run again."""


def depends_on_the_store(item: pytest.Item) -> bool:
    """Return whether another database or broker could make a difference to a test."""
    where = item.path.relative_to(FOLDER).with_suffix("").as_posix()
    names = {where, f"{where}::{item.originalname}"}  # type: ignore[attr-defined]
    return item.get_closest_marker("django_db") is not None and not names & SENT_BY_OTHERS.union(THE_SAME_ON_ANY)
