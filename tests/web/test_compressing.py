"""What is sent compressed, and to whom."""

import gzip

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from nomic.web.middleware.compression import CompressingMiddleware
from tests.support.hall import Hall

PAGE = "/c/hall/"
FILE = f"{settings.STATIC_URL}css/components.css"


def test_a_page_is_compressed_for_whoever_takes_it_so(cast: Hall) -> None:
    """And is the same page; caches on the way know that there are two of it."""
    client = Client()
    plain = client.get(PAGE)
    packed = client.get(PAGE, headers={"Accept-Encoding": "gzip, deflate, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content).decode().splitlines()[:3] == plain.text.splitlines()[:3]
    assert len(packed.content) * 3 < len(plain.content)
    assert packed["Content-Length"] == str(len(packed.content))
    assert "Content-Encoding" not in plain
    assert all("Accept-Encoding" in each["Vary"] for each in (plain, packed))


def test_the_length_of_a_page_tells_nothing(cast: Hall) -> None:
    """The same page has many lengths."""
    client = Client()
    lengths = {len(client.get(PAGE, headers={"Accept-Encoding": "gzip"}).content) for _ in range(12)}
    assert len(lengths) > 3


@pytest.mark.parametrize("header", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_who_does_not_take_it_gets_it_as_it_is(cast: Hall, header: str) -> None:
    """Without the header, with other ways, or where it is refused in so many words."""
    answer = Client().get(PAGE, headers={"Accept-Encoding": header} if header else {})
    assert "Content-Encoding" not in answer
    assert answer.text.startswith("<!doctype html>")


def test_a_file_is_compressed_once_and_known_again_by_its_tag(cast: Hall) -> None:
    """A browser that has it is told that it is the same, and of the head alone nothing is compressed."""
    client = Client()
    first, second = (client.get(FILE, headers={"Accept-Encoding": "gzip"}) for _ in range(2))
    content = gzip.decompress(b"".join(first) if first.streaming else first.content)
    assert content.decode() == (settings.BASE_DIR / "static/css/components.css").read_text()
    assert first["Content-Encoding"] == second["Content-Encoding"] == "gzip"
    assert first["Content-Type"].startswith("text/css")
    again = client.get(FILE, headers={"Accept-Encoding": "gzip", "If-None-Match": first["ETag"]})
    assert (again.status_code, "Content-Encoding" in again) == (304, False)
    assert "Content-Encoding" not in client.head(FILE, headers={"Accept-Encoding": "gzip"})


def answered(response: HttpResponse | StreamingHttpResponse, path: str = "/") -> HttpResponse | StreamingHttpResponse:
    """What becomes of an answer on its way to somebody who takes it compressed."""
    request: HttpRequest = RequestFactory().get(path, headers={"Accept-Encoding": "gzip"})
    found = CompressingMiddleware(lambda asked: response)(request)
    assert isinstance(found, HttpResponse | StreamingHttpResponse)
    return found


@pytest.mark.parametrize(
    "response",
    [
        HttpResponse("short"),
        HttpResponse("x" * 5_000, content_type="image/png"),
        HttpResponse("x" * 5_000, headers={"Content-Encoding": "br"}),
        StreamingHttpResponse(iter([b"data: x\n\n"]), content_type="text/event-stream"),
        StreamingHttpResponse(iter([b"x" * 5_000]), content_type="text/html"),
    ],
)
def test_streams_pictures_and_short_answers_stay_as_they_are(response: HttpResponse | StreamingHttpResponse) -> None:
    """News comes as it happens; what is compressed already is not compressed again."""
    before = response.get("Content-Encoding")
    assert answered(response).get("Content-Encoding") == before


def test_a_part_of_a_file_is_that_part(cast: Hall) -> None:
    """Who asks for some bytes of it gets these."""
    answer = Client().get(FILE, headers={"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert answer.status_code == 206
    assert "Content-Encoding" not in answer
    assert len(b"".join(answer)) == 10
