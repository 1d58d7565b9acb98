"""An owner sets mail server, wiki and Discord by form; a password goes to no server for which it was not typed."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from nomic.accounts.models import Person
from nomic.connections.discord_application import discord_application
from nomic.connections.mail_server import MailServer, mail_server, set_mail_server
from nomic.connections.models import Connection
from nomic.connections.publishing_account import set_wiki_account, wiki_account
from nomic.connections.store import clear_cache
from nomic.cycles.models import Cycle
from nomic.office.models import StaffAct
from nomic.wiki.models import Publisher, WikiPage
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.from_settings import site_of_this_thread
from nomic.wiki.switch_wiki import begin_on_another_wiki
from tests.office.test_roles import MAY, person_with
from tests.support.hall import Hall

PAGE = "/office/connections/"
MAIL = {
    "host": "smtp.example.org", "port": "587", "security": "starttls", "user": "nomic", "password": "word-1",
    "sender": "hall@example.org", "reason": "a new server",
}  # fmt: skip
WIKI = {"url": "https://wiki.example/w/", "user": "Bot@nomic", "password": "word-2", "reason": "it has moved"}
KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
DISCORD = {"number": "1234567890", "public_key": KEY, "password": "word-6", "reason": "our server"}
FORMS = {"mail": MAIL, "wiki": WIKI, "discord": DISCORD}
CURRENT = {"mail": mail_server, "wiki": wiki_account, "discord": discord_application}
LOST = "cannot be read, because the server"


@pytest.fixture
def owner(db: None) -> Any:
    """The browser of an owner, in a process that has read nothing yet."""
    cache.clear()
    clear_cache()
    yield browser_of("owner")
    clear_cache()


def browser_of(role: str) -> Client:
    client = Client()
    client.force_login(person_with(role))
    return client


def send(client: Client, name: str, **changed: str) -> Any:
    """The answer to a form that is right but for these fields."""
    return client.post(
        PAGE, {f"{name}-{field}": value for field, value in (FORMS[name] | changed).items()} | {"set": name}
    )


def secret(name: str) -> str:
    return CURRENT[name]().password


@pytest.mark.parametrize("name", FORMS)
def test_it_is_saved_logged_and_never_shown(owner: Client, name: str) -> None:
    """Who did it and why is in the log; the password is on no page, not even on that of a refused form."""
    assert send(owner, name).status_code == 302
    assert secret(name) == FORMS[name]["password"]
    (act,) = StaffAct.objects.all()
    assert (act.by, act.reason) == ("Some owner", FORMS[name]["reason"])
    refused = send(owner, name, reason="", password="word-typed")
    assert refused.status_code == 422
    assert "Nothing was saved. Reason (other staff can read it): This field is required." in refused.content.decode()
    pages = [refused, owner.get(PAGE), owner.get("/office/"), owner.get("/admin/office/staffact/")]
    for page in pages:
        assert page.status_code in (200, 422)
        assert "word-" not in page.content.decode()
    assert "here, by an owner" in pages[1].content.decode()
    assert "word-" not in f"{list(Connection.objects.values())}"


@pytest.mark.parametrize("role", [role for role in MAY if role not in ("owner", "player")])
@pytest.mark.parametrize("name", FORMS)
def test_only_owners_set_them(db: None, role: str, name: str) -> None:
    """Who sets the mail server reads the mails with which passwords are reset."""
    client = browser_of(role)
    assert f'name="{name}-password"' not in client.get(PAGE).content.decode()
    assert send(client, name).status_code == 422
    assert client.post(PAGE, {"back": name, "reason": "x"}).status_code == 422
    assert not Connection.objects.exists()


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("mail", "host", "smtp.evil.example"), ("mail", "port", "2525"), ("mail", "user", "other"),
        ("mail", "security", "tls"), ("wiki", "url", "https://evil.example/w/"), ("wiki", "user", "Other@nomic"),
        ("discord", "number", "1234567891"),
    ],
)  # fmt: skip
def test_a_kept_password_goes_nowhere_else(owner: Client, name: str, field: str, value: str) -> None:
    """An empty field keeps the password for the same server and account alone."""
    send(owner, name)
    assert send(owner, name, password="").status_code == 302
    assert secret(name) == FORMS[name]["password"]
    before = Connection.objects.values().get()
    refused = send(owner, name, password="", **{field: value})
    assert refused.status_code == 422
    assert "Type the password." in refused.content.decode()
    assert Connection.objects.values().get() == before
    assert send(owner, name, password="word-3", **{field: value}).status_code == 302
    assert secret(name) == "word-3"


def test_a_public_key_is_written_in_either_case(owner: Client) -> None:
    assert send(owner, "discord", public_key=f" {KEY.upper()} ").status_code == 302
    assert discord_application().public_key == KEY


def test_the_password_of_the_machine_goes_nowhere_else(owner: Client, settings: Any) -> None:
    """Not even to the same address: it is the operators'."""
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = WIKI["url"], WIKI["user"], "word-of-the-machine"
    assert send(owner, "wiki", password="").status_code == 422
    assert not Connection.objects.exists()


