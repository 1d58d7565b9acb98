"""The race at a table: who is drawn, and how long the bars are."""

from nomic.web.matches.race_to_goal import MOST_RUNNERS, RacePosition, race


def test_the_foremost_are_drawn_and_the_viewer_wherever_they_are() -> None:
    """In their order; among equals the viewer comes first."""
    many = [RacePosition(f"p{n}", n / 10, "") for n in range(9)]
    assert [each.name for each in race(many)] == ["p8", "p7", "p6", "p5"]
    last = RacePosition("you", 0, "", is_you=True)
    assert [each.name for each in race([*many, last])] == ["p8", "p7", "p6", "you"]
    assert len(race(many)) == MOST_RUNNERS
    assert [each.name for each in race([RacePosition("Ben", 0, ""), last])] == ["you", "Ben"]
    assert race([last]) == []


def test_bars_end_at_the_goal() -> None:
    """Who has more than enough, or owes something, has a whole bar or none."""
    over, under = RacePosition("a", 1.4, "", carried=1), RacePosition("b", -0.2, "", carried=0.1)
    assert (over.done_percent, over.reach_percent) == (100, 100)
    assert (under.done_percent, under.reach_percent) == (0, 0)
