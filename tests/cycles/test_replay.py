"""The journal is the cycle: replaying it into an empty fork gives the same state (idea 3)."""

from contextlib import nullcontext
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from nomic.accounts.lifecycle.account_deletion import delete_account
from nomic.accounts.models import Person
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.history import replay as replaying
from nomic.cycles.history.replay import Replayed, discard_fork, replay_journal
from nomic.cycles.journal.append import lock_cycle, save_cycle
from nomic.cycles.models import Cycle, Deadline, Entry, PhaseSeed
from nomic.cycles.schedule.settle import settle_all, settle_locked
from nomic.cycles.state_digest import digest_of, state_of
from nomic.inventory.models import Balance, Card
from nomic.law.models import Book, Revision
from nomic.players.models import Player
from nomic.proposals.models import Vote
from tests.support.acts_count_as_committed import committed_at_once
from tests.support.counted_queries import statements
from tests.support.database_tampering import change_draw
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall

PRICE = "/shop/offers/Chip/costs/Vertebra"


def live(cast: Hall) -> None:
    """Three phases with every kind of entry: acts, deadlines, corrections, enactments, a leaver."""
    cast.do("ada", "buy", offer="Handy Pack")
    cast.do("ada", "open-pack", pack="Handy Pack")
    enacted = cast.propose("ada", {"op": "replace", "path": PRICE, "value": 3})
    by_hand = cast.propose("bob", {"op": "replace", "path": PRICE, "value": 4})
    cast.propose("bob", **{"class": "urgent"})
    edited = cast.propose("eve")
    cast.do("eve", "edit-proposal", proposal=edited, title="B", text="b")
    cast.vote(enacted, ada="for", bob="unclear", eve="for")
    cast.vote(by_hand, ada="for")
    burnable = next(card for card in cast.cards("ada") if "Adamantine" not in card.modifier_names)
    cast.do("ada", "burn-card", card=burnable.code)
    cast.clock.to(BATTLE + HOUR)
    cast.join("zoe")
    cast.clock.to(WEEK + HOUR)
    cast.do("bob", "gift", to="ada")
    cast.do("ada", "open-pack", pack="Already-opened Pack")
    price = [{"op": "replace", "path": PRICE, "value": 9}]
    cast.do(ADMIN, "enact-by-hand", proposal=by_hand, amendments=price, reason="adapted")
    cast.do("ada", "declare-reputable", player="zoe")
    cast.do("eve", "declare-reputable", player="zoe")
    cast.do(ADMIN, "appoint-judge", player="eve", reason="elected")
    cast.do(ADMIN, "set-good-luck", player="eve", lucky=True, reason="a hole")
    cast.do("bob", "leave")


@pytest.fixture
def lived(cast: Hall) -> Hall:
    """Cycle 16 after those phases."""
    cast.once("lived for three phases", lambda: live(cast))
    return cast


@pytest.fixture
def again(lived: Hall) -> Any:
    """Replay the cycle; the forks are removed at the end."""
    forks = []

    def run() -> Replayed:
        replayed = replay_journal(lived.cycle)
        forks.append(replayed.fork)
        return replayed

    yield run
    for fork in forks:
        discard_fork(fork)


def test_a_replay_equals_the_original_to_the_byte_of_its_digest(lived: Hall, again: Any) -> None:
    """Every entry, every draw, every balance and card, the law and what is due."""
    replayed = again()
    assert replayed.difference == ""
    assert replayed.digest == replayed.original_digest == lived.digest
    assert replayed.entries == lived.cycle.seq
    assert replayed.same


def test_a_replay_leaves_the_original_alone(lived: Hall, again: Any) -> None:
    """Not a row of it changes."""

    def rows() -> list[Any]:
        kinds: list[Any] = [Entry, Deadline, PhaseSeed, Player, Balance, Card]
        found = [list(kind.objects.filter(cycle=lived.pk).order_by("pk").values()) for kind in kinds]
        return [
            Cycle.objects.filter(pk=lived.pk).values().get(),
            *found,
            list(Revision.objects.filter(book=book).values()),
        ]

    book = lived.cycle.book_id
    before = rows()
    again()
    assert rows() == before


def test_a_replay_works_in_transactions_of_bounded_size(lived: Hall, again: Any, monkeypatch) -> None:
    """With three acts at a time it gives the same."""
    monkeypatch.setattr(replaying, "CHUNK", 3)
    assert again().same


