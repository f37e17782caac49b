"""Pages are packed for browsers that read it, each time with another length."""

import gzip

from django.http import HttpRequest, HttpResponse

from config.requests.middleware import LEAST, PADDING, Packing, packed

TEXT = b"All quiet on the Elbe. " * 100


def _answer(content: bytes, *, asked: str = "gzip", **headers: str) -> HttpResponse:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = asked
    found = Packing(lambda _: HttpResponse(content, headers=headers))(request)
    assert isinstance(found, HttpResponse)
    return found


def test_a_page_is_packed_and_can_be_read() -> None:
    answer = _answer(TEXT, ETag='"1"')
    assert gzip.decompress(answer.content) == TEXT
    assert len(answer.content) < len(TEXT)
    named = {name: answer.headers[name] for name in ("Content-Encoding", "Content-Length", "ETag", "Vary")}
    assert named == {"Content-Encoding": "gzip", "Content-Length": str(len(answer.content)), "ETag": 'W/"1"',
                     "Vary": "Accept-Encoding"}  # fmt: skip


def test_the_length_of_an_answer_tells_nothing() -> None:
    lengths = {len(packed(TEXT)) for _ in range(200)}
    assert len(lengths) > PADDING / 2
    assert max(lengths) - min(lengths) < PADDING


def test_what_a_browser_does_not_read_and_what_is_short_stays_as_it_is() -> None:
    assert _answer(TEXT, asked="br").content == TEXT
    assert _answer(b"x" * (LEAST - 1)).content == b"x" * (LEAST - 1)
    assert _answer(TEXT, **{"Content-Encoding": "br"}).headers["Content-Encoding"] == "br"
