"""R129 in a cycle: who plays is told, the page and the API say so, and a vote gives such games an end."""

from typing import Any

import pytest
from django.test import Client

from nomic.matches.hosting.loaded_match import LoadedMatch, loaded_match
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from nomic.notices.models import Notice
from nomic.proposals.initial_proposals import proposals_for
from tests.exoptosis.test_duels import asked
from tests.support.hall import WEEK, Hall

SPECIAL = ("Jack", "Queen", "King", "Ace")  # none of which can open a game: nobody will ever play anything
SAID = "is going in circles, and anybody in it may end it."


@pytest.fixture
def stuck(cast: Hall) -> tuple[Hall, str]:
    """A duel of Ada and Bob, whose four cards each are special; nobody bets."""
    for name in ("ada", "bob"):
        for species in SPECIAL:
            cast.grant_card(name, species)
    code = asked(cast, "ada", "bob")
    cast.do("bob", "accept-duel", match=code)
    for name in ("ada", "bob"):
        seat = next(seat for seat in table(cast, code).state.seats if seat.player == name)
        cast.do(name, "move", match=code, move={"kind": "hand"}, answers=[list(seat.deck)])
    for name in ("ada", "bob"):
        cast.do(name, "move", match=code, move={"kind": "pass"})
    return cast, code


def table(hall: Hall, code: str) -> LoadedMatch:
    return loaded_match(hall.read_context("ada"), Match.objects.get(cycle=hall.cycle, code=code))


def goes_on(hall: Hall, code: str, turns: int) -> None:
    """So many turns pass, each with a draw; what is owed is left to chance."""
    for _ in range(turns):
        player = table(hall, code).state.turn.player
        hall.do(player, "move", match=code, move={"kind": "draw", "how": "random"})


def test_R129_both_are_told_once_and_either_may_end_it(stuck: Any, client: Client) -> None:
    """In a notice, in the journal, on the page of the match and in the API; nobody is told before, or twice."""
    hall, code = stuck
    goes_on(hall, code, 3)
    told = Notice.objects.filter(kind="standstill")
    assert not told.exists()
    hall.refused("ada", "move", "goes-on", match=code, move={"kind": "end"}, answers=[])
    goes_on(hall, code, 3)
    match = Match.objects.get(code=code)
    assert sorted(told.values_list("person__username", "text", "link")) == [
        (name, f"{match.title} is going in circles: you may end it.", f"/c/hall/matches/{code}/")
        for name in ("ada", "bob")
    ]
    assert sum(SAID in words for entry in hall.entries() for words in entry.words) == 1
    assert SAID in client.get(f"/c/hall/matches/{code}/").content.decode()
    assert SAID in VisibleMatch(hall.read_context("ada"), match).view.standstill.text
    hall.do("bob", "move", match=code, move={"kind": "end"})
    assert Match.objects.get(code=code).result == {"ending": "terminated", "winners": []}
    hall.is_sound()


def test_R129_the_proposal_that_comes_with_the_game_gives_it_an_end(stuck: Any) -> None:
    """Once it is law, the duel under way ends too, at its next turn: whoever has fewest cards has won."""
    hall, code = stuck
    goes_on(hall, code, 5)
    (ready,) = (ready for ready in proposals_for("cycle-16") if "go round" in ready["title"])
    proposal = hall.do("ada", "submit-proposal", **ready).events[0]["proposal"]
    hall.vote(proposal, ada="for", bob="for")
    instant = hall.cycle.now()
    while instant < WEEK:  # silence for a day would be a forfeit
        instant = min(instant + (WEEK - hall.cycle.starts_at) / 14, WEEK)
        goes_on(hall, code, 1)
        hall.to(instant)
    assert hall.cycle.revision == 1
    hall.refused("ada", "move", "goes-on", match=code, move={"kind": "end"}, answers=[])
    goes_on(hall, code, 1)
    seats = {seat.player: len(seat.hand) for seat in table(hall, code).state.seats}
    fewest = [name for name in seats if seats[name] == min(seats.values())]
    result = Match.objects.get(code=code).result
    assert result == (
        {"ending": "won", "winners": fewest} if len(fewest) == 1 else {"ending": "terminated", "winners": []}
    )
    hall.is_sound()
