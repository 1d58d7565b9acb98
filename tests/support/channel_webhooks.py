"""Webhooks for channels, as staff add them."""

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices.models import Webhook
from nomic.notices.webhook_settings import change_address


def add_channel_webhook(cycle: Cycle, channel: str, url: str, added_by: Person | None = None) -> Webhook:
    """Post a channel of the cycle to this address from now on. An empty channel stands for all channels."""
    hook = Webhook(cycle=cycle, channel=channel, added_by=added_by, last_read_seq=cycle.seq)
    change_address(hook, url)
    return hook
