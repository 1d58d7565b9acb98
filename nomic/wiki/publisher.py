"""Publishing: claim a stale page, render it, read what stands there, save what differs, record how it went.

No network call is made inside a database transaction. People's words outside the markers stay byte for byte; an edit
that was not seen is never overwritten; an edit between the markers sets the page aside until a person decides.
"""

import enum
import hashlib
import hmac
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from nomic.cycles.models import Cycle
from nomic.wiki import markers
from nomic.wiki.escape import normalise
from nomic.wiki.markers import Parts
from nomic.wiki.mirror import make_pages, published_before_pages
from nomic.wiki.models import Publisher, Resolution, WikiPage
from nomic.wiki.site import (
    Conflict,
    PageText,
    Refused,
    Saved,
    SiteTrouble,
    Stopped,
    TryLater,
    WikiSite,
    site_from_settings,
)
from nomic.wiki.stale import wake

log = logging.getLogger(__name__)
_sites = threading.local()

Render = Callable[[WikiPage], str]

FIRST_WAIT = timedelta(seconds=60)
LONGEST_WAIT = timedelta(hours=1)
STUCK_AFTER = timedelta(minutes=10)  # a worker that claimed a page so long ago has died
TRIES_AT_A_CONFLICT = 3
MOST_AT_ONCE = 200
EDITED_INSIDE = "somebody edited between the markers"


class How(enum.StrEnum):
    """How the publishing of a page ended."""

    PUBLISHED = "published"
    UNCHANGED = "unchanged"
    PARKED = "parked"
    LATER = "later"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one page, for logs and the command line."""

    title: str
    how: How
    detail: str = ""


class _Park(Exception):
    """Set the page aside: a person has to decide."""

    def __init__(self, reason: str, found: PageText | None = None, difference: str = "") -> None:
        self.reason, self.found, self.difference = reason, found, difference


def publish_due(
    *,
    site: WikiSite | None = None,
    render: Render | None = None,
    by_hand: bool = False,
    cycle_slug: str | None = None,
) -> list[Outcome]:
    """Publish every page that is stale for longer than the quiet time, until the site gives trouble.

    `by_hand`: at once, whatever waits or was stopped after earlier trouble.
    """
    return list(publish_each(site=site, render=render, by_hand=by_hand, cycle_slug=cycle_slug))


def publish_each(
    *, site: WikiSite | None = None, render: Render | None = None, by_hand: bool = False, cycle_slug: str | None = None
) -> Iterator[Outcome]:
    """As `publish_due`, page after page."""
    if render is None:
        from nomic.wiki.pages import render_page

        render = render_page
    sweep_stuck()
    _make_missing_pages()
    if not by_hand and not _may_go_on():
        return
    seen: set[int] = set()
    while len(seen) < MOST_AT_ONCE:
        page = _claim_next(by_hand, cycle_slug, seen)
        if page is None:
            return
        seen.add(page.pk)
        outcome = _publish(page, site or _site(), render)
        log.info("wiki: %s: %s %s", outcome.title, outcome.how, outcome.detail)
        yield outcome
        if outcome.how is How.STOPPED:
            return
        if outcome.how in (How.PUBLISHED, How.UNCHANGED):
            _went_well()


def _site() -> WikiSite:
    """The settings' wiki; a logged-in session is kept by each thread."""
    wanted = (settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD, settings.WIKI_FOLDER)
    if getattr(_sites, "wanted", None) != wanted:
        _sites.wanted, _sites.site = wanted, site_from_settings()
    site: WikiSite = _sites.site
    return site


def _claim_next(by_hand: bool, cycle_slug: str | None, seen: set[int]) -> WikiPage | None:
    """Claim the page that is stale for longest, if any is due."""
    now = timezone.now()
    due = WikiPage.objects.filter(
        stale_since__isnull=False, claimed_at=None, parked_at=None, cycle__published=True, cycle__fork_of=None
    ).exclude(pk__in=seen)
    if cycle_slug is not None:
        due = due.filter(cycle__slug=cycle_slug)
    if not by_hand:
        due = due.filter(
            Q(next_try_at=None) | Q(next_try_at__lte=now),
            stale_since__lte=now - timedelta(seconds=settings.WIKI_QUIET_SECONDS),
        )
    for pk, cycle_id in due.order_by("stale_since", "pk").values_list("pk", "cycle_id")[:20]:
        with transaction.atomic():
            # Whoever marks pages stale holds this lock to the end: what marked this one is there to be rendered.
            Cycle.objects.select_for_update().filter(pk=cycle_id).values_list("pk").first()
            claimed = WikiPage.objects.filter(pk=pk, claimed_at=None, parked_at=None, stale_since__isnull=False).update(
                claimed_at=now, claimed_stale=F("stale_since"), stale_since=None
            )
        if claimed:
            return WikiPage.objects.select_related("cycle").get(pk=pk)
    return None


