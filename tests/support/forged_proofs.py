"""Forged proofs, one for each row of the table in docs/trust.md, with the error that the checkers report for each.

The files are in tests/verification/forged. To write them again:
`manage.py shell -c "from tests.support import forged_proofs; forged_proofs.write()"`.
"""

import copy
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nomic.chance.draw_source import Source
from nomic.chance.seeds import commitment, seed_of_a_correction
from nomic.cycles.journal import hash_chain
from tests.support import forged_secret_draws, forged_seeds_and_acts
from tests.support.proofs import Proof, as_text
from tests.support.rewritten_histories import as_proof
from tests.support.rewritten_journals import (
    DIE,
    SEEDS,
    Book,
    Link,
    act,
    corrected,
    played,
    rerolled,
    stopped,
    told_again,
    without,
)

FOLDER = Path(__file__).parents[1] / "verification" / "forged"
Heads = list[tuple[int, str]]


@dataclass(frozen=True)
class Forgery:
    """A proof, by the name of its file, with heads that somebody has noted, and what is said of it.

    `row` is the row of the table that it shows, by its number.
    """

    row: int
    name: str
    make: Callable[[], tuple[Proof, Heads]]
    said: str

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.json"

    def as_text(self) -> str:
        return as_text(self.make()[0])

    @property
    def heads(self) -> Heads:
        return self.make()[1]


def _alone(make: Callable[[], Proof | Book]) -> Callable[[], tuple[Proof, Heads]]:
    """A forgery that needs no noted head to be found."""

    def both() -> tuple[Proof, Heads]:
        return as_proof(make()), []

    return both


def _entry(proof: Proof, action: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in proof["entries"] if each["action"] == action)
    return found


def linked(proof: Proof) -> Proof:
    """The proof with all digests made to fit again from the first entry that does not; ids stay as they are."""
    before = hash_chain.digest(proof["first"])
    for entry in proof["entries"]:
        entry["before"] = before
        before = hash_chain.digest(entry)
    proof["head"] = {"seq": len(proof["entries"]), "digest": before}
    return proof


def _over(book: Book) -> Book:
    """The same with the phases over in which the forgery is, so that all seeds are public."""
    book.next_phase()
    return book


# ── without telling the past again


def changed_words() -> Proof:
    proof = told_again().proof()
    _entry(proof, "buy" if any(each["action"] == "buy" for each in proof["entries"]) else "throw")["words"] = [
        "Nothing."
    ]
    return proof


def written_anew() -> tuple[Proof, Heads]:
    noted = played().noted()
    book = Book()
    book.begin()
    for _ in range(8):
        book.add("bob", "throw", draws=DIE)
    return book.proof(), [noted]


def another_value() -> Proof:
    proof = _over(played()).proof()
    draw = _entry(proof, "throw")["draws"][0]
    draw["value"] = (draw["value"] + 1) % 6
    return linked(proof)


def ground_id() -> Book:
    """Ids are tried until one gives a six."""
    book = played()
    for number in range(1000):
        key = f"{number:032x}"
        if Source(SEEDS[0], key).below(6, "die", "") == 5:
            break
    book.add("eve", "throw", key=key, draws=DIE)
    return _over(book)


def ground_phase_seed() -> Proof:
    """The seed of a phase that is over becomes another one, with which the dice are better."""
    proof = _over(played()).proof()
    proof["phases"][0] = {"phase": 0, "commitment": commitment(SEEDS[5]), "seed": SEEDS[5]}
    for entry in proof["entries"]:
        source = Source(SEEDS[5], entry["key"])
        for draw in entry["draws"]:
            draw["value"] = source.below(draw["sides"], draw["label"], "")
    _entry(proof, "begin-phase")["events"][0]["revealed"] = SEEDS[5]
    return linked(proof)


def seed_withheld() -> Proof:
    proof = _over(played()).proof()
    proof["phases"][0]["seed"] = None
    _entry(proof, "begin-phase")["events"][0]["revealed"] = None
    return linked(proof)


def drawn_before_it_was_promised() -> Book:
    """The seed of phase 0 is committed to after it was used."""
    book = Book()
    event = {"kind": "cycle-began", "commitments": []}
    book.add("", "begin-cycle", events=[event])
    book.add("ada", "throw", draws=DIE)
    event = {"kind": "cycle-began", "commitments": [commitment(seed) for seed in SEEDS[:2]]}
    book.add("", "begin-cycle", events=[event])
    return _over(book)


def another_hand() -> Proof:
    proof = played().proof()
    _entry(proof, "tell")["events"][0]["args"]["wish"]["value"] = 6
    return linked(proof)


