"""Outcomes of publishing a page, and their records in the database, which are written only while the claim is valid."""

import enum
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from nomic.outbox.backoff import BackOff
from nomic.outbox.delivery_errors import Fatal, Retryable
from nomic.wiki.editor_messages.queue_message import queue_automatic_message
from nomic.wiki.mark_stale import wake_publisher
from nomic.wiki.models import MAX_REASON_LENGTH, NOT_TAKEN, SAID_THERE, Cause, Resolution, WikiPage, Written
from nomic.wiki.publishing.circuit_breaker import WAITS, all_stop, all_wait
from nomic.wiki.publishing.claims import hold_page, release_page, still_stale
from nomic.wiki.publishing.link_purges import was_made
from nomic.wiki.publishing.merge import NeedsManualMerge, text_digest
from nomic.wiki.publishing.unpublished_page_notices import notify_of_parked
from nomic.wikitext.escape import normalise_text

COMPARED_EVERY = timedelta(days=1)
# The waits for a page that the wiki refuses. People lift protection and filters, and some filters count attempts.
REFUSED_WAITS = BackOff(first=timedelta(minutes=15), longest=timedelta(days=1))
COMPARED_SOON = timedelta(minutes=10)  # if a save whose answer was lost may still happen, or an edit may be undone
REMEMBERED = timedelta(days=400)  # longer than backups are kept
REST_PER_BYTES, MAX_REST_SECONDS = 100_000, 300
MAX_SENT = 10  # unanswered saves that are remembered


class How(enum.StrEnum):
    """The outcome of publishing a page."""

    PUBLISHED = "published"
    UNCHANGED = "unchanged"
    PARKED = "parked"
    LATER = "later"
    STOPPED = "stopped"


class DecidedMeanwhile(Exception):
    """Raised if a person decided about a parked page while the publisher was processing it."""


@dataclass(frozen=True, slots=True)
class SaveOutcome:
    """The outcome of publishing one page, as shown in logs and on the command line."""

    title: str
    how: How
    detail: str = ""


# Records on the way. Each function raises ClaimLost if the page is no longer ours.


def sending(page: WikiPage, text: str, base: int | None) -> None:
    """Record that this text is about to be sent on top of this revision.

    If no answer comes, it is recognised as ours.
    """
    this = {"base": base, "digest": text_digest(text)}
    sent = [*(each for each in page.sent if each != this), this][-MAX_SENT:]
    # From here on the page is known to differ, so it is stale until the wiki has confirmed the save.
    hold_page(page, sent=sent, claimed_stale=page.claimed_stale or timezone.now())


def confirmed(page: WikiPage, text: str, revid: int) -> None:
    """Record that the wiki has saved exactly this text as this revision."""
    _remember(page, {text_digest(each) for each in (text, page.published_text) if each})
    hold_page(
        page,
        published_at=timezone.now(),
        published_revid=revid,
        published_text=text,
        published_digest=text_digest(text),
        sent=_open(page, revid),
        links_due_at=_links_due_at(page),
    )


def merged(page: WikiPage, text: str) -> None:
    """Record that the wiki merged our text with somebody's edit, so that later edits are compared with our text."""
    hold_page(page, published_text=text)


def _links_due_at(page: WikiPage) -> datetime | None:
    """Return the present time if the wiki has just created the page, otherwise the stored time."""
    return timezone.now() if was_made(page) else page.links_due_at


