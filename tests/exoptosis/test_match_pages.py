"""The page that a match has on the wiki, and the games in the gamestate."""

from typing import Any

import pytest

from nomic.cycles.models import Cycle
from nomic.tables.models import Match
from nomic.tables.table import Table
from nomic.wiki.mirror import make_pages
from nomic.wiki.models import Kind, WikiPage
from nomic.wiki.pages import render_page
from tests.support.hall import BATTLE, DAY, Hall, OpenCycle, cycle_16

HOSTILE = "''x'' == __TOC__ * #"
PLAIN = ("2", "3", "5", "7", HOSTILE)


@pytest.fixture
def published(open_cycle: OpenCycle) -> Hall:
    """A published cycle in which Ada and Bob have five cards each, one of a species with a name that is markup."""
    document = cycle_16()
    document["cards"][HOSTILE] = document["cards"]["9"]
    hall = open_cycle(document)
    Cycle.objects.update(published=True)
    make_pages(hall.cycle)
    hall.join("ada", "bob")
    for name in ("ada", "bob"):
        for species in PLAIN:
            hall.grant_card(name, species)
    return hall


def match_of(hall: Hall) -> Match:
    return Match.objects.get(cycle=hall.cycle)


def page(kind: Kind) -> WikiPage:
    return WikiPage.objects.get(kind=kind)


def choose(hall: Hall, name: str, species: tuple[str, ...]) -> None:
    """Choose a hand by the species in it."""
    state: Any = Table(hall.cycle, match_of(hall)).state
    (seat,) = [seat for seat in state.seats if seat.player == name]
    numbers = [card for card in seat.deck if state.cards[card].species in species]
    hall.do(name, "move", match=match_of(hall).code, move={"kind": "hand"}, answers=[numbers])


def test_a_match_has_a_page_from_its_beginning(published: Hall) -> None:
    """Under a title of our own making; the gamestate leads to it."""
    published.do("ada", "declare-battle")
    found = page(Kind.MATCH)
    assert (found.subject, found.title) == (match_of(published).code, f"Hall/Match {match_of(published).code}")
    text = render_page(page(Kind.GAMESTATE))
    assert "== Games ==" in text
    assert f"[[:{found.title}|" in text or f"[[{found.title}|" in text
    assert "players gather" in text


def test_a_move_makes_the_page_of_its_match_stale(published: Hall) -> None:
    """In the same transaction; what is no step of it does not."""
    published.do("ada", "declare-battle")
    WikiPage.objects.update(stale_since=None)
    published.join("eve")
    assert page(Kind.MATCH).stale_since is None
    published.do("bob", "declare-battle")
    assert page(Kind.MATCH).stale_since is not None


def test_hands_are_on_the_page_only_once_they_are_revealed(published: Hall) -> None:
    """Before, that one was chosen; after, every hand and deck, its cards' names as words and nothing else."""
    published.do("ada", "declare-battle")
    published.do("bob", "declare-battle")
    choose(published, "ada", ("2", "3", "5", HOSTILE))
    sealed = render_page(page(Kind.MATCH))
    assert "| chosen and sealed\n" in sealed
    assert "| 2, 3, 5," not in sealed
    choose(published, "bob", ("2", "3", "5", "7"))
    published.to(BATTLE)
    text = render_page(page(Kind.MATCH))
    assert "| 2, 3, 5, 7\n| &#39;&#39;x&#39;&#39; &#61;&#61; " in text
    assert HOSTILE not in text
    assert "chosen and sealed" not in text
    assert "It waits for " in text


def test_the_page_tells_how_the_match_ended(published: Hall) -> None:
    """And the gamestate does not list it any more."""
    published.do("ada", "declare-battle")
    published.to(BATTLE)
    assert "did not take place" in render_page(page(Kind.MATCH))
    assert "== Games ==" not in render_page(page(Kind.GAMESTATE))


def test_the_log_has_every_step_newest_first(published: Hall) -> None:
    """Each with its instant and its entry in the journal."""
    published.do("ada", "declare-battle")
    published.do("bob", "declare-battle")
    published.to(BATTLE + DAY)
    log = render_page(page(Kind.MATCH)).split("== Log ==")[1]
    lines = [line for line in log.splitlines() if line.startswith("* ")]
    assert len(lines) == match_of(published).version
    assert lines[0].startswith("* 2024-01-05 00:00 UTC, entry ")
    assert lines[-1].endswith(": ada is in.")
