"""Each page: who may see it, what odd addresses give, that looking changes nothing and costs the same for a crowd."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.creation import create_cycle
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.law.document.templates import described_templates
from nomic.proposals.models import Proposal, Suggestion
from tests.support.fixture_cache import laid
from tests.support.furnished_cycle import KEEPER, act, empty_hall, furnished_hall, hall_with_players, propose
from tests.support.hall import DAY, HOUR

SIGNED_OUT = (
    "/",
    "/c/furnished/",
    "/c/furnished/players/",
    "/c/furnished/players/Ada/",
    "/c/furnished/players/Dora/",
    "/c/furnished/croupier/",
    "/c/furnished/proposals/",
    "/c/furnished/proposals/4/",
    "/c/furnished/proposals/ideas/",
    "/c/furnished/proposals/ideas/?kind=Games&words=dice",
    "/c/furnished/proposals/ideas/tax/",
    "/c/furnished/ruleset/",
    "/c/furnished/ruleset/revisions/",
    "/c/furnished/ruleset/revisions/0/",
    "/c/furnished/ruleset/revisions/1/",
    "/c/furnished/ruleset/revisions/1/?from=0",
    "/c/furnished/ruleset/revisions/0/?whole",
    "/c/furnished/journal/",
    "/c/furnished/journal/1/",
    "/c/furnished/chance/",
    "/c/furnished/chance/draws.json",
    "/c/furnished/wiki/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
)
SIGNED_IN = (
    "/account/",
    "/practice/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/c/furnished/proposals/compose/",
    "/c/furnished/act/join/",
    "/c/furnished/act/buy/",
    "/c/furnished/act/open-pack/",
    "/c/furnished/act/burn-card/",
    "/c/furnished/act/gift/",
    "/c/furnished/act/vote/",
    "/c/furnished/act/leave/",
    "/c/furnished/act/declare-reputable/",
    "/c/furnished/act/submit-proposal/",
    "/c/furnished/act/withdraw-proposal/",
    "/c/furnished/act/advance-clock/",
)
OF_A_CYCLE = ("", "players/", "croupier/", "proposals/", "ruleset/", "journal/", "chance/", "wiki/", "live/")


@pytest.fixture
def furnished(db: None) -> Cycle:
    laid("a furnished hall", lambda: furnished_hall("furnished"))
    return Cycle.objects.get(slug="furnished")


@pytest.fixture
def stranger(db: None) -> Client:
    """A browser in which nobody has signed in."""
    return Client()


def browser_of(name: str) -> Client:
    client = Client()
    person, _ = Person.objects.get_or_create(username=name)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_who_may_see_what(furnished: Cycle, stranger: Client) -> None:
    """Everybody sees everything of a cycle; one's own pages and forms need an account."""
    for path in SIGNED_OUT:
        assert stranger.get(path).status_code == 200, path
        assert stranger.head(path).status_code == 200, path
    for path in SIGNED_IN:
        answer = stranger.get(path)
        assert (answer.status_code, answer.url.split("?")[0]) == (302, "/accounts/login/"), path
    for name in ("Dora", "Somebody", KEEPER):
        client = browser_of(name)
        for path in (*SIGNED_OUT[:19], *SIGNED_IN):
            assert client.get(path).status_code == 200, (name, path)


def test_acts_without_an_account_go_to_the_log_in(furnished: Cycle, stranger: Client) -> None:
    """Nothing is done for a stranger, whatever they send; the forms of a cycle give back what was sent (403)."""
    before = Entry.objects.count()
    for path in (*SIGNED_IN, "/c/furnished/proposals/ideas/tax/"):
        answer = stranger.post(path, {"offer": "Chip", "title": "x", "submit": "1"})
        if path.endswith("/compose/") or "/act/" in path:
            assert answer.status_code == 403, path
            continue
        assert (answer.status_code, answer.url.split("?")[0]) == (302, "/accounts/login/"), path
    assert Entry.objects.count() == before


