"""Background jobs for simulations: request, claim, run, store, and cancel."""

from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Any

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from nomic.accounts.admin_permission import is_admin
from nomic.accounts.models import Person
from nomic.chance.random_tokens import fresh_hex
from nomic.cycles.domain.exceptions import BadArguments, Refused
from nomic.cycles.history.replay import discard_fork
from nomic.cycles.models import Cycle
from nomic.forecast.dry_run_views import can_be_tried
from nomic.forecast.models import OPEN, Simulation, SimulationStatus
from nomic.forecast.simulate import slug_of, weeks_under
from nomic.forecast.simulation_report import (
    acts_a_week,
    changed_values,
    game_averages,
    matches_of,
    matches_under,
    week_by_week,
)
from nomic.law.amendments.patch import AmendmentsDoNotApply, amend_document
from nomic.law.document.sections import LawInvalid
from nomic.law.models import Revision, law_at
from nomic.outbox.wake_worker import wake_worker
from nomic.players.models import Player
from nomic.proposals.models import Proposal

logger = structlog.get_logger(__name__)

MAX_WEEKS = 8
USUAL_WEEKS = 2
RUNS = 5  # games under each law: as many as an interval is made of
NOBODY = ""  # who asked for a simulation that was started with the proposal's forecast
A_DAY = timedelta(days=1)
A_DAY_EACH = 6  # simulations that one person may ask for in a day
MAX_SECONDS = 480.0
FORGOTTEN_AFTER = timedelta(minutes=5)  # since the last progress of the worker that runs it
MAX_TRIES = 2
OTHERWISE = (
    "The proposal, or the past, has changed since this was asked for: it does not apply to the law at that time."
)


def simulations_of(cycle: Cycle, proposal: Proposal) -> Any:
    """Return a query for the simulations of a proposal, the newest first."""
    return Simulation.objects.filter(cycle=cycle, proposal=proposal.code).order_by("-pk")


def simulation_of(cycle: Cycle, proposal: Proposal, pk: int) -> Simulation | None:
    """Return the simulation of a proposal by its primary key, or None."""
    row: Simulation | None = simulations_of(cycle, proposal).filter(pk=pk).first() if pk < 2**63 else None
    return row


def ask_for(person: Person, cycle: Cycle, proposal: Proposal, weeks: int) -> Simulation:
    """Queue a simulation of the next weeks with and without a proposal.

    Raises BadArguments if the number of weeks is out of range, and Refused if the person asked too often.
    """
    if not 1 <= weeks <= MAX_WEEKS:
        raise BadArguments.on("weeks", f"1 to {MAX_WEEKS} weeks")
    _check_playable(cycle, proposal)
    try:
        with transaction.atomic():
            Person.objects.select_for_update().get(pk=person.pk)
            if Simulation.objects.filter(person=person, asked_at__gt=timezone.now() - A_DAY).count() >= A_DAY_EACH:
                raise Refused(
                    "too-many", f"You have started {A_DAY_EACH} simulations within a day. Try again tomorrow."
                )
            row = Simulation.objects.create(
                cycle=cycle,
                proposal=proposal.code,
                revision=cycle.revision,
                weeks=weeks,
                person=person,
                asked_by=person.get_username(),
            )
    except IntegrityError:
        raise Refused("one-at-a-time", "Another simulation of this cycle is running. Wait, or cancel it.") from None
    wake_worker("nomic.forecast.tasks.play_simulations")
    return row


def start_by_itself(cycle: Cycle, proposal: Proposal) -> bool:
    """Start the automatic simulation of a proposal, unless it has a simulation already.

    Returns False if it has to wait, for another simulation of the cycle or for the next day. Raises Refused if the
    proposal changes nothing that bots could play.
    """
    if simulations_of(cycle, proposal).exists():
        return True
    _check_playable(cycle, proposal)
    if not changed_values(cycle.law.document, amend_document(cycle.law.document, proposal.amendments)):
        raise Refused("words-only", "This proposal changes only words, so bots would play as before.")
    own = Simulation.objects.filter(cycle=cycle, asked_by=NOBODY, asked_at__gt=timezone.now() - A_DAY)
    if own.count() >= settings.SIMULATIONS_A_DAY:
        return False
    row = {"proposal": proposal.code, "revision": cycle.revision, "weeks": USUAL_WEEKS, "asked_by": NOBODY}
    try:
        with transaction.atomic():
            Simulation.objects.create(cycle=cycle, **row)
    except IntegrityError:
        return False
    wake_worker("nomic.forecast.tasks.play_simulations")
    return True


def _check_playable(cycle: Cycle, proposal: Proposal) -> None:
    """Raise Refused if bots cannot play under the proposal, or would play as without it."""
    if not can_be_tried(cycle, proposal):
        raise Refused("decided", "This proposal can no longer take effect, so it cannot be simulated.")
    if not proposal.amendments:
        raise Refused("no-amendments", "This proposal does not change the law, so bots would play as before.")
    try:
        amend_document(cycle.law.document, proposal.amendments)
    except (AmendmentsDoNotApply, LawInvalid):
        raise Refused(
            "does-not-apply", "The amendments do not apply to the current law. Edit the proposal first."
        ) from None


