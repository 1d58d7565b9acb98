"""Compresses responses for clients that accept it: a phone waits longer for bytes than for the CPU.

A secret and text that an attacker can place on a page should not be compressed together, because the lengths of many
responses would reveal the secret (BREACH). Such responses are unavailable to an attacker here: the session cookie is
not sent with requests made by another site, except when following a link (SameSite). Besides, CSRF tokens are masked
differently each time, and a random length is added to each page, as Django's own middleware does. Streams are not
compressed, because they are read as they come.
"""

import gzip
import io
import re
import secrets
import threading
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers

MIN_COUNT = 1_000  # bytes: less fits in one packet anyway
PAGE_LEVEL, FILE_LEVEL = 4, 9  # a page is compressed each time, a file once per process
MAX_RANDOM = 100  # bytes, in the gzip header's file name, which clients ignore
MAX_KEPT = 200  # files
MAX_FILE_LENGTH = 1_000_000  # bytes
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
WORDS = re.compile(r"^(text/(?!event-stream)|application/(json|javascript|problem\+json)|image/svg\+xml)")


class CompressingMiddleware:
    """Compresses pages, data, and static files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._files: dict[tuple[str, str], bytes] = {}
        self._order = threading.Lock()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if not WORDS.match(response.get("Content-Type", "")) or response.has_header("Content-Encoding"):
            return response
        if isinstance(response, StreamingHttpResponse):
            return self._file(request, response)
        if isinstance(response, HttpResponse) and len(response.content) >= MIN_COUNT:
            patch_vary_headers(response, ("Accept-Encoding",))
            if _takes_gzip(request):
                name = secrets.token_bytes(secrets.randbelow(MAX_RANDOM) + 1).hex()[:MAX_RANDOM]
                response.content = compressed(response.content, PAGE_LEVEL, name)
                _say_so(response)
                if response.has_header("ETag"):
                    response["ETag"] = re.sub(r'^"', 'W/"', response["ETag"])
        return response

    def _file(self, request: HttpRequest, response: StreamingHttpResponse) -> HttpResponseBase:
        """Compress a static file as a whole. Any other stream is returned unchanged."""
        is_file = request.path_info.startswith(settings.STATIC_URL) and response.has_header("ETag")
        length = response.get("Content-Length", "")
        if not is_file or response.status_code != 200 or not length.isdecimal() or int(length) > MAX_FILE_LENGTH:
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if request.method != "GET" or int(length) < MIN_COUNT or not _takes_gzip(request):
            return response
        whole = HttpResponse(self._compressed_once(request.path_info, response))
        for name, value in response.items():
            whole[name] = value
        _say_so(whole)
        return whole

    def _compressed_once(self, path: str, response: StreamingHttpResponse) -> bytes:
        known_by = path, response["ETag"]
        found = self._files.get(known_by)
        if found is None:
            found = compressed(b"".join(response), FILE_LEVEL)
            with self._order:
                self._files[known_by] = found
                while len(self._files) > MAX_KEPT:
                    del self._files[next(iter(self._files))]
        response.close()
        return found


def compressed(content: bytes, level: int, name: str = "") -> bytes:
    """The bytes compressed with gzip, with this file name in the header."""
    into = io.BytesIO()
    with gzip.GzipFile(filename=name, mode="wb", compresslevel=level, fileobj=into, mtime=0) as file:
        file.write(content)
    return into.getvalue()


def _takes_gzip(request: HttpRequest) -> bool:
    return TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")) is not None


def _say_so(response: HttpResponse) -> None:
    response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(response.content))
