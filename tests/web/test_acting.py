"""Acting by a form: sent twice, refused, sent from elsewhere."""

import json
import re
from html import unescape
from urllib.parse import quote, unquote

import pytest

from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.live.feed import entry_data
from nomic.cycles.models import Cycle
from nomic.web.views.cycle.live_feed import FeedListener, _event
from tests.support.hall import DAY, START
from tests.support.signed_in import browser_of


def test_what_a_pack_held_is_told_by_its_own_page_first(ada, cast):
    """Neither its title nor a message above names a card; the hall and the live news tell the opener of none."""
    cast.do("ada", "buy", offer="Handy Pack", count=1)
    page = ada.post("/c/hall/act/open-pack/", {"pack": "Handy Pack"}, follow=True).content.decode()
    (entry,) = cast.entries("open-pack")
    above, told, cards = page.partition("data-reveal>")
    contents = entry.words[0].partition(": ")[2].rstrip(".")
    names = [card.species for card in cast.cards("ada")]
    assert len(names) == 3
    assert all(name in contents for name in names)
    assert told
    assert "<title>You open the Handy Pack ·" in above
    assert 'class="messages"' not in page
    assert contents not in unescape(page)
    assert all(name in cards for name in names)
    halls = {name: browser_of(name).get("/c/hall/").content.decode() for name in ("ada", "bob")}
    assert contents in unescape(halls["bob"])
    assert contents not in unescape(halls["ada"])
    assert f"/c/hall/journal/{entry.seq}/reveal/" in halls["ada"]
    news = {name: _event([entry_data(entry)], FeedListener(name, name)) for name in ("ada", "bob", "")}
    assert contents in json.loads(news["bob"].partition("data: ")[2])["words"][0]
    assert json.loads(news[""].partition("data: ")[2])["words"]
    assert json.loads(news["ada"].partition("data: ")[2])["words"] == []


def test_the_news_that_is_read_aloud_says_you(cast):
    """To whom it is about, as the page does."""
    entry = cast.do("ada", "buy", offer="Already-opened Pack")
    words = {
        name: json.loads(_event([entry_data(entry)], FeedListener(name, name)).partition("data: ")[2])["words"][0]
        for name in ("ada", "bob", "")
    }
    assert words["ada"].startswith("You buy 1 Already-opened Pack")
    assert words["bob"] == words[""] == entry.words[0]


def test_a_form_sent_twice_is_one_act(ada, cast):
    """A double click buys one pack; the next page says that it was done already."""
    for _ in range(2):
        fields = {"offer": "Already-opened Pack", "count": "1", "idempotency_key": "a" * 32}
        assert ada.post("/c/hall/act/buy/", fields).status_code == 302
    assert cast.has("ada", "Already-opened Pack") == 1
    assert "so nothing has changed" in ada.get("/c/hall/").content.decode()


def test_practice_opened_by_a_double_press_is_one_cycle(ada):
    """The second press leads to the cycle that the first has opened."""
    fields = {"template": "tetromic", "idempotency_key": "a" * 32}
    first, second = (ada.post("/practice/", fields) for _ in range(2))
    assert (first.status_code, second.url) == (302, first.url)
    assert Cycle.objects.filter(practice=True).count() == 1
    assert 'name="idempotency_key"' in ada.get("/practice/").content.decode()


def test_every_page_gives_its_forms_a_fresh_key(ada):
    keys = {
        ada.get("/c/hall/act/buy/").content.decode().split('name="idempotency_key" value="')[1][:32] for _ in range(3)
    }
    assert len(keys) == 3


