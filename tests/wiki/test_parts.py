"""What is too long for one page stands on several: nothing is dropped unsaid, and few pages change with an act."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.cycles.commands.perform import perform
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.models import Balance, Card
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages import holdings, matches, ruleset
from nomic.wiki.pages.layout import snippets
from nomic.wiki.pages.layout.pagination import A_PAGE, part_of, parts_for, span
from nomic.wiki.pages.layout.player_links import MAX_PLAYER_PAGES
from nomic.wiki.pages.render import render_page
from nomic.wikitext.escape import Wikitext
from tests.wiki.test_main_page import open_match
from tests.wiki.test_pages import actor, change_law, crowd, page_of
from tests.wiki.test_stale import freshen, stale_titles


def rows_of(text: str) -> list[str]:
    """The names in the first column of the players' table."""
    return re.findall(r"^\|-\n\| (?:\[\[Hall/Player \d+\|)?(Player \d+)(?:\]\])?$", text, re.MULTILINE)


def texts_of(cycle: Cycle, kind: PageKind) -> dict[str, str]:
    """What stands on the parts."""
    parts = WikiPage.objects.filter(cycle=cycle, kind=kind).exclude(subject="").order_by("pk")
    return {page.title: render_page(page) for page in parts}


@pytest.mark.parametrize(
    ("kind", "count", "parts"),
    [
        (PageKind.HOLDINGS, 100, []),
        (PageKind.HOLDINGS, 101, [1, 2]),
        (PageKind.HOLDINGS, 201, [1, 2, 3]),
        (PageKind.PROPOSALS, 100, []),
        (PageKind.PROPOSALS, 101, [1]),
        (PageKind.PROPOSALS, 200, [1, 2]),
    ],
)
def test_there_are_as_many_parts_as_it_takes(kind: PageKind, count: int, parts: list[int]) -> None:
    """None where one page is enough; what players have is on the parts, of the others the newest are on the index."""
    assert list(parts_for(kind, count)) == parts


def test_every_number_is_on_one_part() -> None:
    """Parts begin with the first number, and no number is on two or on none."""
    assert [part_of(number) for number in (1, A_PAGE, A_PAGE + 1)] == [1, 1, 2]
    for number in range(1, 5 * A_PAGE):
        first, last = span(part_of(number))
        assert first <= number <= last


def test_thousands_of_players_are_all_there(hall: Cycle) -> None:
    """Each with all their items and cards, on one page, to which the gamestate leads; no page is too long."""
    crowd(hall, 2050, 3)
    make_pages(hall)
    texts = texts_of(hall, PageKind.HOLDINGS)
    assert list(texts)[:2] == ["Hall/Players 1-100", "Hall/Players 101-200"]
    assert len(texts) == 21
    names = [name for text in texts.values() for name in rows_of(text)]
    assert sorted(names) == sorted(Player.objects.values_list("name", flat=True))
    everything = "".join(texts.values())
    assert "in short" not in everything
    assert everything.count("| 17\n| 17\n") == 2050
    gamestate = render_page(page_of(hall, PageKind.GAMESTATE))
    assert "2050 play; what they have is on pages of its own" in gamestate
    register = render_page(page_of(hall, PageKind.PLAYERS))
    assert register.count("\n* Player ") + register.count("\n* [[Hall/Player ") == 2050
    assert register.count("\n* [[Hall/Player ") == MAX_PLAYER_PAGES
    for title in texts:
        assert f"[[{title}|" in gamestate
        assert f"[[{title}|" in register
    assert max(map(snippets.size, [*texts.values(), gamestate, register])) < snippets.MAX_BYTES / 4


def test_the_number_of_queries_of_a_part_is_the_same_for_all(hall: Cycle) -> None:
    """However many play, and however much they have."""
    crowd(hall, 2 * A_PAGE + 1, 3)
    make_pages(hall)
    counts = []
    for part in ("1", "3"):
        page = WikiPage.objects.get(kind=PageKind.HOLDINGS, subject=part)
        with CaptureQueriesContext(connection) as asked:
            render_page(page)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 8


def test_a_row_that_is_too_long_says_less_and_says_so(hall: Cycle) -> None:
    """First of each card, then of cards altogether; items are cut; always with where all of it is."""
    crowd(hall, 3, 0)
    species = list(hall.law.document["cards"])
    for name, extras in (("Player 0000", 4), ("Player 0001", 400)):
        Card.objects.bulk_create(
            Card(
                cycle=hall,
                code=f"{name[-1]}-{number}",
                holder=name,
                species=species[number % 5],
                own_values=[number],
                made_by=1,
            )
            for number in range(extras)
        )
    Card.objects.bulk_create(
        Card(cycle=hall, code=f"2-{number}", holder="Player 0002", species=f"Species {number}", made_by=1)
        for number in range(600)
    )
    Balance.objects.bulk_create(
        Balance(cycle=hall, holder="Player 0002", item=f"[Item] {number}", amount=1) for number in range(900)
    )
    text = render_page(page_of(hall, PageKind.GAMESTATE))
    table, _, cards = text.partition("\n=== Cards ===\n")
    links = [f"[[Hall/Player {number + 1}|Player 000{number}]]" for number in range(3)]
    rows = [table.rpartition(f"\n| {link}")[2].partition("|-")[0] for link in links]
    first, second, third = (
        f"{row}{cards.partition(f'* {link}: ')[2].partition(chr(10))[0]}" for row, link in zip(rows, links, strict=True)
    )
    assert "also 3" in first
    assert "in short" not in first
    assert f"80 × {species[0]}" in second
    assert "also" not in second
    assert "(in short; all of it is at [http" in second
    assert "600 cards" in third
    assert re.search(r"and \d+ more\n", third)
    assert "in short" in third
    assert all(snippets.size(line) <= holdings.MAX_PER_CELL + 200 for line in text.splitlines())


