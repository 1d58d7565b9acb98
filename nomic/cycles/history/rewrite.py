"""Telling the past anew, for an act that belongs there (`nomic/cycles/actions/retroactive.py`).

An outage may be recorded after things fell due within it that had not, had it been known; luck may have an act be
performed again with other dice. The journal is replayed into a fork, with the outage at its beginning, or that act
under an id of its own. Every other act keeps its instant, its id and its dice; what falls due does so when it is due
then. Where all acts are still possible the fork is adopted, and an entry at the end of its journal says from which
entry on it was told anew, what is undone, and the head of the history that it replaces, which is kept whole.

Where an act is not possible any more, an outage is refused and the refusal names it; a reroll, which has drawn, stands
as failed. Where everything is told as before, the outage is an entry like any other.
"""

import heapq
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Any

from django.db import transaction
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from nomic import limits
from nomic.chance.seeds import commitment, seed_of_a_telling
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import Act
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.actions.retroactive import Note, RetroactiveAct, is_only_open
from nomic.cycles.commitments import salts_of, typed_args
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.events import ForkSeedRevealed, HistoryRewritten
from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.history.fork_builder import (
    ConcurrentRewrite,
    ForkBuilder,
    Impossible,
    Step,
    columns,
    first_difference,
    restore,
)
from nomic.cycles.history.promote import promote_fork
from nomic.cycles.history.replay import RecordedSources, begun_fork, discard, discard_again, recorded
from nomic.cycles.history.reseed import NewSeeds, Spare, give_new_seeds, is_performed_again, secret_seed, without_empty
from nomic.cycles.journal.append import ReplaySource, apply, lock, save
from nomic.cycles.models import Cycle, Deadline, Entry, ForkSeed, Past
from nomic.cycles.schedule.outages import standing_still
from nomic.cycles.schedule.settle import settle_locked
from nomic.law.rules.reference import RuleRef

MAX_NAMED = 100  # entries that are undone, with their words; how many there are is said in any case
MAX_IMPOSSIBLE = 10  # acts that a refusal names
MAX_TOLD_AT_ONCE = 20_000  # entries of a journal that is told again while somebody waits: half a minute or so
TOLD_ANEW = "tell-anew"
ROLLED_AGAIN = "tell-rerolled"
CORRECTED = "tell-corrected"
TOLD = (TOLD_ANEW, ROLLED_AGAIN, CORRECTED)  # what stands in a journal that was told anew
MAX_WORDS = 100_000  # sentences of an entry, and characters of one: more than any has
Count = Annotated[int, Field(ge=0, le=limits.MAX_NUMBER)]


