"""What a soak is asked, and what it kills in which order."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from nomic.sure.killing import kill_at_random


@pytest.mark.parametrize("option", ["--minutes=0", "--minutes=nan", "--cycles=0", "--clients=101"])
def test_a_soak_of_nothing_or_of_everything_is_refused(option: str) -> None:
    """Each bound is named."""
    with pytest.raises(CommandError, match=option.partition("=")[0]):
        call_command("soak", option)


class Untouched:
    """A service of which it is only counted how often it was killed and started."""

    def __init__(self) -> None:
        self.kills = self.starts = 0

    def kill(self) -> None:
        self.kills += 1

    def begin(self) -> None:
        self.starts += 1


def test_everything_is_killed_as_often_as_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """By turns in an order of the seed, and always started again; the same seed kills the same."""
    told = []
    for _ in range(2):
        now = [0.0]
        monkeypatch.setattr("nomic.sure.killing.time.monotonic", lambda now=now: now[0])
        monkeypatch.setattr("nomic.sure.killing.time.sleep", lambda by, now=now: now.__setitem__(0, now[0] + by))
        services = {name: Untouched() for name in ("web", "worker", "beat", "redis", "postgres")}
        house: Any = type("AHouse", (), {"services": services})
        told.append(list(kill_at_random(house, "7", 600)))
        kills = [each.kills for each in services.values()]
        assert max(kills) - min(kills) <= 1
        assert min(kills) > 10
        assert all(each.starts == len(told[0]) for each in services.values())
    assert told[0] == told[1]
