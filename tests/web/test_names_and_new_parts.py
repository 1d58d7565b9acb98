"""What stands in a map of a form can be called otherwise, and what refers to it follows; a law gains new parts."""

import pytest
from django.test import Client

from nomic.law.amendments.rename import MAX_NAME, name_of_key, now_at, rename_keys
from tests.support.hall import Hall, OpenCycle, bare_law
from tests.support.signed_in import browser_of
from tests.web.test_blocks import LUCK, Builder, opened
from tests.web.test_composing import COMPOSE, operations

DO = [{"transfer": "Vertebra", "from": "$me", "to": "$player"}]


def call(builder: Builder, place: str, name: str) -> None:
    builder.form.fields[name_of_key("references", tuple(place[1:].split("/")))] = name


def toasting(ada: Client) -> Builder:
    """An action in the making that names a player."""
    builder = opened(ada, entry=LUCK)
    builder.send(begin="action")
    builder.type("entry_name", "toast")
    builder.type("/action", "Drink to somebody")
    builder.press("put entry /with", '"is": "player"')
    builder.put("/do", '{"transfer"')
    builder.type("/do/0/transfer", "Vertebra")
    builder.type("/do/0/from", '"$me"')
    builder.press("menu entry /do/0/to")
    builder.press("put entry /do/0/to", '"$player"')
    return builder


def test_an_argument_is_called_otherwise_and_its_steps_follow(ada: Client) -> None:
    builder = toasting(ada)
    call(builder, "/with/player", "guest")
    builder.send(put="1")
    value = operations(builder.answer)[-1]["value"]
    assert value["with"] == {"guest": {"is": "player"}}
    assert value["do"] == [{**DO[0], "to": "$guest"}]


def test_what_is_pressed_together_with_a_new_name_still_finds_its_place(ada: Client) -> None:
    """The page knows the old name; the condition of whom one may name is built from blocks all the same."""
    builder = toasting(ada)
    builder.press("menu entry /with/player/where")
    call(builder, "/with/player", "guest")
    builder.press("put entry /with/player/where", '{"reputable"')
    builder.press("menu entry /with/guest/where/reputable")
    assert '"$it"' in " ".join(builder.form.steps)
    builder.press("put entry /with/guest/where/reputable", '"$it"')
    builder.send(put="1")
    value = operations(builder.answer)[-1]["value"]
    assert value["with"] == {"guest": {"is": "player", "where": {"reputable": "$it"}}}
    assert value["do"][0]["to"] == "$guest"


@pytest.mark.parametrize("name", ["", " ", "x" * (MAX_NAME + 1), "number"])
def test_a_name_that_cannot_be_is_refused_and_nothing_is_renamed(ada: Client, cast: Hall, name: str) -> None:
    builder = toasting(ada)
    builder.press("add entry /with", '"is": "number"')
    call(builder, "/with/player", name)
    with cast.nothing_changes():
        builder.send(422, put="1")
    assert "player: " in builder.page
    assert "$player" in builder.entry


def test_a_name_that_the_law_cannot_have_is_refused_at_it(ada: Client) -> None:
    builder = toasting(ada)
    call(builder, "/with/player", "Two words")
    builder.send(422, submit="1")
    assert "Two words" in builder.entry


def test_names_swap_places_only_one_after_the_other() -> None:
    """Order stays, other names are left alone, and what is not there is left out."""
    root = {"with": {"a": {"is": "player"}, "b": {}}, "do": ["$a", "$a.x", "$ab", {"$a": ["$b"]}]}
    typed = [("k:references:/with/a", "c"), ("k:references:/with/b", "c"), ("k::/with/z", "y"), ("k:x", "y")]
    made, moved, problems = rename_keys(root, typed)
    assert made == {"with": {"c": {"is": "player"}, "b": {}}, "do": ["$c", "$c.x", "$ab", {"$a": ["$b"]}]}
    assert list(made["with"]) == ["c", "b"]
    assert moved == [("/with/a", "/with/c")]
    assert problems == ["b: something else is called c already"]
    assert now_at("/with/a/where/0", moved) == "/with/c/where/0"
    assert now_at("/with/ab", moved) == "/with/ab"


def test_a_law_gains_a_part_that_it_has_not(open_cycle: OpenCycle) -> None:
    """A whole section is filled in as a form; the first of a kind of entry makes its map."""
    open_cycle(bare_law()).join("ada")
    ada = browser_of("ada")
    page = ada.get(COMPOSE).content.decode()
    assert "new: Trades" in page
    assert "new: Burning cards" not in page
    builder = Builder(ada, ada.get(COMPOSE, {"entry": "/items/+"}))
    builder.type("entry_name", "Coin")
    builder.type("/plural", "Coins")
    builder.type("/kind", "keepsake")
    builder.send(put="1")
    _, added = operations(builder.answer)
    assert added["path"] == "/items"
    assert added["value"]["Coin"]["plural"] == "Coins"
    builder.type("entry", "/trades")
    builder.send(pick_entry="1")
    assert "Repeal this entry" not in builder.page
    builder.send(422, repeal="1")
    builder.type("/within_hours", "48")
    builder.send(put="1")
    assert operations(builder.answer)[-1] == {"op": "add", "path": "/trades", "value": {"within_hours": 48}}


def test_a_part_that_needs_another_is_not_put_in_alone(open_cycle: OpenCycle) -> None:
    """It says which, and waits."""
    open_cycle(bare_law()).join("ada")
    ada = browser_of("ada")
    builder = Builder(ada, ada.get(COMPOSE, {"entry": "/trades"}))
    builder.type("/within_hours", "48")
    builder.send(422, put="1")
    assert "items" in builder.answer.context["draft"].errors[0].detail
    assert operations(builder.answer) == []
