"""Sentences that only explain are told from those that somebody has to keep."""

import pytest

from nomic.recipes.plain_rules.explanations import only_explains

EXPLAIN = (
    "A duel of two whose decks are empty can go round for ever",
    "Such a storm can be a nuisance",
    "A long auction can be tedious",
    "The pot can be empty",
    "A tie like this can happen at the very first vote",
    "The two numbers can be equal",
    "An old lamp might look like a new one",
    "A deck of so few cards could be empty at dawn",
    "This is because the market was too slow",
    "This makes small ships useful",
    "This means that nothing is lost",
    "The reason is that the old rule was unclear",
    "The point of this rule is to make storms rare",
    "The idea was to help newcomers",
    "Because the market is small",
    "In other words, a lamp without oil is dark",
    "Without this, a duel would be endless",
    "Otherwise the game could be over at once",
    "That is why the lamp is red",
    "It was a mistake",
)
ORDER = (
    "The King breaks ties",
    "The King can break ties",
    "A player can duel the Judge",
    "Nobody can trade",
    "No ship can enter the harbour at night",
    "The loser pays 2 Coins",
    "Ships must pay a toll",
    "You may sell a lamp",
    "Whoever is last becomes the Judge",
    "A lamp cannot be sold",
    "A card can only be burned at night",
    "A ship can be sold once a week",
    "This means that the loser pays 2 Coins",
    "The Keeper lights the lamp every evening",
    "All may sing",
    "Players who are idle are removed from the list",
    "The Judge shall be elected each week",
    "Each captain has a rank",
    "If the Keeper is absent, anybody can light the lamp",
    "A proposal can be withdrawn by its author",
)


@pytest.mark.parametrize("sentence", EXPLAIN)
def test_an_explanation_orders_nothing(sentence: str) -> None:
    assert only_explains(sentence)


@pytest.mark.parametrize("sentence", ORDER)
def test_what_somebody_has_to_keep_is_no_explanation(sentence: str) -> None:
    assert not only_explains(sentence)
