"""The wiki client for the account that an owner has entered or that the settings name."""

import threading

from django.conf import settings

from nomic.connections.publishing_account import WikiAccount, wiki_account
from nomic.wiki.sites.folder import FolderSite
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wiki.sites.site import WikiSite


def site_from_settings() -> WikiSite:
    """Return a client for MediaWiki if its address is set, otherwise for the folder."""
    return _site(wiki_account())


def _site(account: WikiAccount) -> WikiSite:
    if account.url:
        return MediaWikiSite(account.url, account.user, account.password)
    return FolderSite(settings.WIKI_FOLDER)


_kept = threading.local()


def site_of_this_thread() -> WikiSite:
    """Return this thread's wiki client, which keeps a logged-in session.

    An account that an owner has just entered is used at once. Otherwise, after `begin_on_another_wiki`, pages published
    to the old wiki would be recorded as published on the new one.
    """
    account = wiki_account(fresh=True)
    wanted = (account, settings.WIKI_FOLDER)
    if getattr(_kept, "wanted", None) != wanted:
        _kept.wanted, _kept.site = wanted, _site(account)
    site: WikiSite = _kept.site
    return site
