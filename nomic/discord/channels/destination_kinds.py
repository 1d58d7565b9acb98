"""The kinds of destinations to which a game posts, Discord channels and webhooks, behind one interface."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.discord.channels.forms import GameChannelForm, GameWebhookForm
from nomic.discord.channels.save import add_channel, save_channel
from nomic.discord.connections_page import KIND as CHANNELS
from nomic.discord.models import Channel
from nomic.discord.posts.sender import switch_on as switch_channel_on
from nomic.notices.models import Webhook
from nomic.notices.webhook_settings import SWITCHED_OFF_BY, change_address, masked_address
from nomic.notices.webhook_settings import switch_on as switch_webhook_on
from nomic.office.connections import WEBHOOKS, ReceiverKind

AnyForm = GameChannelForm | GameWebhookForm


@dataclass(frozen=True, slots=True)
class PlaceKind:
    """A kind of places: the receivers of tests, its words, its rows and form, and the functions that store them.

    `named` returns the name of a row for the log and the page, which contains no secret.
    """

    receivers: ReceiverKind
    title: str
    help: str
    add_words: str
    rows: Callable[[Cycle], QuerySet[Any]]
    form: type[AnyForm]
    add: Callable[[AnyForm, Person], None]
    save: Callable[[AnyForm], None]
    switch_on: Callable[[Any], None]
    named: Callable[[Any], str]

    @property
    def name(self) -> str:
        return self.receivers.name


def switch_off(row: Any, by: Person) -> None:
    """Stop posting to a channel or webhook until somebody switches it on."""
    row.stopped_at, row.trouble = timezone.now(), f"{SWITCHED_OFF_BY}{by.get_username()}"
    row.save(update_fields=["stopped_at", "trouble"])


def _what(topic: str) -> str:
    return f"#{topic}" if topic else "everything"


def _add_webhook(form: AnyForm, by: Person) -> None:
    hook: Webhook = form.instance
    hook.added_by, hook.last_read_seq = by, hook.cycle.seq if hook.cycle is not None else 0
    change_address(hook, form.cleaned_data["new_url"])


def _save_webhook(form: AnyForm) -> None:
    hook: Webhook = form.instance
    hook.save(update_fields=["channel"])
    if form.cleaned_data["new_url"]:
        change_address(hook, form.cleaned_data["new_url"])


KINDS = (
    PlaceKind(
        CHANNELS,
        "Channels on Discord",
        "The site's bot writes there, with buttons to vote, answer and accept. The bot has to be on your server.",
        "Add a channel on Discord",
        lambda cycle: Channel.objects.filter(cycle=cycle).order_by("topic", "pk"),
        GameChannelForm,
        lambda form, by: add_channel(form.instance, by),
        lambda form: save_channel(form.instance, form.changed_data),
        switch_channel_on,
        lambda row: f"{_what(row.topic)} to channel {row.number}",
    ),
    PlaceKind(
        WEBHOOKS,
        "Webhooks",
        "A webhook needs no bot, and its messages have no buttons. Anybody who has its address can write there, so the "
        "address is never shown.",
        "Add a webhook",
        lambda cycle: Webhook.objects.filter(cycle=cycle).order_by("channel", "pk"),
        GameWebhookForm,
        _add_webhook,
        _save_webhook,
        switch_webhook_on,
        lambda row: f"{_what(row.channel)} to {masked_address(row)}",
    ),
)
