from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from nomic.admin_base import ReadOnlyAdmin
from nomic.cycles.models import Cycle
from nomic.discord.channels.forms import ChannelForm
from nomic.discord.channels.save import save_channel
from nomic.discord.models import Channel, DiscordLink, Post
from nomic.discord.posts.sender import switch_on
from nomic.discord.protocol.channel_check import send_test
from nomic.notices.admin import EVERYTHING, ConnectionAdmin
from nomic.players.guests import GUEST

MAX_TESTED = 5  # channels to which one press of the button sends


@admin.register(DiscordLink)
class DiscordLinkAdmin(ReadOnlyAdmin):
    """Admin of the links between accounts and users of Discord."""

    called = ("account on Discord", "accounts on Discord")
    labels = {"user": "id on Discord", "made_at": "linked at"}
    helps = {"user": ""}
    list_display = ("person", "user", "made_at")
    list_select_related = ("person",)
    search_fields = ("person__username", "user")


class AnyChannelForm(ChannelForm):
    """Form for a channel of any cycle."""

    cycle = forms.ModelChoiceField(
        Cycle.objects.filter(fork_of=None).exclude(practice=True, owner_name=GUEST).order_by("practice", "-starts_at")
    )

    class Meta(ChannelForm.Meta):
        fields = ("cycle", *ChannelForm.Meta.fields)


@admin.register(Channel)
class ChannelAdmin(ConnectionAdmin):
    """Admin of the Discord channels to which cycles post. Only people who may act as an admin can use it."""

    form = AnyChannelForm
    labels = ConnectionAdmin.labels | {
        "uses_threads": "a thread for each match and proposal",
        "counts_reactions": "reactions are votes",
    }
    helps = ConnectionAdmin.helps | {
        "uses_threads": (
            "What follows in a match or with a proposal goes into a thread under its first message, so that the "
            "channel stays short. Otherwise all of it goes into the channel. The bot then also needs permission "
            "to create public threads and to send messages in threads; without it, the bot uses the channel."
        ),
        "counts_reactions": (
            "Thumbs up and thumbs down under the message of a proposal are votes of people who have linked their "
            "account. Otherwise people vote with the buttons below it. Sealed votes are never read from reactions."
        ),
    }
    fieldsets = (
        (None, {"fields": ("cycle", "topic", "number", "unchecked")}),
        ("In the channel", {"fields": ("uses_threads", "counts_reactions")}),
        ("State", {"fields": ("added_by", "sent_at", "quiet_until", "trouble", "stopped_at")}),
    )
    readonly_fields = ("added_by", "sent_at", "quiet_until", "trouble", "stopped_at")
    list_display = (
        "cycle",
        "content",
        "number",
        "uses_threads",
        "counts_reactions",
        "sent_at",
        "trouble",
        "stopped_at",
    )
    search_fields = ("number",)
    actions = ("switch_off", "switch_on", "send_test")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Channel]:
        rows: QuerySet[Channel] = super().get_queryset(request)
        return rows.order_by("cycle", "topic", "pk")

    @admin.display(description="what is posted", ordering="topic")
    def content(self, channel: Channel) -> str:
        return f"#{channel.topic}" if channel.topic else EVERYTHING

    def save_model(self, request: HttpRequest, obj: Channel, form: Any, change: bool) -> None:
        """Save the channel. Earlier entries are not posted to another one."""
        save_channel(obj, form.changed_data)

    def switch_row_on(self, row: Channel) -> None:
        switch_on(row)

    @admin.action(description="Send a test", permissions=["change"])
    def send_test(self, request: HttpRequest, rows: QuerySet[Channel]) -> None:
        for channel in rows[:MAX_TESTED]:
            reason = send_test(channel.number)
            if reason:
                messages.warning(request, f"{channel}: the test did not arrive. {reason}.")
            else:
                messages.success(request, f"{channel}: the test has arrived.")


@admin.register(Post)
class PostAdmin(ReadOnlyAdmin):
    """Admin of the messages posted to Discord, each with the text that Discord shows."""

    labels = {
        "id": "number",
        "subject": "waits for",
        "message": "id on Discord",
        "shown": "lines shown",
        "tried_at": "first tried at",
        "trouble": "why it was ended",
    }
    helps = {"shown": "", "tried_at": "", "trouble": ""}
    fields = (
        ("channel", "shown"),
        ("made_at", "changed_at", "tried_at", "ended_at"),
        "trouble",
    )
    for_engineers = ("message", "subject", "about", "root", "thread", "lines", "buttons", "version", "sent_version")
    list_display = ("id", "channel", "message", "shown", "made_at", "changed_at", "ended_at", "trouble")
    list_filter = (("ended_at", admin.EmptyFieldListFilter),)
    list_select_related = ("channel__cycle",)
    ordering = ("-pk",)
