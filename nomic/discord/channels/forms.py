"""Forms for a channel on Discord and for a webhook of a game."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from nomic.cycles.actions.registry import all_actions, channels, registered_with
from nomic.cycles.models import Cycle
from nomic.discord.models import MAX_USER_LENGTH, Channel
from nomic.discord.protocol.channel_check import Unchecked, why_not
from nomic.notices.admin import EVERYTHING, ChannelWebhookForm
from nomic.notices.models import Webhook
from nomic.office.models import MAX_REASON

EXAMPLES = 2  # actions that are named beside a topic

COPY = (
    "On Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL. A compatible service has one, too. "
    "It is never shown."
)


class ChannelForm(forms.ModelForm):  # type: ignore[type-arg]
    """Form for a channel on Discord."""

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
            "On Discord, turn on Developer Mode (Settings, Advanced), then right-click the channel: Copy Channel "
            "ID. The bot needs the permissions View Channel, Send Messages and Read Message History."
        ),
    )
    unchecked = forms.BooleanField(
        label="Save anyway",
        required=False,
        help_text="Only if Discord can’t currently be asked whether the bot can write there.",
    )

    could_not_ask = False  # whether the last check found no answer

    class Meta:
        model = Channel
        fields: tuple[str, ...] = ("topic", "number", "uses_threads", "counts_reactions")

    def clean_number(self) -> str:
        """Return the channel's id. Raises ValidationError if the bot cannot write there, or Discord could not be asked.

        An id that was saved before is not checked again.
        """
        number: str = self.cleaned_data["number"]
        if self.instance.pk is not None and "number" not in self.changed_data:
            return number
        try:
            reason = why_not(number)
        except Unchecked as trouble:
            self.could_not_ask = True
            if self.data.get(self.add_prefix("unchecked")):
                return number
            reason = f"This could not be checked: {trouble}. Try again later, or choose “Save anyway”."
        if reason:
            raise ValidationError(reason, "channel")
        return number


def topics(cycle: Cycle, chosen: str) -> list[tuple[str, str]]:
    """Return the topics of a cycle's law as choices, each explained by the titles of its first actions.

    A topic that only other games have is left out, unless it is `chosen`.
    """
    titles: dict[str, list[str]] = {name: [] for name in channels()}
    for action in all_actions():
        if action.is_listed(cycle.law):
            titles[action.channel].append(action.title)
    examples = {
        name: f": {', '.join(found[:EXAMPLES])} …" if found else ""
        for name, found in titles.items()
        if name == chosen or any(titles[each] for each in registered_with(name))
    }
    return [("", EVERYTHING), *((name, f"#{name}{found}") for name, found in examples.items())]


def _reason() -> forms.CharField:
    return forms.CharField(label="Reason (needed; other staff can read it)", max_length=MAX_REASON)


class GameChannelForm(ChannelForm):
    """Form for a channel of one game, with a reason."""

    reason = _reason()
    field_order = ("topic", "number", "unchecked", "uses_threads", "counts_reactions", "reason")

    class Meta(ChannelForm.Meta):
        labels = {
            "uses_threads": "A thread for each match and proposal",
            "counts_reactions": "Reactions are votes",
        }
        help_texts = {
            "uses_threads": (
                "The channel stays short. The bot then also needs permission to create public threads and to send "
                "messages in threads."
            ),
            "counts_reactions": (
                "Thumbs up and thumbs down under the message of a proposal are votes of people who have linked their "
                "account. Otherwise they vote with the buttons below it."
            ),
        }

    def __init__(self, cycle: Cycle, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.instance.cycle = cycle
        self.fields["topic"].choices = topics(cycle, self.instance.topic)  # type: ignore[attr-defined]

    @property
    def shown_fields(self) -> list[forms.BoundField]:
        """The fields to show. Saving without a check is only offered after Discord could not be asked."""
        is_offered = self.could_not_ask or (self.is_bound and bool(self.data.get(self.add_prefix("unchecked"))))
        return [field for field in self.visible_fields() if is_offered or field.name != "unchecked"]

    def clean(self) -> dict[str, Any]:
        """Refuse a topic that is already posted to the channel."""
        data: dict[str, Any] = super().clean() or {}
        same = Channel.objects.filter(
            cycle=self.instance.cycle, topic=data.get("topic", ""), number=data.get("number", "")
        )
        if same.exclude(pk=self.instance.pk).exists():
            raise ValidationError("This channel already gets that.", code="unique")
        return data


class GameWebhookForm(ChannelWebhookForm):
    """Form for a webhook of one game, with a reason. The address is entered and never shown again."""

    cycle = None  # type: ignore[assignment]  # so that Django leaves the field out
    reason = _reason()
    field_order = ("channel", "new_url", "reason")

    class Meta:
        model = Webhook
        fields = ("channel",)

    def __init__(self, cycle: Cycle, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.instance.cycle = cycle
        self.fields["channel"].choices = topics(cycle, self.instance.channel)  # type: ignore[attr-defined]
        self.fields["new_url"].label = "Address"
        if self.instance.pk is None:
            self.fields["new_url"].required = True
            self.fields["new_url"].help_text = COPY

    @property
    def shown_fields(self) -> list[forms.BoundField]:
        """All fields, because none of them is folded."""
        return self.visible_fields()