def test_a_page_from_which_one_comes_back_is_not_come_back_to(client, open_cycle):
    """Links to forms name the page they stand on; on such a form, the page that it leads back to. Nothing nests."""
    open_cycle(practice=True, owner_name="ada").join("ada")
    ada = browser_of("ada")

    def next_of(address: str) -> str:
        return re.search('act/advance-clock/[?]next=([^"]*)"', ada.get(address).content.decode())[1]

    assert next_of("/c/hall/journal/?actor=ada&phase=0") == "/c/hall/journal/%3Factor%3Dada%26phase%3D0"
    assert next_of("/c/hall/act/advance-clock/?next=/c/hall/journal/%3Factor%3Dada") == "/c/hall/journal/%3Factor%3Dada"
    elsewhere = "/c/hall/act/advance-clock/?next=https://evil.example/"
    assert next_of(elsewhere) == quote(elsewhere)
    log_in = client.get("/accounts/login/?next=/c/hall/players/").content.decode()
    links = re.findall('href="/accounts/[a-z]+/[?]next=([^"]*)"', log_in)
    assert {unquote(link) for link in links} == {"/c/hall/players/"}


def buttons_of(page: str) -> dict[str, dict[str, str]]:
    """What each button of the page's ready acts sends, and what stands beside it."""
    ready = page.partition('aria-label="Most used"')[2].partition("</section>")[0]
    forms = re.findall("<form .*?</form>", ready, re.DOTALL)
    return {
        re.search('<button(?: class="quiet")?>(.*?)</button>', form)[1]: {
            **{name: value for name, value in re.findall('name="([a-z]+)" value="([^"]*)"', form) if name != "next"},
            "": re.sub("<[^>]*>", "", form.partition("</button>")[2]).strip(),
        }
        for form in forms
    }


def test_the_clock_goes_to_the_next_phase_to_what_is_due_next_and_a_day_on(open_cycle):
    """Each by one button, which says where it leads; pressed twice it goes no further."""
    practice = open_cycle(practice=True, owner_name="ada", joined=("ada", "bob"))
    practice.propose("bob", title="Sooner", **{"class": "urgent"})
    ada = browser_of("ada")
    address = "/c/hall/act/advance-clock/"
    offered = buttons_of(ada.get(address).content.decode())
    assert list(offered) == ["To the next phase", "To the next deadline", "One day ahead"]
    assert "Battle Phase" in offered["To the next phase"][""]
    assert "Sooner" in offered["To the next deadline"][""]
    assert offered["One day ahead"][""] == "nothing is due"
    for name, instant in (("To the next deadline", START + 2 * DAY), ("To the next phase", START + 3 * DAY)):
        assert ada.post(address, offered[name]).status_code == 302
        assert practice.cycle.now() == instant
        assert ada.post(address, offered[name]).status_code == 422
        assert practice.cycle.now() == instant
    left = buttons_of(ada.get(address).content.decode())
    assert list(left) == ["To the next phase", "One day ahead"], "the next phase is what is due next"
    assert ada.post(address, offered["One day ahead"]).status_code == 302
    assert practice.cycle.now() == START + 4 * DAY
    practice.is_sound()


def test_who_cannot_advance_the_clock_is_offered_no_way_to(open_cycle):
    """Neither another player of the practice cycle nor anybody where time is the world's."""
    open_cycle(practice=True, owner_name="ada").join("ada", "bob")
    open_cycle(slug="real").join("ada")
    for name, slug in (("bob", "hall"), ("ada", "real")):
        assert buttons_of(browser_of(name).get(f"/c/{slug}/act/advance-clock/").content.decode()) == {}


def test_the_page_back_is_one_of_this_site(ada):
    """Nobody is sent elsewhere by a link that somebody made."""
    fields = {"offer": "Already-opened Pack", "count": "1"}
    assert ada.post("/c/hall/act/buy/", fields | {"next": "https://evil.example/"}).url == "/c/hall/"
    assert ada.post("/c/hall/act/buy/", fields | {"next": "//evil.example/"}).url == "/c/hall/"
    assert ada.post("/c/hall/act/buy/", fields | {"next": "/c/hall/croupier/"}).url == "/c/hall/croupier/"
    page = ada.get("/c/hall/act/buy/?next=https://evil.example/").content.decode()
    assert 'href="https://evil' not in page
    assert 'value="https://evil' not in page


