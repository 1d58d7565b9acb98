"""From the first page of a wiki to every page of a cycle and back, on a real MediaWiki."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from nomic.court.models import Request, Ruling
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle, Status
from nomic.matches.models import Match
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from nomic.wiki.cycle_pages import OF_A_CYCLE, make_pages
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages import main as main_page
from nomic.wiki.pages.layout.titles import base_of
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.mediawiki_site import MediaWikiSite
from nomic.wikitext.escape import inline
from tests.clauses.conftest import enact
from tests.support.hall import Hall, OpenCycle
from tests.wiki.conftest import Someone
from tests.wiki.test_pages import HOSTILE, actor, page_of, read
from tests.wiki.test_stale import freshen

EARLIER: dict[str, dict[str, Any]] = {
    "won": {"winner": "Ada <b>"},
    "nobodys": {"title": HOSTILE},
    "hidden": {"hidden_at": timezone.now()},
    "kept-here": {"published": False},
    "tried": {"practice": True},
    "going-on": {"ended_at": None},
}


def open_match(cycle: Cycle, code: str, **columns: Any) -> Match:
    """The row of a match that nobody looks into."""
    start = cycle.phase_started_at
    made: dict[str, Any] = {"title": f"Duel {code}", "opened_seq": 1, "started_seq": 1, "opened_at": start, **columns}
    return Match.objects.create(
        cycle=cycle, code=code, game="exoptosis", setup_revision=0, revision=0, state=b"", **made
    )


@pytest.mark.wiki
def test_the_first_page_of_a_new_wiki_leads_to_every_page_of_every_cycle(
    db: None, site: MediaWikiSite, reader: Someone, at_once: None, settings: Any
) -> None:
    """It lists all main pages; a main page leads to all others, each is in the cycle's category and leads back."""
    # Other tests leave pages of the hall on this wiki, and sites that they run write its front page.
    settings.WIKI_FRONT_PAGE = "All there is"
    create_cycle("cycle-16", slug="contents")
    perform("contents", actor("Ada"), "join", {})
    perform("contents", actor("Ada"), "submit-proposal", {"title": HOSTILE, "text": "words"})
    assert [outcome for outcome in publish_due(site=site) if outcome.how != "published"] == []
    titles = set(WikiPage.objects.exclude(kind=PageKind.FRONT).values_list("title", flat=True))
    assert len(titles) == len(OF_A_CYCLE) + 3

    found = reader.api(
        action="query", titles="Main Page", redirects="1", list="categorymembers", cmtitle="Category:Cycles"
    )
    assert found["query"]["redirects"] == [{"from": "Main Page", "to": "Current cycles"}]
    assert reader.api(action="query", meta="siteinfo")["query"]["general"]["mainpage"] == "Current cycles"
    assert "[[Contents|Cycle 16]]" in reader.read("All there is")
    # The wiki keeps what other tests published to it.
    assert "Contents" in [member["title"] for member in found["query"]["categorymembers"]]

    asked = {"prop": "links|categories", "titles": "|".join(titles), "pllimit": "500", "cllimit": "500"}
    pages = {page["title"]: page for page in reader.api(action="query", **asked)["query"]["pages"]}
    links = {title: {link["title"] for link in page.get("links", ())} for title, page in pages.items()}
    category = "Category:Contents"
    assert titles - {"Contents", category, "Contents/Player 1", "Template:Contents data"} <= links["Contents"]
    assert "Contents/Player 1" in links["Contents/Gamestate"] & links["Contents/Players"]
    for title in titles - {"Contents"}:
        assert "Contents" in links[title]
    for title in titles - {category}:
        assert category in {each["title"] for each in pages[title]["categories"]}


