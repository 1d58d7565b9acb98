"""Rewriting history for a retroactive act (`nomic/cycles/actions/retroactive_act.py`).

An outage may be recorded late, after actions became due during it that would otherwise not have been due. Luck may
perform an act again with other dice. The journal is replayed in a fork, with the outage at its beginning, or with that
act under a new id. Every other act keeps its instant, its id and its dice; deadlines are performed when they are due in
the fork. If all acts are still possible, the fork is adopted and the replaced history is archived. An entry at the end
of the journal then records where the rewrite began, the undone entries, and the head of the replaced history.

If an act has become impossible, an outage is refused and the refusal names that act. A reroll has drawn, so it is
recorded as failed. If nothing changes, the outage is recorded as an ordinary entry.
"""

import heapq
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Any

from django.db import transaction
from django.db.models import Min
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from nomic import limits
from nomic.chance.seeds import commitment, seed_of_a_rewrite
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.instant_field import Instant
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.actions.retroactive_act import Note, RetroactiveAct
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.events import ForkSeedRevealed, HistoryRewritten
from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.history.fork_builder import (
    ConcurrentRewrite,
    ForkBuilder,
    Impossible,
    Step,
    copy_columns,
    first_difference,
    restore_columns,
)
from nomic.cycles.history.predictable_draws import secret_dice_known
from nomic.cycles.history.promote_fork import promote_fork
from nomic.cycles.history.replay import RecordedSources, discard_fork, discard_if_exists, fork_with, recorded_source
from nomic.cycles.history.reroll_checks import is_only_open
from nomic.cycles.history.reseed import NewSeeds, give_new_seeds, is_performed_again, secret_seed, without_empty
from nomic.cycles.history.seeds_of_repeated_acts import Spare
from nomic.cycles.journal.append import ReplaySource, apply_act, lock_cycle, save_cycle
from nomic.cycles.models import Cycle, Deadline, Entry, ForkSeed, Past
from nomic.cycles.schedule.outages import paused_periods
from nomic.cycles.schedule.settle import settle_locked
from nomic.cycles.sealed_arguments import salts_of, typed_args
from nomic.law.rules.reference import RuleRef

MAX_NAMED = 100  # undone entries that are listed with their words; the total number is always given
MAX_IMPOSSIBLE = 10  # acts that a refusal names
MAX_REWRITTEN = 20_000  # length of a journal that can be rewritten while the caller waits, for about half a minute
HISTORY_REWRITTEN = "tell-anew"
HISTORY_REROLLED = "tell-rerolled"
HISTORY_CORRECTED = "tell-corrected"
# Actions that record a rewrite in the journal.
HISTORY_REWRITES = (HISTORY_REWRITTEN, HISTORY_REROLLED, HISTORY_CORRECTED)
MAX_WORDS = 100_000  # sentences of an entry, and characters of a sentence: more than any entry has
Count = Annotated[int, Field(ge=0, le=limits.MAX_NUMBER)]


@dataclass(frozen=True, slots=True)
class ImpossibleAct:
    """An act of the journal that a rewritten history would make impossible, and why."""

    seq: int
    words: str
    why: str


class LaterActs(Refused):
    """Refusal of an act that would make later acts impossible. `acts` are the first of them, `more` counts the rest."""

    def __init__(self, impossible: list[Impossible], rule: str) -> None:
        named = [each for each in impossible if each.step.entry is not None][:MAX_IMPOSSIBLE]
        self.acts = tuple(
            ImpossibleAct(each.step.entry.seq, " ".join(each.step.entry.words), each.detail)
            for each in named
            if each.step.entry is not None
        )
        self.more = len(impossible) - len(self.acts)
        super().__init__("later-acts", _impossible_acts_in_words(impossible), rule)


