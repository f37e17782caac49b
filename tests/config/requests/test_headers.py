"""What every answer tells the browser, and the cookies of a public site."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.env import BASE_DIR
from config.requests.limits import BODY_LIMIT

ANSWERS: dict[str, tuple[str, str, dict[str, Any], int | None]] = {
    "a page": ("GET", "/odds/", {}, 200),
    "a page that is not there": ("GET", "/nowhere/", {}, 404),
    "the health address": ("GET", "/healthz", {}, None),
    "a file of the pages": ("GET", "/static/js/forms.js", {}, 200),
    "a body that is too large": ("POST", "/accounts/login/", {"CONTENT_LENGTH": str(BODY_LIMIT + 1)}, 413),
    "a body without a length": ("POST", "/", {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}, 411),
    "an address with a NUL": ("GET", "/?q=%00", {}, 400),
    "a part of a page": ("GET", "/battles/new/", {"HTTP_HX_REQUEST": "true"}, 401),
}
POLICY = {"default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"}


def tls(settings) -> Client:
    """A visitor of a public site."""
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.WHITENOISE_USE_FINDERS = True, True
    settings.WHITENOISE_AUTOREFRESH = True
    return Client()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ANSWERS)
def test_no_answer_lacks_a_header(settings, kind: str) -> None:
    method, path, more, status = ANSWERS[kind]
    answer = tls(settings).generic(method, path, b"", secure=True, **more)
    assert status in (None, answer.status_code)
    headers = answer.headers
    assert set(headers["Content-Security-Policy"].split("; ")) >= POLICY
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Strict-Transport-Security"].startswith("max-age=31536000; includeSubDomains")
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "same-origin")
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.django_db
def test_a_public_site_leads_pages_to_tls_and_answers_watchers_without(settings) -> None:
    client = tls(settings)
    assert client.get("/odds/").headers["Location"] == "https://testserver/odds/"
    assert client.get("/healthz").status_code in (200, 503)


def test_cookies_of_a_public_site_are_of_its_host_and_of_tls_alone(tmp_path: Path) -> None:
    names = ("SESSION", "CSRF")
    parts = ("COOKIE_NAME", "COOKIE_SECURE", "COOKIE_SAMESITE", "COOKIE_PATH", "COOKIE_DOMAIN")
    text = (
        "import json, os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; from django.conf import settings; "
        f"print(json.dumps([[getattr(settings, f'{{n}}_{{p}}') for p in {parts}] for n in {names}]"
        " + [settings.SESSION_COOKIE_HTTPONLY, settings.DEBUG]))"
    )
    keys = {"SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "war.example.org", "BIVOUAC_STATE": str(tmp_path)}
    told = subprocess.check_output([sys.executable, "-c", text], cwd=BASE_DIR, env=keys)
    session, token, hidden, debug = json.loads(told)
    assert session == ["__Host-sessionid", True, "Lax", "/", None]
    assert token == ["__Host-csrftoken", True, "Lax", "/", None]
    assert (hidden, debug) == (True, False)


@pytest.mark.django_db
def test_the_log_in_is_out_of_reach_of_scripts() -> None:
    User.objects.create_user("anna", password="a long password")
    client = Client()
    client.post("/accounts/login/", {"username": "anna", "password": "a long password"})
    assert client.cookies["sessionid"]["httponly"] is True


@pytest.mark.django_db
@pytest.mark.parametrize("there", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_a_log_in_leads_nowhere_else(there: str) -> None:
    User.objects.create_user("anna", password="a long password")
    form = {"username": "anna", "password": "a long password", "next": there}
    assert Client().post("/accounts/login/", form)["Location"] == "/"


@pytest.mark.django_db
def test_trace_is_not_answered_with_what_was_sent() -> None:
    answer = Client().generic("TRACE", "/accounts/login/", HTTP_X_SECRET="4711")
    assert answer.status_code == 405
    assert b"4711" not in answer.content