@pytest.mark.wiki
def test_the_main_page_tells_what_goes_on(hall: Cycle, reader: Someone) -> None:
    """The phase, what is voted on, what is played: with words that nobody can break out of."""
    perform("hall", actor("Ada"), "join", {})
    perform("hall", actor("Ada"), "submit-proposal", {"title": HOSTILE, "text": "words"})
    hall.refresh_from_db()
    open_match(hall, "abc", title=HOSTILE)
    open_match(hall, "old", status="over")
    Cycle.objects.update(title=HOSTILE)
    parsed, words = read(reader, render_page(page_of(hall, PageKind.MAIN)))
    assert [section["line"] for section in parsed["sections"]] == [
        "Who leads",
        "How to play now",
        "Open proposals",
        "Games going on",
    ]
    assert words.count(HOSTILE) == 3
    assert f"{hall.phase_title}, week 1, from" in words
    assert (
        f"Proposal 1: {HOSTILE}, by Ada, votes are counted {Proposal.objects.get().ends_at:%Y-%m-%d %H:%M} UTC" in words
    )
    assert "Players: 1 play" in words
    assert "Matches: 1 going on, 2 altogether" in words
    assert {"Hall/Proposal 1", "Hall/Match abc"} <= {link["title"] for link in parsed["links"]}


