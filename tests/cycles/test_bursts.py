"""Acts performed together come out as if each had been performed alone."""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args, action_named
from nomic.cycles.commands import act_stages, group_commit
from nomic.cycles.commands.act_stages import PendingCommand, PerformedAct
from nomic.cycles.commands.idempotency import IdempotentRequest
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.exceptions import KeyReused, Refusal, Refused
from nomic.cycles.models import Entry
from nomic.cycles.state_digest import digest_of, state_of
from nomic.inventory.ledger import discrepancies, ledger_of
from nomic.inventory.models import Balance
from tests.support.hall import Hall
from tests.support.perform_directly import perform_alone

PACK = "Already-opened Pack"
PATIENCE = 60  # seconds until a thread that hangs is a failure


class OddArgs(Args):
    """How it goes wrong."""

    how: str = ""


def odd(act: ActionContext, args: OddArgs) -> None:
    """Something changes in memory; then it is written, or drawn, and refused or broken, or not."""
    act.cycle.title = f"Odd {args.how}"
    act.cycle.outages.append(["odd", "odd"])
    ledger_of(act).grant("ada", "Chip", 7)
    if args.how == "write":
        Balance.objects.create(cycle=act.cycle, holder="eve", item="Chip", amount=1)
    if args.how == "draw":
        act.chance.below(6, "die", "to be seen")
    if args.how == "row":
        raise IntegrityError("one row too many")
    if args.how == "away":
        raise OperationalError("gone")
    if args.how:
        raise Refused("odd", "This is odd.", "R0")
    act.cycle.title = "Even"


