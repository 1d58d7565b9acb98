"""What stands on the pages, read as a real MediaWiki reads them."""

import copy
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle, Entry, PhaseSeed
from nomic.cycles.schedule.settle import settle
from nomic.inventory.models import Balance, Card
from nomic.law.models import Revision
from nomic.law.rules.tree import rules_of, tree
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.wiki.cycle_pages import OF_A_CYCLE
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout import snippets
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing import markers
from tests.wiki.conftest import Someone
from tests.wiki.html import probes

HOSTILE = "''x'' [[Main Page]] {{x}} <b>y</b> |} <!-- nomic:end --> == z =="
NAME = "''x'' == __TOC__ * # ; ! &amp; RFC 1"


def actor(name: str, *, admin: bool = False) -> Actor:
    person, _ = Person.objects.get_or_create(username=name, defaults={"is_staff": admin, "is_superuser": admin})
    return Actor.person(person)


def page_of(cycle: Cycle, kind: PageKind) -> WikiPage:
    return WikiPage.objects.get(cycle=cycle, kind=kind)


def change_law(cycle: Cycle, change: Any) -> None:
    """Another law, without a vote."""
    document = copy.deepcopy(Revision.objects.get(book_id=cycle.book_id, number=cycle.revision).document)
    change(document)
    cycle.revision += 1
    Revision.objects.create(
        book_id=cycle.book_id, number=cycle.revision, document=document, enacted_at=timezone.now(), reason="test"
    )
    cycle.save()


def read(reader: Someone, text: str) -> tuple[Any, str]:
    """What the wiki makes of a page's text: everything, and its words."""
    parsed = reader.parse(
        f'<div class="probe">\n{markers.Parts("", text, "").page()}\n</div>\n__NOTOC__ __NOEDITSECTION__'
    )
    (probe,) = probes(parsed["text"])
    assert not parsed["templates"]
    assert {category["category"] for category in parsed["categories"]} <= {"Hall", "Cycles"}
    assert not parsed["images"]
    return parsed, probe.words


@pytest.mark.wiki
def test_the_ruleset_is_the_tree_of_rules(hall: Cycle, reader: Someone) -> None:
    """A heading for each rule, as deep as it stands in the tree, in order; all tables; every value filled in."""
    text = render_page(page_of(hall, PageKind.RULESET))
    parsed, words = read(reader, text)
    headings = [(int(section["level"]), section["line"]) for section in parsed["sections"]]
    rules = [(placed.depth + 1, placed.rule.title) for placed in tree(rules_of(hall.law))]
    assert len(rules) > 20
    assert headings[: len(rules)] == rules
    assert headings[len(rules) :] in ([], [(2, "Tables")])
    assert "{{" not in words
    for caption in ("Species of cards", "Modifiers", "Modifier collections", "Card packs", "The Croupier", "Items"):
        assert caption in words
    assert words.count("Species of cards") == 1


@pytest.mark.wiki
def test_a_value_of_the_law_is_the_value_on_the_page(hall: Cycle, reader: Someone) -> None:
    """A law that changes changes the words of its rules, and its tables."""

    def change(document: dict[str, Any]) -> None:
        document["rules"] = {
            "one": {
                "title": "One",
                "body": "Burn {{law|/duels/per_phase}} times in {{law|/membership/rejoin_after_hours|time}}."
                "\n\n{{law table|shop}}\n\nAnd so on.",
                "parent": None,
                "place": 1,
            }
        }
        document["duels"]["per_phase"] = 7
        document["shop"]["title"] = HOSTILE

    change_law(hall, change)
    parsed, words = read(reader, render_page(page_of(hall, PageKind.RULESET)))
    assert "Burn 7 times in 7 days." in words
    assert f"{HOSTILE} Items Cost" in words
    assert "And so on." in words
    assert [section["line"] for section in parsed["sections"]] == ["One", "Tables"]


