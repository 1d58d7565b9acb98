"""Forged proofs of secret draws: another result, another draw, another key."""

import copy
from typing import Any

from nomic.chance.draw_source import Source
from nomic.chance.seeds import commitment
from nomic.chance.verifiable_draws import proof_of_secret_draws, public_key, salt_of, seed_of_secret_draws
from nomic.cycles.journal import hash_chain
from tests.support.proofs import Proof
from tests.support.rewritten_journals import SEEDS, Book

OWN, OTHER = "ab" * 32, "cd" * 32


def dealt(*, key: str = OWN, late: bool = False) -> Book:
    """A role is dealt in secret, and shown later: without a fault."""
    book = Book()
    began = {"kind": "cycle-began", "commitments": [commitment(seed) for seed in SEEDS[:2]]}
    announced = {"kind": "draw-key", "key": public_key(OWN)}
    book.add("", "begin-cycle", events=[began] if late else [began, announced])
    book.add("bob", "buy", events=[announced] if late else [])
    entry = hash_chain.entry_id(book.head, "person", "ada", "deal")
    draws = drawn(key, entry)
    book.add("ada", "deal", events=[{"kind": "secret-draws", "commitment": committed(key, entry, draws)}])
    opened = {"kind": "draws-opened", "entry": entry, "proof": proof_of_secret_draws(key, entry), "draws": draws}
    book.add("eve", "show", events=[opened])
    return book


def went_on(*, key: str = OWN, opens: str = "the rest", times: int = 1) -> Book:
    """A rule asks before it deals a role in secret, in the entry in which it goes on: without a fault."""
    book = Book()
    began = {"kind": "cycle-began", "commitments": [commitment(seed) for seed in SEEDS[:2]]}
    book.add("", "begin-cycle", events=[began, {"kind": "draw-key", "key": public_key(OWN)}])
    asked = book.add("ada", "deal")["key"]
    book.add("bob", "answer")
    entry = hash_chain.entry_id(book.head, "system", "", "go-on")
    draws = drawn(key, entry)
    book.add("", "go-on", events=[{"kind": "secret-draws", "commitment": committed(key, entry, draws)}])
    of = entry if opens == "the rest" else asked
    opened = {"kind": "draws-opened", "entry": of, "proof": proof_of_secret_draws(key, of), "draws": drawn(key, of)}
    for _ in range(times):
        book.add("eve", "show", events=[opened])
    return book


def drawn_later_by_another_key() -> Book:
    """Once the answers are known, keys are tried until the rest of the effect draws well."""
    return went_on(key=OTHER)


def opening_of_the_act_that_asked() -> Book:
    """It opens draws of the entry that asked, which has none, in place of those of the rest."""
    return went_on(opens="the act")


def opened_twice() -> Book:
    return went_on(times=2)


def drawn(key: str, entry: str) -> list[dict[str, Any]]:
    source = Source(seed_of_secret_draws(key, entry), entry).aside("unseen")
    source.below(5, "role", "who is the wolf")
    source.below(2**60, "role", "how wild")
    return hash_chain.draws_as_json(source.drawn)


def committed(key: str, entry: str, draws: list[dict[str, Any]]) -> str:
    return hash_chain.digest([salt_of(seed_of_secret_draws(key, entry)), draws])


def drawn_otherwise_once_opened() -> Book:
    """Once the role is shown, its seed is public; a correction lets the act draw among one more."""
    book = dealt()
    key = book.links[2]["key"]
    source = Source(seed_of_secret_draws(OWN, key), key).aside("unseen")
    source.below(6, "role", "who is the wolf")
    draws = hash_chain.draws_as_json(source.drawn)
    dealt_again, shown = book.since(3)
    secret = [{"kind": "secret-draws", "commitment": committed(OWN, key, draws)}]
    opened = [shown["events"][0] | {"draws": draws}]
    steps = [
        lambda there: there.again(dealt_again, events=secret),
        lambda there: there.again(shown, events=opened),
    ]
    book.tell("tell-corrected", 3, steps, seed=SEEDS[6])
    return book


def another_key() -> Book:
    """Keys are tried until the result is right; the one that was announced gives another seed."""
    return dealt(key=OTHER)


def another_value() -> Proof:
    """Commitment and opening say another result than the seed gives."""
    proof = dealt().proof()
    *_, deal, show = proof["entries"]
    draws = show["events"][0]["draws"]
    draws[0]["value"] = (draws[0]["value"] + 1) % 5
    deal["events"][0]["commitment"] = committed(OWN, deal["key"], draws)
    return _linked(proof)


def another_draw() -> Proof:
    """The opening says that something else was drawn than the entry has committed to."""
    proof = dealt().proof()
    *_, show = proof["entries"]
    del show["events"][0]["draws"][1]
    return _linked(proof)


def late_key() -> Book:
    return dealt(late=True)


def key_exchanged() -> Book:
    """An outage tells the past again from the first entry on, which announces another key now."""
    book = dealt()
    first, *rest = book.since(1)
    other = copy.deepcopy(first)
    other["events"][1]["key"] = public_key(OTHER)
    book.tell("tell-anew", 1, [other, _outage, *rest])
    return book


def _outage(book: Book) -> None:
    book.add("host", "record-outage", kind="admin", branch=book.branch, hour=1)


def _linked(proof: Proof) -> Proof:
    """The proof with digests that fit again; the ids stay as they are, since each follows from what was not changed."""
    before = hash_chain.digest(proof["first"])
    for entry in proof["entries"]:
        entry["before"] = before
        before = hash_chain.digest(entry)
    proof["head"] = {"seq": len(proof["entries"]), "digest": before}
    return proof