# ── dice of corrections that there were none of


def _ground(book: Book, actor: str, action: str, branch: str = "") -> str:
    """A seed by which the next entry draws a six."""
    kind = "person" if actor else "system"
    key = hash_chain.entry_id(book.head, kind, actor, action, branch=branch)
    for number in range(1000):
        seed = hashlib.sha256(f"seed {number}".encode()).hexdigest()
        if Source(seed, key).below(6, "die", "") == 5:
            break
    return seed


def own_dice_in_the_same_entry() -> Book:
    """An entry says that it came with a correction, and reveals a seed that nobody promised."""
    book = played()
    seed = _ground(book, "eve", "throw")
    book.forks = [{"commitment": commitment(seed), "seed": seed}]
    reveal = {"kind": "fork-seed", "commitment": commitment(seed), "seed": seed}
    book.add("eve", "throw", draws=DIE, own=seed, events=[reveal])
    return book


def own_dice_never_promised() -> Book:
    """The past is told again, and the new throw draws by a seed that was ground and that no opening promised."""
    book = played()
    head = hash_chain.digest(book.links[4])
    key = hash_chain.entry_id(head, "person", "eve", "throw", branch="1")
    seed = next(
        seed
        for seed in (hashlib.sha256(f"seed {number}".encode()).hexdigest() for number in range(1000))
        if Source(seed, key).below(6, "die", "") == 5
    )
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    return book


def own_dice_ground_before_the_promise() -> Book:
    """The seed is ground first and promised then, by an entry that opens a correction as it should be."""
    book = played()
    seed = hashlib.sha256(b"ground").hexdigest()
    book.open_correction(seed)
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    return _over(book)


def a_seed_used_again() -> Book:
    """A second correction draws by the seed of the first, which everybody knows by now."""
    book = played()
    seed = book.open_correction()
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    throw = act("bob", "throw", own=seed, draws=DIE, hour=6)
    book.tell("tell-corrected", 7, [throw, *book.since(7)], seed=seed)
    return book


def a_seed_of_a_dropped_correction() -> Book:
    """A correction is dropped, its seed becomes public with its phase, and another one is opened with that seed."""
    book = played()
    seed = book.open_correction()
    book.add("host", "drop-correction", kind="admin")
    book.next_phase()
    book.open_correction(seed)
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    return book


def dice_chosen_by_opening_again() -> Book:
    """A correction is dropped and opened again by an id, as it once was: each id gives other dice."""
    book = played()
    book.open_correction()
    book.add("host", "drop-correction", kind="admin")
    seed = book.open_correction(rewrite=None)
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    return book


def dice_chosen_by_another_number() -> Book:
    """The seed of a correction follows from a number that is not that of the rewrite."""
    book = played()
    seed = book.open_correction(rewrite=5)
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    return _over(book)


def dice_of_the_phase_in_a_correction() -> Book:
    """A throw that a correction brings draws by the seed of its phase, which is public."""
    book = _over(played())
    seed = book.open_correction()
    throw = act("eve", "throw", draws=DIE, hour=6)
    book.tell("tell-corrected", 6, [throw, *book.since(6)], seed=seed)
    return book


# ── histories that were none


def a_history_for_one_more_id() -> Proof:
    """A history is made up in which Eve throws once more, and her new throw takes its id: one of many tried."""
    book = played()
    before = book.head
    for number in range(1000):
        made_up = copy.deepcopy(book)
        made_up.add("bob", f"say-{number}")
        link = made_up.add("eve", "throw", draws=DIE)
        if link["draws"][0]["value"] == 5:
            break
    assert made_up.links[8]["before"] == before
    book.add("eve", "throw", key=link["key"], draws=DIE)
    book.replaced = [made_up.links[8:]]
    return _over(book).proof()


def an_id_of_a_later_telling() -> Book:
    """An entry takes an id that only the first telling could give, which was over before."""
    book = played()
    rerolled(book)
    key = hash_chain.entry_id(book.head, "person", "eve", "throw", branch="1")
    book.add("eve", "throw", key=key, draws=DIE)
    return book


def an_id_of_another_telling() -> Book:
    """What an outage brings takes the id of a second telling, that there was none of."""
    book = played()
    rest = without(book.since(8), ("", "end-turn"))
    outage = act("host", "record-outage", kind="admin", hour=7)
    book.tell("tell-anew", 8, [outage, *rest, act("", "end-turn", draws=DIE, branch="2")])
    return book