def test_corrections_are_hidden_from_all_but_admins(furnished: Cycle) -> None:
    """Their forms are nowhere for a player; an admin has them."""
    assert browser_of("Ada").get("/c/furnished/act/correct-grant/").status_code == 404
    assert browser_of("Ada").post("/c/furnished/act/correct-grant/", {}).status_code == 404
    assert browser_of(KEEPER).get("/c/furnished/act/correct-grant/").status_code == 200


def test_who_votes_is_told_what_an_unclear_vote_does(furnished: Cycle) -> None:
    """On the list and on the proposal's own page, beside the buttons; not for whoever cannot vote."""
    for path in ("/c/furnished/proposals/", "/c/furnished/proposals/4/"):
        assert "An unclear vote counts as a vote against." in browser_of("Ada").get(path).content.decode()
        assert "An unclear vote" not in Client().get(path).content.decode()


def test_a_proposal_is_edited_by_its_author_only(furnished: Cycle) -> None:
    """Others are offered to suggest a change. What they send leaves the proposal as it is."""
    path = "/c/furnished/proposals/5/edit/"
    assert "Send the suggestion" not in browser_of("Cleo").get(path).content.decode()
    before = Proposal.objects.filter(cycle=furnished, number=5).values().get()
    ada = browser_of("Ada")
    assert "Send the suggestion" in ada.get(path).content.decode()
    answer = ada.post(path, {"title": "Mine", "text": "Better words.", "submit": "1"})
    assert (answer.status_code, answer.url) == (302, "/c/furnished/proposals/5/#suggestions")
    (suggestion,) = Suggestion.objects.filter(cycle=furnished)
    assert (suggestion.proposal, suggestion.name, suggestion.title) == (before["code"], "Ada", "Mine")
    assert Proposal.objects.filter(cycle=furnished, number=5).values().get() == before
    assert browser_of("Ben").get("/c/furnished/proposals/1/edit/").url == "/c/furnished/proposals/1/"


ODD = (
    "/c/furnished/players/?page=0",
    "/c/furnished/players/?page=99999999999999999999",
    "/c/furnished/players/?page=-1",
    "/c/furnished/players/?page=x",
    "/c/furnished/players/?page=%00",
    "/c/furnished/players/Ada/?page=77&sort=nothing&suit=%00&q=%00&modifier=%FF",
    "/c/furnished/players/Ada/?q=" + "a" * 5000,
    "/c/furnished/proposals/?page=1e9",
    "/c/furnished/proposals/compose/?rule=nothing",
    "/c/furnished/proposals/compose/?rule=%00&value=%00",
    "/c/furnished/proposals/compose/?value=/rules",
    "/c/furnished/journal/?before=0",
    "/c/furnished/journal/?before=99999999999",
    "/c/furnished/journal/?before=٣&phase=٣",
    "/c/furnished/journal/?phase=-1&actor=%00&action=%00",
    "/c/furnished/journal/?actor=%F0%9F%92%A9&action=%ED%A0%80",
    "/c/furnished/chance/?phase=99999999&before=x",
    "/c/furnished/chance/?phase=%C2%B2",
    "/c/furnished/ruleset/revisions/1/?from=77",
    "/c/furnished/ruleset/revisions/1/?from=x",
    "/c/furnished/act/buy/?offer=%00&count=x&next=%00",
    "/c/furnished/act/gift/?to=Nobody",
    "/c/furnished/act/vote/?proposal=%00",
    "/account/?x=%00",
)
NOWHERE = (
    "/c/nothing/",
    "/c/furnished/players/Nobody/",
    "/c/furnished/players/%00/",
    "/c/furnished/players/a%0Ab/",
    "/c/furnished/players/" + "a" * 3000 + "/",
    "/c/furnished/proposals/0/",
    "/c/furnished/proposals/99999999999999999999/",
    "/c/furnished/proposals/99/edit/",
    "/c/furnished/ruleset/revisions/99/",
    "/c/furnished/ruleset/revisions/99999999999999999999/",
    "/c/furnished/journal/0/",
    "/c/furnished/journal/99999999999999999999/",
    "/c/furnished/journal/99999/reveal/",
    "/c/furnished/act/nothing/",
    "/c/furnished/act/begin-phase/",
    "/c/furnished/act/close-voting/",
    "/c/furnished/nothing/",
    "/nothing/",
    "/nothing",
)


