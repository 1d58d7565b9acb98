"""New seeds for phases whose seed may have been seen (R142).

A phase uses its seed only while nobody except the host has seen it. A phase can become current again after its seed was
published, in two ways: another history of the cycle is adopted (`nomic/cycles/history/rewrite.py`,
`nomic/cycles/history/corrected_fork.py`), or an older backup is restored. The entry that records this commits to a new
seed, and later entries draw from it. Earlier draws remain valid.

The commitments are arguments of that entry, so that a replay reproduces them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from django.db import transaction
from django.db.models import Q
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from nomic.chance.seeds import commitment, new_seed, seed_of_a_correction
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args, action_named
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.events import ForkReseeded, PhaseReseeded
from nomic.cycles.history.promote_fork import kept_histories
from nomic.cycles.journal.append import apply_act, lock_cycle, save_cycle
from nomic.cycles.models import Cycle, Entry, ForkSeed, PhaseSeed
from nomic.db import Prepared

NEW_SEEDS = "new-seeds"
RULE = "Chance (R142)"
Commitment = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", max_length=64)]
MaybeCommitment = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$", max_length=64)]

# A rewrite asks twice for each act that drew, so the query must not depend on the entry's number.
_newest_first = Prepared(
    lambda cycle, phase: PhaseSeed.objects.filter(cycle_id=cycle, phase=phase).order_by("-since"), int, int
)


class NewSeed(BaseModel):
    """The commitment to the seed with which a phase continues."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    phase: int = Field(ge=0, le=10**9)
    commitment: Commitment


NewSeeds = Annotated[list[NewSeed], Field(max_length=2)]  # for the current phase and for the next one


class NewSeedsArgs(Args):
    """The commitments to new seeds of the current phase, the next one and the open correction.

    The journal fills them in.
    """

    seeds: NewSeeds = Field(default_factory=list)
    fork: MaybeCommitment = ""

    def as_json(self) -> dict[str, Any]:
        return without_empty(super().as_json(), "seeds", "fork")