@pytest.mark.wiki
def test_hostile_words_in_the_law_are_words(hall: Cycle, reader: Someone) -> None:
    """In titles of rules, in names and texts of items and cards, and in bodies as far as they are no wikitext."""

    def change(document: dict[str, Any]) -> None:
        document["rules"] = {
            "one": {"title": HOSTILE, "body": f"{HOSTILE}\n== not a heading ==\n{{| open", "parent": None, "place": 1},
            "two": {"title": "Two", "body": "{{law|/cycle/title}}", "parent": "one", "place": 1},
        }
        document["cycle"] = {"title": HOSTILE, "summary": HOSTILE}
        document["items"]["Chip"]["text"] = HOSTILE
        document["cards"] = {NAME: next(iter(document["cards"].values()))}

    change_law(hall, change)
    parsed, words = read(reader, render_page(page_of(hall, PageKind.RULESET)))
    assert [(section["level"], section["number"]) for section in parsed["sections"]] == [
        ("2", "1"),
        ("3", "1.1"),
        ("2", "2"),
    ]
    # The summary, a title, a value in a body, the text of an item in its table and beneath the rules.
    assert words.count(HOSTILE) == 5
    assert words.count(NAME) >= 1
    assert "x Main Page {{x}} y |} <!-- nomic:end --> == z == not a heading {| open" in words


@pytest.mark.wiki
def test_the_gamestate_tells_how_things_stand(hall: Cycle, reader: Someone) -> None:
    """Phase, commitment, Judge, players with standing, items and cards, open proposals with votes, recent entries."""
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    perform("hall", actor("Ada"), "open-pack", {"pack": "Handy Pack"})
    perform("hall", actor("Ada"), "submit-proposal", {"title": HOSTILE, "text": "words"})
    proposal = Proposal.objects.get()
    perform("hall", actor("Ada"), "vote", {"proposal": proposal.code, "vote": "for"})
    perform("hall", actor("Ben"), "vote", {"proposal": proposal.code, "vote": "against"})
    perform("hall", actor("Root", admin=True), "appoint-judge", {"player": "Ben", "reason": "the first"})
    hall.refresh_from_db()
    parsed, words = read(reader, render_page(page_of(hall, PageKind.GAMESTATE)))
    headings = ["Standings", "What happens next", "Players", "Cards", "Open proposals", "Recent entries"]
    assert [section["line"] for section in parsed["sections"]] == headings
    assert f"{hall.phase_title}, week 1, from" in words
    assert f"{hall.phase_ends_at:%Y-%m-%d %H:%M} UTC." in words
    assert "Judge: Ben." in words
    assert f"UTC, entry {hall.seq} of the journal, when this page last changed." in words
    assert "To check the dice" in words
    assert f"Head of the journal: {hall.seq}:{hall.head}" in words
    assert PhaseSeed.objects.get(cycle=hall, phase=0).commitment in words
    assert PhaseSeed.objects.get(cycle=hall, phase=0).seed not in words
    assert "Ada reputable" in words
    for card in Card.objects.filter(holder="Ada"):
        assert card.species in words
    for balance in Balance.objects.filter(holder="Ada", amount__gt=0):
        assert f" {balance.amount} " in words
    assert f"1 {HOSTILE} Ada" in words
    assert "Hall/Proposal 1" in [link["title"] for link in parsed["links"]]
    assert "1 for, 1 against, 0 unclear" in words
    for entry in Entry.objects.filter(cycle=hall):
        assert f"entry {entry.seq}: {' '.join(entry.words)}" in words


@pytest.mark.wiki
def test_the_gamestate_of_an_empty_cycle(hall: Cycle, reader: Someone) -> None:
    """Nobody plays, nothing is voted on."""
    _, words = read(reader, render_page(page_of(hall, PageKind.GAMESTATE)))
    assert "Nobody plays yet." in words
    assert "Nothing is being voted on." in words
    assert "Judge: nobody." in words


