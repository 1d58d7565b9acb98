"""The channels of a cycle as webhooks hear them: what the journal says there, and reminders.

A webhook follows the journal by itself, from the entry it was told of last: an act costs nothing more for it, and
nothing is lost while no worker runs.
"""

from collections.abc import Callable

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse

from nomic.cycles.actions.registry import action_named, declared_action
from nomic.cycles.history.reseed import NEW_SEEDS
from nomic.cycles.history.rewrite import TOLD
from nomic.cycles.models import Cycle, Entry
from nomic.law.models import law_at
from nomic.law.schema.text_types import shortened
from nomic.notices.models import Delivery, Webhook
from nomic.notices.notify import wake_sender

MAX_ENTRIES = 50  # told at once; what happened before them can be read in the journal
MAX_ENTRY_LENGTH = 900
# After each of these, seeds are committed to or published.
HEAD_TOLD = frozenset(("begin-cycle", "begin-phase", "end-cycle", NEW_SEEDS, *TOLD))

ChannelOf = Callable[[Entry], str]

_channels: dict[str, ChannelOf] = {}


def tell_in(action: str, channel: str | ChannelOf) -> None:
    """Tell entries of this action in that channel, and not in the one that the action is declared for.

    For what happens by itself, as when a time is up, and for what belongs to another channel by its arguments.
    """
    _channels[action] = channel if callable(channel) else lambda entry: channel


def channel_of(entry: Entry) -> str:
    """The channel that an entry is told in."""
    told_elsewhere = _channels.get(entry.action)
    if told_elsewhere is not None:
        return told_elsewhere(entry)
    action = declared_action(entry.action)
    if action is None:
        action = action_named(entry.action, law_at(entry.cycle.book_id, entry.revision))
    return action.channel


def _text_of(entry: Entry) -> str:
    """What a webhook is told of an entry; where seeds are committed to also the journal's head, which it witnesses."""
    text = shortened(" ".join(entry.words), MAX_ENTRY_LENGTH)
    return f"{text} Head of the journal: {entry.seq}:{entry.digest}" if entry.action in HEAD_TOLD else text


def post_to_channel(cycle: Cycle, channel: str, text: str, link: str = "") -> int:
    """Say something in a channel of the cycle; to how many webhooks. The caller holds a transaction."""
    if cycle.fork_of_id is not None:
        return 0
    hooks = Webhook.objects.filter(Q(channel="") | Q(channel=channel), cycle=cycle, stopped_at=None).order_by("pk")
    posts = Delivery.objects.bulk_create(
        Delivery(webhook=hook, text=shortened(text, MAX_ENTRY_LENGTH), link=link) for hook in hooks
    )
    if posts:
        wake_sender()
    return len(posts)


def gather_news() -> int:
    """Make deliveries of what journals say that webhooks follow; how many."""
    behind = Webhook.objects.filter(cycle__isnull=False, stopped_at=None, told_seq__lt=F("cycle__seq"))
    return sum(_gather(pk) for pk in behind.order_by("pk").values_list("pk", flat=True))


def _gather(pk: int) -> int:
    with transaction.atomic():
        hook = Webhook.objects.select_for_update(of=("self",)).filter(pk=pk, stopped_at=None).first()
        cycle = hook.cycle if hook is not None else None
        if hook is None or cycle is None or hook.told_seq >= cycle.seq:
            return 0
        after = max(hook.told_seq, cycle.seq - MAX_ENTRIES)
        entries = list(Entry.objects.filter(cycle=cycle, seq__gt=after, seq__lte=cycle.seq).order_by("seq"))
        told = [entry for entry in entries if entry.words and hook.channel in ("", channel_of(entry))]
        Delivery.objects.bulk_create(
            Delivery(
                webhook=hook,
                text=_text_of(entry),
                link=reverse("web:entry", args=[cycle.slug, entry.seq]),
            )
            for entry in told
        )
        Webhook.objects.filter(pk=pk).update(told_seq=cycle.seq)
    return len(told)
