"""Merges the system's text into a page as found. People's text around it is kept byte for byte.

Text between the markers is overwritten only if it is known to be ours, or if a person has decided so.
"""

import hashlib

from nomic.wiki.models import Cause, Resolution, WikiPage, Written
from nomic.wiki.pages.layout.as_of_line import with_line_of
from nomic.wiki.publishing import markers, parked_banner
from nomic.wiki.publishing.markers import Parts
from nomic.wiki.sites.site import PageText
from nomic.wikitext.escape import normalise_text

EDITED_INSIDE = "somebody edited between the markers"


class NeedsManualMerge(Exception):
    """Raised if the page must be parked, because a person has to decide."""

    def __init__(self, cause: Cause, reason: str, found: PageText | None = None, difference: str = "") -> None:
        self.cause, self.reason, self.found, self.difference = cause, reason, found, difference
        self.edit: PageText | None = found  # the edit to blame, once it is known better
        super().__init__(reason)


def text_digest(text: str) -> str:
    """Return a digest of a text that does not change when MediaWiki saves the text."""
    return hashlib.sha256(normalise_text(text).encode()).hexdigest()


def keep_as_of_line(page: WikiPage, found: PageText | None, text: str) -> str:
    """Return the text with the as-of line of the page as found, if the rest equals the last text sent.

    This avoids saving the page for that line alone. A line that somebody else wrote is not kept.
    """
    try:
        parts = markers.split(found.text) if found is not None else None
    except markers.MarkersBroken:
        return text
    if parts is None:
        return text
    same = with_line_of(parts.inside, text)
    if same is None:
        return text
    if text_digest(same) in {page.published_digest, *(each["digest"] for each in page.sent)}:
        return same
    is_new = page.published_revid is None and not page.sent  # for example after a restore
    return same if markers.same(same, parts.inside if is_new else page.published_text) else text


def merge_text(page: WikiPage, found: PageText | None, text: str) -> Parts:
    """Return the new page: people's text as found, without the banner of a parked page, around our new text.

    Raises NeedsManualMerge if people have edited between the markers, and in other cases that a person has to decide.
    """
    was_published = page.published_revid is not None
    decided = page.resolution != Resolution.NONE and _is_what_was_decided_about(page, found)
    if found is None:
        if was_published and not decided:
            raise NeedsManualMerge(Cause.GONE, "the page was deleted or moved away")
        return Parts("", text, "")
    words = parked_banner.remove_banner(found.text)
    try:
        parts = markers.split(words)
    except markers.MarkersBroken as error:
        if not decided:
            raise NeedsManualMerge(Cause.MARKERS, f"the markers are broken: {error}", found) from None
        kept = markers.outside(words)
        return Parts(kept.before, text, _noted(page, words) + kept.after)
    if parts is None:
        return _place_without_markers(page, found, text, was_published, decided)
    if _is_ours(page, parts.inside, text, found):
        return Parts(parts.before, text, parts.after)
    if decided:
        return Parts(parts.before, text, _noted(page, parts.inside) + parts.after)
    if not was_published and not page.sent:
        raise NeedsManualMerge(Cause.FOREIGN, "the page was written by another installation", found)
    raise NeedsManualMerge(Cause.EDITED, EDITED_INSIDE, found, markers.difference(page.published_text, parts.inside))


def _is_what_was_decided_about(page: WikiPage, found: PageText | None) -> bool:
    """Return whether the page is unchanged since it was parked, apart from its banner."""
    if found is None or page.parked_revid is None:
        return found is None and page.parked_revid is None
    return found.revid == page.parked_revid or parked_banner.remove_banner(found.text) == parked_banner.remove_banner(
        page.parked_text
    )


def text_if_current(page: WikiPage, found: PageText | None, wanted: Parts) -> str | None:
    """Return the text between the markers if the page needs no save, otherwise None.

    No save is needed if that text equals the wanted one exactly, or the wiki's stored form of a text that we once
    saved.
    """
    if found is None or not markers.has_markers(found.text):
        return None
    try:
        parts = markers.split(found.text)
    except markers.MarkersBroken:
        return None
    inside = parts.inside if parts is not None else ""
    is_known = _is_revision_of_ours(page, found) or markers.same(inside, page.published_text)
    as_saved = found.revid == page.published_revid and is_known and page.published_digest == text_digest(wanted.inside)
    if not as_saved and not markers.same(wanted.page(), found.text):
        return None
    return parts.inside if parts is not None else None


def _place_without_markers(page: WikiPage, found: PageText, text: str, was_published: bool, decided: bool) -> Parts:
    words = parked_banner.remove_banner(found.text)
    if not decided and was_published:
        difference = markers.difference(page.published_text, words)
        raise NeedsManualMerge(Cause.MARKERS, "somebody took the markers away", found, difference)
    if not words.strip():
        return Parts("", text, "")
    if not decided:
        raise NeedsManualMerge(Cause.FOREIGN, "there is a page of that name, written by somebody else", found)
    return Parts("", text, f"\n\n{words}")


def _is_ours(page: WikiPage, inside: str, text: str, found: PageText) -> bool:
    """Return whether this host wrote the text between the markers.

    That is so if it equals the published text, the sent text, or the text that would be sent now. A text that our
    account saved at any earlier time also counts, as on a restored wiki. An older text of ours that somebody else has
    restored is their edit.
    """
    if page.published_revid is not None and (
        _is_revision_of_ours(page, found) or markers.same(inside, page.published_text)
    ):
        return True
    stands_there = text_digest(inside)
    if stands_there == text_digest(text) or any(stands_there == sent["digest"] for sent in page.sent):
        return True
    return found.by_us and Written.objects.filter(page=page, digest=stands_there).exists()


def _is_revision_of_ours(page: WikiPage, found: PageText) -> bool:
    """Return whether the page as found is the confirmed revision.

    On a restored wiki, the same number may be somebody else's edit, so the author is checked as well.
    """
    return found.revid == page.published_revid and (found.by_us or not found.author)


def _noted(page: WikiPage, found: str) -> str:
    if page.resolution != Resolution.NOTED:
        return ""
    lines = markers.added_lines(page.published_text, markers.without_markers(found))
    return f"\n\n{lines}\n" if lines.strip() else ""
