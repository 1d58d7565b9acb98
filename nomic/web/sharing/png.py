"""Pictures of links as PNG: rendered from SVG and cached by their content."""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

import font_source_serif_pro
import resvg_py
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags

from nomic.outage_tolerant_cache import A_DAY, answer_or

FONT = "Source Serif Pro"
FRESH = 300  # seconds for which others keep a picture before they ask again
# Characters that XML cannot have. A name has none of them, but a title may come from an import.
NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def picture_response(request: HttpRequest, svg: str) -> HttpResponse:
    """Return the drawing as PNG, or a 304 response if the client already has it. It is rendered at most once a day."""
    name = hashlib.sha256(svg.encode("utf-8", "replace")).hexdigest()
    etag = f'"{name[:32]}"'
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    response: HttpResponse
    if etag in asked or "*" in asked:
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(_drawn(name, svg), content_type="image/png")
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={FRESH}"
    return response


def _drawn(name: str, svg: str) -> bytes:
    key = f"link-picture:{name}"
    found: bytes | None = answer_or(None, lambda: cache.get(key))
    if found is None:
        found = svg_as_png(svg)
        answer_or(None, lambda: cache.set(key, found, A_DAY))
    return found


def svg_as_png(svg: str, use_system_fonts: bool = True) -> bytes:
    """Render SVG to PNG.

    For scripts that the bundled font lacks, falls back to system fonts, if allowed and available.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=NO_XML.sub("", svg),
            font_files=_fonts(),
            font_family=FONT,
            skip_system_fonts=not use_system_fonts,
        )
    )


@lru_cache(maxsize=1)
def _fonts() -> list[str]:
    files = Path(font_source_serif_pro.__file__).parent / "files"
    return [str(files / f"SourceSerifPro-{weight}.ttf") for weight in ("Regular", "Bold")]
