"""People to tell, clocks to be reminded of, and a server of this machine that stands in for a webhook."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle
from nomic.notices import kinds, reminders
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.models import Notice
from nomic.players.player_tasks import RunningClock
from tests.support.hall import Hall, cast, clock, hall, open_cycle

__all__ = ["cast", "clock", "hall", "open_cycle"]

BELL = NoticeKind("bell", "Somebody rang a bell", Heading.GAMES)


@pytest.fixture(autouse=True)
def bell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of notices that only tests have."""
    monkeypatch.setitem(kinds._kinds, BELL.name, BELL)


def person(name: str) -> Person:
    return Person.objects.get(username=name)


def mailable(name: str, address: str, *, confirmed: bool = True) -> Person:
    """Somebody gives an address, and shows that it is theirs."""
    them = person(name)
    them.email = address
    them.save()
    if address:
        EmailAddress.objects.create(user=them, email=address.lower(), primary=True, verified=confirmed)
    return them


def texts(name: str) -> list[str]:
    """What somebody was told, oldest first."""
    return list(Notice.objects.filter(person__username=name).order_by("pk").values_list("text", flat=True))


class Clocks:
    """Clocks that run, as a room that times people would tell of them."""

    def __init__(self) -> None:
        self.running: list[dict[str, Any]] = []
        self.asked: list[Cycle | None] = []

    def start(self, hall: Hall, *players: str, began_at: datetime, due_at: datetime, **more: Any) -> dict[str, Any]:
        """A clock begins to run for these players."""
        row = {"pk": hall.pk, "players": players, "began_at": began_at, "due_at": due_at, "key": "turn 1"} | more
        self.running.append(row)
        return row

    def __call__(self, cycle: Cycle | None) -> Iterator[RunningClock]:
        self.asked.append(cycle)
        for row in self.running:
            if cycle is None or cycle.pk == row["pk"]:
                yield RunningClock(
                    cycle=cycle or Cycle.objects.get(pk=row["pk"]),
                    key=row["key"],
                    players=row["players"],
                    began_at=row["began_at"],
                    due_at=row["due_at"],
                    nearly_up=row.get("nearly_up", "Your turn ends soon."),
                    begun=row.get("begun", ""),
                    link=row.get("link", "/c/hall/"),
                    channel=row.get("channel", ""),
                )


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """The only source of clocks."""
    found = Clocks()
    monkeypatch.setattr(reminders, "clocks_of_kinds", lambda: [found])
    return found


Queries = Callable[[], int]
