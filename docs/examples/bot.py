"""A bot that plays a faction over the API, with nothing but Python's standard library.

    python bot.py https://bivouac.example TOKEN --turns 10

Each turn it marches every army one province towards the nearest place worth having, stays where an enemy would be too
many, buys a unit at home while it has points, and is then Ready. Make the token on the page Programs of your campaign.
"""

import argparse
import json
import time
import urllib.error
import urllib.request
import uuid
from collections import deque
from typing import Any


class Site:
    """The API of a site, as far as a token opens it."""

    def __init__(self, site: str, token: str) -> None:
        self.site, self.token = site.rstrip("/"), token
        self.campaign = ""
        me = self.call("GET", "/me")
        self.campaign, self.faction = f"/campaigns/{me['campaign']}", str(me["faction"])

    def call(self, method: str, address: str, body: dict[str, Any] | None = None) -> Any:
        """Make a call; wait where the site asks for it. A problem is raised with its detail."""
        path = address if address.startswith("/api/") else f"/api/v1{self.campaign}{address}"
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        while True:
            request = urllib.request.Request(self.site + path, data, headers, method=method)  # noqa: S310 (the user's own site)
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310  # nosec B310
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    raise RuntimeError(json.load(error)["detail"]) from None
                time.sleep(int(error.headers.get("Retry-After", 5)))

    def list(self, address: str) -> list[dict[str, Any]]:
        """Read a list whole."""
        found, following = [], address
        while following:
            part = self.call("GET", following)
            found += part["items"]
            following = part["next"]
        return found


def distances(ways: list[dict[str, Any]], goals: list[str]) -> dict[str, int]:
    """Count the marches from each province to the nearest goal."""
    near: dict[str, list[str]] = {}
    for way in ways:
        near.setdefault(way["first"], []).append(way["second"])
        near.setdefault(way["second"], []).append(way["first"])
    found, waiting = dict.fromkeys(goals, 0), deque(goals)
    while waiting:
        here = waiting.popleft()
        for there in near.get(here, []):
            if there not in found:
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def best(choices: list[dict[str, Any]], units: int, far: dict[str, int], enemies: dict[str, int]) -> str:
    """Choose the march that leads nearest to a goal, past no stronger enemy; otherwise hold."""
    open_to = [one for one in choices if one["kind"] == "march" and not one["reason"]]
    safe = [one for one in open_to if enemies.get(one["path"][-1], 0) <= units]
    return min(safe, key=lambda one: far.get(one["path"][-1], 999))["value"] if safe else "hold"


def give_orders(site: Site) -> None:
    """Give each army its order."""
    faction = site.faction
    provinces, enemies = site.list("/provinces"), dict[str, int]()
    for seen in site.list("/seen"):
        enemies[seen["province"]] = enemies.get(seen["province"], 0) + seen["high"]
    at_war = {one["second"] if one["first"] == faction else one["first"] for one in site.list("/relations")
              if faction in (one["first"], one["second"]) and one["kind"] == "war"}  # fmt: skip
    goals = [one["key"] for one in provinces if one["value"] and (one["controller"] in at_war or not one["controller"])]
    far, choices = distances(site.list("/ways"), goals), site.list("/choices")
    for army in site.list("/armies"):
        if not (army["engaged"] or army["garrison"]):
            own = [one for one in choices if one["army"] == army["key"]]
            site.call("PUT", f"/armies/{army['key']}/order", {"order": best(own, len(army["units"]), far, enemies)})


def spend(site: Site) -> None:
    """Buy the dearest unit that can be had at the first province that has one."""
    for province in site.list("/provinces"):
        if province["controller"] == site.faction and province["depot"]:
            try:
                offers = site.call("GET", f"/provinces/{province['key']}/offers")["units"]
                wanted = max((one for one in offers if not one["reason"]), key=lambda one: one["price"])
                site.call("POST", f"/provinces/{province['key']}/buy", {"type": wanted["type"]})
            except (RuntimeError, ValueError):  # refused, or nothing to be had: try the next one
                continue
            return


def play(site: Site, turns: int, pause: float = 5) -> int:
    """Play so many turns, or until the war is over; how many were played."""
    played = last = 0
    while played < turns:
        turn = site.call("GET", "/turn")
        if turn["war_is_over"]:
            break
        if turn["orders_open"] and turn["number"] != last:
            give_orders(site)
            spend(site)
            site.call("PUT", "/ready", {"ready": True})
            played, last = played + 1, turn["number"]
        else:
            time.sleep(pause)
    return played


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("site", help="address of the site")
    parser.add_argument("token", help="a token that may give orders")
    parser.add_argument("--turns", type=int, default=10)
    asked = parser.parse_args()
    print(play(Site(asked.site, asked.token), asked.turns), "turns played")
