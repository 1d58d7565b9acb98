import pytest
import time_machine

from nomic.accounts import token_cache
from nomic.accounts.models import ApiToken, Person
from nomic.accounts.token_cache import MAX_COUNT, forget_tokens, known_token
from nomic.accounts.tokens import issue_token, revoke_token

pytestmark = pytest.mark.django_db


class Clock:
    """The seconds that pass for what is known."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(token_cache, "time", clock)
    return clock


@pytest.fixture
def secret(clock: Clock) -> str:
    return issue_token(Person.objects.create_user("Ada", password="x"), "bot")[1]


def test_a_token_is_looked_up_once_a_second(secret, clock, django_assert_num_queries):
    with time_machine.travel(0, tick=False):
        known_token(secret)  # its use is noted
        with django_assert_num_queries(0):
            for _ in range(3):
                assert known_token(secret).person.username == "Ada"
        clock.now += 1
        with django_assert_num_queries(1):
            known_token(secret)
            known_token(secret)


def test_another_process_that_revokes_is_heeded_within_a_second(secret, clock):
    """Nobody tells this process of it, as an update past the signals does not."""
    known_token(secret)
    ApiToken.objects.update(revoked_at="2026-11-23T12:00:00Z")
    assert known_token(secret) is not None
    clock.now += 1
    assert known_token(secret) is None


def test_another_process_that_shuts_somebody_out_is_heeded_within_a_second(secret, clock):
    known_token(secret)
    Person.objects.update(is_active=False)
    clock.now += 1
    assert known_token(secret) is None


@pytest.mark.parametrize("how", ["revoked", "shut out", "deleted"])
def test_what_this_process_ends_ends_at_once(secret, how):
    token = known_token(secret)
    if how == "revoked":
        revoke_token(token)
    elif how == "shut out":
        token.person.is_active = False
        token.person.save()
    else:
        token.delete()
    assert known_token(secret) is None


def test_a_token_that_ends_while_it_is_looked_up_is_not_known_afterwards(secret, monkeypatch):
    """Read, then revoked by another thread, then remembered: it must not be."""
    look_up = token_cache.find_token

    def revoked_meanwhile(secret: str) -> ApiToken | None:
        found = look_up(secret)
        revoke_token(ApiToken.objects.get())
        return found

    monkeypatch.setattr(token_cache, "find_token", revoked_meanwhile)
    known_token(secret)
    monkeypatch.setattr(token_cache, "find_token", look_up)
    assert known_token(secret) is None


def test_what_a_caller_changes_is_theirs_alone(secret):
    mine = known_token(secret)
    mine.person.username, mine.name = "Somebody", "else"
    again = known_token(secret)
    assert (again.person.username, again.name) == ("Ada", "bot")


def test_unknown_secrets_are_not_kept_and_not_many_tokens_are(secret, monkeypatch):
    """A million guesses take no memory; nor do the tokens of very many bots."""
    forget_tokens()
    for guess in ("nomic_00000000_" + "x" * 43, "\ud800" * 3, "x" * 1_000_000, ""):
        assert known_token(guess) is None
    assert not token_cache._known
    monkeypatch.setattr(token_cache, "MAX_COUNT", 2)
    assert MAX_COUNT > 2
    for number in range(5):
        known_token(issue_token(Person.objects.create_user(f"B{number}", password="x"), "bot")[1])
    assert len(token_cache._known) <= 2
