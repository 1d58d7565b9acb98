from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.accounts.rights import is_admin
from nomic.admin_base import DeletesParts, KeepsSecrets, PlainLabels, ReadOnlyAdmin
from nomic.cycles.actions.registry import channels
from nomic.cycles.admin import CycleFilter
from nomic.cycles.models import Cycle
from nomic.discord.models import MAX_USER_LENGTH, Channel, DiscordLink, Post
from nomic.discord.posts.sender import switch_on
from nomic.players.guests import GUEST

EVERYTHING = "everything that happens in the cycle"


@admin.register(DiscordLink)
class DiscordLinkAdmin(ReadOnlyAdmin):
    """Who is who on Discord."""

    called = ("account on Discord", "accounts on Discord")
    labels = {"user": "id on Discord", "made_at": "linked at"}
    helps = {"user": ""}
    list_display = ("person", "user", "made_at")
    list_select_related = ("person",)
    search_fields = ("person__username", "user")


class ChannelForm(forms.ModelForm):
    """Form for a channel on Discord."""

    cycle = forms.ModelChoiceField(
        Cycle.objects.filter(fork_of=None).exclude(practice=True, owner_name=GUEST).order_by("practice", "-starts_at")
    )
    topic = forms.ChoiceField(
        label="What is posted",
        choices=lambda: [("", EVERYTHING), *((name, f"#{name}") for name in channels())],
        required=False,
    )
    number = forms.RegexField(
        r"^[0-9]{1,%d}$" % MAX_USER_LENGTH,  # noqa: UP031 - braces mean something in a pattern
        label="Channel ID",
        error_messages={"invalid": "The ID of a channel has only digits."},
        help_text=(
            "On Discord, switch on the developer mode (Settings, Advanced), then right-click the channel: Copy "
            "Channel ID. The bot needs the rights to view the channel, send messages and read the history."
        ),
    )

    class Meta:
        model = Channel
        fields = ("cycle", "topic", "number", "counts_reactions")


@admin.register(Channel)
class ChannelAdmin(PlainLabels, DeletesParts, KeepsSecrets):
    """The channels on Discord to which cycles post, for people who may act as an admin."""

    labels = {
        "sent_at": "last arrived at",
        "quiet_until": "next try not before",
        "trouble": "why it failed last",
        "stopped_at": "switched off at",
    }
    helps = {
        "sent_at": "",
        "quiet_until": "",
        "trouble": "",
        "stopped_at": "It is switched off when it refuses messages.",
    }
    form = ChannelForm
    fields = (
        "cycle",
        "topic",
        "number",
        "counts_reactions",
        "added_by",
        "sent_at",
        "quiet_until",
        "trouble",
        "stopped_at",
    )
    readonly_fields = ("added_by", "sent_at", "quiet_until", "trouble", "stopped_at")
    list_display = ("cycle", "told", "number", "sent_at", "trouble", "stopped_at")
    list_filter = (CycleFilter, ("stopped_at", admin.EmptyFieldListFilter))
    list_select_related = ("cycle", "added_by")
    search_fields = ("number",)
    actions = ("switch_off", "switch_on")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Channel]:
        rows: QuerySet[Channel] = super().get_queryset(request)
        return rows.order_by("cycle", "topic", "pk")

    @admin.display(description="what is posted", ordering="topic")
    def told(self, channel: Channel) -> str:
        return f"#{channel.topic}" if channel.topic else EVERYTHING

    def save_model(self, request: HttpRequest, obj: Channel, form: Any, change: bool) -> None:
        """Save the channel, starting after the current journal. Earlier entries are not sent.

        Another channel ID or cycle ends the messages that were posted before: they are not edited any more.
        """
        if not change:
            obj.added_by = request.user if isinstance(request.user, Person) else None
            obj.told_seq = obj.cycle.seq
            obj.save()
            return
        fields = list(form.changed_data)
        if {"cycle", "number"} & set(fields):
            obj.told_seq = obj.cycle.seq
            fields.append("told_seq")
            obj.posts.all().delete()
        # Only these columns, because a worker may be changing the others.
        obj.save(update_fields=fields)

    @admin.action(description="Switch off", permissions=["change"])
    def switch_off(self, request: HttpRequest, rows: QuerySet[Channel]) -> None:
        by = f"switched off by {request.user.get_username()}"
        rows.filter(stopped_at=None).update(stopped_at=timezone.now(), trouble=by)
        messages.success(request, "Switched off. Nothing is posted until somebody switches it on again.")

    @admin.action(description="Switch on again", permissions=["change"])
    def switch_on(self, request: HttpRequest, rows: QuerySet[Channel]) -> None:
        for channel in rows:
            switch_on(channel)
        messages.success(request, "Switched on.")

    # People who may act as an admin, as for corrections.

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_admin(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request)


@admin.register(Post)
class PostAdmin(ReadOnlyAdmin):
    """The messages on Discord, and what Discord shows of each."""

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
    for_engineers = ("message", "subject", "lines", "buttons", "version", "sent_version")
    list_display = ("id", "channel", "message", "shown", "made_at", "changed_at", "ended_at", "trouble")
    list_filter = (("ended_at", admin.EmptyFieldListFilter),)
    list_select_related = ("channel__cycle",)
    ordering = ("-pk",)
