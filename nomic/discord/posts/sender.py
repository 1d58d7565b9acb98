"""Sends messages to Discord and edits them: claims a channel, sends what is due in order, and records the result.

No request is made inside a database transaction. Results are recorded only while the claim is still this worker's.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from nomic.discord.models import Channel, Post
from nomic.discord.posts.buttons import remove_idle_buttons
from nomic.discord.posts.compose_messages import compose_new_messages, write_lines
from nomic.discord.posts.message_lines import LineDraft, body_of, is_same, nonce_of, written
from nomic.discord.posts.threads import give_up, open_thread
from nomic.discord.protocol.rest import MessageGone, TooFast, request_discord
from nomic.notices.kinds import TROUBLE
from nomic.notices.notify import notify_people
from nomic.outbox.backoff import BackOff
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable
from nomic.outbox.leases import UNCLAIMED, abandoned, in_hand, new_claim
from nomic.outbox.unreachable import OUR_MISTAKE

log = logging.getLogger(__name__)

WAITS = BackOff(first=timedelta(seconds=15), longest=timedelta(hours=1))
LEASE = timedelta(minutes=5)
HOPELESS_AFTER = timedelta(days=3)  # failing for so long without a success pauses a channel
MAX_POSTS = 5  # of one channel in a row, so that others have their turn
MAX_CHANNELS = 200  # in one run
SECONDS_AT_ONCE = 60  # after which a run claims no further channel
NONCE_LASTS = timedelta(minutes=2)  # Discord recognises a repeated creation for some minutes
LOOKED_AT = 50  # messages among which one that was sent but not recorded is looked for
KEPT = timedelta(days=30)
DISCORD_EPOCH = 1_420_070_400_000  # milliseconds since 1970


def post_due() -> int:
    """Send and edit all messages that are due. Return the number of requests."""
    free_abandoned()
    compose_new_messages()
    remove_idle_buttons()
    began, tried = time.monotonic(), 0
    for pk in _due_channels():
        if time.monotonic() - began >= SECONDS_AT_ONCE:
            break
        claim = new_claim(LEASE)
        with in_hand(claim["claim"]):
            if Channel.objects.filter(_is_free(), pk=pk, claim="", stopped_at=None).update(**claim):
                tried += _send_all(Channel.objects.select_related("cycle").get(pk=pk))
                Channel.objects.filter(pk=pk, claim=claim["claim"]).update(**UNCLAIMED)
    return tried


def due() -> QuerySet[Post]:
    """Return the posts whose current version Discord does not have yet, without posts that are final."""
    return Post.objects.filter(ended_at=None, sent_version__lt=F("version"))


def _due_channels() -> list[int]:
    free = Channel.objects.filter(_is_free(), cycle__hidden_at=None, stopped_at=None, claim="")
    rows = free.filter(pk__in=due().values("channel"))
    return list(rows.order_by("sent_at", "pk").values_list("pk", flat=True)[:MAX_CHANNELS])


def _is_free() -> Q:
    return Q(quiet_until=None) | Q(quiet_until__lte=timezone.now())


def _send_all(channel: Channel) -> int:
    """Send the channel's messages in order, until one fails. Return the number of requests."""
    for tried in range(MAX_POSTS):
        post = due().filter(channel=channel, channel__cycle__hidden_at=None).order_by("pk").first()
        if post is None:
            return tried
        if not _try(channel, post):
            return tried + 1
    return MAX_POSTS


def _try(channel: Channel, post: Post) -> bool:
    """Send a message and record the result. Return False if the channel has to rest."""
    mine = Post.objects.filter(pk=post.pk, channel__claim=channel.claim)
    now = timezone.now()
    if post.tried_at is None:
        mine.update(tried_at=now)
    try:
        pause = _send(mine, post)
    except MessageGone:
        _forget_message(channel, post)
    except Retryable as trouble:
        since = channel.failing_since
        if since is not None and now - since > HOPELESS_AFTER:
            stop(channel, f"for days: {trouble.reason}")
        else:
            _rest(channel, trouble)
        return False
    except Rejected as trouble:
        mine.update(ended_at=now, trouble=trouble.reason)
    except Fatal as trouble:
        stop(channel, trouble.reason)
        return False
    except Exception as error:  # A bug in this code must not block the other channels.
        log.error("discord: %s could not be sent: %s", post, type(error).__name__)
        _rest(channel, Retryable(f"it could not be sent, {OUR_MISTAKE}"))
        return False
    else:
        well: dict[str, Any] = {"sent_at": now, "trouble": "", "failing_since": None, "attempts": 0}
        quiet = {"quiet_until": now + timedelta(seconds=pause) if pause else None}
        Channel.objects.filter(pk=channel.pk, claim=channel.claim).update(**well, **quiet)
        return not pause
    return True


def _send(mine: QuerySet[Post], post: Post) -> float:
    """Create or edit the message. Return the seconds until Discord accepts another one.

    If the thread refuses the message, it is sent to the channel. A message that was in that thread counts as deleted.
    Raises DeliveryError if Discord refuses.
    """
    place = open_thread(post)
    try:
        return _send_to(place, mine, post)
    except MessageGone:
        raise
    except (Fatal, Rejected):
        if place == post.channel.number:
            raise
        give_up(post)
        if post.message:
            raise MessageGone("its thread is gone") from None
    return _send_to(post.channel.number, mine, post)


