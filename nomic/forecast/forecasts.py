"""Forecasts stored with proposals. They are made in the background when a vote begins, and do not change later."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, cast

import structlog
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from pydantic import TypeAdapter, ValidationError

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import Event
from nomic.cycles.domain.exceptions import Refused, StillSettling
from nomic.cycles.models import Cycle, Entry, Status
from nomic.cycles.schedule.settle import settled_cycle
from nomic.forecast.dry_run import Foreseen, dry_run
from nomic.forecast.dry_run_views import law_foreseen
from nomic.forecast.models import Forecast, ForecastStatus
from nomic.forecast.player_gains import Gain, gains_in
from nomic.forecast.simulation_jobs import start_by_itself
from nomic.forecast.worked_examples import WorkedExample, worked_examples
from nomic.outbox.wake_worker import wake_worker
from nomic.players.models import Player
from nomic.proposals.models import PENDING, Proposal, ProposalStatus

logger = structlog.get_logger(__name__)

FORGOTTEN_AFTER = timedelta(minutes=5)  # since the worker that makes it has claimed it
MAX_TRIES = 2
MAX_AT_ONCE = 20  # that one task makes
STOPPED = "The program stopped while working this out, more than once."


@dataclass(frozen=True, slots=True)
class StoredForecast:
    """The stored part of a dry run: its result, and who gains or loses. `others` is the number of holders left out.

    `examples` holds what its clauses would do if their events happened at that time.
    """

    seen: Foreseen
    gains: list[Gain] = field(default_factory=list)
    others: int = 0
    examples: list[WorkedExample] = field(default_factory=list)


_kept = TypeAdapter(StoredForecast)


def forecast_of(cycle: Cycle, proposal: Proposal) -> Forecast | None:
    """Return the forecast stored with a proposal, or None if there is none yet."""
    return Forecast.objects.filter(cycle=cycle, proposal=proposal.code).first()


def kept_in(row: Forecast) -> StoredForecast | None:
    """Parse a stored forecast. Returns None if it is not finished or its format is no longer supported."""
    if not row.is_made:
        return None
    try:
        return _kept.validate_python(row.report)
    except ValidationError:  # of a version of the program that kept something else
        logger.warning("forecast_unreadable", forecast=row.pk)
        return None


# ── making


def ask_for_forecast(act: ActionContext, event: Event) -> None:
    """Wake the forecast worker after a vote has begun.

    Nothing is stored, because the worker searches for proposals without a forecast.
    """
    if act.cycle.fork_of_id is None:
        wake_worker("nomic.forecast.tasks.make_forecasts")


def make_waiting() -> int:
    """Make the missing forecasts of open proposals, and start simulations. Returns the number of forecasts."""
    _give_up_on_stopped()
    made = 0
    for proposal in _without_forecast():
        row = _claimed(proposal)
        if row is not None:
            _make(row, proposal)
            made += 1
    _start_simulations()
    return made


def _without_forecast() -> list[Proposal]:
    """Return open proposals of running cycles whose forecast is missing or was left by a stopped worker."""
    known = Forecast.objects.filter(cycle=OuterRef("cycle"), proposal=OuterRef("code"))
    fresh = known.exclude(status=ForecastStatus.RUNNING, claimed_at__lt=timezone.now() - FORGOTTEN_AFTER)
    waiting = Proposal.objects.filter(
        status=ProposalStatus.OPEN, cycle__status=Status.RUNNING, cycle__fork_of=None
    ).exclude(Exists(fresh))
    return list(waiting.select_related("cycle").order_by("pk")[:MAX_AT_ONCE])


def _give_up_on_stopped() -> None:
    stopped = Forecast.objects.filter(
        status=ForecastStatus.RUNNING, claimed_at__lt=timezone.now() - FORGOTTEN_AFTER, tries__gte=MAX_TRIES
    )
    stopped.update(status=ForecastStatus.BROKEN, trouble=STOPPED)


def _claimed(proposal: Proposal) -> Forecast | None:
    """Claim the forecast of a proposal, or return None if another worker makes it."""
    now = timezone.now()
    try:
        with transaction.atomic():
            return Forecast.objects.create(cycle_id=proposal.cycle_id, proposal=proposal.code, claimed_at=now)
    except IntegrityError:
        left = Forecast.objects.filter(
            cycle=proposal.cycle_id,
            proposal=proposal.code,
            status=ForecastStatus.RUNNING,
            claimed_at__lt=now - FORGOTTEN_AFTER,
        )
        if not left.update(claimed_at=now):
            return None
        row = Forecast.objects.get(cycle=proposal.cycle_id, proposal=proposal.code)
        row.tries += 1
        row.save(update_fields=["tries"])
        return row


def _make(row: Forecast, proposal: Proposal) -> None:
    """Make a claimed forecast, and record any error on its row. The proposal is not affected."""
    mine = Forecast.objects.filter(pk=row.pk, status=ForecastStatus.RUNNING)
    try:
        cycle = settled_cycle(proposal.cycle.slug)
        if not Proposal.objects.filter(pk=proposal.pk, status=ProposalStatus.OPEN).exists():
            mine.delete()  # it was decided meanwhile
            return
        seen = dry_run(cycle.slug, [proposal])
        players = set(Player.objects.filter(cycle=cycle, left_at=None).values_list("name", flat=True))
        law = law_foreseen(cycle, proposal)
        gains, others = gains_in(law, seen, players)
        examples = worked_examples(cycle, law, proposal.author)
    except (StillSettling, OperationalError):
        mine.delete()  # the next task tries again
        return
    except Exception:
        logger.exception("forecast_failed", cycle=proposal.cycle.slug, proposal=proposal.code)
        trouble = "Something went wrong in the program. Tell whoever runs this site: the site's log says more."
        mine.update(status=ForecastStatus.BROKEN, trouble=trouble)
        return
    mine.update(
        status=ForecastStatus.MADE,
        at=seen.state.at,
        revision=seen.state.revision,
        seq=seen.state.seq,
        head=seen.state.head,
        report=_kept.dump_python(StoredForecast(seen, gains, others, examples), mode="json"),
        awaits_games=seen.any_applies and bool(proposal.amendments),
    )


def _start_simulations() -> None:
    """Start a simulation of each cycle's oldest proposal that awaits one, unless another one is running there."""
    cycles: set[int] = set()
    for row in Forecast.objects.filter(awaits_games=True).select_related("cycle").order_by("pk"):
        if row.cycle_id in cycles:
            continue
        proposal = Proposal.objects.filter(cycle=row.cycle_id, code=row.proposal, status__in=PENDING).first()
        try:
            if proposal is not None and not start_by_itself(row.cycle, proposal):
                cycles.add(row.cycle_id)
                continue
        except Refused:
            pass  # it has nothing to play any more
        Forecast.objects.filter(pk=row.pk).update(awaits_games=False)


# ── corrections of the past


def follow_promotion(cycle: Cycle) -> None:
    """Delete the forecasts of open proposals whose state is not in the new history, so that they are made again.

    Those of decided proposals are kept, and are marked as superseded.
    """
    rows = list(Forecast.objects.filter(cycle=cycle).exclude(head="").defer("report"))
    entries = Entry.objects.filter(cycle=cycle, seq__in={row.seq for row in rows}).values_list("seq", "digest")
    digests = dict(cast("Any", entries))
    gone = [row for row in rows if digests.get(row.seq) != row.head]
    open_ = set(
        Proposal.objects.filter(cycle=cycle, code__in=[row.proposal for row in gone], status__in=PENDING).values_list(
            "code", flat=True
        )
    )
    Forecast.objects.filter(pk__in=[row.pk for row in gone if row.proposal in open_]).delete()
    Forecast.objects.filter(pk__in=[row.pk for row in gone if row.proposal not in open_]).update(superseded=True)
    wake_worker("nomic.forecast.tasks.make_forecasts")
