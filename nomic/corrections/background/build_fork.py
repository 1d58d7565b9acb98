"""Background construction of a correction's fork in small steps, while the cycle continues."""

from datetime import timedelta
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone

from nomic.corrections.diff.opened_secrets import Opening, first_opening
from nomic.corrections.diff.public_diff import differences
from nomic.corrections.models import Correction, CorrectionStatus
from nomic.corrections.permissions import RULE
from nomic.cycles.history.corrected_fork import CorrectedFork, begin_correction, catch_up_and_settle
from nomic.cycles.history.edits import in_plain_words, read_edits
from nomic.cycles.history.fork_builder import ConcurrentRewrite, Impossible
from nomic.cycles.history.replay import discard_fork
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import ForkSeed
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef
from nomic.law.schema.text_types import shortened

logger = structlog.get_logger(__name__)

SEALED = "The reason is not shown, because it would reveal what is sealed or secret."
FORGOTTEN_AFTER = timedelta(minutes=10)  # time without progress of the worker that builds it
MAX_WORDS = 500  # characters of an act that is no longer possible, and of the reason


def build_waiting() -> int:
    """Build the forks of waiting corrections, and of those whose worker has stalled. Return their number."""
    built = 0
    for pk in (
        Correction.objects.filter(status__in=(CorrectionStatus.WAITING, CorrectionStatus.BUILDING))
        .order_by("pk")
        .values_list("pk", flat=True)
    ):
        row = _claimed(pk)
        if row is not None:
            built += 1
            _build_claimed(row)
    return built


def _claimed(pk: int) -> Correction | None:
    """Claim a correction and return it, or None if another worker is building it."""
    now = timezone.now()
    waiting = Correction.objects.filter(pk=pk, status=CorrectionStatus.WAITING)
    forgotten = Correction.objects.filter(pk=pk, status=CorrectionStatus.BUILDING, claimed_at__lt=now - FORGOTTEN_AFTER)
    claim = {"status": CorrectionStatus.BUILDING, "claimed_at": now}
    return Correction.objects.get(pk=pk) if waiting.update(**claim) or forgotten.update(**claim) else None


def _build_claimed(row: Correction) -> None:
    """Build a claimed correction. After an error it is marked as broken, so that it can be edited or dropped."""
    try:
        build_fork(row)
    except ConcurrentRewrite:  # Another history was adopted. The next run of the task starts again.
        _mine(row).update(status=CorrectionStatus.WAITING)
    except Exception:
        logger.exception("correction_failed", cycle=row.cycle.slug, correction=row.code)
        trouble = "Something went wrong in the program. Tell whoever runs this site: the site's log says more."
        _mine(row).update(status=CorrectionStatus.BROKEN, trouble=trouble)


def _mine(row: Correction) -> Any:
    """Return a query for the claimed row, which is empty if the row has changed since the claim."""
    return Correction.objects.filter(pk=row.pk, version=row.version, status=CorrectionStatus.BUILDING)


def build_fork(row: Correction) -> None:
    """Build the fork and its difference from the cycle.

    Raises ConcurrentRewrite if another history was adopted meanwhile.
    """
    with transaction.atomic():
        cycle = lock_cycle(row.cycle.slug)
        seed = ForkSeed.objects.get(cycle=cycle, commitment=row.commitment).seed
        builder = begin_correction(cycle, read_edits(row.edits), seed)
    is_kept = False
    try:
        builder.build(lambda done, of: _store_progress(row, done, of))
        with transaction.atomic():
            is_kept = _keep(row, builder)
    finally:
        if not is_kept:
            discard_fork(builder.fork)


def _store_progress(row: Correction, done: int, of: int) -> None:
    if not _mine(row).update(replayed_acts=done, all_acts=of, claimed_at=timezone.now()):
        raise ConcurrentRewrite


def _keep(row: Correction, builder: CorrectedFork) -> bool:
    """Store the fork and its difference from the cycle. Return False if the correction has changed since the claim."""
    cycle = lock_cycle(row.cycle.slug)
    catch_up_and_settle(builder, cycle)
    fork = builder.fork
    opening = first_opening(cycle, fork, builder.first) if builder.first else None
    return bool(
        _mine(row).update(
            status=CorrectionStatus.BUILT,
            fork=fork,
            newest=builder.newest,
            head=builder.head,
            first=builder.first,
            impossible=[_as_data(each, opening, cycle.law) for each in builder.impossible],
            difference=differences(cycle, fork, builder.first, opening),
        )
    )


def _as_data(each: Impossible, opening: Opening | None, law: Law) -> dict[str, Any]:
    entry, edit = each.step.entry, each.step.edit
    detail, rule = (SEALED, RULE) if opening is not None and each.step.at >= opening.at else (each.detail, each.rule)
    return {
        "entry": "" if entry is None else entry.key,
        "seq": 0 if entry is None else entry.seq,
        "action": edit.action if entry is None else entry.action,
        "actor": edit.actor if entry is None else entry.actor,
        "words": shortened(in_plain_words(edit, law) if entry is None else " ".join(entry.words), MAX_WORDS),
        "detail": shortened(detail, MAX_WORDS),
        "rule": str(rule),
        "rule_id": rule.at if isinstance(rule, RuleRef) else "",
        "edited": edit is not None,
    }