def _publish(page: WikiPage, site: WikiSite, render: Render) -> Outcome:
    try:
        text = normalise(str(render(page)))
    except Exception as error:
        log.exception("wiki: %s could not be rendered", page.title)
        return _later(page, f"it could not be rendered ({type(error).__name__})")
    try:
        for _ in range(TRIES_AT_A_CONFLICT):
            try:
                return _bring_up_to_date(page, text, site)
            except Conflict as trouble:
                reason = trouble.reason
        return _later(page, reason)
    except _Park as decision:
        return _park(page, decision)
    except Refused as trouble:
        return _park(page, _Park(trouble.reason))
    except Stopped as trouble:
        return _stop(page, trouble)
    except TryLater as trouble:
        return _wait(page, trouble)
    except Exception as error:
        log.exception("wiki: %s could not be published", page.title)
        return _later(page, f"it could not be published ({type(error).__name__})")


def _bring_up_to_date(page: WikiPage, text: str, site: WikiSite) -> Outcome:
    found = site.read(page.title)
    parts = _place_for(page, found, text)
    if found is not None and markers.has_markers(found.text):
        if markers.same(parts.page(), found.text):
            return _published(page, text, found.revid, How.UNCHANGED)
        if found.revid == page.published_revid and text == page.sent_text:
            return _published(page, page.published_text, found.revid, How.UNCHANGED)
    # Noted before it is sent: if the answer gets lost, the text is known as ours when it is found there.
    WikiPage.objects.filter(pk=page.pk).update(sent_text=text)
    page.sent_text = text
    base = found.revid if found is not None else None
    saved = site.save(page.title, Parts(parts.before, text, parts.after).page(), base, _summary(page))
    return _look_again(page, text, site, base, saved)


def _look_again(page: WikiPage, text: str, site: WikiSite, base: int | None, saved: Saved) -> Outcome:
    """Read what stands there after a save: the wiki may have changed the text, or merged it with somebody's."""
    # Until seen otherwise, a merged revision is not known as ours: what is in it has to be compared the next time.
    revid = (base or 0) if saved.merged else saved.revid
    try:
        now = site.read(page.title)
        parts = markers.split(now.text) if now is not None and now.revid == saved.revid else None
    except (SiteTrouble, markers.MarkersBroken):
        now = parts = None
    if now is None or parts is None:
        return _published(page, text, revid, How.PUBLISHED)
    if not saved.merged:
        return _published(page, normalise(parts.inside), now.revid, How.PUBLISHED)
    if markers.same(parts.inside, text):
        return _published(page, text, now.revid, How.PUBLISHED)
    WikiPage.objects.filter(pk=page.pk).update(published_text=text, published_revid=revid, published_at=timezone.now())
    raise _Park(EDITED_INSIDE, now, markers.difference(text, parts.inside))


def _place_for(page: WikiPage, found: PageText | None, text: str) -> Parts:
    """The page as it is to be: people's words as found, around our new text. Raises _Park."""
    was_published = page.published_revid is not None
    decided = page.resolution != Resolution.NONE and page.parked_revid == (found.revid if found else None)
    if found is None:
        if was_published and not decided:
            raise _Park("the page was deleted or moved away")
        return Parts("", text, "")
    try:
        parts = markers.split(found.text)
    except markers.MarkersBroken as error:
        if not decided:
            raise _Park(f"the markers are broken: {error}", found) from None
        kept = markers.outside(found.text)
        return Parts(kept.before, text, _noted(page, found.text) + kept.after)
    if parts is None:
        return _place_without_markers(page, found, text, was_published, decided)
    if _is_ours(page, parts.inside, text, found.revid):
        return Parts(parts.before, text, parts.after)
    if decided:
        return Parts(parts.before, text, _noted(page, parts.inside) + parts.after)
    if not was_published and not page.sent_text:
        raise _Park("the page was written by another installation", found)
    raise _Park(EDITED_INSIDE, found, markers.difference(page.published_text, parts.inside))


def _place_without_markers(page: WikiPage, found: PageText, text: str, was_published: bool, decided: bool) -> Parts:
    if not decided and was_published:
        raise _Park("somebody took the markers away", found, markers.difference(page.published_text, found.text))
    if not found.text.strip():
        return Parts("", text, "")
    if not decided:
        raise _Park("there is a page of that name, written by somebody else", found)
    return Parts("", text, f"\n\n{found.text}")


def _is_ours(page: WikiPage, inside: str, text: str, revid: int) -> bool:
    """Whether what stands between the markers was written here: as published, as sent, or as it would be sent now."""
    if page.published_revid is not None and revid == page.published_revid:
        return True
    written = [text]
    if page.published_revid is not None:
        written.append(page.published_text)
    if page.sent_text:
        written.append(page.sent_text)
    return any(markers.same(inside, ours) for ours in written)


def _noted(page: WikiPage, found: str) -> str:
    if page.resolution != Resolution.NOTED:
        return ""
    lines = markers.added_lines(page.published_text, markers.without_markers(found))
    return f"\n\n{lines}\n" if lines.strip() else ""


def _summary(page: WikiPage) -> str:
    return f"{page.get_kind_display()} after entry {page.cycle.seq} of the journal"


# How it went. Each writes only where the claim is still this worker's.


def _record(page: WikiPage, **columns: object) -> None:
    WikiPage.objects.filter(pk=page.pk, claimed_at=page.claimed_at).update(
        claimed_at=None, claimed_stale=None, **columns
    )


