"""The journal is a chain: each entry's digest covers the one before it and all it says, and its id follows from it."""

import hashlib
import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from nomic.chance.draw_source import Source
from nomic.cycles.actions import context
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, NoArgs, action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.journal import hash_chain
from nomic.cycles.journal.append import ReplaySource, apply_act
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.deadlines import Rank, schedule
from nomic.cycles.sealed_arguments import commitment
from nomic.law.models import Revision
from tests.support.counted_queries import statements
from tests.support.hall import BATTLE, START, WEEK, Hall, OpenCycle


def sha(data: Any) -> str:
    """The digest as anybody can compute it of data without odd numbers."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def links(cycle: Cycle) -> list[str]:
    """The digests of a cycle's first link and entries, computed from what the database holds."""
    first = Revision.objects.get(book=cycle.book_id, number=0).document
    heads = [hash_chain.digest(hash_chain.first_link(first, cycle.starts_at))]
    for entry in Entry.objects.filter(cycle=cycle).order_by("seq"):
        heads.append(hash_chain.digest(hash_chain.link_of(entry, entry.draws, heads[-1])))
    return heads


@pytest.fixture
def lived(cast: Hall) -> Hall:
    """Two phases with draws, a correction, amounts with a fraction and words beyond ASCII."""
    cast.grant("ada", "Handy Pack")
    cast.do("ada", "open-pack", pack="Handy Pack")
    cast.do("ada", "submit-proposal", title="Ünïcode", text="½ 𝔸", amendments=[])
    cast.to(BATTLE)
    cast.grant("bob", "Handy Pack")
    cast.do("bob", "open-pack", pack="Handy Pack")
    cast.to(WEEK)
    return cast


def test_every_digest_follows_from_what_the_database_holds(lived: Hall) -> None:
    """From the law that the cycle began under to the head, which the cycle's own row repeats."""
    recorded = [entry.digest for entry in lived.entries()]
    assert links(lived.cycle)[1:] == recorded
    assert lived.cycle.head == recorded[-1]
    assert len(set(recorded)) == len(recorded)


def test_a_digest_can_be_computed_with_what_every_language_has(hall: Hall) -> None:
    """The SHA-256 of sorted JSON without blanks: here of the first two links, written out."""
    (entry,) = hall.entries()
    starts_at = START.isoformat().replace("+00:00", "Z")
    first = {"scheme": "nomic-chain-1", "law": sha(hall.cycle.law.document), "starts_at": starts_at}
    first_head = sha(first)
    key = sha(["nomic-chain-1", first_head, "system", "", "begin-cycle"])[:32]
    assert entry.key == key
    link = {
        "before": first_head,
        "seq": 1,
        "key": key,
        "at": starts_at,
        "actor_kind": "system",
        "actor": "",
        "action": "begin-cycle",
        "args": {},
        "sealed": [],
        "revision": 0,
        "phase": 0,
        "words": entry.words,
        "events": entry.events,
        "draws": [],
    }
    assert entry.digest == sha(link) == hall.cycle.head


def test_R17_an_id_follows_from_the_head_before_it_actor_and_action(lived: Hall) -> None:
    """From nothing else: whoever knows a seed finds no other dice by wording an act differently or waiting."""
    heads = links(lived.cycle)
    for before, entry in zip(heads, lived.entries(), strict=False):
        assert entry.key == hash_chain.entry_id(before, entry.actor_kind, entry.actor, entry.action)


@pytest.mark.parametrize("other", [{"text": "Other words."}, {"title": "Another"}])
def test_R17_an_act_worded_otherwise_or_later_has_the_same_id(cast: Hall, other: dict[str, str]) -> None:
    """And so the same dice, as long as nothing else comes between."""

    def key(**words: str) -> str:
        with transaction.atomic():
            entry = cast.do("ada", "submit-proposal", **{"title": "A", "text": "B", "amendments": []} | words)
            transaction.set_rollback(True)
        return entry.key

    first = key()
    assert key(**other) == first
    cast.clock.wait(minutes=3)
    assert key(**other) == key() == first


def test_R17_another_actor_or_action_has_another_id() -> None:
    """And a fork's own entry another one than its original's."""
    head = "0" * 64
    whose = [
        hash_chain.entry_id(head, "person", "ada", "vote"),
        hash_chain.entry_id(head, "admin", "ada", "vote"),
        hash_chain.entry_id(head, "person", "bob", "vote"),
        hash_chain.entry_id(head, "person", "ada", "move"),
        hash_chain.entry_id("1" * 64, "person", "ada", "vote"),
        hash_chain.entry_id(head, "person", "ada", "vote", branch="a fork"),
    ]
    assert len(set(whose)) == len(whose)