def test_odd_addresses_are_answered(furnished: Cycle) -> None:
    """Numbers that are none, filters for nothing, pages beyond the last: a page; things that are not there: 404."""
    client = browser_of("Ada")
    for path in ODD:
        assert client.get(path).status_code == 200, path
    for path in NOWHERE:
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "Page not found" in answer.content.decode()
        lead = re.search(r'<p class="lead">(.+?)</p>', answer.content.decode())
        assert lead is not None
        assert re.fullmatch(r"(There is no|No such|Nobody of|You have no|This address) .+\.", lead[1]), lead[1]


def test_odd_forms_are_answered(furnished: Cycle) -> None:
    """Whatever is sent to a form: a refusal that says what is wrong, never a failure, and nothing changes."""
    client, before = browser_of("Ada"), Entry.objects.count()
    for fields in (
        {},
        {"offer": "\x00", "count": "\x00"},
        {"offer": "Chip", "count": "1" * 5000},
        {"offer": "Chip", "count": "-1"},
        {"offer": "Chip", "count": "1.5"},
        {"offer": "Chip", "count": "1000000"},
        {"offer": "\ud800".encode("utf-8", "surrogatepass"), "count": "1"},
        {"offer": "x" * 100_000},
        {"offer": "Chip", "count": "9", "idempotency_key": "\x00"},
        {"offer": "Chip", "count": "9", "idempotency_key": "k" * 5000},
    ):
        assert client.post("/c/furnished/act/buy/", fields).status_code in (409, 422), fields
    for name in ("gift", "open-pack", "burn-card", "vote", "withdraw-proposal", "declare-reputable", "advance-clock"):
        fields = dict.fromkeys(
            ("to", "pack", "card", "proposal", "vote", "player", "minutes", "to_next_phase"), "\x00x"
        )
        assert client.post(f"/c/furnished/act/{name}/", fields | {"to_next_phase": ""}).status_code in (409, 422), name
    for fields in (
        {"submit": "1"},
        {"submit": "1", "title": "\x00", "text": "\x00", "class": "\x00", "amendments": "\x00"},
        {"submit": "1", "title": "x" * 300, "text": "x"},
        {"submit": "1", "title": "x", "text": "x", "class": "nothing"},
        {"submit": "1", "title": "x", "text": "x", "amendments": "[" * 50_000},
        {"submit": "1", "title": "x", "text": "x", "amendments": "[" + "1," * 50_000 + "1]"},
        {"submit": "1", "title": "x", "text": "x", "amendments": '[{"op":"add","path":"/rules/x","value":NaN}]'},
        {"submit": "1", "title": "x", "text": "x", "amendments": '[{"op":"add","path":"/rules/x","value":"\\ud800"}]'},
        {"submit": "1", "title": "\u202edlrow", "text": "x"},
        {"put": "1", "open_rule": "nothing", "rule_title": "x"},
        {"put": "1", "open_value": "/rules", "new_value": "1"},
        {"repeal": "1", "open_rule": "nothing"},
        {"pick_value": "1", "value": "\x00"},
    ):
        answer = client.post("/c/furnished/proposals/compose/", fields)
        assert answer.status_code in (409, 422), fields
        if "title" in fields and "\x00" not in fields["title"]:
            assert fields["title"] in answer.content.decode()
    for fields in ({}, {"name": "\x00"}, {"name": "x" * 100}):
        assert client.post("/account/", fields).status_code == 422
    assert client.post("/account/", {"revoke": "\x00"}).status_code == 302
    assert client.post("/practice/", {"template": "\x00"}).status_code == 409
    assert Entry.objects.count() == before