def _published(page: WikiPage, stands: str, revid: int, how: How) -> Outcome:
    _record(
        page,
        published_at=timezone.now(),
        published_revid=revid,
        published_text=stands,
        attempts=0,
        next_try_at=None,
        trouble="",
        parked_reason="",
        parked_text="",
        parked_difference="",
        parked_revid=None,
        resolution=Resolution.NONE,
    )
    return Outcome(page.title, how)


def _still_stale() -> Coalesce:
    return Coalesce("stale_since", "claimed_stale")


def _later(page: WikiPage, reason: str) -> Outcome:
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(page.attempts, 10))
    _record(
        page,
        stale_since=_still_stale(),
        attempts=F("attempts") + 1,
        next_try_at=timezone.now() + wait,
        trouble=reason[:500],
    )
    return Outcome(page.title, How.LATER, reason)


def _park(page: WikiPage, decision: _Park) -> Outcome:
    _record(
        page,
        stale_since=_still_stale(),
        parked_at=timezone.now(),
        parked_reason=decision.reason[:500],
        parked_text=decision.found.text if decision.found else "",
        parked_revid=decision.found.revid if decision.found else None,
        parked_difference=decision.difference,
        resolution=Resolution.NONE,
        attempts=0,
        next_try_at=None,
        trouble="",
    )
    return Outcome(page.title, How.PARKED, decision.reason)


def _wait(page: WikiPage, trouble: TryLater) -> Outcome:
    """The site gives trouble: all pages wait, this one as stale as it was."""
    _record(page, stale_since=_still_stale(), trouble=trouble.reason[:500])
    with transaction.atomic():
        publisher = _publisher()
        wait = min(LONGEST_WAIT, timedelta(seconds=trouble.seconds) * 2 ** min(publisher.attempts, 10))
        publisher.attempts += 1
        publisher.next_try_at = timezone.now() + wait
        publisher.reason = trouble.reason[:500]
        publisher.stopped_at = None
        publisher.save()
    return Outcome(page.title, How.STOPPED, trouble.reason)


def _stop(page: WikiPage, trouble: Stopped) -> Outcome:
    """The site refuses the account: nothing is published until a person has looked."""
    _record(page, stale_since=_still_stale(), trouble=trouble.reason[:500])
    with transaction.atomic():
        publisher = _publisher()
        publisher.stopped_at = timezone.now()
        publisher.reason = trouble.reason[:500]
        publisher.account = account_fingerprint()
        publisher.next_try_at = None
        publisher.save()
    log.error("wiki: publishing stopped: %s", trouble.reason)
    return Outcome(page.title, How.STOPPED, trouble.reason)


def _publisher() -> Publisher:
    publisher, _ = Publisher.objects.select_for_update().get_or_create(pk=1)
    return publisher


def _went_well() -> None:
    Publisher.objects.filter(Q(attempts__gt=0) | Q(stopped_at__isnull=False) | ~Q(reason="")).update(
        attempts=0, next_try_at=None, stopped_at=None, reason="", account=""
    )


def _may_go_on() -> bool:
    publisher = Publisher.objects.filter(pk=1).first()
    if publisher is None:
        return True
    if publisher.stopped_at is not None:
        return publisher.account != account_fingerprint()
    return publisher.next_try_at is None or publisher.next_try_at <= timezone.now()


def account_fingerprint() -> str:
    """A keyed hash of the account, by which to see that somebody has set another since it was refused."""
    account = "\0".join((settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD))
    return hmac.new(settings.SECRET_KEY.encode(), account.encode(), hashlib.sha256).hexdigest()


# What people and the clock do about it.


def sweep_stuck(now: datetime | None = None) -> int:
    """Give back pages whose worker died; how many."""
    before = (now or timezone.now()) - STUCK_AFTER
    return WikiPage.objects.filter(claimed_at__lt=before).update(
        stale_since=Coalesce("stale_since", "claimed_stale", "claimed_at"), claimed_at=None, claimed_stale=None
    )


def _make_missing_pages() -> None:
    """Pages for cycles that somebody has set to be published since they began."""
    for cycle in published_before_pages():
        with transaction.atomic():
            make_pages(Cycle.objects.select_for_update().get(pk=cycle.pk))


def unpark(page: WikiPage, resolution: Resolution) -> bool:
    """Publish a parked page again as a person decided; False where it is not parked.

    The decision holds for the page as it stood when it was set aside: if somebody edited it since, it is parked anew.
    """
    unparked = WikiPage.objects.filter(pk=page.pk, parked_at__isnull=False).update(
        parked_at=None, resolution=resolution, stale_since=Coalesce("stale_since", timezone.now()), next_try_at=None
    )
    if unparked:
        transaction.on_commit(lambda: wake(0), robust=True)
    return bool(unparked)


def resume() -> None:
    """Try again at once after trouble with the site or the account."""
    Publisher.objects.filter(pk=1).update(stopped_at=None, next_try_at=None, attempts=0, reason="", account="")
    transaction.on_commit(lambda: wake(0), robust=True)
