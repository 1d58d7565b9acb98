"""How sure a simulation is: ranges over its games."""

import random
from statistics import fmean

import pytest

from nomic.forecast.confidence_intervals import estimate_of, estimates, ranges
from nomic.forecast.simulate import Week
from nomic.forecast.simulation_report import game_averages


def report(before: dict[str, list[float]], after: dict[str, list[float]]) -> dict[str, object]:
    return {"before": {"games": before}, "after": {"games": after}}


def test_the_range_is_students() -> None:
    """Differences 1, 2, 3: mean 2, deviation 1, two degrees of freedom."""
    found = estimate_of("Coin", [0, 0, 0], [1, 2, 3])
    assert (found.low, found.high) == (pytest.approx(2 - 4.303 / 3**0.5), pytest.approx(2 + 4.303 / 3**0.5))
    assert not found.is_clear
    assert found.words == "between 0.5 fewer and 4.5 more"


def test_ranges_hold_the_true_average_nineteen_times_out_of_twenty() -> None:
    """Of games whose true difference is known."""
    luck = random.Random(5)
    held = 0
    for _ in range(2000):
        before, after = ([luck.gauss(mean, 3) for _ in range(5)] for mean in (10, 12))
        found = estimate_of("Coin", before, after)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 2 <= found.high
    assert 0.93 < held / 2000 < 0.97


def test_one_game_gives_no_range_and_equal_games_one_number() -> None:
    """Nothing is drawn for one game; a difference of nothing is none."""
    alone = estimate_of("Coin", [1], [3])
    assert (alone.low, alone.is_clear) == (None, False)
    assert "one game" in alone.words
    assert ranges([alone])[0].width == 0
    same = estimate_of("Coin", [1, 1], [3, 3])
    assert (same.words, same.is_clear) == ("2 more", True)
    assert estimate_of("Coin", [3, 3], [1, 1]).words == "2 fewer"
    assert estimate_of("Coin", [1, 1], [1, 1]).words == "no difference"
    assert estimate_of("Coin", [5, 5, 5], [1, 0.9, 1.1]).words == "between 3.8 and 4.2 fewer"


def test_an_item_that_only_one_law_has_counts_as_none_under_the_other() -> None:
    """Clear differences come first; what nobody ever had is left out; an old report gives none."""
    found = estimates(report({"Coin": [1, 9, 5]}, {"Coin": [9, 1, 5.1], "Hat": [2, 2, 2.1], "Nothing": [0, 0, 0]}))
    assert [each.item for each in found] == ["Hat", "Coin"]
    assert (found[0].without, found[0].games) == (0, 3)
    assert estimates({"before": {"items": []}, "after": {}}) == []


def test_games_that_were_cut_short_are_not_compared() -> None:
    """Time was up after two games under the second law."""
    (found,) = estimates(report({"Coin": [1, 2, 3]}, {"Coin": [2, 3]}))
    assert (found.games, found.difference) == (2, 1)


def test_a_game_counts_as_the_average_of_its_bots_at_its_end() -> None:
    """A bot without the item has none of it, a game without weeks is none."""
    weeks = [Week({"Ada": {"Coin": 8}, "Ben": {}}, {}), Week({"Ada": {"Coin": 4}, "Ben": {"Hat": 1}}, {})]
    assert game_averages([weeks, [], weeks[:1]]) == {"Coin": [2, 4], "Hat": [0.5, 0]}


def test_the_bar_is_where_the_range_is() -> None:
    """Right of the middle for more, left of it for fewer; its middle is within."""
    for before, after in (([0, 0, 0], [1, 1.2, 1.1]), ([1, 1.2, 1.1], [0, 0, 0]), ([1, 2, 3], [3, 2, 1])):
        (bar,) = ranges([estimate_of("Coin", before, after)])
        assert 0 <= bar.left <= bar.middle <= bar.left + bar.width <= 100
        assert (bar.left > bar.zero) == (fmean(after) > fmean(before))
