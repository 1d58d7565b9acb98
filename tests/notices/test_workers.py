"""Several workers at one outbox, and one that is killed in the middle of sending."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from nomic.accounts.models import Person
from nomic.notices.delivery.outbox import deliver_due, free_abandoned
from nomic.notices.models import Delivery, State
from nomic.notices.notify import notify_people
from nomic.notices.webhook_settings import set_webhook
from tests.support.concurrent_senders import NAMES, ROUNDS
from tests.support.databases import own_database
from tests.support.site import database
from tests.support.webhook_server import Receiver, answering, receiver, silent

__all__ = ["receiver"]

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds until what hangs is a failure


def senders(database_url: str, *arguments: str) -> "subprocess.Popen[str]":
    """A process of `tests.support.concurrent_senders`."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.concurrent_senders", *arguments],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": database_url,
            "SECRET_KEY": "only-for-tests",
            "WEBHOOKS_ON_LOOPBACK": "1",
            "CELERY_BROKER_URL": "memory://",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_workers_side_by_side_send_everything_once(receiver: Receiver, tmp_path: Path) -> None:
    """Four deliver and four remind at the same moment: nothing comes twice, nothing is missing."""
    with own_database(tmp_path) as url:
        process = senders(url, receiver.url)
        said, complaints = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, complaints
    found: dict[str, Any] = json.loads(said.splitlines()[-1])
    assert found["states"] == [State.SENT.value] * len(NAMES) * ROUNDS
    came = Counter(line for content in receiver.contents for line in content.split("\n") if line.startswith("Notice"))
    assert len(came) == len(NAMES) * ROUNDS
    assert set(came.values()) == {1}
    assert sum(found["made"]) == found["reminded"] == len(NAMES)


def test_what_a_killed_worker_had_is_sent_by_another(
    receiver: Receiver, tmp_path: Path, django_db_blocker: pytest.FixtureRequest
) -> None:
    """It is killed while it waits for an answer; its claim ends with it."""
    with own_database(tmp_path) as url, django_db_blocker.unblock(), database(url):  # type: ignore[attr-defined]
        call_command("migrate", verbosity=0)
        person = Person.objects.create(username="ada")
        set_webhook(person, receiver.url)
        notify_people([person], "reminder", "Your turn.")
        receiver.behave(silent, answering(204))
        process = senders(url, receiver.url, "once")
        give_up = time.monotonic() + PATIENCE
        while not receiver.received and process.poll() is None and time.monotonic() < give_up:
            time.sleep(0.02)
        process.kill()
        process.communicate(timeout=PATIENCE)
        assert receiver.contents == ["Your turn."]
        assert Delivery.objects.get().state == State.SENDING
        assert free_abandoned() == 1
        assert deliver_due() == 1
        assert Delivery.objects.get().state == State.SENT
    assert receiver.contents == ["Your turn.", "Your turn."]
