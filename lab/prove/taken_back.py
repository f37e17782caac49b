"""A war taken back, rehearsed and copied: the same orders give the same bytes, and nothing of it leaves a trace.

    .venv/bin/python -m lab.prove.taken_back --turns 5 --back 3 --seed 1

Saxony 1813 under a secret of its own, by La Grande Guerre: five factions give random orders through their forms. One
battle is on a table from the first turn in which France meets Prussia, and its result is typed in two turns later. Each
turn is rehearsed before it is run, and a what-if is made of it: no row of the war may change, and no seed of its dice
may be among those of the turn. Then the war is taken back some turns, everybody sends the same forms again, and every
turn must end in the same bytes. Everybody reads the undone version. A dump is loaded and dumped again. Prints what was
seen as JSON; exit code 0 if every promise is kept. SQLite, or the PostgreSQL server that DATABASE_URL names.
"""

import argparse
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lab.soak.worker_kills import installation

SLUG = "saxony-1813"
OF_THE_MOMENT = re.compile(r'"(?:play_by|idempotency)": "[^"]*"')
"""Until when a battle may be played, and the mark of a form, by which it counts once."""
NEVER_THE_SAME = ("RefereeAct", "Session", "Notice", "Dispatch", "Member", "Pulse")
"""The record itself, and what follows from somebody's having looked at a page."""


@dataclass
class Sent:
    """A form that somebody sent, with names in place of keys that a roll-back may change."""

    who: str
    action: str
    data: dict[str, Any]


@dataclass
class War:
    """The campaign, its people, what they sent on each turn, and what was seen."""

    campaign: Any
    hands: dict[str, Any]
    chance: random.Random
    sent: dict[int, list[Sent]] = field(default_factory=dict)
    after: dict[int, str] = field(default_factory=dict)
    seeds: dict[int, set[str]] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def newest(self) -> int:
        """The number of the newest turn."""
        return int(self.campaign.turns.order_by("-number").values_list("number", flat=True).first())

    def page(self, who: str, path: str) -> str:
        """A page that must be there."""
        return str(self.hands[who].see(f"/c/{SLUG}/{path}"))


def names_of_keys(campaign: Any) -> dict[str, str]:
    """Key of an army, unit or battle → its name in the war's file."""
    from campaign.services.files.dump import Record

    return {key: name for name, key in Record(campaign).keys.items()}


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A form's values with each key replaced."""
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    found = re.compile("|".join(map(re.escape, names)) or "$^")
    return found.sub(lambda hit: names[hit[0]], str(value))


@contextmanager
def noted(war: War) -> Iterator[None]:
    """Note every form that the players send."""
    from lab.soak.forms import Hand

    plain, whose = Hand.send, {id(hand): who for who, hand in war.hands.items()}

    def send(hand: Any, form: Any, **chosen: Any) -> bool:
        keys = {key: f"«{name}»" for key, name in names_of_keys(war.campaign).items()}
        filled = {name: renamed(value, keys) for name, value in form.filled(**chosen).items()}
        row, taken = Sent(whose[id(hand)], renamed(form.action, keys), filled), plain(hand, form, **chosen)
        if taken:
            war.sent.setdefault(war.newest(), []).append(row)
        return taken

    Hand.send = send  # type: ignore[method-assign]
    try:
        yield
    finally:
        Hand.send = plain  # type: ignore[method-assign]


def give(war: War) -> None:
    """Everybody gives orders and buys, at random among what the forms offer."""
    from lab.soak.saxony_through_the_forms import give_orders, go_shopping

    with noted(war):
        for faction in war.hands:
            if faction != "referee":
                give_orders(war.hands[faction], war.chance, quiet=False, share=0.6, boldness=0.6)
                go_shopping(war.hands[faction], war.campaign, faction, war.chance)


def give_again(war: War, number: int) -> None:
    """Everybody sends what was sent on that turn before."""
    for row in war.sent.get(number, []):
        keys = {f"«{name}»": key for key, name in names_of_keys(war.campaign).items()}
        data = {name: renamed(value, keys) for name, value in row.data.items()}
        answer = war.hands[row.who].client.post(renamed(row.action, keys), data)
        if answer.status_code != 302:
            war.broken.append(f"turn {number}: {row.who} sends {row.action} again: {answer.status_code}")


