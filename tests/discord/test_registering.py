"""The commands as Discord takes them, and the command of the site that sends them."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from nomic.discord.commands import COMMANDS, as_json
from tests.support.webhook_server import Receiver, answering, free_port, receiver

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db

NAME = re.compile(r"[a-z]{1,32}")


def test_commands_keep_discords_limits() -> None:
    """Names, descriptions, and required options before the others."""
    assert {each["name"] for each in as_json()} == COMMANDS.keys()
    for command in as_json():
        assert NAME.fullmatch(command["name"])
        assert 0 < len(command["description"]) <= 100
        assert len(command["options"]) <= 25
        required = [option["required"] for option in command["options"]]
        assert required == sorted(required, reverse=True)
        for option in command["options"]:
            assert NAME.fullmatch(option["name"])
            assert 0 < len(option["description"]) <= 100
            assert not (option.get("choices") and option.get("autocomplete"))


@pytest.fixture
def connected(settings: Any, receiver: Receiver) -> Receiver:
    settings.DISCORD_API = f"http://127.0.0.1:{receiver.port}/api/v10"
    settings.DISCORD_APPLICATION_ID, settings.DISCORD_BOT_TOKEN = "77", "Secret-token"
    receiver.behave(answering(200, b"[]"))
    return receiver


def test_all_are_sent_at_once(connected: Receiver) -> None:
    out = StringIO()
    call_command("discord_register", stdout=out)
    assert connected.received == [as_json()]
    assert connected.paths == ["/api/v10/applications/77/commands"]
    assert connected.headers[0]["Authorization"] == "Bot Secret-token"
    assert f"{len(COMMANDS)} commands" in out.getvalue()


@pytest.mark.parametrize(
    ("status", "says"),
    [(401, "refuses the bot's token"), (429, "asks for fewer messages"), (500, "answered 500"), (400, "answered 400")],
)
def test_what_goes_wrong_is_said_without_the_token(connected: Receiver, status: int, says: str) -> None:
    connected.behave(answering(status, b"no Secret-token"))
    with pytest.raises(CommandError, match=says) as caught:
        call_command("discord_register")
    assert "Secret" not in str(caught.value)


def test_what_is_missing_is_said(connected: Receiver, settings: Any) -> None:
    settings.DISCORD_API = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(CommandError, match="could not be reached") as caught:
        call_command("discord_register")
    assert "Secret" not in str(caught.value)
    settings.DISCORD_BOT_TOKEN = ""
    with pytest.raises(CommandError, match="the token of the bot is not set"):
        call_command("discord_register")
    settings.DISCORD_APPLICATION_ID = ""
    with pytest.raises(CommandError, match="DISCORD_APPLICATION_ID is not set"):
        call_command("discord_register")


def test_it_can_be_printed_first(settings: Any) -> None:
    out = StringIO()
    call_command("discord_register", "--print", stdout=out)
    assert json.loads(out.getvalue()) == as_json()
