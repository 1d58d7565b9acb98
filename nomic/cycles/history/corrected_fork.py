"""Forks for corrections of the past: journals rebuilt with entries voided, changed, moved or inserted.

Every unchanged act keeps its id and its dice. Entries that only the fork has draw from the fork's own seed, whose
commitment was published before. The seed is published when the fork is adopted. Acts that have become impossible are
listed, and a person has to decide about each before the fork can be adopted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter

from nomic.accounts.models import Person
from nomic.chance.seeds import commitment
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, Args, action_named
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.edits import Edit, instant_of
from nomic.cycles.history.fork_builder import ConcurrentRewrite, ForkBuilder, Step, first_difference, refuse_unexpected
from nomic.cycles.history.predictable_draws import DICE_KNOWN, are_dice_known, secret_dice_known
from nomic.cycles.history.promote_fork import promote_fork
from nomic.cycles.history.replay import RecordedSources, fork_with, recorded_source
from nomic.cycles.history.reseed import is_performed_again, seed_at
from nomic.cycles.history.rewrite import (
    HISTORY_CORRECTED,
    CorrectionRewriteArgs,
    next_rewrite,
    record_of_rewrite,
)
from nomic.cycles.history.seeds_of_repeated_acts import Spare
from nomic.cycles.journal.append import ReplaySource, apply_act, lock_cycle, save_cycle
from nomic.cycles.models import Cycle, Entry, ForkSeed, Past
from nomic.cycles.schedule.settle import settle_locked
from nomic.cycles.sealed_arguments import typed_args
from nomic.law.rules.reference import RuleRef

RULE = RuleRef("/corrections", "Corrections")
OTHER_DICE = (
    "It rolled dice. In another phase, or before a phase got a new seed, the dice would be different, and they may "
    "be known."
)


@dataclass(kw_only=True)
class CorrectedFork(ForkBuilder):
    """Builder of a corrected fork: a journal's acts with edits by entry id, and the inserted acts."""

    edits: Mapping[str, Edit] = field(default_factory=dict)
    inserted: tuple[Edit, ...] = ()

    def in_order(self) -> list[Step]:
        """Return the steps by instant. An inserted or moved act comes after all recorded acts up to its instant."""
        steps = []
        for entry in self.acts:
            edit = self.edits.get(entry.key)
            if edit is None or edit.do != "void":
                steps.append(Step(entry.at if edit is None else instant_of(edit, entry), entry, edit))
        moved = [step for step in steps if step.edit is not None and step.edit.do == "move"]
        steps = [step for step in steps if step not in moved]
        steps += moved + [Step(edit.at, None, edit) for edit in self.inserted if edit.at is not None]
        return sorted(steps, key=attrgetter("at"))

    def perform_step(self, step: Step) -> None:
        """Perform a step in the fork. Raises Refused if it is impossible, or if a bug occurs on the changed history."""
        refuse_unexpected(lambda: self._perform_edited(step))

    def continues(self, entries: list[Entry]) -> bool:
        """Return whether these newer entries can be appended to the fork.

        They cannot if one of them is an outage, which may have begun before entries already replayed.
        """
        return all(entry.action != "record-outage" for entry in entries)

    def _perform_edited(self, step: Step) -> None:
        entry, edit = step.entry, step.edit
        if entry is None:
            self._insert(step, edit)
        elif edit is None:
            self.repeat(step, entry)
        elif edit.do == "move":
            self._move(step, entry)
        elif edit.do == "keep":
            self._keep(step, entry)
        else:
            self._change(step, entry, edit)

    def _insert(self, step: Step, edit: Edit) -> None:
        if not Person.objects.filter(username=edit.actor).exists():
            raise Refused("nobody", f"There is nobody called {edit.actor}.", RULE)
        action = action_named(edit.action, self.fork.law)
        self._perform_new(step, action, edit, Actor(edit.actor, is_admin=action.is_admin), self.new)

    def _change(self, step: Step, entry: Entry, edit: Edit) -> None:
        """Perform a changed act. It keeps its id, because later acts refer to it, but draws other dice."""
        action = action_named(entry.action, self.fork.law)
        self._perform_new(step, action, edit, _actor_of(entry), ReplaySource(key=entry.key, seed=self.new.seed))

    def _perform_new(self, step: Step, action: Action, edit: Edit, actor: Actor, origin: ReplaySource) -> None:
        args = action.read(edit.args or {})
        if action.prepare is not None:
            action.prepare(ReadContext(self.fork, actor, step.at), args)
        made = apply_act(self.fork, action, args, actor, step.at, origin)
        if made.sealed:
            raise Refused(
                "sealed", "An entry with sealed arguments cannot get another actor. Take it back instead.", RULE
            )
        if made.failure is not None:
            raise Refused("failed", made.failure["reason"], RULE)

    def _move(self, step: Step, entry: Entry) -> None:
        if entry.draws and not self._has_its_dice(entry):
            raise Refused("drawn", OTHER_DICE, RULE)
        self.repeat(step, entry)

    def _has_its_dice(self, entry: Entry) -> bool:
        """Return whether an act performed now in the fork draws from the same seed as in the cycle."""
        then = seed_at(entry.cycle, entry.phase, entry.seq)
        now = seed_at(self.fork, self.fork.phase, self.fork.seq + 1)
        return then is not None and now is not None and then.commitment == now.commitment

    def _keep(self, step: Step, entry: Entry) -> None:
        action = action_named(entry.action, self.fork.law)
        args = action.read(typed_args(entry))
        apply_act(
            self.fork, action, args, _actor_of(entry), step.at, recorded_source(entry, self.spare), must_stand=True
        )