def rows() -> dict[str, dict[Any, str]]:
    """Every row of the program, by table and key."""
    from django.apps import apps
    from django.core.serializers import serialize

    models = [m for m in apps.get_models() if m._meta.app_label in ("campaign", "battles", "rosters")]
    return {
        model.__name__: {row.pk: serialize("json", [row]) for row in model._default_manager.all()}
        for model in models if model.__name__ not in NEVER_THE_SAME
    }  # fmt: skip


def changes(before: dict[str, dict[Any, str]], *, more: bool) -> list[str]:
    """Rows that are not what they were; with ``more`` there may be new ones."""
    found = []
    for name, now in rows().items():
        was = before[name]
        found += [f"{name} {pk} changed: {text} | {now.get(pk)}" for pk, text in was.items() if now.get(pk) != text]
        found += [f"{name} {pk} is new" for pk in now.keys() - was.keys() if not more]
    return found


@contextmanager
def thrown(into: set[str]) -> Iterator[None]:
    """Note the seed of every cup of dice and of every battle."""
    from battles.models import Battle
    from campaign.rules.secret_dice import SeededCup

    cup, battle = SeededCup.__init__, Battle.__init__

    def of_cup(self: Any, seed: str, *more: Any) -> None:
        into.add(seed)
        cup(self, seed, *more)

    def of_battle(self: Any, *more: Any, **values: Any) -> None:
        battle(self, *more, **values)
        into.update(values[name] for name in ("seed", "field_seed") if name in values)

    SeededCup.__init__, Battle.__init__ = of_cup, of_battle  # type: ignore[method-assign]
    try:
        yield
    finally:
        SeededCup.__init__, Battle.__init__ = cup, battle  # type: ignore[method-assign]


def rehearsed(war: War, number: int) -> set[str]:
    """Rehearse the open turn from the desk; the seeds that were used."""
    before, used = rows(), set[str]()
    with thrown(used):
        answer = war.hands["referee"].client.post(f"/c/{SLUG}/desk/rehearse/")
    if answer.status_code != 200 or "Rehearsed with other dice" not in answer.content.decode():
        war.broken.append(f"turn {number} cannot be rehearsed: {answer.status_code}")
    war.broken += [f"turn {number}, rehearsed: {line}" for line in changes(before, more=False)]
    war.seen["rehearsals"] += 1
    war.seen["seeds rehearsed"] += len(used)
    war.seen["rehearsals without a battle"] += "battle" not in answer.content.decode().partition("Rehearsed with")[2]
    return used


def forked(war: War, number: int, turn: int | None) -> None:
    """Make a what-if of the war, run a turn of it, and look for its traces."""
    from campaign.models import Campaign
    from campaign.services.turn import advance_turn

    before, slug = rows(), f"what-if-{number}-{turn or 'now'}"
    sent = {"name": "What if", "slug": slug, "turn": str(turn or "")}
    answer = war.hands["referee"].client.post(f"/c/{SLUG}/desk/fork/", sent)
    made = Campaign.objects.filter(slug=slug).first()
    if made is None:
        war.broken.append(f"turn {number}: no what-if is made: {answer.status_code}")
        return
    used = set[str]()
    with thrown(used):
        advance_turn(campaign=made, actor="the script")
    war.seeds.setdefault(-1, set()).update(used)
    war.broken += [f"turn {number}, what-if: {line}" for line in changes(before, more=True) if "new" not in line]
    war.seen["what-ifs"] += 1


def run(war: War, number: int) -> None:
    """Run the turn, and keep its seeds and the bytes in which it ends."""
    from campaign.services.audit import audit, orphans
    from lab.soak.saxony_through_the_forms import run_turn
    from tests.campaign.history.steps import bytes_of

    used = set[str]()
    with thrown(used):
        run_turn(war.hands["referee"])
    if war.newest() != number + 1:
        war.broken.append(f"turn {number} was not run")
    war.broken += [f"turn {number}: {line}" for line in audit() + orphans()]
    text = OF_THE_MOMENT.sub("", bytes_of(war.campaign))
    if war.after.setdefault(number, text) != text:
        war.broken.append(f"turn {number} ended in other bytes: {first_difference(war.after[number], text)}")
    war.seeds.setdefault(number, set()).update(used)
    war.seen["seeds thrown"] += len(used)


