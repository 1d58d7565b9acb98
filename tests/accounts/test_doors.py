"""Signing up and logging in: who is locked out and who is not, and what a stranger learns."""

from smtplib import SMTPException
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from nomic.accounts.allauth_adapter import MANY_FAILURES
from nomic.accounts.models import Person
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse 7"
TRIES = 5  # of one name from one address


@pytest.fixture
def ada() -> Person:
    return Person.objects.create_user("Ada", "ada@example.org", PASSWORD)


def log_in(name: str, password: str, address: str) -> bool:
    """Whether somebody at this address gets in."""
    client = Client(REMOTE_ADDR=address)
    client.post("/accounts/login/", {"login": name, "password": password})
    return "_auth_user_id" in client.session


def sign_up(email: str, name: str) -> HttpResponse:
    password = {"password1": PASSWORD, "password2": PASSWORD}
    return Client().post("/accounts/signup/", {"username": name, "email": email, **password})


# Wrong passwords


def test_wrong_passwords_lock_a_name_for_their_own_address_only(ada: Person) -> None:
    """Whoever guesses is locked out; the name's owner, elsewhere, is not."""
    for _ in range(TRIES + 1):
        assert not log_in("Ada", "wrong", "203.0.113.1")
    assert not log_in("Ada", PASSWORD, "203.0.113.1")
    assert log_in("Ada", PASSWORD, "203.0.113.2")


@pytest.mark.parametrize("names", [("Ada", "ada", "ADA", "aDa"), ("ada@example.org", "Ada@Example.org")])
def test_capitals_give_no_further_tries(ada: Person, names: tuple[str, ...]) -> None:
    """A name is one however it is written, and so is a mail address."""
    for count in range(TRIES + 1):
        log_in(names[count % len(names)], "wrong", "203.0.113.1")
    assert not any(log_in(name, PASSWORD, "203.0.113.1") for name in names)


@pytest.mark.parametrize(
    ("name", "spellings"),
    [
        ("Mary Ann", ["Mary Ann", "Mary  Ann", "Mary   Ann", "mary\u00a0 ann"]),
        ("O'Brien", ["O'Brien", "O\u2019Brien", "O\u02bcBrien"]),
    ],
)
def test_spellings_of_one_name_give_no_further_tries(name: str, spellings: list[str]) -> None:
    """What logs somebody in is counted as their name, with however many blanks it is typed."""
    Person.objects.create_user(name, password=PASSWORD)
    assert all(log_in(typed, PASSWORD, "203.0.113.9") for typed in spellings)
    for count in range(TRIES + 1):
        log_in(spellings[count % len(spellings)], "wrong", "203.0.113.1")
    assert not any(log_in(typed, PASSWORD, "203.0.113.1") for typed in spellings)


def test_other_names_of_the_same_address_stay_open(ada: Person) -> None:
    """Behind one address there may be many people."""
    Person.objects.create_user("Ben", password=PASSWORD)
    for _ in range(TRIES + 1):
        log_in("Ada", "wrong", "203.0.113.1")
    assert log_in("Ben", PASSWORD, "203.0.113.1")


def test_guessing_from_many_addresses_is_slowed_down_by_the_name(ada: Person) -> None:
    """After many failures each address has one try; the first from any is heard, so that nobody is locked out."""
    for number in range(MANY_FAILURES):
        log_in("Ada", "wrong", f"203.0.113.{number}")
    assert not log_in("Ada", "wrong", "198.51.100.1")
    assert not log_in("Ada", PASSWORD, "198.51.100.1")
    assert log_in("Ada", PASSWORD, "198.51.100.2")
    assert log_in("Ada", PASSWORD, "198.51.100.3")


def test_staff_log_in_by_the_same_door(ada: Person) -> None:
    """The admin has no log-in of its own, at which guesses would be counted otherwise."""
    answer = Client().get("/admin/login/", {"next": "/admin/"})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=%2Fadmin%2F")
    answer = Client().post("/admin/login/", {"username": "Ada", "password": PASSWORD})
    assert answer["Location"].startswith("/accounts/login/")


# What a stranger learns


def looks(answer: HttpResponse) -> tuple[int, str, int]:
    """What can be told apart about an answer."""
    return answer.status_code, answer.get("Location", ""), len(answer.content)


@pytest.mark.parametrize("verified", [True, False])
def test_signing_up_does_not_tell_whether_an_address_has_an_account(ada: Person, verified: bool) -> None:
    """With a taken address or a free one it is the same, to the mails; a confirmed address stays its owner's."""
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=verified)
    answers = [looks(sign_up(email, name)) for email, name in (("ada@example.org", "Bea"), ("new@example.org", "Cya"))]
    assert answers[0] == answers[1] == (302, "/", 0)
    assert sorted(each.to[0] for each in mail.outbox) == ["ada@example.org", "new@example.org"]
    assert len({each.subject for each in mail.outbox}) == 1
    assert EmailAddress.objects.filter(email="ada@example.org", verified=True).count() == verified
    assert not EmailAddress.objects.filter(user__username="Bea", verified=True).exists()