def test_a_piece_of_a_replay_knows_what_the_one_before_knew(lived: Hall, again: Any, monkeypatch) -> None:
    """And it gives the same, with fewer questions."""
    monkeypatch.setattr(replaying, "CHUNK", 3)
    asked = []
    for pieces in (nullcontext(), committed_at_once()):
        with pieces, CaptureQueriesContext(connection) as queries:
            assert again().same
        asked.append(len([sql for sql in statements(queries) if sql.startswith("SELECT")]))
    assert asked[1] < asked[0]


def test_a_replay_of_a_cycle_that_just_began_is_its_first_entry(hall: Hall) -> None:
    """Nothing happened, and nothing is different."""
    hall.is_sound()
    assert hall.cycle.seq == 1


def test_a_replay_of_a_cycle_with_overdue_deadlines_stands_where_the_journal_ends(lived: Hall, again: Any) -> None:
    """What nobody has settled yet has not happened."""
    lived.clock.to(WEEK + 30 * DAY)
    replayed = again()
    assert replayed.same
    assert replayed.fork.seq == lived.cycle.seq
    assert replayed.fork.phase == 2


def test_a_replay_of_a_journal_that_stops_between_two_deadlines_of_one_instant(lived: Hall, again: Any) -> None:
    """Settled in steps of one, stopped in the middle of a boundary."""
    lived.propose("ada")
    lived.propose("eve")
    lived.clock.to(START + 30 * DAY)
    cycle = lock_cycle(lived.slug)
    for _ in range(3):
        settle_locked(cycle, cycle.now(), most=1)
    save_cycle(cycle)
    assert lived.cycle.due_at is not None
    assert lived.cycle.due_at <= lived.clock.now
    assert again().same


def test_a_practice_cycles_clock_is_replayed_too(open_cycle) -> None:
    """A replay advances the clock as it was advanced, to the microsecond."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    for minutes in (1, 7, 60 * 24 * 3):
        hall.clock.wait(seconds=1.234567)
        hall.do("ada", "advance-clock", minutes=minutes)
        hall.do("ada", "advance-clock", to_next_phase=True)
    hall.is_sound()


def test_what_people_are_now_does_not_matter_to_a_replay(lived: Hall, again: Any) -> None:
    """Who acted as an admin did, even if they are none any more; a deleted account still played."""
    Person.objects.filter(username=ADMIN).update(is_staff=False, is_superuser=False)
    delete_account(Person.objects.get(username="ada"), leaves=False)
    assert again().same


TAMPERINGS = {
    "a word": lambda pk: Entry.objects.filter(cycle=pk, action="buy").update(words=["ada buys nothing."]),
    "an argument": lambda pk: Entry.objects.filter(cycle=pk, action="buy").update(
        args={"offer": "Already-opened Pack", "count": 2}
    ),
    "an actor": lambda pk: Entry.objects.filter(cycle=pk, action="set-good-luck").update(actor="eve"),
    "an id": lambda pk: Entry.objects.filter(cycle=pk, action="open-pack", phase=0).update(key="f" * 32),
    "a draw": lambda pk: change_draw(Entry.objects.filter(cycle=pk, action="open-pack").earliest("seq")),
    "an instant": lambda pk: Entry.objects.filter(cycle=pk, action="vote", actor="eve").update(at=START + HOUR),
    "a balance": lambda pk: Balance.objects.filter(cycle=pk, holder="eve", item="Vertebra").update(amount=99),
    "a card": lambda pk: Card.objects.filter(cycle=pk, holder="ada").update(own_suits=["Stars"]),
    "a player": lambda pk: Player.objects.filter(cycle=pk, name="zoe").update(reputable_since=START),
    "a vote": lambda pk: Vote.objects.filter(proposal__cycle=pk, name="eve").update(vote="against"),
    "a deadline": lambda pk: Deadline.objects.filter(cycle=pk).update(at=WEEK + 5 * DAY),
    "the phase": lambda pk: Cycle.objects.filter(pk=pk).update(phase=7),
    "a seed": lambda pk: PhaseSeed.objects.filter(cycle=pk, phase=0).update(seed="ab" * 32),
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_whatever_was_changed_behind_the_journals_back_is_found(lived: Hall, what: str) -> None:
    """An entry that was rewritten no longer leads to the state; a state that was rewritten does not follow."""
    assert TAMPERINGS[what](lived.pk)
    try:
        replayed = replay_journal(lived.cycle)
    except (Refused, BadArguments):
        return  # a journal that cannot even be performed
    assert not replayed.same
    assert replayed.difference


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_changed_law_is_found(lived: Hall, number: int) -> None:
    """Somebody edits the document of a revision in the database, the one in force or one that is past."""
    revision = Revision.objects.get(book=lived.cycle.book_id, number=number)
    revision.document["duels"]["per_phase"] = 11
    original = lived.digest
    Revision.objects.filter(pk=revision.pk).update(document=revision.document)
    assert lived.digest != original
    if number:  # the first is where a replay begins; its digest in a backup tells
        replayed = replay_journal(lived.cycle)
        assert replayed.difference == "the state differs in: law"
        discard_fork(replayed.fork)


def test_a_difference_names_the_first_entry_that_differs(lived: Hall, again: Any) -> None:
    """With its number and action in both."""
    TAMPERINGS["a word"](lived.pk)
    entry = lived.entries("buy")[0]
    assert again().difference == f"entry {entry.seq} (buy) differs from the fork's {entry.seq} (buy)"


def say_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is replaced by one that says everything in other words."""
    monkeypatch.setattr(ActionContext, "message", lambda act, sentence: act.words.append(f"So it was: {sentence}"))