def _actor_of(entry: Entry) -> Actor:
    return Actor(entry.actor, is_admin=entry.actor_kind == "admin")


def begin_correction(cycle: Cycle, edits: list[Edit], seed: str) -> CorrectedFork:
    """Return the builder of a correction that makes these edits to the cycle's history. Nothing is replayed yet.

    Entries that only the fork has draw from `seed`. The cycle's row must be locked.
    """
    entries = list(cycle.entries.whole().defer("moved").order_by("seq"))
    new, spare = ReplaySource(branch=str(next_rewrite(cycle)), seed=seed), Spare(seed)
    return CorrectedFork(
        acts=[entry for entry in entries if is_performed_again(entry)],
        new=new,
        origin_of=RecordedSources(entries[1:], new, spare),
        fork=fork_with(cycle, entries),
        newest=cycle.seq,
        head=cycle.head,
        spare=spare,
        edits={edit.entry: edit for edit in edits if edit.entry},
        inserted=tuple(edit for edit in edits if edit.do == "insert"),
    )


def catch_up_and_settle(builder: ForkBuilder, cycle: Cycle) -> datetime:
    """Replay acts performed meanwhile, and settle both cycle and fork. Return the instant of settling.

    The cycle's row must be locked. Both rows are saved. Raises ConcurrentRewrite if the cycle's history has been
    replaced.
    """
    at = cycle.instant_of_act()
    settle_locked(cycle, at)
    save_cycle(cycle)
    builder.fork = lock_cycle(builder.fork.slug, fork=True)
    builder.catch_up(cycle)
    settle_locked(builder.fork, at, origin_of=builder.origin_of)
    save_cycle(builder.fork)
    builder.first = first_difference(cycle, builder.fork)
    return at


@dataclass(frozen=True, slots=True)
class FinishedCorrection:
    """A finished correction as stored in the database, with everything needed to adopt it."""

    fork: str  # its slug
    newest: int
    head: str
    seed: str
    edits: list[Edit]


def resume_correction(cycle: Cycle, finished: FinishedCorrection) -> CorrectedFork:
    """Return the builder of a finished correction, so that acts performed since can be replayed.

    The cycle's row must be locked.
    """
    new, spare = ReplaySource(branch=str(next_rewrite(cycle)), seed=finished.seed), Spare(finished.seed)
    return CorrectedFork(
        acts=[],  # The fork has them already.
        new=new,
        origin_of=RecordedSources([], new, spare),
        fork=lock_cycle(finished.fork, fork=True),
        newest=finished.newest,
        head=finished.head,
        spare=spare,
    )


def adopt_correction(cycle: Cycle, builder: CorrectedFork, actor: Actor, action: Action, args: Args) -> Entry:
    """Replace the cycle's history with the fork, and return the entry of the act that adopts it.

    Both rows must be locked; the cycle's row is saved. A phase that becomes current again gets a new seed (R142).
    Raises ConcurrentRewrite if the fork does not continue the current cycle or has become impossible. Raises Refused if
    nothing would change, or if an act has drawn from the correction's seed after that seed could be computed.
    """
    at = catch_up_and_settle(builder, cycle)
    if builder.impossible:
        raise ConcurrentRewrite
    if not builder.first:
        raise Refused("no-difference", "This changes nothing. Change at least one entry.", RULE)
    _check_own_dice(cycle, builder)
    what = record_of_rewrite(cycle, builder)
    seed, _ = ForkSeed.objects.get_or_create(
        cycle=cycle, commitment=commitment(builder.new.seed), defaults={"seed": builder.new.seed}
    )
    seed.revealed_at = at
    seed.save(update_fields=["revealed_at"])
    promote_fork(cycle, builder.fork)
    rewrite_args = CorrectionRewriteArgs(**what.model_dump() | {"seed": builder.new.seed})
    apply_act(cycle, action_named(HISTORY_CORRECTED), rewrite_args, actor, at)
    cycle.past = Past.REWRITTEN
    entry = apply_act(cycle, action_named(action.name, cycle.law), args, actor, at)
    settle_locked(cycle, at)
    save_cycle(cycle)
    return entry


def _check_own_dice(cycle: Cycle, builder: CorrectedFork) -> None:
    """Raise Refused if the fork has dice that could be computed when somebody decided about their act (R142)."""
    if are_dice_known(cycle, builder.fork, builder.new.seed, builder.first, builder.newest):
        raise Refused("dice-known", DICE_KNOWN, RULE)
    why = secret_dice_known(cycle, builder.fork, builder.first)
    if why:
        raise Refused("dice-known", why, RULE)
