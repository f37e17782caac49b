"""What pages cost in this checkout: plays one turn of Saxony, then measures whenever a line arrives.

    PYTHONPATH=CHECKOUT CHECKOUT/.venv/bin/python tests/prove/page_cost.py SEED

``page_ratios`` runs it in two checkouts. It therefore imports nothing of the proofs, and of the program only what both
have. It answers each line with a line of JSON: for each page milliseconds of the processor, queries and bytes. Both
checkouts get the same seed and orders; their battles may differ, since the rules have changed between them.
"""

import json
import os
import random
import sys
from time import process_time
from typing import Any

SLUG, PASSWORD, READERS = "saxony", "only-for-this-proof", 32
PAGES = ("rosters", "treasury", "turn", "chronicle", "battles")
HTMX = {"HX-Request": "true"}
REPEATS = 5


def play(seed: int) -> Any:
    """Saxony after one turn in which every army has marched or stayed by lot."""
    from campaign.models import Station
    from campaign.services.files.files import load_campaign
    from campaign.services.files.packs import read_pack
    from campaign.services.sheet.orders import give_order, order_choices
    from campaign.services.turn import advance_turn

    secret = f"{random.Random(seed).getrandbits(256):064x}"
    campaign = load_campaign(data=json.loads(read_pack("saxony_1813")) | {"secret": secret}, slug=SLUG, actor="proof")
    for station in Station.objects.filter(campaign=campaign, province__isnull=False).order_by("ref"):
        legal = [(choice.kind, choice.path) for choice in order_choices(station) if choice.legal]
        plain = sorted(order for order in legal if order[0] in ("march", "hold"))
        kind, path = random.Random(f"{seed} {station.ref}").choice(plain)
        give_order(station=station, kind=kind, path=path, actor="proof")
    advance_turn(campaign=campaign, actor="proof")
    return campaign


def seat(campaign: Any) -> tuple[Any, Any, Any]:
    """Take part: a player of the first faction, a referee, and readers of every faction who can log in."""
    from django.contrib.auth.hashers import make_password
    from django.contrib.auth.models import User

    from campaign.models import Member
    from campaign.services.people.referees import make_referee

    key, factions = make_password(PASSWORD), list(campaign.factions.order_by("order", "pk"))
    users = [User.objects.create(username=f"reader{n}", password=key) for n in range(READERS + 1)]
    for n, user in enumerate(users[1:]):
        Member.objects.create(campaign=campaign, user=user, role="player", faction=factions[n % len(factions)])
    make_referee(campaign=campaign, user=users[0])
    return users[1], users[0], factions[0]


def station_of(faction: Any) -> Any:
    """One army of a faction: the first of those in the war that are no garrison and fight no battle."""
    from campaign.models import Station
    from campaign.selectors.war import engaged_stations

    engaged = engaged_stations(faction.campaign)
    rows = Station.objects.filter(faction=faction, province__isnull=False, garrison=False).exclude(pk__in=engaged)
    return rows.select_related("army", "province").order_by("ref")[0]


def requests(campaign: Any) -> dict[str, tuple[Any, str, Any]]:
    """By name: a client, an address, and the form that is sent, None where a page is read."""
    from django.test import Client

    from battles.models import Battle

    player, referee, faction = seat(campaign)
    reads, rules = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    reads.force_login(player, "django.contrib.auth.backends.ModelBackend")
    rules.force_login(referee, "django.contrib.auth.backends.ModelBackend")
    root, station = f"/c/{SLUG}/", station_of(faction)
    army = f"{root}armies/{station.army.key}/"
    found = {name: (reads, f"{root}{name}/", None) for name in PAGES}
    found |= {"home": (reads, "/", None), "map": (reads, root, None), "army": (reads, army, None)}
    found |= {"province": (reads, f"{root}provinces/{station.province.key}/", None)}
    found |= {"desk": (rules, f"{root}desk/", None), "referee's map": (rules, root, None)}
    battle = Battle.objects.filter(state="done").order_by("pk").first()
    if battle is not None:
        found["battle"] = (rules, f"{root}battles/{battle.key}/", None)
    found["order"] = (reads, f"{army}order/", {"order": "hold"})
    found["ready"] = (reads, f"{root}orders/ready/", {"ready": "1"})
    return found


def ask(client: Any, address: str, form: Any, headers: dict[str, str]) -> Any:
    """Send a request; RuntimeError where it is refused."""
    answer = client.get(address, headers=headers) if form is None else client.post(address, form, headers=headers)
    if answer.status_code not in (200, 204, 302):
        raise RuntimeError(f"{address} answered {answer.status_code}")
    return answer


def cost(client: Any, address: str, form: Any, headers: dict[str, str]) -> dict[str, float]:
    """What a request costs when everything is warm: the best of some, its queries, its bytes."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    ask(client, address, form, headers)
    with CaptureQueriesContext(connection) as counted:
        size = len(ask(client, address, form, headers).content)
    queries, times = len(counted), []
    for _ in range(REPEATS):
        start = process_time()
        ask(client, address, form, headers)
        times.append(process_time() - start)
    return {"ms": min(times) * 1000, "queries": queries, "bytes": size}


def measure(wanted: dict[str, tuple[Any, str, Any]]) -> dict[str, dict[str, float]]:
    """Every page once around; what the map's own page swaps is asked for as htmx does."""
    found = {name: cost(*request, {}) for name, request in wanted.items()}
    for name in ("army", "province", "order"):
        found[f"{name}, swapped"] = cost(*wanted[name], HTMX)
    return found


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings
    from django.core.management import call_command
    from django.test import override_settings

    import config.wsgi  # noqa: F401 (as a web process begins)

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        call_command("migrate", verbosity=0)
        wanted = requests(play(int(sys.argv[1])))
        print("ready", flush=True)
        for _ in sys.stdin:
            print(json.dumps(measure(wanted)), flush=True)


if __name__ == "__main__":
    main()
