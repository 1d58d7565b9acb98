"""A player's first law in a cycle is celebrated on its page: for its author, for a few days, and only the first."""

from datetime import timedelta

from nomic.proposals.models import ProposalStatus
from tests.support.hall import Hall, bare_law, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["bare_law", "clock", "hall", "open_cycle"]
CHIP = {"op": "replace", "path": "/items/Chip/text", "value": "A chip."}
MARK = 'id="first-law"'


def page(name: str, number: int) -> str:
    client = browser_of(name)
    return client.get(f"/c/hall/proposals/{number}/").content.decode()


def test_the_first_law_is_celebrated_for_its_author(hall: Hall) -> None:
    """Neither while it is open, nor for somebody else, nor a second one, nor a week later."""
    hall.join("ada", "bob")
    for title in ("One", "Another"):
        number = hall.cycle.proposals.count() + 1
        code = hall.propose("ada", CHIP | {"value": title}, title=title)
        hall.vote(code, ada="for", bob="for")
        assert MARK not in page("ada", number)
        hall.to(hall.cycle.now() + timedelta(days=1))
        while hall.cycle.proposals.get(code=code).status == ProposalStatus.OPEN:
            hall.to(hall.cycle.now() + timedelta(days=1))
        assert hall.cycle.proposals.get(code=code).status == ProposalStatus.ENACTED
        assert (MARK in page("ada", number)) == (number == 1)
        assert MARK not in page("bob", number)
    hall.to(hall.cycle.now() + timedelta(days=8))
    assert MARK not in page("ada", 1)


def test_an_enacted_rule_says_what_it_waits_for(hall: Hall) -> None:
    """A deed by its words, an instant of the calendar with its date, and nothing for whoever did not propose it."""
    hall.join("ada", "bob")
    gift = {"grant": "Chip", "to": {"players": "players"}}
    clauses = {
        "week": {"when": "week-begins", "do": [gift]},
        "vote": {"when": "does", "act": "vote", "do": [{"grant": "Chip", "to": "$who"}]},
    }
    rule = {"title": "Gifts", "body": "Gifts.", "parent": None, "place": 900, "clauses": clauses}
    code = hall.propose("ada", {"op": "add", "path": "/rules/gifts", "value": rule}, title="Gifts")
    hall.vote(code, ada="for", bob="for")
    hall.to(hall.cycle.proposals.get(code=code).ends_at)
    found = page("ada", 1)
    assert "It acts when a week begins, next <time" in found
    assert "It acts when somebody does “Vote on a proposal”." in found
    assert "It acts when" not in page("bob", 1)
