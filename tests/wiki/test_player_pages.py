"""A page for each player: what they have, what their cards do, and nothing that is secret."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle
from nomic.cycles.schedule.settle import settle
from nomic.inventory.models import Balance, Card
from nomic.players.models import Player
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout import player_links, snippets
from nomic.wiki.pages.layout.as_of_line import without_line
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing import edit_summaries
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from tests.clauses.conftest import OpenWith, enact, open_with
from tests.support.hall import OpenCycle
from tests.wiki.conftest import Someone
from tests.wiki.test_pages import HOSTILE, NAME, actor, change_law, crowd, read
from tests.wiki.test_stale import freshen, stale_titles

__all__ = ["open_with"]


def page_of(cycle: Cycle, number: int = 1) -> WikiPage:
    return WikiPage.objects.get(cycle=cycle, kind=PageKind.PLAYER, subject=str(number))


def test_a_card_stands_there_with_its_text(hall: Cycle) -> None:
    """Cards that look the same are one row; modifiers are told with what they do."""
    perform("hall", actor("Ada"), "join", {})
    species, card = next((name, card) for name, card in hall.law.document["cards"].items() if card.get("text"))
    modifier, does = next((name, each) for name, each in hall.law.document["modifiers"].items() if each.get("text"))
    own = [[], [], [{"name": modifier}]]
    Card.objects.bulk_create(
        Card(cycle=hall, code=f"c{place}", holder="Ada", species=species, modifiers=modifiers, made_by=1)
        for place, modifiers in enumerate(own)
    )
    text = render_page(page_of(hall))
    before, _, cards = text.partition("== Cards ==")
    assert "<b>Ada</b>: joined 20" in before
    assert re.search(r"\| Vertebrae\n\| \d+\n", before)
    assert f"| <b>2 × {species}</b>" in cards
    assert f"| <b>{species}</b>" in cards
    assert cards.count(snippets.inline(card["text"])) == 2
    assert snippets.inline(f"{modifier}: {does['text']}") in cards


def test_a_secret_value_is_not_on_the_page(open_with: OpenWith) -> None:
    """Neither the owner's own nor anybody's; what is open is there."""
    clauses: dict[str, Any] = {
        "depth": {"value": "Depth", "of": "player", "seen": "owner"},
        "fate": {"value": "Fate", "of": "player", "seen": "nobody"},
        "lamps": {"value": "Lamps lit", "of": "player"},
        "act": {
            "action": "Dig",
            "do": [
                {"raise": name, "of": "$me", "by": 4711 + place}
                for place, name in enumerate(("Depth", "Fate", "Lamps lit"))
            ],
        },
    }
    hall = open_with(clauses)
    hall.do("ada", "tolls_act")
    hall.publish()
    number = list(Player.objects.order_by("pk").values_list("name", flat=True)).index("ada") + 1
    text = render_page(page_of(hall.cycle, number))
    assert "| Lamps lit\n| 4713\n" in text
    assert not [words for words in ("Depth", "Fate", "4711", "4712") if words in text]


def test_who_left_has_a_page_still(hall: Cycle) -> None:
    """It says so."""
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    perform("hall", actor("Ben"), "leave", {})
    assert re.search(r"<b>Ben</b>: joined 20[-0-9: ]+ UTC, left 20", render_page(page_of(hall, 2)))


def test_the_gamestate_the_register_and_the_standings_lead_to_it(open_cycle: OpenCycle) -> None:
    """Each by the number in the order of joining, whatever the order of names."""
    hall = open_cycle(published=True, joined=("zoe", "ada"))
    for kind, count in ((PageKind.GAMESTATE, 2), (PageKind.PLAYERS, 1)):
        text = render_page(WikiPage.objects.get(cycle=hall.pk, kind=kind))
        for number, player in enumerate(Player.objects.order_by("pk"), 1):
            link = f"/Player {number}|{player.name}]]"
            assert text.count(link) >= count, (kind, link)


def test_the_number_of_pages_is_limited(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first who joined have pages. Others are not linked, and what they have is on the pages of holdings."""
    monkeypatch.setattr(player_links, "MAX_PLAYER_PAGES", 3)
    monkeypatch.setattr("nomic.wiki.cycle_pages.MAX_PLAYER_PAGES", 3)
    crowd(hall, 150, 1)
    make_pages(hall)
    assert WikiPage.objects.filter(kind=PageKind.PLAYER).count() == 3
    for kind, subject in ((PageKind.GAMESTATE, ""), (PageKind.PLAYERS, ""), (PageKind.HOLDINGS, "1")):
        text = render_page(WikiPage.objects.get(cycle=hall, kind=kind, subject=subject))
        assert "/Player 4|" not in text
        assert "/Player 3|" in text
    freshen()
    perform("hall", actor("Zoe"), "join", {})
    assert not [title for title in stale_titles() if title.startswith("Hall/Player ")]