class UndoneEntry(BaseModel):
    """An entry that exists only in the replaced history."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seq: Count
    action: Annotated[str, StringConstraints(max_length=120)]
    words: Annotated[list[Annotated[str, StringConstraints(max_length=MAX_WORDS)]], Field(max_length=MAX_WORDS)]


class HistoryRewriteArgs(Args):
    """Arguments of the entry that records a rewrite.

    `first` is the first rewritten entry. `replaced` and `head` are the number and digest of the newest entry in the
    replaced history. `since` is the instant of the first rewritten entry, because numbers change with later rewrites;
    records of older versions lack it. The journal fills in `seeds`, the seeds with which phases continue, and `seed`,
    for draws in a phase whose own seed was public (R142).
    """

    first: Count
    replaced: Count
    head: Annotated[str, StringConstraints(max_length=64)]
    undone: Annotated[list[UndoneEntry], Field(max_length=MAX_NAMED)]
    undone_count: Count
    since: Instant | None = None
    seeds: NewSeeds = Field(default_factory=list)
    seed: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$", max_length=64)] = ""

    def as_json(self) -> dict[str, Any]:
        return without_empty(super().as_json(), "since", "seeds", "seed")


def _since(args: HistoryRewriteArgs) -> str:
    return f"from entry {args.first} on" if args.since is None else f"since {args.since:%A %d %B, %H:%M} UTC"


def record_rewrite(act: ActionContext, args: HistoryRewriteArgs) -> None:
    """Record a rewrite of history because of an outage. The rewritten entries come before this one."""
    act.message(
        f"An outage was recorded late, so what happened {_since(args)} was replayed to take the outage into account."
    )
    _record_replaced_entries(act, args)


class RerollRewriteArgs(HistoryRewriteArgs):
    """Arguments for recording a reroll. `act` is the id of the rerolled act's entry."""

    act: Annotated[str, StringConstraints(max_length=64)]


def record_reroll(act: ActionContext, args: RerollRewriteArgs) -> None:
    """Record a reroll (R19). The rerolled act itself is at its old place in the journal."""
    which = f"Entry {args.first}" if args.since is None else f"An act of {args.since:%A %d %B, %H:%M} UTC"
    act.message(f"{which} was rolled again, and what happened after it was played again.")
    _record_replaced_entries(act, args)


class CorrectionRewriteArgs(HistoryRewriteArgs):
    """Arguments for recording a correction. `seed` is the seed from which its new entries drew.

    The commitment to the seed was published before.
    """

    seed: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", max_length=64)]


def record_correction(act: ActionContext, args: CorrectionRewriteArgs) -> None:
    """Record a correction. The corrected entries come before this one."""
    act.message(f"What happened {_since(args)} was played again with the correction.")
    _record_replaced_entries(act, args)


def _record_replaced_entries(act: ActionContext, args: HistoryRewriteArgs) -> None:
    act.message(f"The old entries, up to entry {args.replaced}, are kept.")
    for entry in args.undone:
        act.message(f"Undone (it was entry {entry.seq}): {' '.join(entry.words)}")
    if args.undone_count > len(args.undone):
        act.message(f"{args.undone_count - len(args.undone)} more entries are undone.")
    act.emit(HistoryRewritten(first=args.first, replaced=args.replaced, head=args.head, undone=args.undone_count))
    if args.seed:
        act.emit(ForkSeedRevealed(commitment=commitment(args.seed), seed=args.seed))
    give_new_seeds(act, args.seeds)


