"""What is foreseen depends on no secret: of two cycles that differ in nothing else, it says the same."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nomic.clauses.models import AskedPlayer, DeferredEffect, KeptValue, PendingQuestion, ValueChange
from nomic.cycles.models import Cycle, Entry, ForkSeed, PhaseSeed
from nomic.forecast.dry_run import dry_run
from nomic.matches.models import Match, MatchStep
from nomic.proposals.models import Proposal
from tests.clauses.conftest import Clauses, OpenWith, other_clauses
from tests.clauses.test_arguments import says
from tests.clauses.test_everybody import SEALED
from tests.clauses.test_value_kinds import act
from tests.forecast.test_dry_run import ALL, price
from tests.support.example_counts import examples
from tests.support.hall import Hall

LUCK = "5" * 64
DEPTH = {"value_of": "Depth"}
MINE = {"value_of": "Hand", "of": "$them"}
DEEP = {"is": [DEPTH, "at_least", 40]}
GAME: Clauses = {
    "depth": {"value": "Depth", "seen": "nobody"},
    "hand": {"value": "Hand", "of": "player", "seen": "owner"},
    "count": {"value": "Count"},
    "dig": act({"set": "Depth", "to": "$n"}, **says(n={"is": "number", "sealed": True})),
    "take": act({"set": "Hand", "to": "$n", "of": "$me"}, **says(n={"is": "number", "sealed": True})),
    "put-off": act({"let": "n", "be": DEPTH}, {"at": "phase-ends", "do": [{"raise": "Count", "by": "$n"}]}),
    "throw": act(SEALED, {"grant": "Vertebra", "to": {"who_chose": "$throw", "is": "rock"}}),
    "may": act({"raise": "Count", "by": 1}, who={"is": [{"value_of": "Hand", "of": "$me"}, "at_least", 40]}),
}
AT_ONCE: list[list[dict[str, Any]]] = [
    [],
    [{"set": "Count", "to": DEPTH}],
    [{"reveal": "Depth"}, {"set": "Count", "to": DEPTH}],
    [{"reveal": "Hand"}, {**ALL, "do": [{"grant": "Chip", "n": MINE, "to": "$them"}]}],
    [{"if": DEEP, "then": [{"grant": "Chip", "to": "$me"}]}],
    [{"grant": "Vertebra", "n": {"roll": "1d1000000"}, "to": "$me"}],
    [{"let": "n", "be": DEPTH}, {"after": {"days": 9}, "do": [{"raise": "Count", "by": "$n"}]}],
    [{"if": DEEP, "then": [{"after": {"days": 9}, "do": [{"raise": "Count", "by": 1}]}]}],
]
FULL = {"is": [{"value_of": "Hand", "of": "$me"}, "at_least", 40]}
READING: list[Clauses] = [
    {"tell": {"when": "phase-ends", "do": [{"reveal": "Depth"}, {"set": "Count", "to": DEPTH}]}},
    {"pay": {"when": "phase-ends", "if": DEEP, "do": [{"grant": "Chip", "to": {"players": "players"}}]}},
    {
        "roll": {
            "when": "phase-ends",
            "do": [{"grant": "Vertebra", "n": {"roll": "1d1000000"}, "to": {"players": "players"}}],
        }
    },
    {"deal": {"when": "phase-began", "do": [{**ALL, "do": [{"raise": "Count", "by": MINE}]}]}},
    {"roll-on": {"when": "phase-began", "do": [{"raise": "Count", "by": {"roll": "1d1000000"}}]}},
    # Whether such a clause has acted decides how far a dry run looks.
    {"later": {"when": "week-begins", "if": DEEP, "do": [{"reveal": "Depth"}, {"set": "Count", "to": DEPTH}]}},
    {"roll-late": {"when": "week-begins", "do": [{"raise": "Count", "by": {"roll": "1d1000000"}}]}},
    {"over": {"wins": {"is": [{"value_of": "Hand", "of": "$it"}, "at_least", 40]}}},
    {"may": act({"raise": "Count", "by": 1}, who={"not": FULL})},
    {"no": {"forbid": "tolls_dig", "because": "Yours is full", "if": FULL}},
]
OTHER: list[Clauses] = [
    {"all": {"wins": {"is": [{"stock": "Vertebra", "of": "$it"}, "at_least", 1]}, "alone": False}},
    {"depth": {"value": "Depth"}, "dig": act({"raise": "Depth", "by": 1})},
    {"depth": {"value": "Depth", "seen": "nobody", "most": 10, "starts": 3}},
    {"hand": {"value": "Hand", "of": "player"}, "take": act({"raise": "Hand", "by": 1, "of": "$me"})},
]
AMENDMENTS = st.one_of(
    st.sampled_from([*READING, *OTHER]).map(lambda more: other_clauses(GAME | more)),
    st.just({"op": "remove", "path": "/rules/tolls"}),
    st.just(price(7)),
    st.just({"op": "replace", "path": "/duels/per_phase", "value": 0}),
)


@pytest.fixture
def secretive(open_with: OpenWith) -> Hall:
    """A cycle with every kind of secret: a duel, values, what is put off, sealed answers, seeds."""
    hall = open_with(GAME)
    hall.do("ada", "tolls_dig", n=77)
    for name, count in (("ada", 41), ("bob", 39)):
        hall.do(name, "tolls_take", n=count)
        for species in ("5", "7", "9", "Queen", "Ace", "Zero", "10", "6"):
            hall.grant_card(name, species)
    hall.do("ada", "tolls_put-off")
    hall.do("ada", "tolls_throw")
    for name in ("ada", "bob"):
        hall.do(name, "answer", question=PendingQuestion.objects.get(cycle=hall.pk).code, answer=["rock"])
    hall.do("ada", "request-duel", players=["bob"])
    hall.do("bob", "accept-duel", match=hall.cycle.matches.get().code)
    return hall


def other_secrets(hall: Hall, luck: random.Random) -> None:
    """The same cycle, in which whatever nobody or not everybody may see is something else."""

    def fresh() -> str:
        return luck.randbytes(32).hex()

    Cycle.objects.filter(pk=hall.pk).update(own_seed=fresh(), fork_seed=fresh())
    for seeds in (PhaseSeed, ForkSeed):
        seeds.objects.filter(cycle=hall.pk, revealed_at=None).update(seed=fresh())
    KeptValue.objects.filter(cycle=hall.pk, hidden=True).update(number=luck.randrange(100))
    ValueChange.objects.filter(entry__cycle=hall.pk, hidden=True).update(before=0, after=luck.randrange(1, 100))
    secret = DeferredEffect.objects.filter(cycle=hall.pk, hidden=True)
    secret.update(names={"n": luck.randrange(100)}, text='[{"grant":"Chip","to":{"players":"players"}}]')
    Match.objects.filter(cycle=hall.pk).update(state=luck.randbytes(40))
    MatchStep.objects.filter(match__cycle=hall.pk, is_sealed=True).update(answers=[])
    for entry in Entry.objects.filter(cycle=hall.pk, unsealing=None).filter(sealed__isnull=False):
        sealed = {
            name: {"value": _another(said["value"], luck), "salt": fresh()} for name, said in entry.sealed.items()
        }
        Entry.objects.filter(pk=entry.pk).update(sealed=sealed)


def _another(said: Any, luck: random.Random) -> Any:
    return luck.randrange(100) if isinstance(said, int) else ["paper"]


def in_another(hall: Hall, seed: int) -> Iterator[None]:
    """First in the cycle as it is, then in one with other secrets."""
    yield
    with transaction.atomic():
        other_secrets(hall, random.Random(seed))
        yield
        transaction.set_rollback(True)


def test_the_cycle_has_every_kind_of_secret(secretive: Hall) -> None:
    """Or nothing would be shown by what follows."""
    assert KeptValue.objects.filter(cycle=secretive.pk, hidden=True).count() == 3
    assert DeferredEffect.objects.filter(cycle=secretive.pk, hidden=True).count() == 1
    assert AskedPlayer.objects.filter(question__cycle=secretive.pk).exclude(entry=None).count() == 2
    assert Match.objects.get(cycle=secretive.pk).status == "running"
    assert Entry.objects.filter(cycle=secretive.pk, unsealing=None).filter(sealed__isnull=False).count() == 5


def foreseen_in_both(hall: Hall, seed: int, *proposed: tuple[list[Any], list[Any]]) -> list[str]:
    """What a dry run of these amendments and effects says, with the same luck: as it is, and with other secrets."""
    with transaction.atomic(), pytest.MonkeyPatch.context() as patched:
        patched.setattr("nomic.forecast.dry_run.new_seed", lambda: LUCK)
        for amendments, effects in proposed:
            code = hall.propose("eve")
            Proposal.objects.filter(code=code).update(amendments=amendments, effects=effects)
        proposals = list(Proposal.objects.filter(cycle=hall.pk).order_by("number"))
        told = [repr(dry_run("hall", proposals)) for _ in in_another(hall, seed)]
        transaction.set_rollback(True)
    return told


def test_what_reads_every_secret_is_told_none(secretive: Hall) -> None:
    """What pays, rolls, bans and wins by them; what ends the cycle, or makes public what was secret."""
    everything = {name: clause for more in READING for name, clause in more.items()}
    at_once = [step for steps in AT_ONCE for step in steps]
    for clauses in (everything, *OTHER):
        one, other = foreseen_in_both(secretive, 7, ([other_clauses(GAME | clauses)], at_once))
        assert one == other
        assert "applies=True" in one


# No shrinking: whatever is said otherwise is said in words, and each example takes two dry runs.
@settings(
    max_examples=examples(18), phases=(Phase.generate,), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.tuples(st.lists(AMENDMENTS, max_size=2), st.sampled_from(AT_ONCE)), min_size=1, max_size=2),
    st.integers(0, 2**32),
)
def test_no_dry_run_depends_on_a_secret(secretive: Hall, proposed: list[Any], seed: int) -> None:
    """Whatever is proposed: it says the same where hands, sealed answers, values and dice are others."""
    one, other = foreseen_in_both(secretive, seed, *proposed)
    assert one == other
