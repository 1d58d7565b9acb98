"""Celery task for the nightly check of all cycles."""

from celery import shared_task

from nomic.cycles.models import Cycle
from nomic.office.health.heartbeats import VERIFY, record_heartbeat
from nomic.reliability.integrity import findings_of_the_house, integrity_violations

MOST_NAMED = 3  # findings whose words staff see


@shared_task
def verify_nightly() -> int:
    """Check the site and every cycle except forks, without replaying journals.

    Stores the time of this run and its first findings, for staff. Returns the number of findings.
    """
    found = [
        *(
            finding
            for cycle in Cycle.objects.filter(fork_of=None).order_by("slug")
            for finding in integrity_violations(cycle, quick=True)
        ),
        *findings_of_the_house(),
    ]
    more = f"; and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    record_heartbeat(VERIFY, f"{'; '.join(map(str, found[:MOST_NAMED]))}{more}")
    return len(found)
