"""A wiki that takes six seconds for each answer, and a worker that is killed: real processes, in real time."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.utils import timezone

from nomic.accounts.models import Person
from nomic.cycles.creation import create_cycle
from nomic.cycles.models import Cycle
from nomic.devtools.dev_server import WORKERS, worker_command
from nomic.devtools.processes import Child, stop_all
from nomic.devtools.virtualenv import ROOT
from nomic.notices.notify import notify_people
from nomic.notices.webhook_settings import set_webhook
from nomic.wiki.models import WikiPage
from nomic.wiki.sites.local_mediawiki import LocalWiki
from tests.support.databases import own_database
from tests.support.site import database
from tests.support.webhook_server import Receiver, receiver

__all__ = ["receiver"]

SECONDS_FOR_AN_ANSWER = 6
PATIENCE = 120  # seconds until what hangs is a failure
BEAT = ["-m", "celery", "-A", "nomic.config", "beat", "--scheduler", "celery.beat:Scheduler"]


@contextmanager
def at_work(folder: Path, environment: dict[str, str], **commands: list[str]) -> Iterator[dict[str, Child]]:
    """Processes, by name, up to the end of the block."""
    env = {**os.environ, **environment}
    children = {
        name: Child(name, [sys.executable, *command], folder / f"{name}.log", env, cwd=ROOT)
        for name, command in commands.items()
    }
    try:
        yield children
    finally:
        stop_all(list(children.values()), 2)


def until(so: Callable[[], bool], children: dict[str, Child]) -> None:
    """Wait until it is so, while all of these go on."""
    began = time.monotonic()
    while not so():
        for child in children.values():
            assert not child.has_ended(), child.last_lines(40)
            assert time.monotonic() - began < PATIENCE, child.last_lines(40)
        time.sleep(0.05)


def is_due(cycle: Cycle) -> bool:
    return cycle.due_at is not None and cycle.due_at <= cycle.now()


@pytest.mark.wiki
def test_a_slow_wiki_stops_neither_the_clock_nor_the_notices(
    mediawiki: LocalWiki,
    receiver: Receiver,
    tmp_path: Path,
    django_db_blocker: pytest.FixtureRequest,
) -> None:
    """Two cycles are stale: what is due is settled, who is to be told is told, before one of their pages is published.

    Then the worker at the wiki is killed. The next one publishes all, also the page that the dead one had in hand.
    """
    slow = {"action": None, "delay": SECONDS_FOR_AN_ANSWER}
    mediawiki.switch(answer=slow)
    with own_database(tmp_path) as url, django_db_blocker.unblock(), database(url):  # type: ignore[attr-defined]
        environment = {
            "VAR_DIR": str(tmp_path),
            "DATABASE_URL": url,
            "SECRET_KEY": django_settings.SECRET_KEY,
            "CELERY_BROKER_URL": "filesystem://",
            "WEBHOOKS_ON_LOOPBACK": "1",
            "WIKI_URL": mediawiki.url,
            "WIKI_USER": mediawiki.user,
            "WIKI_PASSWORD": mediawiki.password,
            "REDIS_URL": "",
        }
        call_command("migrate", verbosity=0)
        for number in range(2):
            create_cycle("cycle-16", slug=f"hall-{number}")
        ada = Person.objects.create(username="ada")
        set_webhook(ada, receiver.url)
        workers = {name: worker_command(queues) for name, queues in WORKERS.items()}
        with at_work(tmp_path, environment, beat=BEAT, **workers) as children:
            until(lambda: WikiPage.objects.filter(claimed_at__isnull=False).exists(), children)
            Cycle.objects.update(clock_offset=timedelta(days=30))
            notify_people([ada], "reminder", "Your turn.")
            until(lambda: not any(is_due(cycle) for cycle in Cycle.objects.all()), children)
            until(lambda: receiver.contents == ["Your turn."], children)
            assert not WikiPage.objects.filter(published_at__isnull=False).exists(), "the wiki was not slow"
            held = WikiPage.objects.get(claimed_at__isnull=False)
            assert held.claimed_until is not None
            os.killpg(children["sender"].process.pid, signal.SIGKILL)
            children.pop("sender").process.wait()
            held.refresh_from_db()
            assert held.claim
        mediawiki.switch()
        with at_work(tmp_path, environment, beat=BEAT, sender=workers["sender"]) as children:
            until(lambda: not WikiPage.objects.filter(claim=held.claim).exists(), children)
            assert timezone.now() < held.claimed_until, "it was not waited for"
            until(lambda: all(page.state == "published" for page in WikiPage.objects.all()), children)
