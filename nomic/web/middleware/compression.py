"""Compression of pages and data: Django's own, which adds a random length to each response against BREACH.

Streams are not compressed: Django would compress each part of an asynchronous stream separately, and readers may stop
after the first part. Static files are streams as well, and are compressed once by `collectstatic`.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressionMiddleware(GZipMiddleware):
    """Middleware that compresses all responses except streams."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)
