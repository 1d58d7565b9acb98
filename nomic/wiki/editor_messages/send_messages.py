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
from nomic.wiki.models import MAX_REASON_LENGTH, Word
from nomic.wiki.publishing import markers
from nomic.wiki.publishing.circuit_breaker import WAITS, all_stop, all_wait, may_go_on
from nomic.wiki.sites.from_settings import site_of_this_thread
from nomic.wiki.sites.site import Conflict, Editor, WikiSite

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)  # enough for several requests to the wiki, each of which has a deadline
MAX_AT_ONCE = 20  # messages in one run
TOO_LATE = timedelta(days=7)  # after which the editor will not remember the edit
State = Word.State
UNKNOWN = "nobody knows whether it arrived"


class ClaimLost(Exception):
    """Raised if another worker has claimed the message."""


def send_queued_messages(site: WikiSite | None = None) -> int:
    """Send the queued messages, unless publishing is paused or stopped. Return how many were processed.

    If there are none, this costs one query.
    """
    if not Word.objects.filter(Q(state=State.WAITING) | Q(claimed_at__isnull=False)).exists():
        return 0
    _free_abandoned()
    if not may_go_on():
        return 0
    for count in range(MAX_AT_ONCE):
        word = _claim_next()
        if word is None:
            return count
        with in_hand(word.claim):
            goes_on = _send(word, site or site_of_this_thread())
        if not goes_on:
            return count + 1
    return MAX_AT_ONCE


def _free_abandoned() -> None:
    held = Word.objects.filter(claimed_at__isnull=False)
    free = abandoned(held)
    if free:
        held.filter(claim__in=free, state=State.SENDING).update(state=State.UNKNOWN, reason=UNKNOWN, **UNCLAIMED)
        held.filter(claim__in=free).update(**UNCLAIMED)


def _claim_next() -> Word | None:
    due = Q(next_try_at=None) | Q(next_try_at__lte=timezone.now())
    with transaction.atomic():
        waiting = Word.objects.select_for_update(skip_locked=True).filter(due, state=State.WAITING, claimed_at=None)
        pk = waiting.order_by("pk").values_list("pk", flat=True).first()
        if pk is None or not Word.objects.filter(pk=pk, claimed_at=None).update(**new_claim(LEASE)):
            return None
    return Word.objects.select_related("page__cycle").defer("page__published_text", "page__parked_text").get(pk=pk)


def _send(word: Word, site: WikiSite) -> bool:
    """Send one message. Return whether to continue with the next one."""
    is_sent = False
    try:
        editor = site.editor(word.editor, word.edit)
        reason = _why_not(word, editor, site)
        if reason:
            return _end(word, State.WITHHELD, reason)
        _hold(word, state=State.SENDING, sent_at=timezone.now())
        is_sent = True
        site.add_section(
            _talk_page(word),
            message_text.heading(word),
            message_text.text(word, editor.account),
            message_text.summary(word),
        )
    except ClaimLost:
        log.info("wiki: another worker sends the word to %s", word.editor)
    except (Retryable, Fatal) as trouble:
        all_wait(trouble) if isinstance(trouble, Retryable) else all_stop(trouble)
        _again(word, trouble.reason)
        return False
    except (Rejected, Conflict) as trouble:
        return _end(word, State.WITHHELD, trouble.reason, sent_at=None)
    except Exception as error:
        reason = error.reason if isinstance(error, DeliveryError) else type(error).__name__
        if not isinstance(error, DeliveryError):
            log.exception("wiki: the word to %s", word.editor)
        if is_sent:
            return _end(word, State.UNKNOWN, f"{UNKNOWN}: {reason}")
        _again(word, reason)
    else:
        _end(word, State.SENT, "")
    return True


def _why_not(word: Word, editor: Editor, site: WikiSite) -> str:
    """Return why this editor gets no message, or "" if they get one.

    Raises DeliveryError if the wiki does not answer.
    """
    cycle = word.page.cycle
    if not cycle.published or cycle.fork_of_id is not None:
        return "the cycle is no longer published"
    if word.made_at < timezone.now() - TOO_LATE:
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
    if not _is_inside(editor, word, site):
        return "the edit did not change what is between the markers"
    talk = site.read(_talk_page(word))
    if talk is not None and talk.text.lstrip().startswith("#"):
        return "the talk page is a redirect"
    if talk is not None and keeps_away(talk.text, editor.account):
        return "the talk page asks bots to stay away"
    return ""


def _is_inside(editor: Editor, word: Word, site: WikiSite) -> bool:
    """Return whether the edit itself changed the text between the markers.

    If there were very many edits, the wrong one may have been identified.
    """
    insides = []
    for revid in (editor.revid_before, word.edit):
        text = site.text_of(revid) if revid else None
        try:
            parts = markers.split(text) if text is not None else None
        except markers.MarkersBroken:
            return False
        if parts is None:
            return False
        insides.append(parts.inside)
    return not markers.same(*insides)


def _talk_page(word: Word) -> str:
    return f"User talk:{word.editor}"


def _hold(word: Word, **columns: Any) -> None:
    if not Word.objects.filter(pk=word.pk, claim=word.claim).update(**columns):
        raise ClaimLost


def _end(word: Word, state: Word.State, reason: str, **columns: Any) -> bool:
    Word.objects.filter(pk=word.pk, claim=word.claim).update(
        state=state, reason=reason[:MAX_REASON_LENGTH], next_try_at=None, **columns, **UNCLAIMED
    )
    log.info("wiki: the word to %s: %s %s", word.editor, state, reason)
    return True


def _again(word: Word, reason: str) -> None:
    """Schedule a retry of a message that was certainly not sent. The wait grows after each failure."""
    Word.objects.filter(pk=word.pk, claim=word.claim).update(
        state=State.WAITING,
        sent_at=None,
        reason=reason[:MAX_REASON_LENGTH],
        attempts=word.attempts + 1,
        next_try_at=timezone.now() + WAITS.after(word.attempts),
        **UNCLAIMED,
    )
