"""Items of simulated weeks, as lines and bands."""

from nomic.charts.simulation_weeks import over_weeks


def test_the_picture_shows_the_median_and_the_spread_of_each_week() -> None:
    """A line within the band of half of the bots, drawn to the highest of it; a single week is level."""

    def week(quarter: int, median: int, three_quarters: int) -> dict[str, int]:
        return {"least": 0, "quarter": quarter, "median": median, "three_quarters": three_quarters, "most": 99}

    before = {"items": [{"item": "Chip", "weeks": [week(0, 5, 10), week(5, 10, 20)]}]}
    after = {"items": [{"item": "Chip", "weeks": [week(0, 0, 0)]}]}
    (chip,) = over_weeks({"before": before, "after": after})
    assert chip.before_line == "0.0,29.0 100.0,20.0"
    assert chip.before_band == "0.0,20.0 100.0,2.0 100.0,29.0 0.0,38.0"
    assert chip.after_line == "0.0,38.0 100.0,38.0"
    assert [(number, was["median"], now["median"]) for number, was, now in chip.rows] == [(1, 5, 0), (2, 10, 0)]
