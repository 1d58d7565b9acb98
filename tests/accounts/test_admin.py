import pytest
from django.contrib import admin
from django.urls import reverse

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import find_token, issue_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(client):
    person = Person.objects.create_superuser("Keeper", password="x")
    client.force_login(person)
    return person


def test_admins_see_people_and_make_them(client, keeper):
    """The list, a person's page and the form for a new one work without the names Django would ask for."""
    assert client.get(reverse("admin:accounts_person_changelist")).status_code == 200
    assert client.get(reverse("admin:accounts_person_change", args=[keeper.pk])).status_code == 200
    response = client.post(
        reverse("admin:accounts_person_add"),
        {
            "username": "Ada",
            "email": "",
            "usable_password": "true",
            "password1": "lampions-at-dusk",
            "password2": "lampions-at-dusk",
        },
    )
    assert response.status_code == 302
    assert Person.objects.get(username="Ada").check_password("lampions-at-dusk")


def test_an_admin_cannot_give_a_name_that_is_none(client, keeper):
    """The admin's form has the same rules for names as signing up."""
    response = client.post(
        reverse("admin:accounts_person_add"),
        {"username": "a:b", "usable_password": "true", "password1": "lampions-x", "password2": "lampions-x"},
    )
    assert response.status_code == 200
    assert b"made of letters" in response.content
    assert Person.objects.count() == 1


def test_admins_revoke_tokens_and_never_see_secrets(client, keeper):
    """A token's page shows its prefix, not its hash; the action ends it."""
    token, secret = issue_token(keeper, "bot")
    page = client.get(reverse("admin:accounts_apitoken_change", args=[token.pk])).content.decode()
    assert token.prefix in page
    assert token.hash not in page
    assert secret not in page
    client.post(
        reverse("admin:accounts_apitoken_changelist"),
        {"action": "revoke_tokens", "_selected_action": [token.pk]},
    )
    assert find_token(secret) is None
    assert client.get(reverse("admin:accounts_apitoken_add")).status_code == 403
    assert ApiToken.objects.count() == 1


# What an owner may add in the admin, and why.
ADDED_THERE = {
    "accounts.person",  # an account for somebody who cannot sign up
}


def test_nothing_is_added_in_the_admin_that_is_made_elsewhere(rf, keeper):
    """Roles, mail addresses and log-ins come from the Office or from people; games change by their journals."""
    request = rf.get("/admin/")
    request.user = keeper
    may = {page.model._meta.label_lower for page in admin.site._registry.values() if page.has_add_permission(request)}
    assert may == ADDED_THERE


@pytest.mark.parametrize("table", ["account_emailaddress", "auth_group", "socialaccount_socialaccount"])
def test_what_is_made_elsewhere_is_looked_at(client, keeper, table):
    """The list opens for owners, without a form or an action that changes a row; staff without a right see nothing."""
    page = client.get(reverse(f"admin:{table}_changelist"))
    assert page.status_code == 200
    assert b"make_verified" not in page.content
    assert client.get(reverse(f"admin:{table}_add")).status_code == 403
    client.force_login(Person.objects.create_user("Helper", is_staff=True))
    assert client.get(reverse(f"admin:{table}_changelist")).status_code == 403
