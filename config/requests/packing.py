"""Pages packed on their way: as Django packs them, at a level that takes a third of the time."""

import gzip
import secrets

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers

LEVEL = 4
"""Of nine: a map of 206 kB comes to 51 kB in 2 ms; at Django's level 6 it comes to 49 kB in 6 ms."""
LEAST = 200
PADDING = 100
"""So many bytes at most are added at random, so that the length of an answer tells nothing (BREACH)."""
NAMED = 8
"""The flag of a name in the head of a gzip file, of ten bytes."""


class Packing(GZipMiddleware):
    """Packs a whole answer quickly; leaves one that comes in parts to Django."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Pack an answer for a browser that can read it."""
        content = getattr(response, "content", b"")
        if response.streaming or response.has_header("Content-Encoding") or len(content) < LEAST:
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        small = packed(content) if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")) else content
        return _replaced(response, small) if len(small) < len(content) else response


def packed(content: bytes) -> bytes:
    """Return the bytes as a gzip file with a name of random length."""
    made = gzip.compress(content, compresslevel=LEVEL, mtime=0)
    name = b"a" * secrets.randbelow(PADDING)
    return made[:3] + bytes([NAMED]) + made[4:10] + name + b"\0" + made[10:]


def _replaced(response: HttpResponseBase, content: bytes) -> HttpResponseBase:
    response.content = content  # type: ignore[attr-defined]
    response.headers["Content-Length"] = str(len(content))
    response.headers["Content-Encoding"] = "gzip"
    tag = response.headers.get("ETag", "")
    if tag.startswith('"'):
        response.headers["ETag"] = f"W/{tag}"
    return response
