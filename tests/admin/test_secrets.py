"""What is sealed or secret cannot be found out by asking the admin for rows that have it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from nomic.accounts.models import Person

pytestmark = pytest.mark.django_db

SECRETS = {
    "accounts.ApiToken": {"hash"},
    "accounts.Person": {"password"},
    "clauses.KeptValue": {"number", "members", "hidden"},
    "clauses.ValueChange": {"before", "after", "members_before", "members_after", "hidden"},
    "cycles.Cycle": {"fork_seed", "own_seed"},
    "cycles.Entry": {"sealed"},
    "cycles.PhaseSeed": {"seed"},
    "notices.Delivery": {"notice", "text", "link", "claim"},
    "notices.Webhook": {"url", "browser_key", "browser_secret"},
    "matches.Match": {"state"},
    "wiki.Publisher": {"account"},
    # not on any page of the admin, and yet at the other end of a relation
    "account.EmailConfirmation": {"key"},
    "admin.LogEntry": {"change_message"},
    "cycles.Unsealing": {"sealed"},
    "notices.Notice": {"text", "link"},
    "sessions.Session": {"session_key", "session_data"},
    "socialaccount.SocialApp": {"secret", "key"},
    "socialaccount.SocialToken": {"token", "token_secret"},
}
SOUNDS_SECRET = re.compile(r"password|secret|seed|token|hash|salt|seal|claim$|^state$")
SOUNDS_ONLY = {
    "cycles.Unsealing.entry",
    "nomic_discord.Channel.claim",
    "notices.Delivery.state",
    "matches.MatchStep.is_sealed",
    "wiki.WikiPage.claim",
    "wiki.EditorMessage.claim",
    "wiki.EditorMessage.state",
    "proposals.Proposal.sealed",  # says that votes are, and has none
    "wiki.WikiPage.claimed_stale",
}
LOOKUPS = ("", "__startswith", "__icontains", "__regex", "__gt", "__isnull", "__in", "__length", "__0", "__x__contains")


def pages() -> list[Any]:
    return list(admin.site._registry.values())


def columns(model: type[Model]) -> Iterator[Any]:
    yield from model._meta.concrete_fields


def paths_to_secrets(model: type[Model], deep: int = 2, seen: tuple[type[Model], ...] = ()) -> Iterator[str]:
    """Every way from a model to a secret column, over relations in either direction."""
    for column in columns(model):
        if column.name in SECRETS.get(model._meta.label, ()):
            yield column.name
    if deep == 0:
        return
    for relation in model._meta.get_fields():
        other = relation.related_model
        if isinstance(other, type) and other not in seen:
            for path in paths_to_secrets(other, deep - 1, (*seen, model)):
                yield f"{relation.name}__{path}"


def test_every_column_that_sounds_secret_is_known_to_be() -> None:
    """A new one is either secret, and then listed above, or only sounds so."""
    for page in pages():
        label = page.model._meta.label
        for column in columns(page.model):
            if SOUNDS_SECRET.search(column.name) and f"{label}.{column.name}" not in SOUNDS_ONLY:
                assert column.name in SECRETS.get(label, ()), f"{label}.{column.name}"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.model._meta.label)
def test_no_page_filters_by_a_secret(page: Any) -> None:
    """Neither by its own nor by another's, however a lookup comes there."""
    request = RequestFactory().get("/")
    request.user = Person(username="Keeper", is_staff=True, is_superuser=True)
    for path in paths_to_secrets(page.model):
        for lookup in LOOKUPS:
            assert not page.lookup_allowed(path + lookup, "a", request), path + lookup


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.model._meta.label)
def test_no_page_orders_searches_or_lists_by_a_secret(page: Any) -> None:
    """What is secret stands in no list, no search, no filter and no order."""
    secrets = set(paths_to_secrets(page.model, deep=1))
    filters = [each[0] if isinstance(each, tuple) else each for each in page.list_filter]
    named = [*page.list_display, *filters, *page.search_fields, *(page.ordering or ()), *page.model._meta.ordering]
    for name in named:
        if isinstance(name, str):
            assert name.lstrip("=^@-") not in secrets, name


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.model._meta.label)
def test_an_address_that_asks_for_a_secret_is_refused(page: Any, admin_client: Client, keeper: Person) -> None:
    """Whether it would hit or not, and whoever asks: the answer is the same."""
    keeper.is_superuser = True
    keeper.save()
    address = reverse(f"admin:{page.model._meta.app_label}_{page.model._meta.model_name}_changelist")
    for path in list(paths_to_secrets(page.model, deep=1))[:6]:
        answers = {admin_client.get(address, {f"{path}__startswith": letter}).status_code for letter in "a0"}
        assert answers == {400}, path