def test_a_main_page_does_not_grow_without_end(hall: Cycle, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not listed is in the index, and that is said."""
    monkeypatch.setattr(main_page, "MAX_LISTED", 2)
    perform("hall", actor("Ada"), "join", {})
    for number in range(3):
        perform("hall", actor("Ada"), "submit-proposal", {"title": f"Title {number}", "text": "words"})
    text = render_page(page_of(hall, PageKind.MAIN))
    assert "Title 1" in text
    assert "Title 2" not in text
    assert "* and more, all of them in the index: [[Hall/Proposals|Proposals]]" in text


def test_pages_of_a_cycle_that_had_some_before_are_found_by_their_titles(hall: Cycle) -> None:
    """A cycle is published under the title that it has on the wiki, whatever its slug is."""
    WikiPage.objects.exclude(kind=PageKind.RULESET).delete()
    WikiPage.objects.update(title="Old name/Ruleset")
    make_pages(hall)
    titles = set(WikiPage.objects.values_list("title", flat=True))
    assert titles >= {"Old name", "Old name/Gamestate", "Category:Old name"}
    assert all(re.match("(Category:)?Old name", title) for title in titles)


def test_the_players_page_has_everybody(hall: Cycle) -> None:
    """Who left, too, and how those stand who play."""
    for name in ("Ada", "Ben"):
        perform("hall", actor(name), "join", {})
    perform("hall", actor("Ben"), "leave", {})
    Player.objects.filter(name="Ada").update(joined_phase=0, reputable_since=hall.phase_started_at - timedelta(days=1))
    text = render_page(page_of(hall, PageKind.PLAYERS))
    assert "== Players" not in text
    assert "What they have is on the page [[Hall/Gamestate|Gamestate]]." in text
    assert "* [[Hall/Player 1|Ada]]: reputable, joined 20" in text
    assert "* [[Hall/Player 2|Ben]]: left 20" in text


def test_the_main_page_tells_what_changed_the_law(open_cycle: OpenCycle) -> None:
    """The newest changes first, with their reasons; nothing of a law that is as it began."""
    cast = open_cycle(published=True, joined=("ada", "bob", "eve"))
    make_pages(cast.cycle)
    assert "Significant events" not in render_page(page_of(cast.cycle, PageKind.MAIN))
    for price in (7, 8):
        enact(cast, {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": price})
    text = render_page(page_of(cast.cycle, PageKind.MAIN))
    lines = [line for line in text.splitlines() if "revision " in line and line.startswith("* 2024")]
    assert [line.partition("revision ")[2][:1] for line in lines] == ["2", "1"]
    assert "|Law, revision 1]]: proposal 1, " in lines[1]
    assert "proposal 2" in lines[0].lower()


def test_the_ruleset_says_how_many_rules_there_are_and_how_many_changed(open_cycle: OpenCycle) -> None:
    """All at first are those of the template; one that is changed counts once."""
    cast = open_cycle(published=True, joined=("ada", "bob", "eve"))
    make_pages(cast.cycle)
    before = render_page(page_of(cast.cycle, PageKind.RULESET))
    count = re.search(r"(\d+) rules, none of them changed or added since the beginning", before)
    assert count is not None
    assert int(count[1]) == len(re.findall(r"^(=+) .+ \1\n<span id=", before, re.MULTILINE)) > 20
    assert 'class="rule-facts"' not in before
    for words in ("Be kind.", "Be kinder."):
        enact(cast, {"op": "replace", "path": "/rules/luck/body", "value": words})
    after = render_page(page_of(cast.cycle, PageKind.RULESET))
    assert f"{count[1]} rules, 1 of them changed or added since the beginning" in after


def test_the_main_page_invites_while_people_may_join(open_cycle: OpenCycle) -> None:
    """Not when nobody may join any more."""
    cast = open_cycle(published=True)
    make_pages(cast.cycle)
    assert "Join and play it at" in render_page(page_of(cast.cycle, PageKind.MAIN))
    Cycle.objects.update(joining="nobody")
    text = render_page(page_of(cast.cycle, PageKind.MAIN))
    assert "Join and play" not in text
    assert "It is played at" in text


def test_the_main_page_says_who_leads_and_how_to_play(open_cycle: OpenCycle) -> None:
    """From the law in force: another law and other holdings are another page, made stale in the same transaction."""
    cast = open_cycle(published=True, joined=("ada", "bob", "eve"))
    make_pages(cast.cycle)
    text = render_page(page_of(cast.cycle, PageKind.MAIN))
    assert "nobody leads yet" in text
    assert "* A round: <b>Rest Phase</b> (3 days, now), then Battle Phase (4 days)" in text
    assert "\n** <b>Standard</b>: Voting is open until the end of the next phase." in text
    assert re.search(r"^\* <b>Buy[^\n]*</b>: ", text, re.MULTILINE)
    assert not re.search(r"<b>(Correct|Record an outage)", text)
    freshen()
    cast.grant("bob", "Chip", 3)
    assert page_of(cast.cycle, PageKind.MAIN).stale_since is not None
    assert "bob leads" in render_page(page_of(cast.cycle, PageKind.MAIN))


def test_significant_events_have_dates(open_cycle: OpenCycle) -> None:
    """Laws, rulings and matches that are over, the newest first; when the game is over, from its beginning on."""
    cast = open_cycle(published=True, joined=("ada", "bob", "eve"))
    make_pages(cast.cycle)
    enact(cast, {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 7})
    at = cast.clock.now
    request = Request.objects.create(
        cycle=cast.cycle, code="r1", number=1, author="ada", kind="statement", title=HOSTILE, filed_at=at
    )
    hour = timedelta(hours=1)
    Ruling.objects.create(
        request=request, cycle=cast.cycle, code="u1", number=1, judge="bob", verdict=HOSTILE, ruled_at=at + hour
    )
    result = {"ending": "won", "winners": ["eve"]}
    open_match(cast.cycle, "m1", title=HOSTILE, status="over", ended_at=at + 2 * hour, result=result)
    kinds = ["/Match m1|", "Ruling 1 on “", "Law, revision 1"]
    open_match(cast.cycle, "m2", status="over", ended_at=at + 2 * hour, result={"ending": "off", "winners": []})
    assert _events_on(cast, 4) == [*kinds, "More changes of the law"]
    Cycle.objects.filter(pk=cast.pk).update(status=Status.ENDED, ended_at=at + 3 * hour, winner="bob")
    over = ["The game began.", *reversed(kinds), "bob won, and the game was over.", "All changes of the law"]
    assert _events_on(cast, 6) == over
    main_page_text = render_page(page_of(cast.cycle, PageKind.MAIN))
    assert "{{x}}" not in main_page_text
    assert "[[Main Page" not in main_page_text


def _events_on(hall: Hall, count: int) -> list[str]:
    """Which of the events that are looked for the first lines of the section name, in order."""
    text = render_page(page_of(hall.cycle, PageKind.MAIN)).partition("== Significant events ==\n")[2]
    assert HOSTILE not in text
    looked_for = (
        "The game began.", "/Match m1|", "Ruling 1 on “", "Law, revision 1", "bob won, and the game was over.",
        "More changes of the law", "All changes of the law",
    )  # fmt: skip
    return [next(words for words in looked_for if words in line) for line in text.splitlines()[:count]]


def test_earlier_cycles_and_their_winners_are_on_the_main_page(hall: Cycle) -> None:
    """Those that are over and that anybody can read, the one that ended last first."""
    for days, (slug, columns) in enumerate(EARLIER.items(), start=1):
        begun = hall.starts_at - timedelta(days=90 + days)
        over = hall.starts_at - timedelta(days=days)
        cycle = create_cycle("cycle-16", slug=slug, starts_at=begun)
        make_pages(cycle)
        Cycle.objects.filter(pk=cycle.pk).update(**{"title": f"Game {slug}", "ended_at": over, **columns})
    text = render_page(page_of(hall, PageKind.MAIN))
    section = text.partition("== Earlier cycles ==\n")[2].splitlines()
    lines = [line for line in section if line.startswith("* ")]
    when = [f"{hall.starts_at - timedelta(days=days):%Y-%m-%d %H:%M} UTC" for days in (1, 2)]
    assert lines == [
        f"* [[Won|Game won]], won by {inline('Ada <b>')}, {when[0]}",
        f"* [[Nobodys|{inline(HOSTILE)}]], without a winner, {when[1]}",
    ]
    first = WikiPage.objects.get(cycle__slug="going-on", kind=PageKind.MAIN)
    assert "Earlier cycles" not in render_page(first)


def test_the_title_is_not_repeated(hall: Cycle) -> None:
    """It is the page's heading. Only a title that differs from the page's name is in the text."""
    page = WikiPage.objects.get(cycle=hall, kind=PageKind.MAIN)
    Cycle.objects.filter(pk=hall.pk).update(title=base_of(page))
    assert f"<b>{base_of(page)}</b>" not in render_page(page)
    Cycle.objects.filter(pk=hall.pk).update(title="Winter of Bones")
    page = WikiPage.objects.get(pk=page.pk)
    assert "<b>Winter of Bones</b>" in render_page(page)


@pytest.mark.django_db
def test_a_game_for_practice_says_so_and_stands_apart() -> None:
    """It is not in the category of real games, and the page names the game and its own clock."""
    cycle = create_cycle("cycle-16", slug="tried")
    make_pages(cycle)
    main = WikiPage.objects.get(cycle=cycle, kind=PageKind.MAIN)
    real = render_page(main)
    assert "for practice" not in real
    assert "[[Category:Cycles]]" in real
    assert "The game is <b>Exoptosis</b>." in real
    Cycle.objects.filter(pk=cycle.pk).update(practice=True)
    main = WikiPage.objects.get(pk=main.pk)
    practice = render_page(main)
    assert "<b>This is a game for practice.</b>" in practice
    assert "[[Category:Cycles]]" not in practice
    assert "[[Category:Cycles for practice]]" in practice


def test_pages_lead_to_nothing_that_a_law_does_not_have(open_cycle: OpenCycle) -> None:
    """A game without a court and without matches has no such pages in its navigation."""
    for cycle in (open_cycle(published=True).cycle, create_cycle("the-commons", slug="house")):
        make_pages(cycle)
    rows = WikiPage.objects.filter(kind=PageKind.GAMESTATE).select_related("cycle")
    first = {page.cycle.slug: render_page(page).split("\n")[0] for page in rows}
    assert "/Court|Court]]" in first["hall"]
    assert "/Matches|Matches]]" in first["hall"]
    assert "Court" not in first["house"]
    assert "Matches" not in first["house"]