def set_aside(page: WikiPage, decision: NeedsManualMerge) -> None:
    """Park the page until a person decides or the edit is undone. Staff are notified once.

    The claim remains valid. Raises DecidedMeanwhile if the page was parked before and no longer is.
    """
    now = timezone.now()
    with transaction.atomic():
        row = WikiPage.objects.select_for_update().filter(pk=page.pk).values("parked_at", "told_at", "left_at").first()
        if row is not None and page.parked_at is not None and row["parked_at"] is None:
            raise DecidedMeanwhile
        columns: dict[str, Any] = {
            "parked_at": page.parked_at or now,
            "parked_cause": decision.cause,
            "parked_reason": decision.reason[:MAX_REASON_LENGTH],
        }
        if decision.cause not in NOT_TAKEN:
            columns |= {"compare_at": now + COMPARED_SOON, "resolution": Resolution.NONE} | _as_found(decision)
        elif page.resolution == Resolution.NONE:
            columns |= _as_found(decision)  # otherwise the person's decision waits with the page
        is_new_edit = decision.edit is not None and decision.edit.revid != page.parked_edit
        was_another = page.parked_at is None or (page.parked_cause in NOT_TAKEN) != (decision.cause in NOT_TAKEN)
        hold_page(page, **columns, **({"told_at": None} if was_another else {}))
        if decision.cause in NOT_TAKEN:
            return  # staff are notified of all such pages together, at the end of the run
        if is_new_edit:
            queue_automatic_message(page)
        if row is not None and (was_another or row["told_at"] is None) and row["left_at"] is None:
            hold_page(page, told_at=now)
            notify_of_parked(page)


def _as_found(decision: NeedsManualMerge) -> dict[str, Any]:
    found = decision.found
    return {
        "parked_text": found.text if found else "",
        "parked_revid": found.revid if found else None,
        "parked_difference": decision.difference,
        "parked_by": decision.edit.author[:255] if decision.edit else "",
        "parked_summary": decision.edit.summary[:MAX_REASON_LENGTH] if decision.edit else "",
        "parked_edit": decision.edit.revid if decision.edit else None,
    }


def record_banner(page: WikiPage, text: str, revid: int) -> None:
    """Record that the wiki shows the banner, and the page's present text and revision."""
    hold_page(page, bannered_at=timezone.now(), parked_text=text, parked_revid=revid)


def record_banner_refused(page: WikiPage) -> None:
    """Record that the wiki refuses the banner, so that it is not sent again."""
    hold_page(page, bannered_at=timezone.now())


def _remember(page: WikiPage, digests: set[str]) -> None:
    """Store digests of our texts, so that they are recognised later, as on a restored wiki."""
    Written.objects.filter(page=page, at__lt=timezone.now() - REMEMBERED).delete()
    Written.objects.bulk_create((Written(page=page, digest=each) for each in digests), ignore_conflicts=True)


def forgotten(page: WikiPage) -> None:
    """Record that the wiki does not know the page that it had confirmed, so that it is created again."""
    hold_page(page, published_revid=None, published_text="", published_digest="", sent=[])


def _open(page: WikiPage, revid: int) -> list[dict[str, Any]]:
    """Return the sent saves that can still take effect while the page is at this revision: those based on it."""
    return [each for each in page.sent if each["base"] == revid]


# Records at the end.


def _rests_until(text: str, now: datetime) -> datetime | None:
    """Return until when a page rests after a save of this text, or None for a short page."""
    seconds = int(len(text.encode()) / REST_PER_BYTES * settings.WIKI_REST_SECONDS)
    return now + timedelta(seconds=min(seconds, MAX_REST_SECONDS)) if seconds > 0 else None


def published(page: WikiPage, inside: str, text: str, revid: int, how: How) -> SaveOutcome:
    """Record that the page is up to date, and release it.

    `text` is what we sent, and `inside` the form in which the wiki stores it between the markers.
    """
    now = timezone.now()
    still_open = _open(page, revid)
    if page.published_revid is None or text_digest(inside) != text_digest(page.published_text):
        _remember(page, {text_digest(text), text_digest(inside)})
    # The notice may have been sent without an answer.
    unsaid = page.parked_cause in SAID_THERE and page.bannered_at is None
    release_page(
        page,
        published_at=now,
        published_revid=revid,
        published_text=normalise_text(inside),
        published_digest=text_digest(text),
        sent=still_open,
        links_due_at=_links_due_at(page),
        compare_at=now + (COMPARED_SOON if still_open or unsaid else COMPARED_EVERY),
        attempts=0,
        next_try_at=None,
        failing_since=None,
        trouble="",
        **({"rests_until": _rests_until(text, now)} if how is How.PUBLISHED else {}),
        parked_at=None,
        parked_cause=Cause.NONE,
        parked_reason="",
        parked_text="",
        parked_difference="",
        parked_revid=None,
        parked_by="",
        parked_summary="",
        parked_edit=None,
        resolution=Resolution.NONE,
        told_at=None,
        bannered_at=None,
        left_at=None,
    )
    return SaveOutcome(page.title, how)


