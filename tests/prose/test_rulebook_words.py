"""Numbers, cards and states are said as a rulebook says them, and no number could be another."""

from typing import Any

import pytest

from tests.prose.test_who_is_meant import act, text_of, when

Raw = dict[str, Any]
N: Raw = {"with": {"n": {"is": "number", "least": 1, "most": 6}}}
LOSE: Raw = {"revoke": "Chip", "from": "$me", "n": "$n"}
RARE: Raw = {"cards": "inventory", "of": "$me", "where": {"has": "$it", "type": "Special"}}
SEALS: Raw = {"is": [{"value_of": "Seals", "of": "$me"}, "equals", 2]}
ACTIVE: Raw = {"players": "active", "where": {"is": [{"value_of": "Seals", "of": "$it"}, "at_least", 1]}}
MOST: Raw = {"extreme": ACTIVE, "by": {"stock": "Chip", "of": "$one"}, "as": "one", "ties": "none"}
HAS_TWO: Raw = {"is": [{"count": {"cards": "inventory", "of": "$player"}}, "at_least", 2]}


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        (act(LOSE, **N), "Choose a number from 1 to 6. Lose that many Chips."),
        (
            act({"raise": "Fog", "by": {"times": [-1, "$n"]}}, LOSE, **N),
            "Fog decreases by that number. Lose that many Chips.",
        ),
        (
            act({"raise": "Fog", "by": 2}, LOSE, {"raise": "Light", "of": "$me", "by": "$n"}, **N),
            "Fog increases by 2. Lose as many Chips as you chose. Your Light increases by the number you chose.",
        ),
        (
            act(LOSE, **N, costs={"Chip": {"value_of": "Fog"}}),
            "Pay Chips equal to Fog. Choose a number from 1 to 6. Lose that many Chips.",
        ),
        (
            act({"grant": "Chip", "to": MOST}),
            "Of the active players with at least 1 Seal, the one with the most Chips (nobody if tied) gains 1 Chip.",
        ),
        (act({"announce": "So."}, who={"some": RARE}), "only if you have a Special card."),
        (act({"announce": "So."}, who={"not": {"some": RARE}}), "only if you have no Special card."),
        (
            when("card-destroyed", {"revoke": "Chip", "from": MOST}, **{"if": HAS_TWO}),
            "if the card's owner has at least 2 cards:",
        ),
        (act({"announce": "So."}, who=SEALS), "only if you have exactly 2 Seals."),
        (act({"announce": "So."}, who={"not": SEALS}), "only if you do not have exactly 2 Seals."),
        (act({"set": "Honoured", "of": "$me", "to": 1}), "You become Honoured."),
        (act({"set": "Honoured", "of": "$me", "to": 0}), "You stop being Honoured."),
        (act({"set": "Market open", "to": 1}), "“Market open” is switched on."),
        (when("joined", {"strike": {"players": "players"}, "from": "The roll"}), "the roll is cleared."),
        ({"forbid": "submit-proposal", "because": "it is late"}, "You may not submit a proposal."),
        ({"forbid": "tolls_walk", "because": "it is late"}, "You may not use “Walk”."),
        (
            act(
                {
                    "each": "one",
                    "in": {"sample": 1, "from": {"players": "active"}},
                    "do": [{"meet": "Wood", "who": "$one"}],
                }
            ),
            "A random active player draws a random outcome of “Wood”.",
        ),
        (
            act({"announce": "[$what]"}, **{"with": {"what": {"is": "text", "longest": 60}}}),
            "Write text of at most 60 characters.",
        ),
    ],
)
def test_it_is_said_as_in_a_rulebook(clause: Raw, said: str) -> None:
    assert said in text_of(clause)
