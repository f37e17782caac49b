"""A tick of the clock reads no whole table of what has piled up: closed turns, settled battles, old news."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.clock import tick, ticks

pytestmark = [pytest.mark.django_db, pytest.mark.store]
PILED_UP = ("campaign_turn", "campaign_engagement", "campaign_gazette", "campaign_dispatch", "campaign_notice",
            "battles_battle")  # fmt: skip


def plan_of(sql: str) -> str:
    """How the database goes about it, with an index wherever one can be used."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {sql}")
            return "\n".join(row[0] for row in cursor.fetchall())
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return "\n".join(row[3] for row in cursor.fetchall())


def read_whole(sql: str) -> set[str]:
    """The tables that are read from beginning to end: a scan without an index, or of an index without a condition."""
    plan = plan_of(sql)
    found = re.findall(r"Seq Scan on (\w+)", plan) + re.findall(
        r"^SCAN (\w+)(?! USING (?:COVERING )?INDEX)", plan, re.M
    )
    named = {alias: table for table, alias in dict(re.findall(r'"(\w+)" (U\d)\b', sql)).items()}
    return {named.get(table, table) for table in found} & set(PILED_UP)


def test_no_statement_of_a_tick_reads_a_whole_table_that_grows():
    tick(ticks()[1:])
    with CaptureQueriesContext(connection) as queries:
        tick(ticks()[1:])
    asked = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert len(asked) > 20
    assert {sql: tables for sql in asked if (tables := read_whole(sql))} == {}