class UndoneEntry(BaseModel):
    """An entry of the history that was replaced, and of no other."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seq: Count
    action: Annotated[str, StringConstraints(max_length=120)]
    words: Annotated[list[Annotated[str, StringConstraints(max_length=MAX_WORDS)]], Field(max_length=MAX_WORDS)]


class TellAnewArgs(Args):
    """From which entry on the journal was told anew, and the number and digest of the newest that it had before.

    `seeds` are those with which phases go on. `seed` is the one by which acts drew that stand now in a phase whose own
    seed was public (R142). The journal fills them in.
    """

    first: Count
    replaced: Count
    head: Annotated[str, StringConstraints(max_length=64)]
    undone: Annotated[list[UndoneEntry], Field(max_length=MAX_NAMED)]
    undone_count: Count
    seeds: NewSeeds = Field(default_factory=list)
    seed: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$", max_length=64)] = ""

    def as_json(self) -> dict[str, Any]:
        return without_empty(super().as_json(), "seeds", "seed")


def tell_anew(act: Act, args: TellAnewArgs) -> None:
    """Say so; the change itself is in the entries before."""
    act.message(f"From entry {args.first} on the journal is rewritten, as if the outage had been known when it began.")
    _say_what_was(act, args)


class TellRerolledArgs(TellAnewArgs):
    """The same, and the id under which the act stands that was performed again."""

    act: Annotated[str, StringConstraints(max_length=64)]


def tell_rerolled(act: Act, args: TellRerolledArgs) -> None:
    """R19: say so; the act with its new dice is where it was."""
    act.message(f"Entry {args.first} is rolled again: the journal is rewritten from there.")
    _say_what_was(act, args)


class TellCorrectedArgs(TellAnewArgs):
    """The same, and the seed by which entries drew that only this history has: its commitment was public before."""

    seed: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", max_length=64)]


def tell_corrected(act: Act, args: TellCorrectedArgs) -> None:
    """Say so; what was corrected is in the entries before."""
    act.message(f"From entry {args.first} on the journal is rewritten, as it was corrected.")
    _say_what_was(act, args)


def _say_what_was(act: Act, args: TellAnewArgs) -> None:
    act.message(f"What it said before, up to entry {args.replaced}, is kept; its head was {args.head}.")
    for entry in args.undone:
        act.message(f"Undone, once entry {entry.seq}: {' '.join(entry.words)}")
    if args.undone_count > len(args.undone):
        act.message(f"{args.undone_count - len(args.undone)} more entries are undone.")
    act.emit(HistoryRewritten(first=args.first, replaced=args.replaced, head=args.head, undone=args.undone_count))
    if args.seed:
        act.emit(ForkSeedRevealed(commitment=commitment(args.seed), seed=args.seed))
    give_new_seeds(act, args.seeds)


@dataclass
class HistoryRewrite(ForkBuilder):
    """The acts of the journal at their instants, with a new one among them or one done anew."""

    actor: Actor
    action: Action
    args: Args
    past: RetroactiveAct
    done_anew: str = field(default="", init=False)  # the key of the entry in place of the one that was rolled again

    def in_order(self) -> Iterator[Step]:
        """The acts with their instants; the new one comes after all that happened by then.

        Outages that were recorded later are known from their beginnings, too: what fell due within them moved.
        """
        if self.past.anew:
            yield from (Step(entry.at, entry) for entry in self.acts)
            return
        since = self.past.since
        later = [entry for entry in self.acts if entry.action == self.action.name and entry.at > since]
        outages = [(max(since, _began(entry)), entry.seq, entry) for entry in later]
        others = [(entry.at, 0, entry) for entry in self.acts if entry not in later]
        for at, _, entry in heapq.merge(others, sorted([(since, 1, None), *outages], key=_place), key=_place):
            yield Step(at, entry)

    def do(self, step: Step) -> None:
        """Perform the act, the new one or the one that is to be done anew as they are."""
        if step.entry is None:
            self.first = self.fork.seq + 1
            apply(self.fork, self.action, self.args, self.actor, step.at, self.new)
        elif step.entry.key == self.past.anew:
            self._do_anew(step.entry)
        else:
            self.repeat(step, step.entry)

    def continues(self, entries: list[Entry]) -> bool:
        """An outage is told of where it began, before what has been told already."""
        return bool(self.past.anew) or all(entry.action != self.action.name for entry in entries)

    def refused(self, step: Step, refusal: Refusal) -> None:
        """Raises the refusal of the new act. What is only open becomes void by a reroll (R134)."""
        if step.entry is None:
            raise refusal
        if not (self.past.anew and is_only_open(step.entry) and self._do_void(step.entry)):
            super().refused(step, refusal)

    def _do_void(self, entry: Entry) -> bool:
        """Have an act stand of which nothing comes, because what it speaks of was unmade; whether that can be."""
        action, before = actions.action_named(entry.action, self.fork.law), columns(self.fork)
        origin, actor = replace(recorded(entry), is_void=True), Actor(entry.actor)
        try:
            with transaction.atomic():
                apply(self.fork, action, action.read(typed_args(entry)), actor, entry.at, origin)
        except Refusal:
            restore(self.fork, before)
            return False
        return True

    def _do_anew(self, entry: Entry) -> None:
        """Perform an act again, with an id and so with dice of its own."""
        self.first = self.fork.seq + 1
        action = actions.action_named(entry.action, self.fork.law)
        origin = ReplaySource(branch=self.new.branch, salts=salts_of(entry))
        made = apply(self.fork, action, action.read(typed_args(entry)), Actor(entry.actor), entry.at, origin)
        self.done_anew = made.key


def _place(each: tuple[datetime, int, Any]) -> tuple[datetime, int]:
    return each[:2]


def _began(entry: Entry) -> datetime:
    told = entry.args.get("began")
    return entry.at if told is None else datetime.fromisoformat(told)


def rewrite_history(slug: str, actor: Actor, action: Action, args: Args, past: RetroactiveAct, note: Note) -> Entry:
    """Have an act that reaches back be performed; the entry that says what came of it.

    Everybody plays on while the fork is told: the cycle is locked only to be read, and at the end to catch up and be
    changed, with the entry kept by `note` in that transaction. Raises what the act raises, Refused where later acts
    would not hold or the journal is too long, and Overtaken; then nothing has changed.
    """
    if past.instead is not None:
        return past.instead(slug, actor, action, args, note)
    telling = _begun(slug, actor, action, args, past)
    try:
        telling.tell()
        with transaction.atomic():
            return _adopted(telling, note)
    except Exception:
        discard_again(telling.fork.slug)
        raise


def _begun(slug: str, actor: Actor, action: Action, args: Args, past: RetroactiveAct) -> HistoryRewrite:
    with transaction.atomic():
        cycle = lock(slug)
        if past.anew and cycle.seq > MAX_TOLD_AT_ONCE:
            detail = (
                f"The journal has more than {MAX_TOLD_AT_ONCE:,} entries: too many to be told again while you wait."
            )
            raise Refused("too-long", detail, action.rule)
        entries = list(cycle.entries.order_by("seq"))
        fork = begun_fork(cycle, entries)
    acts = [entry for entry in entries if is_performed_again(entry)]
    new = ReplaySource(branch=branch_after(entries))
    spare = Spare(_seed_of(cycle, new))
    known = RecordedSources(entries[1:], new, spare)
    return HistoryRewrite(acts, new, known, fork, cycle.seq, cycle.head, spare, actor, action, args, past)


def _seed_of(cycle: Cycle, new: ReplaySource) -> str:
    """The seed of a telling, by the secret seed that the cycle has now and the telling's number: nobody chooses it."""
    return seed_of_a_telling(secret_seed(cycle), int(new.branch))