@dataclass
class HistoryRewrite(ForkBuilder):
    """Builder of a rewritten journal: with a new act at its instant, or with one act rerolled."""

    actor: Actor
    action: Action
    args: Args
    past: RetroactiveAct
    rerolled_entry: str = field(default="", init=False)  # key of the entry that replaces the rerolled one

    def in_order(self) -> Iterator[Step]:
        """Yield the steps in order. A new act comes after all others up to its instant.

        Outages take effect from their beginnings even if they were recorded later, because they move deadlines.
        """
        if self.past.rerolled:
            yield from (Step(entry.at, entry) for entry in self.acts)
            return
        since = self.past.since
        later = [entry for entry in self.acts if entry.action == self.action.name and entry.at > since]
        outages = [(max(since, _began(entry)), entry.seq, entry) for entry in later]
        others = [(entry.at, 0, entry) for entry in self.acts if entry not in later]
        for at, _, entry in heapq.merge(others, sorted([(since, 1, None), *outages], key=_place), key=_place):
            yield Step(at, entry)

    def perform_step(self, step: Step) -> None:
        """Perform a step: an unchanged recorded act, the new act, or the act to reroll."""
        if step.entry is None:
            self.first = self.fork.seq + 1
            apply_act(self.fork, self.action, self.args, self.actor, step.at, self.new)
        elif step.entry.key == self.past.rerolled:
            self._reroll(step.entry)
        else:
            self.repeat(step, step.entry)

    def continues(self, entries: list[Entry]) -> bool:
        """Return whether these newer entries can be appended to the fork.

        They cannot if one of them is an outage, which belongs before entries already replayed.
        """
        return bool(self.past.rerolled) or all(entry.action != self.action.name for entry in entries)

    def refused(self, step: Step, refusal: Refusal) -> None:
        """Handle a refused step.

        Raises the refusal of the new act. Other acts are made void if the reroll allows that (R134), or else recorded
        as impossible.
        """
        if step.entry is None:
            raise refusal
        if not (self.past.rerolled and is_only_open(step.entry) and self._record_as_void(step.entry)):
            super().refused(step, refusal)

    def _record_as_void(self, entry: Entry) -> bool:
        """Record an act without effect, because the reroll has undone the things to which the act refers.

        Returns whether that is possible.
        """
        action, before = actions.action_named(entry.action, self.fork.law), copy_columns(self.fork)
        origin, actor = replace(recorded_source(entry), is_void=True), Actor(entry.actor)
        try:
            with transaction.atomic():
                apply_act(self.fork, action, action.read(typed_args(entry)), actor, entry.at, origin)
        except Refusal:
            restore_columns(self.fork, before)
            return False
        return True

    def _reroll(self, entry: Entry) -> None:
        """Perform an act again with a new id, and therefore with new dice."""
        self.first = self.fork.seq + 1
        action = actions.action_named(entry.action, self.fork.law)
        origin = ReplaySource(branch=self.new.branch, salts=salts_of(entry), seeds=self.spare.of())
        made = apply_act(self.fork, action, action.read(typed_args(entry)), Actor(entry.actor), entry.at, origin)
        self.rerolled_entry = made.key


def _place(each: tuple[datetime, int, Any]) -> tuple[datetime, int]:
    return each[:2]


def _began(entry: Entry) -> datetime:
    began = entry.args.get("began")
    return entry.at if began is None else datetime.fromisoformat(began)


def rewrite_history(slug: str, actor: Actor, action: Action, args: Args, past: RetroactiveAct, note: Note) -> Entry:
    """Perform a retroactive act by rewriting history, and return the entry that records the outcome.

    Others continue to play while the fork is built. The cycle is locked only to read it, and at the end to replay
    recent acts and replace its history. `note` stores the entry in that transaction. Raises the act's own errors,
    Refused if later acts would become impossible or the journal is too long, and ConcurrentRewrite if the history was
    replaced or the act performed meanwhile. After an error nothing has changed.
    """
    if past.instead is not None:
        return past.instead(slug, actor, action, args, note)
    builder = begin_rewrite(slug, actor, action, args, past)
    try:
        builder.build()
        with transaction.atomic():
            return promote_rewrite(builder, note)
    except Exception:
        discard_if_exists(builder.fork.slug)
        raise


def begin_rewrite(slug: str, actor: Actor, action: Action, args: Args, past: RetroactiveAct) -> HistoryRewrite:
    """Return the builder of a rewrite. Only the first entry is replayed yet.

    Raises Refused if the journal is too long for a reroll.
    """
    with transaction.atomic():
        cycle = lock_cycle(slug)
        if past.rerolled and cycle.seq > MAX_REWRITTEN:
            detail = f"The journal has more than {MAX_REWRITTEN:,} entries: too many to replay while you wait."
            raise Refused("too-long", detail, action.rule)
        entries = list(cycle.entries.whole().defer("moved").order_by("seq"))
        fork = fork_with(cycle, entries)
    acts = [entry for entry in entries if is_performed_again(entry)]
    number = next_rewrite(cycle)
    new, spare = ReplaySource(branch=str(number)), Spare(seed_of_a_rewrite(secret_seed(cycle), number))
    return HistoryRewrite(
        acts=acts,
        new=new,
        origin_of=RecordedSources(entries[1:], new, spare),
        fork=fork,
        newest=cycle.seq,
        head=cycle.head,
        spare=spare,
        actor=actor,
        action=action,
        args=args,
        past=past,
    )


def next_rewrite(cycle: Cycle) -> int:
    """Return the number of the next rewrite of the cycle's history. The first is 1.

    The ids of the entries that a rewrite adds depend on it, so that they differ from those of earlier rewrites.
    """
    return 1 + cycle.entries.filter(action__in=HISTORY_REWRITES).count()


