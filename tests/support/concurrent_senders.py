"""A program whose workers deliver webhooks and send reminders at the same time, each over its own connection.

`python -m tests.support.concurrent_senders URL` works in the empty database of DATABASE_URL, delivers to webhooks at
URL, and prints the results as JSON. `… URL once` delivers what is already waiting, and ends.
"""

import json
import os
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import django

NAMES = [f"player-{number}" for number in range(8)]
ROUNDS = 5


def set_up(url: str) -> None:
    """A cycle whose players each have a webhook and some notices."""
    from django.core.management import call_command

    from nomic.accounts.models import Person
    from nomic.cycles.commands.perform import perform
    from nomic.cycles.creation import create_cycle
    from nomic.cycles.domain.actor import Actor
    from nomic.notices.notify import notify_people
    from nomic.notices.webhook_settings import set_webhook

    call_command("migrate", verbosity=0)
    create_cycle("cycle-16", slug="hall", practice=True)
    people = [Person.objects.create(username=name) for name in NAMES]
    for person in people:
        perform("hall", Actor.person(person), "join", {})
        set_webhook(person, f"{url}/{person.username}")
        for number in range(ROUNDS):
            notify_people([person], "reminder", f"Notice {number} of {person.username}.")


def running_clock(cycle: Any) -> Iterator[Any]:
    """Everybody's time in the hall is nearly up."""
    from nomic.cycles.models import Cycle
    from nomic.players.player_tasks import RunningClock

    cycle = cycle or Cycle.objects.get(slug="hall")
    began = cycle.starts_at - timedelta(days=9)
    yield RunningClock(cycle, "turn", tuple(NAMES), began, began + timedelta(days=1), "Your turn.", "/c/hall/")


def main(url: str) -> None:
    from django.conf import settings

    from nomic.notices import reminders
    from nomic.notices.delivery.outbox import deliver_due
    from nomic.notices.models import Delivery, Notice
    from nomic.notices.reminders import remind_due
    from tests.support.concurrent_acts import side_by_side

    settings.CELERY_BROKER_URL = "memory://"
    set_up(url)
    side_by_side(*[deliver_due] * 4)
    reminders.clocks_of_kinds = lambda: [running_clock]
    made = side_by_side(*[remind_due] * 4)
    reminded = Notice.objects.filter(text="Your turn.").count()
    states = sorted(Delivery.objects.filter(notice__text__startswith="Notice").values_list("state", flat=True))
    print(json.dumps({"made": made, "reminded": reminded, "states": states}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")
    django.setup()
    if sys.argv[2:] == ["once"]:
        from nomic.notices.delivery.outbox import deliver_due as deliver

        deliver()
    else:
        main(sys.argv[1])
