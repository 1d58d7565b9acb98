"""What a play does to the copies of its card in other games: it is told them, and they do it (R48, R93, R104)."""

from typing import Any

import pytest
from msgspec.structs import replace

from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from tests.support.exoptosis_scenario import cycle_16_rules, shows, table

COPIES = {"cards": "copies", "of": "$this"}
STRIP, DESTROY = {"change": COPIES, "lose": {"modifiers": "all"}}, {"destroy": COPIES, "originals": True}


def copy(ref: str, *modifiers: str) -> dict[str, Any]:
    return {"ref": ref, "original": "ada's 9", "owner": "ada", "species": "9", "modifiers": list(modifiers)}


@shows("Sacrificial", "Adamantine")
def test_R48_R93_that_modifiers_are_gone_is_told_with_the_destruction() -> None:
    """An Adamantine duplicate of another game is told that it loses all of them."""
    game = table(ada="9; Sacrificial; Adamantine, 3", bob="7", pile="10")
    game.environment.lists["copies", "ada's 9"] = [copy("@m/4", "Adamantine", "Sacrificial"), copy("@n/5")]
    game.play("ada", "9")
    assert game.told("destroyed-elsewhere") == [{"ref": "@m/4", "loses": ["*"]}, {"ref": "@n/5", "loses": ["*"]}]


@shows("Adamantine")
@pytest.mark.parametrize("place", ["hand", "deck", "pile"])
@pytest.mark.parametrize(("loses", "lasts"), [(["*"], False), (["Adamantine"], False), (["Bound"], True), ([], True)])
def test_R48_R93_what_it_loses_elsewhere_does_not_save_it_here(place: str, loses: list[str], lasts: bool) -> None:
    """Wherever it lies; without that an Adamantine duplicate lasts, as at a Quantum."""
    card = "9; Adamantine"
    hands = {"hand": f"3, {card}", "deck": f"3 | {card}", "pile": "3"}
    game = table(ada="2, 2", bob=hands[place], pile=f"{card} @bob" if place == "pile" else "10")
    facts: dict[str, Any] = {"cards": [game.number("9")], "originals": [], "loses": loses}
    if lasts:
        with pytest.raises(AssertionError, match="touches nothing"):
            game.happens("card-destroyed-elsewhere", **facts)
    else:
        game.happens("card-destroyed-elsewhere", **facts)
    lying = [*game.hand("bob"), *game.deck("bob"), *(each for each in game.pile() if place == "pile")]
    assert ("9" in lying and "9" not in game.destroyed_on_pile()) is lasts


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ([STRIP, DESTROY], [["*"]]),
        ([DESTROY, STRIP], []),
        ([{"let": "them", "be": COPIES}, STRIP, {"destroy": "$them"}], [["*"]]),
        ([{"change": COPIES, "lose": {"modifiers": ["Adamantine"]}}, DESTROY], [["Adamantine"]]),
        ([{"change": COPIES, "lose": {"modifiers": ["Bound"]}}, DESTROY], []),
    ],
)
def test_R93_in_whatever_order_the_law_says_it(effect: list[Any], told: list[list[str]]) -> None:
    """Stripped first, it is destroyed, even where the copies are looked for again; destroyed first, it lasts."""
    rules = cycle_16_rules()
    nine = rules.species["9"]
    played = replace(nine.hooks, when_played=read_effect(effect, scopes.PLAYED))
    rules = replace(rules, species={**rules.species, "9": replace(nine, hooks=played)})
    game = table(ada="9, 3", bob="7", pile="10", rules=rules)
    game.environment.lists["copies", "ada's 9"] = [copy("@m/4", "Adamantine", "Bound")]
    game.play("ada", "9")
    assert [facts["loses"] for facts in game.told("destroyed-elsewhere")] == told
