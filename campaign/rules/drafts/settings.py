"""The rules of a draft's war from its forms: battles, letters, events, house rules. What stays is not touched."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from battles.resolvers.contract.registry import system
from campaign.rules.course.events import EventRow, read_events, shipped_table
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.house import house_rules
from campaign.rules.news.couriers import Couriers, couriers

Row = Mapping[str, Any]


def with_battles(file: CampaignFile, rules: str, terms: Row, options: Row) -> CampaignFile:
    """Return the draft with these terms and options; other rules begin with the defaults of their options."""
    file = replace(file, **{f"battle_{name}": value for name, value in terms.items()})
    if rules != file.rules:
        return replace(file, rules=rules, rule_options={}, profile={})
    own = dict(file.rule_options)
    for option in system(rules).options:
        if option.key in options and options[option.key] != own.get(option.key, option.default):
            own[option.key] = options[option.key]
    return replace(file, rule_options=own)


def with_letters(file: CampaignFile, given: Row) -> CampaignFile:
    """Return the draft with these couriers, and this way of its Gazette."""
    wanted = Couriers(given["between"], given["delay"], given["referee_reads"])
    file = replace(file, gazette=given["gazette"])
    return file if couriers(file.couriers) == wanted else replace(file, couriers=wanted.as_dict())


def table_of(file: CampaignFile) -> tuple[EventRow, ...]:
    """HR-23 Return the draft's own table of events, or the shipped one."""
    return read_events({**file.events, "on": True}) if "table" in file.events else shipped_table()


def with_events(file: CampaignFile, on: bool, rows: Sequence[EventRow] | None) -> CampaignFile:
    """HR-23 Return the draft with events on or off, and with a table of its own unless ``rows`` is None."""
    data = dict(file.events)
    if on != bool(data.get("on")):
        data["on"] = on
    if rows is None:
        data.pop("table", None)
    elif "table" not in data or tuple(rows) != table_of(file):
        data["table"] = [_event(row) for row in rows]
    read_events(data)
    return replace(file, events={} if data == {"on": False} else data)


def _event(row: EventRow) -> dict[str, Any]:
    made: dict[str, Any] = {"from": row.first, "to": row.last, "kind": row.kind, "text": row.text}
    if row.holds != 1:
        made["holds"] = row.holds
    return made | ({"for_referee": True} if row.for_referee else {})


def with_numbers(file: CampaignFile, numbers: Mapping[str, int]) -> CampaignFile:
    """Return the draft with these numbers of the house rules; those that are as shipped are left out of the file."""
    now, own = house_rules(file.house_rules).numbers(), dict(file.house_rules)
    shipped = house_rules({}).numbers()
    for key, value in numbers.items():
        if value == now[key].value:
            continue
        own.pop(key, None)
        if value != shipped[key].value:
            own[key] = value
    return replace(file, house_rules=own)


def groups_of(keys: Iterable[str]) -> dict[str, list[str]]:
    """Return the numbers by the first word of their keys, in their order."""
    found: dict[str, list[str]] = {}
    for key in keys:
        found.setdefault(key.partition(".")[0], []).append(key)
    return found
