"""Proofs whose history was rewritten: some unusual but valid, some with an error."""

from collections.abc import Callable
from typing import Any

from nomic.chance.seeds import commitment, seed_of_a_correction
from nomic.cycles.journal import hash_chain
from tests.support import forged_seeds_and_acts
from tests.support.proofs import Proof
from tests.support.rewritten_journals import DIE, SEEDS, Book, Link, act, played, rerolled, stopped, told_again, without


def as_proof(made: Book | Proof) -> Proof:
    """The proof of a journal, or that itself."""
    return made.proof() if isinstance(made, Book) else made


# ── without a fault


def throw(seed: str) -> Callable[[Book], object]:
    """A throw of Eve's that a correction with this seed brings."""
    return act("eve", "throw", own=seed, draws=DIE, hour=6)


def from_the_first_entry() -> Book:
    """All is told again."""
    book = played()
    book.tell("tell-anew", 1, [act("host", "record-outage", kind="admin", hour=0), *book.since(1)])
    return book


def nothing_replaced() -> Book:
    """An outage that began after the newest entry."""
    book = played()
    book.tell("tell-anew", 9, [act("host", "record-outage", kind="admin")])
    return book


def the_newest_gone() -> Book:
    """A correction in which the newest entry is void, and nothing comes in its place."""
    book = played()
    book.add("bob", "say")
    book.tell("tell-corrected", 9, [], seed=SEEDS[6])
    return book


def nothing_drawn() -> Book:
    """An act is taken back: nothing draws by the seed, which nobody promised."""
    book = played()
    book.tell("tell-corrected", 3, without(book.since(3), ("bob", "buy")), seed=SEEDS[6])
    return book


def an_outage_known_earlier() -> Book:
    """Two outages: the later one is known from its beginning when the earlier one is told of."""
    book = played()
    stopped(book)
    rest = book.since(6)
    first = rest.pop(2)
    steps = [act("host", "record-outage", kind="admin", hour=5), lambda there: there.again(first, hour=5.5), *rest]
    book.tell("tell-anew", 6, steps)
    return book


def what_draws_no_longer() -> Book:
    """A throw that came with a correction has failed when the past is told the next time, and draws nothing."""
    book = played()
    seed = book.open_correction()
    book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
    again = book.open_correction()
    first, *rest = book.since(6)
    book.tell("tell-corrected", 6, [lambda there: there.again(first, draws=()), *rest], seed=again)
    return book


def told_twice_by_corrections() -> Book:
    """What came with the first one keeps its dice in the second."""
    book = played()
    for _ in range(2):
        seed = book.open_correction()
        book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
    book.next_phase()
    return book


def dropped_and_opened_again() -> Book:
    """The correction that is adopted has the seed of the one that was dropped before it."""
    book = played()
    seed = book.open_correction()
    book.add("host", "drop-correction", kind="admin")
    assert book.open_correction() == seed
    book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
    book.next_phase()
    return book


def corrected_before_corrections_had_numbers() -> Book:
    """Once the seed of a correction followed from its id; that of the next one follows from its number."""
    book = played()
    for rewrite in (None, 2):
        seed = book.open_correction(rewrite=rewrite)
        book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
    book.next_phase()
    return book


def tellings_among_what_is_told() -> Book:
    """The newest telling begins with the entry that says of an older one."""
    book = played()
    rerolled(book)
    book.tell("tell-anew", 9, [act("host", "record-outage", kind="admin", hour=8), *book.since(9)])
    book.tell("tell-anew", 10, [act("host", "record-outage", kind="admin", hour=8), *book.since(10)])
    return book


def the_entry_before_a_telling_gone() -> Book:
    """What was told again is a number earlier now."""
    book = played()
    book.add("bob", "say")
    rest = book.since(7)
    key = hash_chain.entry_id(hash_chain.digest(book.links[4]), "person", "ada", "throw", branch="1")
    book.tell("tell-rerolled", 6, [act("ada", "throw", draws=DIE, hour=6), *rest], actor="ada", act=key)
    book.tell("tell-corrected", 9, book.since(10), seed=SEEDS[6])
    return book


