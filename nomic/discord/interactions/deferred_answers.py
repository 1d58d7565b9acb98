"""Slow answers: Discord waits three seconds, so a slow answer is announced first and sent later.

Each slow interaction is a row until its answer has been sent. If the process ends before, a task answers it again.
Nothing is performed twice, because the id of the interaction is the idempotency key.
"""

import contextvars
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from datetime import timedelta
from urllib.parse import quote

import structlog
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from nomic.connections.discord_application import discord_application
from nomic.discord.models import MAX_TOKEN_LENGTH, Deferred
from nomic.discord.protocol.interactions import Interaction, Kind, read_interaction
from nomic.discord.protocol.replies import MODAL, ONLY_FOR_THEM, Reply, message_reply
from nomic.discord.protocol.rest import request_discord
from nomic.outbox.backoff import BackOff
from nomic.outbox.delivery_errors import DeliveryError

log = structlog.get_logger(__name__)

LATER = 5  # the type of an answer that follows
TOKEN_LASTS = timedelta(minutes=14)  # Discord takes an answer for 15 minutes
LEASE = timedelta(seconds=45)  # after this time without an answer, another worker computes it again
WAITS = BackOff(first=timedelta(seconds=5), longest=timedelta(minutes=2))
MAX_AT_ONCE = 50

Answer = Callable[[Interaction], Reply]

_threads = ThreadPoolExecutor(settings.WEB_THREADS, thread_name_prefix="discord")


def answer_in_time(interaction: Interaction, body: bytes, answer: Answer) -> Reply:
    """Return the answer, or an announcement of it if it takes longer than DISCORD_DEFER_SECONDS.

    `body` is the signed request, which is stored in case the process ends before it has answered.
    """
    seconds = settings.DISCORD_DEFER_SECONDS
    if (
        not seconds
        or interaction.type in (Kind.PING, Kind.TYPING)
        or not 0 < len(interaction.token) <= MAX_TOKEN_LENGTH
    ):
        return answer(interaction)
    work: Future[Reply] = _threads.submit(contextvars.copy_context().run, _in_thread, answer, interaction)
    try:
        return work.result(timeout=seconds)
    except TooSlow:
        if work.done():  # it failed with such an error of its own, or is done just now
            return work.result()
    row = Deferred.objects.create(
        token=interaction.token,
        body=body.decode(),
        next_at=timezone.now() + LEASE,
        ends_at=timezone.now() + TOKEN_LASTS,
    )
    work.add_done_callback(lambda done: _follow(row, done))
    return {"type": LATER, "data": {"flags": ONLY_FOR_THEM}}


def _in_thread(answer: Answer, interaction: Interaction) -> Reply:
    close_old_connections()
    try:
        return answer(interaction)
    finally:
        close_old_connections()


def _follow(row: Deferred, done: "Future[Reply]") -> None:
    """Send an answer that has been computed. After a failure, the task tries again soon."""
    try:
        _send(row, done.result())
    except Exception as error:
        log.warning("discord_answer_failed", why=type(error).__name__)
        Deferred.objects.filter(pk=row.pk).update(next_at=timezone.now() + WAITS.after(0))
    finally:
        close_old_connections()


def _send(row: Deferred, reply: Reply) -> None:
    """Replace the announcement with the answer, and delete the row. Raises DeliveryError if Discord refuses."""
    if reply["type"] == MODAL:  # Discord shows no form so late
        reply = message_reply("This took too long. Send the command again.")
    shown = {"components": [], **{name: value for name, value in reply["data"].items() if name != "flags"}}
    path = f"/webhooks/{discord_application().number}/{quote(row.token, safe='')}/messages/@original"
    request_discord("PATCH", path, shown)
    Deferred.objects.filter(pk=row.pk).delete()


def answer_deferred(answer: Answer) -> int:
    """Answer the slow interactions again whose answers have not been sent. Return the number tried.

    Interactions that are older than Discord accepts are dropped.
    """
    now = timezone.now()
    Deferred.objects.filter(ends_at__lte=now).delete()
    rows = list(Deferred.objects.filter(next_at__lte=now).order_by("pk")[:MAX_AT_ONCE])
    for row in rows:
        Deferred.objects.filter(pk=row.pk).update(next_at=now + LEASE, attempts=row.attempts + 1)
        try:
            _send(row, answer(read_interaction(row.body.encode())))
        except DeliveryError as trouble:
            wait = WAITS.after(row.attempts, getattr(trouble, "seconds", 0))
            Deferred.objects.filter(pk=row.pk).update(next_at=timezone.now() + wait)
        except Exception as error:  # a bug of ours; it may not block the others
            log.error("discord_answer_failed", why=type(error).__name__)
    return len(rows)