def promote_rewrite(builder: HistoryRewrite, note: Note) -> Entry:
    """Replay the acts performed meanwhile, promote the fork, and return the journal entry of the rewrite.

    The caller must hold a transaction. Raises ConcurrentRewrite if the history was replaced or the act performed
    meanwhile, and Refused if later acts have become impossible.
    """
    cycle = lock_cycle(builder.fork.fork_of.slug if builder.fork.fork_of is not None else "")
    builder.fork = lock_cycle(builder.fork.slug, fork=True)
    if note.is_performed():
        raise ConcurrentRewrite
    builder.catch_up(cycle)
    if builder.past.rerolled:
        builder.past.check(cycle)
    at = cycle.instant_of_act()
    settle_locked(builder.fork, at, origin_of=builder.origin_of)
    save_cycle(builder.fork)
    entry = _rolled_again(cycle, builder, at) if builder.past.rerolled else _promote_and_record(cycle, builder, at)
    settle_locked(cycle, at)
    save_cycle(cycle)
    note.keep(entry)
    return entry


def _promote_and_record(cycle: Cycle, builder: HistoryRewrite, at: datetime) -> Entry:
    """Promote the fork and record the rewrite. Raises Refused if a later act has become impossible."""
    if builder.impossible:
        raise LaterActs(builder.impossible, builder.action.rule)
    entry = _appended_if_equivalent(cycle, builder, at)
    if entry is not None:
        discard_fork(builder.fork)
        return entry
    args = _with_its_seed(cycle, builder, at)
    promote_fork(cycle, builder.fork)
    return apply_act(cycle, actions.action_named(HISTORY_REWRITTEN), args, builder.actor, at)


def _rolled_again(cycle: Cycle, builder: HistoryRewrite, at: datetime) -> Entry:
    """Append the rerolling act after the rewritten entries, and return its entry.

    It is recorded as failed if the new dice make this act or other acts impossible. The act was possible before its
    dice were drawn, so it is not refused for a loss that the new dice cause, such as the loss of its own price (R126).
    """
    settle_locked(cycle, at)
    before = copy_columns(cycle)
    if not builder.impossible:
        try:
            with transaction.atomic():
                return _promoted_and_applied(cycle, builder, at)
        except Refusal:
            restore_columns(cycle, before)
    discard_if_exists(builder.fork.slug)
    cycle.past, cycle.past_why = Past.IMPOSSIBLE, _named(builder.impossible)
    action = actions.action_named(builder.action.name, cycle.law)
    return apply_act(cycle, action, builder.args, builder.actor, at, must_stand=True)


def _promoted_and_applied(cycle: Cycle, builder: HistoryRewrite, at: datetime) -> Entry:
    args = _with_its_seed(cycle, builder, at)
    promote_fork(cycle, builder.fork, {builder.past.rerolled: builder.rerolled_entry})
    rewrite_args = RerollRewriteArgs(**args.model_dump(), act=builder.rerolled_entry)
    apply_act(cycle, actions.action_named(HISTORY_REROLLED), rewrite_args, builder.actor, at)
    cycle.past = Past.REWRITTEN
    return apply_act(cycle, actions.action_named(builder.action.name, cycle.law), builder.args, builder.actor, at)


def _with_its_seed(cycle: Cycle, builder: HistoryRewrite, at: datetime) -> HistoryRewriteArgs:
    """Return the arguments for recording the rewrite. If acts drew from the rewrite's own seed, publish that seed.

    Raises ConcurrentRewrite if the secret seed of the phase, from which the rewrite's seed derives, has changed since
    the rewrite began. Raises Refused if secret draws would change that were opened.
    """
    args, seed = record_of_rewrite(cycle, builder), builder.spare.seed
    if seed != seed_of_a_rewrite(secret_seed(cycle), int(builder.new.branch)):
        raise ConcurrentRewrite
    why = secret_dice_known(cycle, builder.fork, builder.first)
    if why:
        raise Refused("dice-known", why, builder.action.rule)
    if not builder.spare.is_used:
        return args
    ForkSeed.objects.create(cycle=cycle, seed=seed, commitment=commitment(seed), revealed_at=at)
    return args.model_copy(update={"seed": seed})


def _impossible_acts_in_words(impossible: list[Impossible]) -> str:
    return (
        f"These acts would not have been possible: {_named(impossible)}. Nothing has changed. Give another time, "
        "or take these acts back first: open each in the journal and choose “Correct this…”."
    )


