"""Proofs of cycles: those of the host, and some that are made up without a database."""

import copy
import hashlib
import importlib.util
import json
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from nomic.chance.draw_source import Source
from nomic.chance.seeds import commitment
from nomic.cycles.history.export import proof
from nomic.cycles.journal import hash_chain
from nomic.cycles.models import Cycle

SCRIPT = Path(__file__).parents[2] / "static" / "verify_draws.py"
SEEDS = ("11" * 32, "22" * 32, "33" * 32)
START = datetime(2026, 1, 5, tzinfo=UTC)
SALTS = {"bob": "b0" * 16, "eve": "e0" * 16}
Proof = dict[str, Any]


def load_script() -> ModuleType:
    """The script that readers take home."""
    spec = importlib.util.spec_from_file_location("verify_draws", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["verify_draws"] = module  # its dataclasses look it up
    spec.loader.exec_module(module)
    return module


verify_draws = load_script()


def proof_of(cycle: Cycle) -> Proof:
    """The proof of a cycle, read."""
    read: Proof = json.loads("".join(proof(cycle)))
    return read


def as_text(given: Proof) -> str:
    """A proof as the host writes it, an entry a line."""
    heading = hash_chain.written({name: part for name, part in given.items() if name != "entries"})
    lines = ",\n".join(hash_chain.written(entry) for entry in given["entries"])
    return f'{heading[:-1]},"entries":[\n{lines}\n]}}\n'


# ── one that is made up


@dataclass
class Journal:
    """A journal in the making, as a host without a fault would write it."""

    links: list[dict[str, Any]] = field(default_factory=list)
    phase: int = 0

    @property
    def first(self) -> dict[str, Any]:
        return hash_chain.first_link({"cycle": {"title": "A cycle"}}, START)

    @property
    def head(self) -> str:
        return hash_chain.digest(self.links[-1] if self.links else self.first)

    seeds: tuple[str, ...] = SEEDS  # by which each phase draws now
    reseeded: list[dict[str, Any]] = field(default_factory=list)  # later seeds of phases, as the heading has them

    def add(self, actor: str, action: str, **more: Any) -> dict[str, Any]:
        """An entry; `draws` are (label, sides), the rest is as it is digested."""
        seq, kind = len(self.links) + 1, "person" if actor else "system"
        key = more.pop("key", None) or hash_chain.entry_id(self.head, kind, actor, action)
        source = Source(self.seeds[self.phase], key)
        for label, sides in more.pop("draws", ()):
            source.below(sides, label, f"for {label}")
        entry = SimpleNamespace(
            seq=seq,
            key=key,
            at=START + timedelta(hours=seq),
            actor_kind=kind,
            actor=actor,
            action=action,
            args=more.get("args", {}),
            sealed=more.get("sealed", {}),
            revision=0,
            phase=self.phase,
            words=more.get("words", [f"{actor or 'Time'} does it."]),
            events=more.get("events", []),
        )
        self.links.append(json.loads(hash_chain.written(hash_chain.link_of(entry, source.drawn, self.head))))
        return self.links[-1]

    def seal(self, actor: str, wish: int) -> dict[str, Any]:
        shown = {"commitment": hashlib.sha256(f"{SALTS[actor]}{wish}".encode()).hexdigest()}
        return self.add(actor, "wish", args={"wish": shown, "aloud": False}, sealed={"wish": None})

    def open(self, actor: str, of: dict[str, Any], wish: int) -> None:
        opened = {"wish": {"value": wish, "salt": SALTS[of["actor"]]}}
        event = {"kind": "unsealed", "entry": of["key"], "seq": of["seq"], "args": opened}
        self.add(actor, "tell", events=[event])

    def restore(self, **new: str) -> None:
        """A backup was restored: phases go on with these seeds, `restore(p0=…)`."""
        events = []
        for name, seed in new.items():
            phase = int(name[1:])
            events.append({"kind": "phase-reseeded", "phase": phase, "commitment": commitment(seed)})
            self.reseeded.append({"phase": phase, "commitment": commitment(seed), "seed": seed})
        given = [{"phase": event["phase"], "commitment": event["commitment"]} for event in events]
        self.add("", "new-seeds", args={"seeds": given}, events=events)
        for row in self.reseeded:
            self.seeds = tuple(row["seed"] if at == row["phase"] else seed for at, seed in enumerate(self.seeds))

    def proof(self) -> Proof:
        revealed = [seed if phase < self.phase else None for phase, seed in enumerate(SEEDS)]
        return {
            "cycle": "a-cycle",
            "scheme": hash_chain.SCHEME,
            "draw_scheme": "nomic-draw-1",
            "first": self.first,
            "head": {"seq": len(self.links), "digest": self.head},
            "phases": [
                {"phase": phase, "commitment": commitment(seed), "seed": revealed[phase]}
                for phase, seed in enumerate(SEEDS[: self.phase + 2])
            ]
            + [row if row["phase"] < self.phase else row | {"seed": None} for row in self.reseeded],
            "entries": copy.deepcopy(self.links),
        }


def written_without_fault() -> Proof:
    """Two phases: draws in both, two seals of which one was opened, words beyond ASCII, a large number of sides."""
    journal = Journal()
    journal.add("", "begin-cycle", events=[{"kind": "cycle-began", "commitments": [commitment(s) for s in SEEDS[:2]]}])
    journal.add("ada", "open-pack", draws=[("pick", 52), ("pick", 51), ("pick", 50), ("coating", 100)])
    sealed = journal.seal("bob", 5)
    journal.seal("eve", 3)
    journal.open("ada", sealed, 5)
    began = {"kind": "phase-began", "phase": 1, "revealed": SEEDS[0], "commitment": commitment(SEEDS[2])}
    journal.add("", "begin-phase", args={"phase": 1}, events=[began], draws=[("lot", 2)])
    journal.phase = 1
    journal.add("bob", "throw", draws=[("die", 2**60), ("die", 6)], args={"times": 2, "of": {"ß": 1, "𝔸": 2, "～": 3}})
    journal.add("ada", "say", args={"text": 'ünï\u007f\n𝔸 "quoted"'}, words=["Ada says ½."])
    return journal.proof()


def reseeded() -> Proof:
    """Two backups were restored in phase 0 and one in phase 1: draws by each seed of theirs."""
    journal = Journal()
    journal.add("", "begin-cycle", events=[{"kind": "cycle-began", "commitments": [commitment(s) for s in SEEDS[:2]]}])
    journal.add("ada", "throw", draws=[("die", 1000), ("die", 1000)])
    journal.restore(p0="44" * 32, p1="55" * 32)
    journal.add("bob", "throw", draws=[("die", 1000), ("die", 1000)])
    journal.restore(p0="66" * 32)
    journal.add("ada", "throw", draws=[("die", 1000)])
    began = {"kind": "phase-began", "phase": 1, "revealed": "66" * 32, "commitment": commitment(SEEDS[2])}
    journal.add("", "begin-phase", args={"phase": 1}, events=[began], draws=[("lot", 1000)])
    journal.phase = 1
    journal.add("bob", "throw", draws=[("die", 1000)])
    journal.restore(p1="77" * 32, p2="88" * 32)
    journal.add("bob", "throw", draws=[("die", 1000)])
    return journal.proof()


def ended() -> Proof:
    """A cycle that ended in its first phase; a try to end it failed before."""
    journal = Journal()
    journal.add("", "begin-cycle", events=[{"kind": "cycle-began", "commitments": [commitment(s) for s in SEEDS[:2]]}])
    journal.add("", "end-cycle", events=[{"kind": "act-failed", "code": "broken", "reason": "a mistake"}])
    journal.add("ada", "throw", draws=[("die", 6)])
    journal.add("", "end-cycle", events=[{"kind": "cycle-ended", "winner": "ada", "rule": "R56"}])
    proof = journal.proof()
    proof["phases"][0]["seed"] = SEEDS[0]
    return proof


def head_at(given: Proof, seq: int) -> tuple[int, str]:
    """The head that somebody could note when the entry was the newest."""
    return seq, hash_chain.digest(given["entries"][seq - 1] if seq else given["first"])