def test_the_form_says_that_the_operators_password_has_to_be_typed(owner: Client, settings: Any) -> None:
    """Before it is sent, and when it is refused; a password that was typed here may be kept, and the form says so."""
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = WIKI["url"], WIKI["user"], "word-of-the-machine"
    clear_cache()
    says, keeps = "what the operators have set is not copied", "Leave it empty to keep the password"
    form = owner.get(PAGE).content.decode().partition('id="wiki"')[2]
    assert says in form
    assert "not copied" in send(owner, "wiki", password="").content.decode().partition("id_wiki-password_error")[2]
    assert send(owner, "wiki").status_code == 302
    form = owner.get(PAGE).content.decode().partition('id="wiki"')[2].partition("</section>")[0]
    assert says not in form
    assert keeps in form


@pytest.mark.parametrize(("name", "word"), [("wiki", "password"), ("discord", "token")])
def test_a_field_that_has_to_be_filled_does_not_say_that_it_may_stay_empty(owner: Client, name: str, word: str) -> None:
    """The browser asks for a password that is not stored yet; a stored one may be kept."""

    def label_and_field() -> tuple[str, str]:
        page = owner.get(PAGE).content.decode()
        found = re.search(rf'<label for="id_{name}-password">(.*?)</label>\s*(<input[^>]*>)', page, re.S)
        assert found is not None
        return found[1], found[2]

    label, field = label_and_field()
    assert "may be left empty" not in label
    assert " required" in field
    assert f"to keep the {word}" not in owner.get(PAGE).content.decode()
    assert send(owner, name).status_code == 302
    label, field = label_and_field()
    assert "may be left empty" in label
    assert " required" not in field
    assert f"Leave it empty to keep the {word}" in owner.get(PAGE).content.decode()


def test_a_mail_server_without_an_account_needs_no_password(owner: Client) -> None:
    page = owner.get(PAGE).content.decode()
    assert re.search(r'<label for="id_mail-password">Password <span[^>]*>\(may be left empty\)', page)


def test_a_test_mail_leads_to_the_address_that_is_missing(owner: Client) -> None:
    assert 'href="/office/people/Some%20owner/?open=mail#mail"' in owner.get(PAGE).content.decode()
    assert 'id="mail" open' in owner.get("/office/people/Some%20owner/?open=mail").content.decode()
    assert 'id="mail" open' not in owner.get("/office/people/Some%20owner/").content.decode()