def without_empty(args: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the arguments without those of `names` that are empty, because the journal does not store them."""
    return {name: value for name, value in args.items() if value or name not in names}


def open_seeds(cycle: Cycle) -> list[PhaseSeed]:
    """Return the seeds of future draws: the newest of the current phase, then the newest of the next one.

    If the cycle has ended, the current phase is left out.
    """
    first = cycle.phase if cycle.is_running else cycle.phase + 1
    rows = PhaseSeed.objects.filter(cycle=cycle, phase__gte=first).order_by("phase", "since")
    return list({row.phase: row for row in rows}.values())


def secret_seed(cycle: Cycle) -> str:
    """Return the newest secret seed of the current phase, or of the next phase if the cycle has ended."""
    return open_seeds(cycle)[0].seed


def seed_at(cycle: Cycle, phase: int, seq: int) -> PhaseSeed | None:
    """Return the seed for the draws of entry number `seq` in this phase, or None if there is none."""
    return next((seed for seed in _newest_first.all(cycle.pk, phase) if seed.since < seq), None)


def commitments_seen(cycle: Cycle, phases: Iterable[int]) -> set[str]:
    """Return the commitments to seeds of these phases that anybody except the host may know.

    These seeds were published in the cycle's history or in a replaced one, or were superseded.
    """
    histories = [cycle.pk, *(kept.pk for kept in kept_histories(cycle))]
    rows = PhaseSeed.objects.filter(cycle__in=histories, phase__in=list(phases)).order_by("since")
    newest = {(row.cycle_id, row.phase): row.pk for row in rows}
    return {row.commitment for row in rows if row.revealed_at or newest[row.cycle_id, row.phase] != row.pk}


def give_new_seeds(act: ActionContext, recorded: Sequence[NewSeed]) -> None:
    """Replace the seed of each open phase whose seed somebody could know already.

    In a fork, use the commitments `recorded` in the journal instead of creating new seeds.
    """
    if act.cycle.fork_of_id is None:
        _publish_again(act)
        old = open_seeds(act.cycle)
        seen = commitments_seen(act.cycle, [seed.phase for seed in old])
        _replace(act, [seed for seed in old if seed.commitment in seen])
    else:
        _repeat(act, recorded)


def new_seeds(act: ActionContext, args: NewSeedsArgs) -> None:
    """Give a new seed to every open phase and to the open correction, because the old seeds may be known.

    They may have been published in the time lost by a restore. The cycle's row must be locked.
    """
    act.message("A backup was restored. What came after it is gone, and the dice of that time may be known.")
    promise = args.fork
    if act.cycle.fork_of_id is None:
        _replace(act, open_seeds(act.cycle))
        promise = _new_fork_seed(act) if any(waits(act.cycle) for waits in _waiting) else ""
    else:
        _repeat(act, args.seeds)
    if promise:
        act.message("The correction that is open gets a new seed, and is built again.")
        act.emit(ForkReseeded(commitment=promise))


def _replace(act: ActionContext, old: list[PhaseSeed]) -> None:
    """Replace each of the given seeds with a new one, and record the commitments in the journal."""
    made = []
    for seed in old:
        fresh = new_seed()
        made.append(NewSeed(phase=seed.phase, commitment=commitment(fresh)))
        _begin(act, made[-1], fresh)
    if made:
        act.record_args(seeds=[each.model_dump() for each in made])


def _repeat(act: ActionContext, recorded: Sequence[NewSeed]) -> None:
    """Set the seeds with these commitments, except for phases that are over in this fork or far ahead.

    The seeds may belong to a history that has been replaced since.
    """
    parent = act.cycle.fork_of_id
    open_here = {seed.phase for seed in open_seeds(act.cycle)}
    for each in recorded:
        found = PhaseSeed.objects.filter(Q(cycle=parent) | Q(cycle__fork_of=parent), commitment=each.commitment)
        known = found.values_list("seed", flat=True).order_by().first()
        if known is not None and each.phase in open_here:
            _begin(act, each, known)


def _begin(act: ActionContext, new: NewSeed, seed: str) -> None:
    """Use this seed for draws of later entries. The rest of the current entry still uses the old one."""
    _ = act.chance
    PhaseSeed.objects.create(
        cycle=act.cycle,
        phase=new.phase,
        since=act.cycle.seq + 1,
        seed=seed,
        commitment=new.commitment,
        committed_at=act.at,
    )
    act.message(f"Phase {new.phase} has a new seed from here on: its old one may be known.")
    act.emit(PhaseReseeded(phase=new.phase, commitment=new.commitment))


def _publish_again(act: ActionContext) -> None:
    """Publish the seeds of this history that were already public in a replaced history."""
    cycle = act.cycle
    public = PhaseSeed.objects.filter(
        cycle__in=[kept.pk for kept in kept_histories(cycle)], phase__gte=cycle.phase, revealed_at__isnull=False
    )
    commitments = list(public.values_list("commitment", flat=True))
    mine = PhaseSeed.objects.filter(cycle=cycle, commitment__in=commitments, revealed_at=None)
    mine.update(revealed_at=act.at)


def _new_fork_seed(act: ActionContext) -> str:
    """Create a seed for the open correction, and return its commitment.

    The seed derives from the phase's new seed and this entry's id, so that nobody can choose it.
    """
    seed = seed_of_a_correction(secret_seed(act.cycle), act.key)
    promise = commitment(seed)
    ForkSeed.objects.create(cycle=act.cycle, seed=seed, commitment=promise)
    act.record_args(fork=promise)
    return promise


_waiting: list[Callable[[Cycle], bool]] = []


def when_a_fork_waits(waits: Callable[[Cycle], bool]) -> None:
    """Register `waits(cycle)`, which returns whether the cycle has a fork that may still be adopted.

    A restore then creates a new seed for the fork.
    """
    if waits not in _waiting:
        _waiting.append(waits)


def renew_seeds(slug: str) -> Entry:
    """Replace every unpublished seed of a cycle, after an older state of the database was restored.

    Returns the entry that records it. The entry has the instant of the newest entry, so that actions due since then
    come after it. A cycle that has ended gets a new seed too, because corrections of it derive theirs from the seed of
    the phase after the last one. Raises NoSuchCycle if there is no such cycle.
    """
    with transaction.atomic():
        cycle = lock_cycle(slug)
        entry = apply_act(cycle, action_named(NEW_SEEDS), NewSeedsArgs(), SYSTEM, cycle.last_at or cycle.starts_at)
        save_cycle(cycle)
        return entry


def is_performed_again(entry: Entry) -> bool:
    """Return whether a replay performs this entry explicitly.

    Returns False for deadlines, which become due by themselves in the replay.
    """
    return entry.actor_kind != "system" or entry.action == NEW_SEEDS


ACTIONS = (
    Action(
        name=NEW_SEEDS,
        channel="system",
        title="A backup was restored",
        summary_phrases=("a backup restored", "{count} backups restored"),
        summary="The open phases get new seeds, because their old ones may be known.",
        rule=RULE,
        args=NewSeedsArgs,
        run=new_seeds,
    ),
)
