"""Rulings on what happens in every game (R132 to R143), played under each shipped law with all of its own rules.

Each law gets one more rule, with a class of proposals that is counted within the phase, dice and questions. Where two
things can happen in either order, both are played.
"""

from datetime import timedelta
from typing import Any

import pytest

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.accounts.models import Person
from nomic.clauses.models import PendingQuestion
from nomic.clauses.runtime.world.read_only_world import BY_ZERO
from nomic.clauses.store.values import stored_value
from nomic.cycles.models import PhaseSeed
from nomic.law.document.templates import document_of
from nomic.players.models import Player
from tests.clauses.test_arguments import says
from tests.clauses.test_value_kinds import act
from tests.law.test_numbers_of_each_law import FACTS, each_law, with_a_court
from tests.support.hall import ADMIN, HOUR, START, WEEK, Hall, OpenCycle
from tests.support.proofs import proof_of, verify_draws

NEXT = 2 * HOUR  # so long lasts a vote of the class
TO_9 = {"values": {"from": 1, "to": 9}}
ADDED: dict[str, Any] = {
    "swift": {
        "class": "Swift",
        "lasts": {"hours": 2},
        "passes": {"is": ["$for", "more_than", "$against"]},
    },
    "luck": {"value": "Luck", "of": "player"},
    "throw": act({"raise": "Luck", "by": {"roll": "3d1000"}, "of": "$me"}),
    "count": {"value": "Count"},
    "share": act(
        {"raise": "Luck", "by": {"quotient": [7, {"value_of": "Luck", "of": "$me"}]}, "of": "$me"},
        {"raise": "Count", "by": 1},
    ),
    "ask": act(
        {"choose": "x", "from": TO_9, "by": "$whom", "hours": 20},
        {"raise": "Luck", "by": "$x", "of": "$me"},
        {"raise": "Luck", "by": "$x", "of": "$whom"},
        **says(whom={"is": "player"}),
    ),
    "swap": act({"choose": "x", "from": {"players": "players"}, "by": "$whom"}, {"raise": "Luck", "by": 1, "of": "$x"},
        **says(whom={"is": "player"})),
}  # fmt: skip


@pytest.fixture
def begun(open_cycle: OpenCycle, law: str) -> Hall:
    """A cycle of the law, with three founders."""
    document = document_of(law)
    document["rules"]["tolls"] = {"title": "Tolls", "body": "Words.", "place": 900, "clauses": ADDED}
    return open_cycle(document, template=law, joined=("ada", "bob", "eve"))


def change(hall: Hall, path: str, value: Any) -> None:
    """A vote that is counted within the phase."""
    code = hall.propose("ada", {"op": "replace", "path": path, "value": value}, **{"class": "swift"})
    hall.vote(code, ada="for", bob="for")
    hall.wait(hours=2)


def is_proved(hall: Hall) -> None:
    """The journal replays, and the script finds nothing wrong with it."""
    hall.is_sound()
    assert verify_draws.verify(proof_of(hall.cycle)).failures == []


def luck(hall: Hall, name: str) -> Any:
    return stored_value(hall.read_context(name), "Luck", name)


@each_law
@pytest.mark.parametrize("into", [1, 0], ids=["into the second phase", "back into the first"])
def test_R136_a_calendar_in_which_the_present_is_another_phase(begun: Hall, law: str, into: int) -> None:
    """The running phase ends at that instant and the other begins, with its number and seeds."""
    facts = FACTS[law]
    if not into:
        begun.to(START + facts.second_phase * HOUR)
    before, hours = begun.cycle.phase, 1 if into else 160
    change(begun, "/calendar/phases/1/starts_at_hour", hours)
    at, cycle = begun.clock.now, begun.cycle
    assert (cycle.phase, cycle.phase_kind, cycle.phase_started_at) == (before + 1, facts.kinds[into], at)
    assert cycle.phase_ends_at == (WEEK if into else START + 160 * HOUR)
    (event,) = [each for each in begun.entries("begin-phase")[-1].events if each["kind"] == "phase-began"]
    assert event["revealed"] == PhaseSeed.objects.get(cycle=begun.pk, phase=before).seed
    begun.to(WEEK + HOUR)
    numbers = [entry.args["phase"] for entry in begun.entries("begin-phase")]
    assert numbers == list(range(1, begun.cycle.phase + 1))
    is_proved(begun)


@each_law
@pytest.mark.parametrize("declared_first", [True, False])
def test_R137_a_law_that_asks_for_fewer_declarations(begun: Hall, law: str, declared_first: bool) -> None:
    """Who has enough of them is reputable from its instant; who has none is not."""
    begun.to(WEEK)
    begun.join("fay", "gil")
    if declared_first:
        begun.do("eve", "declare-reputable", player="fay")
        assert not begun.player("fay").is_reputable
    change(begun, "/membership/declarations_needed", 1)
    if not declared_first:
        begun.do("eve", "declare-reputable", player="fay")
    assert begun.player("fay").reputable_since == begun.clock.now
    assert begun.player("gil").reputable_since is None
    is_proved(begun)


