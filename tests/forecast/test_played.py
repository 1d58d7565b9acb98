"""Bots at the tables of simulated weeks."""

import re

from django.test import Client

from nomic.accounts.models import Person
from nomic.chance.draw_source import Source
from nomic.cycles.models import Cycle
from nomic.forecast.bot_matches import play_on, played_in
from nomic.forecast.models import Simulation
from nomic.forecast.simulate import Week
from nomic.forecast.simulation_report import matches_of
from tests.forecast.test_dry_run import price
from tests.support.hall import HOUR, Hall

SEED = "5" * 64
SPREAD = dict.fromkeys(("least", "quarter", "median", "three_quarters", "most"), 3)


def test_a_duel_that_two_bots_have_begun_is_played_to_its_end(cast: Hall) -> None:
    """By moves of their own; how long it took, who won from where, and what was used is counted; once."""
    for name in ("ada", "bob"):
        for species in ("5", "7", "9", "Queen", "Ace", "Zero", "10", "6"):
            cast.grant_card(name, species)
    cast.do("ada", "request-duel", players=["bob"])
    cast.do("bob", "accept-duel", match=cast.cycle.matches.get().code)
    Cycle.objects.filter(pk=cast.pk).update(fork_of=cast.pk)  # as a simulated cycle is
    chance = Source(SEED, "bots")
    made = play_on(cast.slug, cast.clock.now, chance)
    assert made > 2
    assert chance.drawn == []
    match = cast.cycle.matches.get()
    assert match.is_over
    found = played_in(cast.cycle, cast.cycle.starts_at - HOUR)
    assert [name for name, _ in found] == ["duel"]
    duel = matches_of([[Week({}, {}, found)]])["duel"]
    assert (duel["matches"], duel["over"]) == (1, 1)
    assert duel["turns"]["median"] == match.turn
    assert duel["used"]
    assert len(duel["by_place"]) == 2
    assert played_in(cast.cycle, match.ended_at) == []
    assert play_on(cast.slug, cast.clock.now, chance) == 0


def test_the_page_shows_both_and_what_was_simulated_before(cast: Hall) -> None:
    """A simulation of earlier has nothing of the matches of its weeks, and is shown all the same."""
    code = cast.propose("ada", price(60))
    game = {"matches": 4, "turns": SPREAD, "by_place": [{"place": 1, "of": 4, "won": 1, "share": 0.25}], "used": {}}
    side = {"runs": 1, "items": [], "acts": {}, "matches": {"battle": game}}
    row = Simulation.objects.create(
        cycle=cast.cycle, proposal=code, revision=0, weeks=1, person=Person.objects.get(username="ada"), asked_by="ada",
        status="done", report={"values": [], "before": side, "after": side},
    )  # fmt: skip
    page = Client().get("/c/hall/proposals/1/simulation/").content.decode()
    assert "1 of 4" in page
    assert 'id="matches-weeks"' not in page
    row.report["after"] = {**side, "played": {"duel": {**game, "over": 3}}}
    row.save()
    page = Client().get("/c/hall/proposals/1/simulation/").content.decode()
    assert "of which 3 played to the end" in page
    assert 'id="matches-weeks"' in page


def test_charts_of_bots_have_their_numbers_beneath(cast: Hall) -> None:
    """The medians of the last week on the proposal's page, and what half of the bots had."""
    code = cast.propose("ada", price(60))

    def side(quarter: int, median: int, three_quarters: int) -> dict[str, object]:
        ends = {"least": 0, "quarter": quarter, "median": median, "three_quarters": three_quarters, "most": 99}
        return {"runs": 1, "items": [{"item": "Chip", "weeks": [SPREAD, ends]}], "acts": {}, "matches": {}, "games": {}}

    report = {"values": [], "before": side(2, 4, 5), "after": side(6, 7, 8)}
    Simulation.objects.create(
        cycle=cast.cycle, proposal=code, revision=0, weeks=2, asked_by="", status="done", report=report
    )
    page = Client().get("/c/hall/proposals/1/").content.decode()
    words = " ".join(re.sub("<[^>]*>", "", page).split())
    assert "At the end 4 without (half had 2 to 5), 7 with (6 to 8)." in words