def test_a_refusal_keeps_what_was_typed_and_names_the_rule(ada, cast):
    with cast.nothing_changes():
        answer = ada.post("/c/hall/act/buy/", {"offer": "Chip", "count": "3"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="3"' in page
    assert "would cost 75 Vertebrae, and you have" in page
    assert "The Croupier" in page


def test_R126_an_act_that_fails_after_a_draw_is_said_to_stand(ada, cast, monkeypatch):
    """The page names the entry, in which the draws are."""
    cast.grant("ada", "Already-opened Pack")

    def refuse(*_):
        raise Refused("no", "The rules say no.", "R0")

    monkeypatch.setattr("nomic.clauses.runtime.world.acting_world.Hall.gained", refuse)
    answer = ada.post("/c/hall/act/open-pack/", {"pack": "Already-opened Pack"})
    entry = cast.entries()[-1]
    assert answer.status_code == 409
    assert f"in entry {entry.seq}" in answer.content.decode()
    assert "failed after it had drawn" in ada.get(f"/c/hall/journal/{entry.seq}/").content.decode()
    assert entry.draws


@pytest.mark.parametrize("theme", ["dark", "light", "auto"])
def test_a_theme_is_chosen_without_a_script(ada, theme):
    answer = ada.post("/theme/", {"theme": theme, "next": "/c/hall/"})
    assert (answer.status_code, answer.url) == (302, "/c/hall/")
    assert f'data-theme="{theme}"' in ada.get("/c/hall/").content.decode()


def test_a_made_up_theme_is_none(ada):
    answer = ada.post("/theme/", {"theme": '"><script>', "next": "//evil.example/"})
    assert (answer.status_code, answer.url) == (302, "/")
    ada.cookies["theme"] = "<b>"
    assert 'data-theme="auto"' in ada.get("/c/hall/").content.decode()


def test_what_you_come_upon_is_a_scene_with_the_words_of_the_law(ada, cast):
    """Right after the act, on its entry or above its question. Others read the scene on the entry, too."""
    answer = ada.post("/c/hall/act/exploration_explore/", {})
    (entry,) = cast.entries("exploration_explore")
    title = next(event["outcome"] for event in entry.events if event["kind"] == "outcome-met")
    assert answer.url.startswith((f"/c/hall/journal/{entry.seq}/", "/c/hall/questions/"))
    for client, address in ((ada, answer.url), (browser_of("bob"), f"/c/hall/journal/{entry.seq}/")):
        page = unescape(client.get(address).content.decode())
        scene = page.partition('class="panel scene')[2].partition("</section>")[0]
        assert title in scene
        assert "<i>Yes</i>" in scene or title in ("The trap", "The Croupier's other shop", "The maze of mirrors")


def test_a_reason_for_which_several_acts_are_impossible_is_said_once(open_cycle, django_user_model):
    """Before a game begins that is nearly every act."""
    open_cycle(starts_at=START + 3 * DAY)
    django_user_model.objects.create_user("ada")
    hall = browser_of("ada").get("/c/hall/").content.decode()
    why_not = hall.partition('id="why-not"')[2].partition("</details>")[0]
    assert why_not.count("This cycle has not begun yet.") == 1
    listed = re.findall("<li>(.*?)</li>", why_not, re.DOTALL)
    titles = [title for one in listed for title in re.findall("<strong>(.*?)</strong>", one)]
    assert len(titles) > 10 * len(listed)
    assert f"What you cannot do now ({len(titles)})" in why_not


def test_a_form_that_cannot_be_sent_has_no_live_button(ada):
    """It says why; a form that can be sent has one."""

    def button_of(action: str) -> str:
        page = ada.get(f"/c/hall/act/{action}/").content.decode()
        return re.findall("<button[^>]*>", page.partition('id="main"')[2].partition("</main>")[0])[-1]

    assert "disabled" in button_of("join")
    assert "disabled" not in button_of("buy")
