"""One page that is published, found and edited, in few words."""

from django.utils import timezone

from nomic.wiki.models import WikiPage
from nomic.wiki.publishing.markers import BEGIN, END
from nomic.wiki.publishing.outcomes import How, SaveOutcome
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.site import WikiSite
from nomic.wikitext.escape import Wikitext


def publish(
    row: WikiPage, site: WikiSite, text: str, *, stale: bool = True, by_hand: bool = False
) -> SaveOutcome | None:
    """Publish this text as the page; None where the page was not due."""
    if stale:
        WikiPage.objects.filter(pk=row.pk, stale_since=None).update(stale_since=timezone.now())
    outcomes = publish_due(site=site, render=lambda row: Wikitext(text), by_hand=by_hand)
    row.refresh_from_db()
    assert row.claimed_at is None
    return outcomes[0] if outcomes else None


def how(outcome: SaveOutcome | None) -> How:
    assert outcome is not None
    return outcome.how


def whole(text: str, before: str = "", after: str = "") -> str:
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def text_of(site: WikiSite, row: WikiPage) -> str:
    found = site.read(row.title)
    assert found is not None
    return found.text


def edit(site: WikiSite, row: WikiPage, text: str) -> None:
    """Somebody edits the page."""
    found = site.read(row.title)
    site.save(row.title, text, found.revid if found else None, "a person's edit")
