"""Adoption of a reviewed correction. An outdated fork is rebuilt instead."""

from collections.abc import Callable

from django.db import transaction

from nomic.corrections.models import Correction, CorrectionStatus
from nomic.corrections.permissions import RULE, check_not_own_matter
from nomic.corrections.state_transitions import requeue
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.actions.retroactive_act import Note
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.corrected_fork import (
    FinishedCorrection,
    adopt_correction,
    catch_up_and_settle,
    resume_correction,
)
from nomic.cycles.history.edits import read_edits
from nomic.cycles.history.fork_builder import ConcurrentRewrite
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Entry, ForkSeed

OUT_OF_DATE = (
    "What was played in the meantime does not fit the correction, or the past has changed. The correction is "
    "being rebuilt."
)


def check(row: Correction, version: int | None) -> None:
    """Raise Refused unless the correction can be adopted now.

    It must be built, contain no impossible acts, change something, and still be at `version` if that is given.
    """
    if row.status == CorrectionStatus.BROKEN:
        raise Refused("broken", f"{row.trouble} Change it, or drop it.", RULE)
    if row.status != CorrectionStatus.BUILT:
        raise Refused("not-told", "The correction is still being prepared. Wait, then look at its result.", RULE)
    if version is not None and version != row.version:
        raise Refused("changed", "The correction has changed since you opened it. Look at it again.", RULE)
    if row.impossible:
        count = len(row.impossible)
        detail = f"{count} act{'s are' if count > 1 else ' is'} no longer possible: say what happens to each."
        raise Refused("later-acts", detail, RULE)
    if not row.first:
        raise Refused("no-difference", "This correction changes nothing. Change it or drop it.", RULE)


def adopter(pk: int, version: int | None) -> Callable[[str, Actor, Action, Args, Note], Entry]:
    """Return the function that adopts the correction `pk` after the act has passed its checks.

    If `version` is given, the correction must still have this version.
    """
    return lambda slug, actor, action, args, note: _adopt(pk, version, slug, actor, action, args, note)


def _adopt(pk: int, version: int | None, slug: str, actor: Actor, action: Action, args: Args, note: Note) -> Entry:
    """Adopt the correction.

    Raises ConcurrentRewrite if the act was already performed, or the correction was closed or requeued meanwhile.
    Raises Refused if it needs a new review.
    """
    with transaction.atomic():
        cycle = lock_cycle(slug)
        if note.is_performed():
            raise ConcurrentRewrite
        row = Correction.objects.select_for_update().get(pk=pk)
        if not row.is_open:
            raise ConcurrentRewrite  # the retried act will determine the reason
        check(row, version)
        if row.fork is None:
            raise ConcurrentRewrite
        seed = ForkSeed.objects.get(cycle=cycle, commitment=row.commitment).seed
        finished = FinishedCorrection(row.fork.slug, row.newest, row.head, seed, read_edits(row.edits))
        try:
            with transaction.atomic():
                builder = resume_correction(cycle, finished)
                catch_up_and_settle(builder, cycle)
                if not builder.impossible:
                    check_not_own_matter(cycle, builder.fork, actor)
                entry = adopt_correction(cycle, builder, actor, action, args)
                row.refresh_from_db()
                row.status, row.fork = CorrectionStatus.ADOPTED, None
                row.closed_by, row.closed_at = actor.name, entry.at
                row.closed_because = str(args.as_json()["reason"])
                row.save()
                note.keep(entry)
                return entry
        except ConcurrentRewrite:
            row.refresh_from_db()
            requeue(row)
    raise Refused("out-of-date", f"{OUT_OF_DATE} Look at the result then.", RULE)
