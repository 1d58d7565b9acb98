import hashlib
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import MAX_TOKENS, find_token, issue_token, revoke_token

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


@pytest.fixture
def ada() -> Person:
    return Person.objects.create_user("Ada", password="x")


def test_the_secret_finds_its_token_and_is_not_kept(ada):
    """A token is found by its secret, of which only the hash is in the database."""
    token, secret = issue_token(ada, "  croupier bot ")
    assert secret.startswith(f"nomic_{token.prefix}_")
    assert len(secret.split("_", 2)[2]) == 43  # 32 random bytes
    token.refresh_from_db()
    assert token.name == "croupier bot"
    assert token.hash == hashlib.sha256(secret.encode()).hexdigest()
    assert secret.split("_", 2)[2] not in str(ApiToken.objects.values())
    found = find_token(secret)
    assert found == token
    assert found.person == ada


@pytest.mark.parametrize(
    "change", [lambda s: s[:-1], lambda s: s + "x", lambda s: s.upper(), lambda s: "é" + s[1:], lambda s: ""]
)
def test_what_is_not_the_secret_finds_nothing(ada, change):
    """Neither a part of a secret, nor one with more, nor anything that could not be one."""
    _, secret = issue_token(ada, "bot")
    assert find_token(change(secret)) is None


def test_lone_surrogates_and_megabytes_find_nothing(ada, django_assert_num_queries):
    """Whatever stands in the header is refused without a look-up."""
    with django_assert_num_queries(0):
        assert find_token("\ud800" * 3) is None
        assert find_token("nomic_00000000_" + "x" * 1_000_000) is None


def test_a_revoked_token_stops_working_and_keeps_its_time(ada):
    """Revoking is at once and final, and leaves the person's other tokens alone."""
    first, first_secret = issue_token(ada, "first")
    second, second_secret = issue_token(ada, "second")
    with time_machine.travel(NOON, tick=False):
        revoke_token(first)
    revoke_token(first)
    first.refresh_from_db()
    assert first.revoked_at == NOON
    assert find_token(first_secret) is None
    assert find_token(second_secret) == second


def test_a_token_of_an_inactive_person_is_dead(ada):
    """Closing an account closes its bots."""
    _, secret = issue_token(ada, "bot")
    Person.objects.update(is_active=False)
    assert find_token(secret) is None


def test_use_is_noted_once_a_minute(ada, django_assert_num_queries):
    """The first use in a minute is written, the others cost one read."""
    _, secret = issue_token(ada, "bot")
    with time_machine.travel(NOON, tick=False) as clock:
        assert find_token(secret).last_used_at == NOON
        clock.shift(timedelta(seconds=59))
        with django_assert_num_queries(1):
            assert find_token(secret).last_used_at == NOON
        clock.shift(timedelta(seconds=1))
        find_token(secret)
        assert ApiToken.objects.get().last_used_at == NOON + timedelta(minutes=1)


@pytest.mark.parametrize("name", ["", "   ", "n" * 51, "a\x00b", "a\nb", "\ud800", "\u202egnp"])
def test_a_token_needs_a_printable_name(ada, name):
    """Blank, long and unprintable names are refused, and no token is made."""
    with pytest.raises(ValidationError):
        issue_token(ada, name)
    assert not ApiToken.objects.exists()


def test_a_person_has_so_many_living_tokens(ada):
    """The next token is refused until one is revoked; other people's do not count."""
    ben = Person.objects.create_user("Ben", password="x")
    tokens = [issue_token(ada, str(number))[0] for number in range(MAX_TOKENS)]
    issue_token(ben, "bot")
    with pytest.raises(ValidationError, match="revoke one"):
        issue_token(ada, "one more")
    assert ada.api_tokens.count() == MAX_TOKENS
    revoke_token(tokens[0])
    issue_token(ada, "one more")


@pytest.mark.parametrize("rate", ["0/min", "60", "60/week", "-1/min", "60/min\n", ""])
def test_an_override_of_the_rate_looks_like_a_rate(ada, rate):
    """An admin's override of the rate is checked where it is typed (an empty one means none)."""
    token, _ = issue_token(ada, "bot")
    token.rate_limit = rate
    if rate == "":
        token.full_clean()
        return
    with pytest.raises(ValidationError, match="A rate looks like"):
        token.full_clean()
