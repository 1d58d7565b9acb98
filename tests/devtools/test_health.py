"""What /healthz tells: database, cache, broker, and what has been due for longest."""

import datetime as dt
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from redis.exceptions import ConnectionError as NoRedis

from nomic.config import health
from tests.support.hall import Hall

NOBODY_LISTENS = "redis://127.0.0.1:1/0"
WELL = {
    "database": "answers", "cache": "answers", "broker": "answers", "oldest due": None, "wiki": None,
    "everything": {"all right": True, "wrong": {}},
}  # fmt: skip
UNWELL = {"everything": {"all right": False, "wrong": {"services": 1}}}


@pytest.mark.django_db
def test_a_working_process_says_so(client):
    """The address that load balancers ask answers 200, and is never cached."""
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == WELL
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_process_without_its_database_says_so(client, monkeypatch):
    """503, not 500: the process is well, and what it needs is not there. Nothing is asked of the database then."""

    def refuse(*arguments, **options):
        raise DatabaseError("the server closed the connection")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"database": "does not answer", "cache": "answers", "broker": "answers"}


@pytest.mark.django_db
def test_without_its_cache_a_process_goes_on_and_says_so(client, monkeypatch):
    """No 503: it would be taken out of service for what only throttles need."""

    def refuse(*arguments: Any, **options: Any) -> None:
        raise NoRedis("Connection refused")

    monkeypatch.setattr(cache, "set", refuse)
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == WELL | {"cache": "does not answer", **UNWELL}


@pytest.mark.django_db
def test_without_its_broker_a_process_goes_on_and_says_so(client, settings, monkeypatch):
    """What is due waits in the database; that nobody is woken for it is told."""
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {}
    connect = health.app.connection_for_write
    monkeypatch.setattr(health.app, "connection_for_write", lambda **options: connect(url=NOBODY_LISTENS, **options))
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == WELL | {"broker": "does not answer", **UNWELL}


@pytest.mark.django_db
def test_a_broker_of_files_needs_its_folder(client, settings, tmp_path):
    """On a laptop the broker is a folder: one that cannot be written to takes no messages."""
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path)}
    assert client.get("/healthz").json() == WELL
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path / "gone")}
    assert client.get("/healthz").json() == WELL | {"broker": "does not answer", **UNWELL}


@pytest.mark.django_db
def test_what_has_been_due_for_longest_is_told(client, hall: Hall):
    """Which cycle, since when and for how many seconds: the sign of a clock that stands still."""
    due = hall.cycle.due_at
    hall.clock.to(due + dt.timedelta(seconds=90))
    assert client.get("/healthz").json()["oldest due"] == {
        "cycle": hall.slug, "due": due.isoformat(), "seconds": 90.0,
    }  # fmt: skip


@pytest.mark.django_db
def test_a_practice_clock_ahead_of_the_world_is_late_by_its_own_time(client, hall: Hall):
    """What its owner's clock has reached is due, though the world's has not."""
    cycle = hall.cycle
    cycle.clock_offset = cycle.due_at - hall.clock.now + dt.timedelta(seconds=5)
    cycle.save(update_fields=["clock_offset"])
    assert client.get("/healthz").json()["oldest due"]["seconds"] == 5.0


def test_only_reading_is_answered(client):
    """Nothing can be sent there."""
    assert client.post("/healthz").status_code == 405