def dice_at_the_beginning() -> Book:
    """The first entry draws by the seed that it commits to: there is none before it."""
    book = Book()
    event = {"kind": "cycle-began", "commitments": [commitment(seed) for seed in SEEDS[:2]]}
    book.add("", "begin-cycle", events=[event], draws=DIE)
    return book


def like_the_calendar() -> Book:
    """Entries of players look like those of the calendar, and time does something else: neither begins a phase."""
    book = played()
    began, ended = {"kind": "phase-began", "phase": 7}, {"kind": "cycle-ended"}
    for actor, action, event in (
        ("bob", "begin-phase", began),
        ("", "end-turn", began),
        ("bob", "end-cycle", ended),
        ("", "end-turn", ended),
        ("", "end-cycle", {"kind": "act-failed"}),
    ):
        book.add(actor, action, events=[event])
    seed = book.open_correction()
    book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
    book.next_phase()
    return book


def a_phase_on_again() -> Book:
    """A phase that was over goes on by an outage, with a new seed; what stands in it now draws by a third."""
    book = played()
    book.next_phase()
    book.add("eve", "throw", draws=DIE)
    *_, throw = book.since(9)
    own = book.own_seed()
    outage = act("host", "record-outage", kind="admin", hour=8)
    book.tell("tell-anew", 9, [outage, lambda there: there.again(throw, own=own)], seed=own, seeds={0: SEEDS[5]})
    book.add("eve", "throw", draws=DIE)
    book.next_phase()
    book.add("eve", "throw", draws=DIE)
    book.next_phase()
    return book


def corrected_after_a_restore() -> Book:
    """The correction that was open draws by the seed that the restore gave it; both are replaced in the end."""
    book = played()
    book.open_correction()
    key = hash_chain.entry_id(book.head, "system", "", "new-seeds")
    seed = seed_of_a_correction(SEEDS[5], key)
    book.restore({0: SEEDS[5], 1: SEEDS[6]}, fork=seed)
    book.add("eve", "throw", draws=DIE)
    book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
    book.add("eve", "throw", draws=DIE)
    again = book.open_correction()
    book.tell("tell-corrected", 6, [throw(again), *without(book.since(6), ("ada", "throw"))], seed=again)
    book.next_phase()
    return book


def _ended(seed_of: int, *, public: tuple[int, ...]) -> Callable[[], Proof]:
    def make() -> Proof:
        book = played()
        book.add("", "end-cycle", events=[{"kind": "cycle-ended", "winner": "ada", "rule": "R56"}])
        book.add("bob", "say")
        seed = book.open_correction(seed_of_a_correction(SEEDS[seed_of], 1))
        book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
        proof = book.proof()
        for phase in public:
            proof["phases"][phase]["seed"] = SEEDS[phase]
        return proof

    return make


def _two_dice(book: Book, **how: Any) -> list[Any]:
    """The entries from the ninth on, which is Eve's throw: it has a second die."""
    thrown, *rest = book.since(9)
    return [lambda there: there.again(thrown, draws=[*DIE, *DIE], **how), *rest]


def more_dice_in_a_public_phase() -> Book:
    """The second die of a throw is by the correction's seed, as that of the phase is public; so it stays."""
    book = played()
    book.add("eve", "throw", draws=DIE)
    book.next_phase()
    seed = book.open_correction()
    book.tell("tell-corrected", 9, _two_dice(book, more={1: seed}), seed=seed)
    again = book.open_correction()
    book.tell("tell-corrected", 3, [*without(book.since(3), ("bob", "buy"))], seed=again)
    book.next_phase()
    return book


