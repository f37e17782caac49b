"""A body that is too large is refused by its announced length, before a byte of it is read."""

from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory

from campaign.rules.files.campaign_file import UPLOAD_LIMIT
from config.requests.limits import BODY_LIMIT, NO_LENGTH, TOO_LARGE
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


class Untouched(BytesIO):
    """A body that nobody may read."""

    def read(self, *args: Any) -> bytes:
        raise AssertionError("the body was read")

    readline = read


@pytest.mark.parametrize("path", ["/accounts/login/", "/campaigns/new/", "/battles/new/", "/nowhere/"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"])
def test_a_body_of_60_MB_is_refused_unread(path: str, kind: str) -> None:
    answer, body = _answer(path, CONTENT_LENGTH="60000000", CONTENT_TYPE=kind)
    assert answer == "413 Request Entity Too Large"
    assert body == TOO_LARGE.encode()


def test_a_body_without_a_length_is_refused_unread() -> None:
    answer, body = _answer("/campaigns/new/", HTTP_TRANSFER_ENCODING="chunked", CONTENT_LENGTH="")
    assert answer == "411 Length Required"
    assert body == NO_LENGTH.encode()


def _answer(path: str, **headers: str) -> tuple[str, bytes]:
    told: list[str] = []
    environ = RequestFactory().post(path).environ | {"wsgi.input": Untouched()} | headers
    body = b"".join(WSGIHandler()(environ, lambda status, _headers, _exc=None: told.append(status)))
    return told[0], body


def test_a_file_over_five_megabytes_is_refused_with_the_remedy() -> None:
    client = logged_in(User.objects.create_user("anna"))
    assert UPLOAD_LIMIT < BODY_LIMIT
    answer = client.post("/campaigns/new/", {"file": SimpleUploadedFile("war.json", b"[" * (UPLOAD_LIMIT + 1))})
    assert answer.status_code == 422
    assert "it has 5,000,001 bytes, at most 5,000,000 are taken here; ask the host to load it." in answer.text
