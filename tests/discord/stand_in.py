"""A stand-in for Discord, with a key of its own, and users who type and click."""

import itertools
import json
import time
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.http import HttpResponse
from django.test import Client

ADDRESS = "/discord/interactions/"


class Discord:
    """Discord, as far as a site without a gateway meets it."""

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        self.public_key = self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
        self.numbers = itertools.count(1000)

    def post(self, told: Any, *, at: int | str | None = None, **headers: str) -> HttpResponse:
        """Post an interaction as Discord does. `told` may also be the very bytes."""
        body = told if isinstance(told, bytes) else json.dumps(told).encode()
        stamp = str(int(time.time()) if at is None else at)
        sent = {
            "X-Signature-Ed25519": self.key.sign(stamp.encode() + body).hex(),
            "X-Signature-Timestamp": stamp,
        }
        return Client(enforce_csrf_checks=True).post(
            ADDRESS, body, content_type="application/json", headers={**sent, **headers}
        )

    def tell(self, told: dict[str, Any]) -> dict[str, Any]:
        """Post an interaction that is answered."""
        answer = self.post(told)
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = json.loads(answer.content)
        return found


class User:
    """Somebody on Discord, in a server or in private."""

    def __init__(self, discord: Discord, number: int, *, in_private: bool = False, channel: str = "2") -> None:
        self.discord, self.number, self.in_private, self.channel = discord, str(number), in_private, channel

    def interaction(self, kind: int, data: dict[str, Any]) -> dict[str, Any]:
        who: dict[str, Any] = {"user": {"id": self.number, "username": "x"}}
        told = {
            "id": str(next(self.discord.numbers)),
            "type": kind,
            "data": data,
            "token": f"t-{next(self.discord.numbers)}",
            "version": 1,
        }
        return told | (who if self.in_private else {"member": who, "guild_id": "1", "channel_id": self.channel})

    def command(self, name: str, **options: str) -> dict[str, Any]:
        """What Discord sends for a slash command."""
        typed = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        return self.interaction(2, {"id": "9", "name": name, "type": 1, "options": typed})

    def sends(self, name: str, **options: str) -> dict[str, Any]:
        """Send a slash command, and return the answer."""
        return self.discord.tell(self.command(name, **options))

    def reads(self, name: str, **options: str) -> str:
        """Send a slash command, and read its answer, which nobody else sees and which mentions nobody."""
        return words(self.sends(name, **options))

    def is_offered(self, command: str, option: str, typed: str = "", **others: str) -> dict[str, str]:
        """Type in an option, and return what is offered: values by label."""
        options = [{"name": option, "type": 3, "value": typed, "focused": True}]
        options += [{"name": key, "type": 3, "value": value} for key, value in others.items()]
        answer = self.discord.tell(self.interaction(4, {"id": "9", "name": command, "type": 1, "options": options}))
        assert answer["type"] == 8
        choices = answer["data"]["choices"]
        assert len(choices) <= 25
        assert all(0 < len(each["name"]) <= 100 and 0 < len(each["value"]) <= 100 for each in choices)
        return {each["name"]: each["value"] for each in choices}

    def chooses(self, command: str, option: str, label: str, **others: str) -> dict[str, Any]:
        """Choose the one thing whose label begins so, and send the command."""
        found = [value for name, value in self.is_offered(command, option, label).items() if name.startswith(label)]
        assert len(found) == 1, found
        return self.sends(command, **{option: found[0]}, **others)

    def enters(self, form: dict[str, Any], **values: str | list[str]) -> str:
        """Fill in a form that was shown, and read the answer."""
        assert form["type"] == 9
        fits_discord(form["data"])
        known = {
            part["component"]["custom_id"]: part["component"]
            for part in form["data"]["components"]
            if part["type"] == 18
        }
        assert values.keys() <= known.keys()
        parts = []
        for name, component in known.items():
            filled: dict[str, Any] = {"value": values.get(name, "")}
            if component["type"] == 3:
                given = values.get(name) or [each["value"] for each in component["options"] if each["default"]]
                filled = {"values": [given] if isinstance(given, str) else list(given)}
            parts.append({"type": 18, "id": 1, "component": {"type": component["type"], "custom_id": name, **filled}})
        data = {"custom_id": form["data"]["custom_id"], "components": parts}
        return words(self.discord.tell(self.interaction(5, data)))

    def picks(self, menu: dict[str, Any], *values: str) -> dict[str, Any]:
        """Choose from a menu beneath a message."""
        data = {"custom_id": menu["custom_id"], "component_type": 3, "values": list(values)}
        return self.discord.tell(self.interaction(3, data))

    def presses(self, message: dict[str, Any]) -> str:
        """Press the button of a message, and read the answer."""
        ((button,),) = [row["components"] for row in message["data"]["components"]]
        assert len(button["custom_id"]) <= 100
        return words(self.discord.tell(self.interaction(3, {"custom_id": button["custom_id"], "component_type": 2})))


def menu_of(message: dict[str, Any]) -> dict[str, Any] | None:
    """The menu beneath a message, if there is one."""
    rows = message["data"].get("components", [])
    found: dict[str, Any] | None = next((each for row in rows for each in row["components"] if each["type"] == 3), None)
    if found is not None:
        assert 1 <= len(found["options"]) <= 25
        assert len(found["custom_id"]) <= 100
        assert found["min_values"] <= found["max_values"] <= len(found["options"])
    return found


def words(answer: dict[str, Any]) -> str:
    """The words of a message."""
    assert answer["type"] == 4, answer
    data = answer["data"]
    assert data["flags"] == 64
    assert data["allowed_mentions"] == {"parse": []}
    content: str = data["content"]
    assert 0 < len(content) <= 2000
    return content


def fits_discord(form: dict[str, Any]) -> None:
    """A form keeps Discord's limits."""
    assert 0 < len(form["title"]) <= 45
    assert len(form["custom_id"]) <= 100
    assert 1 <= len(form["components"]) <= 5
    for part in form["components"]:
        if part["type"] == 18:
            assert 0 < len(part["label"]) <= 45
            assert len(part.get("description", "")) <= 100
            component = part["component"]
            if component["type"] == 3:
                assert 1 <= len(component["options"]) <= 25
                assert component["min_values"] <= component["max_values"] <= len(component["options"])
                values = [option["value"] for option in component["options"]]
                assert len(set(values)) == len(values)
                assert all(0 < len(option[key]) <= 100 for option in component["options"] for key in ("label", "value"))
            else:
                assert 1 <= component["max_length"] <= 4000