def branch_after(entries: list[Entry]) -> str:
    """What tells the entries of the next telling from those of all before it."""
    return str(1 + sum(entry.action in TOLD for entry in entries))


def _adopted(telling: HistoryRewrite, note: Note) -> Entry:
    """Catch up with what was played meanwhile, and have the cycle be what was told. The caller holds a transaction."""
    cycle = lock(telling.fork.fork_of.slug if telling.fork.fork_of is not None else "")
    telling.fork = lock(telling.fork.slug, fork=True)
    if note.is_performed():
        raise ConcurrentRewrite
    telling.catch_up(cycle)
    if telling.past.anew:
        telling.past.check(cycle)
    at = cycle.instant_of_act()
    settle_locked(telling.fork, at, origin_of=telling.origin_of)
    save(telling.fork)
    entry = _rolled_again(cycle, telling, at) if telling.past.anew else _told_where_it_belongs(cycle, telling, at)
    settle_locked(cycle, at)
    save(cycle)
    note.keep(entry)
    return entry


def _told_where_it_belongs(cycle: Cycle, telling: HistoryRewrite, at: datetime) -> Entry:
    """Have the cycle be what was told, and say so. Raises Refused where a later act is not possible any more."""
    if telling.impossible:
        raise Refused("later-acts", _what_would_not_hold(telling.impossible), telling.action.rule)
    entry = _as_before(cycle, telling, at)
    if entry is not None:
        discard(telling.fork)
        return entry
    args = _with_its_seed(cycle, telling, at)
    promote_fork(cycle, telling.fork)
    return apply(cycle, actions.action_named(TOLD_ANEW), args, telling.actor, at)


def _rolled_again(cycle: Cycle, telling: HistoryRewrite, at: datetime) -> Entry:
    """The act that wanted it, after what was told; where that contradicts others or itself, as one that failed.

    It was possible before its dice fell: what they take away, as its own price, makes no refusal of it (R126).
    """
    settle_locked(cycle, at)
    before = columns(cycle)
    if not telling.impossible:
        try:
            with transaction.atomic():
                return _adopted_and_done(cycle, telling, at)
        except Refusal:
            restore(cycle, before)
    discard_again(telling.fork.slug)
    cycle.past, cycle.past_why = Past.CANNOT_BE, _named(telling.impossible)
    action = actions.action_named(telling.action.name, cycle.law)
    return apply(cycle, action, telling.args, telling.actor, at, must_stand=True)


def _adopted_and_done(cycle: Cycle, telling: HistoryRewrite, at: datetime) -> Entry:
    args = _with_its_seed(cycle, telling, at)
    promote_fork(cycle, telling.fork, {telling.past.anew: telling.done_anew})
    told = TellRerolledArgs(**args.model_dump(), act=telling.done_anew)
    apply(cycle, actions.action_named(ROLLED_AGAIN), told, telling.actor, at)
    cycle.past = Past.AGREES
    return apply(cycle, actions.action_named(telling.action.name, cycle.law), telling.args, telling.actor, at)