def test_cards_that_look_the_same_are_counted(hall: Cycle) -> None:
    """With what each has beyond its species; destroyed cards and those of people who left are not shown."""
    perform("hall", actor("Ada"), "join", {})
    cards = [("Ace", []), ("Ace", []), ("Ace", [{"name": "Bound", "by": "Ben"}]), ("King", [])]
    for number, (species, modifiers) in enumerate(cards):
        Card.objects.create(
            cycle=hall, code=f"c{number}", holder="Ada", species=species, modifiers=modifiers, made_by=1
        )
    Card.objects.create(cycle=hall, code="x", holder="", species="Jack", made_by=1)
    Card.objects.create(cycle=hall, code="y", holder="Gone", species="Queen", made_by=1)
    Card.objects.create(
        cycle=hall, code="z", holder="Ada", species="Six", own_values=[7], own_suits=["Cups"], made_by=1
    )
    text = render_page(page_of(hall, PageKind.GAMESTATE))
    assert "\n=== Cards ===\n* [[Hall/Player 1|Ada]]: 2 × Ace, Ace (Bound: Ben), King, Six (7, Cups)\n" in text
    assert "Jack" not in text
    assert "Queen" not in text


def test_what_a_card_has_besides_is_said_as_such(hall: Cycle) -> None:
    """A Jack has no suit before, so its suit is no second one; a Prince of Clocks has Yellow already."""
    perform("hall", actor("Ada"), "join", {})
    for code, species, colour in (("a", "Jack", "Green"), ("b", "Prince of Clocks", "Black")):
        Card.objects.create(
            cycle=hall, code=code, holder="Ada", species=species, own_suits=["Spades"], own_colours=[colour], made_by=1
        )
    text = render_page(page_of(hall, PageKind.GAMESTATE))
    assert "|Ada]]: Jack (Spades, Green), Prince of Clocks (also Spades, Black)\n" in text


def crowd(cycle: Cycle, players: int, cards: int, extra: str = "") -> None:
    """Many players with many cards."""
    now = timezone.now()
    names = [f"Player {number:04}" for number in range(players)]
    Player.objects.bulk_create(
        Player(cycle=cycle, name=name, joined_at=now, joined_phase=0, reputable_since=now) for name in names
    )
    Balance.objects.bulk_create(
        Balance(cycle=cycle, holder=name, item=item, amount=17)
        for name in names
        for item in ("Vertebra", "Chip", "Deck Pack")
    )
    species = list(cycle.law.document["cards"])
    Card.objects.bulk_create(
        (
            Card(
                cycle=cycle,
                code=f"{place}-{number}",
                holder=name,
                species=species[(place + number) % len(species)] + extra,
                modifiers=[{"name": "Bound", "by": f"Player {number:04}"}] if number % 3 == 0 else [],
                made_by=1,
            )
            for place, name in enumerate(names)
            for number in range(cards)
        ),
        batch_size=5000,
    )


def test_the_number_of_queries_does_not_grow(hall: Cycle) -> None:
    """With a hundred players of fifty cards as few as with one; trades, Judge, values and corrections, too."""
    crowd(hall, 1, 1)
    page = page_of(hall, PageKind.GAMESTATE)
    render_page(page)
    with CaptureQueriesContext(connection) as few:
        render_page(page)
    Player.objects.all().delete()
    Balance.objects.all().delete()
    Card.objects.all().delete()
    crowd(hall, 100, 50)
    with CaptureQueriesContext(connection) as many:
        text = render_page(page)
    assert len(many) == len(few) <= 20
    assert text.count("|-\n| [[Hall/Player") == 100


def play_proposals(hall: Cycle) -> None:
    """One enacted, one failed, one withdrawn, one open."""
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    amendments = [
        {"op": "replace", "path": "/duels/per_phase", "value": 3},
        {
            "op": "add",
            "path": "/rules/new-rule",
            "value": {"title": "A new rule", "body": "words", "parent": None, "place": 99},
        },
    ]
    for title, body in (("Burn more", f"{HOSTILE}\n* one\n* two"), ("Fail", ""), ("Withdrawn", ""), ("Open", "")):
        with time_machine.travel(
            timezone.now() if title != "Open" else hall.phase_ends_at + timedelta(days=1), tick=False
        ):
            perform("hall", actor("Ada"), "submit-proposal", {"title": title, "text": body, "amendments": amendments})
            proposal = Proposal.objects.latest("number")
            if title == "Withdrawn":
                perform("hall", actor("Ada"), "withdraw-proposal", {"proposal": proposal.code})
            elif title != "Open":
                vote = "for" if title == "Burn more" else "against"
                perform("hall", actor("Ada"), "vote", {"proposal": proposal.code, "vote": vote})
    with time_machine.travel(Proposal.objects.get(number=1).ends_at + timedelta(hours=1)):
        settle("hall")
    hall.refresh_from_db()