def test_a_lost_password_is_typed_again(owner: Client, settings: Any) -> None:
    """After a change of SECRET_KEY the page says so, and an empty field keeps nothing."""
    send(owner, "mail")
    settings.SECRET_KEY = "another key"
    clear_cache()
    assert LOST in browser_of("staff").get(PAGE).content.decode()
    owner.force_login(Person.objects.get(username="Some owner"))  # sessions end with the key
    assert send(owner, "mail", password="").status_code == 422
    assert send(owner, "mail", password="word-4").status_code == 302
    assert LOST not in owner.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("name", "field", "value", "says"),
    [
        ("mail", "host", "", "This field is required."), ("mail", "host", "no host", "This is not the name"),
        ("mail", "host", "smtp.example.org\nHELO", "This is not the name"), ("mail", "host", "a" * 300, "at most 253"),
        ("mail", "host", "smtp..example", "not the name"), ("mail", "host", f"{'a' * 64}.example", "not the name"),
        ("mail", "password", "wörd", "take only ASCII"), ("mail", "user", "nömic", "take only ASCII"),
        ("wiki", "url", "https://wiki..example/w/", "This is not the name"),
        ("mail", "port", "0", "greater than or equal to 1"), ("mail", "port", "x", "whole number"),
        ("mail", "port", "99999", "less than or equal"), ("mail", "security", "rot13", "Select a valid choice"),
        ("mail", "security", "none", "An account needs encryption"), ("mail", "sender", "nobody", "valid email"),
        ("mail", "password", "x" * 501, "at most 500"), ("mail", "reason", " ", "This field is required."),
        ("mail", "user", "a\x00b", "Null characters"),
        ("wiki", "url", "wiki.example", "Give an address"), ("wiki", "url", "ftp://wiki.example/", "Give an"),
        ("wiki", "url", "https://a:b@wiki.example/", "Give an"), ("wiki", "url", "https://[::1", "not an address"),
        ("wiki", "url", "https://wiki.example:x/", "an address"), ("wiki", "url", "https://w.example/?a=1", "Give an"),
        ("wiki", "user", "", "This field is required."), ("discord", "number", "12a", "has only digits"),
        ("discord", "number", "1" * 21, "has only digits"), ("discord", "number", "１２", "has only digits"),
        ("discord", "public_key", KEY[1:], "not a public key"), ("discord", "public_key", "g" * 64, "not a public key"),
        ("discord", "public_key", KEY * 2, "at most 100"), ("discord", "public_key", "é" * 64, "not a public key"),
        ("discord", "password", "a b", "This is not a token"), ("discord", "password", "wörd", "This is not a token"),
        ("discord", "password", "", "Type the password."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_field(owner: Client, name: str, field: str, value: str, says: str) -> None:
    """And nothing is saved."""
    answer = send(owner, name, **{field: value})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not Connection.objects.exists()
    assert not StaffAct.objects.exists()


def test_without_an_account_there_is_no_password(owner: Client) -> None:
    """Some servers take mails from their neighbours."""
    assert send(owner, "mail", user="", password="", security="none", port="25").status_code == 302
    assert (mail_server().user, mail_server().password) == ("", "")


@pytest.mark.parametrize("name", FORMS)
def test_the_machines_settings_can_count_again(owner: Client, name: str) -> None:
    """With a reason, once."""
    send(owner, name)
    assert owner.post(PAGE, {"back": name, "reason": " "}).status_code == 422
    assert owner.post(PAGE, {"back": name, "reason": "a mistake"}).status_code == 302
    assert not Connection.objects.exists()
    assert owner.post(PAGE, {"back": name, "reason": "again"}).status_code == 422
    assert StaffAct.objects.count() == 2


def test_another_wiki_gets_every_page(owner: Client, cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are known from the wiki before were taken for deleted there. The same wiki keeps them."""
    set_wiki_account("https://wiki.example/w/api.php", "Bot@nomic", "word-2")
    Publisher.objects.create(pk=1, changes_seen={"id": 7})
    page = WikiPage.objects.create(
        cycle=cast.cycle, kind="main", title="Hall", published_revid=5, published_text="x", parked_revid=4, claim="c"
    )
    assert send(owner, "wiki", url="http://WIKI.example/w/").status_code == 302
    page.refresh_from_db()
    assert page.published_revid == 5
    assert send(owner, "wiki", url="https://wiki.example/v/").status_code == 302
    page.refresh_from_db()
    assert (page.published_revid, page.parked_revid, page.claim, page.state) == (None, None, "", "stale")
    assert Publisher.objects.get().changes_seen == {}


def test_pages_appear_on_the_other_wiki(cast: Hall, tmp_path: Any, settings: Any) -> None:
    """Here a folder: all are published there, and none is set aside."""
    Cycle.objects.filter(pk=cast.pk).update(practice=False, published=True)
    settings.WIKI_FOLDER = tmp_path / "one"
    publish_due()  # which makes the rows of the pages
    cast.to(cast.clock.now + timedelta(minutes=5))
    assert {outcome.how.name for outcome in publish_due()} == {"PUBLISHED"}
    first = {path.name for path in settings.WIKI_FOLDER.rglob("*")}
    cast.to(cast.clock.now + timedelta(hours=1))
    settings.WIKI_FOLDER = tmp_path / "two"
    assert begin_on_another_wiki() == WikiPage.objects.count()
    cast.to(cast.clock.now + timedelta(minutes=1))
    publish_due()
    assert first
    assert {path.name for path in settings.WIKI_FOLDER.rglob("*")} >= first
    assert not WikiPage.objects.filter(parked_at__isnull=False).exists()


def test_a_stored_server_is_seen_by_all_staff(owner: Client) -> None:
    """Its name, never its password."""
    set_mail_server(MailServer("smtp.example.org", 465, "tls", "nomic", "word-5", "hall@example.org"))
    page = browser_of("moderator").get(PAGE).content.decode()
    assert "smtp.example.org:465" in page
    assert "word-5" not in page


def test_a_worker_that_knows_the_wiki_before_publishes_to_the_new_one(
    owner: Client, cast: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page saved on the wiki before would be recorded as published on the new one, and then taken for deleted."""
    set_wiki_account("https://wiki.example/w/", "Bot@nomic", "word-2")
    assert repr(site_of_this_thread()) == "<MediaWikiSite https://wiki.example/w/>"
    # As another process does it, of which this one hears nothing.
    Connection.objects.update(values={"url": "https://new.example/w/", "user": "Bot@nomic"})
    assert wiki_account().url == "https://wiki.example/w/", "what pages show may be twenty seconds old"
    assert repr(site_of_this_thread()) == "<MediaWikiSite https://new.example/w/>"


def test_two_owners_at_once_begin_anew_all_the_same(owner: Client, cast: Hall) -> None:
    """One moves to another wiki; a process that has not heard of it moves back to the first."""
    set_wiki_account("https://wiki.example/w/", "Bot@nomic", "word-2")
    assert wiki_account().url == "https://wiki.example/w/"
    Connection.objects.update(values={"url": "https://new.example/w/", "user": "Bot@nomic"})
    page = WikiPage.objects.create(cycle=cast.cycle, kind="main", title="Hall", published_revid=5)
    assert send(owner, "wiki").status_code == 302
    page.refresh_from_db()
    assert page.published_revid is None


@pytest.mark.parametrize("name", FORMS)
def test_what_fails_on_the_way_changes_nothing(owner: Client, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the connection nor the pages: what is set is logged, or is not set."""
    set_wiki_account("https://old.example/", "Bot@nomic", "word-0")
    before = list(Connection.objects.values())

    def fail(*args: object, **more: object) -> None:
        raise RuntimeError("the machine went down")

    monkeypatch.setattr("nomic.office.settings.connection_forms.log_staff_act", fail)
    with pytest.raises(RuntimeError):
        send(owner, name)
    assert list(Connection.objects.values()) == before