def mark_stale_again(page: WikiPage) -> None:
    """Mark a published page as stale again, because a part of it is left to do."""
    WikiPage.objects.filter(pk=page.pk, stale_since=None).update(stale_since=timezone.now())


def retry_later(page: WikiPage, reason: str, seconds: float = 0) -> SaveOutcome:
    """Release the page to be retried later. The wait doubles after each failure and is at least `seconds`."""
    release_page(
        page,
        stale_since=still_stale(),
        attempts=F("attempts") + 1,
        next_try_at=timezone.now() + WAITS.after(page.attempts, seconds),
        failing_since=Coalesce("failing_since", timezone.now()),
        trouble=reason[:MAX_REASON_LENGTH],
    )
    return SaveOutcome(page.title, How.LATER, reason)


def parked(page: WikiPage, decision: NeedsManualMerge, refusals: int = 0) -> SaveOutcome:
    """Release a parked page. If the wiki refuses the page, it is retried after a wait that grows with `refusals`."""
    columns: dict[str, Any] = {"attempts": 0, "next_try_at": None, "trouble": "", "failing_since": None}
    if decision.cause in NOT_TAKEN:
        columns |= {"attempts": refusals + 1, "compare_at": timezone.now() + REFUSED_WAITS.after(refusals)}
    release_page(page, stale_since=still_stale(), **columns)
    return SaveOutcome(page.title, How.PARKED, decision.reason)


def decided_meanwhile(page: WikiPage) -> SaveOutcome:
    """Release a page about which a person decided during this attempt, so that it is published again."""
    release_page(page, stale_since=still_stale(), next_try_at=None)
    return SaveOutcome(page.title, How.LATER, "somebody has decided meanwhile")


def delay_publishing(page: WikiPage, trouble: Retryable) -> SaveOutcome:
    """Delay all pages because the wiki fails. This page will come after pages that were not tried."""
    until = all_wait(trouble)
    own = timezone.now() + WAITS.after(page.attempts)
    release_page(
        page,
        stale_since=still_stale(),
        attempts=F("attempts") + 1,
        next_try_at=max(until, own),
        trouble=trouble.reason[:MAX_REASON_LENGTH],
    )
    return SaveOutcome(page.title, How.STOPPED, trouble.reason)


def stop_publishing(page: WikiPage, trouble: Fatal) -> SaveOutcome:
    """Stop all publishing because the wiki refuses the account. This page will come after the others."""
    all_stop(trouble)
    release_page(
        page, stale_since=still_stale(), next_try_at=timezone.now(), trouble=trouble.reason[:MAX_REASON_LENGTH]
    )
    return SaveOutcome(page.title, How.STOPPED, trouble.reason)


def unpark(page: WikiPage, resolution: Resolution) -> bool:
    """Schedule a parked page for publishing, by a person's decision. Return False if the page is not parked.

    The decision applies to the page as it was parked. If somebody has edited it since, it is parked again.
    """
    unparked = WikiPage.objects.filter(pk=page.pk, parked_at__isnull=False).update(
        parked_at=None,
        resolution=resolution,
        stale_since=Coalesce("stale_since", timezone.now()),
        next_try_at=None,
        rests_until=None,
        told_at=None,
        left_at=None,
    )
    if unparked:
        wake_publisher(0)
    return bool(unparked)
