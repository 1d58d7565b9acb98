"""The wiki client that the settings describe."""

import threading

from django.conf import settings

from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import WikiSite


def site_from_settings() -> WikiSite:
    """Return a client for MediaWiki if WIKI_URL is set, else for the folder."""
    if settings.WIKI_URL:
        return MediaWikiSite(settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD)
    return FolderSite(settings.WIKI_FOLDER)


_kept = threading.local()


def site_of_this_thread() -> WikiSite:
    """Return the wiki client of the settings.

    Each thread keeps its own client, with a logged-in session.
    """
    wanted = (settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD, settings.WIKI_FOLDER)
    if getattr(_kept, "wanted", None) != wanted:
        _kept.wanted, _kept.site = wanted, site_from_settings()
    site: WikiSite = _kept.site
    return site
