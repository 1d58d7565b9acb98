"""What rules do by themselves within a burst of acts: as one by one, and with nothing asked of the database for it."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from nomic.bench.harness.fixtures import PACK
from nomic.clauses.models import KeptValue
from nomic.cycles.caching import write_cache
from nomic.cycles.commands import act_stages
from nomic.cycles.models import Deadline
from tests.clauses.conftest import Clauses, OpenWith
from tests.cycles.test_bursts import give_the_same_in_bursts, turn
from tests.cycles.test_looking_after_acts import is_shown_as_it_is, shown
from tests.cycles.test_working_set import elsewhere
from tests.support.acts_count_as_committed import committed_at_once
from tests.support.counted_queries import statements
from tests.support.hall import Hall
from tests.support.signed_in import browser_of

NUMBER = {"is": "number", "starts": 0, "least": 0}
# Whoever buys rings the bell and has a lamp lit; a lamp that is lit fills the well, three times at most.
BELLS: Clauses = {
    "well": {"value": "The Well", "of": "cycle", **NUMBER, "most": 3},
    "lamps": {"value": "Lamps lit", "of": "player", **NUMBER},
    "watch": {"value": "On the watch", "of": "cycle", "is": "players"},
    "bell": {
        "when": "bought",
        "do": [{"raise": "Lamps lit", "by": 1, "of": "$player"}, {"enter": "$player", "in": "On the watch"}],
    },
    "fill": {
        "when": "value-changed",
        "if": {"is": ["$value", "equals", "Lamps lit"]},
        "do": [{"raise": "The Well", "by": 1}],
    },
    "toll": {"when": "gift", "do": [{"take": "Vertebra", "n": 15, "from": "$giver"}, {"raise": "The Well", "by": 1}]},
    "dark": {
        "action": "Put out one's lamps",
        "who": {"is": [{"value_of": "Lamps lit", "of": "$me"}, "at_least", 1]},
        "do": [{"set": "Lamps lit", "of": "$me", "to": 0}],
    },
    "whisper": {"value": "Whisper", "of": "player", "is": "name", "seen": "owner"},
    "say": {"action": "Say it low", "do": [{"set": "Whisper", "of": "$me", "to": "Xyzzy"}]},
    "hush": {"action": "Say nothing", "do": [{"set": "Whisper", "of": "$me", "to": []}]},
    "shout": {"action": "Say it loud", "do": [{"reveal": "Whisper", "of": "$me"}]},
}
ACTS = st.sampled_from(
    [
        ("buy", {"offer": PACK}),
        ("gift", {"to": "bob"}),
        ("tolls_dark", {}),
        ("tolls_say", {}),
        ("tolls_hush", {}),
        ("tolls_shout", {}),
        ("leave", {}),
        ("buy", {"offer": "Nothing"}),
    ]
)


@pytest.fixture
def lasting() -> Iterator[None]:
    """The test's own transaction is none."""
    with committed_at_once():
        yield


@pytest.fixture
def bells(open_with: OpenWith) -> Hall:
    """A hall where everybody can afford something."""
    hall = open_with(BELLS)
    for name in ("ada", "bob", "eve"):
        hall.grant(name, "Vertebra", 90)
    return hall


def test_what_rules_do_asks_nothing_more_however_many_act(bells: Hall) -> None:
    """Two rules act after each purchase, one because of the other: their entries are written with the rest."""

    def asked(count: int) -> list[str]:
        turns = [turn(bells, "ada", "buy", offer=PACK) for _ in range(count)]
        with CaptureQueriesContext(connection) as queries:
            act_stages.perform_batch(turns)
        assert all(each.performed for each in turns)
        return statements(queries)

    asked(1)
    few, before = asked(3), bells.cycle.seq  # of one act all that is written may be one statement
    many = asked(6)
    assert bells.cycle.seq == before + 18
    assert len(many) == len(few)
    assert not any(sql.startswith("SELECT") and "cycles_deadline" in sql for sql in many)
    assert not Deadline.objects.filter(cycle=bells.pk, label__startswith="rule ").exists()
    bells.is_sound()


def test_what_another_process_changed_is_not_what_was_known_here(bells: Hall, lasting: None) -> None:
    """Of values, of what has failed and of who plays: each of two processes goes on from what the other did."""
    for number in range(4):
        (bells.do if number % 2 == 0 else partial(elsewhere, bells))("ada", "buy", offer=PACK)
    assert KeptValue.objects.get(cycle=bells.pk, name="Lamps lit", holder="ada").number == 4
    bells.is_sound()


def test_pages_say_what_rules_have_done(bells: Hall, lasting: None) -> None:
    """Whatever they knew before: what is kept for the cycle and for a player."""
    ada, hall = browser_of("ada"), f"/c/{bells.slug}/"
    pages = (hall, f"{hall}players/ada/", f"{hall}players/bob/")
    for names in (["ada"], ["bob", "ada"], ["ada", "bob", "bob"]):
        for page in pages:
            shown(ada, page)
        act_stages.perform_batch([turn(bells, name, "buy", offer=PACK) for name in names])
        is_shown_as_it_is(ada, *pages)
    assert "The Well" in shown(ada, hall)


def test_long_texts_of_rules_are_not_kept_from_act_to_act(
    bells: Hall, lasting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A value may have very many members."""
    bells.do("ada", "buy", offer=PACK)
    assert bells.slug in write_cache._kept
    monkeypatch.setattr(write_cache, "MAX_BYTES", 30)
    bells.do("ada", "buy", offer=PACK)
    assert bells.slug not in write_cache._kept


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([("ada", ("buy", {"offer": PACK})), ("ada", ("gift", {"to": "bob"})), ("bob", ("buy", {"offer": PACK}))], 3)
@example([("ada", ("buy", {"offer": PACK})), ("ada", ("leave", {})), ("bob", ("buy", {"offer": PACK}))], 3)
@example([("ada", ("tolls_shout", {})), ("ada", ("tolls_shout", {})), ("ada", ("tolls_say", {}))], 3)
@example([("ada", ("tolls_hush", {})), ("ada", ("tolls_shout", {})), ("ada", ("tolls_shout", {}))], 2)
@given(
    acts=st.lists(st.tuples(st.sampled_from(["ada", "bob", "eve"]), ACTS), min_size=2, max_size=7),
    most=st.integers(2, 7),
)
def test_in_bursts_of_any_length_rules_do_what_they_do_one_by_one(
    bells: Hall, acts: list[tuple[str, tuple[str, dict[str, Any]]]], most: int
) -> None:
    """Entry by entry the same, and the same values, whoever refuses, fails or leaves between."""
    give_the_same_in_bursts(bells, acts, most)