def test_a_player_with_very_much_fits_their_page(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """By as few queries as one with little; what does not fit is on the site, and the page says so."""
    perform("hall", actor("Ada"), "join", {})
    page = page_of(hall)
    render_page(page)
    with CaptureQueriesContext(connection) as few:
        render_page(page)
    species = list(hall.law.document["cards"])
    Card.objects.bulk_create(
        Card(
            cycle=hall,
            code=f"x{number}",
            holder="Ada",
            species=species[number % len(species)],
            own_values=[number],
            made_by=1,
        )
        for number in range(6000)
    )
    Balance.objects.bulk_create(
        Balance(cycle=hall, holder="Ada", item=f"[{'[' * 50}] {number}", amount=1) for number in range(3000)
    )
    with CaptureQueriesContext(connection) as many:
        text = render_page(page)
    assert len(few) == len(many) <= 9
    assert snippets.size(text) < snippets.MAX_BYTES / 2
    assert "6000 cards." in text
    assert "There are more cards than fit here. All of them are on [http" in text
    assert re.search(r"\d+ more are too many for this page", text)


def test_a_fresh_page_shows_how_things_are(open_cycle: OpenCycle) -> None:
    """Whatever happens: a page of a player whose words would change is made stale in the same transaction."""
    hall = open_cycle(published=True, joined=("ada", "bob", "eve"))

    def shown() -> dict[str, str]:
        pages = WikiPage.objects.filter(cycle=hall.pk, kind__in=(PageKind.PLAYER, PageKind.HOLDINGS))
        return {page.title: without_line(render_page(page)) for page in pages}

    def offer() -> str:
        hall.do("ada", "offer-trade", to="bob", gives={"Vertebra": 1})
        return str(hall.do("bob", "consent-trade", trade="1", version=1).seq)

    steps: list[Any] = [
        lambda: hall.do("ada", "buy", offer="Handy Pack"),
        lambda: hall.do("ada", "open-pack", pack="Handy Pack"),
        lambda: hall.grant("ada", "Already-opened Pack"),
        lambda: hall.do("ada", "gift", to="bob"),
        offer,
        lambda: hall.grant("eve", "Chip", 3),
        lambda: hall.grant_card("bob"),
        lambda: hall.to(hall.cycle.phase_ends_at + timedelta(minutes=1)) or settle(hall.slug),
        lambda: enact(hall, {"op": "replace", "path": "/items/Chip/plural", "value": "Golden Chips"}),
        lambda: hall.do("bob", "leave"),
    ]
    changed = 0
    for place, step in enumerate(steps):
        freshen()
        before = shown()
        step()
        after, stale = shown(), stale_titles()
        differ = {title for title in after if before.get(title) != after[title]}
        assert differ <= set(stale), place
        changed += bool(differ)
    assert changed >= 7


def test_an_act_makes_only_the_pages_of_its_people_stale(hall: Cycle) -> None:
    """And the summary of the edit names only what concerns them."""
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    freshen()
    perform("hall", actor("Ben"), "buy", {"offer": "Handy Pack"})
    assert stale_titles() == ["Hall", "Hall/Gamestate", "Hall/Player 2", "Template:Hall data"]
    ada, ben = page_of(hall), page_of(hall, 2)
    for page in (ada, ben):
        page.published_text = re.sub(r"entry \d+\]", "entry 3]", render_page(page), count=1)
    told = {page.subject: edit_summaries.summary(page, render_page(page)) for page in (ada, ben)}
    assert "Ben" in told["2"]
    assert "Ben" not in told["1"]


def test_a_cycle_from_before_these_pages_gets_them(hall: Cycle, at_once: None, tmp_path: Any) -> None:
    """When the publisher sees it; then it has nothing more to do."""
    perform("hall", actor("Ada"), "join", {})
    WikiPage.objects.filter(kind=PageKind.PLAYER).delete()
    site = FolderSite(tmp_path)
    assert "Hall/Player 1" in [outcome.title for outcome in publish_due(site=site)]
    assert publish_due(site=site) == []


def test_a_player_who_is_in_the_journal_no_more_is_not_there(hall: Cycle) -> None:
    """The page says where to look."""
    perform("hall", actor("Ada"), "join", {})
    Player.objects.all().delete()
    assert "no longer in it" in render_page(page_of(hall))


@given(st.text(min_size=1, max_size=30))
def test_a_name_in_an_address_is_nothing_but_letters_and_percents(name: str) -> None:
    """So no sign that a wiki reads is in it, and the site finds the name."""
    path = snippets.in_path(name.encode("utf-8", "ignore").decode())
    assert re.fullmatch(r"[A-Za-z0-9%]*", path)
    assert unquote(path) == name.encode("utf-8", "ignore").decode()


@pytest.mark.wiki
def test_hostile_words_on_the_page_are_words(hall: Cycle, reader: Someone) -> None:
    """Names of people and cards, texts of cards and items."""

    def change(document: dict[str, Any]) -> None:
        card = next(iter(document["cards"].values()))
        document["cards"] = {NAME: card | {"text": HOSTILE}}
        document["items"]["Chip"]["plural"] = HOSTILE

    perform("hall", actor("Ada"), "join", {})
    change_law(hall, change)
    hostile = "''x'' {{x}} ~~~~ __TOC__"
    Player.objects.update(name=hostile)
    Card.objects.create(cycle=hall, code="c1", holder=hostile, species=NAME, made_by=1)
    Balance.objects.create(cycle=hall, holder=hostile, item="Chip", amount=2)
    parsed, words = read(reader, render_page(page_of(hall)))
    assert [section["line"] for section in parsed["sections"]] == ["Items and values", "Cards"]
    assert words.count(HOSTILE) == 2
    assert NAME in words
    assert hostile in words


def test_the_category_sorts_players_by_name(hall: Cycle) -> None:
    """Whatever the names are; the pages' own titles have numbers."""
    perform("hall", actor("Ada"), "join", {})
    make_pages(hall)
    Player.objects.filter(cycle=hall, name="Ada").update(name="Zoë")
    assert "|Zoë]]</noinclude>" in render_page(page_of(hall))
    assert "sorted by the players’ names" in render_page(WikiPage.objects.get(cycle=hall, kind=PageKind.CATEGORY))
