"""Sends messages to editors: claim a row, commit, look up the editor and the talk page, send, record.

The transaction is committed before each network call. A message is sent at most once. If its arrival is unknown,
because no answer came or the worker was killed, it is not sent again, and the row says so.
"""

import logging
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nomic.outbox.delivery_errors import DeliveryError, Fatal, Rejected, Retryable
from nomic.outbox.leases import UNCLAIMED, abandoned, in_hand, new_claim
from nomic.wiki.editor_messages import message_text
from nomic.wiki.editor_messages.nobots import keeps_away
from nomic.wiki.models import MAX_REASON_LENGTH, EditorMessage
from nomic.wiki.publishing import markers
from nomic.wiki.publishing.circuit_breaker import WAITS, all_stop, all_wait, may_go_on
from nomic.wiki.sites.from_settings import site_of_this_thread
from nomic.wiki.sites.site import Conflict, Editor, WikiSite

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)  # enough for several requests to the wiki, each of which has a deadline
MAX_AT_ONCE = 20  # messages in one run
TOO_LATE = timedelta(days=7)  # after which the editor will not remember the edit
State = EditorMessage.State
UNKNOWN = "nobody knows whether it arrived"


class ClaimLost(Exception):
    """Raised if another worker has claimed the message."""


def send_queued_messages(site: WikiSite | None = None) -> int:
    """Send the queued messages, unless publishing is paused or stopped. Return how many were processed.

    If there are none, this costs one query.
    """
    if not EditorMessage.objects.filter(Q(state=State.WAITING) | Q(claimed_at__isnull=False)).exists():
        return 0
    _free_abandoned()
    if not may_go_on():
        return 0
    for count in range(MAX_AT_ONCE):
        message = _claim_next()
        if message is None:
            return count
        with in_hand(message.claim):
            goes_on = _send(message, site or site_of_this_thread())
        if not goes_on:
            return count + 1
    return MAX_AT_ONCE


def _free_abandoned() -> None:
    held = EditorMessage.objects.filter(claimed_at__isnull=False)
    free = abandoned(held)
    if free:
        held.filter(claim__in=free, state=State.SENDING).update(state=State.UNKNOWN, reason=UNKNOWN, **UNCLAIMED)
        held.filter(claim__in=free).update(**UNCLAIMED)


def _claim_next() -> EditorMessage | None:
    due = Q(next_try_at=None) | Q(next_try_at__lte=timezone.now())
    with transaction.atomic():
        waiting = EditorMessage.objects.select_for_update(skip_locked=True).filter(
            due, state=State.WAITING, claimed_at=None
        )
        pk = waiting.order_by("pk").values_list("pk", flat=True).first()
        if pk is None or not EditorMessage.objects.filter(pk=pk, claimed_at=None).update(**new_claim(LEASE)):
            return None
    return (
        EditorMessage.objects.select_related("page__cycle")
        .defer("page__published_text", "page__parked_text")
        .get(pk=pk)
    )


def _send(message: EditorMessage, site: WikiSite) -> bool:
    """Send one message. Return whether to continue with the next one."""
    is_sent = False
    try:
        editor = site.editor(message.editor, message.edit)
        reason = _why_not(message, editor, site)
        if reason:
            return _end(message, State.WITHHELD, reason)
        _hold(message, state=State.SENDING, sent_at=timezone.now())
        is_sent = True
        site.add_section(
            _talk_page(message),
            message_text.heading(message),
            message_text.text(message, editor.account),
            message_text.summary(message),
        )
    except ClaimLost:
        log.info("wiki: another worker sends the message to %s", message.editor)
    except (Retryable, Fatal) as trouble:
        all_wait(trouble) if isinstance(trouble, Retryable) else all_stop(trouble)
        _again(message, trouble.reason)
        return False
    except (Rejected, Conflict) as trouble:
        return _end(message, State.WITHHELD, trouble.reason, sent_at=None)
    except Exception as error:
        reason = error.reason if isinstance(error, DeliveryError) else type(error).__name__
        if not isinstance(error, DeliveryError):
            log.exception("wiki: the message to %s", message.editor)
        if is_sent:
            return _end(message, State.UNKNOWN, f"{UNKNOWN}: {reason}")
        _again(message, reason)
    else:
        _end(message, State.SENT, "")
    return True


def _why_not(message: EditorMessage, editor: Editor, site: WikiSite) -> str | None:
    """Return why this editor gets no message, or None if they get one.

    Raises DeliveryError if the wiki does not answer.
    """
    cycle = message.page.cycle
    if not cycle.published or cycle.fork_of_id is not None:
        return "the cycle is no longer published"
    if message.made_at < timezone.now() - TOO_LATE:
        return "it could not be sent within a week"
    if editor.name == editor.account:
        return "the edit was made by the account that publishes"
    if not editor.is_registered:
        return "the editor has no account, or it is hidden"
    if editor.groups & {"bot", "temp"}:
        return "the editor is a bot" if "bot" in editor.groups else "the editor has a temporary account"
    if editor.is_blocked:
        return "the editor is blocked"
    if not editor.made_edit:
        return "the wiki does not show the edit, or not as theirs"
    if not _is_inside(editor, message, site):
        return "the edit did not change what is between the markers"
    talk = site.read(_talk_page(message))
    if talk is not None and talk.text.lstrip().startswith("#"):
        return "the talk page is a redirect"
    if talk is not None and keeps_away(talk.text, editor.account):
        return "the talk page asks bots to stay away"
    return None


def _is_inside(editor: Editor, message: EditorMessage, site: WikiSite) -> bool:
    """Return whether the edit itself changed the text between the markers.

    If there were very many edits, the wrong one may have been identified.
    """
    insides = []
    for revid in (editor.revid_before, message.edit):
        text = site.text_of(revid) if revid else None
        try:
            parts = markers.split(text) if text is not None else None
        except markers.MarkersBroken:
            return False
        if parts is None:
            return False
        insides.append(parts.inside)
    return not markers.same(*insides)


def _talk_page(message: EditorMessage) -> str:
    return f"User talk:{message.editor}"


def _hold(message: EditorMessage, **columns: Any) -> None:
    if not EditorMessage.objects.filter(pk=message.pk, claim=message.claim).update(**columns):
        raise ClaimLost


def _end(message: EditorMessage, state: EditorMessage.State, reason: str, **columns: Any) -> bool:
    EditorMessage.objects.filter(pk=message.pk, claim=message.claim).update(
        state=state, reason=reason[:MAX_REASON_LENGTH], next_try_at=None, **columns, **UNCLAIMED
    )
    log.info("wiki: the message to %s: %s %s", message.editor, state, reason)
    return True


def _again(message: EditorMessage, reason: str) -> None:
    """Schedule a retry of a message that was certainly not sent. The wait grows after each failure."""
    EditorMessage.objects.filter(pk=message.pk, claim=message.claim).update(
        state=State.WAITING,
        sent_at=None,
        reason=reason[:MAX_REASON_LENGTH],
        attempts=message.attempts + 1,
        next_try_at=timezone.now() + WAITS.after(message.attempts),
        **UNCLAIMED,
    )
