"""The page that a match has on the wiki, and the games in the gamestate."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from exoptosis.engine.views.battle_view import BattleView
from exoptosis.wiki.board import MAX_BYTES, draw_board
from nomic.cycles.models import Cycle
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.models import Match
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.follow_moved_pages import with_links_followed
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from tests.support.hall import BATTLE, DAY, Hall, OpenCycle, cycle_16
from tests.wiki.conftest import Someone, at_once, mediawiki, reader, served_mediawiki, site
from tests.wiki.html import probes

__all__ = ["at_once", "mediawiki", "reader", "served_mediawiki", "site"]

HOSTILE = "''x'' == __TOC__ * #"
PLAIN = ("2", "3", "5", "7", HOSTILE)


@pytest.fixture
def published(open_cycle: OpenCycle) -> Hall:
    """A published cycle in which Ada and Bob have five cards each, one of a species with a name that is markup."""
    document = cycle_16()
    document["cards"][HOSTILE] = document["cards"]["9"]
    hall = open_cycle(document)
    hall.publish()
    hall.join("ada", "bob")
    for name in ("ada", "bob"):
        for species in PLAIN:
            hall.grant_card(name, species)
    return hall


def match_of(hall: Hall) -> Match:
    return Match.objects.get(cycle=hall.cycle)


def page(kind: PageKind) -> WikiPage:
    return WikiPage.objects.get(kind=kind)


def choose(hall: Hall, name: str, species: tuple[str, ...]) -> None:
    """Choose a hand by the species in it."""
    state: Any = LoadedMatch(hall.cycle, match_of(hall)).state
    (seat,) = [seat for seat in state.seats if seat.player == name]
    numbers = [card for card in seat.deck if state.cards[card].species in species]
    hall.do(name, "move", match=match_of(hall).code, move={"kind": "hand"}, answers=[numbers])


def test_a_match_has_a_page_from_its_beginning(published: Hall) -> None:
    """Under a title of our own making; the gamestate leads to it."""
    published.do("ada", "declare-battle")
    found = page(PageKind.MATCH)
    assert (found.subject, found.title) == (match_of(published).code, "Hall/Match 1")
    text = render_page(page(PageKind.GAMESTATE))
    assert "== Games ==" in text
    assert f"[[{found.made_as}|" in text
    assert f"[[:{found.title}|" in with_links_followed(text, published.cycle)
    assert "waiting for players" in text


def test_a_move_makes_the_page_of_its_match_stale(published: Hall) -> None:
    """In the same transaction; what is no step of it does not."""
    published.do("ada", "declare-battle")
    WikiPage.objects.update(stale_since=None)
    published.join("eve")
    assert page(PageKind.MATCH).stale_since is None
    published.do("bob", "declare-battle")
    assert page(PageKind.MATCH).stale_since is not None


def test_hands_are_on_the_page_only_once_they_are_revealed(published: Hall) -> None:
    """Before, that one was chosen; after, every hand and deck, its cards' names as words and nothing else."""
    published.do("ada", "declare-battle")
    published.do("bob", "declare-battle")
    choose(published, "ada", ("2", "3", "5", HOSTILE))
    sealed = render_page(page(PageKind.MATCH))
    assert "| chosen and sealed\n" in sealed
    assert "| 2, 3, 5," not in sealed
    choose(published, "bob", ("2", "3", "5", "7"))
    published.to(BATTLE)
    text = render_page(page(PageKind.MATCH))
    assert "| 2, 3, 5, 7\n| &#39;&#39;x&#39;&#39; &#61;&#61; " in text
    assert HOSTILE not in text
    assert "chosen and sealed" not in text
    assert "It waits for ada, bob, until 2024-01-" in text
    assert "Nobody has raised yet. " in text


def test_the_page_tells_how_the_match_ended(published: Hall) -> None:
    """And the gamestate does not list it any more."""
    published.do("ada", "declare-battle")
    published.to(BATTLE)
    assert "did not take place" in render_page(page(PageKind.MATCH))
    gamestate = render_page(page(PageKind.GAMESTATE))
    assert "== Games ==" not in gamestate
    (line,) = [line for line in gamestate.splitlines() if line.startswith(f"* [[{page(PageKind.MATCH).made_as}|")]
    assert line.endswith("]]: did not take place, 2024-01-04 00:00 UTC")