def _rewritten(book: Book, kind: str = "", **more: Any) -> None:
    """All after entry 5 is otherwise; if there is a kind, an entry says that the past was told again."""
    steps = [act("eve", "throw", draws=DIE), act("eve", "say")]
    if kind:
        book.tell(kind, 6, steps, **more)
        return
    book.replaced.append(book.since(6))
    book.links = book.links[:5]
    for step in steps:
        book.branch = ""
        step(book)


def the_true_journal_as_replaced() -> tuple[Proof, Heads]:
    book = played()
    noted = book.noted()
    _rewritten(book)
    return _over(book).proof(), [noted]


def the_true_journal_as_corrected() -> tuple[Proof, Heads]:
    """The same with an entry that says so: nothing is wrong, and the reader is told."""
    book = played()
    noted = book.noted()
    seed = book.open_correction()
    first, steps = 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), act("eve", "say", hour=6), *book.since(9)]
    book.tell("tell-corrected", first, steps, seed=seed)
    return _over(book).proof(), [noted]


def a_history_left_out() -> Proof:
    proof = told_again().proof()
    proof["replaced"].pop(1)
    return proof


def _in_history(change: Callable[[list[Link]], Any]) -> Callable[[], Proof]:
    """Something of what was replaced is changed, and its links are made to fit again."""

    def make() -> Proof:
        book = played()
        rest = book.since(7)
        history = book.since(6)
        change(history)
        before = history[0]["before"]
        for link in history:
            link["before"] = before
            before = hash_chain.digest(link)
        told = hash_chain.entry_id(hash_chain.digest(book.links[4]), "person", "ada", "throw", branch="1")
        again = act("ada", "throw", draws=DIE, hour=6)
        book.tell("tell-rerolled", 6, [again, *rest], actor="ada", act=told)
        book.replaced = [history]
        return book.proof()

    return make


def a_history_that_joins_nowhere() -> Book:
    """It is of another journal: the entry before it says something else."""
    other = Book()
    other.begin()
    for _ in range(7):
        other.add("bob", "say")
    book = played()
    rerolled(book)
    true, args = book.replaced[0], book.links[8]["args"]
    other.links[5:] = []
    for link in true:
        other.again(link)
    book.links[8:] = []
    args |= {"head": other.head}
    book.replaced = [other.links[5:]]
    book.add("ada", "tell-rerolled", args=args)
    return book


def told_from_elsewhere() -> Book:
    """It says that the past was told from entry 7 on, and it was from entry 6."""
    book = played()
    rest = book.since(7)
    made = book.tell("tell-rerolled", 6, [act("ada", "throw", draws=DIE, hour=6), *rest], actor="ada", act="")
    made["args"]["first"] = 7
    return book


# ── tellings that hide something


def an_act_dropped_by_an_outage() -> Book:
    book = played()
    rest = without(book.since(6), ("bob", "tell"))
    book.tell("tell-anew", 6, [act("host", "record-outage", kind="admin", hour=5), *rest])
    return book


def an_act_slipped_in_by_a_reroll() -> Book:
    book = played()
    told = hash_chain.entry_id(hash_chain.digest(book.links[4]), "person", "ada", "throw", branch="1")
    steps = [act("ada", "throw", draws=DIE, hour=6), act("eve", "throw", draws=DIE, hour=6), *book.since(7)]
    book.tell("tell-rerolled", 6, steps, actor="ada", act=told)
    return book


def an_act_rolled_again_twice_at_once() -> Book:
    book = played()
    told = hash_chain.entry_id(hash_chain.digest(book.links[4]), "person", "ada", "throw", branch="1")
    rest = without(book.since(7), ("bob", "tell"))
    steps = [act("ada", "throw", draws=DIE, hour=6), act("bob", "tell", hour=7), *rest]
    book.tell("tell-rerolled", 6, steps, actor="ada", act=told)
    return book


def something_undone_is_not_named() -> Book:
    book = played()
    seed = book.open_correction()
    book.tell("tell-corrected", 3, without(book.since(3), ("bob", "buy"), ("eve", "throw")), seed=seed, hides=1)
    return book


def swapped_ids() -> Book:
    """Ada throws twice; an outage is told of, and the two throws have changed their dice."""
    book = played()
    book.add("ada", "throw", draws=DIE)
    one, *rest, other = book.since(6)
    outage = act("host", "record-outage", kind="admin", hour=5)

    def swapped(link: Link, by: Link) -> Callable[[Book], object]:
        hour = int(link["at"][11:13])
        return lambda there: there.again(by, hour=hour)

    book.tell("tell-anew", 6, [outage, swapped(one, other), *rest, swapped(other, one)])
    return book


