"""What is sent compressed, and to whom."""

import gzip
import secrets
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.core.management import call_command
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from nomic.web.middleware.compression import CompressionMiddleware
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


@pytest.mark.parametrize("header", ["", "identity", "br"])
def test_who_does_not_take_it_gets_it_as_it_is(cast: Hall, header: str) -> None:
    """Without the header, or with other ways."""
    answer = Client().get(PAGE, headers={"Accept-Encoding": header} if header else {})
    assert "Content-Encoding" not in answer
    assert answer.text.startswith("<!doctype html>")


@pytest.fixture
def collected(tmp_path: Path, settings: Any) -> Client:
    """A client of a site whose static files have been collected, one here."""
    settings.STATIC_ROOT = tmp_path
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = False
    with patch("django.contrib.staticfiles.finders.AppDirectoriesFinder.list", return_value=[]):
        call_command("collectstatic", interactive=False, verbosity=0)
    return Client()


def test_a_collected_file_is_compressed_and_known_again_by_its_tag(collected: Client) -> None:
    """A browser that has it is told that it is the same."""
    first = collected.get(FILE, headers={"Accept-Encoding": "gzip"})
    whole = (settings.BASE_DIR / "static/css/components.css").read_bytes()
    assert gzip.decompress(b"".join(first)) == whole
    assert first["Content-Encoding"] == "gzip"
    assert first["Content-Type"].startswith("text/css")
    assert "Accept-Encoding" in first["Vary"]
    assert b"".join(collected.get(FILE)) == whole
    again = collected.get(FILE, headers={"Accept-Encoding": "gzip", "If-None-Match": first["ETag"]})
    assert (again.status_code, "Content-Encoding" in again) == (304, False)


def test_a_file_that_is_not_collected_is_sent_as_it_is() -> None:
    """As on a laptop, which has no use for fewer bytes."""
    answer = Client().get(FILE, headers={"Accept-Encoding": "gzip"})
    assert b"".join(answer) == (settings.BASE_DIR / "static/css/components.css").read_bytes()
    assert "Content-Encoding" not in answer


def answered(response: HttpResponse | StreamingHttpResponse, path: str = "/") -> HttpResponse | StreamingHttpResponse:
    """What becomes of an answer on its way to somebody who takes it compressed."""
    request: HttpRequest = RequestFactory().get(path, headers={"Accept-Encoding": "gzip"})
    found = CompressionMiddleware(lambda asked: response)(request)
    assert isinstance(found, HttpResponse | StreamingHttpResponse)
    return found


@pytest.mark.parametrize(
    "response",
    [
        HttpResponse("short"),
        HttpResponse(secrets.token_bytes(5_000), content_type="image/png"),
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
