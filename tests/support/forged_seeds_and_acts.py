"""Forged journals in which a phase has a seed of elsewhere, or a rewrite of history changes what an act says."""

import hashlib
from typing import Any

from nomic.chance.seeds import commitment
from nomic.cycles.journal import hash_chain
from tests.support.proofs import Proof
from tests.support.rewritten_journals import DIE, SEEDS, Book, Link, act, played, rerolled

OUTAGE = act("host", "record-outage", kind="admin", hour=7)


def one_seed_for_two_phases() -> Proof:
    """Phase 1 has the seed of phase 0, so everybody knows its dice as it begins."""
    return _with_seeds((SEEDS[0], SEEDS[0], SEEDS[2]))


def _with_seeds(seeds: tuple[str, ...]) -> Proof:
    """Two phases with these seeds and no dice; the newest phase has begun."""
    book = Book()
    book.add("", "begin-cycle", events=[{"kind": "cycle-began", "commitments": list(map(commitment, seeds[:2]))}])
    began = {"kind": "phase-began", "phase": 1, "revealed": seeds[0], "commitment": commitment(seeds[2])}
    book.add("", "begin-phase", events=[began])
    book.phase = 1
    proof = book.proof()
    rows = [{"phase": phase, "commitment": commitment(seed), "seed": None} for phase, seed in enumerate(seeds)]
    rows[0]["seed"] = seeds[0]
    return proof | {"phases": rows}


def a_public_seed_after_a_restore() -> Book:
    """The new seed of phase 1 is that of phase 0, which is public."""
    book = played()
    book.next_phase()
    book.restore({1: SEEDS[0]})
    book.add("bob", "throw", draws=DIE)
    return book


def the_seed_of_a_rewrite_after_a_restore() -> Book:
    """The new seed of phase 0 is that of a correction, which its entry has revealed."""
    book = played()
    seed = book.open_correction()
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    book.restore({0: seed})
    return book


def another_first_seed() -> Book:
    """Phase 1 has begun, and an outage has its beginning announce another seed for phase 2."""
    book = played()
    book.next_phase()
    book.add("bob", "throw", draws=DIE)
    began, *rest = book.since(9)

    def otherwise(there: Book) -> None:
        event = began["events"][0] | {"commitment": commitment("99" * 32)}
        there.again(began, events=[event])

    book.tell("tell-anew", 9, [act("host", "record-outage", kind="admin", hour=9), otherwise, *rest])
    return book


def a_seed_shown_too_early() -> Proof:
    """That of the running phase, by which dice are still to be drawn."""
    proof = played().proof()
    proof["phases"][0]["seed"] = SEEDS[0]
    return proof


def a_new_seed_that_was_public() -> Book:
    """A correction leads back before phase 1, which begins again later: with the seed that it had after a restore."""
    book = played()
    book.next_phase()
    book.restore({1: "88" * 32})
    book.next_phase()
    seed = book.open_correction()
    book.tell("tell-corrected", 9, [], seed=seed, seeds={0: "66" * 32, 1: "88" * 32})
    return book


def other_arguments_in_an_outage() -> Book:
    """Bob has voted for something, and says otherwise after an outage of somebody else's."""
    book = played()
    book.add("bob", "vote", args={"choice": "for"})
    turn, vote = book.since(8)
    book.tell("tell-anew", 8, [OUTAGE, turn, lambda there: there.again(vote, args={"choice": "against"})])
    return book


def another_order_in_an_outage() -> Book:
    """Ada and Bob have bought the last two things in turn, and an outage has Bob come first."""
    book = played()
    book.add("ada", "buy")
    book.add("bob", "buy", hour=8)
    turn, one, other = book.since(8)
    one["at"] = other["at"] = turn["at"]
    book.links[8:] = [one, other | {"before": hash_chain.digest(one)}]
    book.tell("tell-anew", 8, [OUTAGE, turn, other, one])
    return book


