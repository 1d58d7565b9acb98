"""Dice of a rewrite of history that anybody could compute before somebody decided about them (R142).

A correction's seed derives from the seed of the phase in which it was opened, so it can be computed once that phase is
over. No act or edit after that may lead to a draw from the correction's seed. The seed of an entry's secret draws is
public once they are opened.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from nomic.chance.seeds import commitment, seed_of_a_correction
from nomic.cycles.domain.events import DrawsOpened, Event, MoreDice, OwnDice, SecretDraws
from nomic.cycles.history.promote_fork import kept_histories
from nomic.cycles.history.reseed import NEW_SEEDS, commitments_seen, seed_at
from nomic.cycles.models import Cycle, Entry, PhaseSeed

OPENING = "open-correction"  # the action that announces the seed
EDITING = "edit-correction"
DICE_KNOWN = (
    "The phase in which this correction was opened is over, so its newest dice may be known. "
    "Drop it, and open it again."
)
OPENED_DICE_KNOWN = (
    "With this change entry {seq} would draw otherwise in secret, and its secret draws were opened: anybody could "
    "compute the new ones. Take that entry back as well."
)


@dataclass(frozen=True, slots=True)
class KnownSeed:
    """A correction's seed that anybody can compute, and since when."""

    commitment: str
    since: datetime
    is_decided_since: bool  # whether the correction was opened or edited since then


def are_dice_known(cycle: Cycle, fork: Cycle, seed: str, first: int, newest: int) -> bool:
    """Return whether any of a correction's dice were computable before their act was decided.

    `seed` is the correction's seed. `first` is the first entry of the fork that differs from the cycle's, and `newest`
    the newest entry of the cycle that was replayed in the fork.
    """
    known = _known_seed(cycle, seed)
    if known is None:
        return False
    drawn = Entry.objects.filter(cycle=fork, seq__gte=first, draws__isnull=False)
    if not known.is_decided_since:
        drawn = drawn.filter(at__gte=known.since)
    used = (
        each.commitment
        for entry in drawn.distinct()
        for kind in (OwnDice, MoreDice)
        for each in kind.among(entry.events)
    )
    return known.commitment in used or _will_draw_by_it(cycle, fork, newest)


def secret_dice_known(cycle: Cycle, fork: Cycle, first: int) -> str | None:
    """Return why a fork's secret draws prevent its adoption, or None if they do not.

    Once an act's secret draws are opened, anybody can compute what else it would draw in secret. So it may not draw
    anything else in the fork. `first` is the first entry of the fork that differs from the cycle's.
    """
    changed = _secret_commitments(fork, first)
    if changed:
        before = _secret_commitments(cycle, 0)
        changed = {key: each for key, each in changed.items() if before.get(key, each)[1] != each[1]}
    if not changed:
        return None
    histories = [cycle.pk, *(kept.pk for kept in kept_histories(cycle))]
    entries = _with_event(Entry.objects.filter(cycle__in=histories), DrawsOpened)
    opened = {event.entry for entry in entries for event in DrawsOpened.among(entry.events)}
    seq = next((seq for key, (seq, _) in changed.items() if key in opened), None)
    return None if seq is None else OPENED_DICE_KNOWN.format(seq=seq)


def _secret_commitments(cycle: Cycle, first: int) -> dict[str, tuple[int, str]]:
    """Return number and commitment of each entry from number `first` on that may have drawn in secret, by its id."""
    entries = _with_event(Entry.objects.filter(cycle=cycle, seq__gte=first).order_by("seq"), SecretDraws)
    return {entry.key: (entry.seq, each.commitment) for entry in entries for each in SecretDraws.among(entry.events)}


def _with_event(entries: QuerySet[Entry], kind: type[Event]) -> QuerySet[Entry]:
    """Return the entries of the query that may have an event of this kind."""
    text = Cast("events", TextField())
    return entries.annotate(as_text=text).filter(as_text__contains=f'"{kind.kind()}"').only("key", "seq", "events")


def _will_draw_by_it(cycle: Cycle, fork: Cycle, newest: int) -> bool:
    """Return whether a newer act of the cycle will draw from the correction's seed when it is replayed in the fork."""
    now = seed_at(fork, fork.phase, fork.seq + 1)
    if now is None or now.commitment not in commitments_seen(cycle, [fork.phase]):
        return False
    later = Entry.objects.filter(cycle=cycle, seq__gt=newest, actor_kind="person", draws__isnull=False).distinct()
    for entry in later.filter(at__lt=fork.phase_ends_at):
        then = seed_at(cycle, entry.phase, entry.seq)
        if then is not None and then.commitment != now.commitment:
            return True
    return False


def _known_seed(cycle: Cycle, seed: str) -> KnownSeed | None:
    """Return since when anybody can derive a correction's seed from a published seed, or None if nobody can."""
    promise = commitment(seed)
    announcing = Entry.objects.filter(cycle=cycle, action__in=(OPENING, NEW_SEEDS)).order_by("-seq")
    entry = next((each for each in announcing if promise in each.args.values()), None)
    if entry is None:
        return None
    histories = [cycle.pk, *(kept.pk for kept in kept_histories(cycle))]
    public = PhaseSeed.objects.filter(cycle__in=histories, revealed_at__isnull=False)
    opening = entry.args.get("rewrite") or entry.key
    times = [each.revealed_at for each in public if seed_of_a_correction(each.seed, opening) == seed]
    since = min((at for at in times if at is not None), default=None)
    if since is None:
        return None
    deciding = Entry.objects.filter(cycle=cycle, action__in=(OPENING, EDITING), seq__gte=entry.seq, at__gte=since)
    return KnownSeed(promise, since, deciding.exists())