def test_the_chain_costs_no_query(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The head stands in the row that every act locks, reads and writes back anyway."""

    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as found:
            cast.grant("ada", "Vertebra", 1)
            cast.to(cast.cycle.phase_ends_at)
        return [sql.partition(" ")[0] for sql in statements(found)]

    asked()
    with_chain = asked()
    numbers: Iterator[int] = iter(range(10**6))
    monkeypatch.setattr(hash_chain, "digest", lambda link: f"{next(numbers):064x}")
    monkeypatch.setattr(hash_chain, "entry_id", lambda *who, **more: f"{next(numbers):032x}")
    assert asked() == with_chain


def test_a_replay_has_the_very_same_digests(lived: Hall) -> None:
    """Entry by entry, and the head."""
    replayed = replay_journal(lived.cycle)
    assert replayed.same
    copies = replayed.fork.entries.order_by("seq")
    assert [entry.digest for entry in copies] == [entry.digest for entry in lived.entries()]
    assert Cycle.objects.get(pk=replayed.fork.pk).head == lived.cycle.head
    discard_fork(replayed.fork)


def test_a_forks_own_entry_follows_from_the_forks_chain_and_is_not_the_originals(lived: Hall) -> None:
    """The same act at the same head has another id there, and draws by another seed."""
    replayed = replay_journal(lived.cycle)
    fork, action = replayed.fork, action_named("gift", lived.cycle.law)
    args = action.read({"to": "ada"})
    before = fork.head
    mine = apply_act(fork, action, args, lived.actor("bob"), lived.clock.now, ReplaySource(seed=fork.fork_seed))
    theirs = lived.do("bob", "gift", to="ada")
    branch = hashlib.sha256(bytes.fromhex(fork.fork_seed)).hexdigest()
    assert mine.key == hash_chain.entry_id(before, "person", "bob", "gift", branch=branch)
    assert theirs.key == hash_chain.entry_id(before, "person", "bob", "gift") != mine.key
    assert fork.head == mine.digest != theirs.digest
    discard_fork(fork)


def test_two_cycles_that_begin_alike_part_at_once(open_cycle: OpenCycle) -> None:
    """Their seeds are committed to in the first entry."""
    one, two = open_cycle(slug="one"), open_cycle(slug="two")
    assert links(one.cycle)[0] == links(two.cycle)[0]
    assert one.cycle.head != two.cycle.head


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def given_back(data: Any) -> Any:
    """Data as PostgreSQL gives it back: numbers without an exponent, no negative nought."""
    return json.loads(json.dumps(data), parse_float=_plain)


def _plain(text: str) -> Any:
    plain = format(Decimal(text), "f")
    return json.loads("0.0" if not Decimal(text) else plain)


@given(JSON)
def test_what_is_digested_is_alike_before_and_after_any_database(data: Any) -> None:
    """Numbers come back written in other ways, and mean the same."""
    assert (
        hash_chain.written(data)
        == hash_chain.written(json.loads(json.dumps(data)))
        == hash_chain.written(given_back(data))
    )


@given(JSON)
def test_what_is_digested_holds_only_numbers_that_every_language_reads(data: Any) -> None:
    """So anybody writes it again as it was, whatever the language; and different data are written differently."""
    text = hash_chain.written(data)
    numbers: list[str] = []

    def seen(number: str) -> int:
        numbers.append(number)
        return int(number)

    again = json.loads(text, parse_float=lambda number: pytest.fail(number), parse_int=seen)
    assert all(len(number.lstrip("-")) <= 15 for number in numbers)
    assert json.dumps(again, sort_keys=True, separators=(",", ":")) == text


@pytest.mark.parametrize("data", [float("nan"), float("inf"), {"a": [float("-inf")]}])
def test_what_is_no_number_is_not_digested(data: Any) -> None:
    with pytest.raises(ValueError, match="no number"):
        hash_chain.written(data)


# ── what is sealed


def hide(act: ActionContext, args: NoArgs) -> None:
    """Seal what comes to mind."""
    act.commit_secret("what", act.aside("mind").below(1000, "thought", "what to hide"))


def ask(act: ActionContext, args: NoArgs) -> None:
    """Have the system hide something in the very next entry."""
    schedule(act.cycle, "hide", at=act.at, rank=Rank.AT_ONCE, action="hide", args={})


@pytest.fixture
def hiding(cast: Hall) -> Iterator[Callable[[], Entry]]:
    """Have the system seal something in an entry of its own."""
    known = dict(actions._actions)
    more = {"title": "Hide", "summary": "Hide.", "rule": "R0"}
    actions.register_actions(Action(name="hide", channel="system", args=NoArgs, run=hide, **more))
    actions.register_actions(Action(name="ask", channel="games", args=NoArgs, run=ask, **more))

    def once() -> Entry:
        cast.do("ada", "ask")
        return cast.entries("hide")[-1]

    yield once
    actions._actions.clear()
    actions._actions.update(known)


def test_what_the_system_seals_does_not_follow_from_the_phases_seed(
    cast: Hall, hiding: Callable[[], Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the salt nor what it thought: when the phase is over, whoever has its seed finds neither."""
    monkeypatch.setattr(context, "new_salt", lambda: "5a" * 16)
    entry = hiding()
    sealed = entry.sealed["what"]
    thought = Source(cast.cycle.own_seed, f"{entry.key} mind").below(1000, "thought", "")
    assert sealed == {"value": thought, "salt": "5a" * 16}
    assert entry.args["what"] == {"commitment": commitment(thought, "5a" * 16)}


def test_a_replay_takes_the_salts_that_were_recorded(cast: Hall, hiding: Callable[[], Entry]) -> None:
    """Of what the system sealed, too: commitments are the same, and so is the chain."""
    hiding()
    cast.to(BATTLE)
    hiding()
    cast.is_sound()


def test_no_two_cycles_think_alike(open_cycle: OpenCycle) -> None:
    """What a bot thinks follows from a seed of its cycle that nobody ever sees, and that a fork has, too."""
    one, two = open_cycle(slug="one").cycle, open_cycle(slug="two").cycle
    thoughts = [
        ActionContext(cycle, action_named("buy"), SYSTEM, START, "0" * 32).aside("bot").below(2**60, "x", "")
        for cycle in (one, two)
    ]
    assert thoughts[0] != thoughts[1]
    replayed = replay_journal(one)
    assert replayed.fork.own_seed == one.own_seed != ""
    discard_fork(replayed.fork)
