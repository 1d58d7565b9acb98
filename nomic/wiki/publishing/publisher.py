"""Publishing: claim a page, render it, read its current text, save the differences, record the confirmation.

No network call is made inside a database transaction. People's text outside the markers is kept byte for byte. An edit
that the publisher has not read is never overwritten. An edit between the markers parks the page until a person decides.
A page counts as published when the wiki has confirmed or shows the text, never because it was sent.
"""

import logging
import time
from collections.abc import Callable, Iterator

from django.db import transaction

from nomic.cycles.models import Cycle
from nomic.outbox.delivery_errors import DeliveryError, Fatal, Rejected, Retryable
from nomic.outbox.leases import in_hand
from nomic.outbox.unreachable import OUR_MISTAKE
from nomic.wiki.cycle_pages import make_pages, published_before_pages, renew_main_pages
from nomic.wiki.front_page import renew_front_page
from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import NOT_TAKEN, SAID_THERE, Cause, WikiPage
from nomic.wiki.pages.layout.display_title import without_title
from nomic.wiki.pages.render import render_whole
from nomic.wiki.pictures.uploads import upload_pictures
from nomic.wiki.publishing import parked_banner
from nomic.wiki.publishing.circuit_breaker import all_well, look_whether_it_is_over, may_go_on, publishing_state
from nomic.wiki.publishing.claims import ClaimLost, Queue, free_abandoned, hold_page
from nomic.wiki.publishing.edit_summaries import summary
from nomic.wiki.publishing.find_foreign_edit import edit_of
from nomic.wiki.publishing.follow_moved_pages import moved_place_of, store_new_title, with_links_followed
from nomic.wiki.publishing.link_purges import show_links
from nomic.wiki.publishing.merge import NeedsManualMerge, keep_as_of_line, merge_text, text_if_current
from nomic.wiki.publishing.outcomes import (
    DecidedMeanwhile,
    How,
    SaveOutcome,
    confirmed,
    decided_meanwhile,
    delay_publishing,
    forgotten,
    mark_stale_again,
    merged,
    parked,
    published,
    record_banner,
    record_banner_refused,
    retry_later,
    sending,
    set_aside,
    stop_publishing,
)
from nomic.wiki.publishing.pause import is_paused
from nomic.wiki.publishing.unpublished_page_notices import notify_of_rejected
from nomic.wiki.sites.from_settings import site_of_this_thread
from nomic.wiki.sites.site import Conflict, PageTrouble, Unconfirmed, WikiSite
from nomic.wikitext.escape import normalise_text

log = logging.getLogger(__name__)

Render = Callable[[WikiPage], str]

ROUNDS = 3  # of reading and saving, if others edit at the same time
MAX_AT_ONCE = 200  # pages in one run
SECONDS_AT_ONCE = 60  # after which a run begins no further page, and another run takes over
MAX_COMPARED = 5  # pages in one run that are only compared with the wiki


def publish_due(
    *,
    site: WikiSite | None = None,
    render: Render | None = None,
    by_hand: bool = False,
    cycle_slug: str | None = None,
) -> list[SaveOutcome]:
    """Publish every page that has been stale for longer than the quiet time. Return the outcomes.

    Some other pages are compared with the wiki as well. If `by_hand` is set, all stale pages are published at once,
    regardless of delays  and stops after earlier failures.
    """
    return list(publish_each(site=site, render=render, by_hand=by_hand, cycle_slug=cycle_slug))


def publish_each(
    *, site: WikiSite | None = None, render: Render | None = None, by_hand: bool = False, cycle_slug: str | None = None
) -> Iterator[SaveOutcome]:
    """Publish as `publish_due` does, yielding the outcome of each page."""
    free_abandoned()
    _make_missing_pages()
    before = publishing_state()
    if not by_hand and not may_go_on(before):
        return
    queue = Queue(by_hand, cycle_slug, most_compared=MAX_COMPARED)
    done, began, ended = 0, time.monotonic(), set[How]()
    while (by_hand or not done or not is_paused()) and (page := queue.claim_next()) is not None:
        with in_hand(page.claim):
            outcome = _publish(page, site or site_of_this_thread(), render or render_whole)
        log.info("wiki: %s: %s %s", outcome.title, outcome.how, outcome.detail)
        ended.add(outcome.how)
        yield outcome
        if outcome.how is How.STOPPED:
            return
        if outcome.how is How.PUBLISHED:
            all_well()
        done += 1
        if not by_hand and (done >= MAX_AT_ONCE or time.monotonic() - began >= SECONDS_AT_ONCE):
            if queue.has_more():
                wake_publisher(0)
            break
    if done and renew_front_page():
        wake_publisher()
    if How.PARKED in ended:
        notify_of_rejected()
    if before.since is not None and How.PUBLISHED not in ended and not queue.has_more(due=False):
        look_whether_it_is_over(site or site_of_this_thread())
    show_links(lambda: site or site_of_this_thread(), wait=by_hand)


def _make_missing_pages() -> None:
    """Create missing pages, and mark pages as stale that acts do not mark.

    These are main pages whose cycles have begun since, and the front page.
    """
    renew_main_pages()
    for cycle in published_before_pages():
        with transaction.atomic():
            make_pages(Cycle.objects.select_for_update().get(pk=cycle.pk))
    renew_front_page()


