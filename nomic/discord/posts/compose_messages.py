"""Writes new entries of the journals into messages: a burst of entries is one message, which is edited."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from nomic.cycles.models import Cycle, Entry
from nomic.discord.models import Channel, Post
from nomic.discord.posts.buttons import asked_by
from nomic.discord.posts.message_lines import MAX_MENTIONED, Line, LineDraft, has_room, mentioned
from nomic.discord.posts.people_to_mention import Waited, users_of
from nomic.discord.posts.threads import has_thread, root_of, subject_of_entry
from nomic.law.schema.text_types import shortened
from nomic.notices.channels import MAX_ENTRY_LENGTH, channel_of, text_of
from nomic.players.models import Player

MAX_ENTRIES = 50  # written at once; of earlier ones a line says how many there are
MAX_RECENT = 20  # messages in which somebody may have been mentioned already
BURST = timedelta(minutes=5)  # after a message's last line, the next one begins another message


def compose_new_messages() -> int:
    """Write the new entries of all cycles into messages of their channels. Return the number of lines.

    Channels that rest, or whose cycle is hidden, are skipped. Their entries wait in the journal.
    """
    now = timezone.now()
    behind = Channel.objects.filter(
        Q(quiet_until=None) | Q(quiet_until__lte=now),
        cycle__hidden_at=None,
        stopped_at=None,
        last_read_seq__lt=F("cycle__seq"),
    )
    return sum(_gather(pk) for pk in behind.order_by("pk").values_list("pk", flat=True))


def _gather(pk: int) -> int:
    with transaction.atomic():
        channel = Channel.objects.select_for_update(of=("self",)).filter(pk=pk, stopped_at=None).first()
        if channel is None or channel.last_read_seq >= channel.cycle.seq:
            return 0
        lines = _new_lines(channel)
        write_lines(channel, lines)
        Channel.objects.filter(pk=pk).update(last_read_seq=channel.cycle.seq)
    return len(lines)


def _new_lines(channel: Channel) -> list[LineDraft]:
    cycle = channel.cycle
    after = max(channel.last_read_seq, cycle.seq - MAX_ENTRIES)
    entries = Entry.objects.filter(cycle=cycle, seq__gt=after, seq__lte=cycle.seq).order_by("seq")
    shown = [entry for entry in entries if entry.words and channel.topic in ("", channel_of(entry))]
    recent = Post.objects.filter(channel=channel).order_by("-pk").values_list("lines", flat=True)[:MAX_RECENT]
    waited = Waited(cycle, shown, [(user, line["at"]) for lines in recent for line in lines for user in line["users"]])
    drafts = [
        LineDraft(_line(cycle, entry, waited.by(entry)), *asked_by(cycle, entry), subject_of_entry(entry))
        for entry in shown
    ]
    missed = after - channel.last_read_seq
    if missed:
        words = "1 earlier entry is" if missed == 1 else f"{missed} earlier entries are"
        link = reverse("web:journal", args=[cycle.slug])
        drafts.insert(0, LineDraft({"text": f"{words} in the journal.", "link": link, "at": "", "users": []}))
    return drafts


def _line(cycle: Cycle, entry: Entry, users: list[str]) -> Line:
    link = reverse("web:entry", args=[cycle.slug, entry.seq])
    return {"text": text_of(entry), "link": link, "at": entry.at.isoformat(), "users": users}


def write_lines(channel: Channel, drafts: Sequence[LineDraft]) -> None:
    """Write lines into the channel's newest message while its burst lasts, or into new messages.

    In a channel with threads, the first line about a match or a proposal is a message that begins a thread, and later
    lines are written there.

    A line with buttons has a message of its own. A line that mentions somebody new begins a message, because Discord
    notifies nobody of an edit. The caller must have locked the channel.
    """
    now = timezone.now()
    for draft in drafts:
        root = root_of(channel, draft.about) if channel.uses_threads and draft.about else None
        begins = channel.uses_threads and bool(draft.about) and root is None
        if root is not None and not has_thread(root):
            root = None
        rows = Post.objects.select_for_update(of=("self",)).filter(channel=channel, root=root)
        post = None if begins else rows.order_by("-pk").first()
        if post is not None and _goes_on(post, draft, now):
            post.lines.append(draft.line)
            post.version += 1
            post.changed_at = now
            post.save(update_fields=["lines", "version", "changed_at"])
        else:
            kept = draft.about if begins or root is not None else ""
            made = {
                "about": kept,
                "root": root,
                "subject": draft.subject,
                "buttons": list(draft.buttons),
                "made_at": now,
                "changed_at": now,
            }
            Post.objects.create(channel=channel, lines=[draft.line], **made)


def _goes_on(post: Post, draft: LineDraft, now: datetime) -> bool:
    begins_thread = bool(post.about) and post.root_id is None
    if post.ended_at is not None or post.subject or begins_thread or draft.subject or now - post.changed_at > BURST:
        return False
    known = set(mentioned(post.lines))
    is_revealed = bool(post.message) or post.tried_at is not None
    return (not is_revealed or known.issuperset(draft.line["users"])) and has_room(post.lines, draft.line)


def write_text(cycle: Cycle, topic: str, text: str, link: str, players: Sequence[str]) -> None:
    """Write a text that is not an entry, such as a reminder, and mention these players if they are linked.

    The caller must be in a transaction.
    """
    rows = Channel.objects.select_for_update(of=("self",)).filter(cycle=cycle, topic__in=("", topic), stopped_at=None)
    channels = list(rows.order_by("pk"))
    if not channels:
        return
    playing = Player.objects.filter(cycle=cycle, name__in=players, left_at=None, person__is_active=True)
    people = [player.person for player in playing.select_related("person") if player.person is not None]
    users = list(users_of(people).values())[:MAX_MENTIONED]
    line: Line = {"text": shortened(text, MAX_ENTRY_LENGTH), "link": link, "at": "", "users": users}
    for channel in channels:
        write_lines(channel, [LineDraft(line)])