def _send_to(place: str, mine: QuerySet[Post], post: Post) -> float:
    body, shown = body_of(post), {"sent_version": post.version, "shown": len(post.lines)}
    messages = f"/channels/{place}/messages"
    if not post.message:
        found = _sent_before(post, messages)
        if found:
            mine.update(message=found)
            post.message = found
    if post.message:
        answer = request_discord("PATCH", f"{messages}/{post.message}", body)
        mine.update(**shown)
        return answer.pause
    answer = request_discord("POST", messages, {**body, **nonce_of(post)})
    message = answer.data.get("id") if isinstance(answer.data, dict) else None
    if not isinstance(message, str) or not message.isdecimal() or len(message) > 20:
        raise Retryable("Discord did not say which message it made")
    # If an earlier attempt has made it already, it may show less.
    mine.update(message=message, **(shown if is_same(answer.data, body) else {"shown": 0}))
    return answer.pause


def _sent_before(post: Post, messages: str) -> str:
    """Return the id of the message if an earlier attempt created it without recording that, otherwise "".

    For a quick repetition nothing is looked up, because Discord recognises the nonce.
    """
    if post.tried_at is None or timezone.now() - post.tried_at < NONCE_LASTS:
        return ""
    after = (int((post.tried_at - timedelta(minutes=5)).timestamp() * 1000) - DISCORD_EPOCH) << 22
    try:
        answer = request_discord("GET", f"{messages}?limit={LOOKED_AT}&after={max(after, 0)}").data
    except (Fatal, Rejected):  # without the right to read the history
        return ""
    begins = written(post.lines[0])
    for each in answer if isinstance(answer, list) else ():
        author = each.get("author") if isinstance(each, dict) else None
        if isinstance(author, dict) and author.get("bot") and str(each.get("content")).startswith(begins):
            return str(each.get("id") or "")
    return ""


# Results. Each function writes only while the claim is still this worker's.


def _mine(channel: Channel) -> QuerySet[Channel]:
    return Channel.objects.filter(pk=channel.pk, claim=channel.claim)


def _rest(channel: Channel, trouble: Retryable) -> None:
    """Delay the channel after a failure. If Discord limits the whole bot, delay all channels."""
    now = timezone.now()
    wait = timedelta(seconds=trouble.seconds) if trouble.seconds else WAITS.after(channel.attempts)
    if isinstance(trouble, TooFast):  # no failure: it is only too soon
        resting = Channel.objects.all() if trouble.is_global else Channel.objects.filter(number=channel.number)
        resting.filter(stopped_at=None).update(quiet_until=now + wait)
        return
    _mine(channel).update(
        quiet_until=now + wait,
        trouble=trouble.reason,
        attempts=F("attempts") + 1,
        failing_since=Coalesce("failing_since", now),
    )


def _forget_message(channel: Channel, post: Post) -> None:
    """End a message that people have deleted. Lines that it never showed are written into another message."""
    now = timezone.now()
    with transaction.atomic():
        if not Channel.objects.select_for_update().filter(pk=channel.pk, claim=channel.claim).exists():
            return
        row = Post.objects.select_for_update().get(pk=post.pk)
        row.ended_at, row.trouble = now, "somebody deleted the message"
        row.save(update_fields=["ended_at", "trouble"])
        write_lines(channel, [LineDraft(line, about=row.about) for line in row.lines[row.shown :]])


def stop(channel: Channel, reason: str) -> None:
    """Pause the channel, end its messages, and notify the person who added it on the site."""
    now = timezone.now()
    with transaction.atomic():
        stopped = _mine(channel).filter(stopped_at=None).update(stopped_at=now, trouble=reason)
        if not stopped:
            return
        due().filter(channel=channel).update(ended_at=now, trouble=reason)
        if channel.added_by is not None:
            notify_people([channel.added_by], TROUBLE.name, f"Messages to Discord, {channel}, are paused: {reason}.")


def switch_on(channel: Channel) -> None:
    """Clear the channel's errors so that it is tried at once. Entries made while it was paused are not sent."""
    changed: dict[str, Any] = {"quiet_until": None, "failing_since": None, "trouble": "", "attempts": 0}
    if channel.stopped_at is not None:
        changed |= {"stopped_at": None, "last_read_seq": channel.cycle.seq}
    Channel.objects.filter(pk=channel.pk).update(**changed)


def free_abandoned(now: datetime | None = None) -> int:
    """Release claims that have expired or whose processes have ended. Return the number of channels.

    A message that was sent but not recorded is recognised by its nonce or by a look at the channel.
    """
    held = Channel.objects.exclude(claim="")
    return held.filter(claim__in=abandoned(held, now)).update(**UNCLAIMED)


def forget_old(now: datetime | None = None) -> int:
    """Delete records of old messages, which remain on Discord. Return the number of deleted rows."""
    before = (now or timezone.now()) - KEPT
    rows: Callable[[], tuple[int, dict[str, int]]] = (
        Post.objects.filter(changed_at__lt=before, subject="").exclude(replies__changed_at__gte=before).delete
    )
    return rows()[0]
