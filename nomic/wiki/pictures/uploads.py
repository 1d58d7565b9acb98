"""Uploading the pictures of a page before the page is saved. A wiki that takes no files gets pages without pictures.

The wiki is asked each time which pictures it has, so nothing is stored here. A file that somebody else has uploaded
under the same name is left alone, and so is one that was deleted; neither is shown.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator

from nomic.outbox.delivery_errors import DeliveryError, Retryable
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.layout.titles import CATEGORY, base_of
from nomic.wiki.pictures.drawings import pictures_in, without_pictures
from nomic.wiki.publishing.claims import hold_page
from nomic.wiki.sites.site import WikiSite
from nomic.wikitext.escape import inline

log = logging.getLogger(__name__)

MAX_UPLOADS = 50  # for a page at a time; the rest follow when the page is published again
MAX_SECONDS = 30  # after which no further upload of a page begins
MAX_BYTES = 300_000  # of a picture
SUMMARY = "drawn by the host of the game"


def upload_pictures(page: WikiPage, text: str, site: WikiSite) -> tuple[str, bool]:
    """Upload new and changed pictures of a rendered page.

    Return the page's text without the pictures that the wiki does not have, and whether some are left for the next
    time. A failed upload is only logged. Raises DeliveryError if the wiki does not say which files it has, and
    ClaimLost if another worker has the page.
    """
    wanted = [name for name in pictures_in(text) if name in page.pictures]
    if not wanted or not site.takes_pictures():
        return without_pictures(text), False
    there = site.files(wanted)
    shown = {name for name, file in there.items() if file.by_us}
    uploads, is_over = 0, _after(MAX_SECONDS)
    for name, content in _drawn(page, wanted):
        file = there.get(name)
        if file is not None and (not file.by_us or file.sha1 == _sha1(content)):
            continue
        if uploads >= MAX_UPLOADS or is_over():
            return without_pictures(text, shown), True
        hold_page(page)
        try:
            if file is None and site.was_removed(f"File:{name}"):
                continue
            site.upload(name, content, _description(page), SUMMARY)
        except Retryable as trouble:
            log.warning("wiki: pictures of %s wait: %s", page.title, trouble.reason)
            return without_pictures(text, shown), uploads > 0
        except DeliveryError as trouble:
            log.warning("wiki: %s was not uploaded: %s", name, trouble.reason)
            continue
        uploads += 1
        shown.add(name)
    return without_pictures(text, shown), False


def _drawn(page: WikiPage, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each picture that can be drawn."""
    for name in names:
        try:
            content = page.pictures[name]().encode()
        except Exception:
            log.exception("wiki: %s could not be drawn", name)
            continue
        if 0 < len(content) <= MAX_BYTES:
            yield name, content


def _sha1(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


def _description(page: WikiPage) -> str:
    """Return the text of a file's page on the wiki. Files have a category of their own: they would bury the pages."""
    base = base_of(page)
    words = f"A picture for [[:{page.title}]], drawn by the host of {inline(page.cycle.title)}."
    return f"{words}\n[[{CATEGORY}{base} pictures]]"


def _after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end
