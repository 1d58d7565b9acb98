"""Who does the work in the background: what waits for other people's servers is in nobody's way."""

from typing import Any

import pytest

from nomic.config import celery_app
from nomic.config.celery import CLOCK, NOTICES, WIKI
from nomic.devtools.dev_server import WORKERS, worker_command
from nomic.outbox.single_flight import OneAtATime

# Tasks that ask servers of other people, or tell a whole past anew, for which the clock does not wait.
SLOW = {
    "nomic.notices.tasks.deliver_notices": NOTICES,
    "nomic.discord.tasks.post_to_discord": NOTICES,
    "nomic.discord.tasks.answer_slow": NOTICES,
    "nomic.discord.tasks.read_votes": NOTICES,
    "nomic.wiki.tasks.publish_stale": WIKI,
    "nomic.wiki.tasks.notice_changes": WIKI,
    "nomic.search.tasks.refresh_index": NOTICES,
    "nomic.forecast.tasks.make_forecasts": NOTICES,
    "nomic.forecast.tasks.play_simulations": NOTICES,
    "nomic.corrections.tasks.build_waiting_corrections": NOTICES,
    "nomic.reliability.tasks.verify_nightly": NOTICES,
}


def queue_of(task: str) -> str:
    """The queue into which a call of this task goes."""
    name: str = celery_app.amqp.router.route({}, task)["queue"].name
    return name


def test_what_waits_for_others_has_queues_of_its_own() -> None:
    """Every other task is the clock’s, asks nobody but the database, and is short."""
    celery_app.loader.import_default_modules()
    tasks = {name for name in celery_app.tasks if name.startswith("nomic.")}
    assert {entry["task"] for entry in celery_app.conf.beat_schedule.values()} <= tasks
    assert {name: queue_of(name) for name in tasks} == {name: SLOW.get(name, CLOCK) for name in tasks}


def test_a_message_comes_to_one_queue_only() -> None:
    """Each has an exchange and a key of its own."""
    ways = {(queue.exchange.name, queue.routing_key) for queue in celery_app.amqp.queues.values()}
    assert ways == {(name, name) for name in (CLOCK, NOTICES, WIKI)}


def test_each_queue_is_somebodys() -> None:
    """./run starts a worker for the clock alone, and one for the rest; together they take everything there is."""
    taken = [queue for queues in WORKERS.values() for queue in queues]
    assert sorted(taken) == sorted(celery_app.amqp.queues)
    assert [CLOCK] in WORKERS.values()
    for queues in WORKERS.values():
        command = worker_command(queues)
        assert command[command.index("--queues") + 1].split(",") == queues
        assert int(command[command.index("--concurrency") + 1]) > len(queues), "one at work on each, and one to say so"


def test_a_worker_that_is_told_of_no_queue_takes_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an installation has it that knows nothing of them."""
    assert set(celery_app.amqp.queues.consume_from) == {CLOCK, NOTICES, WIKI}


def test_whoever_comes_meanwhile_leaves_word() -> None:
    """The one at work looks once more, and once only, however many came."""
    runs: list[Any] = []

    def work() -> int:
        runs.append(None)
        if len(runs) == 1:
            assert [alone(), alone()] == [0, 0]
        return 10

    alone = OneAtATime(work)
    assert alone() == 20
    assert alone() == 10
    assert len(runs) == 3


def test_work_that_fails_leaves_nothing_locked() -> None:
    """The next call works again."""
    failures = [ZeroDivisionError()]

    def work() -> int:
        if failures:
            raise failures.pop()
        return 1

    alone = OneAtATime(work)
    with pytest.raises(ZeroDivisionError):
        alone()
    assert alone() == 1
