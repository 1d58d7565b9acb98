"""Logging in with an account elsewhere: offered where it is configured, and not held up by the page's own policy."""

import re

import pytest
from django.test import Client

APP = {"APP": {"client_id": "ours", "secret": "secret", "key": ""}}
SITES = {"discord": "discord.com", "mediawiki": "meta.wikimedia.org"}


@pytest.fixture
def client(db: None, settings) -> Client:
    """A browser of a site that knows Discord and a wiki."""
    settings.SOCIALACCOUNT_PROVIDERS = {"discord": APP, "mediawiki": APP}
    return Client()


@pytest.mark.parametrize("page", ["login", "signup"])
def test_accounts_elsewhere_are_offered_where_they_are_configured(client, settings, page):
    assert "Log in with another site" in client.get(f"/accounts/{page}/").content.decode()
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert "Log in with another site" not in client.get(f"/accounts/{page}/").content.decode()


@pytest.mark.parametrize("provider", SITES)
def test_nobody_is_sent_away_by_a_link_alone(client, provider):
    """Somebody else's link opens a page that asks; only its form leads on."""
    answer = client.get(f"/accounts/{provider}/login/")
    assert answer.status_code == 200
    assert '<form method="post">' in answer.content.decode()


@pytest.mark.parametrize(("provider", "site"), SITES.items())
def test_the_way_there_is_a_page_and_no_redirect(client, provider, site):
    """The policy lets forms lead to this site only, and browsers hold redirects of forms to it as well."""
    answer = client.post(f"/accounts/{provider}/login/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "form-action 'self'" in answer["Content-Security-Policy"]
    refresh = re.search(r'http-equiv="refresh" content="0; url=(https://[^/"]+)', page)
    assert refresh is not None
    assert refresh[1] == f"https://{site}"
    assert "client_id=ours" in page


@pytest.mark.parametrize("provider", SITES)
@pytest.mark.parametrize("step", ["login/", "login/callback/", "login/callback/?code=x&state=y"])
def test_what_is_not_configured_is_not_there(client, settings, provider, step):
    settings.SOCIALACCOUNT_PROVIDERS = {}
    for answer in (client.get(f"/accounts/{provider}/{step}"), client.post(f"/accounts/{provider}/{step}")):
        assert answer.status_code == 404