def more_dice_while_the_seed_was_secret() -> Book:
    """The phase ended after the correction was opened: until then its seed was a secret."""
    book = played()
    book.add("eve", "throw", draws=DIE)
    seed = book.open_correction()
    book.next_phase()
    book.tell("tell-corrected", 9, _two_dice(book), seed=seed)
    book.next_phase()
    return book


FAULTLESS: dict[str, Callable[[], Book | Proof]] = {
    "more dice in a public phase": more_dice_in_a_public_phase,
    "more dice while the seed was secret": more_dice_while_the_seed_was_secret,
    "told again three times": told_again,
    "from the first entry on": from_the_first_entry,
    "nothing replaced": nothing_replaced,
    "the newest gone": the_newest_gone,
    "nothing drawn": nothing_drawn,
    "an outage known earlier": an_outage_known_earlier,
    "what draws no longer": what_draws_no_longer,
    "told twice by corrections": told_twice_by_corrections,
    "dropped and opened again": dropped_and_opened_again,
    "corrected before corrections had numbers": corrected_before_corrections_had_numbers,
    "tellings among what is told": tellings_among_what_is_told,
    "the entry before a telling gone": the_entry_before_a_telling_gone,
    "dice at the beginning": dice_at_the_beginning,
    "like the calendar": like_the_calendar,
    "a phase on again": a_phase_on_again,
    "corrected after a restore": corrected_after_a_restore,
    "ended, by the next seed": _ended(1, public=(0,)),
}

# ── with something that does not fit


def _of(change: Callable[[Proof], Any]) -> Callable[[], Proof]:
    def make() -> Proof:
        proof = told_again().proof()
        change(proof)
        return proof

    return make


def _said(**args: Any) -> Callable[[], Book]:
    """What the newest tell-entry says is otherwise."""

    def make() -> Book:
        book = played()
        rerolled(book)
        book.links.pop()
        book.links[-1]["args"] |= args
        return book

    return make


def _history(first: int, newest: int, history: Callable[[list[Link]], list[Link]]) -> Callable[[], Book]:
    """A tell-entry names what is not to be had there, linked without a fault."""

    def make() -> Book:
        book = played()
        links = history(book.since(1))
        before = links[0]["before"]
        for link in links:
            link["before"] = before
            before = hash_chain.digest(link)
        told = {"first": first, "replaced": newest, "head": before, "undone": [], "undone_count": 0}
        book.add("host", "tell-anew", kind="admin", args=told)
        book.replaced = [links]
        return book

    return make


def _by_another_seed() -> Book:
    """What is new draws by the seed of a correction that was adopted before."""
    book = played()
    old = book.open_correction()
    book.tell("tell-corrected", 6, [throw(old), *book.since(6)], seed=old)
    seed = book.open_correction()
    book.tell("tell-corrected", 6, [throw(old), *book.since(6)], seed=seed)
    return book


def _kept_by_another_seed(who: tuple[str, str], *, own: bool) -> Callable[[], Book]:
    """An act that is kept draws by the seed of a correction: not that of its own, or though nobody can change it."""

    def make() -> Book:
        book = played()
        old = book.open_correction()
        book.tell("tell-corrected", 6, [throw(old), *book.since(6)], seed=old)
        seed = book.open_correction()

        def otherwise(link: Link) -> Any:
            taken = seed if own else old
            return (lambda there: there.again(link, own=taken)) if (link["actor"], link["action"]) == who else link

        book.tell("tell-corrected", 5, list(map(otherwise, book.since(5))), seed=seed)
        return book

    return make


def _rolled_by(actor: str, **args: Any) -> Callable[[], Book]:
    def make() -> Book:
        book = played()
        key = hash_chain.entry_id(hash_chain.digest(book.links[4]), "person", actor, "throw", branch="1")
        steps = [act(actor, "throw", draws=DIE, hour=6), *book.since(7)]
        book.tell("tell-rerolled", 6, steps, actor="ada", **{"act": key, **args})
        return book

    return make


