"""Rewritten journals made without a database, both as an honest host and as a forger would write them."""

import copy
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from nomic.chance.draw_source import Source
from nomic.chance.seeds import commitment, seed_of_a_correction, seed_of_a_rewrite
from nomic.cycles.journal import hash_chain
from tests.support.proofs import SALTS, START, Proof

SEEDS = tuple(f"{number}{number}" * 32 for number in range(1, 8))
MAX_NAMED = 100
REWRITES = ("tell-anew", "tell-rerolled", "tell-corrected")
Link = dict[str, Any]
Step = Callable[["Book"], object]
Choose = Callable[[list[Link]], list[Link]]


@dataclass
class Book:
    """A journal in the making, whose past can be told again."""

    links: list[Link] = field(default_factory=list)
    replaced: list[list[Link]] = field(default_factory=list)
    forks: list[dict[str, str]] = field(default_factory=list)
    phase: int = 0
    clock: int = 0  # hours since the beginning
    later: dict[str, str] = field(default_factory=dict)  # seeds of phases that had one before, by their commitments
    branch: str = ""  # what ids have at their end of what is new in the telling that is made

    @property
    def first(self) -> Link:
        return hash_chain.first_link({"cycle": {"title": "A cycle"}}, START)

    @property
    def head(self) -> str:
        return hash_chain.digest(self.links[-1] if self.links else self.first)

    def noted(self) -> tuple[int, str]:
        """What somebody notes of it now."""
        return len(self.links), self.head

    @property
    def revision(self) -> int:
        """That of the law now."""
        return sum(event["kind"] == "law-changed" for link in self.links for event in link["events"])

    def new_seeds(self) -> list[tuple[int, str]]:
        """Later seeds of phases in their order, each with its phase."""
        told = [event for link in self.links for event in link["events"] if event["kind"] == "phase-reseeded"]
        return [(event["phase"], self.later[event["commitment"]]) for event in told]

    def seed_now(self, phase: int) -> str:
        """By which a phase draws now."""
        return next((seed for of, seed in reversed(self.new_seeds()) if of == phase), SEEDS[phase])

    def given(self, seeds: dict[int, str]) -> tuple[list[Link], list[Link]]:
        """What an entry says of seeds that it gives to phases: among its arguments, and as events."""
        self.later |= {commitment(seed): seed for seed in seeds.values()}
        args = [{"phase": phase, "commitment": commitment(seed)} for phase, seed in seeds.items()]
        return args, [{"kind": "phase-reseeded", **each} for each in args]

    def restore(self, seeds: dict[int, str], *, fork: str = "") -> Link:
        """A backup was restored; an open correction gets the seed `fork`."""
        args, events = self.given(seeds)
        promise = {"fork": commitment(fork)} if fork else {}
        if fork:
            events.append({"kind": "fork-reseeded", "commitment": commitment(fork)})
        return self.add("", "new-seeds", args={"seeds": args, **promise}, events=events)

    def add(self, actor: str, action: str, **more: Any) -> Link:
        """An entry; `draws` are (label, sides), `own` is the seed of the correction that it came with.

        `more` are places of draws by the seed of a later rewrite, with that seed.
        """
        kind = more.get("kind") or ("person" if actor else "system")
        key = more.get("key") or hash_chain.entry_id(self.head, kind, actor, action, branch=more.get("branch", ""))
        if "hour" not in more:
            self.clock += 1
        own = more.get("own", "")
        later = more.get("more", {})
        seed = own or more.get("seed") or self.seed_now(more.get("seed_of", self.phase))
        source = Source(seed, key, seed_of=lambda _: later.get(len(source.drawn), ""))
        for label, sides in more.get("draws", ()):
            source.below(sides, label, f"for {label}")
        told = [{"kind": "own-dice", "commitment": commitment(own)}] if own and source.drawn else []
        for each, places in source.by_other_seeds.items():
            told.append({"kind": "more-dice", "commitment": commitment(each), "draws": places})
        entry = SimpleNamespace(
            seq=len(self.links) + 1,
            key=key,
            at=START + timedelta(hours=more.get("hour", self.clock)),
            actor_kind=kind,
            actor=actor,
            action=action,
            args=more.get("args", {}),
            sealed=more.get("sealed", {}),
            revision=more.get("revision", self.revision),
            phase=self.phase,
            words=more.get("words", [f"{actor or 'Time'} does {action}."]),
            events=[*more.get("events", []), *told],
        )
        self.links.append(json.loads(hash_chain.written(hash_chain.link_of(entry, source.drawn, self.head))))
        return self.links[-1]

    def again(self, link: Link, **more: Any) -> Link:
        """An entry with the id that it had, and unless said otherwise with all that it said."""
        if link["action"] == "begin-phase" and link["actor_kind"] == "system":
            self.phase, phase = link["phase"], link["phase"] + 1
        else:
            phase = self.phase
        events = [event for event in link["events"] if event["kind"] not in ("own-dice", "more-dice")]
        seeds = {each["commitment"]: each["seed"] for each in self.forks}
        later = [event for event in link["events"] if event["kind"] == "more-dice"]
        own = [event["commitment"] for event in link["events"] if event["kind"] == "own-dice"]
        same = {
            "key": link["key"],
            "kind": link["actor_kind"],
            "draws": [(draw["label"], int(draw["sides"])) for draw in link["draws"]],
            "args": link["args"],
            "sealed": dict.fromkeys(link["sealed"]),
            "words": link["words"],
            "events": events,
            "own": next((seeds[each] for each in own if each in seeds), ""),
            "more": {place: seeds[event["commitment"]] for event in later for place in event["draws"]},
            "hour": 0,
        }
        made = self.add(link["actor"], link["action"], **{**same, **more})
        if "hour" not in more:  # the instant that it had
            made["at"] = link["at"]
        self.phase = phase
        return made

    def begin(self) -> None:
        """The first entry: the seeds of the phases 0 and 1 are committed to."""
        event = {"kind": "cycle-began", "commitments": [commitment(seed) for seed in SEEDS[:2]]}
        self.add("", "begin-cycle", events=[event])

    def change_law(self, **more: Any) -> Link:
        event = {"kind": "law-changed", "revision": self.revision + 1, "sections": ["shop"]}
        return self.add("", "close-voting", **{"events": [event], **more})

    def next_phase(self, **more: Any) -> None:
        revealed, promised = self.seed_now(self.phase), commitment(SEEDS[self.phase + 2])
        event = {"kind": "phase-began", "phase": self.phase + 1, "revealed": revealed, "commitment": promised}
        self.add("", "begin-phase", events=[event], draws=[("lot", 6)], **more)
        self.phase += 1

    def seal(self, actor: str, wish: int) -> Link:
        """A wish that nobody sees yet."""
        shown = {"commitment": hashlib.sha256(f"{SALTS[actor]}{wish}".encode()).hexdigest()}
        return self.add(actor, "wish", args={"wish": shown}, sealed={"wish": None})

    def open_correction(self, seed: str = "", **more: Any) -> str:
        """A correction is opened; its seed. With `rewrite=None` it derives from the entry's id, as it once did."""
        number = more.pop("rewrite", 1 + sum(link["action"] in REWRITES for link in self.links))
        key = hash_chain.entry_id(self.head, "admin", "host", "open-correction")
        seed = seed or seed_of_a_correction(self.seed_now(self.phase), number or key)
        promise = commitment(seed)
        event = {"kind": "correction-opened", "correction": "c", "commitment": promise}
        args = {"commitment": promise, "reason": "it was wrong", **more.pop("args", {})}
        args |= {} if number is None else {"rewrite": number}
        self.add("host", "open-correction", kind="admin", args=args, events=[event], **more)
        return seed

    def tell(
        self,
        kind: str,
        first: int,
        steps: Sequence[Step | Link],
        *,
        actor: str = "host",
        seed: str = "",
        hides: int = 0,
        seeds: dict[int, str] | None = None,
        **more: Any,
    ) -> Link:
        """Tell the past again from entry `first` on, by links that keep their ids and by steps that bring new ones."""
        history, head, newest = copy.deepcopy(self.links[first - 1 :]), self.head, len(self.links)
        newest_alone = copy.deepcopy(self.links[-1:])  # where nothing is replaced
        if seed and {"commitment": commitment(seed), "seed": seed} not in self.forks:
            self.forks.append({"commitment": commitment(seed), "seed": seed})
        phase = self.phase
        self.branch = str(1 + sum(link["action"].startswith("tell-") for link in self.links))
        self.links = self.links[: first - 1]
        self.phase = history[0]["phase"] if history else phase
        for step in steps:
            self.again(step) if isinstance(step, dict) else step(self)
        keys = {link["key"] for link in self.links}
        undone = [
            {"seq": link["seq"], "action": link["action"], "words": link["words"]}
            for link in history
            if link["key"] not in keys
        ]
        undone = undone[: len(undone) - hides]
        told = {"first": first, "replaced": newest, "head": head}
        args = {**told, "undone": undone[:MAX_NAMED], "undone_count": len(undone), **more}
        events: list[dict[str, Any]] = [{"kind": "told-anew", **told, "undone": len(undone)}]
        if kind == "tell-corrected" or seed:
            args["seed"] = seed
            events = [{"kind": "fork-seed", "commitment": commitment(seed), "seed": seed}, *events]
        if seeds:
            args["seeds"], new = self.given(seeds)
            events += new
        self.replaced.append(history or newest_alone)
        by = "person" if kind == "tell-rerolled" else "admin"
        return self.add(actor, kind, kind=by, args=args, events=events)

    def own_seed(self) -> str:
        """That of an outage or a reroll, if it told the past again now."""
        number = 1 + sum(link["action"].startswith("tell-") for link in self.links)
        return seed_of_a_rewrite(self.seed_now(self.phase), number)

    def since(self, first: int) -> list[Link]:
        """The entries from a number on."""
        return copy.deepcopy(self.links[first - 1 :])

    def proof(self) -> Proof:
        over = self.phase
        return {
            "cycle": "a-cycle",
            "scheme": hash_chain.SCHEME,
            "draw_scheme": "nomic-draw-1",
            "first": self.first,
            "head": {"seq": len(self.links), "digest": self.head},
            **({"replaced": copy.deepcopy(self.replaced)} if self.replaced else {}),
            **({"forks": copy.deepcopy(self.forks)} if self.forks else {}),
            "phases": [
                {"phase": phase, "commitment": commitment(seed), "seed": seed if phase < over else None}
                for phase, seed in [*enumerate(SEEDS[: over + 2]), *dict.fromkeys(self.new_seeds())]
            ],
            "entries": copy.deepcopy(self.links),
        }


