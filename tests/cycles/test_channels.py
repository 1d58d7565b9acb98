"""Channels are declared by the rooms whose acts they tell of."""

from dataclasses import replace

import pytest

from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.registry import action_named, channels
from nomic.notices.admin import ChannelWebhookForm


def test_an_action_is_of_a_channel_that_some_room_declares(monkeypatch):
    """A slip of the pen is told at the start, and staff can have a channel of a game's own told to them."""
    monkeypatch.setattr(actions, "_channels", dict(actions._channels))
    mistaken = replace(action_named("join"), name="knock", channel="knocking")
    with pytest.raises(ValueError, match="knocking"):
        actions.register_actions(mistaken)
    actions.register_channels("knocking")
    assert channels()[-1] == "knocking"
    assert ("knocking", "#knocking") in ChannelWebhookForm().fields["channel"].choices
