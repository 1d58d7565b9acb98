"""The one way in: who may act, what the journal keeps, idempotency keys, what a refusal leaves (ideas 3 and 4)."""

from typing import Any

import pytest

from nomic.cycles.actions.registry import Action, action_named, all_actions, register_actions
from nomic.cycles.commands.perform import perform
from nomic.cycles.creation import create_cycle
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import BadArguments, KeyReused, NoSuchAction, NoSuchCycle, NotAllowed, Refused
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.models import Cycle, Entry, short_code
from nomic.law.document.sections import LawInvalid
from nomic.law.document.templates import NoSuchTemplate
from nomic.law.models import AppendOnly
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall, bare_law

# The journal


def test_an_entry_says_who_did_what_when_under_which_law(cast: Hall) -> None:
    """And what it changed, in words and for programs."""
    cast.clock.to(BATTLE + HOUR)
    entry = cast.do("ada", "buy", offer="Handy Pack", count=1)
    kept = Entry.objects.get(pk=entry.pk)
    assert (kept.actor_kind, kept.actor, kept.action) == ("person", "ada", "buy")
    assert kept.args == {"offer": "Handy Pack", "count": 1}
    assert (kept.at, kept.phase, kept.revision) == (BATTLE + HOUR, 1, 0)
    assert kept.words == ["ada buys 1 Handy Pack for 12 Vertebrae."]
    assert kept.events == [{"kind": "bought", "player": "ada", "offer": "Handy Pack", "count": 1}]
    assert len(bytes.fromhex(kept.key)) == 16


def test_entries_are_numbered_without_a_gap_and_the_cycle_knows_the_last(cast: Hall) -> None:
    """1, 2, 3, …, also across refused acts and settled deadlines."""
    cast.refused("ada", "open-pack", "no-pack", pack="Handy Pack")
    cast.to(WEEK)
    cast.refused("ada", "open-pack", "no-pack", pack="Handy Pack")
    cast.do("ada", "buy", offer="Handy Pack")
    assert [entry.seq for entry in cast.entries()] == list(range(1, cast.cycle.seq + 1))
    assert len({entry.key for entry in cast.entries()}) == cast.cycle.seq


def test_an_entry_is_never_changed_or_deleted(cast: Hall) -> None:
    """The journal is appended to, and nothing else."""
    entry = cast.entries()[0]
    entry.words = ["It was otherwise."]
    with pytest.raises(AppendOnly):
        entry.save()
    with pytest.raises(AppendOnly):
        entry.delete()
    assert cast.entries()[0].words != ["It was otherwise."]


def test_a_proposal_is_named_by_its_code_in_the_journal(cast: Hall) -> None:
    """Its number would mean another proposal in a replay that leaves an earlier one out."""
    code = cast.propose("ada")
    assert cast.do("bob", "vote", proposal="1", vote="for").args == {"proposal": code, "vote": "for"}
    assert cast.do("ada", "withdraw-proposal", proposal="1").args == {"proposal": code}


def test_codes_come_from_the_entry_and_are_easy_to_read() -> None:
    """The same entry and label give the same code; no letter can be taken for a digit."""
    codes = [short_code("0" * 32, f"card {place}") for place in range(200)]
    assert codes == [short_code("0" * 32, f"card {place}") for place in range(200)]
    assert len(set(codes)) == 200
    assert {len(code) for code in codes} == {8}
    assert not set("ilou") & set("".join(codes))


# Who may act


def test_there_is_no_action_of_an_unknown_name(cast: Hall) -> None:
    """Nor can anybody perform the system's own."""
    for name in (
        "fly",
        "",
        "Join",
        "begin-phase",
        "become-reputable",
        "close-voting",
        "return-gift",
        "end-cycle",
        "x" * 999,
    ):
        for actor in ("ada", ADMIN):
            with cast.nothing_changes(), pytest.raises(NoSuchAction):
                perform(cast.slug, cast.actor(actor), name, {})


def test_there_is_no_action_where_the_law_lacks_its_section(open_cycle) -> None:
    """A cycle without a shop does not know buying."""
    hall = open_cycle(bare_law(), joined=("ada",))
    with hall.nothing_changes(), pytest.raises(NoSuchAction):
        perform(hall.slug, hall.actor("ada"), "buy", {"offer": "Chip"})


def test_who_has_not_signed_in_may_do_nothing(cast: Hall) -> None:
    """Every action is refused to a visitor without a log-in."""
    for action in all_actions():
        if not action.is_system:
            with cast.nothing_changes(), pytest.raises(NotAllowed):
                perform(cast.slug, Actor.nobody(), action.name, {})