def may_cancel(person: Person, row: Simulation) -> bool:
    """Return whether a person may cancel a simulation.

    Its requester and admins may, and players may if the requester is not a player. So nobody who does not play can
    block the players' simulations.
    """
    if row.person_id == person.pk or is_admin(person):
        return True
    playing = Player.objects.filter(cycle=row.cycle_id, left_at=None)
    return playing.filter(person=person).exists() and not playing.filter(name=row.asked_by).exists()


def cancel_simulation(person: Person, row: Simulation) -> None:
    """Cancel a simulation, unless it is over. Raises Refused if the person may not cancel it."""
    if not may_cancel(person, row):
        raise Refused("not-yours", "Only the person who asked for this simulation, or an admin, can cancel it.")
    Simulation.objects.filter(pk=row.pk, status__in=OPEN).update(status=SimulationStatus.CANCELLED)


def play_waiting() -> int:
    """Run the waiting simulations, and those whose worker has stalled. Returns their number."""
    played = 0
    for pk in Simulation.objects.filter(status__in=OPEN).order_by("pk").values_list("pk", flat=True):
        row = _claimed(pk)
        if row is not None:
            played += 1
            _play_claimed(row)
    return played


def _claimed(pk: int) -> Simulation | None:
    """Claim a simulation, or return None if another worker runs it.

    A simulation that has stalled too often becomes broken.
    """
    now = timezone.now()
    forgotten = Simulation.objects.filter(pk=pk, status=SimulationStatus.RUNNING, claimed_at__lt=now - FORGOTTEN_AFTER)
    forgotten.filter(tries__gte=MAX_TRIES).update(
        status=SimulationStatus.BROKEN, trouble="The program that played it has stopped more than once."
    )
    waiting = Simulation.objects.filter(pk=pk, status=SimulationStatus.WAITING)
    claim = {"status": SimulationStatus.RUNNING, "claimed_at": now}
    if not (waiting.update(**claim) or forgotten.update(**claim)):
        return None
    row = Simulation.objects.get(pk=pk)
    row.tries += 1
    row.save(update_fields=["tries"])
    return row


def _play_claimed(row: Simulation) -> None:
    """Run a claimed simulation, and record any error on its row."""
    for left in Cycle.objects.filter(slug__startswith=slug_of(row.pk)):  # left by a worker that was stopped
        discard_fork(left)
    mine = Simulation.objects.filter(pk=row.pk, status=SimulationStatus.RUNNING)
    try:
        made = _report(row, mine)
    except (Proposal.DoesNotExist, Revision.DoesNotExist, AmendmentsDoNotApply, LawInvalid):
        mine.update(status=SimulationStatus.BROKEN, trouble=OTHERWISE)
        return
    except Exception:
        logger.exception("simulation_failed", cycle=row.cycle.slug, simulation=row.pk)
        trouble = "Something went wrong in the program. Tell whoever runs this site: the site's log says more."
        mine.update(status=SimulationStatus.BROKEN, trouble=trouble)
        return
    mine.update(status=SimulationStatus.DONE, report=made)


def _report(row: Simulation, mine: Any) -> dict[str, Any]:
    """Run the simulation and return its report.

    The report is cut short if time is up or the simulation was cancelled.
    """
    proposal = Proposal.objects.get(cycle=row.cycle_id, code=row.proposal)
    before = dict(law_at(row.cycle.book_id, row.revision).document)
    laws: dict[str, dict[str, Any]] = {"before": before, "after": amend_document(before, proposal.amendments)}
    seed, should_continue = fresh_hex(8), _going_on(mine)
    mine.update(of=2 * RUNS * row.weeks, done=0)
    runs: dict[str, list[Any]] = {"before": [], "after": []}
    for number in range(RUNS):
        for which, document in laws.items():
            runs[which].append(weeks_under(document, row.weeks, f"{seed} {number}", slug_of(row.pk), should_continue))
            mine.update(done=sum(map(len, runs["before"])) + sum(map(len, runs["after"])))
    return {
        "values": changed_values(laws["before"], laws["after"]),
        **{
            which: {
                "runs": sum(map(bool, runs[which])),
                "items": week_by_week(runs[which]),
                "games": game_averages(runs[which]),
                "acts": acts_a_week(runs[which]),
                "played": matches_of(runs[which]),
                "matches": matches_under(document, seed, should_continue),
            }
            for which, document in laws.items()
        },
    }


def _going_on(mine: Any) -> Callable[[], bool]:
    """Return a function that extends the claim and says whether to continue.

    It says no if time is up or the simulation was cancelled.
    """
    stop = monotonic() + MAX_SECONDS

    def should_continue() -> bool:
        return bool(mine.update(claimed_at=timezone.now())) and monotonic() < stop

    return should_continue