def an_id_of_somebody_else() -> Book:
    """Eve's new throw takes the id of Ada's."""
    book = played()
    seed = book.open_correction()
    (throw, *rest) = book.since(6)

    def taken(there: Book) -> None:
        there.again({**throw, "actor": "eve"})

    book.tell("tell-corrected", 6, [taken, *rest], seed=seed)
    return book


def an_own_seed_dropped() -> Book:
    """A throw that came with a correction draws by the seed of its phase when the past is told the next time."""
    book = played()
    corrected(book)
    at = next(place for place, link in enumerate(book.links, 1) if link["action"] == "end-turn")
    links = book.since(3)
    seed = book.open_correction()

    def otherwise(link: Link) -> Any:
        came = link["actor"] == "ada" and link["action"] == "open-pack"
        return (lambda there: there.again(link, own="")) if came else link

    assert at > 3
    book.tell("tell-corrected", 3, [*map(otherwise, links), *book.since(len(book.links))], seed=seed)
    return book


def another_past_told() -> Book:
    """What an older entry said of a telling is otherwise when the past is told the next time."""
    book = played()
    rerolled(book)
    seed = book.open_correction()

    def otherwise(link: Link) -> Any:
        told = link["action"] == "tell-rerolled"
        return (lambda there: there.again(link, args={**link["args"], "undone_count": 0})) if told else link

    book.tell("tell-corrected", 3, list(map(otherwise, book.since(3))), seed=seed)
    return book


def told_until_the_dice_fall_well() -> Book:
    """Twice the same reroll, without a fault: nobody hides it, and it is counted."""
    book = played()
    rerolled(book)
    stopped(book)
    return _over(book)


# ── new seeds


def a_new_seed_before_its_entry() -> Book:
    """A throw draws by a seed that is announced after it."""
    book = played()
    book.add("eve", "throw", draws=DIE_OF_MANY, seed=SEEDS[5])
    book.restore({0: SEEDS[5]})
    return _over(book)


def an_older_seed_after_a_new_one() -> Book:
    """A throw draws by the seed that was replaced, and may be known."""
    book = played()
    book.restore({0: SEEDS[5]})
    book.add("eve", "throw", draws=DIE_OF_MANY, seed=SEEDS[0])
    return _over(book)


def an_older_seed_in_a_history() -> Book:
    """The same in what is replaced later."""
    book = an_older_seed_after_a_new_one()
    seed = book.open_correction()
    book.tell("tell-corrected", 10, without(book.since(10), ("eve", "throw")), seed=seed)
    return book


def new_seeds_with_no_need() -> Book:
    """Twice the phase gets another seed, and nobody needs it."""
    book = played()
    book.restore({0: SEEDS[5]})
    book.restore({0: SEEDS[6]})
    book.add("eve", "throw", draws=DIE)
    return _over(book)


def other_seeds_when_told_again() -> Book:
    """The entry that says of the first telling gives the phase another seed when the past is told the next time."""
    book = played()
    rest = book.since(8)
    outage = act("host", "record-outage", kind="admin", hour=7)
    book.tell("tell-anew", 8, [outage, *rest], seeds={0: SEEDS[5]})
    seed = book.open_correction()
    book.given({0: SEEDS[6]})

    def otherwise(link: Link) -> Any:
        events = [each | {"commitment": commitment(SEEDS[6])} if "phase" in each else each for each in link["events"]]
        return (lambda there: there.again(link, events=events)) if link["action"] == "tell-anew" else link

    book.tell("tell-corrected", 3, list(map(otherwise, without(book.since(3), ("bob", "buy")))), seed=seed)
    return _over(book)


def a_restore_slipped_in() -> Book:
    """An outage is told of, and with it a restore that there was none of."""
    book = played()
    steps = [act("host", "record-outage", kind="admin", hour=7), *book.since(8), _restored]
    book.tell("tell-anew", 8, steps)
    return _over(book)


def _restored(book: Book) -> None:
    args, events = book.given({0: SEEDS[5]})
    book.add("", "new-seeds", branch=book.branch, args={"seeds": args}, events=events)


def a_restore_left_out() -> Book:
    """An outage is told of, and the restore is there no more: its seed was worse."""
    book = played()
    book.restore({0: SEEDS[5]})
    outage = act("host", "record-outage", kind="admin", hour=7)
    book.tell("tell-anew", 8, [outage, *without(book.since(8), ("", "new-seeds"))])
    return _over(book)


def _eve_throws(seed: str) -> Callable[[Book], object]:
    return act("eve", "throw", own=seed, draws=DIE, hour=6)


