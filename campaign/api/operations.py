"""The operations of the API: each is a function with its address; routes and description are made from this list."""

import re
import typing
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.forms import Form
from django.http import QueryDict

from base.pages.export import Export
from campaign.forms.api import ListQuery, MeantFor, NoForm
from campaign.models import Token
from campaign.visibility import Knowledge

T = TypeVar("T")
PARAMETER = re.compile(r"<(\w+):(\w+)>")
READ, ORDERS = Token.Scope.READ.value, Token.Scope.ORDERS.value


@dataclass(frozen=True)
class Listed(Generic[T]):
    """A list of which a part is asked for: its rows, and how some of them are shown."""

    rows: Sequence[Any] | QuerySet[Any]
    shown: Callable[[Any], Iterable[T]] = list


@dataclass
class Call:
    """A call: its token, what its member knows, what was asked and sent."""

    token: Token
    user: User
    knowledge: Knowledge
    query: dict[str, Any] = field(default_factory=dict)
    data: QueryDict = field(default_factory=QueryDict)

    def once(self, _about: list[Any]) -> None:
        """Give entries no key of their own: the key of the call stands for all of it."""


@dataclass(frozen=True)
class Operation:
    """An operation of the API."""

    act: Callable[..., Any]
    method: str
    path: str
    group: str
    query: type[Form] | None = None
    body: type[Form] | None = None
    status: int = 200

    @property
    def name(self) -> str:
        """Return the name by which clients know it."""
        return self.act.__name__

    @property
    def scope(self) -> str:
        """Return the scope that its token needs."""
        return READ if self.method == "GET" else ORDERS

    @property
    def answer(self) -> Any:
        """Return the type of its answer."""
        return typing.get_type_hints(self.act)["return"]

    @property
    def is_list(self) -> bool:
        return typing.get_origin(self.answer) is Listed

    @property
    def is_file(self) -> bool:
        return self.answer is Export

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """Return the parts of its address that vary: their kind and their name."""
        return PARAMETER.findall(self.path)

    @property
    def words(self) -> str:
        """Return what it does: its docstring."""
        return re.sub(r"\s+", " ", (self.act.__doc__ or "").strip())


OPERATIONS: list[Operation] = []
Act = TypeVar("Act", bound=Callable[..., Any])


def reads(path: str, query: type[Form] | None = None) -> Callable[[Act], Act]:
    """Note a function as what answers a GET of an address."""

    def note(act: Act) -> Act:
        is_list = typing.get_origin(typing.get_type_hints(act)["return"]) is Listed
        asked = query or (ListQuery if is_list else None)
        OPERATIONS.append(Operation(act, "GET", path, _group(act), asked))
        return act

    return note


def writes(
    method: str, path: str, body: type[Form] = NoForm, *, query: type[Form] = MeantFor
) -> Callable[[Act], Act]:  # fmt: skip
    """Note a function as what carries out an entry; a POST makes something new (201)."""

    def note(act: Act) -> Act:
        status = 201 if method == "POST" else 200
        OPERATIONS.append(Operation(act, method, path, _group(act), query, body, status))
        return act

    return note


def _group(act: Callable[..., Any]) -> str:
    return act.__module__.rpartition(".")[2]


def route_of(path: str) -> str:
    """Return the name of an address: what it is about, with ``one`` for a single one of a list."""
    parts = ["one" if PARAMETER.fullmatch(part) else part for part in path.split("/")]
    return "-".join(parts[2:] if path.startswith("campaigns/") and len(parts) > 2 else parts)