def first_difference(one: str, two: str) -> str:
    """The first line in which two texts differ."""
    pairs = zip(one.splitlines(), two.splitlines(), strict=False)
    return next((f"{a.strip()[:150]} | {b.strip()[:150]}" for a, b in pairs if a != b), "one is longer")


def wish_for_a_table(war: War) -> None:
    """France and Prussia want the table against each other."""
    for who, enemy in (("france", "prussia"), ("prussia", "france")):
        war.hands[who].client.post(f"/c/{SLUG}/battles/wishes/", {f"against-{enemy}": "table"})


def play(war: War, turns: int) -> None:
    """Turn after turn, each rehearsed and copied before it is run."""
    for number in range(1, turns + 1):
        begun = time.monotonic()
        give(war)
        rehearsal = rehearsed(war, number)
        forked(war, number, None)
        if number > 2:
            forked(war, number, number - 2)
        run(war, number)
        if shown := rehearsal & war.seeds[number]:
            war.broken.append(f"turn {number}: the rehearsal showed {len(shown)} dice to come")
        print(f"turn {number} after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    to_come = set().union(*(seeds for number, seeds in war.seeds.items() if number > 0))
    if shown := war.seeds.get(-1, set()) & to_come:
        war.broken.append(f"the what-ifs showed {len(shown)} dice of the war")


def type_in_results(war: War) -> None:
    """Type in the result of a battle on a table, by each player who commands a side of it."""
    from battles.models import Battle
    from lab.soak.forms import forms_of

    for battle in Battle.objects.filter(engagement__turn__campaign=war.campaign, state="open"):
        war.seen["on a table"] += 1
        url = f"/c/{SLUG}/battles/{battle.key}/result/"
        for who in ("france", "prussia", "austria", "russia", "sweden"):
            answer = war.hands[who].client.get(url)
            forms = forms_of(answer.content.decode()) if answer.status_code == 200 else []
            typed = [form for form in forms if "days" in form.fields]
            with noted(war):
                for form in typed[:1]:
                    form.action = form.action or url
                    form.fields = {k: one for k, one in form.fields.items() if one.kind not in ("submit", "file")}
                    radios = {name: one.offered[-1] for name, one in form.fields.items()
                              if one.kind == "radio" and not one.standing}  # fmt: skip
                    war.seen["results typed in"] += war.hands[who].send(form, **radios | {"days": "1"})


def take_back(war: War, to: int) -> None:
    """Take the war back from the desk; every member reads what is undone."""
    answer = war.hands["referee"].client.post(f"/c/{SLUG}/desk/past/{to}/", {"reason": "A wrong order"})
    if answer.status_code != 302 or war.newest() != to:
        war.broken.append(f"the war is not back at turn {to}: {answer.status_code}")
    number = war.campaign.roll_backs.count()
    for who in war.hands:
        page = war.page(who, f"undone/{number}/")
        for link in sorted(set(re.findall(rf"/c/{SLUG}/(undone/{number}/battles/[\w-]+/)", page))):
            war.page(who, link)
            war.seen["undone battles read"] += 1


def taken_back(turns: int, back: int, seed: int) -> dict[str, Any]:
    """Play, go back, play again, dump and load."""
    from lab.soak import promises
    from lab.soak.saxony_through_the_forms import begin

    campaign, hands = begin(f"{seed:064x}")
    war = War(campaign, hands, random.Random(seed))
    wish_for_a_table(war)
    play(war, turns)
    for first in (turns - back + 1, turns):
        take_back(war, first)
        for number in range(first, turns + 1):
            if number != first:
                give_again(war, number)
            run(war, number)
    type_in_results(war)
    before = war.newest()
    give(war)
    run(war, before)
    take_back(war, before)
    run(war, before)
    war.broken += promises.round_trip(campaign)
    war.broken += [f"{who}: {error}" for who, hand in hands.items() for error in hand.errors]
    war.seen |= promises.battles()
    return {**war.seen, "forms": sum(map(len, war.sent.values())), "broken": war.broken}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--back", type=int, default=3, help="so many turns at once")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with installation(0):
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        call_command("migrate", verbosity=0)
        call_command("collectstatic", "--no-input", verbosity=0)
        found = taken_back(options.turns, options.back, options.seed)
        connections.close_all()
    print(json.dumps(found, indent=1, ensure_ascii=False))
    return 1 if found["broken"] else 0


if __name__ == "__main__":
    sys.exit(main())