def the_seed_from_before_a_restore() -> Book:
    """A correction draws by the seed that it had before a backup was restored: its dice may be known."""
    book = played()
    seed = book.open_correction()
    new = seed_of_a_correction(SEEDS[5], hash_chain.entry_id(book.head, "system", "", "new-seeds"))
    book.restore({0: SEEDS[5]}, fork=new)
    book.tell("tell-corrected", 6, [_eve_throws(seed), *book.since(6)], seed=seed)
    return _over(book)


def a_seed_ground_for_a_restore() -> Book:
    """The open correction gets a seed that was ground."""
    book = played()
    book.open_correction()
    seed = hashlib.sha256(b"ground").hexdigest()
    book.restore({0: SEEDS[5]}, fork=seed)
    book.tell("tell-corrected", 6, [_eve_throws(seed), *book.since(6)], seed=seed)
    return _over(book)


def a_seed_for_no_correction() -> Book:
    """A restore gives a seed to a correction that nobody opened, and that is adopted."""
    book = played()
    seed = seed_of_a_correction(SEEDS[5], hash_chain.entry_id(book.head, "system", "", "new-seeds"))
    book.restore({0: SEEDS[5]}, fork=seed)
    book.tell("tell-corrected", 6, [_eve_throws(seed), *book.since(6)], seed=seed)
    return _over(book)


def own_dice_of_an_outage_ground() -> Book:
    """Eve's throw stands in another phase than before, whose seed is public: it draws by a seed that was ground."""
    book = played()
    book.next_phase()
    book.add("eve", "throw", draws=DIE)
    *_, throw = book.since(9)
    outage = act("host", "record-outage", kind="admin", hour=8)
    seed = next(
        seed
        for seed in (hashlib.sha256(f"seed {number}".encode()).hexdigest() for number in range(1000))
        if Source(seed, throw["key"]).below(6, "die", "") == 5
    )
    steps = [outage, lambda there: there.again(throw, own=seed)]
    book.tell("tell-anew", 9, steps, seed=seed, seeds={0: SEEDS[5]})
    book.next_phase()
    return _over(book)


def own_dice_of_an_outage_with_no_need() -> Book:
    """Ada's throw could draw by the seed of its phase, as before; that of the outage is better."""
    book = played()
    own = book.own_seed()
    throw, *rest = book.since(6)
    outage = act("host", "record-outage", kind="admin", hour=5)
    book.tell("tell-anew", 6, [outage, lambda there: there.again(throw, own=own), *rest], seed=own)
    return _over(book)


# ── more dice of an act that keeps its id

TWO = [("die", 2**40), ("die", 2**40)]


def _thrown_once(*, is_over: bool = True) -> Book:
    """Eve throws one die in the first phase, which is over, or not."""
    book = played()
    book.add("eve", "throw", draws=TWO[:1])
    if is_over:
        book.next_phase()
    return book


def _thrown_more(book: Book, first: int, seed: str, **how: Any) -> Book:
    """A correction from entry `first` on, after which Eve's last throw has two dice."""
    links = book.since(first)
    place = max(place for place, link in enumerate(links) if (link["actor"], link["action"]) == ("eve", "throw"))
    steps: list[Any] = [*links[:place], lambda there: there.again(links[place], draws=TWO, **how), *links[place + 1 :]]
    book.tell("tell-corrected", first, steps, seed=seed)
    return _over(book)


def more_dice_by_a_public_seed() -> Book:
    """The second die is by the seed of the phase, which is over: whoever corrects could compute it."""
    book = _thrown_once()
    return _thrown_more(book, 9, book.open_correction())


def another_die_by_a_public_seed() -> Book:
    """The act has one die as before, but with other sides."""
    book = _thrown_once()
    seed = book.open_correction()
    throw, *rest = book.since(9)
    book.tell("tell-corrected", 9, [lambda there: there.again(throw, draws=DIE), *rest], seed=seed)
    return _over(book)


def more_dice_by_the_seed_of_an_earlier_correction() -> Book:
    """All dice of the throw are by the first correction's seed, which everybody knows when the second one is made."""
    book = played()
    first = book.open_correction()
    book.tell("tell-corrected", 9, [act("eve", "throw", own=first, draws=TWO[:1], hour=8), *book.since(9)], seed=first)
    return _thrown_more(book, 9, book.open_correction())


def more_dice_with_no_need() -> Book:
    """The phase is not over, and its seed is a secret; that of the correction is better."""
    book = _thrown_once(is_over=False)
    seed = book.open_correction()
    return _thrown_more(book, 9, seed, more={1: seed})


def more_dice_by_a_ground_seed() -> Book:
    """The second die is by a seed that nobody promised."""
    book = _thrown_once()
    seed = hashlib.sha256(b"ground").hexdigest()
    return _thrown_more(book, 9, seed, more={1: seed})


