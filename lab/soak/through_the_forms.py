"""Play a war that ships with the program through its web forms, with all factions, and hold every turn to the promises.

    BIVOUAC_KERNELS=1 .venv/bin/python -m lab.soak.through_the_forms --turns 12
    .venv/bin/python -m lab.soak.through_the_forms --turns 12 --quiet
    .venv/bin/python -m lab.soak.through_the_forms --turns 12 --rules one_hour --rules activation

With ``--rules`` battles are fought by these rule systems, each for its share of the turns; the referee changes them at
his desk. With ``--quiet`` armies only hold and rest, and no faction may go bankrupt or hoard. Orders are chosen at
random among what the forms offer; the turn is run from the referee's desk and its battles by the worker's task, in this
process. Prints what happened as JSON; exit code 0 if every promise is kept, else 1. Needs no server: SQLite in a folder
of its own, or a scratch database of the PostgreSQL server that DATABASE_URL names.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lab.soak.worker_kills import installation

SLUG = "war-by-forms"
SAXONY, SHORT = "saxony_1813", "two_valleys"
HOARD = 6
BOLDNESS, LIVELY = 0.3, 0.9


@dataclass
class Played:
    """What was seen, and every broken promise."""

    turns: int = 0
    battles: dict[str, int] = field(default_factory=dict)
    rules: dict[str, int] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    treasuries: list[dict[str, int]] = field(default_factory=list)
    slowest_turn: float = 0.0


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1813, help="of the players' choices")
    parser.add_argument("--quiet", action="store_true", help="Hold and Rest only")
    parser.add_argument("--rules", action="append", default=[], help="by which battles are fought; may be repeated")
    return parser.parse_args(arguments)


def begin(secret: str = "5" * 64, pack: str = SAXONY) -> tuple[Any, dict[str, Any]]:
    """The campaign with its people: faction key or ``referee`` → the hand that plays it."""
    from django.contrib.auth.models import User
    from django.test import Client

    from campaign.models import Member
    from campaign.services.files.files import load_campaign
    from campaign.services.files.packs import read_pack
    from lab.soak.forms import Hand

    data = json.loads(read_pack(pack))
    campaign = load_campaign(data=data | {"secret": secret}, slug=SLUG, actor="soak")
    hands = {}
    for name, faction in [("referee", None), *((f.key, f) for f in campaign.factions.all())]:
        user = User.objects.create_user(username=name)
        Member.objects.create(campaign=campaign, user=user, role="player" if faction else "referee", faction=faction)
        client = Client(raise_request_exception=False)
        client.force_login(user)
        hands[name] = Hand(client)
    return campaign, hands


def own_armies(hand: Any) -> list[str]:
    """Keys of the armies whose panel offers an order, in the order of the rosters page: keys are drawn by chance."""
    import re

    return list(dict.fromkeys(re.findall(rf"/c/{SLUG}/armies/(\w+)/", hand.see(f"/c/{SLUG}/rosters/"))))


def give_orders(hand: Any, chance: random.Random, quiet: bool, share: float, boldness: float) -> None:
    """A share of the armies get one of the orders that their panels offer; some are split, merged or amalgamated."""
    for key in [key for key in own_armies(hand) if chance.random() < share]:
        for form in hand.forms(f"/c/{SLUG}/armies/{key}/", "order"):
            marches = [order for order in form.offered("order") if order.startswith("march")]
            go = marches and not quiet and chance.random() < boldness
            hand.send(form, order=chance.choice(marches if go else ["hold", "rest"]))
        if not quiet and chance.random() < 0.25:
            rearrange(hand, key, chance)


def rearrange(hand: Any, key: str, chance: random.Random) -> None:
    """Send one of the forms that change an army."""
    from lab.soak.forms import forms_of

    panel = hand.see(f"/c/{SLUG}/armies/{key}/", panel=True)
    forms = [form for form in forms_of(panel) if form.act in REARRANGE and any_choice(form)]
    if forms:
        form = chance.choice(forms)
        hand.send(form, **REARRANGE[form.act](form, chance))


def any_choice(form: Any) -> bool:
    """Whether a form has something to choose."""
    return bool(form.offered("units") or form.offered("into"))


def some(values: Sequence[str], chance: random.Random, least: int = 1) -> list[str]:
    """A few of the values."""
    return sorted(chance.sample(list(values), min(len(values), chance.randint(least, max(least, len(values) // 2)))))


REARRANGE: dict[str, Callable[[Any, random.Random], dict[str, Any]]] = {
    "amalgamate": lambda form, chance: {"units": some(form.offered("units"), chance, 2)},
    "split": lambda form, chance: {"units": some(form.offered("units"), chance),
                                   "leader": chance.choice(form.offered("leader") or [""]), "name": ""},
    "merge": lambda form, chance: {"into": chance.choice(form.offered("into"))},
    "replacements": lambda form, chance: {"units": chance.choice(form.offered("units")), "points": "1"},
}  # fmt: skip


def go_shopping(hand: Any, campaign: Any, faction: str, chance: random.Random) -> None:
    """Buy something in some of the home provinces; now and then take a line back."""
    homes = campaign.provinces.filter(home__key=faction).order_by("key").values_list("key", flat=True)
    for key in chance.sample(list(homes), min(3, len(homes))):
        for form in hand.forms(f"/c/{SLUG}/provinces/{key}/", "buy"):
            army = chance.choice(form.offered("army") or [""])
            hand.send(form, type=chance.choice(form.offered("type")), army=army, name="")
    lines = hand.forms(f"/c/{SLUG}/treasury/", "withdraw")
    if lines and chance.random() < 0.3:
        hand.send(chance.choice(lines))


def change_rules(referee: Any, rules: str) -> None:
    """Have the battles to come fought by other rules, from the desk."""
    (form,) = referee.forms(f"/c/{SLUG}/desk/terms/", "rules")
    referee.send(form, rules=rules)


def run_turn(referee: Any) -> list[str]:
    """Run the turn from the desk; a worker's task fights each battle that is due. What went on without its battles."""
    from battles.models import Battle
    from battles.tasks import fight

    for form in referee.forms(f"/c/{SLUG}/desk/", "run"):
        referee.send(form)
    early = Battle.objects.filter(state=Battle.State.PENDING, engagement__turn__state="closed").count()
    while due := list(Battle.objects.filter(state=Battle.State.PENDING).values_list("pk", flat=True)):
        for battle_id in due:
            fight.run(battle_id)
    return [f"{early} battles of a closed turn are not settled."] if early else []


