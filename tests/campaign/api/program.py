"""A program that calls the API."""

import itertools
import json
from typing import Any

from django.test import Client

from campaign.models import Member
from campaign.services.people.tokens import make_token

_NUMBERS = itertools.count(1)


def token_for(valley, name: str, scope: str = "orders") -> str:
    """A token of one of a valley's people; those who give no orders read."""
    member = Member.objects.get(campaign=valley.campaign, user=valley.people[name])
    return make_token(member=member.pk, name="bot", scope=scope if member.role == "player" else "read")[1]


class Program:
    """Calls addresses below a campaign by a token."""

    def __init__(self, token: str, slug: str) -> None:
        self.token, self.slug, self.client = token, slug, Client()

    def call(self, method: str, address: str, body: Any = None, **headers: str) -> Any:
        """Call an address below the campaign, or one of the site that begins with a slash."""
        path = f"/api/v1{address}" if address.startswith("/") else f"/api/v1/campaigns/{self.slug}/{address}"
        given = {"Authorization": f"Bearer {self.token}", **{k.replace("_", "-"): v for k, v in headers.items()}}
        if method not in ("GET", "HEAD"):
            given.setdefault("Idempotency-Key", f"key-{next(_NUMBERS)}")
        data = "" if body is None else json.dumps(body)
        return self.client.generic(method, path, data, content_type="application/json", headers=given)

    def get(self, address: str, **headers: str) -> Any:
        return self.call("GET", address, **headers)

    def items(self, address: str) -> list[dict[str, Any]]:
        """The items of a list."""
        response = self.get(address)
        assert response.status_code == 200, response.content
        told: list[dict[str, Any]] = response.json()["items"]
        return told