def test_the_front_page_shows_so_many_cycles_and_leads_on(
    furnished: Cycle, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest first; of a house with very many, none is lost and no page is long."""
    newer, older = (
        create_cycle("cycle-16", slug=slug, starts_at=timezone.now() - age)
        for slug, age in (("newer", HOUR), ("older", DAY))
    )
    monkeypatch.setattr("nomic.web.views.front_page.CYCLES_A_PAGE", 1)
    for number, shown, other in ((1, newer, older), (2, older, newer)):
        text = stranger.get("/", {"page": number}).content.decode()
        assert f"/c/{shown.slug}/" in text
        assert f"/c/{other.slug}/" not in text
        assert f"Page {number} of 2" in text
    monkeypatch.undo()
    assert "Page 1" not in stranger.get("/").content.decode()


def test_practice_offers_every_law_by_its_title(furnished: Cycle) -> None:
    """With what each says of itself; the one chosen is opened."""
    client = browser_of("Ada")
    page = client.get("/practice/").content.decode()
    for law in described_templates():
        assert f'value="{law.name}"' in page
        assert f'<h2 id="law-{law.name}">{law.title}</h2>' in page
    opened = client.post("/practice/", {"template": "tetromic"}, follow=True)
    assert "tetromic" in Cycle.objects.latest("pk").law.document
    assert "Tetromic" in opened.content.decode()


def test_what_is_far_too_large_is_not_read(furnished: Cycle) -> None:
    """Two megabytes of words are refused at the door, by a page of the house."""
    client, before = browser_of("Ada"), Entry.objects.count()
    answer = client.post("/c/furnished/proposals/compose/", {"submit": "1", "title": "x", "text": "x" * 2_000_000})
    assert answer.status_code in (400, 413, 422)
    assert "Nothing has changed" in answer.content.decode() or "50000" in answer.content.decode()
    assert Entry.objects.count() == before


def test_forks_are_nowhere(furnished: Cycle) -> None:
    """A replay's fork has no pages and takes no acts."""
    replayed = replay_journal(furnished)
    client = browser_of("Ada")
    for path in OF_A_CYCLE:
        assert client.get(f"/c/{replayed.fork.slug}/{path}").status_code == 404
    assert client.post(f"/c/{replayed.fork.slug}/act/join/").status_code == 404
    assert replayed.fork.title not in {tile["slug"] for tile in Cycle.objects.filter(fork_of=None).values("slug")}
    assert f"/c/{replayed.fork.slug}/" not in client.get("/").content.decode()
    assert f"/c/{replayed.fork.slug}/" not in client.get("/account/").content.decode()
    discard_fork(replayed.fork)


def test_looking_changes_nothing(furnished: Cycle) -> None:
    """After every page was looked at, journal and state are what they were."""
    client, before = browser_of("Ada"), Cycle.objects.values().get(slug="furnished")
    for path in (*SIGNED_OUT, *SIGNED_IN):
        client.get(path)
        client.head(path)
    assert Cycle.objects.values().get(slug="furnished") == before


def test_other_methods_are_not_allowed(furnished: Cycle) -> None:
    client = browser_of("Ada")
    for path in ("/c/furnished/", "/c/furnished/players/", "/c/furnished/chance/", "/c/furnished/journal/1/"):
        for method in ("post", "put", "patch", "delete"):
            assert getattr(client, method)(path).status_code == 405
    for path in ("/c/furnished/act/buy/", "/account/", "/practice/", "/c/furnished/proposals/compose/"):
        for method in ("put", "patch", "delete"):
            assert getattr(client, method)(path).status_code == 405


def test_a_mistake_of_ours_looks_like_the_house(
    furnished: Cycle, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure shows a page that tells nothing of what is inside."""

    def fail(*arguments: Any) -> None:
        raise RuntimeError("a secret of the machinery")

    monkeypatch.setattr("nomic.web.views.players.player_list.items_of", fail)
    client.raise_request_exception = False
    answer = client.get("/c/furnished/players/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
    assert "secret" not in answer.content.decode()
    assert answer["Content-Security-Policy"]


def test_every_page_has_its_policy(furnished: Cycle) -> None:
    """No script or style from elsewhere or in line, no frame around us, no sniffing."""
    for path in ("/", "/c/furnished/", "/account/", "/nothing/", "/accounts/login/"):
        answer = browser_of("Ada").get(path, follow=True)
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert "unsafe-eval" not in policy
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"


def test_nobody_is_led_elsewhere(furnished: Cycle) -> None:
    """Neither after acting, nor after the log-in."""
    ada, fields = browser_of("Ada"), {"offer": "Already-opened Pack", "count": "1"}
    for target in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "\x00"):
        assert ada.post("/c/furnished/act/buy/", fields | {"next": target}).url == "/c/furnished/"
        page = ada.get("/c/furnished/act/buy/", {"next": target}).content.decode()
        assert "evil.example" not in page.split("<main")[1].split("</main")[0]
        assert "javascript:" not in page.split("<main")[1].split("</main")[0]
    person = Person.objects.create_user("Frieda", password="lampions at dusk")
    sent = {"login": person.username, "password": "lampions at dusk", "next": "https://evil.example/"}
    assert Client().post("/accounts/login/", sent).url == "/"


def test_only_an_opened_pack_is_revealed(furnished: Cycle) -> None:
    """Of any other entry one is shown the entry."""
    client = browser_of("Ada")
    entries = {entry.action: entry for entry in Entry.objects.filter(cycle=furnished)}
    assert {"begin-cycle", "begin-phase", "correct-grant-card", "open-pack"} <= set(entries)
    for action, entry in entries.items():
        answer = client.get(f"/c/furnished/journal/{entry.seq}/reveal/")
        if action == "open-pack":
            assert answer.status_code == 200
        else:
            assert answer.url == f"/c/furnished/journal/{entry.seq}/"
            assert client.get(answer.url).status_code == 200


def test_pages_of_a_cycle_that_has_not_begun_much(db: None) -> None:
    """An empty hall has every page, and says that there is nothing."""
    empty_hall("empty")
    client = browser_of("Ada")
    for path in OF_A_CYCLE[:-1]:
        assert client.get(f"/c/empty/{path}").status_code == 200, path
    assert "Nobody plays yet" in client.get("/c/empty/players/").content.decode()
    assert "No proposal is open" in client.get("/c/empty/proposals/").content.decode()
    assert "Nothing has been drawn yet" in client.get("/c/empty/chance/").content.decode()


CROWDED = (
    "",
    "players/",
    "players/Ada/",
    "croupier/",
    "proposals/",
    "proposals/1/",
    "proposals/compose/",
    "ruleset/",
    "ruleset/revisions/",
    "journal/",
    "chance/",
    "wiki/",
    "act/gift/",
    "act/vote/",
    "act/burn-card/",
)


def crowd(slug: str, people: int, title: str) -> None:
    """A hall of so many players, each with a vote on each of so many proposals; Ada holds so many cards."""
    names = ["Ada", "Ben", "Cleo", *(f"guest-{number}" for number in range(people - 3))]
    hall_with_players(slug, *names, title=title, published=True)
    for number in range(people):
        act(slug, KEEPER, "correct-grant-card", player="Ada", species="7", modifiers=["Bound"], reason="for a test")
        propose(slug, names[number % len(names)], f"Number {number}", "Words.")
    for name in names:
        act(slug, name, "vote", proposal="1", vote="for")
    act(slug, KEEPER, "correct-grant", player="Ada", item="Already-opened Pack", count=people, reason="for a test")
    for _ in range(people):
        act(slug, "Ada", "open-pack", pack="Already-opened Pack")


def test_a_crowd_costs_no_more_queries(db: None) -> None:
    """Players, cards, proposals, votes, entries, draws: three or forty, every page asks the database as often."""
    crowd("few", 3, "A few")
    crowd("many", 40, "Many")
    client = browser_of("Ada")

    def queries(path: str) -> int:
        client.get(path)  # the law is read once
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(path).status_code == 200
        return len(asked)

    for path in CROWDED:
        few, many = queries(f"/c/few/{path}"), queries(f"/c/many/{path}")
        assert many <= few, (path, few, many)
        # The hall asks once for each kind of task that may wait for the visitor, and for who leads.
        assert many < 45, (path, many)
