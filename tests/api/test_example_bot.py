"""The bot that the API's description offers as an example runs unchanged."""

import importlib.util
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from nomic.api.views.cycle.event_stream import message
from nomic.cycles.live.position import Position
from nomic.cycles.models import Cycle
from nomic.devtools.virtualenv import ROOT
from nomic.inventory.models import Card
from nomic.proposals.models import Vote
from tests.api.conftest import MakeBot
from tests.support.hall import Hall

FILE = ROOT / "static" / "example_bot.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("example_bot", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Wire:
    """What carries the bot's requests to the site, and loses what a test wants lost."""

    def __init__(self, *lost: int) -> None:
        self.client, self.lost, self.sent, self.slept = Client(), set(lost), 0, list[float]()

    def __call__(self, method: str, path: str, headers: dict[str, str], body: bytes | None) -> Any:
        self.sent += 1
        answer = self.client.generic(
            method, path.removeprefix("http://testserver"), body or b"", "application/json", headers=headers
        )
        if self.sent in self.lost:
            raise ConnectionResetError
        return answer.status_code, dict(answer.headers), answer.getvalue()


def test_the_example_plays_a_duel_to_its_end(cast: Hall, make_bot: MakeBot) -> None:
    """From a token to a finished match, a pack and a preview, in a practice cycle of its own."""
    bot, wire, said = example(), Wire(), list[str]()
    token = make_bot("ada").headers["Authorization"].removeprefix("Bearer ")
    match = bot.main(bot.Site(wire, token, wire.slept.append), random.Random(5), said.append)
    assert match["status"] == "over"
    assert said[0] == "I am ada."
    assert Cycle.objects.get(owner_name="ada").practice
    assert any("opens 1" in line or "Cannot pay" in line for line in said)
    assert any("Changes the price of one Deck Pack from 18 to 15 Vertebrae" in line for line in said)


def test_its_votes_have_reasons_from_what_changes(cast: Hall, make_bot: MakeBot) -> None:
    path = "/shop/offers/Deck Pack/costs/Vertebra"
    cast.propose("ada", {"op": "replace", "path": path, "value": 15})
    cast.propose("ada", {"op": "replace", "path": path, "value": 25})
    bot, token = example(), make_bot("bob").headers["Authorization"].removeprefix("Bearer ")
    reasons = bot.vote(bot.Site(Wire(), token), cast.slug)
    assert sorted(each.partition(".")[0] for each in reasons) == ["Against", "For"]
    assert dict(Vote.objects.filter(name="bob").values_list("proposal__number", "vote")) == {1: "for", 2: "against"}
    comments = make_bot("bob").read("proposals/1/comments/")["items"]
    assert comments[0]["text"] == "For. the price of one Deck Pack in Vertebrae: 18 becomes 15"


def test_a_lost_answer_and_a_limit_do_nothing_twice(cast: Hall, make_bot: MakeBot, settings: Any) -> None:
    """The purchase whose answer is lost is made once, and the bot waits as long as it is told."""
    bot, wire = example(), Wire(2)
    token = make_bot("ada").headers["Authorization"].removeprefix("Bearer ")
    cast.grant("ada", "Vertebra", 30)
    before, cards = cast.has("ada", "Vertebra"), Card.objects.filter(cycle=cast.pk).count()
    assert "opens 1" in bot.shop(bot.Site(wire, token, wire.slept.append), cast.slug)
    assert before - cast.has("ada", "Vertebra") == 5
    assert Card.objects.filter(cycle=cast.pk).count() > cards
    assert wire.slept == [1]
    settings.API_RATE_LIMIT = "1/min"
    with pytest.raises(ConnectionError):
        bot.Site(wire, token, wire.slept.append).get("/api/v1/cycles/")
    assert wire.slept[1] > 50


def test_it_goes_on_after_a_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the id of the last event that it has heard whole, and what the site sends is what it reads."""
    bot, opened = example(), list[dict[str, str]]()
    monkeypatch.setattr(bot.time, "sleep", lambda seconds: None)
    said = [message(Position(seq, "a" * 64), "entry", {"seq": seq}) for seq in (1, 2, 3)]

    def listen(headers: dict[str, str]) -> Iterator[bytes]:
        opened.append(headers)
        begin = int(headers.get("Last-Event-ID", "0").partition(":")[0])
        yield from b"retry: 2000\n\n: still here\n\n".splitlines(keepends=True)
        for each in said[begin : begin + 2]:
            yield from each.splitlines(keepends=True)
        yield from said[2].splitlines(keepends=True)[:2]  # cut off within an event
        raise ConnectionResetError

    heard = list(islice(bot.follow(listen), 3))
    assert heard == [("entry", {"seq": seq}) for seq in (1, 2, 3)]
    assert opened == [{}, {"Last-Event-ID": f"2:{'a' * 64}"}]


def test_it_needs_nothing_but_python() -> None:
    import ast
    import sys

    tree = ast.parse(Path(FILE).read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