def _replaced(change: Callable[[list[Link]], Any]) -> Callable[[], Book]:
    """What is replaced was not played so; what is told after it fits it."""

    def make() -> Book:
        book = played()
        change(book.links)
        before = book.links[5]["before"]
        for link in book.links[5:]:
            link["before"] = before
            before = hash_chain.digest(link)
        seed = book.open_correction()
        book.tell("tell-corrected", 6, without(book.since(6), ("", "end-turn")), seed=seed)
        return book

    return make


def _other_tellings() -> Book:
    """What is replaced was told again at another time than what replaces it says."""
    book = played()
    rerolled(book)
    seed = book.open_correction()
    book.tell("tell-corrected", 3, without(book.since(3), ("ada", "tell-rerolled")), seed=seed)
    return book


def _revealed(seed_revealed: Any) -> Callable[[], Book]:
    def make() -> Book:
        book = played()
        seed = book.open_correction()
        made = book.tell("tell-corrected", 6, [throw(seed), *book.since(6)], seed=seed)
        made["events"][0]["seed"] = seed_revealed
        return book

    return make


def _promised_by_what_it_brings() -> Book:
    """The entry that opens the correction comes with it: no reader could have seen it before."""
    book = played()
    seed = SEEDS[6]
    opening = act("host", "open-correction", kind="admin", args={"commitment": commitment(seed)}, hour=5)
    book.tell("tell-corrected", 6, [opening, throw(seed), *book.since(6)], seed=seed)
    return book


def _never_promised() -> Book:
    """What came with the correction last draws nothing, and what came first does."""
    book = played()
    book.tell("tell-corrected", 6, [throw(SEEDS[6]), act("eve", "say", hour=6), *book.since(6)], seed=SEEDS[6])
    return book


def _told_from_behind_the_newest() -> Book:
    """An entry of a chosen id is neither what was replaced nor what was told again."""
    book = played()
    head = book.head
    history = book.since(8)
    book.add("eve", "throw", key="0" * 32, draws=DIE)
    book.branch = "1"
    act("host", "record-outage", kind="admin")(book)
    told = {"first": 10, "replaced": 8, "head": head, "undone": [], "undone_count": 0}
    book.add("host", "tell-anew", kind="admin", args=told)
    book.replaced = [history]
    return book


def _restored_otherwise() -> Book:
    """A restore gave other seeds, says a correction; its argument and its event agree."""
    book = played()
    book.restore({0: SEEDS[5]})
    seed = book.open_correction()
    args, events = book.given({0: SEEDS[6]})

    def otherwise(link: Link) -> Any:
        changed = {"args": {"seeds": args}, "events": events}
        return (lambda there: there.again(link, **changed)) if link["action"] == "new-seeds" else link

    book.tell("tell-corrected", 3, list(map(otherwise, without(book.since(3), ("bob", "buy")))), seed=seed)
    return book