def _with_its_seed(cycle: Cycle, telling: HistoryRewrite, at: datetime) -> TellAnewArgs:
    """What is to be said of the fork, with the telling's own seed, public from now on, if acts have drawn by it.

    Raises Overtaken if the seed from which that was made has become public meanwhile.
    """
    args, seed = what_is_told(cycle, telling), telling.spare.seed
    if not telling.spare.is_used:
        return args
    if seed != _seed_of(cycle, telling.new):
        raise ConcurrentRewrite
    ForkSeed.objects.create(cycle=cycle, seed=seed, commitment=commitment(seed), revealed_at=at)
    return args.model_copy(update={"seed": seed})


def _what_would_not_hold(impossible: list[Impossible]) -> str:
    return f"These acts would not have been possible: {_named(impossible)}. Nothing has changed."


def _named(impossible: list[Impossible]) -> str:
    named = "; ".join(map(str, impossible[:MAX_IMPOSSIBLE]))
    return f"{named}; and {len(impossible) - MAX_IMPOSSIBLE} more" if len(impossible) > MAX_IMPOSSIBLE else named


def _as_before(cycle: Cycle, telling: HistoryRewrite, at: datetime) -> Entry | None:
    """The act as an entry at the end of the journal, where that comes to the same; else None, and nothing is done."""
    if _told_of(cycle, telling.action) != _told_of(telling.fork, telling.action):
        return None
    before = columns(cycle)
    with suppress(_Otherwise), transaction.atomic():
        settle_locked(cycle, at)
        cycle.past = Past.AGREES
        entry = apply(cycle, telling.action, telling.args, telling.actor, at)
        if _due(cycle) == _due(telling.fork) and standing_still(cycle) == standing_still(telling.fork):
            return entry
        raise _Otherwise
    restore(cycle, before)
    return None


class _Otherwise(Exception):
    """The end of the journal is not the place for it."""


def _told_of(cycle: Cycle, action: Action) -> list[Any]:
    """What happened in a cycle, but for outages."""
    rows = Entry.objects.filter(cycle=cycle).exclude(action=action.name).order_by("seq")
    return list(rows.values_list("key", "at", "action", "words"))


def _due(cycle: Cycle) -> dict[str, datetime]:
    return dict(Deadline.objects.filter(cycle=cycle).values_list("label", "at"))


def what_is_told(cycle: Cycle, telling: ForkBuilder) -> TellAnewArgs:
    """What is to be said of the fork in the journal that it brings.

    A newer program may say something else of what came before the first act that is told again: then that is told too.
    """
    telling.first = min(telling.first, first_difference(cycle, telling.fork) or telling.first)
    kept = set(Entry.objects.filter(cycle=telling.fork).values_list("key", flat=True))
    rows = Entry.objects.filter(cycle=cycle, seq__gte=telling.first).order_by("seq")
    undone = [
        UndoneEntry(seq=seq, action=action, words=words)
        for key, seq, action, words in rows.values_list("key", "seq", "action", "words")
        if key not in kept
    ]
    return TellAnewArgs(
        first=telling.first, replaced=cycle.seq, head=cycle.head, undone=undone[:MAX_NAMED], undone_count=len(undone)
    )


def replaced_by(cycle: Cycle) -> list[tuple[Cycle, int]]:
    """The histories that a cycle's own has replaced, the oldest first, each with the entry that was told anew first."""
    told = Entry.objects.filter(cycle=cycle, action__in=TOLD).order_by("seq")
    forks = {kept.head: kept for kept in cycle.forks.filter(slug__contains="~").order_by("-pk")}
    listed = told.values_list("args", flat=True)
    return [(forks[args["head"]], args["first"]) for args in listed if args["head"] in forks]


ACTIONS = (
    Action(
        name=TOLD_ANEW,
        channel="system",
        title="The journal is rewritten",
        told=("the journal rewritten from entry {first}", "the journal rewritten {count} times"),
        summary="Something that was known too late is told of from its beginning on.",
        rule="Outages (R128)",
        args=TellAnewArgs,
        run=tell_anew,
        is_act=False,
    ),
    Action(
        name=ROLLED_AGAIN,
        channel="system",
        title="The journal is rewritten",
        told=("the journal rewritten from entry {first}", "the journal rewritten {count} times"),
        summary="An act is performed again with other dice.",
        rule="Luck (R19)",
        args=TellRerolledArgs,
        run=tell_rerolled,
        is_act=False,
    ),
    Action(
        name=CORRECTED,
        channel="system",
        title="The journal is rewritten",
        told=("the journal rewritten from entry {first}", "the journal rewritten {count} times"),
        summary="Something of the past is corrected.",
        rule=RuleRef("/corrections", "Corrections"),
        args=TellCorrectedArgs,
        run=tell_corrected,
        is_act=False,
    ),
)
