from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from nomic.accounts.admin_permission import is_admin
from nomic.admin_base import DeletesParts, KeepsSecrets, PlainLabels, ReadOnlyAdmin
from nomic.cycles.actions.registry import channels
from nomic.cycles.admin import CycleFilter
from nomic.cycles.models import Cycle
from nomic.notices.delivery.webhook_addresses import check_url
from nomic.notices.models import Delivery, Webhook
from nomic.notices.webhook_settings import SWITCHED_OFF_BY, change_address, masked_address, send_test, switch_on
from nomic.players.guests import GUEST

EVERYTHING = "everything that happens in the cycle"


class ChannelWebhookForm(forms.ModelForm):
    """Form for a channel's webhook. The URL is entered and never shown again."""

    cycle = forms.ModelChoiceField(
        Cycle.objects.filter(fork_of=None).exclude(practice=True, owner_name=GUEST).order_by("practice", "-starts_at")
    )
    channel = forms.ChoiceField(
        label="What is posted",
        choices=lambda: [("", EVERYTHING), *((name, f"#{name}") for name in channels())],
        required=False,
    )
    new_url = forms.CharField(
        label="URL",
        required=False,
        widget=forms.PasswordInput(attrs={"size": 80, "autocomplete": "off"}),
        help_text=(
            "The URL of a Discord webhook or a compatible one. It is secret and never shown. Leave it empty to keep it."
        ),
    )

    class Meta:
        model = Webhook
        fields = ("cycle", "channel")

    def clean_new_url(self) -> str:
        url = self.cleaned_data["new_url"]
        if not url and self.instance.pk is not None:
            return ""
        return check_url(url)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        url = cleaned.get("new_url") or self.instance.url
        cycle = cleaned.get("cycle") or self.instance.cycle
        same = Webhook.objects.filter(cycle=cycle, channel=cleaned.get("channel", ""), url=url)
        if url and same.exclude(pk=self.instance.pk).exists():
            raise ValidationError("This channel has a webhook for these events already.", code="unique")
        return cleaned


class ConnectionAdmin(PlainLabels, DeletesParts, KeepsSecrets):
    """Base of the admin pages of outgoing connections, which can be switched off and on. For admins of games only.

    They are added in the office alone, which asks for a reason and names the game.
    """

    labels = {
        "trouble": "why it last failed",
        "stopped_at": "switched off at",
        "quiet_until": "next try not before",
        "sent_at": "last arrived at",
    }
    helps = {
        "trouble": "",
        "quiet_until": "",
        "sent_at": "",
        "stopped_at": "It is switched off when it refuses messages.",
    }
    list_filter = (CycleFilter, ("stopped_at", admin.EmptyFieldListFilter))
    list_select_related = ("cycle", "added_by")
    actions: Any = ("switch_off", "switch_on")

    def switch_row_on(self, row: Any) -> None:
        """Clear a row's errors so that it is tried again at once. Subclasses must implement this."""
        raise NotImplementedError

    @admin.action(description="Switch off", permissions=["change"])
    def switch_off(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        rows.filter(stopped_at=None).update(stopped_at=timezone.now())
        rows.update(trouble=f"{SWITCHED_OFF_BY}{request.user.get_username()}")
        messages.success(request, "Switched off. Nothing is sent until somebody switches it on again.")

    @admin.action(description="Switch on again", permissions=["change"])
    def switch_on(self, request: HttpRequest, rows: QuerySet[Any]) -> None:
        for row in rows:
            self.switch_row_on(row)
        messages.success(request, "Switched on.")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_admin(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request)


@admin.register(Webhook)
class ChannelWebhookAdmin(ConnectionAdmin):
    """Admin of channels' webhooks.

    People's own webhooks are private and not shown here.
    """

    secret = ("url", "browser_key", "browser_secret")
    form = ChannelWebhookForm
    fields = ("cycle", "channel", "new_url", "where", "added_by", "sent_at", "quiet_until", "trouble", "stopped_at")
    readonly_fields = ("where", "added_by", "sent_at", "quiet_until", "trouble", "stopped_at")
    list_display = ("cycle", "channel_name", "where", "sent_at", "trouble", "stopped_at")
    actions = ("switch_off", "switch_on", "send_test")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        hooks: QuerySet[Webhook] = super().get_queryset(request)
        return hooks.filter(cycle__isnull=False).order_by("cycle", "channel", "pk")

    @admin.display(description="channel", ordering="channel")
    def channel_name(self, hook: Webhook) -> str:
        return f"#{hook.channel}" if hook.channel else EVERYTHING

    @admin.display(description="address")
    def where(self, hook: Webhook) -> str:
        return masked_address(hook)

    def save_model(self, request: HttpRequest, obj: Webhook, form: Any, change: bool) -> None:
        """Save the webhook, starting after the current journal. Earlier entries are not sent."""
        if obj.cycle is not None and "cycle" in form.changed_data:
            obj.last_read_seq = obj.cycle.seq
        obj.save(update_fields=["channel", *(["cycle", "last_read_seq"] if "cycle" in form.changed_data else [])])
        if form.cleaned_data["new_url"]:
            change_address(obj, form.cleaned_data["new_url"])

    def switch_row_on(self, row: Webhook) -> None:
        switch_on(row)

    @admin.action(description="Send a test", permissions=["change"])
    def send_test(self, request: HttpRequest, hooks: QuerySet[Webhook]) -> None:
        for hook in hooks:
            try:
                send_test(hook)
            except ValidationError as problem:
                messages.warning(request, f"{hook}: {' '.join(problem.messages)}")
            else:
                messages.success(request, f"{hook}: a test is on its way.")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """The status of deliveries. Their contents are private and not shown here."""

    secret = ("notice", "text", "link", "claim")
    called = ("message by mail or webhook", "messages by mail and webhook")
    labels = {
        "id": "number",
        "attempts": "tries",
        "next_at": "next try",
        "ended_at": "over at",
        "trouble": "why it last failed",
    }
    helps = {"person": "", "next_at": "", "trouble": "", "claimed_by": "", "claimed_until": ""}
    for_engineers = ("claimed_by", "claimed_at", "claimed_until")
    fields = (
        ("person", "webhook"),
        ("state", "attempts"),
        ("created_at", "next_at", "ended_at"),
        "trouble",
    )
    list_display = ("id", "way", "person", "webhook", "state", "attempts", "next_at", "ended_at", "trouble")
    list_filter = ("state", ("webhook", admin.EmptyFieldListFilter))
    list_select_related = ("person", "webhook__cycle", "webhook__person")
    ordering = ("-pk",)
