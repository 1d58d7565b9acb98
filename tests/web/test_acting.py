"""Acting by a form: sent twice, refused, sent from elsewhere."""

import re
from urllib.parse import quote, unquote

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.refusals import Refused
from tests.support.hall import Hall


def browser_of(name: str) -> Client:
    """The browser of a person who has logged in."""
    client = Client()
    client.force_login(Person.objects.get(username=name), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def ada(cast: Hall) -> Client:
    return browser_of("ada")


def test_a_form_sent_twice_is_one_act(ada, cast):
    """A double click buys one pack; the next page says that it was done already."""
    for _ in range(2):
        fields = {"offer": "Already-opened Pack", "count": "1", "idempotency_key": "a" * 32}
        assert ada.post("/c/hall/act/buy/", fields).status_code == 302
    assert cast.has("ada", "Already-opened Pack") == 1
    assert "it was not done twice" in ada.get("/c/hall/").content.decode()


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
    assert "would cost 3" in page
    assert "The Croupier" in page


def test_R126_an_act_that_fails_after_a_draw_is_said_to_stand(ada, cast, monkeypatch):
    """The page names the entry, in which the draws are."""
    cast.grant("ada", "Already-opened Pack")

    def refuse(*_):
        raise Refused("no", "The rules say no.", "R0")

    monkeypatch.setattr("exoptosis.hall.HallWorld.gained", refuse)
    answer = ada.post("/c/hall/act/open-pack/", {"pack": "Already-opened Pack"})
    entry = cast.entries()[-1]
    assert answer.status_code == 409
    assert f"as entry {entry.seq}" in answer.content.decode()
    assert "failed after it had drawn" in ada.get(f"/c/hall/journal/{entry.seq}/").content.decode()
    assert entry.drawn()


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