def looked_at(hands: dict[str, Any]) -> None:
    """Every page of the game as everybody, after each turn."""
    for hand in hands.values():
        for page in ("", "rosters/", "treasury/", "turn/", "chronicle/", "battles/"):
            hand.see(f"/c/{SLUG}/{page}")


def play(
    turns: int, *, seed: int, quiet: bool, hands: dict[str, Any], campaign: Any, share: float = 1.0,
    boldness: float = BOLDNESS, rules: Sequence[str] = (), first: bool = False,
) -> Played:  # fmt: skip
    """Play so many turns, or until somebody has won, and look into the books after each.

    ``share``: of the armies that get an order; ``boldness``: of these that march where they can; ``rules``: by which
    battles are fought, one after the other. With ``first`` the play ends with the first broken promise.
    """
    from lab.soak import promises

    chance, played = random.Random(seed), Played()
    for n in range(turns):
        if rules and n % max(1, turns // len(rules)) == 0:
            change_rules(hands["referee"], rules[min(n // max(1, turns // len(rules)), len(rules) - 1)])
        if promises.is_over(campaign) or (first and played.broken):
            break
        begun, before = time.monotonic(), promises.newest(campaign)
        for faction in [name for name in hands if name != "referee"]:
            give_orders(hands[faction], chance, quiet, share, boldness)
            if not quiet:
                go_shopping(hands[faction], campaign, faction, chance)
            for form in hands[faction].forms(f"/c/{SLUG}/", "ready"):
                hands[faction].send(form, ready="1")
        played.broken += run_turn(hands["referee"])
        looked_at(hands)
        played.turns += 1
        played.battles, played.rules = promises.battles(), promises.rules_of_battles()
        print(f"turn {before} after {time.monotonic() - begun:.0f} s, {played.battles}", file=sys.stderr)
        played.broken += promises.broken(campaign, before) + (promises.hoards(campaign, HOARD) if quiet else [])
        played.treasuries.append(promises.treasuries(campaign))
        played.slowest_turn = max(played.slowest_turn, round(time.monotonic() - begun, 1))
    played.broken += promises.round_trip(campaign)
    return counted(played, hands)


def counted(played: Played, hands: dict[str, Any]) -> Played:
    """The sum of what all hands did."""
    for name, hand in hands.items():
        played.broken += [f"{name}: {error}" for error in hand.errors]
        played.refusals += [f"{name}: {refusal}" for refusal in hand.refusals]
        for act, count in hand.sent.items():
            played.sent[act] = played.sent.get(act, 0) + count
    return played


def wars(turns: int, seed: int, first: bool = False) -> dict[str, Any]:
    """Play so many turns in short wars, one after the other; commit to the database at hand, and empty it after each.

    With ``first`` the play ends with the first broken promise.
    """
    from django.core.management import call_command

    found: list[Played] = []
    while (done := sum(war.turns for war in found)) < turns and not any(war.broken for war in found):
        campaign, hands = begin(f"{seed + done:064x}", SHORT)
        found.append(play(turns - done, seed=seed + done, quiet=False, hands=hands, campaign=campaign,
                          boldness=LIVELY, first=first))  # fmt: skip
        call_command("flush", verbosity=0, interactive=False)
    return {"wars": [vars(war) for war in found], "broken": [line for war in found for line in war.broken]}


def main() -> int:
    options = parse(sys.argv[1:])
    with installation(0):
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connections

        settings.STORAGES = settings.STORAGES | {
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        }
        call_command("migrate", verbosity=0)
        campaign, hands = begin()
        played = play(options.turns, seed=options.seed, quiet=options.quiet, hands=hands, campaign=campaign,
                      rules=options.rules)  # fmt: skip
        connections.close_all()
    print(json.dumps(vars(played), indent=1, ensure_ascii=False))
    return 1 if played.broken or played.turns < options.turns else 0


if __name__ == "__main__":
    sys.exit(main())
