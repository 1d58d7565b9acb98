"""Searching what everybody may read: what is found, what is not, and that the index stays in step."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.accounts.models import Person
from nomic.comments.models import Comment
from nomic.comments.moderation import hide, show_again
from nomic.comments.post import post_comment, say_otherwise
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.proposals.models import Proposal
from nomic.search.models import Document, DocumentKind, IndexState
from nomic.search.query_index import LINK, MAX_WORDS, excerpt, find_documents, words_of
from nomic.search.update_index import refresh_changed, refresh_index
from tests.clauses.conftest import enact
from tests.support.hall import ADMIN, Hall

API = "/api/v1/search/"
RULE: dict[str, Any] = {
    "op": "add",
    "path": "/rules/hum",
    "value": {"title": "Humming", "body": "You may ''hum'' a zarzuela & more.", "parent": None, "place": 900},
}


def found(typed: str, **within: Any) -> list[str]:
    return [row.title for row in find_documents(typed, **within)]


def person(name: str) -> Person:
    return Person.objects.get_or_create(username=name, defaults={"email": ""})[0]


@pytest.fixture
def indexed(cast: Hall) -> Hall:
    refresh_changed()
    return cast


def test_rules_things_and_players_are_found(indexed: Hall) -> None:
    assert any("Card gifting" in title for title in found("gifting", kind=DocumentKind.RULE))
    assert found("handy", kind=DocumentKind.ENTRY)[0].startswith("Handy Pack (")
    assert found("ada", kind=DocumentKind.PLAYER) == ["ada"]
    assert found("ada zarzuela") == []


def test_actions_are_found_and_lists_are_read_apart(indexed: Hall) -> None:
    assert "Give a gift" in found("gift", kind=DocumentKind.ACTION)
    body = Document.objects.get(kind=DocumentKind.RULE, code="card-gifting").body
    assert "1 more if they own fewer than 10 cards; and 2 more if they are inactive." in " ".join(body.split())


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("more votes for than against", "Standard Class Proposal"),
        ("change my vote", "4 Proposals"),
        ("nothing for two weeks", "Players"),
        ("withdraw a proposal", "4 Proposals"),
    ],
)
def test_plain_words_find_the_rule_that_has_the_term(indexed: Hall, typed: str, rule: str) -> None:
    titles = found(typed, kind=DocumentKind.RULE)[:3]
    assert any(rule in title for title in titles), titles


def test_parts_of_joined_words_are_found(indexed: Hall) -> None:
    indexed.propose("ada", RULE, title="Win/lose", text="See rule-1234, a.kazoo.example and -77 points.")
    refresh_changed()
    for typed in ("lose", "1234", "rule-1234", "kazoo", "77"):
        assert found(typed, kind=DocumentKind.PROPOSAL) == ["Proposal 1: Win/lose"], typed


def test_an_excerpt_shows_the_words_of_links() -> None:
    runs = excerpt("You win by [[#Victory]], see [[#Chips|the Chips]], not [[ this ]].", ["win"])
    assert "".join(run for run, _ in runs) == "You win by Victory, see the Chips, not  this ."


def test_an_excerpt_shows_the_word_wherever_lines_end() -> None:
    runs = excerpt("\n".join(["word"] * 100) + "\nzebra", ["zebra"])
    assert ("zebra", True) in runs


def test_one_cycle_that_fails_keeps_no_other_waiting(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(cycle: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("nomic.search.update_index.refresh_index", broken)
    assert refresh_changed() == 1


def test_values_of_the_law_are_filled_in(indexed: Hall) -> None:
    row = Document.objects.get(kind=DocumentKind.RULE, code="fusion")
    assert "9 Vertebrae" in row.body
    assert "{{" not in row.body
    assert "''" not in row.body


def test_words_are_found_by_their_beginning_and_stem_and_titles_come_first(indexed: Hall) -> None:
    enact(indexed, RULE)
    refresh_changed()
    assert "Humming" in found("zarz")[0]
    assert "Humming" in found("HUMS")[0]
    assert "Humming" in found("hum more")[0]
    ranked = found("fusion")
    assert "Fusion" in ranked[0]


def test_the_index_follows_a_vote(indexed: Hall) -> None:
    """A proposal is found at once, its rule when it is enacted, and a repealed rule no longer."""
    indexed.propose("ada", RULE, title="Let us hum", text="A '''zarzuela''' for all.")
    refresh_changed()
    assert found("zarzuela") == ["Proposal 1: Let us hum"]
    enact(indexed, RULE)
    refresh_changed()
    assert any("Humming" in title for title in found("zarzuela"))
    enact(indexed, {"op": "remove", "path": "/rules/hum"})
    refresh_changed()
    assert not any("Humming" in title for title in found("zarzuela", kind=DocumentKind.RULE))


def test_comments_are_found_until_they_are_hidden(indexed: Hall) -> None:
    indexed.actor(ADMIN)
    indexed.propose("ada", RULE)
    proposal = Proposal.objects.get(cycle=indexed.pk, number=1)
    comment = post_comment(person("bob"), indexed.cycle, proposal, "key", text="I like xylophones.")
    refresh_changed()
    assert found("xylophone") == ["bob on proposal 1"]
    say_otherwise(person("bob"), comment, text="I like bassoons.")
    refresh_changed()
    assert found("xylophone") == []
    assert found("bassoon") == ["bob on proposal 1"]
    hide(person(ADMIN), comment, "Rude.")
    refresh_changed()
    assert found("bassoon") == []
    show_again(person(ADMIN), Comment.objects.get())
    refresh_changed()
    assert found("bassoon") == ["bob on proposal 1"]


def test_nothing_is_written_if_nothing_has_changed(indexed: Hall) -> None:
    before = list(Document.objects.values_list("pk", "title"))
    assert refresh_changed() == 0
    with CaptureQueriesContext(connection) as queries:
        refresh_index(indexed.cycle)
    assert not [query for query in queries if "search_document" in query["sql"]]
    IndexState.objects.all().delete()
    assert refresh_changed() == 1
    assert list(Document.objects.values_list("pk", "title")) == before


def test_an_index_that_is_lost_is_made_again(indexed: Hall) -> None:
    before = set(Document.objects.values_list("kind", "code", "title", "body"))
    Document.objects.all().delete()
    assert found("handy") == []
    IndexState.objects.all().delete()
    refresh_changed()
    assert set(Document.objects.values_list("kind", "code", "title", "body")) == before


def test_practice_cycles_are_found_only_from_within(indexed: Hall) -> None:
    cycle = open_practice_cycle("tetromic", indexed.actor("ada"))
    assert refresh_changed() == 0
    page = Client().get("/search/", {"q": "game", "in": cycle.slug}).content.decode()
    assert f"/c/{cycle.slug}/ruleset/" in page
    assert f"/c/{cycle.slug}/" not in Client().get("/search/", {"q": "game"}).content.decode()
    assert {item["cycle"] for item in Client().get(API, {"q": "game"}).json()["items"]} == {"hall"}
    assert Client().get(API, {"q": "game", "cycle": cycle.slug}).json()["items"]


def test_the_page(indexed: Hall) -> None:
    page = Client().get("/search/", {"q": "gift pack"}).content.decode()
    assert "/c/hall/ruleset/#" in page
    assert "<mark>" in page
    assert "Nothing matches all of these words" in Client().get("/search/", {"q": "zzzz"}).content.decode()
    assert Client().get("/search/").status_code == 200
    assert "Search" in Client().get("/c/hall/ruleset/").content.decode()


def test_what_is_found_is_escaped(indexed: Hall) -> None:
    indexed.propose("ada", RULE, title="<b>&amp;</b>", text="<nowiki><script>alert(1)</script></nowiki> kazoo")
    refresh_changed()
    page = Client().get("/search/", {"q": "kazoo"}).content.decode()
    assert "<script>alert" not in page
    assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in page


def test_every_address_is_there(indexed: Hall) -> None:
    """In a law with all kinds of documents: the page exists, and has the anchor."""
    indexed.propose("ada", RULE)
    indexed.do("ada", "file-request", kind="question", title="May I hum?", text="Well?")
    refresh_changed()
    client, seen = Client(), {}
    client.force_login(person("ada"), "django.contrib.auth.backends.ModelBackend")  # forms ask to log in
    for kind, address in Document.objects.values_list("kind", "address").order_by("kind", "pk"):
        path, _, anchor = address.partition("#")
        page = seen.get(path) or client.get(path)
        seen[path] = page
        assert page.status_code == 200, address
        assert not anchor or f'id="{anchor}"' in page.content.decode(), (kind, address)


def test_the_api_pages_through_everything(indexed: Hall) -> None:
    whole = [row.title for row in find_documents("card")]
    assert len(whole) > 25
    got, address = [], f"{API}?q=card&limit=10"
    while address:
        page = Client().get(address).json()
        got += [item["title"] for item in page["items"]]
        address = page["next"]
    assert got == whole
    assert Client().get(API).status_code == 422
    assert Client().get(API, {"q": "card", "cycle": "none-such"}).json() == {"items": [], "next": None}
    assert Client().get(API, {"q": "card", "kind": "secret"}).status_code == 422


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(max_size=60) | st.text(alphabet="\"'*:()&|!-<>\\ nearandornot^{}%_", max_size=60))
def test_no_query_breaks_a_search(typed: str) -> None:
    assert len(words_of(typed)) <= MAX_WORDS
    assert list(find_documents(typed)) == []
    assert Client().get("/search/", {"q": typed}).status_code == 200


@given(st.text(max_size=900), st.lists(st.text(alphabet="abcé1", min_size=1, max_size=3), max_size=4))
def test_an_excerpt_is_a_part_of_the_text(body: str, words: list[str]) -> None:
    runs = excerpt(body, words)
    text = "".join(run for run, _ in runs).removeprefix("… ").removesuffix(" …")
    assert text in LINK.sub(r"\1", " ".join(body.split()))
    assert len(text) <= 200
    assert all(any(run.lower().startswith(word) for word in words) for run, is_word in runs if is_word)


def test_the_search_of_a_cycle_keeps_its_menu_and_how_to_win_brings_victory_first(indexed: Hall) -> None:
    """Each result says in its link what it is. All cycles have no menu."""
    html = Client().get("/search/", {"q": "how do I win", "in": "hall"}).content.decode()
    hits = re.findall(r'hit-title"><a href="[^"]+">([^<]+) <span class="small muted">· ([^<]+)</span></a>', html)
    assert any("Victory" in title for title, _ in hits[:3])
    before = html.split('hit-title"', 1)[0]
    for each in ("Own at least 10 Chips, and more than anybody else.", "Buy 1 Chip for 25 Vertebrae."):
        assert each in before
    others = Client().get("/search/", {"q": "deck pack", "in": "hall"}).content.decode()
    assert "Own at least 10 Chips, and" not in others
    assert all(kind for _, kind in hits)
    assert 'class="cycle-name"' in html
    assert 'class="cycle-name"' not in Client().get("/search/", {"q": "how do I win"}).content.decode()


def test_things_of_one_name_are_told_apart_and_an_offer_has_its_price(indexed: Hall) -> None:
    """By the place of each in the law."""
    titles = [title for title in found("deck pack", kind=DocumentKind.ENTRY) if title.startswith("Deck Pack")]
    assert {"Deck Pack (Items)", "Deck Pack (Card packs)", "Deck Pack (The Croupier: offers)"} <= set(titles)
    assert len(set(titles)) == len(titles)
    html = Client().get("/search/", {"q": "deck pack croupier", "in": "hall"}).content.decode()
    assert "for 18 Vertebrae." in html
