"""The pages that say no, and those of accounts: all of one house."""

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver
from django.views.csrf import csrf_failure
from django.views.defaults import bad_request, page_not_found, permission_denied

from nomic.accounts.models import Person
from nomic.web.middleware.service_unavailable import broken
from tests.support.hostile_texts import HTML


@pytest.fixture
def request_of_nobody(rf: RequestFactory) -> HttpRequest:
    return rf.get("/somewhere/")


def is_of_the_house(answer: HttpResponse, status: int, words: str) -> None:
    """It has the status, the words and the look; and no trace of what is inside."""
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page
    assert "css/tokens.css" in page
    assert "<main" in page
    assert "Traceback" not in page


@pytest.mark.django_db
def test_every_no_has_its_page(request_of_nobody: HttpRequest) -> None:
    """Malformed, forbidden, too old, missing, broken."""
    is_of_the_house(bad_request(request_of_nobody, SuspiciousOperation("x")), 400, "Nothing has changed")
    is_of_the_house(permission_denied(request_of_nobody, PermissionDenied("x")), 403, "You can’t do this here")
    is_of_the_house(csrf_failure(request_of_nobody), 403, "Please send it again")
    is_of_the_house(page_not_found(request_of_nobody, Http404("No such hat.")), 404, "No such hat.")
    is_of_the_house(broken(request_of_nobody), 500, "Something went wrong")
    assert get_resolver().resolve_error_handler(500) is broken


@pytest.mark.django_db
@pytest.mark.parametrize("words", HTML)
def test_a_reason_is_only_words(request_of_nobody: HttpRequest, words: str) -> None:
    """What was asked for in vain is not part of the page as markup."""
    page = page_not_found(request_of_nobody, Http404(words)).content.decode()
    assert words not in page


@pytest.mark.django_db
def test_who_asks_too_often_is_told_to_wait(client: Client) -> None:
    """Twenty sign-ups a minute from one address are enough."""
    for _ in range(21):
        answer = client.post("/accounts/signup/", {"username": "x"})
    is_of_the_house(answer, 429, "Too many requests")


@pytest.mark.django_db
def test_guessing_passwords_ends(client: Client) -> None:
    """After some wrong passwords the right one does not help either, for a while; and the page says why."""
    Person.objects.create_user("Frieda", password="lampions at dusk")
    for _ in range(11):
        client.post("/accounts/login/", {"login": "Frieda", "password": "wrong"})
    answer = client.post("/accounts/login/", {"login": "Frieda", "password": "lampions at dusk"})
    is_of_the_house(answer, 200, "Too many failed login attempts")


@pytest.mark.django_db
def test_a_sign_up_that_fails_keeps_the_name(client: Client) -> None:
    """A password too short, a name taken whatever its capitals, a name that is none: said at the field."""
    Person.objects.create_user("Frieda", password="lampions at dusk")
    for name, complaint in (("frieda", "already"), ("a  b/c", "made of letters"), ("system", "reserved")):
        sent = {"username": name, "password1": "lampions at dusk", "password2": "lampions at dusk"}
        page = client.post("/accounts/signup/", sent).content.decode()
        assert complaint in page
        assert f'value="{name}"' in page
    page = client.post(
        "/accounts/signup/", {"username": "Gustav", "password1": "abc", "password2": "abd"}
    ).content.decode()
    assert "too short" in page
    assert 'value="Gustav"' in page
    assert Person.objects.count() == 1


@pytest.mark.django_db
def test_a_forgotten_password_is_set_anew_by_mail(client: Client, mailoutbox: list) -> None:
    """The mail holds a link; behind it a new password is set, with which one logs in. Its address was confirmed."""
    frieda = Person.objects.create_user("Frieda", email="frieda@example.org", password="lampions at dusk")
    EmailAddress.objects.create(user=frieda, email=frieda.email, primary=True, verified=True)
    client.post("/accounts/password/reset/", {"email": "frieda@example.org"})
    link = next(word for word in mailoutbox[0].body.split() if "/password/reset/key/" in word)
    form = client.get("/" + link.split("/", 3)[3], follow=True)
    is_of_the_house(form, 200, "Change Password")
    sent = {"password1": "curtains at dawn", "password2": "curtains at dawn"}
    done = client.post(form.request["PATH_INFO"], sent, follow=True)
    is_of_the_house(done, 200, "Your password is changed")
    assert 'href="/accounts/login/">Log in</a>' in done.content.decode()
    assert client.login(request=HttpRequest(), username="Frieda", password="curtains at dawn")
