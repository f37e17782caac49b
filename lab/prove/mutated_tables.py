"""Change what players send of a battle on a table, as fields, CSV and XLSX: each is refused in a sentence or settles.

``mutated_tables(runs, seed)`` plays in the database at hand and rolls every run back.
"""

import io
import random
import traceback
import zipfile
from typing import Any

import pytest
import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from battles.models import Battle
from campaign.services.audit import audit
from lab.prove.form_fuzz import NASTY
from lab.soak.forms import Form, forms_of
from tests.battles import drill

SHOWN = 20
PLAYERS = ("north", "south")


def mutated_tables(runs: int, seed: int) -> dict[str, Any]:
    """Send so many changed results from each side: how many were taken, refused and settled, and what broke."""
    dice = random.Random(seed)
    found: dict[str, Any] = {"runs": runs, "seed": seed, "taken": 0, "refused": 0, "settled": 0, "broken": []}
    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        drill.register()
        drill.stand_in(patch)
        battle, clients = _on_a_table()
        for number in range(runs):
            with transaction.atomic():
                lines = [_sent(clients[name], battle, dice, found) for name in PLAYERS]
                lines += _settled(battle, found)
                transaction.set_rollback(True)
            found["broken"] += [f"run {number}: {line}" for line in lines if line]
        transaction.set_rollback(True)
    found["broken"] = found["broken"][:SHOWN]
    return found


def _on_a_table() -> tuple[Battle, dict[str, Client]]:
    """A battle of a war that its sides fight on a table."""
    from tests.campaign.worlds import held_on_the_ridge

    valley = held_on_the_ridge("table")
    clients = {name: Client(raise_request_exception=False) for name in PLAYERS}
    for name, client in clients.items():
        client.force_login(valley.people[name])
    return Battle.objects.get(), clients


def _sent(client: Client, battle: Battle, dice: random.Random, found: dict[str, Any]) -> str:
    """Send one side's result, as a form or with a table, some of it changed; what broke, if anything did."""
    url = f"/c/long-valley/battles/{battle.key}/result/"
    form = next(form for form in forms_of(client.get(url).content.decode()) if "days" in form.fields)
    data, what = _filled(form, dice)
    if dice.random() < 0.6:
        table, kind = _table(client, url, dice)
        data["table"] = SimpleUploadedFile(f"result.{kind}", table)
        what += f", a table of {len(table)} bytes ({kind})"
    try:
        with transaction.atomic():
            answer = client.post(url, data)
    except Exception:
        return f"{what}: {traceback.format_exc(limit=-3)}"
    if answer.status_code not in (302, 422):
        return f"{what}: {answer.status_code}"
    found["taken" if answer.status_code == 302 else "refused"] += 1
    return ""


def _filled(form: Form, dice: random.Random) -> tuple[dict[str, Any], str]:
    """Fill the form in as its player would, and spoil up to two of its fields."""
    rows = {name: row for name, row in form.fields.items() if row.kind not in ("submit", "file")}
    data: dict[str, Any] = {name: row.standing[0] if row.standing else row.offered[-1] for name, row in rows.items()}
    data["days"], spoilt = "1", dice.sample(sorted(data), dice.choice((0, 0, 1, 2)))
    for name in spoilt:
        data[name] = dice.choice((dice.choice(NASTY), dice.choice(rows[name].offered), str(dice.randint(-2, 9))))
    return data, ", ".join(f"{name}={data[name]!r:.60}" for name in spoilt)


def _table(client: Client, url: str, dice: random.Random) -> tuple[bytes, str]:
    """The side's own table with some cells, lines or bytes changed, as CSV or as a workbook."""
    lines = [line.split(",") for line in client.get(f"{url.removesuffix('/')}.csv").content.decode().splitlines()]
    for _ in range(dice.choice((0, 1, 1, 2, 4))):
        _spoil(lines, dice)
    if dice.random() < 0.5:
        return _bytes("\n".join(",".join(line) for line in lines).encode("utf-8", "replace"), dice), "csv"
    return _bytes(_workbook(lines), dice), "xlsx"


def _workbook(lines: list[list[str]]) -> bytes:
    made = io.BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for row, line in enumerate(lines):
            for column, cell in enumerate(line):
                sheet.write_string(row, column, cell[:30_000].encode("utf-8", "replace").decode())
    return made.getvalue()


def _spoil(lines: list[list[str]], dice: random.Random) -> None:
    number = dice.randrange(len(lines)) if lines else 0
    act = dice.choice(("cell", "cell", "cell", "twice", "gone", "move", "number"))
    if not lines:
        lines.append([dice.choice(NASTY)])
    elif act == "twice":
        lines.insert(number, list(lines[number]))
    elif act == "gone":
        del lines[number]
    elif act == "move":
        dice.shuffle(lines)
    elif lines[number]:
        cell = dice.randrange(len(lines[number]))
        lines[number][cell] = str(dice.randint(-1, 12)) if act == "number" else dice.choice(NASTY)[:40_000]


def _bytes(data: bytes, dice: random.Random) -> bytes:
    """Break some bytes, cut the end off, or leave it be."""
    if not data or dice.random() < 0.6:
        return data
    if data.startswith(b"PK") and dice.random() < 0.4:
        return _repacked(data, dice)
    spoilt = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        spoilt[dice.randrange(len(spoilt))] = dice.randrange(256)
    return bytes(spoilt[: dice.randint(1, len(spoilt))] if dice.random() < 0.3 else spoilt)


def _repacked(data: bytes, dice: random.Random) -> bytes:
    """A workbook of the same parts, in which one is something else."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        wrong = dice.choice(old.namelist())
        for name in old.namelist():
            text = dice.choice((b"", b"<x", b"\x00\xff", b"<worksheet/>", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'))
            new.writestr(name, text if name == wrong else old.read(name))
    return made.getvalue()


def _settled(battle: Battle, found: dict[str, Any]) -> list[str]:
    """A battle that both sides' results settled is in the books as they are kept."""
    battle = Battle.objects.get(pk=battle.pk)
    if battle.state == Battle.State.DONE:
        found["settled"] += 1
    return audit()