def test_corrections_are_for_admins(cast: Hall) -> None:
    """Whoever else asks is not allowed, whatever the state of the game; and does not see them listed."""
    corrections = {action.name for action in all_actions() if action.is_admin}
    assert {"correct-grant", "correct-revoke", "enact-by-hand", "appoint-judge", "set-good-luck"} <= corrections
    for name in corrections:
        with cast.nothing_changes(), pytest.raises(NotAllowed):
            perform(cast.slug, cast.actor("ada"), name, {})
    assert not corrections & cast.can("ada").keys()
    # What wakes rules that rest is there where the law has rules that listen.
    assert corrections - {"wake-clause"} <= cast.can(ADMIN).keys()


def test_there_is_no_cycle_of_an_unknown_name(hall: Hall) -> None:
    """The name is said back, shortened."""
    with pytest.raises(NoSuchCycle, match="'nowhere'"):
        perform("nowhere", hall.actor("ada"), "join", {})


def test_nobody_acts_in_a_fork(cast: Hall) -> None:
    """A replay's fork is no cycle for people."""
    fork = replay_journal(cast.cycle).fork
    with pytest.raises(NoSuchCycle):
        perform(fork.slug, cast.actor("zoe"), "join", {})
    discard_fork(fork)
    assert not Cycle.objects.filter(fork_of=cast.pk).exists()


def test_only_a_fork_can_be_discarded(cast: Hall) -> None:
    """Discarding a cycle that people play in is refused."""
    with pytest.raises(ValueError, match="only a fork"):
        discard_fork(cast.cycle)


# Arguments


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({}, "offer"),
        ({"offer": None}, "offer"),
        ({"offer": 5}, "offer"),
        ({"offer": ["Chip"]}, "offer"),
        ({"offer": "Chip", "price": 1}, "price"),
        ({"offer": "Chip", "count": "2"}, "count"),
        ({"offer": "Chip", "count": 1.0}, "count"),
        ({"offer": "Chip", "count": True}, "count"),
        ({"offer": "Chip", "count": 0}, "count"),
        ({"offer": "Chip", "count": -5}, "count"),
        ({"offer": "Chip", "count": 10**6}, "count"),
        ({"offer": "Chip", "count": 10**400}, "count"),
        ({"offer": "Chip", "count": float("nan")}, "count"),
        ({"offer": "Chip", "count": float("inf")}, "count"),
        ({"offer": "Chip", "count": None}, "count"),
        ({"offer": "Chip", "\ud800": 1}, ""),
        ({"offer": "Chip", "\x00": 1}, "\ufffd"),
        ({"offer": "Chip", "x" * 10_000: 1}, "x" * 200),
        ([], ""),
        (None, ""),
        ("offer", ""),
        (7, ""),
    ],
)
def test_arguments_that_do_not_fit_are_refused_with_their_field(cast: Hall, args: Any, field: str) -> None:
    """Missing, unknown, of another type, out of bounds; the complaint can be shown and sent anywhere."""
    with cast.nothing_changes(), pytest.raises(BadArguments) as caught:
        perform(cast.slug, cast.actor("ada"), "buy", args)
    assert caught.value.errors[0].field == field
    caught.value.detail.encode()


def test_a_form_gives_the_same_arguments_as_strings(cast: Hall) -> None:
    """Numbers are read from their digits, and what is left empty is left out."""
    entry = perform(
        cast.slug, cast.actor("ada"), "buy", {"offer": "Already-opened Pack", "count": "2"}, is_form=True
    ).entry
    assert entry.args == {"offer": "Already-opened Pack", "count": 2}
    entry = perform(
        cast.slug, cast.actor("ada"), "buy", {"offer": "Already-opened Pack", "count": ""}, is_form=True
    ).entry
    assert entry.args == {"offer": "Already-opened Pack", "count": 1}
    with pytest.raises(BadArguments):
        perform(cast.slug, cast.actor("ada"), "buy", {"offer": "Already-opened Pack", "count": "two"}, is_form=True)


def test_what_is_unfit_is_told_before_whether_it_would_be_allowed(hall: Hall) -> None:
    """A visitor with bad arguments learns about the arguments."""
    hall.bad("ada", "buy", "offer")


# Idempotency keys


def again(hall: Hall, name: str, key: str, action: str = "buy", **args: Any) -> Any:
    return perform(hall.slug, hall.actor(name), action, args or {"offer": "Already-opened Pack"}, idempotency_key=key)


