import pytest
from allauth.core import context
from allauth.socialaccount.helpers import complete_social_login
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.discord.provider import DiscordProvider
from allauth.socialaccount.providers.mediawiki.provider import MediaWikiProvider
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse

from nomic.accounts.models import Person

pytestmark = pytest.mark.django_db


def log_in(rf, provider_class, answer: dict) -> Person:
    """Come back from the provider, which answered with these facts about the person."""
    request: HttpRequest = rf.get("/")
    SessionMiddleware(lambda _: HttpResponse()).process_request(request)
    MessageMiddleware(lambda _: HttpResponse()).process_request(request)
    request.user = AnonymousUser()
    app = SocialApp(provider=provider_class.id, client_id="client", secret="secret")
    with context.request_context(request):
        login: SocialLogin = provider_class(request, app).sociallogin_from_response(request, answer)
        complete_social_login(request, login)
    return SocialAccount.objects.get(uid=login.account.uid).user


def test_a_discord_name_is_kept_where_it_is_valid(rf):
    """Somebody called ada.l on Discord plays as ada.l."""
    person = log_in(rf, DiscordProvider, {"id": 1, "username": "ada.l", "discriminator": "0"})
    assert person.username == "ada.l"
    assert not person.has_usable_password()


def test_a_wiki_name_with_spaces_and_signs_becomes_a_valid_one(rf):
    """A MediaWiki name is mapped onto one that can stand in an address."""
    person = log_in(rf, MediaWikiProvider, {"sub": 7, "username": "Ada (of Lovelace)"})
    assert person.username == "Ada of Lovelace"
    person.full_clean()


def test_a_name_that_is_taken_gets_a_number_and_its_owner_keeps_the_account(rf):
    """Coming from elsewhere with somebody's name gives another account, never theirs."""
    ada = Person.objects.create_user("Ada", password="x")
    person = log_in(rf, MediaWikiProvider, {"sub": 8, "username": "ADA"})
    assert person != ada
    assert person.username == "ADA_2"


def test_coming_back_is_the_same_person_under_the_same_name(rf):
    """The provider's number is what counts: a new name there changes nothing here."""
    first = log_in(rf, DiscordProvider, {"id": 3, "username": "ben"})
    again = log_in(rf, DiscordProvider, {"id": 3, "username": "benjamin"})
    assert again == first
    assert again.username == "ben"