@pytest.mark.wiki
def test_the_index_lists_all_proposals(hall: Cycle, reader: Someone) -> None:
    """The newest first, with a link to the page of each."""
    play_proposals(hall)
    parsed, words = read(reader, render_page(page_of(hall, PageKind.PROPOSALS)))
    assert {link["title"] for link in parsed["links"] if "Proposal " in link["title"]} == {
        f"Hall/Proposal {number}" for number in (1, 2, 3, 4)
    }
    places = [
        words.index(f"{number} {title} Ada")
        for number, title in ((4, "Open"), (3, "Withdrawn"), (2, "Fail"), (1, "Burn more"))
    ]
    assert places == sorted(places)
    assert "failed 0 for, 1 against, 0 unclear" in words
    assert "passed 1 for, 0 against, 0 unclear" in words


@pytest.mark.wiki
def test_a_proposal_s_page_tells_what_it_did(hall: Cycle, reader: Someone) -> None:
    """Its words, who voted how, what it changed in the law, its amendments."""
    play_proposals(hall)
    page = WikiPage.objects.get(title="Hall/Proposal 1")
    parsed, words = read(reader, render_page(page))
    assert [section["line"] for section in parsed["sections"]] == [
        "Votes",
        "Text",
        "What it changed in the law",
    ]
    assert "Proposal 1: Burn more By Ada, submitted" in words
    assert "passed, in force as revision 1 of the law." in words
    assert "1 for, 0 against, 0 unclear For: Ada" in words
    assert "New rule “A new rule”, at the top level." in words
    assert "How many duels a player may take part in per phase 1 duel 3 duels" in words
    assert '"path": "/duels/per_phase"' in words
    assert "x Main Page {{x}} y |}" in words
    assert [link["title"] for link in parsed["links"] if link["title"] == "Main Page"] == ["Main Page"]


@pytest.mark.wiki
def test_the_page_of_a_failed_proposal(hall: Cycle, reader: Someone) -> None:
    """What it would have changed; its amendments are kept to be read."""
    play_proposals(hall)
    parsed, words = read(reader, render_page(WikiPage.objects.get(title="Hall/Proposal 2")))
    assert "failed." in words
    assert [section["line"] for section in parsed["sections"]] == [
        "Votes",
        "What it would have changed in the law",
    ]


def test_a_proposal_as_long_as_can_be_fits_its_page(hall: Cycle) -> None:
    """Even where every character of it has to be written as an entity."""
    perform("hall", actor("Ada"), "join", {})
    Proposal.objects.create(
        cycle=hall,
        code="long",
        number=1,
        author="Ada",
        title="'" * 120,
        text="[" * 50_000,
        class_name="standard",
        amendments=[{"op": "test", "path": "/x", "value": "\"'<" * 60_000}],
        base_revision=0,
        submitted_at=timezone.now(),
        ends_at=timezone.now(),
        status=ProposalStatus.FAILED,
        votes_for=0,
        votes_against=1,
        votes_unclear=0,
    )
    page = WikiPage.objects.create(cycle=hall, kind=PageKind.PROPOSAL, subject="1", title="Hall/Proposal 1")
    assert snippets.size(render_page(page)) < snippets.MAX_BYTES


@pytest.mark.parametrize("kind", OF_A_CYCLE)
def test_rendering_twice_gives_the_same(hall: Cycle, kind: PageKind) -> None:
    """Otherwise every round would be an edit."""
    play_proposals(hall)
    assert render_page(page_of(hall, kind)) == render_page(page_of(hall, kind))