@pytest.fixture(autouse=True)
def odd_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are acts that go wrong."""
    monkeypatch.setattr(actions, "_actions", dict(actions._actions))
    actions.register_actions(
        Action(name="odd", channel="games", title="Odd", summary="S", rule="L0", args=OddArgs, run=odd)
    )


def turn(hall: Hall, name: str, action: str, key: str | None = None, **args: Any) -> PendingCommand:
    """An act that waits."""
    known = action_named(action, hall.cycle.law)
    return PendingCommand(IdempotentRequest(hall.slug, hall.actor(name), known, known.read(args), key))


def perform_together(turns: list[PendingCommand]) -> None:
    """All that wait, as a leader performs them: those who have to try it alone do, each in their turn."""
    act_stages.perform_batch(turns)
    for each in turns:
        if each.performed is None and each.error is None:
            try:
                each.performed = perform_alone(each.sent)
            except Refusal as refusal:
                each.error = refusal


def said(hall: Hall) -> list[tuple[Any, ...]]:
    """What the journal says, without ids and digests."""
    return list(hall.cycle.entries.order_by("seq").values_list("seq", "actor", "action", "args", "words", "events"))


def test_acts_of_a_burst_share_a_transaction_and_each_has_its_own_entry(cast: Hall) -> None:
    """One lock, one saved cycle; entries in the order in which they came, each with its key of the chain."""
    turns = [turn(cast, name, "buy", offer=PACK) for name in ("ada", "bob", "ada")]
    before = cast.cycle.seq
    with CaptureQueriesContext(connection) as queries:
        act_stages.perform_batch(turns)
    sent = [query["sql"] for query in queries]
    assert sum('UPDATE "cycles_cycle"' in sql for sql in sent) == 1
    assert sum('INSERT INTO "cycles_entry"' in sql for sql in sent) < 3
    entries = [each.performed.entry for each in turns if each.performed]
    assert [(entry.seq, entry.actor) for entry in entries] == [
        (before + 1, "ada"),
        (before + 2, "bob"),
        (before + 3, "ada"),
    ]
    assert [Entry.objects.get(pk=entry.pk).digest for entry in entries] == [entry.digest for entry in entries]
    assert cast.has("ada", PACK) == 2
    cast.is_sound()


@pytest.mark.parametrize("how", ["ledger", "write", "draw", "row"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_goes_wrong_in_a_burst_goes_wrong_for_one_alone(cast: Hall, how: str, place: int) -> None:
    """First, in the midst or last; refused before or after a row was written, failed after a draw, or broken."""
    title = cast.cycle.title
    turns = [turn(cast, "ada", "buy", offer=PACK), turn(cast, "bob", "buy", offer=PACK)]
    wrong = turn(cast, "eve", "odd", how=how)
    turns.insert(place, wrong)
    if how == "row":
        act_stages.perform_batch(turns)
        assert [each.performed or each.error for each in turns] == [None] * 3
        assert cast.cycle.title == title
        return
    perform_together(turns)
    if how == "draw":
        assert wrong.performed is not None
        assert wrong.performed.entry.failure is not None
    else:
        assert isinstance(wrong.error, Refused)
        assert "odd" not in [row[2] for row in said(cast)]
    assert (cast.has("ada", PACK), cast.has("bob", PACK), cast.has("ada", "Chip")) == (1, 1, 0)
    assert (cast.cycle.title, cast.cycle.outages) == (title, [])
    assert not Balance.objects.filter(holder="eve", item="Chip").exists()
    cast.is_sound()


def test_what_is_refused_before_it_changed_anything_undoes_nothing_of_the_others(cast: Hall) -> None:
    """The burst goes on without it, and none of its callbacks is left."""
    called = turn(cast, "ada", "odd", how="ledger")
    turns = [turn(cast, "ada", "buy", offer=PACK), called, turn(cast, "bob", "buy", offer=PACK)]
    act_stages.perform_batch(turns)
    assert [type(each.performed or each.error).__name__ for each in turns] == [
        "PerformedAct",
        "Refused",
        "PerformedAct",
    ]


def test_where_the_database_goes_away_nobody_tries_again(cast: Hall) -> None:
    """The commit may have come about: each caller hears of it, and knows by their key."""
    turns = [turn(cast, "ada", "buy", offer=PACK), turn(cast, "bob", "odd", how="away")]
    with cast.nothing_changes():
        act_stages.perform_batch(turns)
    assert [type(each.error) for each in turns] == [OperationalError] * 2
    assert [each.performed for each in turns] == [None, None]


def test_a_key_that_came_before_answers_again_within_a_burst(cast: Hall) -> None:
    """The same act gets its entry, another act is refused, and neither keeps the others from theirs."""
    first = perform(cast.slug, cast.actor("ada"), "buy", {"offer": PACK}, idempotency_key="k")
    turns = [
        turn(cast, "ada", "buy", "k", offer=PACK),
        turn(cast, "ada", "buy", "k", offer=PACK, count=2),
        turn(cast, "bob", "buy", "k", offer=PACK),
    ]
    act_stages.perform_batch(turns)
    again, reused, other = turns
    assert again.performed is not None
    assert again.performed.is_repeated
    assert again.performed.entry.seq == first.entry.seq
    assert isinstance(reused.error, KeyReused)
    assert other.performed is not None
    assert not other.performed.is_repeated
    assert cast.has("ada", PACK) == 1
    cast.is_sound()


def test_a_burst_of_any_length_asks_once_about_all_its_keys(cast: Hall) -> None:
    """About that of its first act as it takes the lock."""
    for length in (1, 2, group_commit.MAX_BATCH):
        cast.grant("ada", "Vertebra", 100)
        turns = [turn(cast, "ada", "buy", f"{length} {number}", offer=PACK) for number in range(length)]
        with CaptureQueriesContext(connection) as queries:
            act_stages.perform_batch(turns)
        asking = [query["sql"] for query in queries if '"mark" IN' in query["sql"] or '"mark" =' in query["sql"]]
        assert len(asking) == min(length, 2)


def test_the_same_act_sent_twice_waits_for_its_own_answer(cast: Hall) -> None:
    """Only one of them goes into a burst; acts without a key are never the same. Bursts are bounded."""
    twice = [turn(cast, "ada", "buy", "k", offer=PACK) for _ in range(2)]
    others = [turn(cast, "ada", "buy", offer=PACK) for _ in range(group_commit.MAX_BATCH)]
    queue, together, taken = deque(map(group_commit._Turn, [*twice, *others[:2]])), [], []
    group_commit._take(queue, together, taken)
    assert together == [twice[0], *others[:2]]
    queue.extend(map(group_commit._Turn, others[2:]))
    group_commit._take(queue, together, taken)
    assert together == [twice[0], *others[:-1]] == [waiting.command for waiting in taken]
    assert [waiting.command for waiting in queue] == [twice[1], others[-1]]


def test_who_comes_while_the_lock_is_waited_for_goes_along(cast: Hall) -> None:
    """Another process had the cycle meanwhile; each gets their answer, in the order in which they came."""
    turns = [turn(cast, "ada", "buy", offer=PACK), turn(cast, "bob", "buy", offer=PACK)]
    together = turns[:1]
    act_stages.perform_batch(together, lambda: together.extend(turns[1:]))
    seen = [each.performed.entry.seq for each in turns if each.performed]
    assert seen == [cast.cycle.seq - 1, cast.cycle.seq]
    cast.is_sound()


def test_what_is_due_is_settled_before_and_then_each_acts_alone(cast: Hall) -> None:
    """A burst never steps over a boundary of phases."""
    turns = [turn(cast, "ada", "buy", offer=PACK), turn(cast, "bob", "buy", offer=PACK)]
    cast.clock.wait(days=3, hours=1)
    act_stages.perform_batch(turns)
    assert [each.performed or each.error for each in turns] == [None, None]
    assert cast.cycle.phase == 0
    perform_together(turns)
    assert cast.cycle.phase == 1
    cast.is_sound()


ACTS = st.sampled_from(
    [
        ("buy", {"offer": PACK}),
        ("buy", {"offer": PACK, "count": 9}),
        ("open-pack", {"pack": PACK}),
        ("gift", {"to": "bob"}),
        ("odd", {"how": ""}),
        ("odd", {"how": "ledger"}),
        ("odd", {"how": "write"}),
        ("odd", {"how": "draw"}),
    ]
)


class _TakenBack(Exception):
    """An example leaves nothing."""


def comes_of(hall: Hall, play: Callable[[], list[str]]) -> tuple[Any, ...]:
    """What an example gives: answers, digests of the journal and of the state. It leaves nothing."""
    found: tuple[Any, ...] = ()
    with suppress(_TakenBack), transaction.atomic():
        answers = play()
        cycle = hall.cycle
        digests = list(cycle.entries.order_by("seq").values_list("digest", flat=True))
        found = answers, digests, digest_of(state_of(cycle)), discrepancies(cycle.pk)
        raise _TakenBack
    return found


def answer(action: Callable[[], PerformedAct | None]) -> str:
    """How it went for whoever asked."""
    try:
        action()
    except Refusal as refusal:
        return f"{type(refusal).__name__}: {refusal.detail}"
    return "performed"


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    acts=st.lists(st.tuples(st.sampled_from(["ada", "bob", "eve"]), ACTS), min_size=2, max_size=7),
    most=st.integers(2, 7),
)
def test_any_acts_in_bursts_of_any_length_give_the_journal_of_one_by_one(
    cast: Hall, acts: list[tuple[str, tuple[str, dict[str, Any]]]], most: int
) -> None:
    """The same answers, entry by entry the same digests, and the same state."""
    give_the_same_in_bursts(cast, acts, most)


def give_the_same_in_bursts(hall: Hall, acts: list[tuple[str, tuple[str, dict[str, Any]]]], most: int) -> None:
    """Acts in bursts of so many at most give what they give one by one."""

    def in_bursts() -> list[str]:
        answers: list[str] = []
        for start in range(0, len(acts), most):
            turns = [turn(hall, name, action, **args) for name, (action, args) in acts[start : start + most]]
            act_stages.perform_batch(turns)
            answers += [answer(lambda each=each: _outcome(each)) for each in turns]  # type: ignore[misc]
        return answers

    def one_by_one() -> list[str]:
        sent = [turn(hall, name, action, **args).sent for name, (action, args) in acts]
        return [answer(lambda each=each: perform_alone(each)) for each in sent]  # type: ignore[misc]

    assert comes_of(hall, in_bursts) == comes_of(hall, one_by_one)


def _outcome(each: PendingCommand) -> PerformedAct | None:
    if each.error is not None:
        raise each.error
    return each.performed or perform_alone(each.sent)


def test_whoever_waits_is_called_and_leads_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten threads at one cycle: one leads at a time, what came meanwhile goes together, nobody is left waiting."""
    at_work, most_at_work, lengths = [0], [0], []
    begun, gate = threading.Event(), threading.Event()

    def perform_slowly(turns: list[PendingCommand], join: Callable[[], None]) -> None:
        at_work[0] += 1
        most_at_work[0] = max(most_at_work[0], at_work[0])
        begun.set()
        if not gate.is_set():  # the first one waits for the lock, and so long others come
            assert gate.wait(PATIENCE)
            join()
        lengths.append(len(turns))
        for each in turns:
            each.error = KeyReused("seen")
        at_work[0] -= 1

    turns = [PendingCommand(IdempotentRequest("hall", SYSTEM, None, None, None)) for _ in range(10)]  # type: ignore[arg-type]
    monkeypatch.setattr(group_commit, "perform_batch", perform_slowly)
    threads = [threading.Thread(target=group_commit.perform_in_turn, args=(each,)) for each in turns]
    threads[0].start()
    assert begun.wait(PATIENCE)
    for thread in threads[1:]:
        thread.start()
    while len(group_commit._queues["hall"]) < 9:
        time.sleep(0.001)
    gate.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert [type(each.error) for each in turns] == [KeyReused] * 10
    assert most_at_work == [1]
    assert lengths == [10]
    assert group_commit._queues == {}
