"""Whatever a shipped law allows can be done by `/do`: in its form, or with its arguments as options."""

from typing import Any

import pytest

from nomic.cycles.actions.registry import actions_of
from nomic.discord.commands import COMMANDS
from nomic.discord.interactions.acting_commands import is_here
from nomic.discord.interactions.arguments import PLACES, form_here, is_typed
from nomic.discord.interactions.modals import parts_of
from nomic.law.document.templates import document_of, law_templates
from nomic.trades.models import Trade
from tests.discord.conftest import MakeUser
from tests.discord.stand_in import fits_discord, words
from tests.support.hall import Hall, OpenCycle

pytestmark = pytest.mark.django_db

# They have a menu of their own, or are written at the table.
OTHERWISE = {"move", "answer", "give-standing-order"}


@pytest.mark.parametrize("template", sorted(law_templates()))
def test_every_action_of_every_law(open_cycle: OpenCycle, template: str) -> None:
    """Its form fits, with all that must be filled in, and each argument has an option of the command."""
    hall = open_cycle(document_of(template), slug=template, template=template, joined=("ada", "bob", "eve"))
    ctx = hall.read_context("ada")
    found = [action for action in actions_of(ctx) if is_here(action) and not action.is_previewed]
    assert found
    for action in found:
        fields = form_here(action, ctx).base_fields
        assert len(fields) <= len(PLACES), action.name
        assert len(f"do|{template}|{action.name}") <= 100
        typed = {name: field for name, field in fields.items() if is_typed(field)}
        if action.name not in OTHERWISE:
            assert not [name for name, field in fields.items() if field.required and name not in typed], action.name
        if typed:
            parts = parts_of(typed, action.confirm)
            assert parts is not None, action.name
            fits_discord({"title": action.title[:45], "custom_id": "x", "components": parts})


def test_the_options_come_after_what_is_required() -> None:
    """And fit into one command."""
    names = [option.name for option in COMMANDS["do"].options]
    assert names == ["action", *PLACES, "cycle"]


@pytest.fixture
def given(cast: Hall, user: MakeUser) -> tuple[Hall, Any]:
    return cast, user("ada")


def test_arguments_are_offered_as_they_can_be_now(given: tuple[Hall, Any]) -> None:
    """By the place in the form, with the field's name; and nothing to somebody who may not do it."""
    _, ada = given
    assert "Offer: Already-opened Pack" in next(iter(ada.is_offered("do", "first", "", action="buy")))
    assert ada.is_offered("do", "second", "", action="buy") == {"Count (the form asks for it)": "?"}
    assert ada.is_offered("do", "second", "2", action="buy") == {"Count: 2": "2"}
    assert ada.is_offered("do", "third", "2", action="buy") == {}
    assert ada.is_offered("do", "first", "", action="fly") == {}
    assert ada.is_offered("do", "first", "", action="correct-grant") == {}
    assert list(ada.is_offered("do", "first", "3 vert", action="offer-trade")) == ["Gives: 3 Vertebrae"]
    assert "Gives: 3 Vertebrae, 2 Chips" in ada.is_offered("do", "first", "3 Vertebrae, 2 c", action="offer-trade")


def test_all_is_said_in_one_command(given: tuple[Hall, Any]) -> None:
    """An option by its value or its label; amounts as people write them."""
    hall, ada = given
    assert "You buy 2 Already-opened Packs" in ada.reads("do", action="buy", first="already-opened pack", second="2")
    said = ada.reads("do", action="offer-trade", first="2 Vertebrae", second="chip", third="?", fourth="To: bob")
    assert "You offer bob a trade" in said, said
    trade = Trade.objects.get(cycle=hall.pk)
    assert trade.other == "bob"
    assert {(lot.name, lot.amount, lot.by_maker) for lot in trade.lots.all()} == {
        ("Vertebra", 2, True),
        ("Chip", 1, False),
    }
    hall.is_sound()


def test_the_form_asks_for_what_is_missing(given: tuple[Hall, Any]) -> None:
    """What was said stands in it."""
    _, ada = given
    form = ada.sends("do", action="submit-proposal", second="Greet each other.")
    shown = {part["component"]["custom_id"]: part["component"] for part in form["data"]["components"]}
    assert shown["text"]["value"] == "Greet each other."
    assert "You submit proposal 1" in ada.enters(form, title="Manners", text="Greet each other.")


def test_what_cannot_be_is_said_and_nothing_changes(given: tuple[Hall, Any]) -> None:
    hall, ada = given
    with hall.nothing_changes():
        for wrong in ("many", "-1", "9" * 40, "2,3"):
            assert "Nothing was done" in ada.reads("do", action="buy", first="Already-opened Pack", second=wrong)
        for wrong in ("Unicorn", "0 Chips", "9" * 9 + " Chips", "2", "{", '{"Chip": {}}', ", ,", "[" * 1400):
            answer = ada.sends("do", action="offer-trade", first=wrong, fourth="bob")
            assert answer["type"] == 9 or words(answer)