SPOILED: dict[str, tuple[Callable[[], Book | Proof], str]] = {
    "replaced is no list": (_of(lambda given: given.update(replaced="x")), "replaced is not a list"),
    "forks is no list": (_of(lambda given: given.update(forks=None)), "forks is not a list"),
    "an empty history": (_of(lambda given: given["replaced"].append([])), "a history that was replaced cannot be read"),
    "no history": (_of(lambda given: given["replaced"].append(None)), "a history that was replaced cannot be read"),
    "a history twice": (_of(lambda given: given["replaced"].append(given["replaced"][0])), "replaced is there twice"),
    "a seed that is none": (_of(lambda given: given["forks"][0].update(seed="x")), "is not 64 hexadecimal digits"),
    "a promise that is none": (_of(lambda given: given["forks"][0].update(commitment=7)), "not 64 hexadecimal digits"),
    "no seed": (_of(lambda given: given["forks"].append(None)), "is not 64 hexadecimal digits"),
    "another seed": (_of(lambda given: given["forks"][0].update(seed="0" * 64)), "the SHA-256 that was promised"),
    "a seed too many": (
        _of(lambda given: given["forks"].append({"commitment": commitment(SEEDS[6]), "seed": SEEDS[6]})),
        "the seed of a correction is not one that the journal revealed",
    ),
    "a seed twice": (_of(lambda given: given["forks"].append(given["forks"][0])), "is there twice"),
    "a seed withheld": (_of(lambda given: given["forks"].clear()), "the correction that it came with is withheld"),
    "a seed revealed wrongly": (_revealed(SEEDS[6]), "with which it did not come"),
    "a seed revealed that is none": (_revealed("x"), "with which it did not come"),
    "a promise that comes with it": (_promised_by_what_it_brings, "the seed of its correction was never promised"),
    "no promise": (_never_promised, "the seed of its correction was never promised"),
    "a beginning behind the newest": (_told_from_behind_the_newest, "does not begin in this journal"),
    "a number for a history": (_of(lambda given: given["replaced"].append(7)), "cannot be read"),
    "no beginning": (_said(first=None), "it does not say from which entry on"),
    "a beginning before the first": (_said(first=0), "it does not say from which entry on"),
    "a beginning after it": (_said(first=10), "it does not say from which entry on"),
    "no end": (_said(replaced="8"), "it does not say from which entry on"),
    "no head": (_said(head=7), "the history that it replaces is left out"),
    "what is undone is no list": (_said(undone=7), "what is undone is not what it says"),
    "what is undone is not counted": (_said(undone_count=0), "what is undone is not what it says"),
    "a count that is none": (_said(undone_count=True), "what is undone is not what it says"),
    "a shorter history": (_history(6, 8, lambda links: links[5:7]), "is not the one from entry 6 to entry 8"),
    "a longer history": (_history(6, 7, lambda links: links[5:]), "is not the one from entry 6 to entry 7"),
    "numbers with a gap": (
        _history(6, 8, lambda links: [links[5], links[6] | {"seq": 8}]),
        "entry 8 of a history that was replaced does not follow the one before it",
    ),
    "an entry before the first": (
        _history(1, 0, lambda links: [links[0] | {"seq": 0}]),
        "is not the one from entry 1 to entry 0",
    ),
    "another newest entry, and nothing replaced": (
        _history(9, 8, lambda links: [links[7] | {"words": []}]),
        "does not begin in this journal",
    ),
    "what is new by an old seed": (_by_another_seed, "with which it did not come"),
    "a kept act by an old seed": (_kept_by_another_seed(("eve", "throw"), own=False), "with which it did not come"),
    "a clock by the new seed": (
        _kept_by_another_seed(("", "end-turn"), own=True),
        "it does not draw by the seed of its phase, and could have",
    ),
    "somebody else's act rolled again": (_rolled_by("eve"), "one act alone is rolled again"),
    "another act named": (_rolled_by("ada", act="0" * 32), "one act alone is rolled again"),
    "an id twice": (_replaced(lambda links: links[7].update(key=links[5]["key"])), "its id is that of another entry"),
    "another restore": (_restored_otherwise, "it says something else about how a backup was restored"),
    "another phase": (_replaced(lambda links: links[7].update(phase=1)), "and phase 0 was running"),
    "a telling dropped": (_other_tellings, "what it replaces was rewritten at other times"),
    "a history opens what nobody sealed": (
        forged_seeds_and_acts.opened_in_a_history_without_a_seal,
        "entry 3 of a history that was replaced: it opens what nobody sealed",
    ),
    "a value beyond its sides": (forged_seeds_and_acts.a_value_beyond_its_sides, "draw 0: value is not below sides"),
    "ended, by the seed that is public": (_ended(0, public=(0, 1)), "does not follow from that of phase 1"),
}