def dice_named_as_more() -> Book:
    """A die that the act had before is by the correction's seed, and is better so."""
    book = _thrown_once(is_over=False)
    seed = book.open_correction()
    return _thrown_more(book, 9, seed, more={0: seed, 1: seed})


def more_dice_without_a_rewrite() -> Book:
    """An act as it was played says that one of its dice is by the seed of a correction, which was adopted before."""
    book = played()
    seed = book.open_correction()
    book.tell("tell-corrected", 6, [act("eve", "throw", own=seed, draws=DIE, hour=6), *book.since(6)], seed=seed)
    book.add("eve", "throw", draws=TWO, more={1: seed})
    return _over(book)


def dice_of_a_public_phase_in_an_outage() -> Book:
    """What the outage brings into a phase that is over draws by the seed of that phase."""
    book = played()
    book.next_phase()
    rest = without(book.since(8), ("", "end-turn"))
    outage = act("host", "record-outage", kind="admin", hour=7)
    book.tell("tell-anew", 8, [outage, act("", "end-turn", draws=DIE, hour=8), *rest])
    return _over(book)


DIE_OF_MANY = [("die", 2**40)]

FORGERIES = (
    Forgery(1, "changed-words", _alone(changed_words), "the entry before it is not the one that was there"),
    Forgery(2, "written-anew", written_anew, "entry 8: its digest is not the head that you noted"),
    Forgery(3, "ground-id", _alone(ground_id), "entry 9: its id does not follow from the chain"),
    Forgery(4, "another-value", _alone(another_value), "the seed gives"),
    Forgery(5, "ground-phase-seed", _alone(ground_phase_seed),
        "the commitment is not the one that the journal announced"),
    Forgery(5, "seed-withheld", _alone(seed_withheld), "phase 0 is over, and its seed is withheld"),
    Forgery(6, "drawn-before-it-was-promised", _alone(drawn_before_it_was_promised),
        "it drew before the seed of phase 0"),
    Forgery(7, "another-hand", _alone(another_hand), "does not have the commitment that was shown"),
    Forgery(7, "another-hand-in-a-history", _alone(forged_seeds_and_acts.another_hand_in_a_history),
        'entry 2, "wish": what was opened does not have the commitment'),
    Forgery(7, "a-digit-of-the-salt", _alone(forged_seeds_and_acts.a_digit_of_the_salt),
        'entry 2, "wish": entry 3 does not open it with the rest'),
    Forgery(8, "own-dice-in-the-same-entry", _alone(own_dice_in_the_same_entry),
        "entry 9: it draws by the seed of a correction, and came with none"),
    Forgery(9, "own-dice-never-promised", _alone(own_dice_never_promised),
        "the seed of its correction was never promised"),
    Forgery(10, "own-dice-ground-before-the-promise", _alone(own_dice_ground_before_the_promise),
        "the seed of its correction does not follow from that of phase 0"),
    Forgery(11, "a-seed-used-again", _alone(a_seed_used_again), "it reveals the seed of a correction again"),
    Forgery(11, "a-seed-of-a-dropped-correction", _alone(a_seed_of_a_dropped_correction),
        "it promises the seed of another correction"),
    Forgery(12, "dice-of-the-phase-in-a-correction", _alone(dice_of_the_phase_in_a_correction),
        "it is new with a correction, and does not draw by its seed"),
    Forgery(12, "an-own-seed-dropped", _alone(an_own_seed_dropped),
        "it does not draw by the seed of the correction with which it came"),
    Forgery(13, "a-history-for-one-more-id", _alone(a_history_for_one_more_id), "no entry says that it was replaced"),
    Forgery(13, "a-history-left-out", _alone(a_history_left_out), "the history that it replaces is left out"),
    Forgery(14, "an-id-of-a-later-telling", _alone(an_id_of_a_later_telling), "entry 11: its id does not follow"),
    Forgery(14, "an-id-of-another-telling", _alone(an_id_of_another_telling), "entry 9: its id does not follow"),
    Forgery(15, "the-true-journal-as-replaced", the_true_journal_as_replaced,
        "its digest is not the head that you noted"),
    Forgery(16, "the-true-journal-as-corrected", the_true_journal_as_corrected,
        "The head that you noted at entry 8 was replaced when entry 9 rewrote the past from entry 6 on."),
    Forgery(17, "a-history-changed", _alone(_in_history(lambda links: links[1].update(words=["Nothing."]))),
        "the history that it replaces is left out"),
    Forgery(17, "a-history-that-joins-nowhere", _alone(a_history_that_joins_nowhere), "does not begin in this journal"),
    Forgery(17, "told-from-elsewhere", _alone(told_from_elsewhere), "is not the one from entry 7 to entry 8"),
    Forgery(18, "an-act-dropped-by-an-outage", _alone(an_act_dropped_by_an_outage), "no act is undone"),
    Forgery(18, "an-act-slipped-in-by-a-reroll", _alone(an_act_slipped_in_by_a_reroll),
        "one act alone is rolled again"),
    Forgery(18, "an-act-rolled-again-twice-at-once", _alone(an_act_rolled_again_twice_at_once),
        "one act alone is rolled again"),
    Forgery(19, "something-undone-is-not-named", _alone(something_undone_is_not_named),
        "what is undone is not what it says"),
    Forgery(19, "another-past-told", _alone(another_past_told), "something else about how the past was rewritten"),
    Forgery(20, "swapped-ids", _alone(swapped_ids), "it keeps its id at another instant"),
    Forgery(20, "an-id-of-somebody-else", _alone(an_id_of_somebody_else), "its id is that of another act"),
    Forgery(21, "told-until-the-dice-fall-well", _alone(told_until_the_dice_fall_well),
        "rewrote the past from entry 8 on, for an outage by host"),
    Forgery(22, "a-new-seed-before-its-entry", _alone(a_new_seed_before_its_entry), 'entry 9, "die" 0: recorded'),
    Forgery(22, "an-older-seed-after-a-new-one", _alone(an_older_seed_after_a_new_one), 'entry 10, "die" 0: recorded'),
    Forgery(22, "an-older-seed-in-a-history", _alone(an_older_seed_in_a_history),
        'entry 10 of a history that was replaced, "die" 0: recorded'),
    Forgery(23, "other-seeds-when-told-again", _alone(other_seeds_when_told_again),
        "it announces a new seed that is not among its arguments"),
    Forgery(24, "a-restore-slipped-in", _alone(a_restore_slipped_in), "rewriting the past cannot restore a backup"),
    Forgery(24, "a-restore-left-out", _alone(a_restore_left_out), "an outage alone is new, and no act is undone"),
    Forgery(25, "the-seed-from-before-a-restore", _alone(the_seed_from_before_a_restore),
        "the seed of its correction is not the one that was promised last"),
    Forgery(25, "a-seed-ground-for-a-restore", _alone(a_seed_ground_for_a_restore),
        "the seed of its correction does not follow from that of phase 0"),
    Forgery(25, "a-seed-for-no-correction", _alone(a_seed_for_no_correction),
        "it gives a new seed to a correction that nobody opened"),
    Forgery(26, "own-dice-of-an-outage-ground", _alone(own_dice_of_an_outage_ground),
        "its seed does not follow from that of phase 1"),
    Forgery(26, "own-dice-of-an-outage-with-no-need", _alone(own_dice_of_an_outage_with_no_need),
        "it does not draw by the seed of its phase, and could have"),
    Forgery(27, "new-seeds-with-no-need", _alone(new_seeds_with_no_need),
        "Entry 10 gave phase 0 a new seed, for a backup that was restored."),
    Forgery(28, "a-secret-draw-by-another-key", _alone(forged_secret_draws.another_key),
        "the seed of its secret draws is not the one that the cycle's key gives"),
    Forgery(28, "a-later-secret-draw-by-another-key", _alone(forged_secret_draws.drawn_later_by_another_key),
        "the seed of its secret draws is not the one that the cycle's key gives"),
    Forgery(28, "another-secret-value", _alone(forged_secret_draws.another_value), "secret draw 0: recorded"),
    Forgery(28, "another-secret-draw", _alone(forged_secret_draws.another_draw),
        "the secret draws that were opened do not have the commitment that was shown"),
    Forgery(29, "a-secret-key-announced-late", _alone(forged_secret_draws.late_key),
        "it announces a key of secret draws, as only the first entry can"),
    Forgery(29, "a-secret-key-exchanged", _alone(forged_secret_draws.key_exchanged),
        "the key of secret draws is not the one that was announced before"),
    Forgery(30, "an-opening-without-a-commitment", _alone(forged_secret_draws.opening_of_the_act_that_asked),
        "it opens secret draws that no entry has"),
    Forgery(30, "an-opening-twice", _alone(forged_secret_draws.opened_twice),
        "it opens the secret draws of entry 4 again"),
    Forgery(31, "more-dice-by-a-public-seed", _alone(more_dice_by_a_public_seed),
        "it draws anew by the seed of its phase, which was public before"),
    Forgery(31, "another-die-by-a-public-seed", _alone(another_die_by_a_public_seed),
        "it draws anew by the seed of its phase, which was public before"),
    Forgery(31, "more-dice-by-the-seed-of-an-earlier-correction",
        _alone(more_dice_by_the_seed_of_an_earlier_correction),
        "draw 1 is new, and by a seed that was public before"),
    Forgery(31, "secret-draws-otherwise-once-opened", _alone(forged_secret_draws.drawn_otherwise_once_opened),
        "it draws otherwise in secret, by a seed that was public before"),
    Forgery(31, "dice-of-a-public-phase-in-an-outage", _alone(dice_of_a_public_phase_in_an_outage),
        "it draws anew by the seed of its phase, which was public before"),
    Forgery(32, "more-dice-with-no-need", _alone(more_dice_with_no_need),
        "it does not draw by the seed of its phase, and could have"),
    Forgery(32, "dice-named-as-more", _alone(dice_named_as_more),
        "it does not draw by the seed of its phase, and could have"),
    Forgery(32, "more-dice-by-a-ground-seed", _alone(more_dice_by_a_ground_seed),
        "the seed of its correction was never promised"),
    Forgery(32, "more-dice-without-a-rewrite", _alone(more_dice_without_a_rewrite),
        "it draws by the seed of a correction, and came with none"),
    Forgery(33, "dice-chosen-by-opening-again", _alone(dice_chosen_by_opening_again),
        "a correction before it omits the number from which its seed derives"),
    Forgery(33, "dice-chosen-by-another-number", _alone(dice_chosen_by_another_number),
        "the seed of its correction does not follow from that of phase 0"),
    Forgery(34, "one-seed-for-two-phases", _alone(forged_seeds_and_acts.one_seed_for_two_phases),
        "phase 1: its seed is that of phase 0"),
    Forgery(34, "a-public-seed-after-a-restore", _alone(forged_seeds_and_acts.a_public_seed_after_a_restore),
        "phase 1: its seed is that of phase 0"),
    Forgery(34, "the-seed-of-a-rewrite-after-a-restore",
        _alone(forged_seeds_and_acts.the_seed_of_a_rewrite_after_a_restore), "phase 0: its seed is that of a rewrite"),
    Forgery(34, "a-new-seed-that-was-public", _alone(forged_seeds_and_acts.a_new_seed_that_was_public),
        "it announces a seed that was public before"),
    Forgery(34, "a-seed-shown-too-early", _alone(forged_seeds_and_acts.a_seed_shown_too_early),
        "phase 0 is not over, and its seed is public"),
    Forgery(35, "another-first-seed", _alone(forged_seeds_and_acts.another_first_seed),
        "phase 2 has another seed than before"),
    Forgery(36, "other-arguments-in-an-outage", _alone(forged_seeds_and_acts.other_arguments_in_an_outage),
        "entry 10: it keeps its id with other arguments"),
    Forgery(36, "other-arguments-in-a-reroll", _alone(forged_seeds_and_acts.other_arguments_in_a_reroll),
        "entry 6: it was rolled again with other arguments"),
    Forgery(36, "another-instant-in-a-reroll", _alone(forged_seeds_and_acts.another_instant_in_a_reroll),
        "entry 6: it was rolled again with other arguments"),
    Forgery(37, "dated-back", _alone(forged_seeds_and_acts.a_vote_after_its_end_dated_back),
        "entry 10: it is earlier than the entry before it"),
    Forgery(37, "dated-back-in-a-history", _alone(forged_seeds_and_acts.dated_back_in_a_history),
        "entry 10 of a history that was replaced: it is earlier than the entry before it"),
    Forgery(36, "another-order-in-an-outage", _alone(forged_seeds_and_acts.another_order_in_an_outage),
        "acts that it kept are in another order"),
    Forgery(38, "another-revision", _alone(forged_seeds_and_acts.another_revision),
        "entry 10: it stands under revision 0 of the law, and revision 1 was in force"),
    Forgery(38, "another-revision-in-a-history", _alone(forged_seeds_and_acts.another_revision_in_a_history),
        "entry 10 of a history that was replaced: it stands under revision 0 of the law"),
    Forgery(38, "a-revision-left-out", _alone(forged_seeds_and_acts.a_revision_left_out),
        "entry 9: the revision of the law after 0 is 1"),
    Forgery(39, "another-order-in-a-correction", _alone(forged_seeds_and_acts.another_order_in_a_correction),
        "for a correction by host. Entries that kept their ids: 3; moved: 1; changed: 0; undone: 0; new: 0."),
)  # fmt: skip


def write() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for each in FORGERIES:
        each.path.write_text(each.as_text())
    (FOLDER / "heads.json").write_text(
        json.dumps({each.name: each.heads for each in FORGERIES if each.heads}, indent=1)
    )