def test_the_same_key_and_arguments_give_the_first_answer_again(cast: Hall) -> None:
    """Nothing is bought twice, even in another phase."""
    first = again(cast, "ada", "k")
    cast.to(BATTLE)
    with cast.nothing_changes():
        second = again(cast, "ada", "k")
    assert (first.is_repeated, second.is_repeated) == (False, True)
    assert second.entry == first.entry
    assert cast.has("ada", "Already-opened Pack") == 1


def test_the_same_key_with_other_arguments_is_refused(cast: Hall) -> None:
    """A key that was used is refused with other arguments, and with another action."""
    again(cast, "ada", "k")
    with cast.nothing_changes(), pytest.raises(KeyReused):
        again(cast, "ada", "k", offer="Already-opened Pack", count=2)
    with cast.nothing_changes(), pytest.raises(KeyReused):
        again(cast, "ada", "k", "gift", to="bob")


def test_arguments_are_the_same_when_they_mean_the_same(cast: Hall) -> None:
    """A default that is spelled out is the default."""
    first = again(cast, "ada", "k", offer="Already-opened Pack")
    assert again(cast, "ada", "k", count=1, offer="Already-opened Pack").entry == first.entry


def test_a_key_is_a_persons_own(cast: Hall) -> None:
    """Two people may use the same, and one person in two cycles."""
    assert again(cast, "ada", "k").entry != again(cast, "bob", "k").entry


def test_a_refused_act_uses_no_key_up(cast: Hall) -> None:
    """Once it is possible, the same key performs it."""
    with pytest.raises(Refused):
        again(cast, "ada", "k", "open-pack", pack="Handy Pack")
    assert not Entry.objects.filter(mark__isnull=False).exists()
    cast.grant("ada", "Handy Pack")
    assert not again(cast, "ada", "k", "open-pack", pack="Handy Pack").is_repeated


@pytest.mark.parametrize("key", ["", "x" * 121, "a\x00b", "a\nb", "\ud800"])
def test_a_key_that_cannot_be_kept_is_refused(cast: Hall, key: str) -> None:
    """Empty, too long, or not printable."""
    with cast.nothing_changes(), pytest.raises(KeyReused, match="1 to 120"):
        again(cast, "ada", key)


def test_the_first_answer_is_given_again_after_the_cycle_has_ended(cast: Hall) -> None:
    """A client that lost the answer still learns it."""
    first = again(cast, "ada", "k")
    cast.grant("ada", "Chip", 10)
    assert again(cast, "ada", "k").entry == first.entry


# Practice cycles and their making


@pytest.fixture
def practice(open_cycle) -> Hall:
    """Ada's practice cycle, at the beginning of its first phase."""
    return open_cycle(practice=True, owner_name="ada", joined=("ada", "bob"))


def test_the_owner_advances_the_clock_by_minutes(practice: Hall) -> None:
    """And everything due on the way happens in order, each at its own instant."""
    code = practice.propose("ada")
    practice.do("ada", "advance-clock", minutes=60 * 24 * 8)
    assert practice.cycle.now() == START + 8 * DAY
    assert practice.actions()[-4:] == ["advance-clock", "begin-phase", "close-voting", "begin-phase"]
    assert [entry.at for entry in practice.entries()][-3:] == [BATTLE, WEEK, WEEK]
    assert practice.entries("close-voting")[0].args == {"proposal": code}
    practice.is_sound()


def test_the_owner_advances_the_clock_to_the_next_phase(practice: Hall) -> None:
    """The clock of a practice cycle stands at the very beginning of the next phase then."""
    practice.clock.wait(hours=5.5)
    practice.do("ada", "advance-clock", to_next_phase=True)
    assert practice.cycle.now() == BATTLE
    assert practice.cycle.phase == 1
    practice.clock.wait(minutes=1)
    practice.do("ada", "advance-clock", to_next_phase=True)
    assert practice.cycle.now() == WEEK
    practice.is_sound()


def test_the_owner_advances_the_clock_to_an_instant(practice: Hall) -> None:
    """The next deadline's, say; asked for twice it happens once, and neither the past nor the far future is reached."""
    practice.do("ada", "advance-clock", to="2024-01-02T12:30:00Z")
    assert practice.cycle.now() == START + DAY + 12 * HOUR + HOUR / 2
    practice.bad("ada", "advance-clock", "to", to="2024-01-02T12:30:00Z")
    practice.bad("ada", "advance-clock", "to", to="2023-01-01T00:00:00Z")
    practice.bad("ada", "advance-clock", "to", to="2025-01-01T00:00:00Z")
    practice.bad("ada", "advance-clock", "to", to="when it suits me")
    practice.bad("ada", "advance-clock", "", to="2024-01-03T00:00:00Z", minutes=5)
    practice.refused("bob", "advance-clock", "not-owner", to="2024-01-03T00:00:00Z")
    practice.is_sound()