def test_an_act_makes_the_part_stale_of_whom_it_changed(hall: Cycle) -> None:
    """A gift those of two; a vote none; whoever joins stands on the last one."""
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    crowd(hall, 150, 0)
    perform("hall", actor("Cleo"), "join", {})
    assert stale_titles().count("Hall/Players 101-200") == 1
    freshen()
    perform("hall", actor("Ada"), "buy", {"offer": "Handy Pack"})
    assert stale_titles() == ["Hall", "Hall/Gamestate", "Hall/Player 1", "Hall/Players 1-100", "Template:Hall data"]
    freshen()
    perform("hall", actor("Cleo"), "buy", {"offer": "Handy Pack"})
    assert stale_titles() == ["Hall", "Hall/Gamestate", "Hall/Player 153", "Hall/Players 101-200", "Template:Hall data"]
    freshen()
    perform("hall", actor("Cleo"), "open-pack", {"pack": "Handy Pack"})
    assert stale_titles() == ["Hall", "Hall/Gamestate", "Hall/Player 153", "Hall/Players 101-200", "Template:Hall data"]
    freshen()
    perform("hall", actor("Ada"), "submit-proposal", {"title": "One", "text": "words"})
    assert "Hall/Players 1-100" not in stale_titles()


def test_who_joins_gets_a_part_as_soon_as_there_is_none_for_them(hall: Cycle) -> None:
    """The hundred and first splits the gamestate, whatever joined before stays where it is."""
    crowd(hall, A_PAGE, 1)
    perform("hall", actor("Ada"), "join", {})
    assert list(texts_of(hall, PageKind.HOLDINGS)) == ["Hall/Players 1-100", "Hall/Players 101-200"]
    assert rows_of(texts_of(hall, PageKind.HOLDINGS)["Hall/Players 1-100"])[0] == "Player 0000"
    assert "|Ada]]\n" in texts_of(hall, PageKind.HOLDINGS)["Hall/Players 101-200"]
    assert "|Ada]]\n" not in render_page(page_of(hall, PageKind.GAMESTATE))


def test_a_part_that_is_not_needed_any_more_says_so(hall: Cycle) -> None:
    """The journal was told anew with fewer players; where they are stands there."""
    crowd(hall, A_PAGE + 1, 0)
    make_pages(hall)
    Player.objects.filter(name=f"Player {A_PAGE:04}").delete()
    for text in texts_of(hall, PageKind.HOLDINGS).values():
        assert "There is nothing here any more" in text
        assert "[[Hall/Gamestate|Gamestate]]" in text
    assert len(rows_of(render_page(page_of(hall, PageKind.GAMESTATE)))) == A_PAGE


def test_an_index_has_the_newest_and_leads_to_the_others(hall: Cycle) -> None:
    """Of proposals and of matches alike: each is on the index or on a part, however long its title."""
    now = timezone.now()
    Proposal.objects.bulk_create(
        Proposal(
            cycle=hall,
            code=f"p{number}",
            number=number,
            author="Ada",
            title="[" * 120,
            class_name="standard",
            base_revision=0,
            submitted_at=now,
            ends_at=now + timedelta(days=1),
        )
        for number in range(1, 251)
    )
    for number in range(1, 251):
        open_match(hall, f"m{number}", title="[" * 120, opened_seq=number, place=0)
    make_pages(hall)
    for kind, word in ((PageKind.PROPOSALS, "Proposal "), (PageKind.MATCHES, "Match m")):
        index = render_page(page_of_index(hall, kind))
        parts = texts_of(hall, kind)
        assert list(parts) == [f"Hall/{kind.label} 1-100", f"Hall/{kind.label} 101-200"]
        shown = [
            int(number) for text in (index, *parts.values()) for number in re.findall(rf"\[\[Hall/{word}(\d+)\|", text)
        ]
        assert set(shown) == set(range(1, 251))
        assert shown[:2] == [250, 249]
        assert all(f"[[{title}|" in index for title in parts)
        assert max(map(snippets.size, [index, *parts.values()])) < snippets.MAX_BYTES / 4


