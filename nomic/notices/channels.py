"""The channels of a cycle for webhooks: entries of the journal, and reminders.

A webhook follows the journal from the last entry that was sent to it. So it costs acts nothing, and nothing is lost
while no worker runs.
"""

from collections.abc import Callable, Sequence

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse

from nomic.cycles.actions.registry import action_named, declared_action
from nomic.cycles.history.reseed import NEW_SEEDS
from nomic.cycles.history.rewrite import HISTORY_REWRITES
from nomic.cycles.models import Cycle, Entry
from nomic.law.models import law_at
from nomic.law.schema.text_types import shortened
from nomic.notices.models import Delivery, Webhook
from nomic.notices.notify import wake_sender

MAX_ENTRIES = 50  # sent at once; earlier ones can be read in the journal
MAX_ENTRY_LENGTH = 900
# After each of these actions, seeds are committed to or published.
HEAD_TOLD = frozenset(("begin-cycle", "begin-phase", "end-cycle", NEW_SEEDS, *HISTORY_REWRITES))

ChannelOf = Callable[[Entry], str]

_channels: dict[str, ChannelOf] = {}


def send_to_channel(action: str, channel: str | ChannelOf) -> None:
    """Post entries of this action to `channel` instead of the action's declared channel.

    This is for system actions such as an expiry, and for actions whose channel depends on their arguments.
    """
    _channels[action] = channel if callable(channel) else lambda entry: channel


def channel_of(entry: Entry) -> str:
    """Return the channel to which an entry is posted."""
    told_elsewhere = _channels.get(entry.action)
    if told_elsewhere is not None:
        return told_elsewhere(entry)
    action = declared_action(entry.action)
    if action is None:
        action = action_named(entry.action, law_at(entry.cycle.book_id, entry.revision))
    return action.channel


def text_of(entry: Entry) -> str:
    """Return an entry's text for channels.

    If the entry commits to seeds, the text includes the journal's head, so that the post is public evidence of it.
    """
    text = shortened(" ".join(entry.words), MAX_ENTRY_LENGTH)
    return f"{text} Head of the journal: {entry.seq}:{entry.digest}" if entry.action in HEAD_TOLD else text


# Posts a text elsewhere too: the cycle, its channel, the text, a link, and the names of the players it is about.
Poster = Callable[[Cycle, str, str, str, Sequence[str]], None]

_posters: list[Poster] = []


def also_post(poster: Poster) -> None:
    """Register a function that is called for each text posted to a channel, in the same transaction."""
    if poster not in _posters:
        _posters.append(poster)


def post_to_channel(cycle: Cycle, channel: str, text: str, link: str = "", players: Sequence[str] = ()) -> int:
    """Create deliveries of a text to the webhooks of a cycle's channel. Return their number.

    `players` are the players whom the text concerns.

    The caller must be in a transaction.
    """
    if cycle.fork_of_id is not None or cycle.hidden_at is not None:
        return 0
    for poster in _posters:
        poster(cycle, channel, text, link, players)
    hooks = Webhook.objects.filter(Q(channel="") | Q(channel=channel), cycle=cycle, stopped_at=None).order_by("pk")
    posts = Delivery.objects.bulk_create(
        Delivery(webhook=hook, text=shortened(text, MAX_ENTRY_LENGTH), link=link) for hook in hooks
    )
    if posts:
        wake_sender()
    return len(posts)


def gather_news() -> int:
    """Create deliveries for new entries of the journals that webhooks follow. Return their number.

    While a cycle is hidden, its webhooks wait.
    """
    behind = Webhook.objects.filter(
        cycle__isnull=False, cycle__hidden_at=None, stopped_at=None, last_read_seq__lt=F("cycle__seq")
    )
    return sum(_gather(pk) for pk in behind.order_by("pk").values_list("pk", flat=True))


def _gather(pk: int) -> int:
    with transaction.atomic():
        hook = Webhook.objects.select_for_update(of=("self",)).filter(pk=pk, stopped_at=None).first()
        cycle = hook.cycle if hook is not None else None
        if hook is None or cycle is None or hook.last_read_seq >= cycle.seq:
            return 0
        after = max(hook.last_read_seq, cycle.seq - MAX_ENTRIES)
        entries = list(Entry.objects.filter(cycle=cycle, seq__gt=after, seq__lte=cycle.seq).order_by("seq"))
        sent = [entry for entry in entries if entry.words and hook.channel in ("", channel_of(entry))]
        Delivery.objects.bulk_create(
            Delivery(
                webhook=hook,
                text=text_of(entry),
                link=reverse("web:entry", args=[cycle.slug, entry.seq]),
            )
            for entry in sent
        )
        Webhook.objects.filter(pk=pk).update(last_read_seq=cycle.seq)
    return len(sent)
