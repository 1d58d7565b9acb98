"""Compression of pages and data: Django's own, which adds a random length to each response against BREACH.

A stream is not compressed, because it is read as it comes. Django would compress each part of an asynchronous stream by
itself, and a reader may stop after the first. A static file is such a stream, too; `collectstatic` compresses it once.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressionMiddleware(GZipMiddleware):
    """Middleware that compresses all responses except streams."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)