def test_an_admin_may_advance_the_clock_too_and_others_may_not(practice: Hall) -> None:
    """The clock is its owner's."""
    practice.refused("bob", "advance-clock", "not-owner", "Practice", minutes=5)
    assert practice.do(ADMIN, "advance-clock", minutes=5).actor_kind == "admin"
    practice.is_sound()


def test_the_clock_of_a_real_cycle_stands_to_nobodys_order(cast: Hall) -> None:
    """Nobody advances the clock of a cycle that is not for practice, not even an admin."""
    cast.refused(ADMIN, "advance-clock", "not-practice", "Practice", minutes=5)


@pytest.mark.parametrize(
    "args",
    [{}, {"minutes": 0}, {"minutes": -5}, {"minutes": 10**9}, {"minutes": 5, "to_next_phase": True},
     {"to_next_phase": False}, {"minutes": 1.5}, {"minutes": None}, {"to_next_phase": "yes"}],
)  # fmt: skip
def test_the_clock_goes_forward_by_one_of_two_measures(practice: Hall, args: dict[str, Any]) -> None:
    """Minutes, or the next phase; never back, never by years."""
    practice.bad("ada", "advance-clock", "", **args)


def test_advancing_the_clock_is_no_act(practice: Hall) -> None:
    """R8: whoever advances the clock has not been active by it."""
    practice.do("ada", "advance-clock", to_next_phase=True)
    practice.do("ada", "advance-clock", minutes=5)
    assert practice.player("ada").last_act_phase == 0


def test_a_practice_cycle_starts_with_a_whole_round_before_the_newcomer(db: None, clock) -> None:
    """Opened on a Saturday, its own clock says Monday."""
    clock.to(START + 5 * DAY + 7 * HOUR)
    cycle = create_cycle("cycle-16", slug="mine", practice=True, owner_name="ada")
    assert cycle.now() == cycle.starts_at == START
    assert (cycle.phase_kind, cycle.published) == ("rest", False)


def test_a_cycle_is_made_from_any_template(db: None, clock) -> None:
    """Under the template's name unless another is given, published unless it is practice."""
    cycle = create_cycle("cycle-16")
    assert (cycle.slug, cycle.published, cycle.starts_at) == ("cycle-16", True, START)
    other = create_cycle("cycle-16", slug="cycle-17", title="Cycle  17", starts_at=WEEK)
    assert (other.title, other.law.document["cycle"]["title"], other.starts_at) == ("Cycle 17", "Cycle 17", WEEK)


def test_a_cycle_that_cannot_be_made_is_refused(db: None, clock) -> None:
    """An unknown template, a name that is taken or none, a title that is too long."""
    create_cycle("cycle-16")
    with pytest.raises(NoSuchTemplate):
        create_cycle("cycle-99")
    for slug in ("cycle-16", "a/b", "a~b", "A", "-", "x" * 61, "a b"):
        with pytest.raises(BadArguments):
            create_cycle("cycle-16", slug=slug)
    with pytest.raises((LawInvalid, ValueError)):
        create_cycle("cycle-16", slug="other", title="x" * 300)
    assert Cycle.objects.count() == 1


def test_R3_a_clock_that_steps_back_does_not_turn_the_journal_around(cast: Hall) -> None:
    """An act is never stamped before the entry that stands before it."""
    cast.clock.wait(hours=1)
    first = cast.do("ada", "leave")
    cast.clock.wait(minutes=-3)
    second = cast.do("bob", "leave")
    assert second.at == first.at
    assert [entry.at for entry in cast.entries()] == sorted(entry.at for entry in cast.entries())
    cast.is_sound()


# Declarations


def test_an_action_is_declared_once(db: None) -> None:
    """A second one of the same name is a mistake of the programmer."""
    with pytest.raises(ValueError, match="declared already"):
        register_actions(Action("join", "game-actions", "Join", "Again.", "R5", lambda act, args: None))


@pytest.mark.parametrize("action", all_actions(), ids=lambda action: action.name)
def test_every_action_says_what_it_is(action: Action) -> None:
    """A title, a summary that is a sentence, a rule, and a schema of closed objects."""
    assert action.title
    assert action.summary.endswith(".")
    assert action.rule
    assert action.schema()["additionalProperties"] is False
    assert action_named(action.name) is action


def test_corrections_have_a_reason(db: None) -> None:
    """Each of them, and it cannot be left out."""
    for action in all_actions():
        if action.is_admin:
            assert "reason" in action.schema()["required"], action.name