def _publish(page: WikiPage, site: WikiSite, render: Render) -> SaveOutcome:
    try:
        text = str(render(page))
        if getattr(page, "some_moved", False):
            text = with_links_followed(text, page.cycle)
        text = normalise_text(text)
    except Exception:
        log.exception("wiki: %s could not be rendered", page.title)
        return retry_later(page, f"it could not be rendered, {OUR_MISTAKE}")
    try:
        try:
            return _bring_as_the_wiki_permits(page, text, site)
        except Rejected as trouble:
            cause = Cause.WARNED if isinstance(trouble, Unconfirmed) else Cause.REFUSED
            return _park(page, NeedsManualMerge(cause, trouble.reason), site)
        except NeedsManualMerge as decision:
            return _park(page, decision, site)
    except ClaimLost:
        return SaveOutcome(page.title, How.LATER, "another worker has taken it over")
    except DecidedMeanwhile:
        return decided_meanwhile(page)
    except Fatal as trouble:
        return stop_publishing(page, trouble)
    except Retryable as trouble:
        return delay_publishing(page, trouble)
    except PageTrouble as trouble:
        return _this_page_or_all(page, trouble, site)
    except Conflict as trouble:
        return retry_later(page, trouble.reason)
    except Exception:
        log.exception("wiki: %s could not be published", page.title)
        return retry_later(page, f"it could not be published, {OUR_MISTAKE}")


def _bring_as_the_wiki_permits(page: WikiPage, text: str, site: WikiSite) -> SaveOutcome:
    """Upload the page's pictures, then bring its text up to date. Raises as `_bring_up_to_date` does.

    A wiki that permits no other titles, or takes no pictures, gets the text without these.
    """
    text, are_left = upload_pictures(page, text, site)
    outcome = _bring_up_to_date(page, text if site.shows_titles() else without_title(text), site)
    if are_left:
        mark_stale_again(page)
    return outcome


def _bring_up_to_date(page: WikiPage, text: str, site: WikiSite) -> SaveOutcome:
    """Read the page, save it if it differs, and read it again, because the wiki may have changed or merged the text.

    Raises ClaimLost if another worker has the page, NeedsManualMerge if a person has to decide, and DeliveryError if
    the wiki refuses.
    """
    fresh = text
    base: int | None = None
    saved: int | None = None
    how = How.UNCHANGED
    trouble = Conflict("others edit it all the time")
    for _ in range(ROUNDS):
        hold_page(page)
        try:
            found = site.read(page.title)
        except DeliveryError:
            if saved is None:
                raise
            return published(page, text, text, saved, how)  # the answer to the save has said so
        if saved is not None and (found.revid if found else None) == base:
            # The page came from a replica that has not seen the save yet.
            return published(page, text, text, saved, how)
        text = keep_as_of_line(page, found, fresh)
        try:
            wanted = merge_text(page, found, text)
        except NeedsManualMerge as decision:
            if not _is_found_again(page, decision, site):
                raise
            continue
        inside = text_if_current(page, found, wanted)
        if found is not None and inside is not None:
            return published(page, inside, text, found.revid, how)
        base = found.revid if found is not None else None
        sending(page, text, base)
        try:
            answer = site.save(page.title, wanted.page(), base, summary(page, text))
        except Conflict as conflict:
            trouble = conflict
            continue
        how = How.PUBLISHED
        if answer.merged:
            merged(page, text)
        else:
            saved = answer.revid
            confirmed(page, text, saved)
    raise trouble


def _is_found_again(page: WikiPage, decision: NeedsManualMerge, site: WikiSite) -> bool:
    """Follow the page if it was moved, or forget it if the wiki lost it without a deletion. Return False otherwise."""
    moved_to = moved_place_of(page, site)
    if moved_to is not None:
        store_new_title(page, moved_to, site)
        return True
    if decision.cause == Cause.GONE and not any(map(site.was_removed, {page.title, page.made_as})):
        forgotten(page)
        return True
    return False


def _park(page: WikiPage, decision: NeedsManualMerge, site: WikiSite) -> SaveOutcome:
    """Park the page, and put the banner on it once.

    Raises ClaimLost if another worker has the page, DecidedMeanwhile if a person has just decided about it, and
    DeliveryError if the wiki refuses.
    """
    refusals = page.attempts if page.parked_at is not None and page.parked_cause in NOT_TAKEN else 0
    found = decision.found
    if found is not None and decision.cause in SAID_THERE:
        decision.edit = edit_of(page, found, site)
    set_aside(page, decision)
    if decision.cause in NOT_TAKEN:
        return parked(page, decision, refusals)
    if decision.cause not in SAID_THERE or found is None or page.bannered_at is not None:
        return parked(page, decision)
    if parked_banner.has_banner(found.text):
        record_banner(page, found.text, found.revid)
        return parked(page, decision)
    text = parked_banner.add_banner(page, found.text)
    try:
        answer = site.save(page.title, text, found.revid, f"This page is set aside: {decision.reason}")
        if not answer.merged:  # otherwise the next comparison shows the result
            record_banner(page, text, answer.revid)
    except Rejected:
        record_banner_refused(page)
    except Conflict:
        log.info("wiki: %s was changed while it was set aside", page.title)
    return parked(page, decision)


def _this_page_or_all(page: WikiPage, trouble: PageTrouble, site: WikiSite) -> SaveOutcome:
    """Probe the wiki to decide whether an error concerns this page or all pages, and delay these accordingly."""
    try:
        hold_page(page)
        site.check()
    except ClaimLost:
        return SaveOutcome(page.title, How.LATER, "another worker has taken it over")
    except Fatal as of_all:
        return stop_publishing(page, of_all)
    except Retryable as of_all:
        return delay_publishing(page, of_all)
    except Exception:
        log.exception("wiki: it could not be asked of itself")
    return retry_later(page, trouble.reason, trouble.seconds)
