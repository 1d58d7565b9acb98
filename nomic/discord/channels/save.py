"""Saving of channels on Discord. Only changed columns are written, because a worker may be changing the others."""

from collections.abc import Iterable

from nomic.accounts.models import Person
from nomic.discord.models import Channel

COLUMNS = ("cycle", "topic", "number", "uses_threads", "counts_reactions")


def add_channel(channel: Channel, by: Person | None) -> None:
    """Save a new channel, which starts after the current head of the journal. Earlier entries are not posted."""
    channel.added_by, channel.last_read_seq = by, channel.cycle.seq
    channel.save()


def save_channel(channel: Channel, changed: Iterable[str]) -> None:
    """Save the changed columns of a channel.

    If the channel ID or the cycle changes, posting starts after the current journal, and messages that were posted
    before are no longer edited.
    """
    columns = [name for name in COLUMNS if name in set(changed)]
    if {"cycle", "number"} & set(columns):
        channel.last_read_seq = channel.cycle.seq
        columns.append("last_read_seq")
        channel.posts.all().delete()
    channel.save(update_fields=columns)