def test_a_new_password_does_not_tell_either(ada: Person) -> None:
    """The answer is the same; a mail goes out to a confirmed address only."""

    def ask(email: str) -> tuple[int, str, int]:
        return looks(Client().post("/accounts/password/reset/", {"email": email}))

    assert ask("ada@example.org") == ask("nobody@example.org")
    assert mail.outbox == []
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=True)
    assert ask("ada@example.org") == ask("nobody@example.org")
    assert [each.to for each in mail.outbox] == [["ada@example.org"]]


def test_giving_another_address_does_not_tell_either(ada: Person) -> None:
    """Whether it is somebody else's already or nobody's."""
    EmailAddress.objects.create(user=ada, email=ada.email, primary=True, verified=True)
    answers = []
    for name, email in (("Ben", "ada@example.org"), ("Cleo", "new@example.org")):
        client = browser_of(Person.objects.create_user(name, password=PASSWORD))
        answers.append(looks(client.post("/accounts/email/", {"action_add": "", "email": email})))
    assert answers[0] == answers[1]
    assert answers[0][0] == 302
    assert not EmailAddress.objects.filter(user__username="Ben", verified=True).exists()


def test_without_a_mail_server_people_can_sign_up_and_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mail is asked for again later; the account is there, and says the same whatever the address."""
    for error in (ConnectionRefusedError(), SMTPException()):

        def fail(*args: Any, error: Exception = error) -> int:
            raise error

        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
        assert looks(sign_up("new@example.org", f"Bea{type(error).__name__[:4]}")) == (302, "/", 0)
    assert Person.objects.count() == 2
    assert sign_up("", "Dora").status_code == 302


# Addresses that are none

NO_ADDRESSES = (
    "http://[", "//[", "https://[::1", "http://[x]/", "http://a]b/", "//a:x", "/\\[", "http://\u2100/", "///", "\x00",
)  # fmt: skip
DOORS = (
    "/accounts/login/", "/accounts/signup/", "/accounts/logout/", "/accounts/email/", "/accounts/password/reset/",
    "/accounts/password/change/", "/accounts/reauthenticate/", "/accounts/discord/login/", "/accounts/3rdparty/",
    "/accounts/confirm-email/", "/admin/login/", "/admin/", "/", "/account/", "/notices/", "/theme/",
)  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("signed_in", [True, False])
def test_nobody_is_sent_to_what_is_no_address(door: str, signed_in: bool, ada: Person) -> None:
    """It is as if none had been given, wherever one can be: in the address, in a form, as a referrer or origin."""
    client = Client(raise_request_exception=False)
    if signed_in:
        client.force_login(ada)
    for target in NO_ADDRESSES:
        header = {"HTTP_REFERER": target, "HTTP_ORIGIN": target}
        fields = {"next": target, "login": "Ada", "password": PASSWORD, "theme": "dark"}
        for answer in (
            client.get(door, {"next": target}),
            client.get(door, **header),
            client.post(door, fields),
            client.post(door, fields, **header),
        ):
            assert answer.status_code < 500, target
            assert "[" not in answer.get("Location", "").partition("?")[0]
        if signed_in:
            client.force_login(ada)


def test_who_logs_in_with_a_broken_address_is_in(ada: Person) -> None:
    """A `next` that is no address is left out: the log-in holds, and leads home."""
    answer = Client().post("/accounts/login/?next=http://[", {"login": "Ada", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_signing_up_says_in_one_sentence_what_a_password_needs(client: Client, settings: Any) -> None:
    """The length is that of the settings, and no field repeats its label."""
    page = client.get("/accounts/signup/").content.decode()
    assert "At least 8 characters, not only digits" in page
    assert "For a new password if you forget yours" in page, "it says what the address is for"
    assert "entirely numeric" not in page
    assert "placeholder=" not in page.partition("<main")[2].partition("</main>")[0]
    settings.AUTH_PASSWORD_VALIDATORS = [
        {**each, "OPTIONS": {"min_length": 12}} if "MinimumLength" in each["NAME"] else each
        for each in settings.AUTH_PASSWORD_VALIDATORS
    ]
    assert "At least 12 characters" in client.get("/accounts/signup/").content.decode()
    assert (
        "placeholder="
        not in client.get("/accounts/login/").content.decode().partition("<main")[2].partition("</main>")[0]
    )
