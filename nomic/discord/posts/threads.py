"""Threads: lines about a match or a proposal are written below the message that began the thread."""

from nomic.cycles.models import Entry
from nomic.discord.models import MAX_SUBJECT_LENGTH, Channel, Post
from nomic.discord.protocol.replies import cut_to_length
from nomic.discord.protocol.rest import HasThread, MessageGone, request_discord
from nomic.outbox.delivery_errors import Fatal, Rejected, Retryable

NONE = "-"  # stored as thread id if no thread can be made: posts go to the channel
KEPT_OPEN = 10_080  # minutes without a message, after which Discord closes it; a new message opens it again
MAX_NAME = 100
ABOUT = ("match", "proposal")


def subject_of_entry(entry: Entry) -> str:
    """Return the match or proposal that an entry is about, as "kind code", or ""."""
    for event in entry.events:
        for kind in ABOUT:
            found = f"{kind} {event.get(kind)}"
            if isinstance(event.get(kind), str) and len(found) <= MAX_SUBJECT_LENGTH:
                return found
    return ""


def root_of(channel: Channel, subject: str) -> Post | None:
    """Return the message in a channel that began the thread about this subject, or None."""
    return Post.objects.filter(channel=channel, about=subject, root=None).order_by("pk").first()


def has_thread(root: Post) -> bool:
    """Return whether a message has a thread or can still get one."""
    return root.thread not in ("", NONE) or (root.thread == "" and root.ended_at is None)


def place_of(post: Post) -> str:
    """Return the id of the channel or thread to which a message was sent."""
    thread = "" if post.root is None else post.root.thread
    return thread if thread not in ("", NONE) else post.channel.number


def open_thread(post: Post) -> str:
    """Return the id of the place to send a message to, after beginning its thread if necessary.

    It is the channel if the bot may not begin threads, or if the message that would have the thread is gone. Raises
    Retryable if Discord does not answer.
    """
    root = post.root
    if root is not None and not root.thread:
        root.thread = _begin(root) if root.message else NONE
        Post.objects.filter(pk=root.pk).update(thread=root.thread)
    return place_of(post)


def give_up(post: Post) -> None:
    """Use the channel from now on in place of a thread that is gone, locked or inaccessible."""
    if post.root is not None:
        post.root.thread = NONE
        Post.objects.filter(pk=post.root.pk).update(thread=NONE)


def _begin(root: Post) -> str:
    """Begin a thread below a message, unless it has one. Return the thread's id, which is the message's, or `NONE`."""
    name = cut_to_length(" ".join(str(root.lines[0]["text"]).split()), MAX_NAME)
    path = f"/channels/{root.channel.number}/messages/{root.message}/threads"
    try:
        answer = request_discord("POST", path, {"name": name, "auto_archive_duration": KEPT_OPEN}).data
    except HasThread:
        return root.message
    except (Fatal, Rejected, MessageGone):
        return NONE
    if not isinstance(answer, dict) or answer.get("id") != root.message:
        raise Retryable("Discord did not say which thread it made")
    return root.message
