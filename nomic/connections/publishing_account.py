"""The wiki that pages are published to, and the account for it."""

from dataclasses import dataclass, field

from django.conf import settings

from nomic.connections.store import store_connection, stored_connection

WIKI = "wiki"


@dataclass(frozen=True, slots=True)
class WikiAccount:
    """The address of api.php or of its folder, a bot's account, and its password. Without an address there is no wiki.

    `is_by_form` is true if an owner set the account in the office, `is_lost` if its password must be typed again.
    """

    url: str
    user: str
    password: str = field(repr=False)
    is_by_form: bool = False
    is_lost: bool = False


def wiki_account(*, fresh: bool = False) -> WikiAccount:
    """Return the account set by form, otherwise the one from WIKI_URL, WIKI_USER and WIKI_PASSWORD.

    `fresh` bypasses the cache.
    """
    found = stored_connection(WIKI, fresh=fresh)
    if found is None:
        return WikiAccount(settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD)
    return WikiAccount(found.values["url"], found.values["user"], found.secret, True, found.is_lost)


def set_wiki_account(url: str, user: str, password: str) -> None:
    """Store the wiki account that publishes pages."""
    store_connection(WIKI, {"url": url, "user": user}, password)
