"""Finds the edit between the markers: the first revision after ours whose text between them differs."""

import logging

from nomic.outbox.delivery_errors import DeliveryError
from nomic.wiki.models import WikiPage
from nomic.wiki.publishing import markers
from nomic.wiki.publishing.merge import text_digest
from nomic.wiki.sites.site import PageText, WikiSite

log = logging.getLogger(__name__)


def edit_of(page: WikiPage, found: PageText, site: WikiSite) -> PageText:
    """Return the edit that parked the page. Later edits may have changed only people's own text.

    Returns `found` if the wiki does not provide the history. The page is parked in any case.
    """
    try:
        history = site.history(page.title)
    except DeliveryError as trouble:
        log.info("wiki: who edited %s is not known: %s", page.title, trouble.reason)
        history = []
    edit = found
    for revision in history:
        if revision.revid == page.published_revid or _is_as_published(page, revision):
            break
        edit = revision
    return edit


def _is_as_published(page: WikiPage, revision: PageText) -> bool:
    try:
        parts = markers.split(revision.text)
    except markers.MarkersBroken:
        return False
    return parts is not None and text_digest(parts.inside) in {page.published_digest, text_digest(page.published_text)}