def _named(impossible: list[Impossible]) -> str:
    named = "; ".join(map(str, impossible[:MAX_IMPOSSIBLE]))
    return f"{named}; and {len(impossible) - MAX_IMPOSSIBLE} more" if len(impossible) > MAX_IMPOSSIBLE else named


def _appended_if_equivalent(cycle: Cycle, builder: HistoryRewrite, at: datetime) -> Entry | None:
    """Append the act at the end of the journal if that is equivalent. Otherwise change nothing and return None."""
    if _comparable_entries(cycle, builder.action) != _comparable_entries(builder.fork, builder.action):
        return None
    before = copy_columns(cycle)
    with suppress(_NotEquivalent), transaction.atomic():
        settle_locked(cycle, at)
        cycle.past = Past.REWRITTEN
        entry = apply_act(cycle, builder.action, builder.args, builder.actor, at)
        if _due(cycle) == _due(builder.fork) and paused_periods(cycle) == paused_periods(builder.fork):
            return entry
        raise _NotEquivalent
    restore_columns(cycle, before)
    return None


class _NotEquivalent(Exception):
    """Raised if appending the act at the end of the journal is not equivalent to a rewrite."""


def _comparable_entries(cycle: Cycle, action: Action) -> list[Any]:
    """Return the entries of a cycle as data for comparison, without outages."""
    rows = Entry.objects.filter(cycle=cycle).exclude(action=action.name).order_by("seq")
    return list(rows.values_list("key", "at", "action", "words"))


def _due(cycle: Cycle) -> dict[str, datetime]:
    return dict(Deadline.objects.filter(cycle=cycle).values_list("label", "at"))


def record_of_rewrite(cycle: Cycle, builder: ForkBuilder) -> HistoryRewriteArgs:
    """Return the arguments of the entry that records the rewrite.

    A newer version of the program may word entries before the first replayed act differently. The record then includes
    these entries.
    """
    builder.first = min(builder.first, first_difference(cycle, builder.fork) or builder.first)
    kept = set(Entry.objects.filter(cycle=builder.fork).values_list("key", flat=True))
    rows = Entry.objects.filter(cycle=cycle, seq__gte=builder.first).order_by("seq")
    undone = [
        UndoneEntry(seq=seq, action=action, words=words)
        for key, seq, action, words in rows.values_list("key", "seq", "action", "words")
        if key not in kept
    ]
    first = Entry.objects.filter(cycle__in=(cycle, builder.fork), seq=builder.first)
    return HistoryRewriteArgs(
        first=builder.first,
        replaced=cycle.seq,
        head=cycle.head,
        undone=undone[:MAX_NAMED],
        undone_count=len(undone),
        since=first.aggregate(at=Min("at"))["at"],
    )


def replaced_by(cycle: Cycle) -> list[tuple[Cycle, int]]:
    """Return the replaced histories of a cycle, oldest first, each with the number of its first rewritten entry."""
    rewrites = Entry.objects.filter(cycle=cycle, action__in=HISTORY_REWRITES).order_by("seq")
    forks = {kept.head: kept for kept in cycle.forks.filter(slug__contains="~").order_by("-pk")}
    listed = rewrites.values_list("args", flat=True)
    return [(forks[args["head"]], args["first"]) for args in listed if args["head"] in forks]


ACTIONS = (
    Action(
        name=HISTORY_REWRITTEN,
        channel="system",
        title="The journal is rewritten",
        summary_phrases=("the journal rewritten from entry {first}", "the journal rewritten {count} times"),
        summary="Something became known too late, so the journal is replayed from its beginning.",
        rule="Outages (R128)",
        args=HistoryRewriteArgs,
        run=record_rewrite,
    ),
    Action(
        name=HISTORY_REROLLED,
        channel="system",
        title="The journal is rewritten",
        summary_phrases=("the journal rewritten from entry {first}", "the journal rewritten {count} times"),
        summary="An act is rerolled.",
        rule="Luck (R19)",
        args=RerollRewriteArgs,
        run=record_reroll,
    ),
    Action(
        name=HISTORY_CORRECTED,
        channel="system",
        title="The journal is rewritten",
        summary_phrases=("the journal rewritten from entry {first}", "the journal rewritten {count} times"),
        summary="A correction is adopted.",
        rule=RuleRef("/corrections", "Corrections"),
        args=CorrectionRewriteArgs,
        run=record_correction,
    ),
)
