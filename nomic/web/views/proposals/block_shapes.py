"""Serves the shapes of all blocks of the block editor, which are the same for all laws."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from nomic.web.rendering import block_editor_assets

A_YEAR = 31_536_000  # seconds


@require_safe
@cache_control(public=True, max_age=A_YEAR, immutable=True)
def block_shapes(request: HttpRequest, digest: str) -> HttpResponse:
    """Return the block shapes as JSON, cached for a year because the URL contains their digest.

    Raises Http404 for any other digest.
    """
    if digest != block_editor_assets.shapes_digest():
        raise Http404
    return HttpResponse(block_editor_assets.shapes_as_json(), content_type="application/json")