@with_a_court
@pytest.mark.parametrize("filed_first", [True, False], ids=["filed, then elected", "elected, resigned, filed"])
def test_R138_nobody_rules_on_their_own_request(begun: Hall, law: str, filed_first: bool) -> None:
    statement, verdict = {"kind": "statement", "title": "One may pass."}, {"verdict": "true", "reasoning": "So."}
    if not filed_first:
        begun.do(ADMIN, "appoint-judge", player="bob", reason="for the test")
        begun.refused("bob", "file-request", "is-the-judge", **statement)
        begun.do("bob", "resign-judge")
    begun.do("bob", "file-request", **statement)
    begun.do("bob", "stand-for-judge")
    begun.do("ada", "vote-for-judge", candidate="bob", vote="for")
    begun.to(WEEK)
    begun.refused("bob", "rule", "own-request", "R138", request="1", **verdict)
    begun.do("bob", "resign-judge")
    begun.do(ADMIN, "appoint-judge", player="eve", reason="for the test")
    begun.do("eve", "rule", request="1", **verdict)
    is_proved(begun)


@each_law
@pytest.mark.parametrize("throws", ["before", "after"], ids=["thrown in the phase", "thrown after it"])
def test_R142_an_outage_that_brings_a_phase_back_gives_it_a_new_seed(begun: Hall, law: str, throws: str) -> None:
    """A vote had ended the phase early, and is put off. Dice that fell stay; later ones are of the new seed."""
    fell = begun.do("ada", "tolls_throw").draws if throws == "before" else None
    change(begun, "/calendar/phases/1/starts_at_hour", 1)
    if throws == "after":
        begun.do("ada", "tolls_throw")
    begun.wait(hours=2)
    assert begun.cycle.phase == 1
    had = seeds_of(begun)
    outage = {"began": (START + HOUR).isoformat(), "ended": begun.clock.now.isoformat()}
    begun.do(ADMIN, "record-outage", **outage, reason="x")
    assert (begun.cycle.phase, len(had), len(seeds_of(begun))) == (0, 1, 2)
    assert seeds_of(begun)[0] == had[0]
    (thrown,) = begun.entries("tolls_throw")
    assert throws == "after" or thrown.draws == fell
    begun.do("eve", "tolls_throw")
    begun.to(begun.cycle.phase_ends_at + HOUR)
    is_proved(begun)


def seeds_of(hall: Hall) -> list[str]:
    """The seeds of phase 0, the first one first."""
    return list(PhaseSeed.objects.filter(cycle=hall.pk, phase=0).order_by("since").values_list("seed", flat=True))


@each_law
@pytest.mark.parametrize("answered_first", [True, False], ids=["answered, then left", "left, then answered"])
def test_R132_a_question_of_somebody_who_has_left(begun: Hall, law: str, answered_first: bool) -> None:
    """It lapses without effect; what was answered before has happened."""
    begun.do("ada", "tolls_ask", whom="bob")
    code = PendingQuestion.objects.get(cycle=begun.pk, rule="tolls").code
    if answered_first:
        begun.do("bob", "answer", question=code, answer=[7])
    begun.do("ada", "leave")
    assert not PendingQuestion.objects.filter(cycle=begun.pk, rule="tolls").exists()
    if not answered_first:
        begun.refused("bob", "answer", "nothing-asked", question=code, answer=[7])
    begun.wait(hours=30)
    assert luck(begun, "bob") == (7 if answered_first else 0)
    is_proved(begun)


@each_law
@pytest.mark.parametrize("left", [("eve",), ("eve", "ada")])
def test_R133_an_answer_that_names_an_option_which_is_gone(begun: Hall, law: str, left: tuple[str, ...]) -> None:
    """It is refused, though one option alone may be left; that one counts if nothing is answered."""
    begun.join("fay")
    begun.do("fay", "tolls_swap", whom="bob")
    code = PendingQuestion.objects.get(cycle=begun.pk, rule="tolls").code
    for name in left:
        begun.do(name, "leave")
        begun.bad("bob", "answer", "answer", question=code, answer=[name])
    begun.do("bob", "answer", question=code, answer=["fay"])
    assert luck(begun, "fay") == 1
    is_proved(begun)


@each_law
def test_R140_a_quotient_by_zero_is_0_and_the_entry_says_so(begun: Hall, law: str) -> None:
    """And only where it mattered."""
    entry = begun.do("ada", "tolls_share")
    assert BY_ZERO in entry.words
    assert luck(begun, "ada") in (0, None)
    begun.do("ada", "tolls_throw")
    assert BY_ZERO not in begun.do("ada", "tolls_share").words
    is_proved(begun)


@each_law
@pytest.mark.parametrize("leaves", [True, False], ids=["leaves", "stays"])
@pytest.mark.parametrize("asked", [True, False])
def test_R143_the_player_of_a_deleted_account(begun: Hall, law: str, leaves: bool, asked: bool) -> None:
    """Leaves as any player does, or stays as nobody's; the name is nobody else's, and time goes on."""
    if asked:
        begun.do("ada", "tolls_ask", whom="bob")
    begun.propose("ada", **{"class": "swift"})
    delete_account(Person.objects.get(username="ada"), leaves=leaves)
    assert Player.objects.get(cycle=begun.pk, name="ada").is_playing != leaves
    begun.to(WEEK + timedelta(days=4))
    assert not PendingQuestion.objects.filter(cycle=begun.pk, rule="tolls").exists()
    assert not Person.objects.filter(username="ada", is_active=True).exists()
    is_proved(begun)