def test_a_part_says_nothing_that_later_ones_change(hall: Cycle) -> None:
    """But for the links to all parts: those change when there is one more, and then every part is stale."""

    def play(numbers: range) -> None:
        for number in numbers:
            open_match(hall, f"m{number}", opened_seq=number, place=0)
        make_pages(hall)

    first = f"Hall/{PageKind.MATCHES.label} 1-100"
    play(range(1, A_PAGE + 51))
    before = texts_of(hall, PageKind.MATCHES)[first]
    freshen()
    play(range(A_PAGE + 51, A_PAGE + 61))
    assert first not in stale_titles()
    assert texts_of(hall, PageKind.MATCHES)[first] == before
    assert f"{A_PAGE + 60} matches" in render_page(page_of_index(hall, PageKind.MATCHES))
    play(range(A_PAGE + 61, 2 * A_PAGE + 2))
    assert first in stale_titles()


def page_of_index(cycle: Cycle, kind: PageKind) -> WikiPage:
    return WikiPage.objects.get(cycle=cycle, kind=kind, subject="")


def test_an_ended_match_makes_its_part_stale(hall: Cycle) -> None:
    """And the index; no other part."""
    from nomic.wiki.pages_changed_by_act import _showing

    for number in range(1, 202):
        open_match(hall, f"m{number}", opened_seq=number // 2, place=number % 2)
    assert _showing(hall, PageKind.MATCHES, {("outcome", "m101")}) == {"", "2"}
    assert _showing(hall, PageKind.PROPOSALS, {("proposal", "100")}) == {"", "1"}


def test_what_is_cut_in_the_gamestate_is_said(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open proposals, games, words of an entry: with where the rest is."""
    monkeypatch.setattr("nomic.wiki.pages.gamestate.MAX_PROPOSALS", 1)
    monkeypatch.setattr("nomic.wiki.pages.matches.MAX_MATCHES", 1)
    monkeypatch.setattr("nomic.wiki.pages.gamestate.MAX_WORDS", 10)
    perform("hall", actor("Ada"), "join", {})
    for number in (1, 2):
        perform("hall", actor("Ada"), "submit-proposal", {"title": f"Title {number}", "text": "words"})
        open_match(hall, f"m{number}")
    text = render_page(page_of(hall, PageKind.GAMESTATE))
    assert "Title 2" not in text.partition("== Recent entries ==")[0]
    assert "More are open: [[Hall/Proposals|Proposals]] has all of them." in text
    assert "More are going on: [[Hall/Matches|Matches]] has all of them." in text
    last = Entry.objects.filter(cycle=hall).latest("seq").seq
    assert f"/c/hall/journal/{last}/ more]" in text


def test_a_ruleset_too_long_for_its_page_says_what_is_left_out(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that fit are there in their order, then how many are not; tables alike. The rest is not even made."""
    page = page_of(hall, PageKind.RULESET)
    whole = render_page(page)
    monkeypatch.setattr(ruleset, "MAX_RULES", snippets.size(whole) // 2)
    monkeypatch.setattr(ruleset, "MAX_TABLES", 100)
    text = render_page(page)
    shown, of_all = (re.findall('<span id="([^"]+)"></span>', each) for each in (text, whole))
    assert 0 < len(shown) < len(of_all)
    assert shown == of_all[: len(shown)]
    assert f"The rules after these, {len(of_all) - len(shown)} of them, are too many for this page." in text
    assert re.search(r"\d+ more tables are too long for this page. All of them are on \[http", text)


def test_a_law_as_large_as_can_be_fits_its_page(hall: Cycle) -> None:
    """Even where each of its characters takes six on the page."""

    def change(document: dict[str, Any]) -> None:
        document["cycle"]["summary"] = "[" * 50_000
        rule = {"title": "[" * 120, "body": "[" * 50_000, "parent": None, "place": 1}
        document["rules"] = {f"r{number}": rule for number in range(9)}
        document["rules"] |= {f"t{number}": rule | {"body": "{{law table|cards}}"} for number in range(200)}

    change_law(hall, change)
    text = render_page(page_of(hall, PageKind.RULESET))
    assert snippets.size(text) < snippets.MAX_BYTES
    assert "are too many for this page" in text


def test_a_board_too_large_for_a_page_says_so(monkeypatch: pytest.MonkeyPatch, hall: Cycle) -> None:
    """A game may draw what it likes: its log goes first, then the board."""
    monkeypatch.setattr(matches, "MAX_BYTES", 3000)
    table = Stub(hosted=Stub(title="Duels"), seats=[])
    monkeypatch.setattr(matches, "LoadedMatch", lambda cycle, match: table)
    monkeypatch.setattr(matches, "_board", lambda table: Wikitext("x" * 3000))
    monkeypatch.setattr(matches, "_picture", lambda page, table: Wikitext())
    open_match(hall, "m1")
    page = WikiPage.objects.create(cycle=hall, kind=PageKind.MATCH, subject="m1", title="Hall/Match m1")
    text = render_page(page)
    assert "too large for this page. It is shown at the table" in text
    assert "xxx" not in text


class Stub:
    """Has what it is given."""

    def __init__(self, **facts: Any) -> None:
        self.__dict__.update(facts)
