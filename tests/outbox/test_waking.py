"""Waking workers for what stands in the database."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction

from nomic.config import celery_app
from nomic.outbox.wake_worker import wake_worker

Callbacks = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]
TASK = "nomic.wiki.tasks.publish_stale"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """What was asked of the broker."""
    asked: list[tuple[str, float]] = []
    monkeypatch.setattr(celery_app, "send_task", lambda name, **options: asked.append((name, options["countdown"])))
    return asked


@pytest.mark.django_db
def test_many_changes_of_one_transaction_wake_once(
    asked: list[tuple[str, float]], django_capture_on_commit_callbacks: Callbacks
) -> None:
    """Once it is committed, for each task and time."""
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            wake_worker(TASK, 5)
            wake_worker("another")
        assert asked == []
    assert asked == [(TASK, 5), ("another", 0)]


@pytest.mark.django_db
def test_what_is_rolled_back_wakes_nobody(
    asked: list[tuple[str, float]], django_capture_on_commit_callbacks: Callbacks
) -> None:
    """And does not keep from waking what asks for the same afterwards."""
    with django_capture_on_commit_callbacks(execute=True):
        with transaction.atomic():
            wake_worker(TASK)
            transaction.set_rollback(True)
        wake_worker(TASK)
    assert asked == [(TASK, 0)]


def test_without_a_transaction_it_is_at_once(asked: list[tuple[str, float]]) -> None:
    """As a worker does that starts."""
    wake_worker(TASK)
    assert asked == [(TASK, 0)]


def test_a_wake_up_goes_into_its_queue_and_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a process, too, that has not read the task's module."""
    sent: list[tuple[str, str, Any]] = []

    def send(producer: Any, name: str, message: Any, queue: Any, **options: Any) -> None:
        sent.append((name, queue.name, message.headers["expires"]))

    monkeypatch.setattr(celery_app.amqp, "send_task_message", send)
    wake_worker(TASK)
    [(name, queue, expires)] = sent
    assert (name, queue) == (TASK, "wiki")
    assert timedelta(0) < datetime.fromisoformat(expires) - datetime.now(UTC) <= timedelta(seconds=60)