def test_a_match_that_is_over_waits_for_nobody(published: Hall) -> None:
    """The page says who won, and no longer whose turn it is."""
    published.do("ada", "declare-battle")
    published.do("bob", "declare-battle")
    for name in ("ada", "bob"):
        choose(published, name, ("2", "3", "5", "7"))
    published.to(BATTLE + 5 * DAY)
    text = render_page(page(PageKind.MATCH))
    result: Any = match_of(published).result
    assert f"a match of Exoptosis: won by {result['winners'][0]}. Opened" in text
    assert "It waits for" not in text
    assert "Turn 1" not in text


def test_the_log_has_every_step_newest_first(published: Hall) -> None:
    """Each with its instant and its entry in the journal."""
    published.do("ada", "declare-battle")
    published.do("bob", "declare-battle")
    published.to(BATTLE + DAY)
    log = render_page(page(PageKind.MATCH)).split("== Log ==")[1]
    lines = [line for line in log.splitlines() if line.startswith("* ")]
    assert len(lines) == match_of(published).version
    assert lines[0].startswith("* 2024-01-05 00:00 UTC, [http")
    newest = published.entries()[-1].seq
    assert f"/c/hall/journal/{newest}/ entry {newest}]: " in lines[0]
    assert lines[-1].endswith(": ada is in.")


def test_a_cycle_without_pages_pays_nothing_for_them(published: Hall) -> None:
    """A move asks the database nothing of the wiki where the cycle is not published, and little where it is."""
    published.do("ada", "declare-battle")
    published.do("bob", "declare-battle")
    WikiPage.objects.update(stale_since=None)
    with CaptureQueriesContext(connection) as there:
        choose(published, "ada", ("2", "3", "5", "7"))
    assert 0 < len([query for query in there if "wiki" in query["sql"]]) <= 4
    Cycle.objects.update(published=False)
    with CaptureQueriesContext(connection) as unpublished:
        choose(published, "bob", ("2", "3", "5", "7"))
    assert [query["sql"] for query in unpublished if "wiki" in query["sql"]] == []


def test_a_mark_is_taken_back_with_the_move(published: Hall) -> None:
    """The page is marked in the very transaction of the step."""
    published.do("ada", "declare-battle")
    WikiPage.objects.update(stale_since=None)
    with transaction.atomic():
        published.do("bob", "declare-battle")
        assert page(PageKind.MATCH).stale_since is not None
        transaction.set_rollback(True)
    assert page(PageKind.MATCH).stale_since is None


def crowded(view: BattleView, name: str, seats: int, cards: int) -> BattleView:
    """The view of a match with so many seats, each with a deck of so many cards that all look different."""
    (card, seat) = next(iter(view.cards.values())), view.seats[0]
    every = {number: replace(card, id=number, name=f"{number} {name}") for number in range(seats * cards)}
    crowd = [
        replace(seat, player=f"guest{place}", deck=range(place * cards, (place + 1) * cards)) for place in range(seats)
    ]
    return replace(view, cards=every, seats=crowd)


def test_twenty_seats_with_two_hundred_cards_each_fit_on_a_page(published: Hall) -> None:
    """Decks are shown card by card where that fits, and counted where it does not."""
    published.do("ada", "declare-battle")
    table = LoadedMatch(published.cycle, match_of(published))
    view = table.game.view(table.rules, table.state, None)
    short = draw_board(table.law, crowded(view, "Queen", 20, 200))
    assert len(short.encode()) <= MAX_BYTES
    assert "3999 Queen" in short
    long = draw_board(table.law, crowded(view, "'" * 60, 20, 200))
    assert len(long.encode()) <= MAX_BYTES
    assert long.count("| 200 cards\n") == 20


@pytest.mark.wiki
def test_a_battle_is_published_to_a_mediawiki(
    published: Hall, site: MediaWikiSite, reader: Someone, at_once: None
) -> None:
    """Its page stands there, with names as words, and is brought up to date by the next step."""
    published.do("ada", "declare-battle")
    published.do("bob", "declare-battle")
    publish_due(site=site, by_hand=True)
    title = page(PageKind.MATCH).title
    assert "bob is in." in reader.read(title)
    choose(published, "ada", ("2", "3", "5", HOSTILE))
    choose(published, "bob", ("2", "3", "5", "7"))
    published.to(BATTLE)
    publish_due(site=site, by_hand=True)
    (probe,) = probes(reader.parse(f'<div class="probe">\n{reader.read(title)}\n</div>\n__NOTOC__')["text"])
    assert HOSTILE in probe.words
    assert "Order of play: " in probe.words
    assert page(PageKind.MATCH).state == "published"