def test_a_program_that_says_it_in_other_words_changes_no_history(lived: Hall, again: Any, monkeypatch) -> None:
    """The fork has the words that the journal has, from the first entry on, and the chain that covers them."""
    say_otherwise(monkeypatch)
    replayed = again()
    assert replayed.difference == ""
    assert replayed.same
    lived.do("ada", "buy", offer="Already-opened Pack")
    assert lived.cycle.entries.latest("seq").words[0].startswith("So it was: ")
    assert again().same


def test_other_words_hide_no_other_difference(lived: Hall, again: Any, monkeypatch) -> None:
    """Neither words that somebody changed in the journal, nor an act that now does something else."""
    say_otherwise(monkeypatch)
    entry = lived.entries("buy")[0]
    Entry.objects.filter(pk=entry.pk).update(events=[])
    assert again().difference == f"entry {entry.seq} (buy) differs from the fork's {entry.seq} (buy)"
    Entry.objects.filter(pk=entry.pk).update(events=entry.events, words=["ada buys nothing."])
    assert again().difference == f"entry {entry.seq} (buy) differs from the fork's {entry.seq} (buy)"


def test_the_command_says_that_a_replay_equals_and_keeps_no_fork(lived: Hall, capsys) -> None:
    """`manage.py replay CYCLE` says that both states are equal, and leaves no fork behind."""
    call_command("replay", lived.slug)
    said = capsys.readouterr().out
    assert f"original {lived.digest}\nfork     {lived.digest}\n" in said
    assert "The replay matches the original." in said
    assert Cycle.objects.count() == 1
    assert Book.objects.count() == 1


def test_the_command_fails_on_a_difference_and_on_an_unknown_cycle(lived: Hall) -> None:
    """`manage.py replay` ends with an error that says what differs, or which cycle is unknown."""
    TAMPERINGS["a balance"](lived.pk)
    with pytest.raises(CommandError, match="the state differs in: inventory"):
        call_command("replay", lived.slug)
    with pytest.raises(CommandError, match="there is no cycle 'nowhere'"):
        call_command("replay", "nowhere")


def test_forks_are_settled_by_nobody(lived: Hall, again: Any) -> None:
    """Settling all cycles, as beat does, leaves out the forks."""
    fork = again().fork
    lived.clock.to(START + 60 * DAY)
    settle_all()
    assert Cycle.objects.get(pk=fork.pk).phase == 2


def test_the_digest_does_not_depend_on_database_ids(lived: Hall, again: Any) -> None:
    """The fork's rows have other ids and the same digest."""
    fork = again().fork
    assert fork.pk != lived.pk
    assert digest_of(state_of(fork)) == lived.digest


@pytest.mark.parametrize("fails", [False, True])
def test_a_replay_is_one_unit_of_work_and_goes_act_by_act_if_that_fails(fails: bool, cast: Hall, monkeypatch) -> None:
    """Both give the same result. What fell due in the failed unit falls due again with the same dice."""
    cast.do("ada", "buy", offer="Handy Pack")
    cast.do("ada", "open-pack", pack="Handy Pack")
    cast.clock.wait(days=8)
    cast.do("bob", "gift", to="ada")
    repeat_all, calls = replaying._repeat_all, []

    def once_more(fork, acts, origin_of):
        calls.append(len(acts))
        done = repeat_all(fork, acts, origin_of)
        if fails and len(calls) == 1:
            raise ZeroDivisionError
        return done

    monkeypatch.setattr(replaying, "_repeat_all", once_more)
    replayed = replay_journal(cast.cycle)
    discard_fork(replayed.fork)
    assert replayed.same
    assert len(calls) == 1 + fails