DIE = [("die", 6)]


def act(actor: str, action: str, **more: Any) -> Step:
    """Something new in a telling."""
    return lambda book: book.add(actor, action, branch=more.pop("branch", book.branch), **more)


def without(links: Iterable[Link], *actions: tuple[str, str]) -> list[Link]:
    """Links but for those of these actors and actions."""
    return [link for link in links if (link["actor"], link["action"]) not in actions]


def played() -> Book:
    """Eight entries of the first phase: packs, dice, a seal, a clock that ran out."""
    book = Book()
    book.begin()
    book.add("ada", "open-pack", draws=[("pick", 52), ("pick", 51), ("coating", 100)])
    book.add("bob", "buy")
    sealed = book.seal("bob", 5)
    book.add("eve", "throw", draws=DIE)
    book.add("ada", "throw", draws=DIE)
    opened = {"wish": {"value": 5, "salt": SALTS["bob"]}}
    book.add("bob", "tell", events=[{"kind": "unsealed", "entry": sealed["key"], "seq": sealed["seq"], "args": opened}])
    book.add("", "end-turn", draws=DIE)
    return book


def rerolled(book: Book) -> None:
    """Ada rolls her throw again: entry 6."""
    rest = book.since(7)

    def again(there: Book) -> None:
        there.add("ada", "throw", branch=there.branch, draws=DIE, hour=6)

    told = hash_chain.entry_id(hash_chain.digest(book.links[4]), "person", "ada", "throw", branch="1")
    book.tell("tell-rerolled", 6, [again, *rest], actor="ada", act=told)
    book.add("ada", "reroll")