def another_order_in_a_correction() -> Book:
    """Ada and Bob have bought the last things at one instant, and a correction only has Bob be first."""
    book = played()
    book.add("ada", "buy", hour=8)
    book.add("bob", "buy", hour=8)
    one, other = book.since(9)
    seed = book.open_correction(hour=9)
    book.tell("tell-corrected", 9, [other, one, *book.since(11)], seed=seed)
    return book


def other_arguments_in_a_reroll() -> Book:
    """What is rolled again is another throw."""
    return _rolled(args={"dice": "golden"}, hour=6)


def another_instant_in_a_reroll() -> Book:
    return _rolled(hour=5)


def _rolled(**more: Any) -> Book:
    book = played()
    rest = book.since(7)
    key = hash_chain.entry_id(hash_chain.digest(book.links[4]), "person", "ada", "throw", branch="1")

    def again(there: Book) -> None:
        there.add("ada", "throw", branch=there.branch, draws=DIE, **more)

    book.tell("tell-rerolled", 6, [again, *rest], actor="ada", act=key)
    return book


def a_digit_of_the_salt() -> Book:
    """Bob sealed a 5; the last digit of his salt is taken for the first one of a 15."""
    salt = "b0" * 15 + "b1"
    book = Book()
    book.begin()
    shown = {"commitment": hashlib.sha256(f"{salt}5".encode()).hexdigest()}
    sealed = book.add("bob", "wish", args={"wish": shown}, sealed={"wish": None})
    _open(book, sealed, {"value": 15, "salt": salt[:-1]})
    return book


def another_hand_in_a_history() -> Book:
    """Bob's 5 was opened as a 6, and that was taken back afterwards."""
    book = Book()
    book.begin()
    sealed = book.seal("bob", 5)
    _open(book, sealed, {"value": 6, "salt": "b0" * 16})
    book.tell("tell-corrected", 3, [], seed=SEEDS[6])
    return book


def opened_in_a_history_without_a_seal() -> Book:
    """What a replaced entry opens was never sealed."""
    book = Book()
    book.begin()
    bought = book.add("bob", "buy")
    _open(book, bought, {"value": 6, "salt": "b0" * 16})
    book.tell("tell-corrected", 3, [], seed=SEEDS[6])
    return book


def _open(book: Book, sealed: Link, what: Link) -> None:
    event = {"kind": "unsealed", "entry": sealed["key"], "seq": sealed["seq"], "args": {"wish": what}}
    book.add("bob", "tell", events=[event])


def a_value_beyond_its_sides() -> Book:
    """Of a phase whose seed nobody knows yet."""
    book = rerolled_and_thrown()
    book.links[-1]["draws"][0]["value"] = 6
    return book


def rerolled_and_thrown() -> Book:
    book = played()
    rerolled(book)
    book.add("bob", "throw", draws=DIE)
    return book


def a_vote_after_its_end_dated_back() -> Book:
    """Eve's vote is entered when the vote is over, with an instant before that."""
    book = played()
    book.add("", "end-vote")
    book.add("eve", "vote", hour=8)
    return book


def another_revision() -> Book:
    """Ada's purchase says that the law before was in force: prices were lower."""
    book = played()
    book.change_law()
    book.add("ada", "buy", revision=0)
    return book


def another_revision_in_a_history() -> Book:
    """The same, in entries that a correction has replaced."""
    book = another_revision()
    book.tell("tell-corrected", 10, [], seed=SEEDS[6])
    return book


def a_revision_left_out() -> Book:
    """The law of revision 1 was never told of."""
    book = played()
    book.change_law(events=[{"kind": "law-changed", "revision": 2, "sections": ["shop"]}])
    return book


def dated_back_in_a_history() -> Book:
    """The same, in entries that a correction has replaced."""
    book = a_vote_after_its_end_dated_back()
    book.tell("tell-corrected", 10, [], seed=SEEDS[6])
    return book
