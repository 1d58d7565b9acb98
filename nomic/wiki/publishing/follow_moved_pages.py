"""Pages that people have moved on the wiki. A page is identified by its last saved revision, wherever it is.

The title under which a page was created is kept (`home`), because links on other pages are composed from it, and are
rewritten on publishing. New pages are created beside the original titles, even if other pages were moved. Pages of
matches have such a name from the beginning: links name a match by its code, and its page has a number.
"""

import re
from collections.abc import Mapping

from django.db import IntegrityError, transaction

from nomic.cycles.models import Cycle
from nomic.wiki.cycle_pages import free_title
from nomic.wiki.mark_stale import mark_stale
from nomic.wiki.models import MAX_TITLE_LENGTH, PageKind, WikiPage
from nomic.wiki.pages.layout.titles import CATEGORY
from nomic.wiki.publishing.claims import hold_page
from nomic.wiki.publishing.markers import MarkersBroken, same, split
from nomic.wiki.publishing.merge import text_digest
from nomic.wiki.sites.site import Conflict, WikiSite

LINK = re.compile(r"\[\[:?([^\[\]|#]+)(?=[|\]#])(\]\])?")  # its target, and whether it has no words of its own
MAX_AT_ONCE = 20  # pages that have swapped titles with each other
LEADING = (
    PageKind.PROPOSAL,
    PageKind.MATCH,
    PageKind.PLAYER,
    PageKind.REVISION,
)  # kinds that few pages link to; every page links to the other kinds


def moved_place_of(page: WikiPage, site: WikiSite) -> str | None:
    """Return the page's current title if people have moved it, otherwise None.

    On a restored wiki the number of our revision may belong to another page, so the text is compared as well. Raises
    DeliveryError if the wiki does not answer.
    """
    if page.published_revid is None:
        return None
    where = site.title_of(page.published_revid)
    if where is None or where == page.title or len(where) > MAX_TITLE_LENGTH:
        return None
    try:
        parts = split(site.text_of(page.published_revid) or "")
    except MarkersBroken:
        return None
    if parts is None:
        return None
    is_ours = same(parts.inside, page.published_text) or text_digest(parts.inside) == page.published_digest
    return where if is_ours else None


def store_new_title(page: WikiPage, to: str, site: WikiSite) -> None:
    """Store the new title of the claimed page.

    If another page of ours is recorded at that title, it gets its own new title if it was moved as well, else a free
    one. Raises ClaimLost if another worker has the page, and DeliveryError if the wiki does not answer.
    """
    titles = {page.pk: to}
    while len(titles) < MAX_AT_ONCE:
        other = WikiPage.objects.filter(title=to).exclude(pk__in=titles).first()
        if other is None:
            break
        to = moved_place_of(other, site) or free_title(to, titles.values())
        titles[other.pk] = to
    try:
        with transaction.atomic():
            cycles = Cycle.objects.filter(wiki_pages__in=titles).distinct().values_list("pk", flat=True)
            locked = list(Cycle.objects.select_for_update().filter(pk__in=list(cycles)).order_by("pk"))
            hold_page(page)
            moved = _rename(titles)
            leading = {str(kind) for kind in PageKind} - set(LEADING)
            kinds = leading if all(each.kind in LEADING for each in moved) else {str(kind) for kind in PageKind}
            for cycle in locked:
                mark_stale(cycle.pk, kinds)
    except IntegrityError:
        raise Conflict("its pages are being moved about") from None
    page.refresh_from_db(fields=["title", "home"])


def _rename(titles: Mapping[int, str]) -> list[WikiPage]:
    """Give pages new titles, which may be former titles of others among these pages. Return the pages."""
    pages = list(WikiPage.objects.select_for_update().filter(pk__in=titles).only("pk", "kind", "title", "home"))
    for page in pages:
        WikiPage.objects.filter(pk=page.pk).update(title=f"[{page.pk}]")  # no page can have this title
    for page in pages:
        title, home = titles[page.pk], page.made_as
        WikiPage.objects.filter(pk=page.pk).update(title=title, home="" if home == title else home)
    return pages


def with_links_followed(text: str, cycle: Cycle) -> str:
    """Return the text with links to pages of the cycle by another name updated to their current titles."""
    moved = dict(WikiPage.objects.filter(cycle=cycle).exclude(home="").values_list("home", "title"))
    if not moved:
        return text

    def followed(found: re.Match[str]) -> str:
        title = moved.get(found[1])
        if title is None:
            return found[0]
        if found[1].startswith(CATEGORY) and not found[0].startswith("[[:"):
            # A category link puts a page into a category only if its target is a category.
            return f"[[{title}{found[2] or ''}" if title.startswith(CATEGORY) else found[0]
        # The colon makes this a plain link, wherever people moved the page.
        target = f"[[:{title}"
        return f"{target}|{found[1]}]]" if found[2] else target

    return LINK.sub(followed, text)