def stopped(book: Book) -> None:
    """An outage is recorded that had begun before the turn ended: it ends later."""
    (at,) = [place for place, link in enumerate(book.links, 1) if link["action"] == "end-turn"]
    rest = without(book.since(at), ("", "end-turn"))
    outage = act("host", "record-outage", kind="admin", hour=7)
    book.tell("tell-anew", at, [outage, *rest, act("", "end-turn", draws=DIE)])


def corrected(book: Book, steps: Callable[[list[Link], str], list[Step | Link]] | None = None) -> None:
    """Bob bought nothing, Eve's throw has other dice, Bob's vote was at another hour, and Ada opens a pack."""
    seed = book.open_correction()
    book.add("bob", "vote")

    def usual(links: list[Link], seed: str) -> list[Step | Link]:
        told: list[Step | Link] = []
        for link in links:
            whose = (link["actor"], link["action"])
            if whose == ("eve", "throw"):
                told.append(_changed(link, seed))
            elif whose == ("bob", "vote"):
                told.insert(0, _moved(link))
            elif whose != ("bob", "buy"):
                told.append(link)
            if whose == ("bob", "tell"):
                told.append(act("ada", "open-pack", own=seed, draws=[("pick", 52)], hour=7))
        return told

    book.tell("tell-corrected", 3, (steps or usual)(book.since(3), seed), seed=seed)
    book.add("host", "adopt-correction", kind="admin")


def _changed(link: Link, seed: str) -> Step:
    return lambda book: book.again(link, own=seed, args={"dice": 2}, draws=[("die", 6), ("die", 6)])


def _moved(link: Link) -> Step:
    return lambda book: book.again(link, hour=2)


def told_again() -> Book:
    """A journal that was told again three times, two phases long, without a fault."""
    book = played()
    rerolled(book)
    book.next_phase()
    stopped(book)
    corrected(book)
    book.add("eve", "throw", draws=DIE)
    book.next_phase()
    book.add("ada", "throw", draws=DIE)
    return book
