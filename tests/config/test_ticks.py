"""What beat sends: wake-ups that nobody has to hear."""

from datetime import UTC, datetime, timedelta

import pytest
from celery.beat import Scheduler
from kombu import Connection

from nomic.config.celery import app


def sent_by_beat() -> list[dict]:
    """The messages of one tick of every entry of the schedule, as they wait in the broker."""
    messages = []
    with Connection("memory://ticks") as broker:
        for name in app.amqp.queues:
            broker.SimpleQueue(name).clear()  # what other tests of this process have sent: all memory is one broker
        with broker.Producer() as producer:
            scheduler = Scheduler(app=app, lazy=True)
            scheduler.setup_schedule()
            for entry in scheduler.schedule.values():
                scheduler.apply_async(entry, producer=producer, advance=False)
        for name in app.amqp.queues:
            queue = broker.SimpleQueue(name)
            while queue.qsize():
                messages.append(queue.get(block=False).headers)
    return messages


def test_a_tick_expires() -> None:
    """A worker that comes back after days throws away at once what beat sent meanwhile, and does each thing once."""
    app.loader.import_default_modules()
    messages = sent_by_beat()
    assert {each["task"] for each in messages} == {each["task"] for each in app.conf.beat_schedule.values()}
    for each in messages:
        left = datetime.fromisoformat(each["expires"]) - datetime.now(UTC)
        assert timedelta(0) < left <= timedelta(seconds=60), each["task"]


@pytest.mark.parametrize("name", ["nomic.wiki.tasks.publish_stale", "nomic.notices.tasks.deliver_notices"])
def test_a_wake_up_expires(name: str) -> None:
    """What a transaction sends as it commits is no more than a tick."""
    app.loader.import_default_modules()
    assert app.tasks[name].expires == 60.0
